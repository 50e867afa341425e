//! `/desk/events/{id}/cancel/`: says that an event does not take place, or takes that back.
//! `/desk/events/{id}/delete/`: deletes an event. Both pages say first what will happen.

use askama::Template;
use write_api::events::change_event::ChangeEvent;
use write_api::events::delete_event::DeleteEvent;
use write_api::events::event_fields::EventChange;

use crate::desk::event::{Desk, EventFrame};
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult};
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

/// Asks whether the event is to be canceled.
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

#[derive(Template)]
#[template(path = "desk/delete.html")]
struct DeletePage {
    frame: EventFrame,
    /// What will happen, a sentence each.
    effects: Vec<String>,
    typed: String,
}

/// Asks whether the event is to be deleted, and for its name, because nothing brings it back.
pub(crate) async fn show_delete(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (texts, state) = (desk.texts, desk.state());
    let rounds = state.rounds().filter(|(_, round)| round.number > 0).count();
    let what = [("players", state.registrations.len().into()), ("rounds", rounds.into())];
    let effects = vec![
        texts.with_all("desk-delete-what", what),
        texts.say("desk-delete-everywhere"),
        texts.say("desk-delete-lists"),
        texts.say("desk-delete-for-ever"),
    ];
    request.page(&DeletePage { frame: desk.frame("settings"), effects, typed: request.form.text("name").to_owned() })
}

/// Deletes the event if its name was typed.
pub(crate) async fn delete(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let name = desk.state().details.name.trim();
    if request.form.text("name") != name {
        return Err(PageError::line(request.texts.with("desk-delete-name-differs", "name", name)));
    }
    desk.run(request.terms(), DeleteEvent).await?;
    request.redirect_with("/desk/", Completed::EventDeleted)
}
