//! `/admin/people/` and `/admin/members/new/`: finds people whom the organization knows, makes accounts, and looks after
//! those that the organization manages: profiles, password links, and erasing a person.

use askama::Template;
use domain::limits::SHORT_TEXT;
use domain::organization::Organization;
use domain::permissions::Scheme;
use domain::user::User;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proto_events::ids::UserId;
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use write_api::FieldErrors;
use write_api::accounts::{ChangeProfile, MadeLink, MakePasswordLink, RegisterUser};
use write_api::organizations::AddMember;

use crate::panel::account::{profile_fields, profile_from};
use crate::panel::common::{chosen_role, field, form, new_link_page, new_role, once};
use crate::panel::members::{MEMBERS, not_a_member};
use crate::panel::own_data::says_what_goes;
use crate::parts::control::TextField;
use crate::parts::frame::Frame;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::people::{OrganizationsPerson, People, administrator, organization, person};
use crate::serving::request::UserRequest;
use crate::serving::response;
use crate::serving::session_cookies;

#[derive(Template)]
#[template(path = "panel/find_person.html")]
struct FindPersonPage<'a> {
    frame: Frame,
    organization: &'a Organization,
    /// The text in the search field; may be empty.
    asked: String,
    found: Vec<&'a User>,
}

pub(crate) async fn find(request: &UserRequest<'_>) -> PageResult {
    let asked = request.query("q").unwrap_or_default();
    let organization = organization(request).await?;
    let found = request.shared.people.search(organization.state.id, &asked).await?;
    let ids: Vec<_> = found.iter().map(|found| found.person.user_id).collect();
    let people = People::load(request, ids.iter().copied()).await?;
    let found = ids.into_iter().filter_map(|id| people.get(id)).collect();
    request.page(&FindPersonPage { frame: request.frame(), organization: &organization.state, asked, found })
}

/// Returns what can be done for a person: addresses, and the keys of their labels.
fn actions(organization: &Organization, user: &User) -> Vec<(String, &'static str)> {
    let username = &user.profile.username;
    let mut actions = Vec::new();
    match organization.member_of(user.id) {
        Some(member) => actions.push((format!("/admin/members/{}/", member.id), "panel-show-member")),
        None if username.is_empty() => {}
        None => {
            let path = format!("/admin/members/add/?username={}", utf8_percent_encode(username, NON_ALPHANUMERIC));
            actions.push((path, "panel-invite"));
        }
    }
    if user.is_managed_by(organization.id) {
        let of_account = |page: &str| format!("/admin/people/{}/{page}/", user.id);
        actions.push((of_account("profile"), "panel-do-change-profile"));
        if !username.is_empty() {
            actions.push((of_account("password-link"), "panel-new-link"));
        }
        if user.two_step.is_some() {
            actions.push((of_account("two-step"), "panel-two-step"));
        }
        actions.push((of_account("erase"), "panel-erase"));
    }
    actions
}

pub(crate) async fn new_form(request: &UserRequest<'_>) -> PageResult {
    let texts = request.texts;
    let field = |name, label| field(request, name, label);
    let email = TextField { kind: "email", ..field("email", "panel-email") };
    let page = form(request, texts.say("panel-new-account"), "panel-do-create-account")
        .lead(texts.say("panel-new-account-hint"))
        .cancel(MEMBERS, "desk-cancel")
        .control(field("best_identifier", "desk-name").required().hint(texts.say("panel-name-hint")))
        .control(field("username", "panel-username").required().hint(texts.say("panel-username-hint")))
        .control(email.hint(texts.say("panel-email-hint")))
        .control(new_role(request, &[Scheme::ApiKey, Scheme::Cookie]))
        .once();
    request.page(&page)
}

