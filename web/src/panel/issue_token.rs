//! `/admin/account/tokens/new/`: creates a token for the signed-in person's programs. Its value is shown once, in the answer to
//! the form.

use api_kit::path::integer;
use axum::response::Response;
use domain::limits::API_KEY_NAME;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::Membership;
use write_api::FieldErrors;
use write_api::accounts::{IssueToken, Refusal};

use crate::panel::common::already_carried_out::already_carried_out;
use crate::panel::common::organizations::choices;
use crate::parts::control::{Control, RadioGroup, RadioOption, TextField, fault_of};
use crate::parts::format::{end_of_day, ends};
use crate::parts::page_kinds::{FormPage, Link, SecretPage};
use crate::serving::failures::refusal;
use crate::serving::form::Form;
use crate::serving::form_ids::FormIds;
use crate::serving::people::memberships;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

const PATH: &str = "/admin/account/tokens/new/";
const BACK: &str = "/admin/account/";
/// The option for a token without an organization.
const NO_ORGANIZATION: &str = "none";

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let memberships = memberships(&request, session.caller.user_id).await?;
    request.page(&form(&request, &session, &memberships, &request.form, &FieldErrors::default()))
}

/// Creates the token and shows its value.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    request.shared.room.for_own_account(&session.caller)?;
    let memberships = memberships(&request, session.caller.user_id).await?;
    let mut errors = FieldErrors::default();
    let expires_at = end_of_day(request.form.text("expires_at")).unwrap_or_else(|fault| {
        errors.add("expires_at", fault);
        None
    });
    errors.required_text("name", request.form.text("name"), API_KEY_NAME);
    let organization_id = chosen_organization(&request.form, &memberships, &session, &mut errors);
    if let Err(errors) = errors.check() {
        return request.refused(&form(&request, &session, &memberships, &request.form, &errors));
    }
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(&request, &session, "The token was created", BACK);
    };
    let name = request.form.text("name").to_owned();
    let command = IssueToken { user_id: session.caller.user_id, name, organization_id, expires_at };
    let issued = match request.shared.commands.issue_token(&session.actor(), &command).await {
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
            return request.refused(&form(&request, &session, &memberships, &request.form, &errors));
        }
    };
    claim.complete();
    request.wait_for_views().await?;
    request.page(&SecretPage {
        frame: session.frame(&request),
        title: "Your new token".into(),
        lead: vec![
            format!("It is called “{}”.", command.name),
            "Programs send it in the header Authorization, after the word Token.".into(),
        ],
        label: "Token",
        value: issued.value.expose().to_owned(),
        points: vec![ends(command.expires_at), "Anyone who has it can act as you.".into()],
        next: Link::new(BACK, "I have saved it"),
    })
}

/// Returns the chosen organization; `None` for a token without one.
fn chosen_organization(
    form: &Form,
    memberships: &[Membership],
    session: &UserSession,
    errors: &mut FieldErrors,
) -> Option<OrganizationId> {
    let chosen = form.text("organization");
    let organizations = choices(memberships, session);
    if chosen == NO_ORGANIZATION || organizations.is_empty() {
        return None;
    }
    let id = integer(chosen).map(OrganizationId).filter(|id| organizations.iter().any(|choice| choice.id == *id));
    if id.is_none() {
        errors.add("organization", "Choose one of these.");
    }
    id
}

fn form(
    request: &PageRequest,
    session: &UserSession,
    memberships: &[Membership],
    typed: &Form,
    errors: &FieldErrors,
) -> FormPage {
    let name = TextField::new("name", "Name", typed.text("name"));
    let name = TextField { required: true, hint: "What it is for, such as “my deck tool”.", ..name };
    let expires_at = TextField::new("expires_at", "Last day", typed.text("expires_at"));
    let expires_at = TextField { kind: "date", hint: "It works until the end of that day, in UTC.", ..expires_at };
    let mut controls = vec![Control::Text(name.checked(errors))];
    let organizations = choices(memberships, session);
    if !organizations.is_empty() {
        let chosen = typed.text("organization");
        let of = |value: String, label: String, hint: String| {
            let checked = if chosen.is_empty() { value == NO_ORGANIZATION } else { value == chosen };
            RadioOption { value, label, hint, checked }
        };
        let alone = of(NO_ORGANIZATION.into(), "Only for me".into(), "It reads and writes my own decklists.".into());
        let others = organizations.into_iter().map(|choice| {
            let hint = format!("It has my rights on decklists there, as {}.", choice.role);
            of(choice.id.to_string(), format!("As a member of {}", choice.name), hint)
        });
        let options = std::iter::once(alone).chain(others).collect();
        let fault = fault_of(errors, "organization");
        controls.push(Control::RadioGroup(RadioGroup { name: "organization", legend: "Acts for", options, fault }));
    }
    controls.push(Control::Text(expires_at.checked(errors)));
    controls.push(Control::Hidden("form_id", FormIds::new_id()));
    let mut page = FormPage::new(session.frame(request), "Create a token", PATH, "Create the token");
    page.lead.push("With a token, a program of yours can act as you without your password.".into());
    page.cancel = Some(Link::new(BACK, "Cancel"));
    page.with_controls(controls, errors)
}
