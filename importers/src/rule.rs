//! The `rule` block of an archive: the standings rules under which the tournament was published.

use domain::rule_sets::{self, faults};
use proto_events::tournament::{Fraction, StandingsRules};
use proto_events::vocabulary::Tiebreaker;
use serde_json::Value;

use super::object::{Cursor, Object};

/// Minimum of decimals to which percentages are rounded; a platform that shows fewer rounds only what it shows.
const DECIMALS: u8 = 8;
/// Decimals of platforms that do not round.
const UNROUNDED: u8 = 16;
/// Valid match points of a match.
const POINTS: (i32, i32) = (0, rule_sets::POINTS);
/// Largest difference of two equal percentages, unless the file states it.
const TOLERANCE: f64 = 1e-6;
/// Limit of digits of a floor's numerator and denominator.
const FLOOR_DIGITS: usize = 12;

/// The known members of the block. The order of the rows says the scope of the ranks.
const BLOCK: &str = "floor own_gw_floored no_games_gw decimals match_points fields tiebreaks settings tol games_known \
                     points_include_playoffs wld_includes_playoffs rank_scope";

/// The settings of the block.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Rule {
    pub(crate) standings: StandingsRules,
    /// Whether the games behind the published game-win percentages are unknown.
    pub(crate) games_unknown: bool,
    /// The published values that follow from the rounds.
    pub(crate) published: Published,
}

/// The values of the published standings that follow from the rounds, so that they can be compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Published {
    pub(crate) points: bool,
    /// Matches won, lost and drawn.
    pub(crate) record: bool,
    pub(crate) omw: bool,
    pub(crate) gw: bool,
    pub(crate) ogw: bool,
    /// Largest difference of two equal percentages, which are published with few decimals.
    pub(crate) tolerance: f64,
}

impl Default for Published {
    /// Points alone: a file that states nothing may have percentages of another kind.
    fn default() -> Self {
        Self { points: true, record: false, omw: false, gw: false, ogw: false, tolerance: TOLERANCE }
    }
}

/// Reads the block; an absent one means the defaults.
pub(crate) fn read(file: &Object<'_>) -> Rule {
    let mut standings = StandingsRules::default();
    let Some(block) = file.members("rule", BLOCK) else { return Rule::default() };
    match block.value("floor").map(floor) {
        Some(Some(fraction)) => standings.floor = fraction,
        Some(None) => block.problem("floor", "must be a fraction from 0 to 1, such as \"1/3\" or \"0.33\""),
        None => {}
    }
    standings.own_game_win_floored = block.flag("own_gw_floored", true);
    if !standings.own_game_win_floored {
        standings.game_win_without_games = block.rate_if_given("no_games_gw");
    }
    if let Some(decimals) = block.integer_if_given("decimals", (0, 20)) {
        standings.decimals = u8::try_from(decimals).unwrap_or(UNROUNDED).clamp(DECIMALS, UNROUNDED);
    }
    if let Some(points) = block.members("match_points", "win draw loss") {
        standings.points_for_win = points.integer("win", POINTS);
        standings.points_for_draw = points.integer("draw", POINTS);
        standings.points_for_loss = points.integer("loss", POINTS);
    }
    let reproduced = block.value("fields").and_then(Value::as_array);
    let says = |name: &str| reproduced.is_some_and(|fields| fields.iter().any(|field| field == name));
    if let Some(named) = block.optional("tiebreaks") {
        standings.tiebreakers = tiebreakers(named);
    } else if reproduced.is_some() && !says("rank") {
        // No percentage reproduces the published order, so that order itself breaks ties.
        standings.tiebreakers.clear();
    }
    if let Some(settings) = block.value("settings") {
        match serde_json::from_value::<StandingsRules>(settings.clone()) {
            Ok(settings) => {
                // `floor` may have more digits than a fault allows, and is said here again.
                let is_told = |field: &str| field != "floor" || settings.floor != standings.floor;
                for (field, _) in faults(&settings).into_iter().filter(|(field, _)| is_told(field)) {
                    block.problem("settings", format!("{field} is outside of the limits of an event's rules"));
                }
                standings = settings;
            }
            Err(error) => block.problem("settings", error.to_string()),
        }
    }
    let from_published = says("ogw_from_gw");
    let published = Published {
        // Points that include the playoff do not follow from the Swiss rounds.
        points: !block.flag("points_include_playoffs", false),
        record: says("w") && !block.flag("wld_includes_playoffs", false),
        omw: says("omw"),
        gw: says("gw"),
        ogw: says("ogw") || from_published,
        tolerance: block.value("tol").map_or(TOLERANCE, |_| block.number("tol", (0.0, 1.0)).unwrap_or(0.0)),
    };
    Rule { standings, games_unknown: from_published || !block.flag("games_known", true), published }
}

fn tiebreakers(named: Cursor<'_>) -> Vec<Tiebreaker> {
    let mut seen = Vec::new();
    named.list(Tiebreaker::ALL.len(), |item| {
        let known = item.value.as_str().and_then(Tiebreaker::from_wire_name);
        match known {
            Some(tiebreaker) if !seen.contains(&tiebreaker) => {
                seen.push(tiebreaker);
                return Some(tiebreaker);
            }
            Some(tiebreaker) => item.problem(format!("{tiebreaker} is named twice")),
            None => {
                let known = Tiebreaker::ALL.iter().map(|it| it.wire_name()).collect::<Vec<_>>().join(", ");
                item.problem(format!("must be one of {known}, is {}", item.value));
            }
        }
        None
    })
}

