//! `/account/`: a person creates an account. Its address is confirmed by a link that comes by mail; until then the account page
//! says so, and sends the link again.

use proto_events::user::Profile;
use service_kit::password::Password;
use write_api::accounts::CreateAccount;

use crate::panel::common::{ACCOUNT, NEXT, field, form, with_next};
use crate::panel::mail::{self, MailedLink, confirm_own};
use crate::parts::control::{Control, TextField};
use crate::parts::page_kinds::{FormPage, MessagePage};
use crate::serving::failures::{PageError, PageResult, store_problem};
use crate::serving::page::local_path;
use crate::serving::passwords::{TOO_MANY, check_connection, plain_http_warning, refused_until};
use crate::serving::people::person;
use crate::serving::providers::links;
use crate::serving::request::{PageRequest, UserRequest, UserSession};
use crate::serving::{response, session_cookies};
use crate::texts::set_cookie;

/// Lifetime of the cookie [`NEXT`] in seconds: as long as an account that is not confirmed.
const NEXT_SECONDS: u32 = 48 * 60 * 60;

/// Shows the form. A person who is already signed in is redirected.
pub(crate) async fn show(request: &PageRequest) -> PageResult {
    if !request.takes_new_accounts() {
        return off(request);
    }
    if request.faults.is_none() && UserSession::find(request).await.is_some() {
        return request.redirect(ACCOUNT);
    }
    let mut page = account_form(request);
    page.frame.faults.lines.extend(plain_http_warning(request));
    request.page(&page)
}

fn off(request: &PageRequest) -> PageResult {
    let next = request.query("next").unwrap_or_default();
    let (texts, links) = (request.texts, links(request, local_path(&next)));
    if links.is_empty() {
        return mail::answer(request, "panel-create-account", "panel-create-account-off");
    }
    let (title, lead) = (texts.say("panel-create-account"), vec![texts.say("panel-create-account-provider")]);
    request.page(&MessagePage { frame: request.frame(), title, lead, links })
}

fn account_form(request: &PageRequest) -> FormPage {
    let (texts, typed) = (request.texts, &request.form);
    let asked = request.query("next").unwrap_or_else(|| typed.exact("next").to_owned());
    let next = local_path(&asked);
    let field = |name, label: &str, autocomplete| TextField { autocomplete, ..field(request, name, label).required() };
    let name = field("best_identifier", "desk-name", "name").hint(texts.say("panel-name-hint"));
    let email = TextField { kind: "email", ..field("email", "panel-email", "email") };
    let password = TextField::password("password", texts.say("panel-password"), "new-password");
    let mut page = form(request, texts.say("panel-create-account"), "panel-create-account-do")
        .lead(texts.say("panel-create-account-lead"))
        .control(name)
        .control(field("username", "panel-username", "username").hint(texts.say("panel-username-hint")))
        .control(email.hint(texts.say("panel-create-account-email")))
        .control(password.hint(texts.say("panel-new-password-hint")))
        .once()
        .control(Control::Hidden("next", next.to_owned()))
        .link(with_next("/login/", next), "panel-create-account-have");
    page.links.extend(links(request, next));
    page
}

/// Creates the account and signs in. The answer does not depend on whether another account has the address.
pub(crate) async fn create(request: &PageRequest) -> PageResult {
    let (shared, texts, typed) = (&request.shared, request.texts, &request.form);
    if !request.takes_new_accounts() {
        return off(request);
    }
    check_connection(request)?;
    shared.room.for_anybody()?;
    let field = |name| typed.text(name).to_owned();
    let (username, best_identifier, email) = (field("username"), field("best_identifier"), field("email"));
    let command = CreateAccount {
        profile: Profile { username, best_identifier, email, ..Profile::default() },
        password: Password::from(typed.exact("password").to_owned()),
        language: texts.language().tag(),
    };
    command.check().map_err(|refusal| PageError::of_command(texts, refusal.into()))?;
    // The second tap on the button comes with the session of the first.
    let Some(claim) = shared.form_ids.claim(typed.exact("form_id")) else { return request.redirect(ACCOUNT) };
    let email = command.profile.email.as_str();
    let counted = shared.attempts.new_account(Some(email), request.address, shared.clock.now()).await;
    if let Some(until) = counted.map_err(store_problem)? {
        return Err(refused_until(request, TOO_MANY, until));
    }
    let created = command.run(&shared.commands).await;
    let user = &created.map_err(|error| PageError::of_command(texts, error))?.folded.state;
    claim.complete();
    shared.attempts.account_made(shared.clock.now()).await.map_err(store_problem)?;
    request.wait_for_views().await;
    let cookies = session_cookies::begin(request, user.id, user.session_epoch).await?;
    let next = set_cookie(NEXT, local_path(typed.exact("next")), NEXT_SECONDS);
    let page = request.redirect_with(ACCOUNT, "frame-done-account-created")?;
    Ok(response::with_cookies(page, cookies.into_iter().chain([next])))
}

pub(crate) async fn send_again(request: &UserRequest<'_>) -> PageResult {
    let user = person(request, request.session.caller.user_id).await?;
    match confirm_own(request, &user.state).await? {
        MailedLink::Sent => request.redirect_with(ACCOUNT, "frame-done-link-sent"),
        MailedLink::TooMany(until) => Err(refused_until(request, TOO_MANY, until)),
        MailedLink::NotNeeded => request.redirect(ACCOUNT),
    }
}
