//! `/admin/mail/`: whether mail is sent, with a test message. `/password/`: a password link by mail, for a person who forgot
//! the password. `/confirm/{link}/`: confirms an address with a link that came by mail.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::user::User;
use proto_events::Actor;
use service_kit::credential_value::Kind;
use service_kit::{BoxError, chain};
use storage::deliveries::{Delivery, DeliveryPage};
use write_api::accounts::{MailLink, may_be_mailed};
use write_api::{CommandError, FieldErrors};

use crate::panel::common::{NEXT, field, form, to_sign_in};
use crate::panel::sign_in::{NO_LINK, does_not_open, holder, quiet};
use crate::parts::control::TextField;
use crate::parts::format::Badge;
use crate::parts::page_kinds::{Link, MessagePage};
use crate::serving::attempts::Person;
use crate::serving::failures::{PageError, PageResult, refusal, store_problem};
use crate::serving::page::{START, local_path};
use crate::serving::passwords::{TOO_MANY, refused_until};
use crate::serving::people::person;
use crate::serving::request::{PageRequest, UserRequest, UserSession};
use crate::serving::response;
use crate::serving::state::Shared;
use crate::texts::{cookie, set_cookie};

const PATH: &str = "/admin/mail/";

const LISTED: i64 = 5;

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
        let links = vec![Link::new("/admin/account/profile/", texts.say("frame-account"))];
        let lead = vec![lead, texts.say("panel-mail-no-address")];
        return request.page(&MessagePage { frame: request.frame(), title, lead, links });
    }
    let newest = DeliveryPage { recipient: user_id.into(), state: None, before: None, limit: LISTED };
    let sent = request.shared.events.deliveries(&newest).await.map_err(store_problem)?;
    let page = form(request, title, "panel-mail-test")
        .lead(lead)
        .lead(texts.with("panel-mail-to", "address", own))
        .points(sent.iter().map(|delivery| line(request, delivery)));
    request.page(&page)
}

/// Returns what became of a message.
pub(crate) fn line(request: &PageRequest, delivery: &Delivery) -> String {
    let state = Badge::of_delivery(request.texts, delivery.state).label;
    // What the server said is for the operator, who runs it.
    let error = delivery.last.as_ref().filter(|last| last.error.is_some()).map(|last| match last.status {
        Some(status) => request.texts.with("panel-mail-answer", "status", i64::from(status)),
        None => request.texts.say("panel-mail-why"),
    });
    let error = error.map(|error| format!(" – {error}"));
    let time = request.texts.time(delivery.message.recorded_at.naive_utc());
    format!("{time} UTC: {state}{}", error.unwrap_or_default())
}

pub(crate) async fn test(request: &UserRequest<'_>) -> PageResult {
    let (user_id, now) = (request.session.caller.user_id, request.shared.clock.now());
    if request.shared.commands.mail_from().is_none() {
        return request.redirect(PATH);
    }
    let counted = request.shared.attempts.mail(Person::Known(user_id), request.address, now).await;
    if let Some(until) = counted.map_err(store_problem)? {
        return Err(refused_until(request, TOO_MANY, until));
    }
    let sent = request.shared.commands.send_test_letter(user_id, request.texts.language().tag()).await;
    sent.map_err(|error| PageError::of_command(request.texts, error))?;
    request.redirect(PATH)
}

pub(crate) async fn forgotten(request: &PageRequest) -> PageResult {
    if !request.shared.sign_in.takes_passwords {
        return answer(request, "panel-forgotten", "panel-no-passwords");
    }
    if request.shared.commands.mail_from().is_none() {
        return answer(request, "panel-forgotten", "panel-sign-in-note");
    }
    let texts = request.texts;
    let username = field(request, "username", "panel-username").required();
    let page = form(request, texts.say("panel-forgotten"), "panel-forgotten-do")
        .lead(texts.say("panel-forgotten-lead"))
        .control(TextField { autocomplete: "username", ..username })
        .cancel("/login/", "desk-cancel");
    request.page(&page)
}

/// Answers with a title and a text, by their keys, and the way to sign in.
pub(crate) fn answer(request: &PageRequest, title: &str, key: &str) -> PageResult {
    request.page(&to_sign_in(request, request.texts.say(title), request.texts.say(key)))
}

