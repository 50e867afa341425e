//! `/desk/events/{id}/delete/`: deletes an event. The page says what will happen and asks for the event's name, because
//! nothing brings the event back.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use serde_json::Value;
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/delete.html")]
struct DeletePage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    /// What will happen, a sentence each.
    effects: Vec<String>,
    typed: String,
    faults: Vec<String>,
}

/// Asks.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    request.page(&page(&request, &session, &event, Vec::new()))
}

/// Deletes the event if its name was typed.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let refused = |faults| request.refused(&page(&request, &session, &event, faults));
    let name = event.state().details.name.trim();
    if request.form.text("name") != name {
        return refused(vec![request.texts.with("desk-delete-name-differs", "name", name)]);
    }
    match Call::new(Method::DELETE, event.address(""), Value::Null).send(&request).await {
        Ok(_) => request.redirect_with("/desk/", Completed::EventDeleted),
        Err(refusal) => refused(refusal.lines),
    }
}

fn page(request: &PageRequest, session: &UserSession, event: &Event, faults: Vec<String>) -> DeletePage {
    let (texts, state) = (event.texts, event.state());
    let rounds = state.rounds().filter(|(_, round)| round.number > 0).count();
    let what = [("players", state.registrations.len().into()), ("rounds", rounds.into())];
    let effects = vec![
        texts.with_all("desk-delete-what", what),
        texts.say("desk-delete-everywhere"),
        texts.say("desk-delete-lists"),
        texts.say("desk-delete-for-ever"),
    ];
    DeletePage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "settings"),
        effects,
        typed: request.form.text("name").to_owned(),
        faults,
    }
}
