//! `/admin/account/tokens/`: creates and revokes the tokens of the signed-in person's programs.

use api_kit::path::integer;
use domain::limits::API_KEY_NAME;
use domain::user::UserToken;
use proto_events::ids::{OrganizationId, UserTokenId};
use storage::Membership;
use write_api::FieldErrors;
use write_api::accounts::{IssueToken, RevokeToken};

use crate::panel::common::{ACCOUNT, account_refused, already_carried_out};
use crate::panel::keys::{expiry, last_day_field};
use crate::panel::memberships::choices;
use crate::parts::control::{Control, RadioGroup, RadioOption, TextField};
use crate::parts::format::ends;
use crate::parts::page_kinds::{FormPage, Link, SecretPage};
use crate::serving::completed::Completed;
use crate::serving::failures::{PageResult, not_found};
use crate::serving::form_ids::FormIds;
use crate::serving::people::{memberships, person};
use crate::serving::session::UserRequest;
use crate::texts::said;

/// The option for a token without an organization.
const NO_ORGANIZATION: &str = "none";

/// Shows the form of a new token.
pub(crate) async fn issue_form(request: &UserRequest) -> PageResult {
    let memberships = memberships(request, request.session.caller.user_id).await?;
    let (texts, typed) = (request.texts, &request.form);
    let name = TextField::new("name", texts.say("panel-name"), typed.text("name")).required();
    let (title, action) = (texts.say("panel-new-token"), format!("{ACCOUNT}tokens/new/"));
    let page = FormPage::new(request.frame(), title, action, "panel-do-create-token")
        .lead(texts.say("panel-new-token-hint"))
        .cancel(ACCOUNT, "panel-cancel")
        .control(name.hint(texts.say("panel-token-name-hint")))
        .controls(organization_choice(request, &memberships))
        .control(last_day_field(texts, typed.text("expires_at"), "panel-last-day-hint"))
        .control(Control::Hidden("form_id", FormIds::new_id()));
    request.page(&page)
}

/// Returns the choice of the organization that a token acts in; none for a person without one.
fn organization_choice(request: &UserRequest, memberships: &[Membership]) -> Option<Control> {
    let (texts, chosen) = (request.texts, request.form.text("organization"));
    let organizations = choices(texts, memberships, &request.session);
    if organizations.is_empty() {
        return None;
    }
    let of = |value: String, label: String, hint: String| {
        let checked = if chosen.is_empty() { value == NO_ORGANIZATION } else { value == chosen };
        RadioOption { value, label, hint, points: Vec::new(), checked }
    };
    let alone = of(NO_ORGANIZATION.into(), texts.say("panel-only-me"), texts.say("panel-only-me-hint"));
    let others = organizations.into_iter().map(|choice| {
        let hint = texts.with("panel-as-member-hint", "role", choice.role);
        of(choice.id.to_string(), texts.with("panel-as-member", "name", choice.name), hint)
    });
    let (options, legend) = (std::iter::once(alone).chain(others).collect(), texts.say("panel-acts-for"));
    Some(Control::RadioGroup(RadioGroup { name: "organization", legend, options, fault: String::new() }))
}

/// Creates a token. Its value is shown once, in this answer.
pub(crate) async fn issue(request: &UserRequest) -> PageResult {
    let (texts, user_id) = (request.texts, request.session.caller.user_id);
    request.shared.room.for_own_account(&request.session.caller)?;
    let memberships = memberships(request, user_id).await?;
    let mut errors = FieldErrors::default();
    let expires_at = expiry(request, &mut errors);
    errors.required_line("name", request.form.text("name"), API_KEY_NAME);
    let organization_id = chosen_organization(request, &memberships, &mut errors);
    errors.check()?;
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(request, "panel-token-was-created", ACCOUNT);
    };
    let command = IssueToken { user_id, name: request.form.text("name").to_owned(), organization_id, expires_at };
    let issued = request.carry_out(&command).await.map_err(|error| account_refused(texts, error))?;
    claim.complete();
    request.wait_for_views().await;
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
    request: &UserRequest,
    memberships: &[Membership],
    errors: &mut FieldErrors,
) -> Option<OrganizationId> {
    let chosen = request.form.text("organization");
    let organizations = choices(request.texts, memberships, &request.session);
    if chosen == NO_ORGANIZATION || organizations.is_empty() {
        return None;
    }
    let id = integer(chosen).map(OrganizationId).filter(|id| organizations.iter().any(|choice| choice.id == *id));
    if id.is_none() {
        errors.add("organization", said(request.texts.say("form-choose")));
    }
    id
}

/// Asks whether a token is to be revoked.
pub(crate) async fn ask_to_revoke(request: &UserRequest) -> PageResult {
    let id: UserTokenId = request.id()?;
    let user = person(request, request.session.caller.user_id).await?;
    let is_it = |token: &&UserToken| token.id == id && !token.revoked;
    let token = user.state.tokens.iter().find(is_it).ok_or_else(not_found)?;
    let (texts, action) = (request.texts, format!("{ACCOUNT}tokens/{id}/revoke/"));
    let page = FormPage::new(request.frame(), texts.say("panel-revoke-token-title"), action, "panel-do-revoke-token")
        .lead(texts.with("panel-revoke-token-means", "name", token.name.as_str()))
        .danger()
        .cancel(ACCOUNT, "panel-keep-it");
    request.page(&page)
}

/// Revokes a token.
pub(crate) async fn revoke(request: &UserRequest) -> PageResult {
    let command = RevokeToken { user_id: request.session.caller.user_id, token_id: request.id()? };
    request.carry_out(&command).await.map_err(|error| account_refused(request.texts, error))?;
    request.completed(ACCOUNT, Completed::TokenRevoked).await
}
