//! `/admin/account/`: one's own account: the profile, the password, the sessions, the tokens of one's
//! programs, and one's memberships: answers invitations, leaves organizations, and works in another one.

use api_kit::path::integer;
use askama::Template;
use chrono::{DateTime, Utc};
use domain::limits::API_KEY_NAME;
use domain::user::{User, UserToken};
use proto_events::ids::{OrganizationId, UserTokenId};
use proto_events::user::Profile;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{InvitationRecord, Membership};
use write_api::FieldErrors;
use write_api::accounts::{ChangeProfile, EndSessions, IssueToken, RevokeToken, SetBy, SetPassword, Steward};
use write_api::organizations::{AcceptInvitation, DeclineInvitation, LeaveOrganization};

use crate::panel::common::{ACCOUNT, field, form, frame_in_zone, new_password, once, or_last};
use crate::panel::keys::{expiry, last_day_field};
use crate::panel::mail::{MailedLink, confirm_own};
use crate::panel::members::facts;
use crate::parts::control::{Control, RadioGroup, RadioOption, TextField};
use crate::parts::format::{Badge, ends, last_day};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::{Link, SecretPage};
use crate::serving::failures::{PageResult, failed, not_found};
use crate::serving::form::Form;
use crate::serving::people::{invitations, memberships, person};
use crate::serving::request::UserRequest;
use crate::serving::{response, session_cookies};
use crate::texts::{Texts, said};

/// A token with its state, the organization it stands for, and its last day.
type TokenRow<'a> = (&'a UserToken, Badge, String, String);

#[derive(Template)]
#[template(path = "panel/account.html")]
struct AccountPage<'a> {
    frame: Frame,
    facts: Vec<(String, String)>,
    /// Whether a link that confirms the address can be sent.
    needs_link: bool,
    user: &'a User,
    shows_providers: bool,
    invitations: Vec<InvitationRecord>,
    memberships: &'a [Membership],
    here: Option<OrganizationId>,
    tokens: Vec<TokenRow<'a>>,
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let (texts, user_id) = (request.texts, request.session.caller.user_id);
    let user = person(request, user_id).await?;
    let memberships = memberships(request, user_id).await?;
    let now = request.shared.clock.now();
    let mut tokens: Vec<_> = user.state.tokens.iter().map(|token| row(texts, token, &memberships, now)).collect();
    tokens.reverse();
    tokens.sort_by_key(|(token, ..)| token.revoked);
    let mut facts = facts(texts, &user.state, true);
    let sends_mail = request.shared.commands.mail_from().is_some() && !user.state.profile.email.is_empty();
    let is_confirmed = user.state.is_email_confirmed;
    let state = texts.say(if is_confirmed { "panel-email-is-confirmed" } else { "panel-email-is-not" });
    facts.extend(sends_mail.then(|| (texts.say("panel-email-state"), state)));
    request.page(&AccountPage {
        frame: frame_in_zone(request).await?,
        facts,
        needs_link: sends_mail && !is_confirmed,
        user: &user.state,
        shows_providers: !request.shared.sign_in.providers.is_empty() || !user.state.providers.is_empty(),
        invitations: invitations(request, user_id).await?,
        memberships: &memberships,
        here: request.session.caller.organization_id,
        tokens,
    })
}

fn row<'a>(texts: &Texts, token: &'a UserToken, memberships: &[Membership], now: DateTime<Utc>) -> TokenRow<'a> {
    let membership = |id| memberships.iter().find(|membership| membership.organization_id == id);
    let is_over = token.organization_id.is_some_and(|id| membership(id).is_some_and(|membership| membership.removed));
    let state = Badge::of_credential(texts, (token.revoked, is_over), token.expires_at, now);
    let stands_for = match token.organization_id {
        Some(id) => membership(id).map_or_else(
            || texts.with("panel-organization-number", "number", id.to_string()),
            |it| it.store_name.clone(),
        ),
        None => texts.say("panel-me-only"),
    };
    let last_day = token.expires_at.map_or_else(|| texts.say("panel-none"), |end| texts.day(last_day(end)));
    (token, state, stands_for, last_day)
}

pub(crate) async fn profile_form(request: &UserRequest<'_>) -> PageResult {
    let user = person(request, request.session.caller.user_id).await?;
    let page = form(request, request.texts.say("panel-your-profile"), "desk-do-save").cancel(ACCOUNT, "desk-cancel");
    request.page(&page.controls(profile_fields(request, &user.state.profile)))
}

