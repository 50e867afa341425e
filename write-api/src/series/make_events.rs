//! Makes the next events of a series, each once.

use chrono::NaiveDate;
use domain::organization::Series;
use domain::series::{horizon, planned_days, settings_of_day, start};
use proto_events::organization::SeriesPlan;
use service_kit::random;

use super::made::{name_of_day, today};
use crate::events::create_event;
use crate::prelude::*;

/// How often it begins again while others change the plan, or make events.
const ATTEMPTS: usize = 8;

impl WriteApi {
    /// Whether an organization has a series with this number that has not ended, and whose last day is not over.
    pub(crate) async fn has_series(&self, organization_id: OrganizationId, series_id: i64) -> Result<bool, Failure> {
        let organization = self.organization(organization_id).await?;
        let series = organization.as_ref().and_then(|organization| running(&organization.state, series_id));
        let is_over = |plan: &SeriesPlan| plan.last_day.is_some_and(|last| last < today(plan, self.now()));
        Ok(series.is_some_and(|series| !is_over(&series.plan)))
    }

    /// Makes the events of a series that are due and not made yet. It may run at once in several processes: one makes the
    /// event of a day, and none does after a change of the plan that it has not read.
    pub(crate) async fn make_series_events(
        &self,
        organization_id: OrganizationId,
        series_id: i64,
    ) -> Result<(), CommandError> {
        for _ in 0..ATTEMPTS {
            let organization = self.expect_organization(organization_id).await?;
            let Some(series) = running(&organization.state, series_id) else { return Ok(()) };
            let Some(template) = self.tournament(series.plan.template_id).await? else { return Ok(()) };
            let today = today(&series.plan, self.now());
            let taken = self.taken_days(organization_id, series_id, today).await?;
            let mut is_current = true;
            for day in due(&series.plan, &taken, self.now()) {
                is_current = self.make_event_of_day(&organization, (series, day), &template.state).await?;
                if !is_current {
                    break;
                }
            }
            if is_current {
                return Ok(());
            }
        }
        Err(CommandError::Busy(StreamId::organization(organization_id)))
    }

    /// Makes the event of a day. Returns false if the organization has changed, or the event of the day was made meanwhile.
    async fn make_event_of_day(
        &self,
        organization: &Folded<Organization>,
        (series, day): (&Series, NaiveDate),
        template: &Tournament,
    ) -> Result<bool, CommandError> {
        let (details, organizing) =
            settings_of_day((series.id, &series.plan), day, &template.details, &template.organizing);
        let mut events = create_event::begun(details, organizing, random::seed(), self.now());
        events.extend(template.picture.clone().map(|picture| TournamentEvent::PictureSet { picture: Some(picture) }));
        let stream = self.new_stream(StreamKind::Tournament).await?;
        let organization_id = organization.state.id;
        let decision = Decision {
            claims: vec![name_of_day(organization_id, series.id, day).claim(stream)],
            // Without events, it checks that the plan is the newest.
            writes: vec![self.write_to(organization, Vec::<OrganizationEvent>::new())],
            ..Decision::from(events)
        };
        let context = Context::within(&Actor::System, organization_id);
        Ok(self.begin::<Tournament>(&context, stream, organization_id, decision).await?.is_some())
    }
}

fn running(organization: &Organization, series_id: i64) -> Option<&Series> {
    organization.series.iter().find(|series| series.id == series_id && !series.has_ended)
}

/// Returns the days whose events are due: those ahead within the weeks of the plan that are neither taken nor holidays.
fn due(plan: &SeriesPlan, taken: &BTreeMap<NaiveDate, StreamId>, now: DateTime<Utc>) -> Vec<NaiveDate> {
    let today = today(plan, now);
    let is_due = |day: &NaiveDate| {
        let is_free = !plan.skipped.contains(day) && !taken.contains_key(day);
        is_free && start(plan, *day).is_some_and(|start| start > now)
    };
    planned_days(plan, today, horizon(plan, today)).into_iter().filter(is_due).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::series_fields::tests::{day, fridays};

    fn due_at(now: &str, plan: &SeriesPlan, taken: &[&str]) -> Vec<String> {
        let held = |text: &&str| (day(text), StreamId::tournament(TournamentId(8)));
        let taken = taken.iter().map(held).collect();
        due(plan, &taken, now.parse().unwrap()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn events_of_the_weeks_ahead_are_due_that_are_neither_made_nor_holidays() {
        let plan = SeriesPlan { skipped: vec![day("2025-07-04")], ..fridays() };
        let monday = "2025-06-23T09:00:00Z";
        assert_eq!(due_at(monday, &plan, &[]), ["2025-06-27", "2025-07-11", "2025-07-18"]);
        assert_eq!(due_at(monday, &plan, &["2025-06-27", "2025-07-18"]), ["2025-07-11"]);
    }

    #[test]
    fn an_event_is_due_until_it_would_start_on_its_day_in_the_zone_of_the_series() {
        let plan = SeriesPlan { weeks_ahead: 1, ..fridays() };
        assert_eq!(due_at("2025-06-27T16:29:00Z", &plan, &[]), ["2025-06-27", "2025-07-04"]);
        assert_eq!(due_at("2025-06-27T16:30:00Z", &plan, &[]), ["2025-07-04"]);
        // It is Friday in Berlin already.
        assert_eq!(due_at("2025-06-26T22:30:00Z", &plan, &[]), ["2025-06-27", "2025-07-04"]);
    }
}
