//! The `rule` block: the rules of the standings, and which of their fields can be recomputed from the rounds.

use domain::tournament::Tournament;
use proto_events::tournament::{Fraction, StandingsRules};
use proto_events::vocabulary::Tiebreaker;

use super::document::{MatchPoints, Round, Rule};

/// Returns the block. `all_listed` says whether the standings list all players; the ranks can only be recomputed then.
pub(super) fn rule(tournament: &Tournament, rounds: &[Round], all_listed: bool) -> Rule {
    let rules = &tournament.details.rules;
    let games_known = tournament.stated_game_wins.is_none() && !no_games(rounds);
    let usual = StandingsRules::default();
    let points = |rules: &StandingsRules| (rules.points_for_win, rules.points_for_draw, rules.points_for_loss);
    let (win, draw, loss) = points(rules);
    let match_points = (points(rules) != points(&usual)).then_some(MatchPoints { win, draw, loss });
    let has_playoff = rounds.iter().any(|round| round.kind == "playoff");
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
