//! Changes an event of a series, and all that follow. One append writes all of it, or nothing.

use domain::series::{Shift, series_with};
use domain::time_zone::Zone;
use proto_events::organization::SeriesPlan;
use proto_events::tournament::TournamentDetails;

use super::made::{is_to_come, today};
use crate::events::event_fields::EventChange;
use crate::events::references::named_convention;
use crate::events::{change_event, document};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_following_events",
    summary: "Change an event and those of its series that follow",
    text: "Like a change of the event; the given fields also change in all later events of its series that have neither begun nor \
           been canceled, and in those that the series will make. Their days stay: another start gives them its time of the \
           day, and the series, and other times are as far from the start as in this event. If a later event cannot be changed \
           so, nothing is changed (409). An event of no series changes alone.",
    body: Some(body_schema::<EventChange>()),
    answer: Answer::json(200, "OrganizedEvent"),
    ..Route::at("PATCH", "/api/v1/magic-events/{id}/following/", Operation::ManageEvents)
};

/// Changes an event of a series, and all that follow.
#[derive(Debug, Clone)]
pub struct ChangeFollowingEvents(pub EventChange);

/// What the decision depends on besides the event.
#[derive(Default)]
struct Loaded {
    parent: Option<Arc<Folded<Tournament>>>,
    organization: Option<Arc<Folded<Organization>>>,
    /// The later events, by day.
    later: Vec<Arc<Folded<Tournament>>>,
}

impl EventCommand for ChangeFollowingEvents {
    const ROUTE: &'static Route = &ROUTE;
    const CHECK: Check<Self> = |Self(change), errors| check_body(change, errors);

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, now) = (event.api(), event.arrived_at);
        let mut errors = FieldErrors::default();
        let convention_id = named_convention(event, self.0.convention_slug.as_ref(), &mut errors).await?;
        errors.check().map_err(Refusal::from)?;
        let load = |event: Arc<Folded<Tournament>>| async move {
            let parent = api.parent(self.0.parent()).await?;
            Ok(Loaded { parent, ..api.later_events(&event.state, now).await? })
        };
        let decide = |tournament: &Tournament, loaded: &Loaded, _: &mut _| {
            let parent = loaded.parent.as_ref().map(|parent| &parent.state);
            let mut own = change_event::decide(tournament, &self.0, convention_id, parent, now)?;
            let after = tournament.foreseen(&own).map_or_else(|_| tournament.details.clone(), |after| after.details);
            let mut writes = Vec::new();
            for later in &loaded.later {
                let change = for_later(&self.0, &after, &later.state.details);
                let events = change_event::decide(&later.state, &change, convention_id, None, now)
                    .map_err(|refusal| refused(&later.state, &refusal))?;
                writes.extend((!events.is_empty()).then(|| api.write_to(later, events)));
            }
            if let Some(organization) = &loaded.organization {
                let events = planned(&organization.state, &self.0, (tournament, &after), &loaded.later);
                writes.extend((!events.is_empty()).then(|| api.write_to(organization, events)));
            }
            if own.is_empty() && !writes.is_empty() {
                // An append needs an event of its own stream, also if this event has the settings already.
                own.push(TournamentEvent::DetailsChanged { details: after });
            }
            Ok(Decision { writes, ..Decision::from(own) })
        };
        event.change_with(load, decide).await
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (change, event) = request.on_event::<EventChange>(body).await?;
    let written = ChangeFollowingEvents(change).run(&event).await?;
    document::answer(&request, &written).await
}

impl WriteApi {
    /// Returns the organization of an event of a series, and the later events that are to come.
    async fn later_events(&self, event: &Tournament, now: DateTime<Utc>) -> Result<Loaded, CommandError> {
        let organization = self.expect_organization(event.organization_id).await?;
        let Some((series, day)) = series_with(&organization.state, event) else { return Ok(Loaded::default()) };
        let from = today(&series.plan, now).max(day.succ_opt().unwrap_or(day));
        let mut later = self.made_from(event.organization_id, series, from).await?;
        later.retain(|_, later| later.state.id != event.id && is_to_come(&later.state));
        Ok(Loaded { parent: None, later: later.into_values().collect(), organization: Some(organization) })
    }
}

/// Returns the change of a later event: the same fields, on its own day. `after` are the details of the changed event.
fn for_later(change: &EventChange, after: &TournamentDetails, later: &TournamentDetails) -> EventChange {
    let zone = Zone::of(after.time_zone.as_deref());
    let starts = after.start_datetime.zip(later.start_datetime).map(|(from, own)| (zone.local(from), zone.local(own)));
    let to = starts.map(|(from, own)| match change.start_datetime {
        Some(_) => own.date().and_time(from.time()),
        None => own,
    });
    let shift = starts.zip(to).map(|((from, _), to)| Shift::new(zone, from, to));
    // An event without a start has no times that could be compared.
    let moved = |given: &Option<OrNull<DateTime<Utc>>>| match given {
        Some(OrNull(Some(at))) => shift.map(|shift| OrNull(shift.moved(Some(*at)))),
        other => other.clone(),
    };
    EventChange {
        start_datetime: change.start_datetime.as_ref().zip(to).map(|(_, to)| OrNull(zone.instant(to))),
        end_datetime: moved(&change.end_datetime),
        registration_opens: moved(&change.registration_opens),
        registration_closes: moved(&change.registration_closes),
        decklist_deadline: moved(&change.decklist_deadline),
        parent_id: None,
        ..change.clone()
    }
}

