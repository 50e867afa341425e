//! `/admin/members/`: the members of the organization: lists and shows them, changes their roles, and removes
//! them. `/admin/members/add/` and `/admin/invitations/`: invites people with an account, and withdraws invitations that
//! have not been answered.

use askama::Template;
use chrono::{DateTime, Utc};
use domain::identity::INVITATIONS_PATH;
use domain::organization::{ApiKey, Member, Organization};
use domain::permissions::Scheme;
use domain::user::{User, UserToken};
use proto_events::ids::MemberId;
use proto_events::vocabulary::Role;
use write_api::organizations::{ChangeMemberRole, InviteMember, RemoveMember, WithdrawInvitation};
use write_api::{CommandError, FieldErrors};

use crate::panel::common::{chosen_role, form, frame_in_zone, new_role};
use crate::panel::keys::{is_valid, state};
use crate::parts::control::{Faults, RadioGroup, TextField};
use crate::parts::format::Badge;
use crate::parts::frame::Frame;
use crate::parts::roles::role_choice;
use crate::serving::failures::{PageError, PageResult, failed, not_found, refusal};
use crate::serving::people::{OrganizationsPerson, People, organization};
use crate::serving::request::UserRequest;
use crate::serving::{response, session_cookies};
use crate::texts::{Texts, said};

pub(crate) const MEMBERS: &str = "/admin/members/";

#[derive(Template)]
#[template(path = "panel/members.html")]
struct MembersPage<'a> {
    frame: Frame,
    request: &'a UserRequest<'a>,
    organization: &'a Organization,
    people: People,
    invitations_url: String,
}

pub(crate) async fn list(request: &UserRequest<'_>) -> PageResult {
    let organization = organization(request).await?;
    let organization = &organization.state;
    let members = organization.members.iter().filter(|member| !member.removed).map(|member| member.user_id);
    let invited = organization.open_invitations().map(|invitation| invitation.user_id);
    let people = People::load(request, members.chain(invited)).await?;
    let invitations_url = format!("{}{INVITATIONS_PATH}", request.shared.public_url);
    request.page(&MembersPage { frame: frame_in_zone(request).await?, request, organization, people, invitations_url })
}

impl MembersPage<'_> {
    fn sign_in(&self, member: &Member) -> Badge {
        let user = self.people.get(member.user_id).filter(|user| user.is_managed_by(self.organization.id));
        sign_in_state(self.frame.texts, user, self.request.shared.clock.now())
    }

    fn keys(&self, member: &Member) -> usize {
        valid_keys(self.organization, member, self.request.shared.clock.now()).count()
    }
}

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
struct MemberPage<'a> {
    frame: Frame,
    details: &'a OrganizationsPerson,
    facts: Vec<(String, String)>,
    sign_in: Badge,
    role: RadioGroup,
    is_self: bool,
    keys: Vec<(&'a ApiKey, Badge)>,
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let (details, member) = &OrganizationsPerson::of_member(request).await?;
    let (texts, now, frame) = (request.texts, request.shared.clock.now(), request.frame());
    let (organization, user) = (&details.organization.state, &details.user.state);
    let chosen = match request.typed() {
        Some(form) => Role::from_wire_name(form.text("role")),
        None => Some(member.role),
    };
    let role = role_choice(texts, "panel-choose-role", chosen, &[Scheme::ApiKey, Scheme::Cookie]);
    let keys = valid_keys(organization, member, now);
    request.page(&MemberPage {
        details,
        // Of a member whose account the organization does not manage, administrators see the names alone.
        facts: facts(texts, user, details.is_managed()),
        sign_in: sign_in_state(texts, Some(user).filter(|_| details.is_managed()), now),
        role: RadioGroup { fault: frame.faults.of(texts, "role"), ..role },
        is_self: member.user_id == request.session.caller.user_id,
        keys: keys.map(|key| (key, state(request, key, organization))).collect(),
        frame,
    })
}

