//! `/desk/events/{id}/messages/`: writes to players: to all, to those with a tag, or to one, whom `?player=` names. The
//! first answer is a preview; the second form sends the message.

use std::collections::BTreeSet;

use askama::Template;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::tournament::MessageTo;
use write_api::registrations::send_message::{MESSAGE_TEXT, SendMessage, addressees};

use crate::desk::done;
use crate::desk::event::{Desk, EventFrame};
use crate::desk::judging::by;
use crate::serving::failures::{PageError, PageResult, failed};
use crate::serving::interface::Refused;
use crate::serving::request::PageRequest;

#[derive(Template)]
#[template(path = "desk/messages.html")]
struct MessagesPage<'a> {
    frame: EventFrame<'a>,
    message: SendMessage,
    tags: BTreeSet<&'a str>,
    /// Whom the message is for and how many of them it can reach, in words, in a preview.
    preview: Option<String>,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let page = page(desk);
    desk.page(&MessagesPage { frame: page.frame.after(done::said(desk).await?), ..page })
}

pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    let page = page(desk);
    match desk.form.exact("step") {
        "send" => {
            desk.run(desk.once("message"), page.message).await?;
            desk.done_at("messages").await
        }
        "change" => desk.page(&page),
        _ => {
            let to = addressees(desk.state(), &page.message, desk.shared.clock.now());
            let to = to.map_err(|refusal| Refused::by(refusal.into(), desk.texts))?;
            desk.page(&MessagesPage { preview: Some(reach(desk, &to).await?), ..page })
        }
    }
}

/// Says whom a message is for, and how many of them get it by mail and on their phones.
async fn reach(desk: &Desk<'_>, to: &MessageTo) -> Result<String, PageError> {
    let people: Vec<UserId> = desk.state().addressed(to).map(|entry| entry.user_id).collect();
    let counts = counts(desk, &people).await?;
    Ok(format!("{} {counts}", desk.texts.with("desk-message-for", "to", in_words(desk, to))))
}

pub(crate) async fn counts(request: &PageRequest, people: &[UserId]) -> Result<String, PageError> {
    let (mail, phone) = request.shared.commands.message_reach(people).await.map_err(failed)?;
    let counts = [("count", people.len()), ("mail", mail), ("phone", phone)];
    Ok(request.texts.with_all("desk-message-reach", counts.map(|(name, count)| (name, count.into()))))
}

fn in_words(desk: &Desk<'_>, to: &MessageTo) -> String {
    match to {
        MessageTo::All => desk.texts.say("desk-message-all"),
        MessageTo::Tag(tag) => desk.texts.with("desk-message-tag", "tag", tag.as_str()),
        MessageTo::Registration(id) => desk.player(*id),
        MessageTo::Registrations(_) => desk.texts.say("desk-message-convention"),
    }
}

fn page<'a>(desk: &'a Desk<'a>) -> MessagesPage<'a> {
    let (form, state) = (&desk.form, desk.state());
    let asked = || desk.query_id("player").filter(|id| state.registration(*id).is_some());
    // A form that names a player is never for all, even if there is no such player.
    let registration_id = match form.exact("registration") {
        "" => asked(),
        _ => Some(form.id("registration").unwrap_or(RegistrationId(0))),
    };
    let tag = Some(form.text("tag").to_owned()).filter(|tag| !tag.is_empty());
    MessagesPage {
        frame: desk.frame("players"),
        message: SendMessage { text: form.lines("text"), tag, registration_id },
        tags: state.registrations.iter().flat_map(|entry| &entry.tags).map(String::as_str).collect(),
        preview: None,
    }
}
