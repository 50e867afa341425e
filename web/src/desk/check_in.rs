//! `/desk/events/{id}/check-in/`: every player as a large button, to check in at the door.

use api_kit::spelling::{begins, folded};
use askama::Template;
use domain::tournament::Registration;
use fluent_bundle::FluentValue;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use write_api::OrNull;
use write_api::registrations::change_registration::{ChangeRegistration, RegistrationChange};
use write_api::registrations::check_in::{CheckIn, OwnStatus};

use crate::desk::event::{Desk, EventFrame};
use crate::serving::failures::{PageError, PageResult};
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/check_in.html")]
struct CheckInPage {
    frame: EventFrame,
    /// The text that names are searched for.
    asked: String,
    /// How many are checked in, in words.
    count: String,
    rows: Vec<CheckInRow>,
}

struct CheckInRow {
    id: i64,
    name: String,
    is_in: bool,
}

/// Shows the players, or those whose names begin with a text.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let asked = request.query("q").unwrap_or_default();
    let (texts, text) = (desk.texts, folded(&asked));
    let players = || desk.state().registrations.iter().filter(|entry| entry.status == RegistrationStatus::Complete);
    let row =
        |entry: &Registration| CheckInRow { id: entry.id.0, name: desk.name_of(entry.user_id), is_in: is_in(entry) };
    let mut rows: Vec<_> = players().map(row).collect();
    rows.retain(|row| text.is_empty() || begins(&folded(&row.name), &text, false));
    rows.sort_by_cached_key(|row| row.name.to_lowercase());
    let arrived = players().filter(|entry| is_in(entry)).count();
    let numbers = [("in", FluentValue::from(arrived)), ("all", FluentValue::from(players().count()))];
    request.page(&CheckInPage {
        frame: desk.frame("players"),
        asked,
        count: texts.with_all("desk-check-in-count", numbers),
        rows,
    })
}

/// Checks a player in, or takes it back, and shows all players again. The button names what it does, so pressing it again,
/// or on a page that is no longer right, does not do the opposite.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let Some((entry, wants_in)) = pressed(&desk) else {
        return Err(PageError::line(request.texts.say("desk-check-in-none")));
    };
    if is_in(entry) == wants_in {
        return request.redirect(&desk.page("check-in"));
    }
    let registration_id = entry.id;
    if wants_in {
        desk.run(request.terms(), CheckIn { registration_id, status: OwnStatus::default() }).await?;
    } else {
        let change = RegistrationChange { queue_check_in_status: Some(OrNull(None)), ..RegistrationChange::default() };
        desk.run(request.terms(), ChangeRegistration { registration_id, change }).await?;
    }
    request.redirect(&desk.page("check-in"))
}

/// Returns the player of the pressed button, and whether it checks the player in: `12` does, `12 out` takes it back.
fn pressed<'a>(desk: &'a Desk<'_>) -> Option<(&'a Registration, bool)> {
    let pressed = desk.request.form.exact("registration");
    let out = pressed.strip_suffix(" out");
    let id = api_kit::path::integer(out.unwrap_or(pressed)).map(RegistrationId)?;
    Some((desk.state().registration(id)?, out.is_none()))
}

fn is_in(entry: &Registration) -> bool {
    entry.check_in == Some(QueueCheckInStatus::CheckedIn)
}