/// Sends a link to the account's address, if it has one. The answer, the time that it takes and the limits do not depend
/// on whether there is such an account: it is looked for after the answer.
pub(crate) async fn send_link(request: &PageRequest) -> PageResult {
    let (shared, texts, now) = (&request.shared, request.texts, request.shared.clock.now());
    if shared.commands.mail_from().is_none() || !shared.sign_in.takes_passwords {
        return forgotten(request).await;
    }
    let username = request.form.text("username");
    let mut errors = FieldErrors::default();
    errors.required_line("username", username, usize::MAX);
    errors.check()?;
    let counted = shared.attempts.mail(Person::Unknown(username), request.address, now).await;
    if let Some(until) = counted.map_err(store_problem)? {
        return Err(refused_until(request, TOO_MANY, until));
    }
    let (known, username, language) = (Arc::clone(shared), username.to_owned(), texts.language().tag());
    shared.tasks.spawn("password link", async move {
        if let Err(error) = queue_link(&known, &username, language).await {
            tracing::warn!(error = chain(&error), "a password link could not be queued");
        }
        Ok::<_, BoxError>(())
    });
    answer(request, "panel-forgotten", "panel-forgotten-sent")
}

/// Queues a link for a person by username, if there is one whose mailbox has not got too many.
async fn queue_link(shared: &Shared, username: &str, language: &'static str) -> Result<(), CommandError> {
    let Some(user) = shared.commands.user_named(username).await? else { return Ok(()) };
    let (user, now) = (&user.state, shared.clock.now());
    if may_be_mailed(user, now) && shared.attempts.mailbox("password", &user.profile.email, now).await?.is_none() {
        let command = MailLink { user_id: user.id, confirms_address: false, language };
        shared.commands.carry_out(&Actor::System, &command).await?;
    }
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MailedLink {
    Sent,
    NotNeeded,
    /// The person or the mailbox got too many. The next one is possible at this time.
    TooMany(DateTime<Utc>),
}

/// Sends a link to confirm the own address, if it is not confirmed and the person and the mailbox have not got too many.
pub(crate) async fn confirm_own(request: &UserRequest<'_>, user: &User) -> Result<MailedLink, PageError> {
    let (shared, user_id, now) = (&request.shared, user.id, request.shared.clock.now());
    if shared.commands.mail_from().is_none() || user.is_email_confirmed || user.profile.email.is_empty() {
        return Ok(MailedLink::NotNeeded);
    }
    let mut counted = shared.attempts.mail(Person::Known(user_id), request.address, now).await;
    if let Ok(None) = counted {
        counted = shared.attempts.mailbox("confirm", &user.profile.email, now).await;
    }
    if let Some(until) = counted.map_err(store_problem)? {
        return Ok(MailedLink::TooMany(until));
    }
    let language = request.texts.language().tag();
    request.carry_out(&MailLink { user_id, confirms_address: true, language }).await?;
    Ok(MailedLink::Sent)
}

/// Leads to the page to sign in first, if the account was made by its holder, and this browser has no session of it. Its address
/// may be of a person who knows nothing of the account, and must not be confirmed by a click of that person.
async fn check_session(request: &PageRequest, user: &User) -> Result<(), PageError> {
    let is_own = UserSession::find(request).await.is_some_and(|session| session.caller.user_id == user.id);
    if user.is_unproven() && !is_own {
        return Err(request.redirect(&format!("/login/?next=/confirm/{}/", request.param("link")))?.into());
    }
    Ok(())
}

pub(crate) async fn confirm_form(request: &PageRequest) -> PageResult {
    let (user, ..) = holder(request, Kind::EmailLink).await?;
    check_session(request, &user).await?;
    let texts = request.texts;
    let site = request.shared.public_url.split_once("://").map_or("", |(_, site)| site);
    let values = [("username", user.profile.username.as_str().into()), ("site", site.into())];
    let page = form(request, texts.say("panel-confirm-email"), "panel-confirm-email-do")
        .lead(texts.with_all("panel-letter-email", values))
        .lead(user.profile.email);
    Ok(quiet(request.page(&page)?))
}

/// Confirms the address, and leads a person who is signed in here to the own events. The link does not sign in: the
/// account may be a stranger's who knows its password.
pub(crate) async fn confirm(request: &PageRequest) -> PageResult {
    let (user, user_id, value) = holder(request, Kind::EmailLink).await?;
    check_session(request, &user).await?;
    match request.shared.commands.confirm_email(user_id, &value).await {
        Ok(_) if UserSession::find(request).await.is_some_and(|session| session.caller.user_id == user_id) => {
            let next = cookie(&request.headers, NEXT).map_or(START, local_path);
            let next = if next == START { "/me/" } else { next };
            let page = request.redirect_with(next, "frame-done-email-confirmed")?;
            Ok(response::with_cookie(page, set_cookie(NEXT, "", 0)))
        }
        Ok(_) => answer(request, "panel-confirm-email", "panel-email-confirmed"),
        Err(error) => {
            refusal(error)?;
            Err(does_not_open(request, NO_LINK))
        }
    }
}