pub(crate) async fn change_role(request: &UserRequest<'_>) -> PageResult {
    let member_id: MemberId = request.id()?;
    let (_, member) = OrganizationsPerson::of_member(request).await?;
    let role = Role::from_wire_name(request.form.text("role"));
    let role = role.ok_or_else(|| Faults::at("role", request.texts.say("form-choose")))?;
    let command = ChangeMemberRole { organization_id: request.session.organization_id()?, member_id, role };
    request.carry_out(&command).await?;
    // Administrators who gave up the role themselves may no longer see the members.
    let is_self = member.user_id == request.session.caller.user_id;
    request.completed(if is_self { "/admin/" } else { MEMBERS }, "frame-done-role-changed").await
}

pub(crate) async fn ask_to_remove(request: &UserRequest<'_>) -> PageResult {
    let (details, member) = OrganizationsPerson::of_member(request).await?;
    let organization = &details.organization.state;
    let (texts, now) = (request.texts, request.shared.clock.now());
    let names = [("name", details.name().into()), ("organization", organization.name.as_str().into())];
    let keys = valid_keys(organization, &member, now);
    let is_here = |token: &&UserToken| token.organization_id == Some(organization.id) && !token.revoked;
    let tokens = details.user.state.tokens.iter().filter(is_here).count();
    let is_self = member.user_id == request.session.caller.user_id;
    let page = form(request, texts.with("panel-remove-title", "name", details.name()), "panel-do-remove")
        .lead(texts.with_all("panel-remove-means", names))
        .points(keys.map(|key| texts.with("panel-remove-key", "name", key.name.as_str())))
        .points((tokens > 0).then(|| texts.with("panel-remove-tokens", "count", tokens)))
        .points([texts.say("panel-remove-sessions")])
        .points(is_self.then(|| texts.say("panel-remove-yourself")))
        .danger()
        .cancel(details.path(), "panel-keep-member");
    request.page(&page)
}

pub(crate) async fn remove(request: &UserRequest<'_>) -> PageResult {
    let (member_id, session, organization) = (request.id()?, &request.session, organization(request).await?);
    let member = organization.state.member(member_id).ok_or_else(not_found)?;
    // If the form is sent twice, the member is already removed, as requested.
    request.carry_out(&RemoveMember { organization_id: organization.state.id, member_id }).await?;
    if member.removed || member.user_id != session.caller.user_id {
        return request.completed(MEMBERS, "frame-done-member-removed").await;
    }
    let gone = request.completed("/admin/", "frame-done-member-removed").await?;
    // The session of a person who left continues in another organization, or without one.
    Ok(response::with_cookie(gone, session_cookies::after_leaving(request, session).await?))
}

/// Returns the known fields of a person's profile, with their labels: all of them, or the names alone.
pub(crate) fn facts(texts: &Texts, user: &User, is_whole: bool) -> Vec<(String, String)> {
    let profile = &user.profile;
    let fields = [
        ("desk-name", &profile.best_identifier),
        ("panel-username", &profile.username),
        ("panel-first-name", &profile.first_name),
        ("panel-last-name", &profile.last_name),
        ("panel-email", &profile.email),
        ("panel-pronouns", &profile.pronouns),
    ];
    let shown = fields.into_iter().take(if is_whole { fields.len() } else { 2 });
    shown.filter(|(_, value)| !value.is_empty()).map(|(label, value)| (texts.say(label), value.clone())).collect()
}

/// Returns whether a person can sign in, for accounts that the organization manages.
pub(crate) fn sign_in_state(texts: &Texts, managed: Option<&User>, now: DateTime<Utc>) -> Badge {
    let link = managed.and_then(|user| user.password_link.as_ref());
    let (label, tone) = match managed {
        None => ("panel-sign-in-alone", ""),
        Some(user) if user.has_way_in() => ("panel-sign-in-can", "good"),
        Some(user) if user.profile.username.is_empty() => ("panel-sign-in-no-username", ""),
        _ if link.is_some_and(|link| now < link.expires_at) => ("panel-sign-in-link", "warn"),
        _ => ("panel-sign-in-no-password", ""),
    };
    Badge { label: texts.say(label), tone }
}

