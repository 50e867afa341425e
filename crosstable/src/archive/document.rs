//! The fields of an archive file, in the order in which they are written, and the rules of the standings. `schema.rs`
//! describes them for other programs.

use std::collections::BTreeMap;

use domain::tournament::Tournament;
use domain::tournament::to_pair::table_size;
use proto_events::tournament::{Fraction, PODS_SEATS_MAX, StandingsRules};
use proto_events::vocabulary::{PlayoffKind, Tiebreaker};
use serde::Serialize;

/// A finished tournament, as `crosstable export --format archive` writes it and `crosstable import` reads it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct Archive {
    /// Id on the tournament's platform.
    pub(super) id: String,
    /// Name of the tournament.
    pub(super) name: String,
    /// When it began, in RFC 3339; an import takes a day too.
    pub(super) date: String,
    /// Its format, such as `Modern`.
    pub(super) format: &'static str,
    /// The platform that gave it its id.
    pub(super) platform: String,
    /// The program that wrote the file.
    pub(super) source: Source,
    /// The rules of the standings.
    pub(super) rule: Rule,
    /// Rounds after which players were cut although more Swiss rounds followed.
    pub(super) phase_cuts: Vec<i32>,
    /// Number of the last Swiss round.
    pub(super) swiss_rounds: i32,
    /// Number of players in the playoff; 0 without one.
    pub(super) top_cut: i32,
    /// How the playoff was played, if it is not a single elimination without a match for third place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) playoff: Option<PlayoffKind>,
    /// The players of the playoff by seed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) seeds: Vec<usize>,
    /// The players of the playoff by published final place, best first, if these count above the rounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) final_places: Vec<usize>,
    /// Players at a table, in an event of pods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pod_size: Option<i32>,
    /// Players in a pool, in an event that plays in pools before the cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pool_size: Option<i32>,
    /// Per player: the first round whose standings no longer list the player.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schema(value_type = BTreeMap<String, i32>))]
    pub(super) disqualified: BTreeMap<usize, i32>,
    /// Names; everywhere else, a player is an index into this list.
    pub(super) players: Vec<String>,
    /// The rounds with their matches, the playoff after the Swiss rounds.
    pub(super) rounds: Vec<Round>,
    /// The published standings, best first.
    pub(super) standings: Vec<Row>,
    /// Lines of the decklist, by player.
    #[cfg_attr(test, schema(value_type = BTreeMap<String, Vec<String>>))]
    pub(super) decklists: BTreeMap<usize, Vec<String>>,
    /// URL of the deck's page, by player.
    #[cfg_attr(test, schema(value_type = BTreeMap<String, String>))]
    pub(super) deck_urls: BTreeMap<usize, String>,
}

/// The program that wrote the file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct Source {
    /// Its name.
    pub(super) writer: &'static str,
}

/// The rules of the standings.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct Rule {
    /// Minimum of a percentage in the average of opponents, such as `0.33` or `1/3`.
    pub(super) floor: String,
    /// Whether the minimum applies to a player's own game-win percentage too.
    pub(super) own_gw_floored: bool,
    /// Own game-win percentage of a player without games, if it is not the minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) no_games_gw: Option<f64>,
    /// Tolerance when a value is recomputed.
    pub(super) tol: f64,
    /// Decimals to which percentages are rounded.
    pub(super) decimals: u8,
    /// False if the games behind the percentages are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games_known: Option<bool>,
    /// The tiebreakers, the first one first.
    pub(super) tiebreaks: Vec<Tiebreaker>,
    /// Match points, if they are not 3, 1 and 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) match_points: Option<MatchPoints>,
    /// All settings, if the others do not say them all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) settings: Option<StandingsRules>,
    /// Fields that can be recomputed from the rounds.
    pub(super) fields: Vec<&'static str>,
    /// Whether the matches won, lost and drawn include the playoff.
    pub(super) wld_includes_playoffs: bool,
    /// Whether the match points include the playoff.
    pub(super) points_include_playoffs: bool,
    /// Whether the ranks are those after the playoff or after the Swiss rounds.
    #[cfg_attr(test, schema(pattern = "^(final|swiss)$"))]
    pub(super) rank_scope: &'static str,
}

/// Match points, if they are not 3, 1 and 0.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct MatchPoints {
    /// For a match won.
    pub(super) win: i32,
    /// For a match drawn.
    pub(super) draw: i32,
    /// For a match lost.
    pub(super) loss: i32,
}

/// A round.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct Round {
    /// Its number, from 1.
    pub(super) number: i32,
    /// Whether it is a round before the cut or of the playoff.
    #[cfg_attr(test, schema(pattern = "^(swiss|playoff)$"))]
    pub(super) kind: &'static str,
    /// Its matches by table, byes and losses without an opponent last.
    pub(super) matches: Vec<Table>,
}

/// A match.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Match))]
pub(super) struct Table {
    /// The first player.
    pub(super) p1: usize,
    /// The second player; null in a bye and in a loss without an opponent.
    #[cfg_attr(test, schema(required = true))]
    pub(super) p2: Option<usize>,
    /// The third player of a pod.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) p3: Option<usize>,
    /// The fourth player of a pod.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) p4: Option<usize>,
    /// The fifth player of a pod.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) p5: Option<usize>,
    /// Games that the first player won, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) g1: Option<i32>,
    /// Games that the second player won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) g2: Option<i32>,
    /// Games drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) gd: Option<i32>,
    /// Whether it is a win without an opponent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) bye: bool,
    /// Whether it is a loss without an opponent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) loss: bool,
    /// The seat of the winner, 1 or 2, and 4 to 6 for the third to the fifth; 0 for a draw, 3 if all lost.
    #[cfg_attr(test, schema(maximum = 6))]
    pub(super) winner: u8,
    /// The places of a pod's players by seat; 0 for an empty seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) places: Option<[u8; PODS_SEATS_MAX]>,
    /// What each side scored, in an event whose rules count scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scores: Option<[i32; 2]>,
    /// The number of its pool, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pool: Option<i32>,
    /// Whether the match is for a lower place.
    #[serde(skip)]
    pub(super) is_consolation: bool,
}

/// A line of the standings.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct Row {
    /// Rank, from 1.
    pub(super) rank: i32,
    /// The player.
    pub(super) p: usize,
    /// Match points.
    pub(super) points: i32,
    /// Matches won.
    pub(super) w: i32,
    /// Matches lost.
    pub(super) l: i32,
    /// Matches drawn.
    pub(super) d: i32,
    /// Mean of the opponents' match-win percentages, from 0 to 1.
    pub(super) omw: f64,
    /// Game-win percentage.
    pub(super) gw: f64,
    /// Mean of the opponents' game-win percentages.
    pub(super) ogw: f64,
    /// The round after which the percentages are these: that of a cut for players who missed it.
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
    let ranks_known = tournament.stated_places.is_none()
        && (!has_playoff || (all_listed && playoff(tournament).is_none() && !has_consolation(rounds)));
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
        tiebreaks: rules.tiebreakers.clone(),
        fields: fields(games_known, match_points.is_none(), ranks_known),
        match_points,
        settings,
        wld_includes_playoffs: false,
        points_include_playoffs: false,
        rank_scope: if has_playoff || tournament.stated_places.is_some() { "final" } else { "swiss" },
    }
}

/// Returns how the playoff is played, if it is not the usual way, and not one of pods.
pub(super) fn playoff(tournament: &Tournament) -> Option<PlayoffKind> {
    Some(tournament.details.playoff).filter(|kind| *kind != PlayoffKind::default() && table_size(tournament) == 2)
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