pub(crate) async fn change_profile(request: &UserRequest<'_>) -> PageResult {
    request.shared.room.for_own_account(&request.session.caller)?;
    let user_id = request.session.caller.user_id;
    let profile = profile_from(&request.form, &person(request, user_id).await?.state.profile);
    let language = request.texts.language().tag();
    let command = ChangeProfile { user_id, profile, steward: Steward::Person, language };
    let changed = request.carry_out(&command).await?;
    let is_mailed = confirm_own(request, &changed.folded.state).await? == MailedLink::Sent;
    request.completed(ACCOUNT, if is_mailed { "frame-done-saved-link" } else { "frame-done-saved" }).await
}

/// Returns the controls of a profile, for its owner and for the administrators who manage it. An existing username cannot
/// be changed.
pub(crate) fn profile_fields(request: &UserRequest<'_>, current: &Profile) -> [TextField; 6] {
    let texts = request.texts;
    let profile = request.typed().map_or_else(|| current.clone(), |form| profile_from(form, current));
    let username = TextField::new("username", texts.say("panel-username"), &profile.username);
    let username = if current.username.is_empty() {
        username.hint(texts.say("panel-username-hint"))
    } else {
        TextField { fixed: true, hint: texts.say("panel-username-fixed"), ..username }
    };
    let name = TextField::new("best_identifier", texts.say("desk-name"), &profile.best_identifier);
    [
        name.required().hint(texts.say("panel-name-hint")),
        username,
        TextField::new("first_name", texts.say("panel-first-name"), &profile.first_name),
        TextField::new("last_name", texts.say("panel-last-name"), &profile.last_name),
        TextField { kind: "email", ..TextField::new("email", texts.say("panel-email"), &profile.email) },
        TextField::new("pronouns", texts.say("panel-pronouns"), &profile.pronouns),
    ]
}

/// Returns the profile as typed; fields that the form does not contain are kept.
pub(crate) fn profile_from(form: &Form, current: &Profile) -> Profile {
    let field = |name| form.text(name).to_owned();
    let username = if current.username.is_empty() { field("username") } else { current.username.clone() };
    Profile {
        username,
        best_identifier: field("best_identifier"),
        first_name: field("first_name"),
        last_name: field("last_name"),
        email: field("email"),
        pronouns: field("pronouns"),
        has_used_app: current.has_used_app,
    }
}

pub(crate) async fn password_form(request: &UserRequest<'_>) -> PageResult {
    let texts = request.texts;
    // Tells password managers which account this is.
    let username = TextField::new("username", texts.say("panel-username"), &request.session.account.username);
    let new = TextField::password("new_password", texts.say("panel-new-password"), "new-password");
    let page = form(request, texts.say("panel-change-password"), "panel-do-change-password")
        .lead(texts.say("panel-change-password-ends"))
        .cancel(ACCOUNT, "desk-cancel")
        .control(TextField { autocomplete: "username", fixed: true, ..username })
        .control(new.hint(texts.say("panel-new-password-hint")))
        .control(TextField::password("repeated", texts.say("panel-repeat-new-password"), "new-password"));
    request.page(&page)
}

/// Changes the password. Ends every session and begins a new one in this browser.
pub(crate) async fn change_password(request: &UserRequest<'_>) -> PageResult {
    let (password, user_id) = (new_password(request, "new_password")?, request.session.caller.user_id);
    // Without an earlier password, it is the first one of a person who signs in at a provider.
    let by = request.confirmed.map_or(SetBy::Operator, SetBy::Known);
    let changed = request.carry_out(&SetPassword { user_id, password, by }).await?;
    request.wait_for_views().await;
    let cookies = session_cookies::renewed(request, request.session, changed.folded.state.session_epoch);
    Ok(response::with_cookies(request.redirect_with(ACCOUNT, "frame-done-password-set")?, cookies))
}

pub(crate) async fn ask_to_end_sessions(request: &UserRequest<'_>) -> PageResult {
    let texts = request.texts;
    let page = form(request, texts.say("panel-end-sessions"), "panel-do-end-sessions")
        .lead(texts.say("panel-end-sessions-means"))
        .lead(texts.say("panel-end-sessions-tokens"))
        .danger()
        .cancel(ACCOUNT, "desk-cancel");
    request.page(&page)
}

/// Ends all sessions, including the current one, and begins a new one here. Copies of the old cookie are then
/// worthless.
pub(crate) async fn end_sessions(request: &UserRequest<'_>) -> PageResult {
    let command = EndSessions { user_id: request.session.caller.user_id };
    let ended = request.carry_out(&command).await?;
    request.wait_for_views().await;
    let cookies = session_cookies::renewed(request, request.session, ended.folded.state.session_epoch);
    Ok(response::with_cookies(request.redirect_with(ACCOUNT, "frame-done-sessions-ended")?, cookies))
}

