//! `/desk/events/{id}/figures/`: registrations over time, and how long each round took, as charts with the same figures as
//! tables.
//!
//! Both come from the history of the event. It does not say how long single matches took: only when results were reported.

use std::collections::BTreeMap;

use askama::Template;
use chrono::{DateTime, Datelike as _, TimeDelta, Timelike as _, Utc};
use domain::time_zone::Zone;
use proto_events::ids::RoundId;
use proto_events::{DomainEvent, Envelope, TournamentEvent, Version};

use crate::desk::event::{Desk, EventFrame};
use crate::public::chart::{self, Column};
use crate::serving::failures::{PageResult, failed};

/// The most changes of the history that are read: the newest.
const MOST: Version = 20_000;
const COLUMNS: usize = 14;

#[derive(Template)]
#[template(path = "desk/figures.html")]
struct FiguresPage<'a> {
    frame: EventFrame<'a>,
    charts: Vec<Chart>,
}

struct Chart {
    id: &'static str,
    title: String,
    /// What the columns are, and what their figures are.
    heads: [String; 2],
    svg: String,
    columns: Vec<Column>,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let (state, newest) = (desk.state(), desk.version());
    let first = (newest - MOST).max(0);
    let history = desk.shared.commands.history_between(state.id, first, newest).await.map_err(failed)?;
    // An import wrote everything in one moment.
    let history = if state.import.is_some() { Vec::new() } else { history };
    let zone = Zone::of(state.details.time_zone.as_deref());
    let of_registrations = ["desk-figures-registrations", "desk-figures-when", "desk-figures-players"];
    let of_rounds = ["desk-figures-rounds", "desk-tab-round", "desk-clock-minutes"];
    let charts = [
        ("registrations", of_registrations, registrations(desk, &history, zone)),
        ("rounds", of_rounds, rounds(desk, &history)),
    ];
    // Data that a program entered at once took no time, and one column compares nothing.
    let charts = charts.into_iter().filter(|(.., columns)| columns.iter().filter(|it| it.value > 0.0).count() > 1);
    let charts = charts.map(|(id, keys, columns)| {
        let [title, label, figure] = keys.map(|key| desk.texts.say(key));
        let heads = [label, figure];
        Chart { id, svg: chart::columns(&title, &heads.join(", "), &columns), title, heads, columns }
    });
    desk.page(&FiguresPage { frame: desk.frame("audit"), charts: charts.collect() })
}

/// Returns the number of registrations by day, or by hour if all are of one day. The first column takes in what was before.
fn registrations(desk: &Desk<'_>, history: &[Envelope], zone: Zone) -> Vec<Column> {
    let registered = history
        .iter()
        .filter(|change| matches!(change.event, DomainEvent::Tournament(TournamentEvent::PlayerRegistered { .. })));
    let times: Vec<_> = registered.map(|change| zone.local(change.recorded_at)).collect();
    let is_one_day = times.iter().all(|at| at.date() == times[0].date());
    let mut counts = BTreeMap::<_, u32>::new();
    for at in times {
        let hour = if is_one_day { at.hour() } else { 0 };
        *counts.entry((at.date(), hour)).or_default() += 1;
    }
    let early = counts.len().saturating_sub(COLUMNS);
    let before: u32 = counts.values().take(early).sum();
    let columns = counts.into_iter().skip(early).enumerate().map(|(at, ((day, hour), count))| {
        let count = if at == 0 { count + before } else { count };
        let label = match (is_one_day, at == 0 && early > 0) {
            (true, _) => format!("{hour}:00"),
            (false, is_early) => {
                format!("{}{} {}", if is_early { "≤ " } else { "" }, day.day(), desk.texts.short_month(day))
            }
        };
        Column { label, value: f64::from(count), figure: count.to_string() }
    });
    columns.collect()
}

/// Returns the minutes from the first start of each round to its last end.
fn rounds(desk: &Desk<'_>, history: &[Envelope]) -> Vec<Column> {
    let mut times = BTreeMap::<RoundId, (DateTime<Utc>, Option<DateTime<Utc>>)>::new();
    for change in history {
        match &change.event {
            DomainEvent::Tournament(TournamentEvent::RoundStarted { round_id }) => {
                times.entry(*round_id).or_insert((change.recorded_at, None));
            }
            DomainEvent::Tournament(TournamentEvent::RoundCompleted { round_id }) => {
                if let Some((_, ended)) = times.get_mut(round_id) {
                    *ended = Some(change.recorded_at);
                }
            }
            _ => {}
        }
    }
    let columns = desk.state().rounds().filter_map(|(phase, round)| {
        let (started, ended) = *times.get(&round.id)?;
        let minutes = minutes(ended? - started);
        let has_number = round.number > 0 && !phase.round_type.is_playoff();
        let label = if has_number { round.number.to_string() } else { desk.round_name(round) };
        Some(Column { label, value: f64::from(minutes), figure: minutes.to_string() })
    });
    columns.collect()
}

fn minutes(length: TimeDelta) -> u32 {
    u32::try_from(length.num_seconds().max(0).unsigned_abs().div_ceil(60)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_in_minutes_that_have_begun() {
        assert_eq!([0, 1, 60, 61, -5].map(|seconds| minutes(TimeDelta::seconds(seconds))), [0, 1, 1, 2, 0]);
    }
}
