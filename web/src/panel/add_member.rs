//! `/admin/members/add/`: invites a person with an account by username.

use axum::response::Response;
use domain::permissions::Scheme;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::organizations::InviteMember;

use crate::panel::common::member_facts::why_not_added;
use crate::parts::control::{Control, TextField, fault_of};
use crate::parts::page_kinds::{FormPage, Link};
use crate::parts::roles::role_choice;
use crate::serving::completed::Completed;
use crate::serving::failures::{failed, refusal};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::said;

const PATH: &str = "/admin/members/add/";

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let username = request.query("username").unwrap_or_default();
    request.page(&form(&request, &session, &username, &FieldErrors::default()))
}

/// Invites the person. A person whose account the organization manages becomes a member at once.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let (texts, username) = (request.texts, request.form.text("username"));
    let mut errors = FieldErrors::default();
    errors.required_line("username", username, usize::MAX);
    let user = request.shared.commands.user_named(username).await.map_err(failed)?;
    if user.is_none() && !errors.names("username") {
        errors.add("username", said(texts.say("panel-no-such-username")));
    }
    let role = Role::from_wire_name(request.form.text("role"));
    if role.is_none() {
        errors.add("role", said(texts.say("form-choose")));
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
            errors.add("username", said(why_not_added(texts, &refusal(error)?)));
            request.refused(&form(&request, &session, username, &errors))
        }
    }
}

fn form(request: &PageRequest, session: &UserSession, username: &str, errors: &FieldErrors) -> FormPage {
    let texts = request.texts;
    let username = TextField::new("username", texts.say("panel-username"), username);
    let username = TextField { required: true, hint: texts.say("panel-invite-username-hint"), ..username };
    let chosen = Role::from_wire_name(request.form.text("role"));
    let role =
        role_choice(texts, "panel-role", chosen, &[Scheme::ApiKey, Scheme::Cookie], fault_of(texts, errors, "role"));
    let mut page =
        FormPage::new(session.frame(request), texts.say("panel-invite-title"), PATH, texts.say("panel-do-invite"));
    page.lead.push(texts.say("panel-invite-hint"));
    page.cancel = Some(Link::new("/admin/members/", texts.say("panel-cancel")));
    page.links.push(Link::new("/admin/people/", texts.say("panel-to-find-person")));
    page.links.push(Link::new("/admin/members/new/", texts.say("panel-to-new-account")));
    page.with_controls(vec![Control::Text(username.checked(texts, errors)), Control::RadioGroup(role)], errors)
}