/// Reads "1/3", "0.33" or a number, exactly as written.
fn floor(value: &Value) -> Option<Fraction> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let (numerator, denominator) = match text.split_once('/') {
        Some((above, below)) => (digits(above.trim())?, digits(below.trim())?),
        None => {
            let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
            let scale = 10_i64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
            (digits(&format!("{whole}{decimals}"))?, scale)
        }
    };
    (denominator > 0 && numerator <= denominator).then_some(Fraction { numerator, denominator })
}

/// Parses a number of a few digits and nothing else.
fn digits(text: &str) -> Option<i64> {
    let fits = (1..=FLOOR_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if fits { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::problems::{Path, ProblemSink};

    fn rule(file: &Value) -> Result<Rule, String> {
        let problems = ProblemSink::default();
        let rule = read(&Cursor { value: file, path: Path::Root, problems: &problems }.dictionary().unwrap());
        if problems.is_empty() { Ok(rule) } else { Err(problems.into_problems().to_string()) }
    }

    #[test]
    fn without_a_block_the_defaults_hold() {
        for file in [json!({}), json!({"rule": null}), json!({"rule": {}})] {
            assert_eq!(rule(&file), Ok(Rule::default()));
        }
    }

    #[test]
    fn every_setting_is_read() {
        let read = rule(&json!({"rule": {
            "floor": "1/3", "own_gw_floored": false, "no_games_gw": -0.2, "decimals": 16, "tiebreaks": ["gw", "omw"],
            "fields": ["points", "ogw_from_gw"], "tol": 0.1, "match_points": {"win": 5, "draw": 2, "loss": 1}
        }}))
        .unwrap();
        let expected = StandingsRules {
            floor: Fraction { numerator: 1, denominator: 3 },
            own_game_win_floored: false,
            game_win_without_games: Some(-0.2),
            decimals: 16,
            points_for_win: 5,
            points_for_draw: 2,
            points_for_loss: 1,
            tiebreakers: vec![Tiebreaker::GameWin, Tiebreaker::OpponentMatchWin],
            ..StandingsRules::default()
        };
        let published = Published { points: true, ogw: true, tolerance: 0.1, ..Published::default() };
        assert_eq!(read, Rule { standings: expected, games_unknown: true, published });
        let settings =
            StandingsRules { points_by_place: vec![5, 3, 1], byes_count: false, ..StandingsRules::default() };
        let read = rule(&json!({"rule": {"floor": "1/3", "settings": settings}})).unwrap();
        assert_eq!(read.standings, settings, "they stand above the others");
    }

    #[test]
    fn floored_percentages_need_no_value_without_games_and_few_decimals_are_eight() {
        let read = rule(&json!({"rule": {"no_games_gw": 0.3333, "decimals": 3, "games_known": false}})).unwrap();
        let published = Published::default();
        assert_eq!(read, Rule { standings: StandingsRules::default(), games_unknown: true, published });
    }

    #[test]
    fn an_order_that_no_percentage_reproduces_is_kept_as_published() {
        let tiebreakers = |fields: Value| rule(&json!({"rule": {"fields": fields}})).unwrap().standings.tiebreakers;
        assert_eq!(tiebreakers(json!(["points", "omw"])), []);
        assert_eq!(tiebreakers(json!(["points", "omw", "rank"])), StandingsRules::default().tiebreakers);
    }

    #[test]
    fn floors_are_exact() {
        for (value, numerator, denominator) in [
            (json!("0.33"), 33, 100),
            (json!(" 2/5 "), 2, 5),
            (json!(0.25), 25, 100),
            (json!("0"), 0, 1),
            (json!(1), 1, 1),
        ] {
            assert_eq!(floor(&value), Some(Fraction { numerator, denominator }), "{value}");
        }
        for value in [json!("1/0"), json!("4/3"), json!("-0.1"), json!("a third"), json!(1e-30), json!([]), json!("")] {
            assert_eq!(floor(&value), None, "{value}");
        }
    }

    #[test]
    fn settings_have_the_limits_of_an_events_rules() {
        let settings = json!({"points_for_win": 2_000_000_000, "decimals": 200, "tiebreakers": ["omw", "omw"]});
        let told = rule(&json!({"rule": {"settings": settings}})).unwrap_err();
        for field in ["points_for_win", "decimals", "tiebreakers"] {
            assert!(told.contains(&format!("rule.settings: {field} is outside")), "{field} is not in {told}");
        }
        let exact = json!({"floor": {"numerator": 33_333_333, "denominator": 100_000_000}});
        assert!(rule(&json!({"rule": {"floor": "0.33333333", "settings": exact}})).is_ok(), "as an export says it");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let told = rule(
            &json!({"rule": {"floor": "2", "tiebreaks": ["omw", "omw", "luck"], "games_known": 1, "match_points": {"win": 3, "draw": 1}}}),
        );
        let told = told.unwrap_err();
        for path in [
            "rule.floor: ",
            "rule.tiebreaks[1]: ",
            "rule.tiebreaks[2]: ",
            "rule.games_known: ",
            "rule.match_points.loss: ",
        ] {
            assert!(told.contains(path), "{path} is not in {told}");
        }
    }
}
