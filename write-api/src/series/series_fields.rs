//! The fields of the plan of a series, and their faults.

use std::ops::RangeInclusive;

use chrono::{NaiveDate, NaiveTime};
use domain::organization::Series;
use proto_events::organization::SeriesPlan;

use crate::events::event_fields::check_time_zone;
use crate::prelude::*;

/// Weeks from one event to the next.
const EVERY_WEEKS: RangeInclusive<i32> = 1..=52;
/// Weeks for which events are made ahead.
pub(super) const WEEKS_AHEAD: RangeInclusive<i32> = 1..=26;
/// Maximum number of skipped days.
const SKIPPED: usize = 200;

/// The number of a series among those of its organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeriesId(pub i64);

body! {
    /// Changes of the plan of a series. Fields that are not given stay as they are.
    #[derive(Default)]
    pub struct SeriesFields {
        /// Id of an event of your organization, the template: each event of the series gets its settings.
        template_id: Option<TournamentId>,
        /// The first day. It says the day of the week.
        first_day: Option<NaiveDate>,
        /// The last day on which there may be an event; null if the series has no end.
        last_day: Option<OrNull<NaiveDate>>,
        /// Weeks from one event to the next.
        every_weeks: Option<i32> => EVERY_WEEKS,
        /// The time of the start in the time zone of the series, such as `18:30`.
        starts: Option<NaiveTime>,
        /// IANA name of the time zone in which the events take place, such as `Europe/Berlin`.
        time_zone: Option<String>,
        /// Days without an event.
        skipped: Option<Vec<NaiveDate>>,
        /// For how many weeks events are made ahead.
        weeks_ahead: Option<i32> => WEEKS_AHEAD,
    }
}

impl SeriesFields {
    /// Returns the plan with these changes. Skipped days are in order, each once.
    pub(super) fn made_to(&self, plan: &SeriesPlan) -> SeriesPlan {
        let mut plan = applied!(
            SeriesPlan: self => plan,
            [template_id, first_day, last_day, every_weeks, starts, time_zone, skipped, weeks_ahead],
        );
        plan.skipped.sort_unstable();
        plan.skipped.dedup();
        plan
    }
}

/// Returns the faults of a plan. `has_template` says whether the organization has the template.
pub(super) fn faults(plan: &SeriesPlan, has_template: bool) -> FieldErrors {
    let mut errors = FieldErrors::default();
    check_time_zone(&plan.time_zone, &mut errors);
    if !has_template {
        let said = message!("event-unknown-template", "Your organization has no event with this id.");
        errors.add("template_id", said);
    }
    if plan.last_day.is_some_and(|last| last < plan.first_day) {
        errors.add("last_day", message!("event-series-ends-early", "May not be before the first day."));
    }
    if plan.skipped.len() > SKIPPED {
        let said = message!("event-too-many-skipped", "May have at most {max} days.", max = SKIPPED);
        errors.add("skipped", said);
    }
    errors
}

pub(super) fn series_of(organization: &Organization, SeriesId(id): SeriesId) -> Result<&Series, Refusal> {
    organization.series.iter().find(|series| series.id == id).ok_or_else(|| Refusal::unknown("series", id))
}

impl WriteApi {
    /// Returns an event of an organization that is not deleted.
    pub(super) async fn own_event(&self, organization_id: OrganizationId, id: TournamentId) -> Found<Tournament> {
        let event = self.tournament(id).await?;
        Ok(event.filter(|event| event.organization_id == organization_id))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::series) fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// Every Friday at 18:30 in Berlin, like event 3.
    pub(in crate::series) fn fridays() -> SeriesPlan {
        SeriesPlan {
            template_id: TournamentId(3),
            first_day: day("2025-06-20"),
            last_day: None,
            every_weeks: 1,
            starts: NaiveTime::from_hms_opt(18, 30, 0).unwrap(),
            time_zone: "Europe/Berlin".into(),
            skipped: Vec::new(),
            weeks_ahead: 4,
        }
    }

    pub(in crate::series) fn planned(plan: SeriesPlan) -> OrganizationEvent {
        OrganizationEvent::SeriesPlanned { series_id: 1, plan }
    }

    #[test]
    fn what_is_wrong_with_a_plan_is_said_all_at_once() {
        assert!(faults(&fridays(), true).is_empty());
        let skipped: Vec<_> = day("2026-01-01").iter_days().take(SKIPPED + 1).collect();
        let last_day = Some(day("2025-06-19"));
        let plan = SeriesPlan { time_zone: "Mars".into(), last_day, skipped, ..fridays() };
        let errors = faults(&plan, false);
        let fields: Vec<_> = errors.iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["last_day", "skipped", "template_id", "time_zone"]);
    }

    #[test]
    fn given_fields_change_and_the_rest_stays() {
        let skipped = Some(vec![day("2025-07-04"), day("2025-06-27"), day("2025-07-04")]);
        let change =
            SeriesFields { skipped, last_day: Some(OrNull(Some(day("2025-12-31")))), ..SeriesFields::default() };
        let changed = change.made_to(&fridays());
        assert_eq!(changed.skipped, [day("2025-06-27"), day("2025-07-04")]);
        assert_eq!(changed.last_day, Some(day("2025-12-31")));
        let again = SeriesFields { last_day: Some(OrNull(None)), skipped: Some(Vec::new()), ..SeriesFields::default() };
        assert_eq!(again.made_to(&changed), fridays());
    }
}