/// The option for a token without an organization.
const NO_ORGANIZATION: &str = "none";

pub(crate) async fn issue_form(request: &UserRequest<'_>) -> PageResult {
    let memberships = memberships(request, request.session.caller.user_id).await?;
    let texts = request.texts;
    let page = form(request, texts.say("panel-new-token"), "panel-do-create-token")
        .lead(texts.say("panel-new-token-hint"))
        .cancel(ACCOUNT, "desk-cancel")
        .control(field(request, "name", "desk-name").required().hint(texts.say("panel-token-name-hint")))
        .controls(organization_choice(request, &memberships))
        .control(last_day_field(texts, request.form.text("expires_at"), "panel-last-day-hint"))
        .once();
    request.page(&page)
}

/// Returns the choice of the organization that a token acts in; none for a person without one.
fn organization_choice(request: &UserRequest<'_>, memberships: &[Membership]) -> Option<Control> {
    let (texts, chosen) = (request.texts, request.form.text("organization"));
    current(memberships).next()?;
    let of = |value: String, label: String, hint: String| {
        let checked = if chosen.is_empty() { value == NO_ORGANIZATION } else { value == chosen };
        RadioOption { value, label, hint, checked }
    };
    let alone = of(NO_ORGANIZATION.into(), texts.say("panel-only-me"), texts.say("panel-only-me-hint"));
    let others = current(memberships).map(|it| {
        let hint = texts.with("panel-as-member-hint", "role", texts.term(it.role));
        of(it.organization_id.to_string(), texts.with("panel-as-member", "name", it.store_name.as_str()), hint)
    });
    let (options, legend) = (std::iter::once(alone).chain(others).collect(), texts.say("panel-acts-for"));
    Some(Control::RadioGroup(RadioGroup { name: "organization", legend, options, ..RadioGroup::default() }))
}

pub(crate) async fn issue(request: &UserRequest<'_>) -> PageResult {
    let (texts, user_id) = (request.texts, request.session.caller.user_id);
    request.shared.room.for_own_account(&request.session.caller)?;
    let memberships = memberships(request, user_id).await?;
    let mut errors = FieldErrors::default();
    let expires_at = expiry(request, &mut errors);
    errors.required_line("name", request.form.text("name"), API_KEY_NAME);
    let organization_id = chosen_organization(request, &memberships, &mut errors);
    errors.check()?;
    let command = IssueToken { user_id, name: request.form.text("name").to_owned(), organization_id, expires_at };
    let issued = once(request, ("panel-token-was-created", ACCOUNT), request.carry_out(&command)).await?;
    request.page(&SecretPage {
        frame: request.frame(),
        title: texts.say("panel-your-token"),
        lead: vec![texts.with("panel-it-is-called", "name", command.name.as_str()), texts.say("panel-token-header")],
        label: texts.say("panel-token"),
        value: issued.value.expose().to_owned(),
        points: vec![ends(texts, command.expires_at), texts.say("panel-token-acts")],
        next: Link::new(ACCOUNT, texts.say("panel-saved-it")),
    })
}

/// Returns the chosen organization; `None` for a token without one.
fn chosen_organization(
    request: &UserRequest<'_>,
    memberships: &[Membership],
    errors: &mut FieldErrors,
) -> Option<OrganizationId> {
    let chosen = request.form.text("organization");
    if chosen == NO_ORGANIZATION || current(memberships).next().is_none() {
        return None;
    }
    let id = integer(chosen).map(OrganizationId).filter(|id| current(memberships).any(|it| it.organization_id == *id));
    if id.is_none() {
        errors.add("organization", said(request.texts.say("form-choose")));
    }
    id
}

pub(crate) async fn ask_to_revoke(request: &UserRequest<'_>) -> PageResult {
    let id: UserTokenId = request.id()?;
    let user = person(request, request.session.caller.user_id).await?;
    let is_it = |token: &&UserToken| token.id == id && !token.revoked;
    let token = user.state.tokens.iter().find(is_it).ok_or_else(not_found)?;
    let texts = request.texts;
    let page = form(request, texts.say("panel-revoke-token-title"), "panel-do-revoke-token")
        .lead(texts.with("panel-revoke-token-means", "name", token.name.as_str()))
        .danger()
        .cancel(ACCOUNT, "panel-keep-it");
    request.page(&page)
}

pub(crate) async fn revoke(request: &UserRequest<'_>) -> PageResult {
    let command = RevokeToken { user_id: request.session.caller.user_id, token_id: request.id()? };
    request.carry_out(&command).await?;
    request.completed(ACCOUNT, "frame-done-token-revoked").await
}

