//! The players of a file: their names, final places, disqualifications and penalties. `<warnings>` has a `<warning>` for
//! each penalty, with the number of the infraction (`code`) and that of the penalty.

use std::collections::{BTreeSet, HashMap, HashSet};

use proto_events::vocabulary::Penalty;

use super::markup::Element;
use crate::archive::{ArchivePenalty, ArchiveRound, ROUNDS, check_player_count};

/// Limit of places.
const PLACES: (i32, i32) = (1, 1_000_000);
/// The penalties by their number, which begins at 1. A disqualification is 5 or 6, without or with prizes.
const PENALTIES: [Penalty; 6] = [
    Penalty::Caution,
    Penalty::Warning,
    Penalty::GameLoss,
    Penalty::MatchLoss,
    Penalty::Disqualification,
    Penalty::Disqualification,
];

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
    pub(super) fn read(event: Element<'a>) -> Option<Self> {
        let team = event.all_in("participation", "team").find(|team| team.all("member").nth(1).is_some());
        if let Some(team) = team {
            let members = team.all("member").count();
            let message = format!("has {members} members; only tournaments of single players can be imported");
            team.problem("team", message);
            return None;
        }
        let mut people = Self::default();
        let playing = playing(event);
        for person in event.all_in("participation", "person") {
            let Some(id) = person.attribute("id") else {
                person.problem("id", "is missing");
                continue;
            };
            if playing.contains(id) {
                people.add(person, id);
            } else {
                people.others += 1;
            }
        }
        check_player_count(people.names.len(), event.problems)?;
        people.read_roles(event);
        Some(people)
    }

    fn add(&mut self, person: Element<'a>, id: &'a str) {
        let names = ["first", "last"].map(|name| person.attribute(name).unwrap_or_default());
        let mut name = names.iter().flat_map(|name| name.split_whitespace()).collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            id.clone_into(&mut name);
        }
        person.check_length("first and last", &name);
        if self.by_id.insert(id, self.names.len()).is_some() {
            person.problem("id", format!("{id:?} is another person already"));
        }
        self.names.push(name);
    }

    /// Reads places and disqualifications. Judges have a role too.
    fn read_roles(&mut self, event: Element<'a>) {
        for role in event.all_in("participation", "role").filter(|role| is_of_players(*role)) {
            for entry in role.all("ref") {
                let Some(player) = self.player(entry, "person") else { continue };
                if is_disqualification(role) {
                    self.disqualified.insert(player);
                } else if let Some(place) = entry.integer("seq", PLACES)
                    && self.places.insert(player, place).is_some()
                {
                    entry.problem("person", format!("{:?} has two places", self.names[player]));
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
    pub(super) fn player(&self, element: Element<'a>, name: &str) -> Option<usize> {
        let id = id(element, name)?;
        let player = self.by_id.get(id).copied();
        if player.is_none() {
            element.problem(name, format!("must be the id of a person of the file, is {id:?}"));
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

/// Reads the penalties, and says which of them are left out.
pub(super) fn penalties(
    event: Element<'_>,
    people: &People<'_>,
    rounds: &[ArchiveRound],
) -> (Vec<ArchivePenalty>, Option<String>) {
    let (mut read, mut unread) = (Vec::new(), 0);
    for warning in event.all_in("warnings", "warning") {
        match penalty(warning, people, rounds) {
            Some(penalty) => read.push(penalty),
            None => unread += 1,
        }
    }
    let why = "of persons who do not play, or with a number that stands for no penalty";
    (read, (unread > 0).then(|| format!("{unread} of the penalties, {why}")))
}

fn penalty(warning: Element<'_>, people: &People<'_>, rounds: &[ArchiveRound]) -> Option<ArchivePenalty> {
    let number = warning.attribute("penalty")?;
    let penalty = *PENALTIES.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
    let player = people.playing(warning, "person")?;
    let code = warning.attribute("code").unwrap_or("unknown");
    let infraction = format!("Infraction {code}, penalty {number} (Wizards Event Reporter)");
    warning.check_length("code", &infraction);
    let note = warning.attribute("notes").unwrap_or_default().to_owned();
    let round = warning.integer("round", (0, ROUNDS));
    let round = round.filter(|number| rounds.iter().any(|round| round.number == *number));
    Some(ArchivePenalty { player, round, infraction, penalty, note })
}
