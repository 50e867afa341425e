//! Series of events: the days of a plan, and the settings of the event of a day.
//!
//! Days and times are those on clocks in the time zone of the plan, so an event at 18:30 stays at 18:30 when daylight saving
//! begins or ends. [`Zone::instant`] decides times that clocks skip or show twice.

use std::iter::successors;

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use proto_events::organization::SeriesPlan;
use proto_events::tournament::{Organizing, SeriesDay, TournamentDetails};

use crate::organization::{Organization, Series};
use crate::time_zone::Zone;
use crate::tournament::Tournament;

/// Returns the days of a plan from one day to another one, holidays included.
pub fn planned_days(plan: &SeriesPlan, from: NaiveDate, to: NaiveDate) -> Vec<NaiveDate> {
    let step = 7 * i64::from(plan.every_weeks.max(1));
    let before = (from - plan.first_day).num_days().max(0);
    let later = |day: NaiveDate, days| day.checked_add_signed(TimeDelta::days(days));
    let last = plan.last_day.map_or(to, |last| last.min(to));
    let first = later(plan.first_day, (before + step - 1) / step * step);
    successors(first, |day| later(*day, step)).take_while(|day| *day <= last).collect()
}

/// Returns the last day for which events are made today.
pub fn horizon(plan: &SeriesPlan, today: NaiveDate) -> NaiveDate {
    today.checked_add_signed(TimeDelta::weeks(plan.weeks_ahead.into())).unwrap_or(NaiveDate::MAX)
}

/// Returns the start of the event of a day.
pub fn start(plan: &SeriesPlan, day: NaiveDate) -> Option<DateTime<Utc>> {
    Zone::of(Some(&plan.time_zone)).instant(day.and_time(plan.starts))
}

/// Returns the series of an event and its day there: the series that made it, or the running one whose template it is.
pub fn series_with<'a>(organization: &'a Organization, event: &Tournament) -> Option<(&'a Series, NaiveDate)> {
    let known = |id| organization.series.iter().find(|series| series.id == id);
    let made = event.organizing.series.and_then(|of| Some((known(of.series_id)?, of.day)));
    let is_template = |series: &&Series| !series.has_ended && series.plan.template_id == event.id;
    let template = || {
        let series = organization.series.iter().find(is_template)?;
        let start =
            event.details.start_datetime.map(|start| Zone::of(Some(&series.plan.time_zone)).local(start).date());
        Some((series, start.unwrap_or(series.plan.first_day)))
    };
    made.or_else(template)
}

/// Moves times of an event from one start to another, by the difference on clocks in a zone.
#[derive(Debug, Clone, Copy)]
pub struct Shift {
    zone: Zone,
    by: TimeDelta,
}

impl Shift {
    /// Returns the shift from one start to another.
    pub fn new(zone: Zone, from: NaiveDateTime, to: NaiveDateTime) -> Self {
        Self { zone, by: to - from }
    }

    /// Returns a time, moved.
    pub fn moved(self, at: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
        self.zone.instant(self.zone.local(at?).checked_add_signed(self.by)?)
    }
}

/// Returns the settings of the event of a day: those of the template, with times as far from the start as there. Without
/// a start, the template counts as the event of the first day. The event is part of no other event and of no convention, is
/// no queue, and is not canceled.
pub fn settings_of_day(
    (series_id, plan): (i64, &SeriesPlan),
    day: NaiveDate,
    details: &TournamentDetails,
    organizing: &Organizing,
) -> (TournamentDetails, Organizing) {
    let zone = Zone::of(Some(&plan.time_zone));
    let from = details.start_datetime.map_or_else(|| plan.first_day.and_time(plan.starts), |start| zone.local(start));
    let shift = Shift::new(zone, from, day.and_time(plan.starts));
    let details = TournamentDetails {
        start_datetime: start(plan, day),
        end_datetime: shift.moved(details.end_datetime),
        registration_opens: shift.moved(details.registration_opens),
        registration_closes: shift.moved(details.registration_closes),
        time_zone: Some(plan.time_zone.clone()),
        is_canceled: false,
        convention_id: None,
        queue_size: 0,
        ..details.clone()
    };
    let organizing = Organizing {
        decklist_deadline: shift.moved(organizing.decklist_deadline),
        parent_id: None,
        is_from_queue: false,
        series: Some(SeriesDay { series_id, day }),
        ..organizing.clone()
    };
    (details, organizing)
}

