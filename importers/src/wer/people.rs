//! The players of a file: their names, final places and disqualifications.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::markup::Element;
use crate::archive::PLAYERS;
use crate::problems::{Path, ProblemSink};

/// Limit of places.
const PLACES: (i32, i32) = (1, 1_000_000);

/// The players.
#[derive(Default)]
pub(super) struct People<'a> {
    /// Names, by player.
    pub(super) names: Vec<String>,
    by_id: HashMap<&'a str, usize>,
    /// Final place of each player who has one.
    pub(super) places: HashMap<usize, i32>,
    pub(super) disqualified: BTreeSet<usize>,
    /// Number of persons who do not play, such as judges.
    others: usize,
}

impl<'a> People<'a> {
    /// Reads all players. `None` if the tournament is one of teams.
    pub(super) fn read(event: Element<'a>, problems: &ProblemSink) -> Option<Self> {
        let team = event.all_in("participation", "team").find(|team| team.all("member").nth(1).is_some());
        if let Some(team) = team {
            let members = team.all("member").count();
            let message = format!("has {members} members; only tournaments of single players can be imported");
            team.problem("team", message, problems);
            return None;
        }
        let mut people = Self::default();
        let playing = playing(event);
        for person in event.all_in("participation", "person") {
            let Some(id) = person.attribute("id") else {
                person.problem("id", "is missing", problems);
                continue;
            };
            if playing.contains(id) {
                people.add(person, id, problems);
            } else {
                people.others += 1;
            }
        }
        if people.names.len() > PLAYERS {
            problems.add(Path::Root, format!("may have at most {PLAYERS} players, has {}", people.names.len()));
            return None;
        }
        people.read_roles(event, problems);
        Some(people)
    }

    fn add(&mut self, person: Element<'a>, id: &'a str, problems: &ProblemSink) {
        let names = ["first", "last"].map(|name| person.attribute(name).unwrap_or_default());
        let mut name = names.iter().flat_map(|name| name.split_whitespace()).collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            id.clone_into(&mut name);
        }
        person.check_length("first and last", &name, problems);
        if self.by_id.insert(id, self.names.len()).is_some() {
            person.problem("id", format!("{id:?} is another person already"), problems);
        }
        self.names.push(name);
    }

    /// Reads places and disqualifications. Judges have a role too.
    fn read_roles(&mut self, event: Element<'a>, problems: &ProblemSink) {
        for role in event.all_in("participation", "role").filter(|role| is_of_players(*role)) {
            for entry in role.all("ref") {
                let Some(player) = self.player(entry, "person", problems) else { continue };
                if is_disqualification(role) {
                    self.disqualified.insert(player);
                } else if let Some(place) = entry.integer("seq", PLACES, problems)
                    && self.places.insert(player, place).is_some()
                {
                    entry.problem("person", format!("{:?} has two places", self.names[player]), problems);
                }
            }
        }
    }

    /// Returns the persons who do not play, in words.
    pub(super) fn others_in_words(&self) -> Option<String> {
        (self.others > 0).then(|| format!("the persons who do not play, such as judges: {}", self.others))
    }

    /// Returns the player whom an attribute names. `None` if it names no player.
    pub(super) fn playing(&self, element: Element<'a>, name: &str) -> Option<usize> {
        self.by_id.get(id(element, name)?).copied()
    }

    /// Returns the player whom an attribute names. `None` if it is absent or there is a problem.
    pub(super) fn player(&self, element: Element<'a>, name: &str, problems: &ProblemSink) -> Option<usize> {
        let id = id(element, name)?;
        let player = self.by_id.get(id).copied();
        if player.is_none() {
            element.problem(name, format!("must be the id of a person of the file, is {id:?}"), problems);
        }
        player
    }
}

/// Returns an id, which is 0 for no person.
fn id<'a>(element: Element<'a>, name: &str) -> Option<&'a str> {
    element.attribute(name).filter(|id| *id != "0")
}

fn is_of_players(role: Element<'_>) -> bool {
    role.attribute("cd").is_some_and(|code| code.starts_with("PL") || code == "DQ")
}

fn is_disqualification(role: Element<'_>) -> bool {
    [role.attribute("cd"), role.attribute("type")].contains(&Some("DQ"))
}

/// Returns the ids of the persons who play: those with a place, a team or a match.
fn playing(event: Element<'_>) -> HashSet<&str> {
    let roles = event.all_in("participation", "role").filter(|role| is_of_players(*role));
    let members = event.all_in("participation", "team").flat_map(|team| team.all("member"));
    let named = roles.flat_map(|role| role.all("ref")).chain(members).filter_map(|entry| id(entry, "person"));
    let matches = event.all_in("matches", "round").flat_map(|round| round.all("match"));
    let met = matches.flat_map(|played| ["person", "opponent"].map(|name| id(played, name))).flatten();
    named.chain(met).collect()
}
