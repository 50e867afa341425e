//! Creates several events of a convention at once, and deletes them again as long as no one is registered.

use proto_events::ids::TournamentId;
use proto_events::tournament::TournamentDetails;
use serde_json::json;
use write_api::events::create_event::NewEvent;
use write_api::events::delete_event::DeleteEvent;
use write_api::events::event_fields::EventChange;
use write_api::pictures::ReuseEventPicture;
use write_api::{OnEvent, Typed as _};

use crate::desk::conventions::hub::Hub;
use crate::desk::event_form::rules::nested;
use crate::desk::event_form::{SettingsForm, labelled_settings};
use crate::serving::failures::PageResult;
use crate::serving::interface::{self, Refused};

pub(crate) struct Planned {
    /// Distinguishes it from the others of its form, so that the same form again creates nothing twice.
    pub(crate) key: String,
    pub(crate) fields: SettingsForm,
    /// The event whose picture it gets.
    pub(crate) like: Option<TournamentId>,
}

impl Planned {
    /// Returns its fields as the interface takes them, or why they are refused.
    pub(crate) fn checked(&self, hub: &Hub<'_>) -> Result<EventChange, Vec<String>> {
        let mut body = nested(self.fields.body());
        body["convention_slug"] = json!(hub.state().details.slug);
        let refused = |problem| labelled_settings(hub.texts, Refused::by(problem, hub.texts)).lines;
        let change = EventChange::typed(body).map_err(refused)?;
        NewEvent::check_fields(&change, hub.state().id).map_err(refused)?;
        Ok(change)
    }

    async fn create(&self, hub: &Hub<'_>) -> Result<Option<TournamentId>, Vec<String>> {
        let change = self.checked(hub)?;
        if is_there(hub.details(), &change) {
            return Ok(None);
        }
        let made = interface::run(hub, hub.once(&self.key), &NewEvent::new(change)).await;
        let id = made.map_err(|refusal| labelled_settings(hub.texts, refusal).lines)?.folded.state.id;
        let like = self.like.and_then(|like| hub.event(like)).and_then(|like| like.picture.clone());
        if let Some(picture) = like {
            // The event is useful without it, too.
            let _ = interface::run(hub, hub.terms(), &OnEvent(id, ReuseEventPicture { picture })).await;
        }
        Ok(Some(id))
    }
}

/// Whether one of these events has this name and start, and is not canceled. People begin again with the same table or day when
/// not all of it was created.
pub(crate) fn is_there<'d>(mut events: impl Iterator<Item = &'d TournamentDetails>, new: &EventChange) -> bool {
    let (name, start) = (new.name.as_deref().map(str::trim), new.start_datetime.as_ref().and_then(|start| start.0));
    events.any(|event| !event.is_canceled && Some(event.name.as_str()) == name && event.start_datetime == start)
}

/// Creates the events one by one, apart from those that are there. Returns them, and why others were not created.
pub(crate) async fn create_all<'p>(
    hub: &Hub<'_>,
    planned: &'p [Planned],
) -> (Vec<TournamentId>, Vec<(&'p Planned, String)>) {
    let (mut made, mut refused) = (Vec::new(), Vec::new());
    for event in planned {
        match event.create(hub).await {
            Ok(id) => made.extend(id),
            Err(why) => refused.push((event, why.join(" "))),
        }
    }
    (made, refused)
}

/// Returns the query of a page that offers to delete these events again.
pub(crate) fn made_query(made: &[TournamentId]) -> String {
    made.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Returns the events that the page offers to delete again.
pub(crate) fn made(hub: &Hub<'_>) -> Vec<TournamentId> {
    let asked = hub.query("made").unwrap_or_default();
    let ids = asked.split(',').filter_map(api_kit::path::integer).map(TournamentId);
    ids.filter(|id| hub.event(*id).is_some_and(|event| event.registrations.is_empty())).collect()
}

/// Deletes the events of the form. One that has a player stays.
pub(crate) async fn undo(hub: &Hub<'_>) -> PageResult {
    let ids: Vec<_> = hub.form.all("event").filter_map(api_kit::path::integer).map(TournamentId).collect();
    let mut done = "frame-done-events-removed";
    for event in hub.events.iter().filter(|event| ids.contains(&event.state.id)) {
        let terms = hub.terms().at_version(event.version);
        let is_free = event.state.registrations.is_empty();
        // Someone may register at this moment: then the version is another one.
        if !is_free || interface::run(hub, terms, &OnEvent(event.state.id, DeleteEvent {})).await.is_err() {
            done = "frame-done-some-events-kept";
        }
    }
    hub.done_at("", done).await
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proto_events::vocabulary::EventFormat;

    use super::*;
    use crate::desk::testing::tournament_with;

    #[test]
    fn a_copy_is_there_if_an_event_has_its_name_and_start() {
        let cup = |start: &str| TournamentDetails {
            start_datetime: start.parse().ok(),
            time_zone: Some("Europe/Berlin".into()),
            ..TournamentDetails::new("Cup", EventFormat::Modern)
        };
        let event = tournament_with(cup("2026-10-24T08:00:00Z"), &[]);
        let fields = SettingsForm::of_event(&event).moved_by(Some(TimeDelta::days(1)));
        let copy = EventChange::typed(nested(fields.body())).unwrap();
        let found = |there: TournamentDetails| is_there([&event.details, &there].into_iter(), &copy);
        // An hour later because of the change of daylight saving.
        assert!(found(cup("2026-10-25T09:00:00Z")));
        assert!(!found(cup("2026-10-25T08:00:00Z")));
        assert!(!found(TournamentDetails { name: "Side".into(), ..cup("2026-10-25T09:00:00Z") }));
        assert!(!found(TournamentDetails { is_canceled: true, ..cup("2026-10-25T09:00:00Z") }));
    }
}
