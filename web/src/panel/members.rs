//! `/admin/members/`: the members of the organization: lists and shows them, changes their roles, and removes them.

use askama::Template;
use chrono::{DateTime, Utc};
use domain::identity::INVITATIONS_PATH;
use domain::organization::{ApiKey, Invitation, Member, Organization};
use domain::permissions::Scheme;
use domain::user::{User, UserToken};
use proto_events::ids::{MemberId, UserId};
use proto_events::vocabulary::Role;
use write_api::CommandError;
use write_api::organizations::{ChangeMemberRole, RemoveMember};

use crate::panel::keys::{is_valid, state};
use crate::parts::control::{Faults, RadioGroup};
use crate::parts::format::{Badge, Moment};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::FormPage;
use crate::parts::roles::role_choice;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::people::{MemberDetails, People, organization};
use crate::serving::session::UserRequest;
use crate::serving::{response, session_cookies};
use crate::texts::Texts;

/// The address of the list of members.
pub(crate) const MEMBERS: &str = "/admin/members/";

#[derive(Template)]
#[template(path = "panel/members.html")]
struct MembersPage {
    frame: Frame,
    rows: Vec<MemberRow>,
    invitations: Vec<InvitedRow>,
    /// The address for people who are invited.
    invitations_url: String,
}

struct InvitedRow {
    id: i64,
    username: String,
    role: String,
    invited: Moment,
}

struct MemberRow {
    id: i64,
    name: String,
    is_self: bool,
    username: String,
    role: String,
    sign_in: Badge,
    keys: String,
}

/// Shows the members in order of joining.
pub(crate) async fn list(request: &UserRequest) -> PageResult {
    let organization = organization(request).await?;
    let organization = &organization.state;
    let members = || organization.members.iter().filter(|member| !member.removed);
    let invited = organization.open_invitations().map(|invitation| invitation.user_id);
    let people = People::load(request, members().map(|member| member.user_id).chain(invited)).await?;
    let (texts, now) = (request.texts, request.shared.clock.now());
    let row = |member: &Member| {
        let user = people.get(member.user_id);
        MemberRow {
            id: member.id.0,
            name: people.name(member.user_id),
            is_self: member.user_id == request.session.caller.user_id,
            username: user.map_or_else(String::new, |user| user.profile.username.clone()),
            role: texts.term(member.role),
            sign_in: sign_in_state(texts, user.filter(|user| user.is_managed_by(organization.id)), now),
            keys: texts.with("panel-keys-count", "count", valid_keys(organization, member, now).count()),
        }
    };
    let invitation = |invitation: &Invitation| InvitedRow {
        id: invitation.id.0,
        username: people.username(invitation.user_id),
        role: texts.term(invitation.role),
        invited: Moment::utc(texts, invitation.invited_at),
    };
    request.page(&MembersPage {
        frame: request.frame(),
        rows: members().map(row).collect(),
        invitations: organization.open_invitations().map(invitation).collect(),
        invitations_url: format!("{}{INVITATIONS_PATH}", request.shared.public_url),
    })
}

/// Returns the valid keys of a member.
fn valid_keys<'a>(
    organization: &'a Organization,
    member: &Member,
    now: DateTime<Utc>,
) -> impl Iterator<Item = &'a ApiKey> {
    let id = member.id;
    organization.keys.iter().filter(move |key| key.member_id == id && is_valid(key, organization, now))
}

#[derive(Template)]
#[template(path = "panel/member.html")]
struct MemberPage {
    frame: Frame,
    name: String,
    path: String,
    user_id: UserId,
    facts: Vec<(String, String)>,
    sign_in: Badge,
    role: RadioGroup,
    /// Whether the organization's administrators may change the account.
    may_change_account: bool,
    /// Whether the account is one's own.
    is_self: bool,
    keys: Vec<(i64, String, Badge)>,
}

/// Shows a member, and a form to change the role.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let details = MemberDetails::load(request).await?;
    let (texts, now, frame) = (request.texts, request.shared.clock.now(), request.frame());
    let (organization, user) = (&details.organization.state, &details.user.state);
    let chosen = match request.typed() {
        Some(form) => Role::from_wire_name(form.text("role")),
        None => Some(details.member.role),
    };
    let role = role_choice(texts, "panel-choose-role", chosen, &[Scheme::ApiKey, Scheme::Cookie]);
    let key = |key: &ApiKey| (key.id.0, key.name.clone(), state(texts, key, organization, now));
    request.page(&MemberPage {
        name: details.name().to_owned(),
        path: details.path(),
        user_id: details.member.user_id,
        // Of a member whose account the organization does not manage, administrators see the names alone.
        facts: if details.is_managed() { facts(texts, user) } else { names(texts, user) },
        sign_in: sign_in_state(texts, Some(user).filter(|_| details.is_managed()), now),
        role: RadioGroup { fault: frame.faults.of(texts, "role"), ..role },
        may_change_account: details.may_change_account(),
        is_self: details.member.user_id == request.session.caller.user_id,
        keys: valid_keys(organization, &details.member, now).map(key).collect(),
        frame,
    })
}

