//! The events that were made for the days of a series.

use chrono::NaiveDate;
use domain::organization::Series;
use domain::series::planned_days;
use domain::time_zone::Zone;
use proto_events::organization::SeriesPlan;
use storage::Claim;

use super::series_fields::WEEKS_AHEAD;
use crate::engine::UniqueName;
use crate::events::change_event;
use crate::events::event_fields::EventChange;
use crate::notifications::is_in;
use crate::prelude::*;

/// The events of a series that are not deleted, by their days.
pub(super) type Made = BTreeMap<NaiveDate, Arc<Folded<Tournament>>>;

/// Returns the name that is unique for the event of a day.
pub(super) fn name_of_day(organization_id: OrganizationId, series_id: i64, day: NaiveDate) -> UniqueName {
    UniqueName { scope: format!("series/{organization_id}/{series_id}"), name: day.to_string() }
}

/// Returns the day that it is where the events of a series take place.
pub(super) fn today(plan: &SeriesPlan, now: DateTime<Utc>) -> NaiveDate {
    Zone::of(Some(&plan.time_zone)).local(now).date()
}

/// Returns the claim of the day of the plan on which its template takes place: no other event is ever made for it.
pub(super) fn claim_of_template(
    organization_id: OrganizationId,
    (series_id, plan): (i64, &SeriesPlan),
    template: &Folded<Tournament>,
) -> Option<Claim> {
    let day = Zone::of(Some(&plan.time_zone)).local(template.state.details.start_datetime?).date();
    let day = planned_days(plan, day, day).first().copied()?;
    Some(name_of_day(organization_id, series_id, day).claim(template.stream))
}

/// Returns the number of players who have a place at an event, or wait for one.
pub(super) fn players(event: &Tournament) -> usize {
    event.registrations.iter().filter(|entry| is_in(entry)).count()
}

/// Whether an event is still to come: it has not begun, and was neither canceled nor deleted.
pub(super) fn is_to_come(event: &Tournament) -> bool {
    let has_begun = event.lifecycle.is_finished() || event.lifecycle == LifecycleStatus::EventInProgress;
    !has_begun && !event.details.is_canceled && !event.is_deleted
}

/// Returns what cancels an event of a series, or takes that back. Nothing for an event with players: staff decides about it.
pub(super) fn canceled(
    event: &Tournament,
    is_canceled: bool,
    now: DateTime<Utc>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    if players(event) > 0 || (is_canceled && !is_to_come(event)) {
        return Ok(Vec::new());
    }
    let change = EventChange { is_canceled: Some(is_canceled), ..EventChange::default() };
    change_event::decide(event, &change, None, None, now)
}

impl WriteApi {
    /// Returns the streams of the events that have the days from this one on, the template and deleted ones included.
    pub(super) async fn taken_days(
        &self,
        organization_id: OrganizationId,
        series_id: i64,
        from: NaiveDate,
    ) -> Result<BTreeMap<NaiveDate, StreamId>, Failure> {
        let ahead = usize::try_from(7 * (WEEKS_AHEAD.end() + 1)).unwrap_or_default();
        let days: Vec<_> = from.iter_days().take(ahead).collect();
        let names: Vec<_> = days.iter().map(ToString::to_string).collect();
        let holders = self.events.holders(&name_of_day(organization_id, series_id, from).scope, &names).await?;
        Ok(days.into_iter().zip(holders).filter_map(|(day, holder)| Some((day, holder?))).collect())
    }

    /// Returns the events of a series from a day on.
    pub(super) async fn made_from(
        &self,
        organization_id: OrganizationId,
        series: &Series,
        from: NaiveDate,
    ) -> Result<Made, Failure> {
        let mut made = Made::new();
        for (day, stream) in self.taken_days(organization_id, series.id, from).await? {
            made.extend(self.newest::<Tournament>(stream).await?.map(|event| (day, event)));
        }
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::{canceled, *};
    use crate::testing::{canceled as canceled_event, *};

    #[test]
    fn only_an_event_without_players_that_has_not_begun_is_canceled_and_that_is_taken_back() {
        let event = tournament(&[]);
        let after = happened(event.clone(), &canceled(&event, true, noon()).unwrap());
        assert!(after.details.is_canceled);
        assert_eq!(canceled(&after, true, noon()), Ok(Vec::new()));
        assert!(!happened(after.clone(), &canceled(&after, false, noon()).unwrap()).details.is_canceled);
        let waiting = tournament(&[registered(1, RegistrationStatus::OnWaitlist)]);
        assert_eq!(canceled(&waiting, true, noon()), Ok(Vec::new()));
        let left = tournament(&[registered(1, RegistrationStatus::Canceled)]);
        assert_eq!(canceled(&left, true, noon()).unwrap().len(), 1);
        assert_eq!(canceled(&in_play(), true, noon()), Ok(Vec::new()));
    }

    #[test]
    fn events_to_come_are_neither_begun_nor_canceled() {
        assert!(is_to_come(&tournament(&[])) && !is_to_come(&canceled_event()) && !is_to_come(&in_play()));
        assert!(!is_to_come(&tournament(&[reached(L::EventFinished)])));
    }
}
