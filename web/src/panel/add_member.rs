//! `/admin/members/add/`: invites a person with an account by username.

use axum::response::Response;
use domain::permissions::Scheme;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::organizations::{InviteMember, Refusal};

use crate::panel::common::member_facts::has_another_role;
use crate::parts::control::{Control, TextField, fault_of};
use crate::parts::format::role_choice;
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::{failed, refusal};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

const PATH: &str = "/admin/members/add/";

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let username = request.query("username").unwrap_or_default();
    request.page(&form(&request, &session, &username, &FieldErrors::default()))
}

/// Invites the person. A person whose account the organization manages becomes a member at once.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let username = request.form.text("username");
    let mut errors = FieldErrors::default();
    errors.required_text("username", username, usize::MAX);
    let user = request.shared.commands.user_named(username).await.map_err(failed)?;
    if user.is_none() && !errors.names("username") {
        errors.add("username", "No account has this username. Upper and lower case matter.");
    }
    let role = Role::from_wire_name(request.form.text("role"));
    if role.is_none() {
        errors.add("role", "Choose one of these.");
    }
    let (Some(user), Some(role)) = (user, role) else {
        return request.refused(&form(&request, &session, username, &errors));
    };
    let command = InviteMember { organization_id: session.organization_id()?, user_id: user.state.id, role };
    match request.shared.commands.invite_member(&session.actor(), &command).await {
        Ok(invited) => {
            request.wait_for_views().await?;
            let is_member = invited.folded.state.member_of(command.user_id).is_some();
            request
                .redirect_with("/admin/members/", if is_member { Completed::MemberAdded } else { Completed::Invited })
        }
        Err(error) => {
            errors.add("username", message_of(refusal(error)?));
            request.refused(&form(&request, &session, username, &errors))
        }
    }
}

/// Returns why the person was not invited.
fn message_of(refusal: Refusal) -> String {
    match refusal {
        Refusal::MemberWithAnotherRole(role) => has_another_role(role),
        Refusal::InvitedWithAnotherRole(role) => {
            format!("Is already invited, as {}. Withdraw that invitation first.", role.display_name())
        }
        refusal => format!("The person was not added: {refusal}."),
    }
}

fn form(request: &PageRequest, session: &UserSession, username: &str, errors: &FieldErrors) -> FormPage {
    let username = TextField::new("username", "Username", username);
    let username = TextField { required: true, hint: "The name that the person signs in with.", ..username };
    let chosen = Role::from_wire_name(request.form.text("role"));
    let role = role_choice("Role", chosen, &[Scheme::ApiKey, Scheme::Cookie], fault_of(errors, "role"));
    let mut page = FormPage::new(session.frame(request), "Invite a member by username", PATH, "Invite the person");
    page.lead.push(
        "For a person who already has an account on this service. The person becomes a member by accepting the invitation. \
         For anyone else, make an account."
            .into(),
    );
    page.cancel = Some(Link::new("/admin/members/", "Cancel"));
    page.links.push(Link::new("/admin/people/", "Find a person by name"));
    page.links.push(Link::new("/admin/members/new/", "Create an account instead"));
    page.with_controls(vec![Control::Text(username.checked(errors)), Control::RadioGroup(role)], errors)
}
