//! `/admin/members/add/` and `/admin/invitations/`: invites people with an account, and withdraws invitations that have
//! not been answered.

use domain::limits::MEMBERSHIPS;
use domain::permissions::Scheme;
use proto_events::ids::MemberId;
use proto_events::vocabulary::Role;
use write_api::organizations::{InviteMember, WithdrawInvitation};
use write_api::{CommandError, FieldErrors, Refusal};

use crate::panel::members::MEMBERS;
use crate::parts::control::{Control, Faults, TextField};
use crate::parts::page_kinds::FormPage;
use crate::parts::roles::role_choice;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult, failed, not_found};
use crate::serving::people::{People, organization};
use crate::serving::session::UserRequest;
use crate::texts::{Texts, said};

/// Shows the form.
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

/// Asks whether to withdraw an invitation.
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

/// Withdraws an invitation.
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
