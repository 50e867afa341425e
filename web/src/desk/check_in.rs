//! `/desk/events/{id}/check-in/`: every player as a large button, to check in at the door.

use api_kit::spelling::{begins, folded};
use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::tournament::Registration;
use fluent_bundle::FluentValue;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use serde_json::{Value, json};
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::parts::frame::Frame;
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/check_in.html")]
struct CheckInPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    /// The text that names are searched for.
    asked: String,
    /// How many are checked in, in words.
    count: String,
    rows: Vec<CheckInRow>,
    faults: Vec<String>,
}

struct CheckInRow {
    id: i64,
    name: String,
    is_in: bool,
}

/// Shows the players, or those whose names begin with a text.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let asked = request.query("q").unwrap_or_default();
    request.page(&page(&request, &session, &event, asked, Vec::new()))
}

/// Checks a player in, or takes it back, and shows all players again. The button names what it does, so pressing it again,
/// or on a page that is no longer right, does not do the opposite.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let refused = |faults| request.refused(&page(&request, &session, &event, String::new(), faults));
    let Some((entry, wants_in)) = pressed(&request, &event) else {
        return refused(vec![request.texts.say("desk-check-in-none")]);
    };
    if is_in(entry) == wants_in {
        return request.redirect(&event.page("check-in"));
    }
    let address = event.address(&format!("registrations/{}/", entry.id));
    let call = if wants_in {
        Call::new(Method::POST, format!("{address}check-in/"), Value::Null)
    } else {
        Call::new(Method::PATCH, address, json!({ "queue_check_in_status": null }))
    };
    match call.send(&request).await {
        Ok(_) => request.redirect(&event.page("check-in")),
        Err(refusal) => refused(refusal.lines),
    }
}

/// Returns the player of the pressed button, and whether it checks the player in: `12` does, `12 out` takes it back.
fn pressed<'a>(request: &PageRequest, event: &'a Event) -> Option<(&'a Registration, bool)> {
    let pressed = request.form.exact("registration");
    let out = pressed.strip_suffix(" out");
    let id = api_kit::path::integer(out.unwrap_or(pressed)).map(RegistrationId)?;
    Some((event.state().registration(id)?, out.is_none()))
}

fn is_in(entry: &Registration) -> bool {
    entry.check_in == Some(QueueCheckInStatus::CheckedIn)
}

fn page(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
    asked: String,
    faults: Vec<String>,
) -> CheckInPage {
    let (texts, text) = (event.texts, folded(&asked));
    let players = || event.state().registrations.iter().filter(|entry| entry.status == RegistrationStatus::Complete);
    let row =
        |entry: &Registration| CheckInRow { id: entry.id.0, name: event.name_of(entry.user_id), is_in: is_in(entry) };
    let mut rows: Vec<_> = players().map(row).collect();
    rows.retain(|row| text.is_empty() || begins(&folded(&row.name), &text, false));
    rows.sort_by_cached_key(|row| row.name.to_lowercase());
    let arrived = players().filter(|entry| is_in(entry)).count();
    let numbers = [("in", FluentValue::from(arrived)), ("all", FluentValue::from(players().count()))];
    CheckInPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "players"),
        asked,
        count: texts.with_all("desk-check-in-count", numbers),
        rows,
        faults,
    }
}
