//! Pairs the Swiss rounds of real tournaments again, if the folder with their files exists. Each round starts from the real
//! results before it and has the players who were really paired in it. `PAIRING=all` proves that no pairings are better.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::pairing::{Entrant, EntrantId, Seats, Way, pair};
use serde_json::Value;

use crate::check::{check, cost_of};
use crate::paired::tables;
use crate::swiss::is_thorough;

const SEEDS: u64 = 5;

#[derive(Debug, Default)]
struct Figures {
    rematches: i64,
    difference: i64,
    /// Pairs of players who differ by more than 3 points.
    far: usize,
}

/// The real pairings of a tournament, ours if the same players have byes, and ours if our rules decide who gets the bye.
#[derive(Debug, Default)]
struct Repaired {
    name: String,
    pairs: usize,
    real: Figures,
    ours: Figures,
    own_byes: Figures,
}

#[test]
fn real_tournaments_are_paired_no_worse_than_they_were() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/oracle/tournaments");
    for file in std::fs::read_dir(folder).into_iter().flatten() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let repaired = repair(&serde_json::from_str(&text).unwrap());
        println!("{}: {repaired:?}", repaired.name);
        let (real, ours) = (&repaired.real, &repaired.ours);
        assert!(ours.rematches <= real.rematches, "{repaired:?}");
        assert!(ours.rematches < real.rematches || ours.difference <= real.difference, "{repaired:?}");
        assert!(ours.far <= real.far, "{repaired:?}");
        assert!(repaired.pairs > 0 && repaired.own_byes.rematches == 0, "{repaired:?}");
    }
}

fn repair(archive: &Value) -> Repaired {
    let mut entrants: BTreeMap<i64, Entrant> = BTreeMap::new();
    let mut repaired = Repaired { name: archive["name"].to_string(), ..Repaired::default() };
    let mut rounds: Vec<&Value> = archive["rounds"].as_array().unwrap().iter().collect();
    rounds.retain(|round| round["kind"] == "swiss");
    rounds.sort_by_key(|round| round["number"].as_i64());
    for round in rounds {
        let matches = round["matches"].as_array().unwrap();
        let field = field(matches, &mut entrants);
        let pairs = real_pairs(matches);
        repaired.pairs += pairs.len();
        add(&mut repaired.real, &field, &pairs);
        add(&mut repaired.ours, &field, &best(&field));
        let byes = field.iter().filter(|entrant| entrant.has_awarded_bye).count();
        let is_earned = byes > 1 || field.len().is_multiple_of(2);
        let freely =
            |entrant: &Entrant| Entrant { has_awarded_bye: entrant.has_awarded_bye && is_earned, ..entrant.clone() };
        let free: Vec<Entrant> = field.iter().map(freely).collect();
        add(&mut repaired.own_byes, &free, &best(&free));
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
fn best(field: &[Entrant]) -> Vec<[EntrantId; 2]> {
    let round = pair(field, Way::Swiss, 0);
    if is_thorough() {
        check(field, &round, 4, Way::Swiss.into()).unwrap();
    }
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
