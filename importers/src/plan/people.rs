//! Identifies the players of an archive: one user for each name of a platform in an organization, across files.

use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

use service_kit::hex::hex;

/// Returns the names under which the players' users are claimed, in order: hashes, because personal data is stored only
/// in user streams.
pub(crate) fn claimed_names(players: &[String]) -> Vec<String> {
    told_apart(players).iter().map(|name| hex(&Sha256::digest(name.as_bytes()))).collect()
}

/// Returns the names; the second occurrence of a name in a file gets the suffix `#2`, and so on.
fn told_apart(players: &[String]) -> Vec<String> {
    let mut taken: HashSet<String> = players.iter().cloned().collect();
    let mut count: HashMap<&str, usize> = HashMap::new();
    let mut names = Vec::with_capacity(players.len());
    for player in players {
        let seen = count.entry(player).or_insert(0);
        *seen += 1;
        let mut name = player.clone();
        if *seen > 1 {
            name = format!("{player}#{seen}");
            while !taken.insert(name.clone()) {
                *seen += 1;
                name = format!("{player}#{seen}");
            }
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namesakes_are_told_apart_and_nobody_shares_a_claim() {
        let players = ["Ana", "Ana", "Bo", "Ana", "Ana#2"].map(String::from);
        assert_eq!(told_apart(&players), ["Ana", "Ana#3", "Bo", "Ana#4", "Ana#2"]);
        assert_eq!(told_apart(&["Ana", "Ana"].map(String::from)), ["Ana", "Ana#2"]);
    }

    #[test]
    fn a_claim_does_not_tell_the_name() {
        let claimed = claimed_names(&["Ana", "Bo"].map(String::from));
        assert_ne!(claimed[0], claimed[1]);
        assert!(claimed.iter().all(|claim| claim.len() == 64 && !claim.contains("Ana")));
    }
}
