//! `/admin/account/tokens/new/`: creates a token for the visitor's programs. Its value is shown once, in the answer to
//! the form.

use api_kit::path::integer;
use axum::response::Response;
use domain::limits::API_KEY_NAME;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::Membership;
use write_api::FieldErrors;
use write_api::accounts::{IssueToken, Refusal};

use super::{already_made, choose_organization};
use crate::call::{Call, Visitor};
use crate::command::refusal;
use crate::form::Form;
use crate::form_ids::FormIds;
use crate::people::memberships;
use crate::view::words::{end_of_day, ends};
use crate::view::{Alternative, Choice, Control, FormPage, Link, SecretPage, Text};

const PATH: &str = "/admin/account/tokens/new/";
const BACK: &str = "/admin/account/";
/// The option for a token without an organization.
const NOBODYS: &str = "none";

/// Shows the form.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let memberships = memberships(&call, visitor.caller.user_id).await?;
    call.page(&form(&call, &visitor, &memberships, &call.form, &FieldErrors::default()))
}

/// Creates the token and shows its value.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    call.shared.room.for_own_account(&visitor.caller)?;
    let memberships = memberships(&call, visitor.caller.user_id).await?;
    let mut errors = FieldErrors::default();
    let expires_at = end_of_day(call.form.text("expires_at")).unwrap_or_else(|fault| {
        errors.add("expires_at", fault);
        None
    });
    errors.required_text("name", call.form.text("name"), API_KEY_NAME);
    let organization_id = chosen(&call.form, &memberships, &visitor, &mut errors);
    if let Err(errors) = errors.check() {
        return call.refused(&form(&call, &visitor, &memberships, &call.form, &errors));
    }
    let Some(turn) = call.shared.form_ids.take(call.form.exact("form_id")) else {
        return already_made(&call, &visitor, "The token was made", BACK);
    };
    let name = call.form.text("name").to_owned();
    let command = IssueToken { user_id: visitor.caller.user_id, name, organization_id, expires_at };
    let issued = match call.shared.commands.issue_token(&visitor.actor(), &command).await {
        Ok(issued) => issued,
        Err(error) => {
            let errors = match refusal(error)? {
                Refusal::Invalid(errors) => errors,
                Refusal::NotAMember { .. } => {
                    let mut errors = FieldErrors::default();
                    errors.add("organization", "You are no longer a member there.");
                    errors
                }
                refusal => {
                    let mut errors = FieldErrors::default();
                    errors.add("name", format!("The token was not issued: {refusal}."));
                    errors
                }
            };
            return call.refused(&form(&call, &visitor, &memberships, &call.form, &errors));
        }
    };
    turn.keep();
    call.settled().await?;
    call.page(&SecretPage {
        frame: call.frame(&visitor),
        title: "Your new token".into(),
        lead: vec![
            format!("It is called “{}”.", command.name),
            "Programs send it in the header Authorization, after the word Token.".into(),
        ],
        label: "Token",
        value: issued.value.expose().to_owned(),
        points: vec![ends(command.expires_at), "Anyone who has it can act as you.".into()],
        next: Link::new(BACK, "I have kept it"),
    })
}

/// Returns the chosen organization; `None` for a token without one.
fn chosen(
    form: &Form,
    memberships: &[Membership],
    visitor: &Visitor,
    errors: &mut FieldErrors,
) -> Option<OrganizationId> {
    let sent = form.text("organization");
    let places = choose_organization::places(memberships, visitor);
    if sent == NOBODYS || places.is_empty() {
        return None;
    }
    let id = integer(sent).map(OrganizationId).filter(|id| places.iter().any(|place| place.id == *id));
    if id.is_none() {
        errors.add("organization", "Choose one of these.");
    }
    id
}

fn form(call: &Call, visitor: &Visitor, memberships: &[Membership], typed: &Form, errors: &FieldErrors) -> FormPage {
    let name = Text::new("name", "Name", typed.text("name"));
    let name = Text { required: true, hint: "What it is for, such as “my deck tool”.", ..name };
    let expires_at = Text::new("expires_at", "Last day", typed.text("expires_at"));
    let expires_at = Text { kind: "date", hint: "It works until the end of that day, in UTC.", ..expires_at };
    let mut controls = vec![Control::Text(name.checked(errors))];
    let places = choose_organization::places(memberships, visitor);
    if !places.is_empty() {
        let sent = typed.text("organization");
        let of = |value: String, label: String, hint: String| {
            let chosen = if sent.is_empty() { value == NOBODYS } else { value == sent };
            Alternative { value, label, hint, chosen }
        };
        let alone = of(NOBODYS.into(), "For me alone".into(), "It reads and writes my own decklists.".into());
        let others = places.into_iter().map(|place| {
            let hint = format!("It has my rights on decklists there, as {}.", place.role);
            of(place.id.to_string(), format!("As a member of {}", place.name), hint)
        });
        let options = std::iter::once(alone).chain(others).collect();
        let fault = crate::view::fault_of(errors, "organization");
        controls.push(Control::Choice(Choice { name: "organization", legend: "Acts for", options, fault }));
    }
    controls.push(Control::Text(expires_at.checked(errors)));
    controls.push(Control::Hidden("form_id", FormIds::fresh()));
    let mut page = FormPage::new(call.frame(visitor), "Create a token", PATH, "Create the token");
    page.lead.push("With a token, a program of yours can act as you without your password.".into());
    page.cancel = Some(Link::new(BACK, "Cancel"));
    page.asking(controls, errors)
}
