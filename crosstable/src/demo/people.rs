//! Invented people: names combined from lists, with contact data in the reserved domain `example.org`.

use std::collections::HashSet;

use proto_events::user::Profile;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// Words for names, a kind per line.
const WORDS: &str = include_str!("people.txt");

fn words(kind: &str) -> Vec<&'static str> {
    let lines = WORDS.lines().filter_map(|line| line.split_once(": ")).filter(|(name, _)| *name == kind);
    lines.flat_map(|(_, words)| words.split(' ')).collect()
}

/// Returns `count` people with different names and usernames.
pub fn people(count: usize, rng: &mut StdRng) -> Vec<Profile> {
    let [given, family, syllables, pronouns] = ["given", "family", "syllable", "pronouns"].map(words);
    let (mut names, mut usernames) = (HashSet::new(), HashSet::new());
    let mut people = Vec::with_capacity(count);
    while people.len() < count {
        let first_name = pick(&given, rng).to_owned();
        let mut last_name = pick(&family, rng).to_owned();
        // A second family name makes enough different names for any number of people.
        if people.len() % 9 == 4 {
            last_name = format!("{last_name}-{}", pick(&family, rng));
        }
        let mut username: String = (0..rng.random_range(2..=3)).map(|_| pick(&syllables, rng)).collect();
        if rng.random_bool(0.7) {
            username.push_str(&rng.random_range(2..=999).to_string());
        }
        let profile = Profile {
            best_identifier: format!("{first_name} {last_name}"),
            email: format!("{username}@example.org"),
            pronouns: if rng.random_bool(0.6) { pick(&pronouns, rng).to_owned() } else { String::new() },
            has_used_app: rng.random_bool(0.55),
            username,
            first_name,
            last_name,
        };
        if names.insert(profile.best_identifier.clone()) && usernames.insert(profile.username.clone()) {
            people.push(profile);
        }
    }
    people
}

/// Returns a random element, or "" from an empty list.
fn pick<'a>(list: &[&'a str], rng: &mut StdRng) -> &'a str {
    list.choose(rng).copied().unwrap_or_default()
}

/// Returns names of teams, each different.
pub(crate) fn team_names() -> impl Iterator<Item = String> {
    let second = words("team-second");
    words("team-second").into_iter().zip(0..).flat_map(move |(_, turn)| {
        let second = second.clone();
        words("team-first")
            .into_iter()
            .enumerate()
            .map(move |(place, first)| format!("{first} {}", second[(place + turn) % second.len()]))
    })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn people_differ_and_have_contact_data_that_reaches_nobody() {
        let people = people(1_500, &mut StdRng::seed_from_u64(1));
        let names: HashSet<_> = people.iter().map(|person| &person.best_identifier).collect();
        assert_eq!(names.len(), 1_500);
        assert!(people.iter().all(|person| person.email.is_ascii() && person.email.ends_with("@example.org")));
        assert!(people.iter().any(|person| person.has_used_app) && people.iter().any(|person| !person.has_used_app));
    }

    #[test]
    fn team_names_differ() {
        assert_eq!(team_names().collect::<HashSet<_>>().len(), 144);
    }
}
