//! Seeded tournaments of any size. Their standings are calculated here (`reckon`), independently of the service.

use std::collections::BTreeMap;

use serde_json::json;

use crate::archive::{Archive, Match, Round, Row, Rule};
use crate::reckon;

/// The parameters of a generated tournament.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Id and name.
    pub id: String,
    /// Number of players.
    pub players: usize,
    /// Number of Swiss rounds.
    pub rounds: i32,
    /// Seed of all random choices.
    pub seed: u64,
    /// Floor of percentages, as written in the file format.
    pub floor: &'static str,
    /// Whether a player's own game-win percentage is floored too.
    pub own_gw_floored: bool,
    /// Whether players submit decklists.
    pub lists: bool,
}

impl Plan {
    /// A tournament of this size, with the usual rules and lists.
    pub fn new(id: &str, players: usize, rounds: i32, seed: u64) -> Self {
        Self { id: id.into(), players, rounds, seed, floor: "0.33", own_gw_floored: true, lists: true }
    }
}

/// A small random number generator (splitmix), which is the same on every machine.
#[derive(Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// A random number below `sides`.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % sides
    }
}

/// Generates the tournament of a plan.
pub fn generate(plan: &Plan) -> Archive {
    let mut dice = Dice(plan.seed);
    let mut points = vec![0_i64; plan.players];
    let mut dropped = vec![false; plan.players];
    let mut had_bye = vec![false; plan.players];
    let mut rounds = Vec::new();
    for number in 1..=plan.rounds {
        let matches = pair(&points, &dropped, &mut had_bye, &mut dice);
        for game in &matches {
            for (player, gained) in reckon::points_of(game) {
                points[player] += gained;
            }
        }
        if number < plan.rounds {
            drop_some(&points, &mut dropped, &mut dice);
        }
        rounds.push(Round { number, kind: "swiss".into(), name: None, matches });
    }
    let mut archive = frame(plan, rounds);
    archive.standings = published(&archive);
    archive
}

/// Pairs players with similar points. The last one without an opponent has a bye.
fn pair(points: &[i64], dropped: &[bool], had_bye: &mut [bool], dice: &mut Dice) -> Vec<Match> {
    let mut order: Vec<usize> = (0..points.len()).filter(|&player| !dropped[player]).collect();
    let keys: Vec<(i64, u64)> = points.iter().map(|points| (-points, dice.roll(1 << 32))).collect();
    order.sort_by_key(|&player| keys[player]);
    let mut matches = Vec::new();
    if order.len() % 2 == 1 {
        let place = order.iter().rposition(|&player| !had_bye[player]).unwrap_or(order.len() - 1);
        let lucky = order.remove(place);
        had_bye[lucky] = true;
        matches.push(Match {
            p1: lucky,
            p2: None,
            g1: Some(2),
            g2: Some(0),
            gd: Some(0),
            bye: true,
            loss: false,
            winner: 1,
        });
    }
    matches.extend(order.chunks(2).map(|pair| play(pair[0], pair[1], dice)));
    matches
}

fn play(first: usize, second: usize, dice: &mut Dice) -> Match {
    let (g1, g2, gd) = match dice.roll(40) {
        0 => (0, 0, 3),
        1 => (1, 1, 1),
        2 => (1, 1, 0),
        3 => (0, 0, 0),
        4 => (1, 0, 0),
        roll if roll < 22 => (2, i64::from(roll % 2 == 0), 0),
        roll => (i64::from(roll % 2 == 0), 2, 0),
    };
    let winner = match g1.cmp(&g2) {
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 0,
    };
    Match { p1: first, p2: Some(second), g1: Some(g1), g2: Some(g2), gd: Some(gd), bye: false, loss: false, winner }
}

/// Drops one in ten of the players who are far behind.
fn drop_some(points: &[i64], dropped: &mut [bool], dice: &mut Dice) {
    let best = points.iter().copied().max().unwrap_or_default();
    for (player, gone) in dropped.iter_mut().enumerate() {
        *gone |= points[player] + 6 < best && dice.roll(10) == 0;
    }
}

fn frame(plan: &Plan, rounds: Vec<Round>) -> Archive {
    let listed = if plan.lists { plan.players } else { 0 };
    Archive {
        id: plan.id.clone(),
        name: format!("Generated {}", plan.id),
        date: "2026-04-04T09:00:00+00:00".into(),
        format: Some("Modern".into()),
        platform: "generated".into(),
        source: json!({"repo": "crosstable", "commit": "", "path": plan.id}),
        rule: Rule {
            floor: plan.floor.into(),
            own_gw_floored: plan.own_gw_floored,
            no_games_gw: Some(reckon::floor_of(plan.floor)),
            tol: 5e-9,
            decimals: 8,
            games_known: None,
            tiebreaks: None,
            fields: ["points", "w", "l", "d", "omw", "gw", "ogw", "rank"].map(String::from).to_vec(),
            wld_includes_playoffs: true,
            points_include_playoffs: false,
            rank_scope: "swiss".into(),
        },
        phase_cuts: Vec::new(),
        swiss_rounds: plan.rounds,
        top_cut: 0,
        players: (0..plan.players).map(|player| format!("Player {player:05}")).collect(),
        rounds,
        standings: Vec::new(),
        decklists: (0..listed).map(|player| (player.to_string(), list_of(player))).collect(),
        deck_urls: BTreeMap::new(),
    }
}

/// Sixty cards and a sideboard, different for each player.
fn list_of(player: usize) -> Vec<String> {
    let mut lines: Vec<_> = (0..15).map(|card| format!("4 Card {:03}", (player * 7 + card * 13) % 400)).collect();
    lines.push(String::new());
    lines.push("Sideboard".into());
    lines.extend((0..5).map(|card| format!("3 Card {:03}", (player * 11 + card * 29) % 400)));
    lines
}

fn published(archive: &Archive) -> Vec<Row> {
    let mut rows = reckon::standings(archive);
    rows.sort_by(reckon::Reckoned::order);
    rows.iter().zip(1..).map(|(row, rank)| row.publish(rank, archive.swiss_rounds)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::own_fixtures;

    #[test]
    fn the_calculation_agrees_with_the_one_by_hand() {
        for path in own_fixtures() {
            let archive = Archive::read(&path);
            let rows = reckon::standings(&archive);
            for line in &archive.standings {
                let row = rows[line.p].publish(line.rank, line.as_of_round);
                assert_eq!(row.points, line.points, "{}", archive.players[line.p]);
                for (own, published) in [(row.omw, line.omw), (row.gw, line.gw), (row.ogw, line.ogw)] {
                    assert!((own - published).abs() < 1e-9, "{}: {row:?} {line:?}", archive.players[line.p]);
                }
            }
        }
    }
}
