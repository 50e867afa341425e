//! `/desk/events/{id}/recompute/`: the standings as they would be under another rule set, next to the real ranks. It changes
//! nothing.

use std::collections::HashMap;

use askama::Template;
use domain::pairing::EntrantId;
use domain::rule_sets;
use domain::tournament::Tournament;
use domain::tournament::standings::{Standing, standings_after};
use proto_events::vocabulary::RuleSet;

use crate::desk::event::{Desk, EventFrame};
use crate::desk::event_form::Kind;
use crate::desk::playoff::tiebreaker_values;
use crate::parts::control::Choice;
use crate::serving::failures::PageResult;
use crate::texts::TiebreakerColumn;

#[derive(Template)]
#[template(path = "desk/recompute.html")]
struct RecomputePage<'a> {
    frame: EventFrame<'a>,
    rule_set: RuleSet,
    /// The rule sets to choose from.
    options: Vec<Choice>,
    columns: Vec<TiebreakerColumn>,
    /// The lines under the other rules, with the real ranks.
    rows: Vec<(Standing, i32)>,
}

/// Shows the standings under the rule set that the query names; without one, under that of the event as it is today.
pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let event = desk.state();
    // Without scores of matches, rules that count them say nothing, and the other way round.
    let fits =
        |rule_set: &RuleSet| rule_sets::rules(*rule_set).scores.is_some() == event.details.rules.scores.is_some();
    let named = desk.query("rule_set").and_then(|name| RuleSet::from_wire_name(&name)).filter(fits);
    let rule_set = named.unwrap_or(event.details.rules.rule_set);
    let mut other: Tournament = event.clone();
    other.details.rules = rule_sets::rules(rule_set);
    let round = event.begun_round().map(|(_, round)| round.id);
    let lines = |event: &Tournament| round.and_then(|round| standings_after(event, round)).unwrap_or_default();
    let real: HashMap<EntrantId, i32> = lines(event).iter().map(|line| (line.competitor, line.rank)).collect();
    let rows = lines(&other).into_iter().filter_map(|line| Some((real.get(&line.competitor).copied()?, line)));
    let rows = rows.map(|(rank, line)| (line, rank)).collect();
    let columns = desk.texts.columns(rule_sets::columns(&other.details.rules));
    let mut options = Kind::RuleSet.options(desk.texts, rule_set.wire_name());
    options.retain(|option| option.chosen || RuleSet::from_wire_name(&option.value).as_ref().is_some_and(fits));
    desk.page(&RecomputePage { frame: desk.frame("standings"), rule_set, options, columns, rows })
}