/// Returns the organizations that a person can choose from.
pub(crate) fn current(memberships: &[Membership]) -> impl Iterator<Item = &Membership> {
    memberships.iter().filter(|membership| !membership.removed)
}

pub(crate) async fn choose(request: &UserRequest<'_>) -> PageResult {
    let chosen = integer(request.form.text("organization")).map(OrganizationId);
    let memberships = memberships(request, request.session.caller.user_id).await?;
    let organization = current(&memberships).find(|it| Some(it.organization_id) == chosen).ok_or_else(|| {
        Problem::forbidden(message!("not-a-member-there", "You are not a member of the organization that was chosen."))
    })?;
    let cookie = session_cookies::in_organization(request, request.session, Some(organization.organization_id));
    Ok(response::with_cookie(request.redirect_with("/admin/", "frame-done-moved")?, cookie))
}

pub(crate) async fn ask_to_accept(request: &UserRequest<'_>) -> PageResult {
    let id: OrganizationId = request.id()?;
    let organization = request.shared.commands.organization(id).await.map_err(failed)?.ok_or_else(not_found)?;
    let invitation = organization.state.invitation_of(request.session.caller.user_id).ok_or_else(not_found)?;
    let (texts, name) = (request.texts, organization.state.name.as_str());
    let role = texts.term(invitation.role);
    let page = form(request, texts.with("panel-accept-title", "name", name), "panel-do-accept")
        .lead(texts.with_all("panel-accept-means", [("name", name.into()), ("role", role.into())]))
        .cancel(ACCOUNT, "panel-not-now");
    request.page(&page)
}

/// Accepts an invitation. If the session has no organization, it continues in this one.
pub(crate) async fn accept(request: &UserRequest<'_>) -> PageResult {
    let (organization_id, session) = (request.id()?, &request.session);
    let command = AcceptInvitation { organization_id, user_id: session.caller.user_id };
    request.carry_out(&command).await?;
    request.wait_for_views().await;
    if session.caller.organization_id.is_some() {
        return request.redirect_with(ACCOUNT, "frame-done-joined");
    }
    let cookie = session_cookies::in_organization(request, session, Some(organization_id));
    Ok(response::with_cookie(request.redirect_with("/admin/", "frame-done-joined")?, cookie))
}

pub(crate) async fn decline(request: &UserRequest<'_>) -> PageResult {
    let command = DeclineInvitation { organization_id: request.id()?, user_id: request.session.caller.user_id };
    request.carry_out(&command).await?;
    request.completed(ACCOUNT, "frame-done-declined").await
}

pub(crate) async fn ask_to_leave(request: &UserRequest<'_>) -> PageResult {
    let (texts, id) = (request.texts, request.id::<OrganizationId>()?);
    let memberships = memberships(request, request.session.caller.user_id).await?;
    let left = current(&memberships).find(|membership| membership.organization_id == id).ok_or_else(not_found)?;
    let name = left.store_name.as_str();
    let page = form(request, texts.with("panel-leave-title", "name", name), "panel-do-leave")
        .lead(texts.with("panel-leave-means", "name", name))
        .points(["panel-leave-keys", "panel-leave-tokens"].map(|key| texts.say(key)))
        .danger()
        .cancel(ACCOUNT, "panel-stay-member");
    request.page(&page)
}

pub(crate) async fn leave(request: &UserRequest<'_>) -> PageResult {
    let (organization_id, session) = (request.id()?, &request.session);
    let command = LeaveOrganization { organization_id, user_id: session.caller.user_id };
    request.try_out(&command).await.map_err(|error| or_last(request, error))?;
    let gone = request.completed(ACCOUNT, "frame-done-left").await?;
    if session.caller.organization_id != Some(organization_id) {
        return Ok(gone);
    }
    // The session belonged to that organization. It continues in another one, or without one.
    let cookie = session_cookies::after_leaving(request, session).await?;
    Ok(response::with_cookie(gone, cookie))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_username_is_given_once() {
        let form = Form::of(&[("username", "ada"), ("best_identifier", " Ada Ahorn "), ("email", "a@b.example")]);
        let nameless = Profile { has_used_app: true, ..Profile::default() };
        let typed_first = profile_from(&form, &nameless);
        assert_eq!((&*typed_first.username, &*typed_first.best_identifier), ("ada", "Ada Ahorn"));
        assert!(typed_first.has_used_app);
        let named = Profile { username: "bert".into(), ..Profile::default() };
        assert_eq!(profile_from(&form, &named).username, "bert");
    }
}
