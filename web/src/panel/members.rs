//! `/admin/members/`: the members of the organization: lists and shows them, changes their roles, and removes
//! them. `/admin/members/add/` and `/admin/invitations/`: invites people with an account, and withdraws invitations that
//! have not been answered.

use askama::Template;
use chrono::{DateTime, Utc};
use domain::identity::INVITATIONS_PATH;
use domain::limits::MEMBERSHIPS;
use domain::organization::{ApiKey, Invitation, Member, Organization};
use domain::permissions::Scheme;
use domain::user::{User, UserToken};
use proto_events::ids::{MemberId, UserId};
use proto_events::vocabulary::Role;
use write_api::organizations::{ChangeMemberRole, InviteMember, RemoveMember, WithdrawInvitation};
use write_api::{CommandError, FieldErrors, Refusal};

use crate::panel::keys::{is_valid, state};
use crate::parts::control::{Control, Faults, RadioGroup, TextField};
use crate::parts::format::Badge;
use crate::parts::frame::Frame;
use crate::parts::page_kinds::FormPage;
use crate::parts::roles::role_choice;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult, failed, not_found};
use crate::serving::people::{MemberDetails, People, organization};
use crate::serving::session::UserRequest;
use crate::serving::{response, session_cookies};
use crate::texts::{Texts, said};

/// The address of the list of members.
pub(crate) const MEMBERS: &str = "/admin/members/";

#[derive(Template)]
#[template(path = "panel/members.html")]
struct MembersPage<'a> {
    frame: Frame,
    rows: Vec<MemberRow>,
    /// Each with the username of the person.
    invitations: Vec<(String, &'a Invitation)>,
    /// The address for people who are invited.
    invitations_url: String,
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
    let invitations = organization.open_invitations();
    request.page(&MembersPage {
        frame: request.frame(),
        rows: members().map(row).collect(),
        invitations: invitations.map(|invited| (people.username(invited.user_id), invited)).collect(),
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

pub(crate) async fn invite_form(request: &UserRequest) -> PageResult {
    let texts = request.texts;
    let username = match request.typed() {
        Some(form) => form.text("username").to_owned(),
        None => request.query("username").unwrap_or_default(),
    };
    let username = TextField::new("username", texts.say("panel-username"), username).required();
    let chosen = Role::from_wire_name(request.form.text("role"));
    let role = role_choice(texts, "panel-role", chosen, &[Scheme::ApiKey, Scheme::Cookie]);
    let (title, action) = (texts.say("panel-invite-title"), format!("{MEMBERS}add/"));
    let page = FormPage::new(request.frame(), title, action, "panel-do-invite")
        .lead(texts.say("panel-invite-hint"))
        .cancel(MEMBERS, "panel-cancel")
        .link("/admin/people/", "panel-to-find-person")
        .link(format!("{MEMBERS}new/"), "panel-to-new-account")
        .control(username.hint(texts.say("panel-invite-username-hint")))
        .control(Control::RadioGroup(role));
    request.page(&page)
}

/// Invites a person. A person whose account the organization manages becomes a member at once.
pub(crate) async fn invite(request: &UserRequest) -> PageResult {
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
    let (Some(user), Some(role)) = (user, role) else { return Err(errors.into()) };
    let organization_id = request.session.organization_id()?;
    let command = InviteMember { organization_id, user_id: user.state.id, role };
    let invited = request.carry_out(&command).await.map_err(|error| not_a_member(texts, error))?;
    let is_member = invited.folded.state.member_of(command.user_id).is_some();
    request.completed(MEMBERS, if is_member { Completed::MemberAdded } else { Completed::Invited }).await
}

/// Says why a person was not invited or did not become a member.
pub(crate) fn not_a_member(texts: &Texts, error: CommandError) -> PageError {
    PageError::of_command(error, |refusal| Some(Faults::at("username", why_not_added(texts, refusal)).into()))
}

fn why_not_added(texts: &Texts, refusal: &Refusal) -> String {
    let role = refusal.message().arguments().first().and_then(|(_, role)| Role::from_wire_name(role));
    match (refusal.code(), role) {
        ("member-with-another-role", Some(role)) => texts.with("panel-member-with-role", "role", texts.term(role)),
        ("member-invited-with-another-role", Some(role)) => {
            texts.with("panel-invited-with-role", "role", texts.term(role))
        }
        ("member-too-many-memberships", _) => texts.with("panel-too-many-memberships", "most", MEMBERSHIPS),
        _ => not_added(texts, refusal),
    }
}

fn not_added(texts: &Texts, refusal: &Refusal) -> String {
    texts.with("panel-not-added", "why", texts.message(refusal.message()))
}

pub(crate) async fn ask_to_withdraw(request: &UserRequest) -> PageResult {
    let (texts, id) = (request.texts, request.id::<MemberId>()?);
    let organization = organization(request).await?;
    let mut open = organization.state.open_invitations();
    let invitation = open.find(|invitation| invitation.id == id).ok_or_else(not_found)?;
    let people = People::load(request, [invitation.user_id]).await?;
    let (username, role) = (people.username(invitation.user_id), texts.term(invitation.role));
    let action = format!("/admin/invitations/{id}/withdraw/");
    let page = FormPage::new(request.frame(), texts.say("panel-withdraw-title"), action, "panel-do-withdraw")
        .lead(texts.with_all("panel-withdraw-means", [("username", username.into()), ("role", role.into())]))
        .danger()
        .cancel(MEMBERS, "panel-keep-it");
    request.page(&page)
}

pub(crate) async fn withdraw(request: &UserRequest) -> PageResult {
    let organization_id = request.session.organization_id()?;
    let command = WithdrawInvitation { organization_id, invitation_id: request.id()? };
    request.carry_out(&command).await.map_err(|error| {
        PageError::of_command(error, |refusal| {
            (refusal.code() == "member-invitation-accepted").then(|| not_found().into())
        })
    })?;
    request.completed(MEMBERS, Completed::InvitationWithdrawn).await
}

#[cfg(test)]
mod tests {
    use service_kit::message;

    use super::*;
    use crate::texts::Language;

    #[test]
    fn refusal_of_new_member_is_said_in_the_language_of_the_page() {
        let invited = message!(
            "member-invited-with-another-role",
            "This person is invited already, with the role {value}. Withdraw that invitation first.",
            value = Role::Judge
        );
        let said = not_added(Texts::of(Language::German), &Refusal::conflict(invited));
        let expected = "Die Person wurde nicht hinzugefügt. Diese Person ist schon eingeladen, mit der Rolle JUDGE. \
                        Ziehen Sie diese Einladung zuerst zurück.";
        assert_eq!(said, expected);
    }
}
