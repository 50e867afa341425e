//! `/admin/keys/{id}/`: a key, and a form to change its name and last day.

use axum::response::Response;
use domain::organization::{ApiKey, Organization};
use proto_events::ids::ApiKeyId;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::keys::ChangeApiKey;

use crate::panel::common::key_state::{find, last_use, state};
use crate::parts::control::{Control, TextField};
use crate::parts::format::{Moment, end_of_day, last_day};
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::refusal;
use crate::serving::people::{People, organization};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::said;

const BACK: &str = "/admin/keys/";

/// The values in the form.
struct TypedKey {
    name: String,
    last_day: String,
}

/// Shows the key.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: ApiKeyId = request.id()?;
    let organization = organization(&request, &session).await?;
    let key = find(&organization.state, id)?;
    let typed = TypedKey { name: key.name.clone(), last_day: day_of(key) };
    request.page(&form(&request, &session, &organization.state, key, &typed, &FieldErrors::default()).await?)
}

/// Applies the changes. If the day stays the same, an exact time of expiry that was set elsewhere is kept.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: ApiKeyId = request.id()?;
    let organization = organization(&request, &session).await?;
    let key = find(&organization.state, id)?;
    let typed =
        TypedKey { name: request.form.text("name").to_owned(), last_day: request.form.text("expires_at").to_owned() };
    let mut errors = FieldErrors::default();
    let end = end_of_day(request.texts, &typed.last_day).unwrap_or_else(|fault| {
        errors.add("expires_at", said(fault));
        None
    });
    if let Err(errors) = errors.check() {
        return request.refused(&form(&request, &session, &organization.state, key, &typed, &errors).await?);
    }
    let expires_at = (!key.revoked && typed.last_day != day_of(key)).then_some(end);
    let name = Some(typed.name.clone());
    let command = ChangeApiKey { organization_id: session.organization_id()?, key_id: id, name, expires_at };
    match request.shared.commands.change_api_key(&session.actor(), &command).await {
        Ok(_) => {
            request.wait_for_views().await?;
            request.redirect_with(BACK, Completed::Saved)
        }
        Err(error) => {
            let refused = refusal(error)?;
            let errors = match (refused.code(), refused.fields()) {
                (_, Some(errors)) => errors.clone(),
                ("api-key-revoked", _) => {
                    let mut errors = FieldErrors::default();
                    errors.add("expires_at", said(request.texts.say("panel-key-revoked-meanwhile")));
                    errors
                }
                _ => return Err(Problem::internal(refused)),
            };
            request.refused(&form(&request, &session, &organization.state, key, &typed, &errors).await?)
        }
    }
}

fn day_of(key: &ApiKey) -> String {
    key.expires_at.map_or_else(String::new, |end| last_day(end).to_string())
}

async fn form(
    request: &PageRequest,
    session: &UserSession,
    organization: &Organization,
    key: &ApiKey,
    typed: &TypedKey,
    errors: &FieldErrors,
) -> Result<FormPage, Problem> {
    let texts = request.texts;
    let (title, action) =
        (texts.with("panel-key-title", "name", key.name.as_str()), format!("/admin/keys/{}/", key.id));
    let mut page = FormPage::new(session.frame(request), title, action, texts.say("panel-do-save"));
    page.points = facts(request, organization, key).await?;
    page.cancel = Some(Link::new(BACK, texts.say("panel-to-keys")));
    let name = TextField { required: true, ..TextField::new("name", texts.say("panel-name"), &typed.name) };
    let mut controls = vec![Control::Text(name.checked(texts, errors))];
    if !key.revoked {
        let expires_at = TextField::new("expires_at", texts.say("panel-last-day"), &typed.last_day);
        let hint = texts.say("panel-key-last-day-hint");
        controls.push(Control::Text(TextField { kind: "date", hint, ..expires_at }.checked(texts, errors)));
        page.links.push(Link::new(format!("/admin/keys/{}/revoke/", key.id), texts.say("panel-to-revoke-key")));
    }
    Ok(page.with_controls(controls, errors))
}

async fn facts(request: &PageRequest, organization: &Organization, key: &ApiKey) -> Result<Vec<String>, Problem> {
    let member = organization.member(key.member_id);
    let people = People::load(request, member.map(|member| member.user_id)).await?;
    let texts = request.texts;
    let last_use = last_use(request, key).map_or_else(|| texts.say("panel-never"), |at| at.shown);
    let role = member.map(|member| {
        let values = [("role", texts.term(member.role).into()), ("name", people.name(member.user_id).into())];
        texts.with_all(if key.read_only { "panel-key-fact-read-only" } else { "panel-key-fact" }, values)
    });
    let created = Moment::utc(texts, key.created_at).shown;
    let made = texts.with_all("panel-key-made", [("created", created.into()), ("used", last_use.into())]);
    let state = state(texts, key, organization, request.shared.clock.now()).label;
    let state = texts.with("panel-key-state", "state", state);
    Ok([state].into_iter().chain(role).chain([made]).collect())
}
