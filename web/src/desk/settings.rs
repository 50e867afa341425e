//! `/desk/events/{id}/settings/`: changes an event's settings. `/desk/events/new/` and `/desk/events/{id}/copy/`: creates an
//! event, blank or like another one.

use askama::Template;
use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use serde_json::{Map, Value};
use service_kit::problem::Problem;
use write_api::Written;
use write_api::events::change_event::ChangeEvent;
use write_api::events::create_event::NewEvent;
use write_api::events::event_fields::EventChange;

use crate::desk::event::{Desk, Event, EventFrame};
use crate::desk::event_form::{EventFields, SETTINGS, SettingsForm, faults};
use crate::desk::meanwhile::{self, Merged};
use crate::desk::setting_words;
use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::form::FormIds;
use crate::serving::interface::{self, ATTEMPTS, Refused};
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/settings.html")]
struct SettingsPage {
    frame: EventFrame,
    fields: EventFields,
    is_canceled: bool,
}

pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let now = SettingsForm::of_event(desk.state());
    let form = match request.typed() {
        Some(form) => SettingsForm::sent(SETTINGS, form).on_top_of(&shown(&desk).await?, &now),
        None => now,
    };
    let frame = desk.frame("settings");
    request.page(&SettingsPage {
        fields: form.fields(desk.texts, !frame.faults.lines.is_empty()),
        frame,
        is_canceled: desk.state().details.is_canceled,
    })
}

/// Changes the settings that this person changed on the page. If another person has changed one of them since, the page
/// says so and asks. If the event changes before the settings are written, the form is compared again.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let sent = SettingsForm::sent(SETTINGS, &request.form);
    let mut desk = Desk::load(request).await?;
    for _ in 0..ATTEMPTS {
        let now = SettingsForm::of_event(desk.state());
        let shown = shown(&desk).await?;
        let Merged { body, conflicts } = meanwhile::merged(&shown.body(), &now.body(), &sent.body());
        if !conflicts.is_empty() {
            let body = |state: &Tournament| SettingsForm::of_event(state).body();
            let faults = meanwhile::conflicts(&desk, &conflicts, setting_words::field, body).await?;
            return Err(PageError::Form(faults.into()));
        }
        match save(&desk, body).await {
            Ok(_) => return request.redirect_with(&desk.page("settings"), Completed::Saved),
            Err(refusal) if refusal.is_stale() => desk = Desk::load(request).await?,
            Err(refusal) => return Err(PageError::Form(faults(request.texts, refusal).into())),
        }
    }
    Err(PageError::line(request.texts.say("desk-judges-busy")))
}

/// Saves the changed fields, unless the event has changed since they were compared.
async fn save(desk: &Desk<'_>, fields: Map<String, Value>) -> Result<Written<Tournament>, Refused> {
    let typed = EventChange::typed(Value::Object(fields));
    let change = typed.map_err(|problem| Refused::by(problem, desk.texts))?;
    desk.run(desk.request.terms().at_version(desk.version()), ChangeEvent { change }).await
}

/// Returns the form as its page showed it.
async fn shown(desk: &Desk<'_>) -> Result<SettingsForm, Problem> {
    let shown = meanwhile::as_shown(desk).await?;
    Ok(SettingsForm::of_event(shown.as_ref().map_or_else(|| desk.state(), |shown| &shown.state)))
}

#[derive(Template)]
#[template(path = "desk/new_event.html")]
struct NewEventPage {
    frame: Frame,
    title: String,
    fields: EventFields,
    form_id: String,
}

/// Shows the empty form.
pub(crate) async fn show_new(request: &UserRequest) -> PageResult {
    let form = request.typed();
    let form = form.map_or_else(SettingsForm::of_new_event, |form| SettingsForm::sent(SETTINGS, form));
    request.page(&page(request, request.texts.say("desk-new-event"), &form))
}

/// Shows the form with the settings of another event.
pub(crate) async fn copy(request: &UserRequest) -> PageResult {
    let model = Event::load(request).await?;
    let title = request.texts.with("desk-copied-event", "name", model.state().details.name.as_str());
    request.page(&page(request, title, &SettingsForm::copy_of(model.state())))
}

/// Creates the event and goes to its players.
pub(crate) async fn send_new(request: &UserRequest) -> PageResult {
    match create(request).await {
        Ok(id) => request.redirect(&format!("/desk/events/{id}/players/")),
        Err(refusal) => Err(PageError::Form(faults(request.texts, refusal).into())),
    }
}

async fn create(request: &UserRequest) -> Result<TournamentId, Refused> {
    let typed = EventChange::typed(SettingsForm::sent(SETTINGS, &request.form).body());
    let plan = typed.map_err(|problem| Refused::by(problem, request.texts))?;
    let terms = request.terms().once(request.form.exact("form_id"));
    Ok(interface::run(request, terms, &NewEvent::new(plan)).await?.folded.state.id)
}

fn page(request: &UserRequest, title: String, form: &SettingsForm) -> NewEventPage {
    let frame = request.frame();
    NewEventPage {
        title,
        fields: form.fields(request.texts, !frame.faults.lines.is_empty()),
        frame,
        form_id: FormIds::new_id(),
    }
}