/// Changes the role of a member.
pub(crate) async fn change_role(request: &UserRequest) -> PageResult {
    let member_id: MemberId = request.id()?;
    let details = MemberDetails::load(request).await?;
    let role = Role::from_wire_name(request.form.text("role"));
    let role = role.ok_or_else(|| Faults::at("role", request.texts.say("form-choose")))?;
    let command = ChangeMemberRole { organization_id: request.session.organization_id()?, member_id, role };
    request.carry_out(&command).await.map_err(|error| refused(request.texts, error))?;
    // Administrators who gave up the role themselves may no longer see the members.
    let is_self = details.member.user_id == request.session.caller.user_id;
    request.completed(if is_self { "/admin/" } else { MEMBERS }, Completed::RoleChanged).await
}

/// Asks whether a member is to be removed, and lists what stops working.
pub(crate) async fn ask_to_remove(request: &UserRequest) -> PageResult {
    let details = MemberDetails::load(request).await?;
    let organization = &details.organization.state;
    let (texts, now) = (request.texts, request.shared.clock.now());
    let names = [("name", details.name().into()), ("organization", organization.name.as_str().into())];
    let keys = valid_keys(organization, &details.member, now);
    let is_here = |token: &&UserToken| token.organization_id == Some(organization.id) && !token.revoked;
    let tokens = details.user.state.tokens.iter().filter(is_here).count();
    let is_self = details.member.user_id == request.session.caller.user_id;
    let title = texts.with("panel-remove-title", "name", details.name());
    let page = FormPage::new(request.frame(), title, format!("{}remove/", details.path()), "panel-do-remove")
        .lead(texts.with_all("panel-remove-means", names))
        .points(keys.map(|key| texts.with("panel-remove-key", "name", key.name.as_str())))
        .points((tokens > 0).then(|| texts.with("panel-remove-tokens", "count", tokens)))
        .points([texts.say("panel-remove-sessions")])
        .points(is_self.then(|| texts.say("panel-remove-yourself")))
        .danger()
        .cancel(details.path(), "panel-keep-member");
    request.page(&page)
}

/// Removes a member.
pub(crate) async fn remove(request: &UserRequest) -> PageResult {
    let (member_id, session) = (request.id()?, &request.session);
    let details = match MemberDetails::load(request).await {
        Ok(details) => details,
        // If the form is sent twice, the member is already removed, as requested.
        Err(problem) => {
            return match organization(request).await?.state.member(member_id) {
                Some(member) if member.removed => request.redirect_with(MEMBERS, Completed::MemberRemoved),
                _ => Err(problem.into()),
            };
        }
    };
    let command = RemoveMember { organization_id: session.organization_id()?, member_id };
    request.carry_out(&command).await.map_err(|error| refused(request.texts, error))?;
    if details.member.user_id != session.caller.user_id {
        return request.completed(MEMBERS, Completed::MemberRemoved).await;
    }
    let gone = request.completed("/admin/", Completed::MemberRemoved).await?;
    // The session of a person who left continues in another organization, or without one.
    Ok(response::with_cookie(gone, session_cookies::after_leaving(request, session).await?))
}

/// Says why a member's role was not changed, or a member not removed.
fn refused(texts: &Texts, error: CommandError) -> PageError {
    PageError::of_command(error, |refusal| {
        let is_last = refusal.code() == "member-last-administrator";
        is_last.then(|| Faults::at("role", texts.say("panel-last-administrator")).into())
    })
}

/// Returns the known fields of a person's profile, with their labels.
pub(crate) fn facts(texts: &Texts, user: &User) -> Vec<(String, String)> {
    let profile = &user.profile;
    let others = [
        ("panel-first-name", &profile.first_name),
        ("panel-last-name", &profile.last_name),
        ("panel-email", &profile.email),
        ("panel-pronouns", &profile.pronouns),
    ];
    let others = others.into_iter().filter(|(_, value)| !value.is_empty());
    let others = others.map(|(label, value)| (texts.say(label), value.clone()));
    names(texts, user).into_iter().chain(others).collect()
}

/// Returns a person's name and username, with their labels.
pub(crate) fn names(texts: &Texts, user: &User) -> Vec<(String, String)> {
    let names = [("panel-name", &user.profile.best_identifier), ("panel-username", &user.profile.username)];
    let known = names.into_iter().filter(|(_, value)| !value.is_empty());
    known.map(|(label, value)| (texts.say(label), value.clone())).collect()
}

/// Returns whether a person can sign in, for accounts that the organization manages.
pub(crate) fn sign_in_state(texts: &Texts, managed: Option<&User>, now: DateTime<Utc>) -> Badge {
    let link = managed.and_then(|user| user.password_link.as_ref());
    let (label, tone) = match managed {
        None => ("panel-sign-in-alone", ""),
        Some(user) if user.password_id.is_some() => ("panel-sign-in-can", "good"),
        Some(user) if user.profile.username.is_empty() => ("panel-sign-in-no-username", ""),
        _ if link.is_some_and(|link| now < link.expires_at) => ("panel-sign-in-link", "warn"),
        _ => ("panel-sign-in-no-password", ""),
    };
    Badge { label: texts.say(label), tone }
}
