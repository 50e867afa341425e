//! `/admin/keys/new/`: creates a key. Its value is shown once, in the answer to the form.

use axum::response::Response;
use domain::limits::{API_KEY_NAME, API_KEYS_ISSUED};
use domain::permissions::Scheme;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::keys::{IssueApiKey, IssuedKey};

use crate::panel::common::already_carried_out::already_carried_out;
use crate::parts::control::{Checkbox, Control, TextField, fault_of};
use crate::parts::format::{end_of_day, ends};
use crate::parts::page_kinds::{FormPage, Link, SecretPage};
use crate::parts::roles::role_choice;
use crate::serving::failures::refusal;
use crate::serving::form::Form;
use crate::serving::form_ids::FormIds;
use crate::serving::people::People;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::said;

const PATH: &str = "/admin/keys/new/";
const BACK: &str = "/admin/keys/";

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    request.page(&form(&request, &session, &request.form, &FieldErrors::default()))
}

/// Creates the key and shows its value.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let (texts, mut errors) = (request.texts, FieldErrors::default());
    let expires_at = end_of_day(texts, request.form.text("expires_at")).unwrap_or_else(|fault| {
        errors.add("expires_at", said(fault));
        None
    });
    errors.required_line("name", request.form.text("name"), API_KEY_NAME);
    let role = Role::from_wire_name(request.form.text("role"));
    if role.is_none() {
        errors.add("role", said(texts.say("form-choose")));
    }
    let Some(role) = role.filter(|_| errors == FieldErrors::default()) else {
        return request.refused(&form(&request, &session, &request.form, &errors));
    };
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(&request, &session, "panel-key-was-created", BACK);
    };
    let command = IssueApiKey {
        organization_id: session.organization_id()?,
        name: request.form.text("name").to_owned(),
        role,
        expires_at,
        read_only: request.form.is_checked("read_only"),
        issued_by: session.membership.as_ref().map(|membership| membership.member_id),
    };
    match request.shared.commands.issue_api_key(&session.actor(), &command).await {
        Ok(issued) => {
            claim.complete();
            request.wait_for_views().await?;
            made(&request, &session, &command, &issued).await
        }
        Err(error) => {
            let refused = refusal(error)?;
            let errors = match (refused.code(), refused.fields()) {
                (_, Some(errors)) => errors.clone(),
                ("api-key-too-many", _) => {
                    let mut errors = FieldErrors::default();
                    errors.add("name", said(texts.with("panel-too-many-keys", "most", API_KEYS_ISSUED)));
                    errors
                }
                _ => return Err(Problem::internal(refused)),
            };
            request.refused(&form(&request, &session, &request.form, &errors))
        }
    }
}

async fn made(
    request: &PageRequest,
    session: &UserSession,
    command: &IssueApiKey,
    issued: &IssuedKey,
) -> Result<Response, Problem> {
    let member = issued.folded.state.member(issued.member_id);
    let people = People::load(request, member.map(|member| member.user_id)).await?;
    let texts = request.texts;
    let role = if command.read_only { "panel-key-role-read-only" } else { "panel-key-role" };
    let role = texts.with(role, "role", texts.term(command.role));
    let tied = member.map(|member| texts.with("panel-key-tied", "name", people.name(member.user_id)));
    request.page(&SecretPage {
        frame: session.frame(request),
        title: texts.say("panel-your-key"),
        lead: vec![texts.with("panel-it-is-called", "name", command.name.as_str()), texts.say("panel-key-header")],
        label: texts.say("panel-key"),
        value: issued.value.expose().to_owned(),
        points: [role].into_iter().chain(tied).chain([ends(texts, command.expires_at)]).collect(),
        next: Link::new(BACK, texts.say("panel-saved-it")),
    })
}

fn form(request: &PageRequest, session: &UserSession, typed: &Form, errors: &FieldErrors) -> FormPage {
    let texts = request.texts;
    let name = TextField::new("name", texts.say("panel-name"), typed.text("name"));
    let name = TextField { required: true, hint: texts.say("panel-key-name-hint"), ..name };
    let chosen = Role::from_wire_name(typed.text("role"));
    let role = role_choice(texts, "panel-role", chosen, &[Scheme::ApiKey], fault_of(texts, errors, "role"));
    let read_only = Checkbox {
        name: "read_only",
        label: texts.say("panel-make-read-only"),
        hint: texts.say("panel-make-read-only-hint"),
        checked: typed.is_checked("read_only"),
    };
    let expires_at = TextField::new("expires_at", texts.say("panel-last-day"), typed.text("expires_at"));
    let expires_at = TextField { kind: "date", hint: texts.say("panel-last-day-hint"), ..expires_at };
    let controls = vec![
        Control::Text(name.checked(texts, errors)),
        Control::RadioGroup(role),
        Control::Checkbox(read_only),
        Control::Text(expires_at.checked(texts, errors)),
        Control::Hidden("form_id", FormIds::new_id()),
    ];
    let mut page =
        FormPage::new(session.frame(request), texts.say("panel-new-key"), PATH, texts.say("panel-do-create-key"));
    page.cancel = Some(Link::new(BACK, texts.say("panel-cancel")));
    page.with_controls(controls, errors)
}
