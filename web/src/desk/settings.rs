//! `/desk/events/{id}/settings/`: changes an event's settings.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use serde_json::Value;
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::event_form::{EventFields, EventForm};
use crate::desk::interface::Call;
use crate::desk::meanwhile::{self, Merged};
use crate::desk::setting_words;
use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::{Texts, english};

#[derive(Template)]
#[template(path = "desk/settings.html")]
struct SettingsPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    fields: EventFields,
    faults: Vec<String>,
    is_canceled: bool,
}

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let form = EventForm::of(event.state());
    request.page(&page(&request, &session, &event, &form, Vec::new()))
}

/// Changes the settings that this person changed on the page. If another person has changed one of them since, the page
/// says so and asks.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let now = EventForm::of(event.state());
    let shown = meanwhile::as_shown(&request, &event).await?;
    let shown = shown.map_or_else(|| now.clone(), |shown| EventForm::of(&shown.state));
    let sent = EventForm::sent(&request.form);
    let Merged { body, conflicts } = meanwhile::merged(&shown.body(), &now.body(), &sent.body());
    let form = sent.on_top_of(&shown, &now);
    if !conflicts.is_empty() {
        let by = meanwhile::last_by(&request, &session, &event, setting_words::is_about_settings).await?;
        let texts = english();
        let line = |(name, theirs, mine): &(String, Value, Value)| {
            meanwhile::conflict(texts, &by, texts.say(setting_words::field(name)), theirs, mine)
        };
        let mut faults: Vec<_> = conflicts.iter().map(line).collect();
        faults.push(texts.say("desk-conflict-again"));
        return request.refused(&page(&request, &session, &event, &form, faults));
    }
    match Call::new(Method::PATCH, event.address(""), Value::Object(body)).send(&request).await {
        Ok(_) => request.redirect_with(&event.page("settings"), Completed::Saved),
        Err(refusal) => request.refused(&page(&request, &session, &event, &form, refusal.lines)),
    }
}

fn page(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
    form: &EventForm,
    faults: Vec<String>,
) -> SettingsPage {
    let texts = english();
    SettingsPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "settings"),
        fields: form.fields(texts, !faults.is_empty()),
        faults,
        is_canceled: event.state().details.is_canceled,
    }
}
