//! `/desk/events/{id}/settings/`: changes an event's settings.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::tournament::Tournament;
use serde_json::Value;
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::event_form::{EventFields, EventForm};
use crate::desk::event_settings;
use crate::desk::meanwhile::{self, Merged};
use crate::desk::setting_words;
use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::interface::{ATTEMPTS, Call};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

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
/// says so and asks. If the event changes before the settings are written, the form is compared again.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let sent = EventForm::sent(&request.form);
    let mut event = Event::load(&request, &session).await?;
    for _ in 0..ATTEMPTS {
        let now = EventForm::of(event.state());
        let shown = meanwhile::as_shown(&request, &event).await?;
        let shown = shown.map_or_else(|| now.clone(), |shown| EventForm::of(&shown.state));
        let Merged { body, conflicts } = meanwhile::merged(&shown.body(), &now.body(), &sent.body());
        let form = sent.clone().on_top_of(&shown, &now);
        if !conflicts.is_empty() {
            let body = |state: &Tournament| EventForm::of(state).body();
            let faults =
                meanwhile::conflicts(&request, &session, &event, &conflicts, setting_words::field, body).await?;
            return request.refused(&page(&request, &session, &event, &form, faults));
        }
        let call = Call::new(Method::PATCH, event.address(""), Value::Object(body)).at_version(event.version());
        match call.send(&request).await {
            Ok(_) => return request.redirect_with(&event.page("settings"), Completed::Saved),
            Err(refusal) if refusal.is_stale() => event = Event::load(&request, &session).await?,
            Err(refusal) => {
                let faults = event_settings::faults(request.texts, refusal);
                return request.refused(&page(&request, &session, &event, &form, faults));
            }
        }
    }
    request.refused(&page(&request, &session, &event, &sent, vec![request.texts.say("desk-judges-busy")]))
}

fn page(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
    form: &EventForm,
    faults: Vec<String>,
) -> SettingsPage {
    let texts = event.texts;
    SettingsPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "settings"),
        fields: form.fields(texts, !faults.is_empty()),
        faults,
        is_canceled: event.state().details.is_canceled,
    }
}
