//! `/desk/events/{id}/settings/`: changes an event's settings.

use askama::Template;
use domain::tournament::Tournament;
use serde_json::{Map, Value};
use service_kit::problem::Problem;
use write_api::Written;
use write_api::events::change_event::ChangeEvent;
use write_api::events::event_fields::EventChange;

use crate::desk::event::{Desk, EventFrame};
use crate::desk::event_form::{EventFields, EventForm};
use crate::desk::event_settings;
use crate::desk::meanwhile::{self, Merged};
use crate::desk::setting_words;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::interface::{ATTEMPTS, Refused};
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/settings.html")]
struct SettingsPage {
    frame: EventFrame,
    fields: EventFields,
    is_canceled: bool,
}

/// Shows the form.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let now = EventForm::of(desk.state());
    let form = match request.typed() {
        Some(form) => EventForm::sent(form).on_top_of(&shown(&desk).await?, &now),
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
    let sent = EventForm::sent(&request.form);
    let mut desk = Desk::load(request).await?;
    for _ in 0..ATTEMPTS {
        let now = EventForm::of(desk.state());
        let shown = shown(&desk).await?;
        let Merged { body, conflicts } = meanwhile::merged(&shown.body(), &now.body(), &sent.body());
        if !conflicts.is_empty() {
            let body = |state: &Tournament| EventForm::of(state).body();
            let faults = meanwhile::conflicts(&desk, &conflicts, setting_words::field, body).await?;
            return Err(PageError::Form(faults.into()));
        }
        match save(&desk, body).await {
            Ok(_) => return request.redirect_with(&desk.page("settings"), Completed::Saved),
            Err(refusal) if refusal.is_stale() => desk = Desk::load(request).await?,
            Err(refusal) => return Err(PageError::Form(event_settings::faults(request.texts, refusal).into())),
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
async fn shown(desk: &Desk<'_>) -> Result<EventForm, Problem> {
    let shown = meanwhile::as_shown(desk).await?;
    Ok(EventForm::of(shown.as_ref().map_or_else(|| desk.state(), |shown| &shown.state)))
}
