//! Reads the lists of public events for the index and for calendars. Every list is read from the index of the store, so
//! that many events take no longer than few.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::documents::PublicEvent;
use domain::time_zone::Zone;
use futures::future::try_join_all;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::EventFormat;
use service_kit::problem::Problem;
use storage::{DocumentBody, EventPlace, ListRange, PublicEvents, Stage, ViewReader};
use web::public::index::{Filter, Section};

use crate::query::Query;
use api_kit::store_failed;

/// Maximum number of stores to choose from.
const STORES: usize = 100;
/// Days by which clocks in time zones may differ from UTC, rounded up.
const ZONES: TimeDelta = TimeDelta::days(1);

/// The query parameters of a filter, and the places in lists that a page begins at.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) filter: Filter,
    /// The last upcoming event of the page before, and the last finished one.
    pub(crate) after_upcoming: Option<EventPlace>,
    pub(crate) after_finished: Option<EventPlace>,
    pub(crate) after_running: Option<EventPlace>,
}

impl Choice {
    /// Reads it from a query. An empty or malformed value, as a form sends it for a field that is not filled in, means no
    /// choice.
    pub(crate) fn of(query: &Query) -> Self {
        let day = |name: &str| NaiveDate::parse_from_str(query.text(name)?, "%Y-%m-%d").ok();
        let place = |name: &str| read_place(query.text(name)?);
        let filter = Filter {
            store: query.text("store").and_then(api_kit::path::integer),
            format: query
                .text("format")
                .and_then(|name| EventFormat::ALL.iter().copied().find(|format| format.wire_name() == name)),
            after: day("after"),
            before: day("before"),
        };
        Self {
            filter,
            after_running: place("running"),
            after_upcoming: place("upcoming"),
            after_finished: place("finished"),
        }
    }

    /// Returns the list that it chooses from.
    fn list(&self) -> PublicEvents {
        PublicEvents { organization_id: self.filter.store.map(OrganizationId), format: self.filter.format }
    }

    /// Returns the earliest and the latest start that can match, whatever the time zone.
    fn bounds(&self) -> (Option<EventPlace>, Option<EventPlace>) {
        let start = |day: NaiveDate| day.and_hms_opt(0, 0, 0).map(|time| time.and_utc());
        let from = self.filter.after.and_then(start).and_then(|at| at.checked_sub_signed(ZONES));
        let days = TimeDelta::days(1) + ZONES;
        let until = self.filter.before.and_then(start).and_then(|at| at.checked_add_signed(days));
        (from.map(EventPlace::at), until.map(EventPlace::at))
    }

    /// Returns whether the day of an event matches, where it takes place.
    fn has(&self, event: &PublicEvent<'_>) -> bool {
        let Filter { after, before, .. } = self.filter;
        if after.is_none() && before.is_none() {
            return true;
        }
        let zone = Zone::of(event.time_zone.as_deref());
        let Some(day) = event.start.map(|start| zone.local(start).date()) else { return false };
        after.is_none_or(|after| after <= day) && before.is_none_or(|before| day <= before)
    }

    /// Returns upcoming events from the first one on that starts at `since` or later; those without a date come last.
    pub(crate) async fn upcoming(
        &self,
        views: &dyn ViewReader,
        since: DateTime<Utc>,
        most: usize,
    ) -> Result<Section, Problem> {
        let (from, until) = self.bounds();
        let behind = self.after_upcoming.map(EventPlace::next);
        let from = [Some(EventPlace::at(since)), from, behind].into_iter().flatten().max();
        self.section(views, self.list().range(Stage::Upcoming, from, until), "upcoming", most).await
    }

    /// Returns running or finished events, the latest first.
    pub(crate) async fn latest(&self, views: &dyn ViewReader, stage: Stage, most: usize) -> Result<Section, Problem> {
        let (from, until) = self.bounds();
        let (name, behind) = match stage {
            Stage::Running => ("running", self.after_running),
            _ => ("finished", self.after_finished),
        };
        let until = [until, behind].into_iter().flatten().min();
        let range = ListRange { is_reverse: true, ..self.list().range(stage, from, until) };
        self.section(views, range, name, most).await
    }

    /// Returns the events of a range, and the place behind the last one that was read.
    async fn section(
        &self,
        views: &dyn ViewReader,
        range: ListRange,
        name: &'static str,
        most: usize,
    ) -> Result<Section, Problem> {
        let limit = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
        let found = views.range(&ListRange { limit, ..range }).await.map_err(store_failed)?;
        let has_more = found.len() > most;
        let mut section = Section::default();
        for body in found.iter().take(most) {
            let body = body.for_everyone();
            let event: PublicEvent<'_> = serde_json::from_slice(&body).map_err(Problem::internal)?;
            // Behind events without a date there is no place to go on from.
            section.more = event.start.map(|start| (name, write_place(EventPlace { start, id: event.id })));
            if self.has(&event) {
                section.events.push(body.to_vec());
            }
        }
        section.more = section.more.filter(|_| has_more);
        Ok(section)
    }
}

