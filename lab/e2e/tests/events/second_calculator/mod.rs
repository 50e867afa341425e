//! A second calculator for standings, written from the published rules and not from the product, and its comparison with
//! the product's on random events. Each rule set gets 300 of them, or as many as `SECOND_CALCULATOR_EVENTS` says.

mod event;
mod facts;
mod fraction;
mod generate;
mod magic;
mod margin;
mod pods;
mod resistance;
mod strength;

use std::collections::HashMap;

use domain::fraction::Rounded;
use domain::rule_sets::rules;
use domain::tournament::standings::Standing;
use proto_events::tournament::Fraction as Share;
use proto_events::vocabulary::RuleSet;

use self::event::{Event, Row, System};
use self::fraction::Fraction;

/// Returns the system of a rule set.
fn system(rule_set: RuleSet) -> System {
    match rule_set {
        RuleSet::Pokemon => System::Resistance,
        RuleSet::Score => System::Margin,
        RuleSet::Netrunner => System::Strength,
        RuleSet::Commander => System::Pods,
        RuleSet::Magic | RuleSet::Lorcana | RuleSet::Riftbound => System::Magic(Fraction::new(33, 100)),
        RuleSet::StarWarsUnlimited => System::Magic(Fraction::new(1, 3)),
    }
}

#[test]
fn standings_of_generated_events_of_each_rule_set_are_those_of_the_second_calculator() {
    let events: u64 = std::env::var("SECOND_CALCULATOR_EVENTS").map_or(300, |events| events.parse().unwrap());
    std::thread::scope(|scope| {
        for rule_set in RuleSet::ALL {
            scope.spawn(move || assert_agreement(*rule_set, events));
        }
    });
}

/// Compares all standings of all events under a rule set, and shows the smallest event with a difference.
fn assert_agreement(rule_set: RuleSet, events: u64) {
    let system = system(rule_set);
    let differences = (0..events).filter_map(|seed| {
        let event = generate::event(system, seed);
        let difference = difference(&event, system, rule_set)?;
        let size = event.players().len() * event.rounds.len();
        Some((size, format!("event {seed}, {difference}\n{event:?}")))
    });
    let differences: Vec<(usize, String)> = differences.collect();
    let smallest = differences.iter().min_by_key(|(size, _)| *size).map(|(_, text)| text.as_str());
    assert_eq!(smallest, None, "{rule_set:?}: {} of {events} events differ", differences.len());
}

/// Returns the first difference in the standings of an event, if there is one.
fn difference(event: &Event, system: System, rule_set: RuleSet) -> Option<String> {
    let mut rules = rules(rule_set);
    let weights =
        event.weights.iter().map(|weight| Share { numerator: i64::try_from(*weight).unwrap(), denominator: 1 });
    rules.round_weights = weights.filter(|_| system == System::Strength).collect();
    rules.restarts_after_cut &= event.starts_anew;
    facts::standings(event, system, rules).into_iter().find_map(|(until, standings)| {
        let rows = match system {
            System::Resistance => resistance::rows(event, until),
            System::Margin => margin::rows(event, until),
            System::Strength => strength::rows(event, until),
            System::Magic(floor) => magic::rows(event, until, floor),
            System::Pods => pods::rows(event, until),
        };
        let listed = event.exits.iter().filter(|exit| !exit.is_some_and(|(after, out)| out && after < until)).count();
        let missing = (standings.len() != listed).then(|| format!("{} of {listed} players", standings.len()));
        let wrong = missing.or_else(|| standings.iter().find_map(|line| wrong_line(event, until, &rows, line)));
        let wrong =
            wrong.or_else(|| standings.windows(2).find_map(|pair| wrong_order(event, system, until, &rows, pair)));
        wrong.map(|difference| format!("after round {until}: {difference}"))
    })
}

fn wrong_line(event: &Event, until: usize, rows: &[Row], line: &Standing) -> Option<String> {
    let (player, score) = (player(line), &line.score);
    let (row, record) = (&rows[player], event.record(player, until));
    if (i128::from(score.points), [score.wins, score.losses, score.draws]) != (row.points, record) {
        return Some(format!("player {player} has {score:?}, expected {} points, {record:?}", row.points));
    }
    let mut values = HashMap::from([("mw", line.match_win), ("gw", line.game_win)]);
    values.extend(line.values.iter().map(|(tiebreaker, value)| (tiebreaker.wire_name(), *value)));
    row.values.iter().find_map(|(name, expected)| {
        let value = values.get(name);
        let agrees = value.is_some_and(|value| is_equal(*expected, *value));
        (!agrees).then(|| format!("player {player}, {name}: {value:?}, expected {expected:?}"))
    })
}

/// Whether a value is this fraction, within two units of its last decimal: means are of rounded numbers.
fn is_equal(expected: Fraction, value: Rounded) -> bool {
    let units = 10_i128.pow(value.decimals.into());
    (expected.numerator * units - i128::from(value.units) * expected.denominator).abs() <= 2 * expected.denominator
}

/// Says if two neighbours are in the wrong order. The rules do not compare players who missed a cut with others.
fn wrong_order(event: &Event, system: System, until: usize, rows: &[Row], pair: &[Standing]) -> Option<String> {
    let [above, below] = [player(&pair[0]), player(&pair[1])];
    let keys = |player: usize| [&[rows[player].points.into()], rows[player].order.as_slice()].concat();
    let (higher, lower) = (keys(above), keys(below));
    let is_wrong = match higher.iter().zip(&lower).find(|(one, other)| one != other) {
        // Smaller differences may be lost when numbers are rounded.
        Some((one, other)) => {
            (other.numerator * one.denominator - one.numerator * other.denominator) * 10_000_000
                > one.denominator * other.denominator
        }
        // Two equals, and no more, are ordered by their matches.
        None => {
            let equals = rows.iter().filter(|row| row.points == rows[above].points && row.order == rows[above].order);
            system == System::Resistance && equals.count() == 2 && event.has_beaten(below, above, until)
        }
    };
    (is_wrong && event.missed_cut(above, until) == event.missed_cut(below, until))
        .then(|| format!("player {above} is above player {below}: {higher:?}, {lower:?}"))
}

fn player(line: &Standing) -> usize {
    facts::player(line.competitor.0)
}
