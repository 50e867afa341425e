//! Pairs the Swiss rounds of real tournaments again. Each round starts from the real results before it and has the
//! players who were really paired in it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use domain::pairing::{Entrant, EntrantId, Seats, Way, pair};
use serde_json::Value;

use crate::check::cost_of;
use crate::paired::tables;

/// Number of seeds with which every round is paired.
const SEEDS: u64 = 5;

/// Figures for the pairings of a tournament.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) rematches: i64,
    pub(crate) difference: i64,
    /// Pairs of players who differ by more than 3 points.
    pub(crate) far: usize,
}

/// The real pairings of a tournament, and ours.
#[derive(Debug, Clone, Default)]
pub(crate) struct Repaired {
    /// Name, players, Swiss rounds.
    pub(crate) label: String,
    pub(crate) pairs: usize,
    pub(crate) real: Figures,
    /// Our pairings if the same players have byes.
    pub(crate) ours: Figures,
    /// Our pairings if our rules decide who gets the bye.
    pub(crate) own_byes: Figures,
}

/// Returns the files of real tournaments, or none if the folder does not exist.
pub(crate) fn files() -> Vec<PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/oracle/tournaments");
    let files = std::fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// Pairs the Swiss rounds of a tournament again. Calls `look` with every round.
pub(crate) fn repair(file: &PathBuf, look: impl Fn(&[Entrant], &[Seats])) -> Repaired {
    let archive: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut entrants: BTreeMap<i64, Entrant> = BTreeMap::new();
    let mut repaired = Repaired::default();
    let mut rounds: Vec<&Value> = archive["rounds"].as_array().unwrap().iter().collect();
    rounds.retain(|round| round["kind"] == "swiss");
    rounds.sort_by_key(|round| round["number"].as_i64());
    let (name, players) = (archive["name"].as_str().unwrap().trim(), archive["players"].as_array().unwrap().len());
    repaired.label = format!("{name} | {players} | {}", rounds.len());
    for round in rounds {
        let matches = round["matches"].as_array().unwrap();
        let field = field(matches, &mut entrants);
        let pairs = real_pairs(matches);
        repaired.pairs += pairs.len();
        add(&mut repaired.real, &field, &pairs);
        add(&mut repaired.ours, &field, &best(&field, &look));
        let byes = field.iter().filter(|entrant| entrant.has_awarded_bye).count();
        let is_earned = byes > 1 || field.len().is_multiple_of(2);
        let freely =
            |entrant: &Entrant| Entrant { has_awarded_bye: entrant.has_awarded_bye && is_earned, ..entrant.clone() };
        let free: Vec<Entrant> = field.iter().map(freely).collect();
        add(&mut repaired.own_byes, &free, &best(&free, &look));
        play(matches, &mut entrants);
    }
    repaired
}

/// Returns the players of a round with their results before it. Real byes count as awarded.
fn field(matches: &[Value], entrants: &mut BTreeMap<i64, Entrant>) -> Vec<Entrant> {
    let mut field = Vec::new();
    for played in matches.iter().filter(|played| played["loss"] != true) {
        for player in players(played) {
            let entrant = entrants.entry(player).or_insert_with(|| Entrant::new(EntrantId(player)));
            field.push(Entrant { has_awarded_bye: played["bye"] == true, ..entrant.clone() });
        }
    }
    let ids: HashSet<EntrantId> = field.iter().map(|entrant| entrant.id).collect();
    assert_eq!(ids.len(), field.len(), "a player is paired twice in a real round");
    field
}

fn players(played: &Value) -> Vec<i64> {
    ["p1", "p2"].iter().filter_map(|side| played[side].as_i64()).collect()
}

fn real_pairs(matches: &[Value]) -> Vec<[EntrantId; 2]> {
    let pairs = matches.iter().map(players).filter(|players| players.len() == 2);
    pairs.map(|players| [EntrantId(players[0]), EntrantId(players[1])]).collect()
}

/// Returns our pairs, after checking that their cost does not depend on the seed or on pairing by standing.
fn best(field: &[Entrant], look: impl Fn(&[Entrant], &[Seats])) -> Vec<[EntrantId; 2]> {
    let round = pair(field, Way::Swiss, 0);
    look(field, &round);
    for seed in 1..SEEDS {
        let way = if seed == 1 { Way::ByStanding } else { Way::Swiss };
        let other = pair(field, way, seed);
        let cost = |round: &[Seats]| cost_of(field, round);
        assert_eq!((cost(&other)[0], cost(&other)[2]), (cost(&round)[0], cost(&round)[2]));
    }
    tables(&round).map(|table| table.players).collect()
}

fn add(figures: &mut Figures, field: &[Entrant], pairs: &[[EntrantId; 2]]) {
    let by_id: HashMap<EntrantId, &Entrant> = field.iter().map(|entrant| (entrant.id, entrant)).collect();
    for pair in pairs {
        let [one, other] = pair.map(|id| by_id[&id]);
        let difference = i64::from((one.match_points - other.match_points).abs());
        figures.rematches += i64::from(one.opponents.contains(&other.id));
        figures.difference += difference;
        figures.far += usize::from(difference > 3);
    }
}

/// Adds the real results of a round.
fn play(matches: &[Value], entrants: &mut BTreeMap<i64, Entrant>) {
    for played in matches {
        let players = players(played);
        let mut give = |player: i64, points: i32, opponent: Option<i64>, byes: u32| {
            let entrant = entrants.entry(player).or_insert_with(|| Entrant::new(EntrantId(player)));
            entrant.match_points += points;
            entrant.byes += byes;
            entrant.opponents.extend(opponent.map(EntrantId));
        };
        match (players.as_slice(), played["winner"].as_i64()) {
            ([player], _) if played["bye"] == true => give(*player, 3, None, 1),
            ([one, other], winner) => {
                let points = match winner {
                    Some(1) => [3, 0],
                    Some(2) => [0, 3],
                    _ => [1, 1],
                };
                give(*one, points[0], Some(*other), 0);
                give(*other, points[1], Some(*one), 0);
            }
            _ => {}
        }
    }
}
