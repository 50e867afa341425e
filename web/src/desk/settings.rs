//! `/desk/events/{id}/settings/`: changes an event's settings.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::event_form::{EventFields, EventForm};
use crate::desk::interface::Call;
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
}

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let form = EventForm::of(event.state());
    request.page(&page(&request, &session, &event, &form, Vec::new()))
}

/// Changes the settings that differ from those that the event has.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let form = EventForm::sent(&request.form);
    let (mut body, now) = (form.body(), EventForm::of(event.state()).body());
    if let (Some(fields), Some(now)) = (body.as_object_mut(), now.as_object()) {
        fields.retain(|name, value| now.get(name) != Some(value));
    }
    match Call::new(Method::PATCH, event.address(""), body).send(&request).await {
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
    }
}
