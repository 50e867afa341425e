//! The fields of an archive file, in the order in which they are written, and the rules of the standings.

use std::collections::BTreeMap;

use domain::tournament::Tournament;
use proto_events::tournament::{Fraction, PODS_SEATS_MAX, StandingsRules};
use proto_events::vocabulary::Tiebreaker;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Archive {
    /// Id on the tournament's platform.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) date: String,
    pub(super) format: &'static str,
    pub(super) platform: String,
    pub(super) source: Source,
    pub(super) rule: Rule,
    /// Rounds after which players were cut although more Swiss rounds followed.
    pub(super) phase_cuts: Vec<i32>,
    pub(super) swiss_rounds: i32,
    pub(super) top_cut: i32,
    /// Players at a table, in an event of pods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pod_size: Option<i32>,
    /// Per player: the first round whose standings no longer list the player.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) disqualified: BTreeMap<usize, i32>,
    /// Names; everywhere else, a player is an index into this list.
    pub(super) players: Vec<String>,
    pub(super) rounds: Vec<Round>,
    pub(super) standings: Vec<Row>,
    /// Lines of the decklist, by player.
    pub(super) decklists: BTreeMap<usize, Vec<String>>,
    /// URL of the deck's page, by player.
    pub(super) deck_urls: BTreeMap<usize, String>,
}

/// The program that wrote the file.
#[derive(Debug, Serialize)]
pub(super) struct Source {
    pub(super) writer: &'static str,
}

/// The rules of the standings.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    pub(super) floor: String,
    pub(super) own_gw_floored: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) no_games_gw: Option<f64>,
    /// Tolerance when a value is recomputed.
    pub(super) tol: f64,
    pub(super) decimals: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games_known: Option<bool>,
    pub(super) tiebreaks: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) match_points: Option<MatchPoints>,
    /// All settings, if the others do not say them all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) settings: Option<StandingsRules>,
    /// Fields that can be recomputed from the rounds.
    pub(super) fields: Vec<&'static str>,
    pub(super) wld_includes_playoffs: bool,
    pub(super) points_include_playoffs: bool,
    pub(super) rank_scope: &'static str,
}

/// Match points, if they are not 3, 1 and 0.
#[derive(Debug, Serialize)]
pub(super) struct MatchPoints {
    pub(super) win: i32,
    pub(super) draw: i32,
    pub(super) loss: i32,
}

#[derive(Debug, Serialize)]
pub(super) struct Round {
    pub(super) number: i32,
    pub(super) kind: &'static str,
    pub(super) matches: Vec<Table>,
}

/// A match.
#[derive(Debug, Serialize)]
pub(super) struct Table {
    pub(super) p1: usize,
    pub(super) p2: Option<usize>,
    /// The other players of a pod.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) p3: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) p4: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) p5: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) g1: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) g2: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) gd: Option<i32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) bye: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) loss: bool,
    /// The seat of the winner, 1 or 2, and 4 to 6 for the third to the fifth; 0 for a draw, 3 if all lost.
    pub(super) winner: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) places: Option<[u8; PODS_SEATS_MAX]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scores: Option<[i32; 2]>,
    /// Whether the match is for a lower place.
    #[serde(skip)]
    pub(super) is_consolation: bool,
}

/// A line of the standings.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) rank: i32,
    pub(super) p: usize,
    pub(super) points: i32,
    pub(super) w: i32,
    pub(super) l: i32,
    pub(super) d: i32,
    pub(super) omw: f64,
    pub(super) gw: f64,
    pub(super) ogw: f64,
    pub(super) as_of_round: i32,
}