pub(crate) async fn make(request: &UserRequest<'_>) -> PageResult {
    let field = |name| request.form.text(name).to_owned();
    let (username, best_identifier, email) = (field("username"), field("best_identifier"), field("email"));
    let mut errors = FieldErrors::default();
    errors.required_line("best_identifier", &best_identifier, SHORT_TEXT);
    errors.required_line("username", &username, SHORT_TEXT);
    let role = chosen_role(request, &mut errors);
    let Some(role) = role.filter(|_| errors.is_empty()) else { return Err(errors.into()) };
    let profile = Profile { username, best_identifier, email, ..Profile::default() };
    let made = once(request, ("panel-account-was-created", MEMBERS), make_parts(request, profile, role)).await?;
    new_link_page(request, &made, MEMBERS).await
}

/// Makes the parts one after the other. If one fails and the form is sent again, it continues there.
async fn make_parts(request: &UserRequest<'_>, profile: Profile, role: Role) -> Result<MadeLink, PageError> {
    let texts = request.texts;
    let organization_id = request.session.organization_id()?;
    let register = RegisterUser { profile, managed_by: Some(organization_id) };
    let registered = request.carry_out(&register).await?;
    let user_id: UserId = registered.folded.state.id;
    let member = AddMember { organization_id, user_id, role };
    request.try_out(&member).await.map_err(|error| not_a_member(texts, error))?;
    let user = person(request, user_id).await?;
    let steward = administrator(request, &user.state, organization_id).await?;
    request.carry_out(&MakePasswordLink { user_id, steward }).await
}

pub(crate) async fn profile_form(request: &UserRequest<'_>) -> PageResult {
    let person = OrganizationsPerson::managed(request).await?;
    let page = form(request, request.texts.with("panel-profile-of", "name", person.name()), "desk-do-save")
        .cancel(person.path(), "desk-cancel")
        .controls(profile_fields(request, &person.user.state.profile));
    request.page(&page)
}

pub(crate) async fn change_profile(request: &UserRequest<'_>) -> PageResult {
    let person = OrganizationsPerson::managed(request).await?;
    let profile = profile_from(&request.form, &person.user.state.profile);
    let (user_id, language) = (person.user.state.id, request.texts.language().tag());
    let command = ChangeProfile { user_id, profile, steward: person.steward.clone(), language };
    request.carry_out(&command).await?;
    request.completed(&person.path(), "frame-done-saved").await
}

pub(crate) async fn ask_for_link(request: &UserRequest<'_>) -> PageResult {
    let (person, texts) = (OrganizationsPerson::managed(request).await?, request.texts);
    let page = form(request, texts.with("panel-link-for", "name", person.name()), "panel-do-create-link")
        .lead(texts.say("panel-link-means"))
        .lead(texts.say("panel-link-until"))
        .cancel(person.path(), "desk-cancel")
        .once();
    request.page(&page)
}

pub(crate) async fn make_link(request: &UserRequest<'_>) -> PageResult {
    let person = OrganizationsPerson::managed(request).await?;
    let back = person.path();
    let command = MakePasswordLink { user_id: person.user.state.id, steward: person.steward.clone() };
    let made = once(request, ("panel-link-was-created", &back), request.carry_out(&command)).await?;
    new_link_page(request, &made, &back).await
}

pub(crate) async fn ask_to_erase(request: &UserRequest<'_>) -> PageResult {
    let (person, texts) = (OrganizationsPerson::managed(request).await?, request.texts);
    let page = form(request, texts.with("panel-erase-title", "name", person.name()), "panel-do-erase");
    let page = says_what_goes(page, person.user.state.id).points([texts.say("panel-erase-for-ever")]);
    request.page(&page.cancel(person.path(), "desk-cancel"))
}

pub(crate) async fn erase(request: &UserRequest<'_>) -> PageResult {
    let person = OrganizationsPerson::managed(request).await?;
    let (user_id, shared) = (person.user.state.id, &request.shared);
    request.wait_for_views().await;
    let command = shared.commands.erasure(&*shared.views, user_id, person.steward).await?;
    request.carry_out(&command).await?;
    if user_id != request.session.caller.user_id {
        return request.completed("/admin/people/", "frame-done-person-erased").await;
    }
    request.wait_for_views().await;
    Ok(response::with_cookies(request.redirect("/login/")?, session_cookies::end(request)))
}
