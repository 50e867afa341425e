//! `/desk/events/{id}/cancel/`: says that an event does not take place, or takes that back. The page asks first.

use askama::Template;
use write_api::events::change_event::ChangeEvent;
use write_api::events::event_fields::EventChange;

use crate::desk::event::{Desk, EventFrame};
use crate::serving::completed::Completed;
use crate::serving::failures::PageResult;
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/cancel.html")]
struct CancelPage {
    frame: EventFrame,
    /// What will happen, a sentence each.
    effects: Vec<String>,
    is_canceled: bool,
    /// Whether the event has taken place, so that it cannot be canceled.
    is_over: bool,
}

/// Asks.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (texts, state) = (desk.texts, desk.state());
    let (is_canceled, is_over) = (state.details.is_canceled, state.lifecycle.is_finished());
    let effects = match (is_canceled, is_over) {
        (true, _) => vec![texts.say("desk-resume-effect")],
        (false, true) => vec![texts.say("desk-cancel-over")],
        (false, false) => vec![
            texts.say("desk-cancel-visible"),
            texts.say("desk-cancel-closed"),
            texts.with("desk-cancel-players", "players", desk.players_in()),
            texts.say("desk-cancel-back"),
        ],
    };
    request.page(&CancelPage { frame: desk.frame("settings"), effects, is_canceled, is_over })
}

/// Cancels the event, or takes that back.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let is_canceled = request.form.exact("change") == "cancel";
    let completed = if is_canceled { Completed::EventCanceled } else { Completed::EventResumed };
    let change = EventChange { is_canceled: Some(is_canceled), ..EventChange::default() };
    desk.run(request.terms(), ChangeEvent { change }).await?;
    request.redirect_with(&desk.page("settings"), completed)
}
