//! `/admin/keys/new/`: creates a key. Its value is shown once, in the answer to the form.

use axum::response::Response;
use domain::limits::API_KEY_NAME;
use domain::permissions::Scheme;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::keys::{IssueApiKey, IssuedKey, Refusal};

use super::already_made;
use crate::call::{Call, Visitor};
use crate::command::refusal;
use crate::form::Form;
use crate::form_ids::FormIds;
use crate::people::People;
use crate::view::words::{end_of_day, ends, role_choice};
use crate::view::{Control, FormPage, Link, SecretPage, Text, Tick, fault_of};

const PATH: &str = "/admin/keys/new/";
const BACK: &str = "/admin/keys/";

/// Shows the form.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    call.page(&form(&call, &visitor, &call.form, &FieldErrors::default()))
}

/// Creates the key and shows its value.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    let expires_at = end_of_day(call.form.text("expires_at")).unwrap_or_else(|fault| {
        errors.add("expires_at", fault);
        None
    });
    errors.required_text("name", call.form.text("name"), API_KEY_NAME);
    let role = Role::from_wire_name(call.form.text("role"));
    if role.is_none() {
        errors.add("role", "Choose one of these.");
    }
    let Some(role) = role.filter(|_| errors == FieldErrors::default()) else {
        return call.refused(&form(&call, &visitor, &call.form, &errors));
    };
    let Some(turn) = call.shared.form_ids.take(call.form.exact("form_id")) else {
        return already_made(&call, &visitor, "The key was made", BACK);
    };
    let command = IssueApiKey {
        organization_id: visitor.organization_id()?,
        name: call.form.text("name").to_owned(),
        role,
        expires_at,
        read_only: call.form.is_ticked("read_only"),
        issued_by: visitor.membership.as_ref().map(|membership| membership.member_id),
    };
    match call.shared.commands.issue_api_key(&visitor.actor(), &command).await {
        Ok(issued) => {
            turn.keep();
            call.settled().await?;
            made(&call, &visitor, &command, &issued).await
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
            call.refused(&form(&call, &visitor, &call.form, &errors))
        }
    }
}

async fn made(call: &Call, visitor: &Visitor, command: &IssueApiKey, issued: &IssuedKey) -> Result<Response, Problem> {
    let member = issued.folded.state.member(issued.member_id);
    let people = People::of(call, member.map(|member| member.user_id)).await?;
    let narrowed = if command.read_only { " and is read-only" } else { "" };
    let role = format!("It has the role {}{narrowed}.", command.role.display_name());
    let tied = member.map(|member| {
        format!(
            "It is tied to {}: its role changes with that member's role, and it stops working when that member leaves.",
            people.name(member.user_id)
        )
    });
    call.page(&SecretPage {
        frame: call.frame(visitor),
        title: "Your new key".into(),
        lead: vec![format!("It is called “{}”.", command.name), "Programs send it in the header X-API-Key.".into()],
        label: "Key",
        value: issued.value.expose().to_owned(),
        points: [role].into_iter().chain(tied).chain([ends(command.expires_at)]).collect(),
        next: Link::new(BACK, "I have kept it"),
    })
}

fn form(call: &Call, visitor: &Visitor, typed: &Form, errors: &FieldErrors) -> FormPage {
    let name = Text::new("name", "Name", typed.text("name"));
    let name = Text { required: true, hint: "What it is for, such as “stream overlay”.", ..name };
    let chosen = Role::from_wire_name(typed.text("role"));
    let role = role_choice("Role", chosen, &[Scheme::ApiKey], fault_of(errors, "role"));
    let read_only = Tick {
        name: "read_only",
        label: "Make the key read-only",
        hint: "The key changes nothing, even if its role may.",
        ticked: typed.is_ticked("read_only"),
    };
    let expires_at = Text::new("expires_at", "Last day", typed.text("expires_at"));
    let expires_at = Text { kind: "date", hint: "It works until the end of that day, in UTC.", ..expires_at };
    let controls = vec![
        Control::Text(name.checked(errors)),
        Control::Choice(role),
        Control::Tick(read_only),
        Control::Text(expires_at.checked(errors)),
        Control::Hidden("form_id", FormIds::fresh()),
    ];
    let mut page = FormPage::new(call.frame(visitor), "Create a key", PATH, "Create the key");
    page.cancel = Some(Link::new(BACK, "Cancel"));
    page.asking(controls, errors)
}
