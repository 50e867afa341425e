//! `/admin/keys/new/`: creates a key. Its value is shown once, in the answer to the form.

use axum::response::Response;
use domain::limits::API_KEY_NAME;
use domain::permissions::Scheme;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::keys::{IssueApiKey, IssuedKey, Refusal};

use crate::panel::common::already_carried_out::already_carried_out;
use crate::parts::control::{Checkbox, Control, TextField, fault_of};
use crate::parts::format::{end_of_day, ends, role_choice};
use crate::parts::page_kinds::{FormPage, Link, SecretPage};
use crate::serving::failures::refusal;
use crate::serving::form::Form;
use crate::serving::form_ids::FormIds;
use crate::serving::people::People;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

const PATH: &str = "/admin/keys/new/";
const BACK: &str = "/admin/keys/";

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    request.page(&form(&request, &session, &request.form, &FieldErrors::default()))
}

/// Creates the key and shows its value.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    let expires_at = end_of_day(request.form.text("expires_at")).unwrap_or_else(|fault| {
        errors.add("expires_at", fault);
        None
    });
    errors.required_text("name", request.form.text("name"), API_KEY_NAME);
    let role = Role::from_wire_name(request.form.text("role"));
    if role.is_none() {
        errors.add("role", "Choose one of these.");
    }
    let Some(role) = role.filter(|_| errors == FieldErrors::default()) else {
        return request.refused(&form(&request, &session, &request.form, &errors));
    };
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(&request, &session, "The key was created", BACK);
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
            let errors = match refusal(error)? {
                Refusal::Invalid(errors) => errors,
                refusal => {
                    let mut errors = FieldErrors::default();
                    errors.add("name", format!("The key was not issued: {refusal}."));
                    errors
                }
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
    let narrowed = if command.read_only { " and is read-only" } else { "" };
    let role = format!("It has the role {}{narrowed}.", command.role.display_name());
    let tied = member.map(|member| {
        format!(
            "It is tied to {}: its role changes with that member's role, and it stops working when that member leaves.",
            people.name(member.user_id)
        )
    });
    request.page(&SecretPage {
        frame: session.frame(request),
        title: "Your new key".into(),
        lead: vec![format!("It is called “{}”.", command.name), "Programs send it in the header X-API-Key.".into()],
        label: "Key",
        value: issued.value.expose().to_owned(),
        points: [role].into_iter().chain(tied).chain([ends(command.expires_at)]).collect(),
        next: Link::new(BACK, "I have saved it"),
    })
}

fn form(request: &PageRequest, session: &UserSession, typed: &Form, errors: &FieldErrors) -> FormPage {
    let name = TextField::new("name", "Name", typed.text("name"));
    let name = TextField { required: true, hint: "What it is for, such as “stream overlay”.", ..name };
    let chosen = Role::from_wire_name(typed.text("role"));
    let role = role_choice("Role", chosen, &[Scheme::ApiKey], fault_of(errors, "role"));
    let read_only = Checkbox {
        name: "read_only",
        label: "Make the key read-only",
        hint: "The key changes nothing, even if its role may.",
        checked: typed.is_checked("read_only"),
    };
    let expires_at = TextField::new("expires_at", "Last day", typed.text("expires_at"));
    let expires_at = TextField { kind: "date", hint: "It works until the end of that day, in UTC.", ..expires_at };
    let controls = vec![
        Control::Text(name.checked(errors)),
        Control::RadioGroup(role),
        Control::Checkbox(read_only),
        Control::Text(expires_at.checked(errors)),
        Control::Hidden("form_id", FormIds::new_id()),
    ];
    let mut page = FormPage::new(session.frame(request), "Create a key", PATH, "Create the key");
    page.cancel = Some(Link::new(BACK, "Cancel"));
    page.with_controls(controls, errors)
}
