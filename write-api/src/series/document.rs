//! Answers of series.

use chrono::NaiveDate;
use domain::organization::Series;
use domain::series::{horizon, planned_days, start};

use super::made::{Made, is_to_come, players, today};
use super::series_fields::{SeriesId, series_of};
use crate::prelude::*;

/// A series of events.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Series)]
pub(crate) struct SeriesDocument {
    /// Its number among those of the organization.
    id: i64,
    /// Id of the event whose settings each event of the series gets.
    #[schema(value_type = i64)]
    template_id: TournamentId,
    /// The first day.
    first_day: NaiveDate,
    /// The last day on which there may be an event; null if the series has no end.
    last_day: Option<NaiveDate>,
    /// Weeks from one event to the next.
    every_weeks: i32,
    /// The time of the start in the time zone of the series: `18:30`.
    starts: String,
    /// IANA name of the time zone.
    time_zone: String,
    /// Days without an event.
    skipped: Vec<NaiveDate>,
    /// For how many weeks events are made ahead.
    weeks_ahead: i32,
    /// Whether it makes no more events.
    has_ended: bool,
    /// The coming days, with the events that were made for them.
    days: Vec<SeriesDayDocument>,
}

/// A coming day of a series.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SeriesDay)]
pub struct SeriesDayDocument {
    /// The day.
    pub day: NaiveDate,
    /// When the event that is planned for it starts; null for a day that is not in the plan any more.
    pub starts_at: Option<DateTime<Utc>>,
    /// Whether there is no event: a holiday.
    pub is_skipped: bool,
    /// Id of the event that was made for it; null if none was made yet, or it was deleted.
    #[schema(value_type = Option<i64>)]
    pub event_id: Option<TournamentId>,
    /// Players of the event, those on its waitlist included.
    pub players: usize,
    /// Whether the event was canceled.
    pub is_canceled: bool,
    /// Whether the event was neither canceled nor begun.
    pub is_to_come: bool,
}

/// Returns the coming days of a series: those of its plan, unless it has ended, and those for which events were made.
fn coming(series: &Series, made: &Made, today: NaiveDate) -> Vec<SeriesDayDocument> {
    let plan = &series.plan;
    let planned = if series.has_ended { Vec::new() } else { planned_days(plan, today, horizon(plan, today)) };
    let days: BTreeSet<_> = planned.iter().chain(made.keys()).copied().collect();
    let of_day = |day: NaiveDate| {
        let event = made.get(&day).map(|event| &event.state);
        SeriesDayDocument {
            day,
            starts_at: planned.contains(&day).then(|| start(plan, day)).flatten(),
            is_skipped: plan.skipped.contains(&day),
            event_id: event.map(|event| event.id),
            players: event.map_or(0, players),
            is_canceled: event.is_some_and(|event| event.details.is_canceled),
            is_to_come: event.is_some_and(is_to_come),
        }
    };
    days.into_iter().map(of_day).collect()
}

impl WriteApi {
    /// Returns the coming days of a series of an organization.
    pub async fn series_days(
        &self,
        organization_id: OrganizationId,
        series: &Series,
    ) -> Result<Vec<SeriesDayDocument>, Failure> {
        let today = today(&series.plan, self.now());
        let made = self.made_from(organization_id, series, today).await?;
        Ok(coming(series, &made, today))
    }
}

/// Returns a series as it is answered.
pub(super) async fn document(
    api: &WriteApi,
    organization_id: OrganizationId,
    series: &Series,
) -> Result<SeriesDocument, Problem> {
    let days = api.series_days(organization_id, series).await.map_err(problems::unanswered)?;
    let plan = series.plan.clone();
    Ok(SeriesDocument {
        id: series.id,
        template_id: plan.template_id,
        first_day: plan.first_day,
        last_day: plan.last_day,
        every_weeks: plan.every_weeks,
        starts: plan.starts.format("%H:%M").to_string(),
        time_zone: plan.time_zone,
        skipped: plan.skipped,
        weeks_ahead: plan.weeks_ahead,
        has_ended: series.has_ended,
        days,
    })
}

/// Answers with the series after a command.
pub(super) async fn answer(
    request: &WriteRequest,
    written: &Written<Organization>,
    id: SeriesId,
) -> Result<Response, Problem> {
    let organization = &written.folded.state;
    let series = series_of(organization, id)?;
    let document = document(request.api(), organization.id, series).await?;
    answer::versioned(request, written, &document).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::series_fields::tests::{day, fridays};

    #[test]
    fn coming_days_are_those_of_the_plan_also_the_skipped_ones() {
        let plan = proto_events::organization::SeriesPlan { skipped: vec![day("2025-06-27")], ..fridays() };
        let series = Series { id: 1, plan, has_ended: false };
        let days = coming(&series, &Made::new(), day("2025-06-21"));
        let shown: Vec<_> = days.iter().map(|it| (it.day.to_string(), it.is_skipped, it.event_id)).collect();
        assert_eq!(shown[..2], [("2025-06-27".to_owned(), true, None), ("2025-07-04".to_owned(), false, None)]);
        assert_eq!((days.len(), days[1].starts_at), (4, Some("2025-07-04T16:30:00Z".parse().unwrap())));
        assert!(coming(&Series { has_ended: true, ..series }, &Made::new(), day("2025-06-21")).is_empty());
    }
}