/// Returns the block. `all_listed` says whether the standings list all players; the ranks can only be recomputed then.
pub(super) fn rule(tournament: &Tournament, rounds: &[Round], all_listed: bool) -> Rule {
    let rules = &tournament.details.rules;
    let games_known = tournament.stated_game_wins.is_none() && !no_games(rounds);
    let usual = StandingsRules::default();
    let points = |rules: &StandingsRules| (rules.points_for_win, rules.points_for_draw, rules.points_for_loss);
    let (win, draw, loss) = points(rules);
    let match_points = (points(rules) != points(&usual)).then_some(MatchPoints { win, draw, loss });
    let has_playoff = rounds.iter().any(|round| round.kind == "playoff");
    let said = StandingsRules {
        points_for_win: rules.points_for_win,
        points_for_draw: rules.points_for_draw,
        points_for_loss: rules.points_for_loss,
        floor: rules.floor,
        own_game_win_floored: rules.own_game_win_floored,
        game_win_without_games: rules.game_win_without_games,
        tiebreakers: rules.tiebreakers.clone(),
        decimals: rules.decimals,
        ..usual
    };
    let settings = (*rules != said).then(|| rules.clone());
    Rule {
        floor: floor(rules.floor),
        own_gw_floored: rules.own_game_win_floored,
        no_games_gw: rules.game_win_without_games.filter(|_| !rules.own_game_win_floored),
        // Own percentages are rounded, then their means: each step moves a value by at most half a unit.
        tol: if rules.decimals == 8 { 1.1e-8 } else { 1e-9 },
        decimals: rules.decimals,
        games_known: (!games_known).then_some(false),
        tiebreaks: rules.tiebreakers.iter().map(|it: &Tiebreaker| it.wire_name()).collect(),
        fields: fields(games_known, match_points.is_none(), !has_playoff || (all_listed && !has_consolation(rounds))),
        match_points,
        settings,
        wld_includes_playoffs: false,
        points_include_playoffs: false,
        rank_scope: if has_playoff { "final" } else { "swiss" },
    }
}

/// Whether matches were played, but no games are known of any.
fn no_games(rounds: &[Round]) -> bool {
    let swiss = rounds.iter().filter(|round| round.kind == "swiss");
    let mut met = swiss.flat_map(|round| &round.matches).filter(|table| table.p2.is_some()).peekable();
    met.peek().is_some() && met.all(|table| table.g1.is_none())
}

/// Returns the fields that can be recomputed. Ranks after a playoff can be recomputed only if all players are listed
/// and there was no match for a lower place.
fn fields(games_known: bool, usual_points: bool, ranks_known: bool) -> Vec<&'static str> {
    let mut fields = if usual_points { vec!["points", "w", "l", "d", "omw"] } else { Vec::new() };
    match (games_known, usual_points) {
        (true, _) => fields.extend(["gw", "ogw"]),
        (false, true) => fields.push("ogw_from_gw"),
        (false, false) => {}
    }
    if usual_points && ranks_known {
        fields.push("rank");
    }
    fields
}

fn has_consolation(rounds: &[Round]) -> bool {
    rounds.iter().flat_map(|round| &round.matches).any(|table| table.is_consolation)
}

/// Formats a fraction as a decimal if it is one.
fn floor(Fraction { numerator, denominator }: Fraction) -> String {
    let digits = denominator.to_string();
    let is_power_of_ten = digits.strip_prefix('1').is_some_and(|zeros| zeros.bytes().all(|digit| digit == b'0'));
    match digits.len() {
        1 if is_power_of_ten => numerator.to_string(),
        length if is_power_of_ten && numerator < denominator => {
            format!("0.{numerator:0width$}", width = length.saturating_sub(1))
        }
        _ => format!("{numerator}/{denominator}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_floor_is_written_as_people_write_it() {
        for (numerator, denominator, text) in [
            (33, 100, "0.33"),
            (1, 3, "1/3"),
            (0, 1, "0"),
            (1, 1, "1"),
            (5, 100, "0.05"),
            (1, 2, "1/2"),
            (10, 10, "10/10"),
        ] {
            assert_eq!(floor(Fraction { numerator, denominator }), text);
        }
    }
}