#[cfg(test)]
mod tests {
    use chrono::{Datelike as _, NaiveTime};
    use proptest::prelude::*;
    use proto_events::ids::{ConventionId, TournamentId};
    use proto_events::vocabulary::EventFormat;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn at(text: &str) -> Option<DateTime<Utc>> {
        Some(text.parse().unwrap())
    }

    fn weekly(first_day: &str, starts: &str, zone: &str) -> SeriesPlan {
        SeriesPlan {
            template_id: TournamentId(3),
            first_day: day(first_day),
            last_day: None,
            every_weeks: 1,
            starts: NaiveTime::parse_from_str(starts, "%H:%M").unwrap(),
            time_zone: zone.into(),
            skipped: Vec::new(),
            weeks_ahead: 4,
        }
    }

    fn starts(plan: &SeriesPlan, from: &str, to: &str) -> Vec<String> {
        let days = planned_days(plan, day(from), day(to));
        days.into_iter().map(|day| start(plan, day).unwrap().format("%m-%d %H:%M").to_string()).collect()
    }

    #[test]
    fn an_event_keeps_its_time_on_clocks_when_daylight_saving_begins_and_ends() {
        let berlin = weekly("2026-01-02", "18:30", "Europe/Berlin");
        assert_eq!(starts(&berlin, "2026-03-25", "2026-04-04"), ["03-27 17:30", "04-03 16:30"]);
        assert_eq!(starts(&berlin, "2026-10-20", "2026-10-31"), ["10-23 16:30", "10-30 17:30"]);
        let new_york = weekly("2026-01-02", "18:30", "America/New_York");
        assert_eq!(starts(&new_york, "2026-03-05", "2026-03-14"), ["03-06 23:30", "03-13 22:30"]);
        assert_eq!(starts(&new_york, "2026-10-29", "2026-11-07"), ["10-30 22:30", "11-06 23:30"]);
    }

    #[test]
    fn a_time_that_clocks_skip_is_an_hour_later_and_one_that_they_show_twice_is_the_first() {
        let berlin = weekly("2026-03-22", "02:30", "Europe/Berlin");
        assert_eq!(starts(&berlin, "2026-03-22", "2026-04-05"), ["03-22 01:30", "03-29 01:30", "04-05 00:30"]);
        assert_eq!(starts(&berlin, "2026-10-25", "2026-10-25"), ["10-25 00:30"]);
        let new_york = weekly("2026-03-01", "01:30", "America/New_York");
        assert_eq!(starts(&new_york, "2026-11-01", "2026-11-01"), ["11-01 05:30"]);
        let skipped = weekly("2026-03-01", "02:30", "America/New_York");
        assert_eq!(starts(&skipped, "2026-03-08", "2026-03-08"), ["03-08 07:30"], "clocks show 3:30 then");
    }