/// Returns stores with public events and the ids of their organizations: the first hundred by id.
pub(crate) async fn stores(views: &dyn ViewReader) -> Result<Vec<(i64, String)>, Problem> {
    let mut stores = Vec::new();
    let mut last = None;
    while stores.len() < STORES {
        let found = views.range(&PublicEvents::of_organizations_after(last)).await.map_err(store_failed)?;
        let Some(store) = found.first().map(store_of).transpose()? else { break };
        last = Some(OrganizationId(store.0));
        stores.push(store);
    }
    Ok(stores)
}

/// Returns the stores by name, and with them the chosen one.
pub(crate) async fn with_chosen(
    views: &dyn ViewReader,
    mut stores: Vec<(i64, String)>,
    chosen: Option<i64>,
) -> Result<Vec<(i64, String)>, Problem> {
    if let Some(id) = chosen.filter(|id| stores.iter().all(|(known, _)| known != id)) {
        let list = PublicEvents { organization_id: Some(OrganizationId(id)), format: None };
        let stages = [Stage::Running, Stage::Upcoming, Stage::Finished];
        let ranges: Vec<_> = stages.map(|stage| list.range(stage, None, None).first(1)).into();
        let found = try_join_all(ranges.iter().map(|range| views.range(range))).await.map_err(store_failed)?;
        stores.extend(found.iter().flatten().next().map(store_of).transpose()?);
    }
    stores.sort_by_cached_key(|(_, name)| name.to_lowercase());
    Ok(stores)
}

fn store_of(body: &DocumentBody) -> Result<(i64, String), Problem> {
    let body = body.for_everyone();
    let event: PublicEvent<'_> = serde_json::from_slice(&body).map_err(Problem::internal)?;
    Ok((event.organization_id.0, event.store.into_owned()))
}

/// Writes a place for a link: `1772877600000.40`.
fn write_place(place: EventPlace) -> String {
    format!("{}.{}", place.start.timestamp_millis(), place.id)
}

fn read_place(text: &str) -> Option<EventPlace> {
    let (start, id) = text.split_once('.')?;
    Some(EventPlace {
        start: DateTime::from_timestamp_millis(start.parse().ok()?)?,
        id: TournamentId(id.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(query: &str) -> Choice {
        Choice::of(&Query::of(&format!("/events/?{query}").parse().unwrap()))
    }

    #[test]
    fn what_a_form_leaves_empty_chooses_nothing() {
        let all = choice("store=&format=&after=&before=");
        assert_eq!(all.filter, Filter::default());
        assert_eq!(choice("store=x&format=chess&after=2026-13-01&before=soon&finished=1").filter, Filter::default());
        assert_eq!(all.filter.query(), "");
        let some = "store=3&format=LEGACY&after=2026-03-01&before=2026-03-31";
        assert_eq!(choice(some).filter.query(), some);
    }

    #[test]
    fn a_place_is_read_as_it_was_written() {
        let place = EventPlace { start: DateTime::from_timestamp(-7, 5_000_000).unwrap(), id: TournamentId(-40) };
        assert_eq!(read_place(&write_place(place)), Some(place));
        for odd in ["", ".", "1", "1.x", "99999999999999999999.1", "9223372036854775807.1"] {
            assert_eq!(read_place(odd), None, "{odd}");
        }
    }

    #[test]
    fn the_day_of_an_event_is_that_of_its_place() {
        let event = |zone: Option<&'static str>| PublicEvent {
            id: TournamentId(1),
            name: "".into(),
            organization_id: OrganizationId(1),
            store: "".into(),
            format: EventFormat::Legacy,
            start: Some("2026-03-07T23:30:00Z".parse().unwrap()),
            time_zone: zone.map(Into::into),
            status: proto_events::vocabulary::LifecycleStatus::RegistrationOpen,
            is_canceled: false,
            convention: "".into(),
            location: "".into(),
        };
        let on_the_eighth = choice("after=2026-03-08&before=2026-03-08");
        assert!(on_the_eighth.has(&event(Some("Europe/Berlin"))) && !on_the_eighth.has(&event(None)));
        let (from, until) = on_the_eighth.bounds();
        let at = EventPlace { start: "2026-03-07T23:30:00Z".parse().unwrap(), id: TournamentId(1) };
        assert!(from.unwrap() < at && at < until.unwrap());
    }
}
