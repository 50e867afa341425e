//! `/desk/events/new/` and `/desk/events/{id}/copy/`: creates an event, blank or like another one.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::desk::event::Event;
use crate::desk::event_form::{EventFields, EventForm};
use crate::desk::event_settings::faults;
use crate::parts::frame::Frame;
use crate::serving::failures::not_found;
use crate::serving::form_ids::FormIds;
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/new_event.html")]
struct NewEventPage {
    frame: Frame,
    texts: &'static Texts,
    title: String,
    fields: EventFields,
    faults: Vec<String>,
    form_id: String,
}

/// Shows the empty form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let title = request.texts.say("desk-new-event");
    request.page(&page(&request, &session, title, &EventForm::empty(), Vec::new()))
}

/// Shows the form with the settings of another event.
pub(crate) async fn copy(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let model = Event::load(&request, &session).await?;
    let title = request.texts.with("desk-copied-event", "name", model.state().details.name.as_str());
    request.page(&page(&request, &session, title, &EventForm::copy_of(model.state()), Vec::new()))
}

/// Creates the event and goes to its players.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let form = EventForm::sent(&request.form);
    let call = Call::new(Method::POST, "/api/v1/magic-events/".to_owned(), form.body());
    match call.once(request.form.exact("form_id")).send(&request).await {
        Ok(document) => {
            let id = document["id"].as_i64().ok_or_else(not_found)?;
            request.redirect(&format!("/desk/events/{id}/players/"))
        }
        Err(refusal) => {
            let title = request.texts.say("desk-new-event");
            request.refused(&page(&request, &session, title, &form, faults(request.texts, refusal)))
        }
    }
}

fn page(
    request: &PageRequest,
    session: &UserSession,
    title: String,
    form: &EventForm,
    faults: Vec<String>,
) -> NewEventPage {
    let texts = request.texts;
    NewEventPage {
        frame: session.frame(request),
        texts,
        title,
        fields: form.fields(texts, !faults.is_empty()),
        faults,
        form_id: FormIds::new_id(),
    }
}
