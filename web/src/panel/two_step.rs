//! `/login/code/`: the second step of signing in. `/admin/account/two-step/`: switches it on and off; below
//! `/admin/people/`, administrators switch it off for a person who has lost the phone.

use askama::Template;
use domain::user::User;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proto_events::ids::UserId;
use service_kit::problem::Problem;
use write_api::accounts::{DisableTwoStep, EnableTwoStep, RecoveryCodes, Steward};

use crate::panel::common::{ACCOUNT, form};
use crate::parts::control::{Control, Faults, TextField};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::FormPage;
use crate::parts::qr::QrCode;
use crate::serving::failures::{PageError, PageResult, failed, store_problem};
use crate::serving::page::local_path;
use crate::serving::passwords::{TOO_MANY, check_connection, refused_until};
use crate::serving::people::{OrganizationsPerson, person};
use crate::serving::request::{PageRequest, UserRequest};
use crate::serving::second_step::{CodeCheck, check, is_of_app};
use crate::serving::{response, session_cookies};

const PATH: &str = "/admin/account/two-step/";
const CODE: &str = "one_time_code";
/// The purpose of the signatures by which forms say that the password was right.
const PENDING: &str = "pending sign-in";

/// Signs a person in whose password was right, or asks for the second step. `done` is the key of a message for the next
/// page.
pub(super) async fn begin(
    request: &PageRequest,
    user: &User,
    (next, done): (&str, Option<&'static str>),
) -> PageResult {
    if user.two_step.is_some() {
        let pending = request.sign(PENDING, &(user.id, user.session_epoch))?;
        return request.page(&code_form(request, pending, next));
    }
    let cookies = session_cookies::begin(request, user.id, user.session_epoch).await?;
    let page = match done {
        Some(done) => request.redirect_with(next, done)?,
        None => request.redirect(next)?,
    };
    Ok(response::with_cookies(page, cookies))
}

fn code_form(request: &PageRequest, pending: String, next: &str) -> FormPage {
    let texts = request.texts;
    let mut page = FormPage::new(request.frame(), texts.say("panel-two-step"), "/login/code/", "frame-sign-in")
        .lead(texts.say("panel-code-lead"))
        .control(code_field(request))
        .control(Control::Hidden("pending", pending))
        .control(Control::Hidden("next", next.to_owned()))
        .cancel("/login/", "desk-cancel");
    page.refused = texts.say("frame-error-not-signed-in");
    page
}

fn code_field(request: &PageRequest) -> TextField {
    let field = TextField::new(CODE, request.texts.say("panel-two-step-code"), "").required();
    TextField { autocomplete: "one-time-code", ..field }
}

/// Shows the form again after a wrong code. Without a password before, there is none.
pub(crate) async fn show_code(request: &PageRequest) -> PageResult {
    if request.faults.is_none() {
        return request.redirect("/login/");
    }
    let pending = request.form.exact("pending").to_owned();
    request.page(&code_form(request, pending, local_path(request.form.exact("next"))))
}

pub(crate) async fn send_code(request: &PageRequest) -> PageResult {
    check_connection(request)?;
    let Some((user_id, epoch)) = request.signed::<(UserId, i64)>(PENDING, request.form.exact("pending")) else {
        return request.redirect("/login/");
    };
    let user = request.shared.commands.user(user_id).await.map_err(failed)?;
    let Some(user) = user.filter(|user| user.state.session_epoch == epoch && user.state.two_step.is_some()) else {
        return request.redirect("/login/");
    };
    check_code(request, &user.state).await?;
    let cookies = session_cookies::begin(request, user_id, epoch).await?;
    let next = local_path(request.form.exact("next"));
    Ok(response::with_cookies(request.redirect(next)?, cookies))
}

async fn check_code(request: &PageRequest, user: &User) -> Result<(), PageError> {
    match check(request, user, request.form.exact(CODE)).await? {
        CodeCheck::Right => Ok(()),
        CodeCheck::Wrong => Err(wrong(request, "panel-code-wrong")),
        CodeCheck::NeedsRecovery => Err(wrong(request, "panel-code-recovery")),
        CodeCheck::TooMany(until) => Err(refused_until(request, TOO_MANY, until)),
    }
}

fn wrong(request: &PageRequest, why: &str) -> PageError {
    Faults::at(CODE, request.texts.say(why)).into()
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let user = person(request, request.session.caller.user_id).await?;
    let page = match &user.state.two_step {
        Some(two_step) => off_form(request, two_step.recovery_sha256.len()),
        None => on_form(request, &user.state).await?,
    };
    request.page(&page)
}

async fn on_form(request: &UserRequest<'_>, user: &User) -> Result<FormPage, PageError> {
    let texts = request.texts;
    let secret = request.shared.commands.totp_secret(user.id, user.session_epoch).await.map_err(store_problem)?;
    let secret = secret.base32();
    let site = request.shared.public_url.split_once("://").map_or("", |(_, site)| site);
    let [site, name] = [site, &user.profile.username].map(|text| utf8_percent_encode(text, NON_ALPHANUMERIC));
    let address = format!("otpauth://totp/{site}:{name}?secret={secret}&issuer={site}");
    let mut page = FormPage::new(request.frame(), texts.say("panel-two-step"), PATH, "panel-two-step-on")
        .lead(texts.say("panel-two-step-hint"))
        .lead(texts.with("panel-two-step-secret", "secret", secret))
        .control(code_field(request))
        .cancel(ACCOUNT, "desk-cancel");
    page.code = Some(QrCode::draw(address).map_err(Problem::internal)?);
    Ok(page)
}

fn off_form(request: &UserRequest<'_>, left: usize) -> FormPage {
    let texts = request.texts;
    FormPage::new(request.frame(), texts.say("panel-two-step"), format!("{PATH}off/"), "panel-two-step-off")
        .lead(texts.with("panel-two-step-is-on", "count", left))
        .control(code_field(request))
        .danger()
        .cancel(ACCOUNT, "desk-cancel")
}

#[derive(Template)]
#[template(path = "panel/recovery_codes.html")]
struct RecoveryCodesPage {
    frame: Frame,
    codes: Vec<String>,
}

pub(crate) async fn enable(request: &UserRequest<'_>) -> PageResult {
    let user_id = request.session.caller.user_id;
    let session_epoch = person(request, user_id).await?.state.session_epoch;
    if !is_of_app(request, user_id, session_epoch, request.form.exact(CODE)).await? {
        return Err(wrong(request, "panel-code-wrong"));
    }
    let codes = RecoveryCodes::generate();
    let command = EnableTwoStep { user_id, session_epoch, codes: &codes };
    let enabled = request.carry_out(&command).await?;
    request.wait_for_views().await;
    let cookies = session_cookies::renewed(request, request.session, enabled.folded.state.session_epoch);
    let page = request.page(&RecoveryCodesPage { frame: request.frame(), codes: codes.shown() })?;
    Ok(response::with_cookies(page, cookies))
}

pub(crate) async fn disable(request: &UserRequest<'_>) -> PageResult {
    let user_id: UserId = request.session.caller.user_id;
    check_code(request, &person(request, user_id).await?.state).await?;
    request.carry_out(&DisableTwoStep { user_id, steward: Steward::Person }).await?;
    request.redirect_with(ACCOUNT, "frame-done-saved")
}

pub(crate) async fn ask_to_reset(request: &UserRequest<'_>) -> PageResult {
    let (person, texts) = (OrganizationsPerson::managed(request).await?, request.texts);
    let page = form(request, texts.with("panel-two-step-off-of", "name", person.name()), "panel-two-step-off")
        .lead(texts.with("panel-two-step-off-means", "name", person.name()))
        .danger()
        .cancel(person.path(), "desk-cancel");
    request.page(&page)
}

pub(crate) async fn reset(request: &UserRequest<'_>) -> PageResult {
    let person = OrganizationsPerson::managed(request).await?;
    let command = DisableTwoStep { user_id: person.user.state.id, steward: person.steward.clone() };
    request.carry_out(&command).await?;
    request.completed(&person.path(), "frame-done-saved").await
}
