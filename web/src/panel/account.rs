//! `/admin/account/`: one's own account: the profile, the password and the sessions.

use askama::Template;
use chrono::{DateTime, Utc};
use domain::user::UserToken;
use proto_events::user::Profile;
use service_kit::password::Password;
use storage::Membership;
use write_api::FieldErrors;
use write_api::accounts::{ChangePassword, ChangeProfile, EndSessions, Steward};

use crate::panel::common::{ACCOUNT, account_refused, check_repeated};
use crate::panel::members::facts;
use crate::panel::memberships::{OrganizationChoice, choices};
use crate::parts::control::TextField;
use crate::parts::format::{Badge, Moment, last_day};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::FormPage;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageResult, not_found, unexpected};
use crate::serving::form::Form;
use crate::serving::people::{invitations, memberships, person};
use crate::serving::session::UserRequest;
use crate::serving::{response, session_cookies};
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "panel/account.html")]
struct AccountPage {
    frame: Frame,
    facts: Vec<(String, String)>,
    /// Whether the person has a username to sign in with.
    signs_in: bool,
    invitations: Vec<InvitationRow>,
    organizations: Vec<OrganizationChoice>,
    tokens: Vec<TokenRow>,
}

struct InvitationRow {
    organization: i64,
    name: String,
    role: String,
    invited: Moment,
}

struct TokenRow {
    id: i64,
    name: String,
    state: Badge,
    stands_for: String,
    created: Moment,
    last_day: String,
    is_revoked: bool,
}

/// Shows the account.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let (texts, user_id) = (request.texts, request.session.caller.user_id);
    let user = person(request, user_id).await?;
    let memberships = memberships(request, user_id).await?;
    let invitations = invitations(request, user_id).await?.into_iter().map(|invitation| InvitationRow {
        organization: invitation.organization_id.0,
        name: invitation.store_name,
        role: texts.term(invitation.role),
        invited: Moment::utc(texts, invitation.invited_at),
    });
    let now = request.shared.clock.now();
    let mut tokens: Vec<_> = user.state.tokens.iter().map(|token| row(texts, token, &memberships, now)).collect();
    tokens.reverse();
    tokens.sort_by_key(|token| token.is_revoked);
    request.page(&AccountPage {
        frame: request.frame(),
        facts: facts(texts, &user.state),
        signs_in: !user.state.profile.username.is_empty(),
        invitations: invitations.collect(),
        organizations: choices(texts, &memberships, &request.session),
        tokens,
    })
}

fn row(texts: &Texts, token: &UserToken, memberships: &[Membership], now: DateTime<Utc>) -> TokenRow {
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
    TokenRow {
        id: token.id.0,
        name: token.name.clone(),
        state,
        stands_for,
        created: Moment::utc(texts, token.created_at),
        last_day: token.expires_at.map_or_else(|| texts.say("panel-none"), |end| texts.day(last_day(end))),
        is_revoked: token.revoked,
    }
}

/// Shows the form of the profile.
pub(crate) async fn profile_form(request: &UserRequest) -> PageResult {
    let user = person(request, request.session.caller.user_id).await?;
    let (title, action) = (request.texts.say("panel-your-profile"), format!("{ACCOUNT}profile/"));
    let page = FormPage::new(request.frame(), title, action, "panel-do-save").cancel(ACCOUNT, "panel-cancel");
    request.page(&page.controls(profile_fields(request, &user.state.profile)))
}

/// Changes the profile.
pub(crate) async fn change_profile(request: &UserRequest) -> PageResult {
    request.shared.room.for_own_account(&request.session.caller)?;
    let user_id = request.session.caller.user_id;
    let profile = profile_from(&request.form, &person(request, user_id).await?.state.profile);
    let command = ChangeProfile { user_id, profile, steward: Steward::Person };
    request.carry_out(&command).await.map_err(|error| account_refused(request.texts, error))?;
    request.completed(ACCOUNT, Completed::Saved).await
}

/// Returns the controls of a profile, for its owner and for the administrators who manage it. An existing username cannot
/// be changed.
pub(crate) fn profile_fields(request: &UserRequest, current: &Profile) -> [TextField; 6] {
    let texts = request.texts;
    let profile = request.typed().map_or_else(|| current.clone(), |form| profile_from(form, current));
    let username = TextField::new("username", texts.say("panel-username"), &profile.username);
    let username = if current.username.is_empty() {
        username.hint(texts.say("panel-username-hint"))
    } else {
        TextField { fixed: true, hint: texts.say("panel-username-fixed"), ..username }
    };
    let name = TextField::new("best_identifier", texts.say("panel-name"), &profile.best_identifier);
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

/// Shows the form of a new password.
pub(crate) async fn password_form(request: &UserRequest) -> PageResult {
    let texts = request.texts;
    // Tells password managers which account this is.
    let username = TextField::new("username", texts.say("panel-username"), &request.session.account.username);
    let new = TextField::password("new_password", texts.say("panel-new-password"), "new-password");
    let (title, action) = (texts.say("panel-change-password"), format!("{ACCOUNT}password/"));
    let page = FormPage::new(request.frame(), title, action, "panel-do-change-password")
        .lead(texts.say("panel-change-password-ends"))
        .cancel(ACCOUNT, "panel-cancel")
        .control(TextField { autocomplete: "username", fixed: true, ..username })
        .control(new.hint(texts.say("panel-new-password-hint")))
        .control(TextField::password("repeated", texts.say("panel-repeat-new-password"), "new-password"));
    request.page(&page)
}

/// Changes the password. Ends every session and begins a new one in this browser.
pub(crate) async fn change_password(request: &UserRequest) -> PageResult {
    let new = Password::from(request.form.exact("new_password").to_owned());
    let mut errors = FieldErrors::default();
    check_repeated(request.texts, &new, request.form.exact("repeated"), &mut errors);
    errors.check()?;
    let known = request.confirmed.ok_or_else(not_found)?;
    let command = ChangePassword { known, new };
    let changed = request.carry_out(&command).await.map_err(|error| account_refused(request.texts, error))?;
    request.wait_for_views().await;
    let cookies = session_cookies::renewed(request, &request.session, changed.folded.state.session_epoch);
    Ok(response::with_cookies(request.redirect_with(ACCOUNT, Completed::PasswordSet)?, cookies))
}

/// Asks whether to sign out everywhere.
pub(crate) async fn ask_to_end_sessions(request: &UserRequest) -> PageResult {
    let texts = request.texts;
    let (title, action) = (texts.say("panel-end-sessions"), format!("{ACCOUNT}sessions/"));
    let page = FormPage::new(request.frame(), title, action, "panel-do-end-sessions")
        .lead(texts.say("panel-end-sessions-means"))
        .lead(texts.say("panel-end-sessions-tokens"))
        .danger()
        .cancel(ACCOUNT, "panel-cancel");
    request.page(&page)
}

/// Ends all sessions, including the current one, and begins a new one here. Copies of the old cookie are then
/// worthless.
pub(crate) async fn end_sessions(request: &UserRequest) -> PageResult {
    let command = EndSessions { user_id: request.session.caller.user_id };
    let ended = request.carry_out(&command).await.map_err(unexpected)?;
    request.wait_for_views().await;
    let cookies = session_cookies::renewed(request, &request.session, ended.folded.state.session_epoch);
    Ok(response::with_cookies(request.redirect_with(ACCOUNT, Completed::SessionsEnded)?, cookies))
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
