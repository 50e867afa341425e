//! `/admin/members/new/`: makes a member's account. The answer to the form shows the one-time password link once.

use axum::response::Response;
use domain::limits::SHORT_TEXT;
use domain::permissions::Scheme;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::{MadeLink, MakePasswordLink, RegisterUser, Steward};
use write_api::organizations::AddMember;

use crate::panel::common::already_carried_out::already_carried_out;
use crate::panel::common::member_facts::why_not_added;
use crate::panel::common::new_link::new_link_page;
use crate::parts::control::{Control, TextField, fault_of};
use crate::parts::page_kinds::{FormPage, Link};
use crate::parts::roles::role_choice;
use crate::serving::failures::refusal;
use crate::serving::form::Form;
use crate::serving::form_ids::FormIds;
use crate::serving::people::{account_not_managed, elsewhere, person};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::said;

const PATH: &str = "/admin/members/new/";

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    request.page(&form(&request, &session, &request.form, &FieldErrors::default()))
}

/// Makes the account, the membership and the link.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let organization_id = session.organization_id()?;
    let field = |name| request.form.text(name).to_owned();
    let (username, best_identifier, email) = (field("username"), field("best_identifier"), field("email"));
    let mut errors = FieldErrors::default();
    errors.required_line("best_identifier", &best_identifier, SHORT_TEXT);
    errors.required_line("username", &username, SHORT_TEXT);
    let role = Role::from_wire_name(request.form.text("role"));
    if role.is_none() {
        errors.add("role", said(request.texts.say("form-choose")));
    }
    let Some(role) = role.filter(|_| errors == FieldErrors::default()) else {
        return request.refused(&form(&request, &session, &request.form, &errors));
    };
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(&request, &session, "panel-account-was-created", "/admin/members/");
    };
    let profile = Profile { username, best_identifier, email, ..Profile::default() };
    match make(&request, &session, profile, organization_id, role).await? {
        Ok(made) => {
            claim.complete();
            request.wait_for_views().await?;
            new_link_page(&request, &session, &made, "/admin/members/")
        }
        Err(errors) => request.refused(&form(&request, &session, &request.form, &errors)),
    }
}

/// Makes the parts one after the other. If one fails and the form is sent again, it continues there.
async fn make(
    request: &PageRequest,
    session: &UserSession,
    profile: Profile,
    organization_id: OrganizationId,
    role: Role,
) -> Result<Result<MadeLink, FieldErrors>, Problem> {
    let (commands, actor) = (&request.shared.commands, session.actor());
    let register = RegisterUser { profile, managed_by: Some(organization_id) };
    let user_id: UserId = match commands.register_user(&actor, &register).await {
        Ok(registered) => registered.folded.state.id,
        Err(error) => {
            let refused = refusal(error)?;
            return refused.fields().cloned().map(Err).ok_or_else(|| Problem::internal(refused));
        }
    };
    if let Err(error) = commands.add_member(&actor, &AddMember { organization_id, user_id, role }).await {
        let mut errors = FieldErrors::default();
        errors.add("username", said(why_not_added(request.texts, &refusal(error)?)));
        return Ok(Err(errors));
    }
    let user = person(request, user_id).await?;
    let elsewhere = elsewhere(request, &user.state, organization_id).await?;
    let steward = Steward::Administrator { organization_id, elsewhere };
    let made = commands.make_password_link(&actor, &MakePasswordLink { user_id, steward }).await;
    match made {
        Ok(made) => Ok(Ok(made)),
        Err(error) => {
            let refused = refusal(error)?;
            match refused.code() {
                "account-not-theirs" => Err(account_not_managed()),
                "account-no-username" => {
                    let mut errors = FieldErrors::default();
                    errors.add("username", write_api::fields::empty());
                    Ok(Err(errors))
                }
                _ => Err(Problem::internal(refused)),
            }
        }
    }
}

fn form(request: &PageRequest, session: &UserSession, typed: &Form, errors: &FieldErrors) -> FormPage {
    let texts = request.texts;
    let name = TextField::new("best_identifier", texts.say("panel-name"), typed.text("best_identifier"));
    let username = TextField::new("username", texts.say("panel-username"), typed.text("username"));
    let email = TextField::new("email", texts.say("panel-email"), typed.text("email"));
    let fields = [
        TextField { required: true, hint: texts.say("panel-name-hint"), ..name },
        TextField { required: true, hint: texts.say("panel-username-hint"), ..username },
        TextField { kind: "email", hint: texts.say("panel-email-hint"), ..email },
    ];
    let chosen = Role::from_wire_name(typed.text("role"));
    let role =
        role_choice(texts, "panel-role", chosen, &[Scheme::ApiKey, Scheme::Cookie], fault_of(texts, errors, "role"));
    let fields = fields.map(|text| Control::Text(text.checked(texts, errors)));
    let others = [Control::RadioGroup(role), Control::Hidden("form_id", FormIds::new_id())];
    let mut page = FormPage::new(
        session.frame(request),
        texts.say("panel-new-account"),
        PATH,
        texts.say("panel-do-create-account"),
    );
    page.lead.push(texts.say("panel-new-account-hint"));
    page.cancel = Some(Link::new("/admin/members/", texts.say("panel-cancel")));
    page.with_controls(fields.into_iter().chain(others).collect(), errors)
}
