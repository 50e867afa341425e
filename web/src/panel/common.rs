//! Answers and checks that pages of several resources need.

use axum::http::StatusCode;
use domain::permissions::Scheme;
use domain::time_zone::Zone;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proto_events::vocabulary::Role;
use service_kit::password::Password;
use service_kit::problem::Problem;
use write_api::accounts::MadeLink;
use write_api::{CommandError, FieldErrors};

use crate::parts::control::{Control, TextField};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::{FormPage, Link, MessagePage, SecretPage};
use crate::parts::roles::role_choice;
use crate::serving::documents::KnownEvent;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::page::START;
use crate::serving::people::organization;
use crate::serving::request::{PageRequest, UserRequest};
use crate::serving::response;
use crate::texts::said;

pub(crate) const ACCOUNT: &str = "/admin/account/";

/// The cookie with the page to which a person goes who has confirmed the address of a new account.
pub(super) const NEXT: &str = "crosstable_next";

/// Number of events whose zones say that of the organization.
const EVENTS: i64 = 10;

/// Returns the address of a page that leads to another page.
pub(super) fn with_next(path: &str, next: &str) -> String {
    if next == START { path.to_owned() } else { format!("{path}?next={}", utf8_percent_encode(next, NON_ALPHANUMERIC)) }
}

/// Returns a form that is sent to the address of its page. `submit` is the key of the label of its button.
pub(super) fn form(request: &PageRequest, title: String, submit: &str) -> FormPage {
    FormPage::new(request.frame(), title, request.path.as_str(), submit)
}

/// Returns a page that says something and leads to the page to sign in.
pub(super) fn to_sign_in(request: &PageRequest, title: String, lead: String) -> MessagePage {
    let links = vec![Link::new("/login/", request.texts.say("frame-sign-in"))];
    MessagePage { frame: request.frame(), title, lead: vec![lead], links }
}

/// Returns a field with what was typed in it. `label` is the key of its label.
pub(super) fn field(request: &PageRequest, name: &'static str, label: &str) -> TextField {
    TextField::new(name, request.texts.say(label), request.form.text(name))
}

/// Says to people that they are the only administrator, or why another command about themselves was refused.
pub(super) fn or_last(request: &PageRequest, error: CommandError) -> PageError {
    match error {
        CommandError::Refused(refusal) if refusal.code().ends_with("-last-administrator") => {
            request.fault("panel-you-are-last")
        }
        error => PageError::of_command(request.texts, error),
    }
}

/// Returns the frame of a page with times: in the zone of most of the organization's newest events, else in its own.
pub(crate) async fn frame_in_zone(request: &UserRequest<'_>) -> Result<Frame, Problem> {
    let (frame, views) = (request.frame(), &*request.shared.views);
    let Some(organization_id) = request.session.caller.organization_id else { return Ok(frame) };
    let mut zones = Vec::new();
    for event in KnownEvent::newest(views, organization_id, EVENTS).await? {
        zones.extend(event.time_zone(views, organization_id).await?);
    }
    let most = zones.iter().max_by_key(|zone| zones.iter().filter(|other| other == zone).count());
    let zone = match most {
        Some(most) => Some(most.clone()),
        None => organization(request).await?.state.time_zone.clone(),
    };
    Ok(Frame { zone: Zone::of(zone.as_deref()), ..frame })
}

/// Carries out a form that makes a value, which is shown once. Answers a form that was already carried out: nothing is made
/// again, and its value is not shown again. `title` is the key of the title of that page.
pub(crate) async fn once<T>(
    request: &UserRequest<'_>,
    (title, back): (&str, &str),
    carry_out: impl Future<Output = Result<T, PageError>>,
) -> Result<T, PageError> {
    if let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) {
        let made = carry_out.await?;
        claim.complete();
        request.wait_for_views().await;
        return Ok(made);
    }
    let texts = request.texts;
    let page = MessagePage {
        frame: request.frame(),
        title: texts.say(title),
        lead: ["panel-already-sent", "panel-already-sent-value"].map(|key| texts.say(key)).into(),
        links: vec![Link::new(back, texts.say("panel-continue"))],
    };
    Err(response::page(StatusCode::CONFLICT, &page)?.into())
}

pub(crate) async fn new_link_page(request: &UserRequest<'_>, made: &MadeLink, back: &str) -> PageResult {
    let (texts, profile) = (request.texts, &made.folded.state.profile);
    let frame = frame_in_zone(request).await?;
    let names = [("name", profile.best_identifier.as_str().into()), ("username", profile.username.as_str().into())];
    request.page(&SecretPage {
        title: texts.say("panel-link-title"),
        lead: vec![texts.with_all("panel-link-give", names)],
        label: texts.say("panel-link"),
        value: format!("{}{}", request.shared.public_url, made.path()),
        points: vec![
            texts.with("panel-link-works", "time", frame.moment(&made.expires_at).shown),
            texts.say("panel-link-first"),
        ],
        frame,
        next: Link::new(back, texts.say("panel-saved-it")),
    })
}

/// Returns the choice of the role of a new key or member, with what each role may do by these schemes.
pub(super) fn new_role(request: &PageRequest, by: &[Scheme]) -> Control {
    let chosen = Role::from_wire_name(request.form.text("role"));
    Control::RadioGroup(role_choice(request.texts, "desk-staff-role", chosen, by))
}

/// Returns the role in a form, or adds an error.
pub(crate) fn chosen_role(request: &PageRequest, errors: &mut FieldErrors) -> Option<Role> {
    let role = Role::from_wire_name(request.form.text("role"));
    if role.is_none() {
        errors.add("role", said(request.texts.say("form-choose")));
    }
    role
}

/// Returns the new password in a field, if it was typed the same way twice.
pub(crate) fn new_password(request: &PageRequest, field: &str) -> Result<Password, PageError> {
    let password = Password::from(request.form.exact(field).to_owned());
    if password.expose() != request.form.exact("repeated") {
        return Err(PageError::at("repeated", request.texts.say("panel-passwords-differ")));
    }
    Ok(password)
}
