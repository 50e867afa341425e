//! `/admin/account/tokens/new/`: creates a token for the signed-in person's programs. Its value is shown once, in the answer to
//! the form.

use api_kit::path::integer;
use axum::response::Response;
use domain::limits::{API_KEY_NAME, TOKENS_ISSUED};
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::Membership;
use write_api::FieldErrors;
use write_api::accounts::IssueToken;

use crate::panel::common::already_carried_out::already_carried_out;
use crate::panel::common::organizations::choices;
use crate::parts::control::{Control, RadioGroup, RadioOption, TextField, fault_of};
use crate::parts::format::{end_of_day, ends};
use crate::parts::page_kinds::{FormPage, Link, SecretPage};
use crate::serving::failures::refusal;
use crate::serving::form::Form;
use crate::serving::form_ids::FormIds;
use crate::serving::people::memberships;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;
use crate::texts::said;

const PATH: &str = "/admin/account/tokens/new/";
const BACK: &str = "/admin/account/";
/// The option for a token without an organization.
const NO_ORGANIZATION: &str = "none";

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let memberships = memberships(&request, session.caller.user_id).await?;
    request.page(&form(&request, &session, &memberships, &request.form, &FieldErrors::default()))
}

/// Creates the token and shows its value.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    request.shared.room.for_own_account(&session.caller)?;
    let memberships = memberships(&request, session.caller.user_id).await?;
    let (texts, mut errors) = (request.texts, FieldErrors::default());
    let expires_at = end_of_day(texts, request.form.text("expires_at")).unwrap_or_else(|fault| {
        errors.add("expires_at", said(fault));
        None
    });
    errors.required_line("name", request.form.text("name"), API_KEY_NAME);
    let organization_id = chosen_organization(texts, &request.form, &memberships, &session, &mut errors);
    if let Err(errors) = errors.check() {
        return request.refused(&form(&request, &session, &memberships, &request.form, &errors));
    }
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(&request, &session, "panel-token-was-created", BACK);
    };
    let name = request.form.text("name").to_owned();
    let command = IssueToken { user_id: session.caller.user_id, name, organization_id, expires_at };
    let issued = match request.shared.commands.issue_token(&session.actor(), &command).await {
        Ok(issued) => issued,
        Err(error) => {
            let refused = refusal(error)?;
            let errors = match (refused.code(), refused.fields()) {
                (_, Some(errors)) => errors.clone(),
                ("account-not-a-member", _) => {
                    let mut errors = FieldErrors::default();
                    errors.add("organization", said(texts.say("panel-no-longer-member")));
                    errors
                }
                ("account-too-many-tokens", _) => {
                    let mut errors = FieldErrors::default();
                    errors.add("name", said(texts.with("panel-too-many-tokens", "most", TOKENS_ISSUED)));
                    errors
                }
                _ => return Err(Problem::internal(refused)),
            };
            return request.refused(&form(&request, &session, &memberships, &request.form, &errors));
        }
    };
    claim.complete();
    request.wait_for_views().await?;
    request.page(&SecretPage {
        frame: session.frame(&request),
        title: texts.say("panel-your-token"),
        lead: vec![texts.with("panel-it-is-called", "name", command.name.as_str()), texts.say("panel-token-header")],
        label: texts.say("panel-token"),
        value: issued.value.expose().to_owned(),
        points: vec![ends(texts, command.expires_at), texts.say("panel-token-acts")],
        next: Link::new(BACK, texts.say("panel-saved-it")),
    })
}

/// Returns the chosen organization; `None` for a token without one.
fn chosen_organization(
    texts: &Texts,
    form: &Form,
    memberships: &[Membership],
    session: &UserSession,
    errors: &mut FieldErrors,
) -> Option<OrganizationId> {
    let chosen = form.text("organization");
    let organizations = choices(texts, memberships, session);
    if chosen == NO_ORGANIZATION || organizations.is_empty() {
        return None;
    }
    let id = integer(chosen).map(OrganizationId).filter(|id| organizations.iter().any(|choice| choice.id == *id));
    if id.is_none() {
        errors.add("organization", said(texts.say("form-choose")));
    }
    id
}

fn form(
    request: &PageRequest,
    session: &UserSession,
    memberships: &[Membership],
    typed: &Form,
    errors: &FieldErrors,
) -> FormPage {
    let texts = request.texts;
    let name = TextField::new("name", texts.say("panel-name"), typed.text("name"));
    let name = TextField { required: true, hint: texts.say("panel-token-name-hint"), ..name };
    let expires_at = TextField::new("expires_at", texts.say("panel-last-day"), typed.text("expires_at"));
    let expires_at = TextField { kind: "date", hint: texts.say("panel-last-day-hint"), ..expires_at };
    let mut controls = vec![Control::Text(name.checked(texts, errors))];
    let organizations = choices(texts, memberships, session);
    if !organizations.is_empty() {
        let chosen = typed.text("organization");
        let of = |value: String, label: String, hint: String| {
            let checked = if chosen.is_empty() { value == NO_ORGANIZATION } else { value == chosen };
            RadioOption { value, label, hint, points: Vec::new(), checked }
        };
        let alone = of(NO_ORGANIZATION.into(), texts.say("panel-only-me"), texts.say("panel-only-me-hint"));
        let others = organizations.into_iter().map(|choice| {
            let hint = texts.with("panel-as-member-hint", "role", choice.role);
            of(choice.id.to_string(), texts.with("panel-as-member", "name", choice.name), hint)
        });
        let options = std::iter::once(alone).chain(others).collect();
        let fault = fault_of(texts, errors, "organization");
        let legend = texts.say("panel-acts-for");
        controls.push(Control::RadioGroup(RadioGroup { name: "organization", legend, options, fault }));
    }
    controls.push(Control::Text(expires_at.checked(texts, errors)));
    controls.push(Control::Hidden("form_id", FormIds::new_id()));
    let mut page =
        FormPage::new(session.frame(request), texts.say("panel-new-token"), PATH, texts.say("panel-do-create-token"));
    page.lead.push(texts.say("panel-new-token-hint"));
    page.cancel = Some(Link::new(BACK, texts.say("panel-cancel")));
    page.with_controls(controls, errors)
}
