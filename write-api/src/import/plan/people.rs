//! Who the players of an archive are: one user for one name of one platform in one organization, across files.

use std::collections::{HashMap, HashSet};

/// Names by which the players' users are claimed, in order: the name, or `name#2` for the second of that name in a file.
pub(crate) fn claimed_names(players: &[String]) -> Vec<String> {
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
        assert_eq!(claimed_names(&players), ["Ana", "Ana#3", "Bo", "Ana#4", "Ana#2"]);
        assert_eq!(claimed_names(&["Ana", "Ana"].map(String::from)), ["Ana", "Ana#2"]);
    }
}