    #[test]
    fn times_of_an_event_are_as_far_from_its_start_as_those_of_the_template() {
        // The template is before the change of daylight saving, the event after it.
        let plan = weekly("2026-03-27", "19:00", "Europe/Berlin");
        let details = TournamentDetails {
            start_datetime: at("2026-03-27T17:30:00Z"),
            end_datetime: at("2026-03-27T21:30:00Z"),
            registration_opens: at("2026-03-22T08:00:00Z"),
            registration_closes: None,
            is_canceled: true,
            convention_id: Some(ConventionId(5)),
            capacity: Some(32),
            ..TournamentDetails::new("Friday", EventFormat::Legacy)
        };
        let organizing = Organizing {
            decklist_deadline: at("2026-03-27T16:30:00Z"),
            parent_id: Some(TournamentId(9)),
            round_minutes: Some(50),
            ..Organizing::default()
        };
        let (made, run) = settings_of_day((7, &plan), day("2026-04-03"), &details, &organizing);
        assert_eq!(made.start_datetime, at("2026-04-03T17:00:00Z"), "19:00, half an hour later than the template");
        assert_eq!(made.end_datetime, at("2026-04-03T21:00:00Z"));
        assert_eq!(made.registration_opens, at("2026-03-29T07:30:00Z"));
        assert_eq!((made.registration_closes, made.is_canceled, made.capacity), (None, false, Some(32)));
        assert_eq!((made.time_zone.as_deref(), made.convention_id), (Some("Europe/Berlin"), None));
        assert_eq!(run.decklist_deadline, at("2026-04-03T16:00:00Z"));
        assert_eq!((run.parent_id, run.round_minutes), (None, Some(50)));
        assert_eq!(run.series, Some(SeriesDay { series_id: 7, day: day("2026-04-03") }));
    }

    #[test]
    fn a_template_without_a_start_counts_as_the_event_of_the_first_day() {
        let plan = weekly("2026-03-20", "18:30", "UTC");
        let opens = at("2026-03-18T08:00:00Z");
        let undated =
            TournamentDetails { registration_opens: opens, ..TournamentDetails::new("Cup", EventFormat::Legacy) };
        let (made, _) = settings_of_day((1, &plan), day("2026-03-27"), &undated, &Organizing::default());
        assert_eq!(made.start_datetime, at("2026-03-27T18:30:00Z"));
        assert_eq!(made.registration_opens, at("2026-03-25T08:00:00Z"));
    }

    #[test]
    fn events_of_a_series_are_made_some_weeks_ahead() {
        let plan =
            SeriesPlan { last_day: Some(day("2026-03-16")), every_weeks: 2, ..weekly("2026-03-02", "18:30", "UTC") };
        assert_eq!(horizon(&plan, day("2026-03-02")), day("2026-03-30"));
        assert_eq!(horizon(&plan, NaiveDate::MAX), NaiveDate::MAX);
    }

    proptest! {
        #[test]
        fn days_are_those_of_the_rule_and_all_of_them(
            first in 0..3_000_u64, from in 0..3_000_u64, length in 0..400_u64, every_weeks in 1..=8_i32, last in 0..4_000_u64,
            hour in 0..24_u32, zone in prop::sample::select(vec!["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]),
        ) {
            let epoch = day("2024-01-01");
            let nth = |days: u64| epoch + chrono::Days::new(days);
            let starts = NaiveTime::from_hms_opt(hour, 30, 0).unwrap();
            let plan = weekly("2024-01-01", "00:00", zone);
            let plan = SeriesPlan { first_day: nth(first), last_day: Some(nth(last)), every_weeks, starts, ..plan };
            let (from, to) = (nth(from), nth(from + length));
            let by_rule = |day: &NaiveDate| {
                let since = (*day - plan.first_day).num_days();
                since >= 0 && since % (7 * i64::from(every_weeks)) == 0 && *day <= nth(last)
            };
            let expected: Vec<_> = from.iter_days().take_while(|day| *day <= to).filter(by_rule).collect();
            let days = planned_days(&plan, from, to);
            prop_assert_eq!(&days, &expected);
            for day in days {
                prop_assert_eq!(day.weekday(), plan.first_day.weekday());
                let (zone, local) = (Zone::of(Some(zone)), day.and_time(starts));
                let shown = zone.local(start(&plan, day).unwrap());
                let is_skipped = shown != local;
                prop_assert!(!is_skipped || (shown > local && shown - local <= TimeDelta::hours(1)));
                prop_assert_eq!(shown.date(), day);
            }
        }
    }
}
