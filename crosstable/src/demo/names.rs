//! Invented people: names combined from lists, with contact data in the reserved domain `example.org`.

use std::collections::HashSet;

use proto_events::user::Profile;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

const GIVEN: &[&str] = &[
    "Ada", "Amir", "Anneke", "Ansel", "Ayla", "Bastian", "Beatriz", "Bram", "Caio", "Calla", "Camille", "Chidi",
    "Dagny", "Dario", "Delia", "Eduardo", "Eilidh", "Elio", "Emeka", "Enzo", "Esra", "Farah", "Felix", "Fiona",
    "Florian", "Gaia", "Gideon", "Greta", "Hana", "Hugo", "Ilse", "Imani", "Ingrid", "Ivo", "Jaan", "Jana", "Jonas",
    "Juno", "Kaito", "Katya", "Kiran", "Lars", "Leila", "Linus", "Lucía", "Maeve", "Marek", "Mateo", "Mei", "Milan",
    "Minh", "Mira", "Nadia", "Nils", "Noa", "Océane", "Odin", "Olga", "Orla", "Otto", "Paloma", "Pavel", "Petra",
    "Quinn", "Rafael", "Renske", "Rhea", "Roan", "Ruth", "Sanne", "Selma", "Sora", "Stellan", "Søren", "Tariq",
    "Tessa", "Thiago", "Tove", "Umi", "Valerie", "Viggo", "Wanda", "Wout", "Ximena", "Yara", "Yusuf", "Zofia", "Zuri",
];

const FAMILY: &[&str] = &[
    "Abernethy",
    "Adeyemi",
    "Almeida",
    "Andersen",
    "Asturias",
    "Bakker",
    "Baptiste",
    "Becerra",
    "Bianchi",
    "Birkeland",
    "Blackwood",
    "Boateng",
    "Brandt",
    "Caldwell",
    "Carvalho",
    "Castellan",
    "Chaudhry",
    "Cloutier",
    "Dahlberg",
    "Delacroix",
    "Dijkstra",
    "Drummond",
    "Eastwick",
    "Egede",
    "Farrow",
    "Fenwick",
    "Ferreira",
    "Fontaine",
    "Galanis",
    "Gallagher",
    "Grahn",
    "Greenhalgh",
    "Hadley",
    "Haraldsen",
    "Hashimoto",
    "Hoffmeister",
    "Ibarra",
    "Ito",
    "Jansen",
    "Kaplan",
    "Karlsson",
    "Kessler",
    "Kowalczyk",
    "Lachance",
    "Lindqvist",
    "Lombardi",
    "Macready",
    "Marchetti",
    "Mbeki",
    "Moreau",
    "Müller",
    "Nakagawa",
    "Novak",
    "Núñez",
    "Okafor",
    "Oliveira",
    "Osei",
    "Pahlavi",
    "Pellegrini",
    "Petrov",
    "Quarshie",
    "Ramaswamy",
    "Reinholt",
    "Rivas",
    "Rosenthal",
    "Sandoval",
    "Schreiber",
    "Shapira",
    "Sorensen",
    "Stanhope",
    "Strand",
    "Takeda",
    "Tavares",
    "Thackeray",
    "Tran",
    "Ueda",
    "Valente",
    "Vandermeer",
    "Voss",
    "Wexley",
    "Whitlock",
    "Wójcik",
    "Yamamoto",
    "Yilmaz",
    "Zapata",
    "Zielinski",
];

const SYLLABLES: &[&str] = &[
    "ba", "bri", "cor", "da", "dro", "fen", "fir", "gal", "glo", "hax", "jun", "ka", "kel", "lo", "mar", "mi", "mor",
    "nib", "nor", "pim", "quo", "ra", "rin", "sel", "sni", "ta", "tor", "vel", "wu", "yor", "zan", "zi",
];

const PRONOUNS: &[&str] = &["she/her", "he/him", "they/them", "she/they", "he/they"];

/// Returns `count` people with different names and usernames.
pub(crate) fn people(count: usize, rng: &mut StdRng) -> Vec<Profile> {
    let (mut names, mut usernames) = (HashSet::new(), HashSet::new());
    let mut people = Vec::with_capacity(count);
    while people.len() < count {
        let profile = person(rng, people.len());
        if names.insert(profile.best_identifier.clone()) && usernames.insert(profile.username.clone()) {
            people.push(profile);
        }
    }
    people
}

fn person(rng: &mut StdRng, place: usize) -> Profile {
    let first_name = pick(GIVEN, rng).to_owned();
    // A second family name makes enough different names for any number of people.
    let last_name = if place % 9 == 4 {
        format!("{}-{}", pick(FAMILY, rng), pick(FAMILY, rng))
    } else {
        pick(FAMILY, rng).to_owned()
    };
    let username = username(rng);
    Profile {
        best_identifier: format!("{first_name} {last_name}"),
        email: format!("{username}@example.org"),
        pronouns: if rng.random_bool(0.6) { pick(PRONOUNS, rng).to_owned() } else { String::new() },
        has_used_app: rng.random_bool(0.55),
        username,
        first_name,
        last_name,
    }
}

fn username(rng: &mut StdRng) -> String {
    let syllables = rng.random_range(2..=3);
    let mut name: String = (0..syllables).map(|_| pick(SYLLABLES, rng)).collect();
    if rng.random_bool(0.7) {
        name.push_str(&rng.random_range(2..=999).to_string());
    }
    name
}

/// Returns a random element, or "" from an empty list.
pub(crate) fn pick<'a>(list: &[&'a str], rng: &mut StdRng) -> &'a str {
    list.choose(rng).copied().unwrap_or_default()
}

const TEAM_FIRST: &[&str] = &[
    "Three", "Lucky", "Mighty", "Sleepy", "Tapped", "Untapped", "Flying", "Golden", "Silent", "Northern", "Stubborn",
    "Topdeck",
];
const TEAM_SECOND: &[&str] = &[
    "Otters",
    "Mulligans",
    "Lanterns",
    "Badgers",
    "Islands",
    "Foxes",
    "Kettles",
    "Comets",
    "Moles",
    "Herons",
    "Pancakes",
    "Anvils",
];

/// Returns a team name, unique for up to 144 teams.
pub(crate) fn team_name(place: usize) -> String {
    let first = TEAM_FIRST[place % TEAM_FIRST.len()];
    let second = TEAM_SECOND[(place / TEAM_FIRST.len() + place) % TEAM_SECOND.len()];
    format!("{first} {second}")
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
        let names: HashSet<_> = (0..144).map(team_name).collect();
        assert_eq!(names.len(), 144);
    }
}
