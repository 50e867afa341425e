//! `/admin/members/add/`: invites a person with an account by username.

use axum::response::Response;
use domain::permissions::Scheme;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::organizations::{InviteMember, Refusal};

use crate::call::{Call, Visitor};
use crate::command::{failed, refusal};
use crate::completed::Completed;
use crate::form::Form;
use crate::view::words::role_choice;
use crate::view::{Control, FormPage, Link, Text, fault_of};

const PATH: &str = "/admin/members/add/";

/// Shows the form.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    call.page(&form(&call, &visitor, &call.form, &FieldErrors::default()))
}

/// Invites the person. A person whose account the organization manages becomes a member at once.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let username = call.form.text("username");
    let mut errors = FieldErrors::default();
    errors.required_text("username", username, usize::MAX);
    let user = call.shared.commands.user_named(username).await.map_err(failed)?;
    if user.is_none() && !errors.names("username") {
        errors.add("username", "No account has this username. Upper and lower case matter.");
    }
    let role = Role::from_wire_name(call.form.text("role"));
    if role.is_none() {
        errors.add("role", "Choose one of these.");
    }
    let (Some(user), Some(role)) = (user, role) else {
        return call.refused(&form(&call, &visitor, &call.form, &errors));
    };
    let command = InviteMember { organization_id: visitor.organization_id()?, user_id: user.state.id, role };
    match call.shared.commands.invite_member(&visitor.actor(), &command).await {
        Ok(done) => {
            call.settled().await?;
            let is_member = done.folded.state.member_of(command.user_id).is_some();
            call.go_having("/admin/members/", if is_member { Completed::MemberAdded } else { Completed::Invited })
        }
        Err(error) => {
            errors.add("username", message(refusal(error)?));
            call.refused(&form(&call, &visitor, &call.form, &errors))
        }
    }
}

fn message(refusal: Refusal) -> String {
    match refusal {
        Refusal::MemberWithAnotherRole(role) => has_another_role(role),
        Refusal::InvitedWithAnotherRole(role) => {
            format!("Is already invited, as {}. Withdraw that invitation first.", role.display_name())
        }
        refusal => format!("The person was not added: {refusal}."),
    }
}

/// Returns the message for a person who is already a member.
pub(super) fn has_another_role(role: Role) -> String {
    format!("Is already a member, as {}. Change the role on the member's page.", role.display_name())
}

fn form(call: &Call, visitor: &Visitor, typed: &Form, errors: &FieldErrors) -> FormPage {
    let username = Text::new("username", "Username", typed.text("username"));
    let username = Text { required: true, hint: "The name that the person signs in with.", ..username };
    let chosen = Role::from_wire_name(typed.text("role"));
    let role = role_choice("Role", chosen, &[Scheme::ApiKey, Scheme::Cookie], fault_of(errors, "role"));
    let mut page = FormPage::new(call.frame(visitor), "Invite a member by username", PATH, "Invite the person");
    page.lead.push(
        "For a person who already has an account on this service. The person becomes a member by accepting the invitation. \
         For anyone else, make an account."
            .into(),
    );
    page.cancel = Some(Link::new("/admin/members/", "Cancel"));
    page.links.push(Link::new("/admin/members/new/", "Make an account instead"));
    page.asking(vec![Control::Text(username.checked(errors)), Control::Choice(role)], errors)
}