/// Returns the events of the organization: the plan has the new time of the day and time zone, and its template is an event
/// with the new settings. The template before is left alone: it may be an earlier event.
fn planned(
    organization: &Organization,
    change: &EventChange,
    (event, after): (&Tournament, &TournamentDetails),
    later: &[Arc<Folded<Tournament>>],
) -> Vec<OrganizationEvent> {
    let Some((series, _)) = series_with(organization, event).filter(|(series, _)| !series.has_ended) else {
        return Vec::new();
    };
    let changed: Vec<_> = std::iter::once(event.id).chain(later.iter().map(|later| later.state.id)).collect();
    let before = series.plan.template_id;
    let template = if changed.contains(&before) { Some(&before) } else { changed.last() };
    let zone = Zone::of(after.time_zone.as_deref());
    let start = after.start_datetime.filter(|_| change.start_datetime.is_some());
    let time_zone = change.time_zone.as_ref().map(|_| zone.name().to_owned());
    let plan = SeriesPlan {
        template_id: template.copied().unwrap_or(before),
        starts: start.map_or(series.plan.starts, |start| zone.local(start).time()),
        time_zone: time_zone.unwrap_or_else(|| series.plan.time_zone.clone()),
        ..series.plan.clone()
    };
    let is_new = plan != series.plan;
    is_new.then_some(OrganizationEvent::SeriesPlanned { series_id: series.id, plan }).into_iter().collect()
}

/// A later event refuses the change.
fn refused(later: &Tournament, refusal: &Refusal) -> Refusal {
    let zone = Zone::of(later.details.time_zone.as_deref());
    let day = later.details.start_datetime.map_or_else(String::new, |start| zone.local(start).date().to_string());
    let said = message!("event-later-refuses", "The event of {day} cannot be changed in the same way.", day);
    Refusal::conflict(said.clone()).with_problems(vec![said, refusal.message().clone()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn at(text: &str) -> Option<DateTime<Utc>> {
        Some(text.parse().unwrap())
    }

    fn starting(start: &str) -> TournamentDetails {
        let time_zone = Some("Europe/Berlin".into());
        TournamentDetails { start_datetime: at(start), time_zone, ..TournamentDetails::new("Cup", EventFormat::Legacy) }
    }

    #[test]
    fn another_start_gives_later_events_its_time_of_the_day_and_no_other_day() {
        // 19:00 on the next day instead of 18:30; daylight saving ends before the later event.
        let change = EventChange { start_datetime: Some(OrNull(at("2025-10-25T17:00:00Z"))), ..EventChange::default() };
        let later = for_later(&change, &starting("2025-10-25T17:00:00Z"), &starting("2025-10-31T17:30:00Z"));
        assert_eq!(later, EventChange { start_datetime: Some(OrNull(at("2025-10-31T18:00:00Z"))), ..change });
    }

    #[test]
    fn other_times_are_as_far_from_the_start_and_texts_are_the_same() {
        let change = EventChange {
            registration_opens: Some(OrNull(at("2025-10-20T07:00:00Z"))),
            decklist_deadline: Some(OrNull(None)),
            prizes: Some("Store credit".into()),
            parent_id: Some(OrNull(Some(4))),
            ..EventChange::default()
        };
        let later = for_later(&change, &starting("2025-10-24T16:30:00Z"), &starting("2025-10-31T17:30:00Z"));
        let registration_opens = Some(OrNull(at("2025-10-27T08:00:00Z")));
        assert_eq!(later, EventChange { registration_opens, parent_id: None, ..change.clone() });
        let undated = TournamentDetails { start_datetime: None, ..starting("2025-10-24T16:30:00Z") };
        let later = for_later(&change, &starting("2025-10-24T16:30:00Z"), &undated);
        assert_eq!((later.registration_opens, later.prizes), (None, change.prizes));
    }

    #[test]
    fn a_later_event_that_cannot_be_changed_so_is_named() {
        let mut later = tournament(&[registered(1, S::Complete), seat_fixed(1, 7)]);
        let change = EventChange { first_table: Some(OrNull(Some(20))), ..EventChange::default() };
        let refusal = change_event::decide(&later, &change, None, None, noon()).unwrap_err();
        later.details = starting("2025-10-31T17:30:00Z");
        let refusal = refused(&later, &refusal);
        assert_eq!(refusal.code(), "event-later-refuses");
        assert_eq!(refusal.message().text(), "The event of 2025-10-31 cannot be changed in the same way.");
    }
}
