//! `/desk/events/new/` and `/desk/events/{id}/copy/`: creates an event, blank or like another one.

use askama::Template;
use axum::http::Method;

use crate::desk::event::Event;
use crate::desk::event_form::{EventFields, EventForm};
use crate::desk::event_settings::faults;
use crate::parts::frame::Frame;
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::form_ids::FormIds;
use crate::serving::interface::Call;
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/new_event.html")]
struct NewEventPage {
    frame: Frame,
    title: String,
    fields: EventFields,
    form_id: String,
}

/// Shows the empty form.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let form = request.typed().map_or_else(EventForm::empty, EventForm::sent);
    request.page(&page(request, request.texts.say("desk-new-event"), &form))
}

/// Shows the form with the settings of another event.
pub(crate) async fn copy(request: &UserRequest) -> PageResult {
    let model = Event::load(request).await?;
    let title = request.texts.with("desk-copied-event", "name", model.state().details.name.as_str());
    request.page(&page(request, title, &EventForm::copy_of(model.state())))
}

/// Creates the event and goes to its players.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let form = EventForm::sent(&request.form);
    let call = Call::new(Method::POST, "/api/v1/magic-events/".to_owned(), form.body());
    match call.once(request.form.exact("form_id")).send(request).await {
        Ok(document) => {
            let id = document["id"].as_i64().ok_or_else(not_found)?;
            request.redirect(&format!("/desk/events/{id}/players/"))
        }
        Err(refusal) => Err(PageError::Form(faults(request.texts, refusal).into())),
    }
}

fn page(request: &UserRequest, title: String, form: &EventForm) -> NewEventPage {
    let frame = request.frame();
    NewEventPage {
        title,
        fields: form.fields(request.texts, !frame.faults.lines.is_empty()),
        frame,
        form_id: FormIds::new_id(),
    }
}