pub(crate) async fn invite_form(request: &UserRequest<'_>) -> PageResult {
    let texts = request.texts;
    let username = match request.typed() {
        Some(form) => form.text("username").to_owned(),
        None => request.query("username").unwrap_or_default(),
    };
    let username = TextField::new("username", texts.say("panel-username"), username).required();
    let page = form(request, texts.say("panel-invite-title"), "panel-do-invite")
        .lead(texts.say("panel-invite-hint"))
        .cancel(MEMBERS, "desk-cancel")
        .link("/admin/people/", "panel-to-find-person")
        .link(format!("{MEMBERS}new/"), "panel-to-new-account")
        .control(username.hint(texts.say("panel-invite-username-hint")))
        .control(new_role(request, &[Scheme::ApiKey, Scheme::Cookie]));
    request.page(&page)
}

/// Invites a person. A person whose account the organization manages becomes a member at once.
pub(crate) async fn invite(request: &UserRequest<'_>) -> PageResult {
    let (texts, username) = (request.texts, request.form.text("username"));
    let mut errors = FieldErrors::default();
    errors.required_line("username", username, usize::MAX);
    let user = request.shared.commands.user_named(username).await.map_err(failed)?;
    if user.is_none() && !errors.names("username") {
        errors.add("username", said(texts.say("panel-no-such-username")));
    }
    let role = chosen_role(request, &mut errors);
    let (Some(user), Some(role)) = (user, role) else { return Err(errors.into()) };
    let organization_id = request.session.organization_id()?;
    let command = InviteMember { organization_id, user_id: user.state.id, role, language: texts.language().tag() };
    let invited = request.try_out(&command).await.map_err(|error| not_a_member(texts, error))?;
    let is_member = invited.folded.state.member_of(command.user_id).is_some();
    request.completed(MEMBERS, if is_member { "frame-done-member-added" } else { "frame-done-invited" }).await
}

/// Says why a person was not invited or did not become a member.
pub(crate) fn not_a_member(texts: &Texts, error: CommandError) -> PageError {
    let refusal = match refusal(error) {
        Ok(refusal) => refusal,
        Err(problem) => return problem.into(),
    };
    let message = refusal.message();
    let role = message.arguments().first().and_then(|(_, role)| Role::from_wire_name(role));
    let said = match (refusal.code(), role) {
        ("member-with-another-role", Some(role)) => texts.with("panel-member-with-role", "role", texts.term(role)),
        ("member-invited-with-another-role", Some(role)) => {
            texts.with("panel-invited-with-role", "role", texts.term(role))
        }
        _ => texts.message(message),
    };
    PageError::at("username", said)
}

pub(crate) async fn ask_to_withdraw(request: &UserRequest<'_>) -> PageResult {
    let (texts, id) = (request.texts, request.id::<MemberId>()?);
    let organization = organization(request).await?;
    let mut open = organization.state.open_invitations();
    let invitation = open.find(|invitation| invitation.id == id).ok_or_else(not_found)?;
    let people = People::load(request, [invitation.user_id]).await?;
    let (username, role) = (people.username(invitation.user_id), texts.term(invitation.role));
    let page = form(request, texts.say("panel-withdraw-title"), "panel-do-withdraw")
        .lead(texts.with_all("panel-withdraw-means", [("username", username.into()), ("role", role.into())]))
        .danger()
        .cancel(MEMBERS, "panel-keep-it");
    request.page(&page)
}

pub(crate) async fn withdraw(request: &UserRequest<'_>) -> PageResult {
    let organization_id = request.session.organization_id()?;
    let command = WithdrawInvitation { organization_id, invitation_id: request.id()? };
    request.try_out(&command).await.map_err(|error| match error {
        CommandError::Refused(refusal) if refusal.code() == "member-invitation-accepted" => not_found().into(),
        error => PageError::of_command(request.texts, error),
    })?;
    request.completed(MEMBERS, "frame-done-invitation-withdrawn").await
}
