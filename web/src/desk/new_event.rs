//! `/desk/events/new/` and `/desk/events/{id}/copy/`: creates an event, blank or like another one.

use askama::Template;
use proto_events::ids::TournamentId;
use write_api::events::create_event::NewEvent;
use write_api::events::event_fields::EventChange;

use crate::desk::event::Event;
use crate::desk::event_form::{EventFields, EventForm};
use crate::desk::event_settings::faults;
use crate::parts::frame::Frame;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::form_ids::FormIds;
use crate::serving::interface::{self, Refused};
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
    match create(request).await {
        Ok(id) => request.redirect(&format!("/desk/events/{id}/players/")),
        Err(refusal) => Err(PageError::Form(faults(request.texts, refusal).into())),
    }
}

async fn create(request: &UserRequest) -> Result<TournamentId, Refused> {
    let typed = EventChange::typed(EventForm::sent(&request.form).body());
    let plan = typed.map_err(|problem| Refused::by(problem, request.texts))?;
    let terms = request.terms().once(request.form.exact("form_id"));
    Ok(interface::run(request, terms, &NewEvent::new(plan)).await?.folded.state.id)
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
