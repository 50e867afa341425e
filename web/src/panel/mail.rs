//! `/admin/mail/`: whether mail is sent, with a test message. `/password/`: a password link by mail, for a person who forgot
//! the password.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use proto_events::Actor;
use service_kit::chain;
use storage::deliveries::{Delivery, DeliveryState};
use write_api::FieldErrors;
use write_api::accounts::MailPasswordLink;
use write_api::letters::SendTestLetter;

use crate::parts::control::TextField;
use crate::parts::page_kinds::{FormPage, Link, MessagePage};
use crate::serving::attempts::Person;
use crate::serving::failures::{PageResult, store_problem};
use crate::serving::passwords::{set_retry_after, too_many};
use crate::serving::people::person;
use crate::serving::request::{PageRequest, UserRequest};
use crate::serving::response;

const PATH: &str = "/admin/mail/";

/// Messages to oneself that are listed.
const LISTED: i64 = 5;

/// Shows the address that mail comes from, and the last messages to oneself.
pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let (texts, title) = (request.texts, request.texts.say("panel-mail"));
    let Some(from) = request.shared.commands.mail_from() else {
        let lead = vec![texts.say("panel-mail-off")];
        return request.page(&MessagePage { frame: request.frame(), title, lead, links: Vec::new() });
    };
    let user_id = request.session.caller.user_id;
    let own = person(request, user_id).await?.state.profile.email.clone();
    let lead = texts.with("panel-mail-on", "address", from);
    if own.is_empty() {
        let (lead, links) = (vec![lead, texts.say("panel-mail-no-address")], vec![account(request)]);
        return request.page(&MessagePage { frame: request.frame(), title, lead, links });
    }
    let sent = request.shared.commands.letters_to(user_id, LISTED).await.map_err(store_problem)?;
    let page = FormPage::new(request.frame(), title, PATH, "panel-mail-test")
        .lead(lead)
        .lead(texts.with("panel-mail-to", "address", own))
        .points(sent.iter().map(|delivery| line(request, delivery)));
    request.page(&page)
}

fn account(request: &PageRequest) -> Link {
    Link::new("/admin/account/profile/", request.texts.say("frame-account"))
}

/// Returns what became of a message.
pub(crate) fn line(request: &PageRequest, delivery: &Delivery) -> String {
    let state = request.texts.say(match delivery.state {
        DeliveryState::Pending => "panel-delivery-pending",
        DeliveryState::Delivered => "panel-delivery-delivered",
        DeliveryState::Undelivered => "panel-delivery-undelivered",
    });
    let error = delivery.last.as_ref().and_then(|last| last.error.as_deref()).map(|error| format!(" – {error}"));
    let time = request.texts.time(delivery.message.recorded_at.naive_utc());
    format!("{time} UTC: {state}{}", error.unwrap_or_default())
}

/// Sends a test message.
pub(crate) async fn test(request: &UserRequest<'_>) -> PageResult {
    let (user_id, now) = (request.session.caller.user_id, request.shared.clock.now());
    if request.shared.commands.mail_from().is_none() {
        return request.redirect(PATH);
    }
    let counted = request.shared.attempts.mail(Person::Known(user_id), request.address, now).await;
    if let Some(until) = counted.map_err(store_problem)? {
        let page = FormPage::new(request.frame(), request.texts.say("panel-mail"), PATH, "panel-mail-test");
        return refused(request, page, until);
    }
    request.carry_out(&SendTestLetter { user_id, language: request.texts.language().tag() }).await?;
    request.redirect(PATH)
}

/// Answers that there were too many requests.
fn refused(request: &PageRequest, mut page: FormPage, until: DateTime<Utc>) -> PageResult {
    page.frame.faults = too_many(request, until).into();
    let mut page = response::page(StatusCode::TOO_MANY_REQUESTS, &page)?;
    set_retry_after(request, &mut page, until);
    Ok(page)
}

/// Shows the form for a person who forgot the password.
pub(crate) async fn forgotten(request: &PageRequest) -> PageResult {
    if request.shared.commands.mail_from().is_none() {
        return answer(request, "panel-sign-in-note");
    }
    request.page(&forgotten_form(request))
}

/// Answers with a text, by its key, and the way to sign in.
fn answer(request: &PageRequest, key: &str) -> PageResult {
    let (texts, frame) = (request.texts, request.frame());
    let links = vec![Link::new("/login/", texts.say("frame-sign-in"))];
    request.page(&MessagePage { frame, title: texts.say("panel-forgotten"), lead: vec![texts.say(key)], links })
}

fn forgotten_form(request: &PageRequest) -> FormPage {
    let texts = request.texts;
    let username = TextField::new("username", texts.say("panel-username"), request.form.text("username")).required();
    FormPage::new(request.frame(), texts.say("panel-forgotten"), "/password/", "panel-forgotten-do")
        .lead(texts.say("panel-forgotten-lead"))
        .control(TextField { autocomplete: "username", ..username })
        .cancel("/login/", "panel-cancel")
}

/// Sends a link to the account's address, if it has one. The answer, the time that it takes and the limits do not depend
/// on whether there is such an account: it is looked for after the answer.
pub(crate) async fn send_link(request: &PageRequest) -> PageResult {
    let (shared, texts, now) = (&request.shared, request.texts, request.shared.clock.now());
    if shared.commands.mail_from().is_none() {
        return answer(request, "panel-sign-in-note");
    }
    let username = request.form.text("username");
    let mut errors = FieldErrors::default();
    errors.required_line("username", username, usize::MAX);
    errors.check()?;
    let counted = shared.attempts.mail(Person::Unknown(username), request.address, now).await;
    if let Some(until) = counted.map_err(store_problem)? {
        return refused(request, forgotten_form(request), until);
    }
    let (commands, username, language) = (shared.commands.clone(), username.to_owned(), texts.language().tag());
    tokio::spawn(async move {
        let user = match commands.user_named(&username).await {
            Ok(Some(user)) => user,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(error = chain(&error), "a person who forgot the password could not be read");
                return;
            }
        };
        let command = MailPasswordLink { user_id: user.state.id, language };
        if let Err(error) = commands.carry_out(&Actor::System, &command).await {
            tracing::warn!(%error, "a password link could not be queued");
        }
    });
    answer(request, "panel-forgotten-sent")
}
