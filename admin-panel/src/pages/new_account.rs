//! `/admin/members/new/`: makes a member's account. The answer to the form shows the one-time password link once.

use axum::response::Response;
use domain::limits::SHORT_TEXT;
use domain::permissions::Scheme;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::{MadeLink, MakePasswordLink, Refusal, RegisterUser, Steward};
use write_api::organizations::{self, AddMember};

use super::add_member::has_another_role;
use super::already_made;
use super::password_link::shown_once;
use crate::call::{Call, Visitor};
use crate::command::refusal;
use crate::form::Form;
use crate::form_ids::FormIds;
use crate::people::{elsewhere, not_theirs, person};
use crate::view::words::role_choice;
use crate::view::{Control, FormPage, Link, Text, fault_of};

const PATH: &str = "/admin/members/new/";

/// Shows the form.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    call.page(&form(&call, &visitor, &call.form, &FieldErrors::default()))
}

/// Makes the account, the membership and the link.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let organization_id = visitor.organization_id()?;
    let field = |name| call.form.text(name).to_owned();
    let (username, best_identifier, email) = (field("username"), field("best_identifier"), field("email"));
    let mut errors = FieldErrors::default();
    errors.required_text("best_identifier", &best_identifier, SHORT_TEXT);
    errors.required_text("username", &username, SHORT_TEXT);
    let role = Role::from_wire_name(call.form.text("role"));
    if role.is_none() {
        errors.add("role", "Choose one of these.");
    }
    let Some(role) = role.filter(|_| errors == FieldErrors::default()) else {
        return call.refused(&form(&call, &visitor, &call.form, &errors));
    };
    let Some(turn) = call.shared.form_ids.take(call.form.exact("form_id")) else {
        return already_made(&call, &visitor, "The account was made", "/admin/members/");
    };
    let profile = Profile { username, best_identifier, email, ..Profile::default() };
    match make(&call, &visitor, profile, organization_id, role).await? {
        Ok(made) => {
            turn.keep();
            call.settled().await?;
            shown_once(&call, &visitor, &made, "/admin/members/")
        }
        Err(errors) => call.refused(&form(&call, &visitor, &call.form, &errors)),
    }
}

/// Makes the parts one after the other. If one fails and the form is sent again, it continues there.
async fn make(
    call: &Call,
    visitor: &Visitor,
    profile: Profile,
    organization_id: OrganizationId,
    role: Role,
) -> Result<Result<MadeLink, FieldErrors>, Problem> {
    let (commands, actor) = (&call.shared.commands, visitor.actor());
    let register = RegisterUser { profile, managed_by: Some(organization_id) };
    let user_id: UserId = match commands.register_user(&actor, &register).await {
        Ok(done) => done.folded.state.id,
        Err(error) => {
            return match refusal(error)? {
                Refusal::Invalid(errors) => Ok(Err(errors)),
                other => Err(Problem::internal(other)),
            };
        }
    };
    if let Err(error) = commands.add_member(&actor, &AddMember { organization_id, user_id, role }).await {
        let mut errors = FieldErrors::default();
        let why = match refusal(error)? {
            organizations::Refusal::MemberWithAnotherRole(role) => has_another_role(role),
            refusal => format!("The person was not added: {refusal}."),
        };
        errors.add("username", why);
        return Ok(Err(errors));
    }
    let user = person(call, user_id).await?;
    let elsewhere = elsewhere(call, &user.state, organization_id).await?;
    let steward = Steward::Administrator { organization_id, elsewhere };
    let made = commands.make_password_link(&actor, &MakePasswordLink { user_id, steward }).await;
    match made {
        Ok(made) => Ok(Ok(made)),
        Err(error) => match refusal(error)? {
            Refusal::NotTheirs => Err(not_theirs()),
            Refusal::NoUsername(_) => {
                let mut errors = FieldErrors::default();
                errors.add("username", "May not be empty.");
                Ok(Err(errors))
            }
            other => Err(Problem::internal(other)),
        },
    }
}

fn form(call: &Call, visitor: &Visitor, typed: &Form, errors: &FieldErrors) -> FormPage {
    let name = Text::new("best_identifier", "Name", typed.text("best_identifier"));
    let username = Text::new("username", "Username", typed.text("username"));
    let email = Text::new("email", "E-mail address", typed.text("email"));
    let texts = [
        Text { required: true, hint: "As shown on pairings and standings.", ..name },
        Text {
            required: true,
            hint: "For signing in. It cannot be changed later; upper and lower case matter.",
            ..username
        },
        Text { kind: "email", hint: "For your information; nothing is sent to it.", ..email },
    ];
    let chosen = Role::from_wire_name(typed.text("role"));
    let role = role_choice("Role", chosen, &[Scheme::ApiKey, Scheme::Cookie], fault_of(errors, "role"));
    let texts = texts.map(|text| Control::Text(text.checked(errors)));
    let others = [Control::Choice(role), Control::Hidden("form_id", FormIds::fresh())];
    let mut page = FormPage::new(call.frame(visitor), "Make an account", PATH, "Make the account");
    page.lead.push("You get a link where the person sets a password. Your organization manages the account.".into());
    page.cancel = Some(Link::new("/admin/members/", "Cancel"));
    page.asking(texts.into_iter().chain(others).collect(), errors)
}
