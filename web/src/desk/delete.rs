//! `/desk/events/{id}/delete/`: deletes an event. The page says what will happen and asks for the event's name, because
//! nothing brings the event back.

use askama::Template;
use write_api::events::delete_event::DeleteEvent;

use crate::desk::event::{Desk, EventFrame};
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/delete.html")]
struct DeletePage {
    frame: EventFrame,
    /// What will happen, a sentence each.
    effects: Vec<String>,
    typed: String,
}

/// Asks.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
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
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let name = desk.state().details.name.trim();
    if request.form.text("name") != name {
        return Err(PageError::line(request.texts.with("desk-delete-name-differs", "name", name)));
    }
    desk.run(request.terms(), DeleteEvent).await?;
    request.redirect_with("/desk/", Completed::EventDeleted)
}
