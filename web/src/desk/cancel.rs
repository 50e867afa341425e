//! `/desk/events/{id}/cancel/`: says that an event does not take place, or takes that back. The page asks first.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use serde_json::json;
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/cancel.html")]
struct CancelPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    /// What will happen, a sentence each.
    effects: Vec<String>,
    is_canceled: bool,
    /// Whether the event has taken place, so that it cannot be canceled.
    is_over: bool,
    faults: Vec<String>,
}

/// Asks.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    request.page(&page(&request, &session, &event, Vec::new()))
}

/// Cancels the event, or takes that back.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let is_canceled = request.form.exact("change") == "cancel";
    let completed = if is_canceled { Completed::EventCanceled } else { Completed::EventResumed };
    let body = json!({ "is_canceled": is_canceled });
    match Call::new(Method::PATCH, event.address(""), body).send(&request).await {
        Ok(_) => request.redirect_with(&event.page("settings"), completed),
        Err(refusal) => request.refused(&page(&request, &session, &event, refusal.lines)),
    }
}

fn page(request: &PageRequest, session: &UserSession, event: &Event, faults: Vec<String>) -> CancelPage {
    let (texts, state) = (event.texts, event.state());
    let (is_canceled, is_over) = (state.details.is_canceled, state.lifecycle.is_finished());
    let effects = match (is_canceled, is_over) {
        (true, _) => vec![texts.say("desk-resume-effect")],
        (false, true) => vec![texts.say("desk-cancel-over")],
        (false, false) => vec![
            texts.say("desk-cancel-visible"),
            texts.say("desk-cancel-closed"),
            texts.with("desk-cancel-players", "players", event.players_in()),
            texts.say("desk-cancel-back"),
        ],
    };
    CancelPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "settings"),
        effects,
        is_canceled,
        is_over,
        faults,
    }
}
