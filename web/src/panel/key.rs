//! `/admin/keys/{id}/`: a key, and a form to change its name and last day.

use axum::response::Response;
use domain::organization::{ApiKey, Organization};
use proto_events::ids::ApiKeyId;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::keys::{ChangeApiKey, Refusal};

use crate::panel::common::key_state::{find, last_use, state};
use crate::parts::control::{Control, TextField};
use crate::parts::format::{Moment, end_of_day, last_day};
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::{not_found, refusal};
use crate::serving::people::{People, organization};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

const BACK: &str = "/admin/keys/";

/// The values in the form.
struct Typed {
    name: String,
    last_day: String,
}

/// Shows the key.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: ApiKeyId = request.id()?;
    let organization = organization(&request, &session).await?;
    let key = find(&organization.state, id)?;
    let typed = Typed { name: key.name.clone(), last_day: day_of(key) };
    request.page(&form(&request, &session, &organization.state, key, &typed, &FieldErrors::default()).await?)
}

/// Applies the changes. If the day stays the same, an exact time of expiry that was set elsewhere is kept.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: ApiKeyId = request.id()?;
    let organization = organization(&request, &session).await?;
    let key = find(&organization.state, id)?;
    let typed =
        Typed { name: request.form.text("name").to_owned(), last_day: request.form.text("expires_at").to_owned() };
    let mut errors = FieldErrors::default();
    let end = end_of_day(&typed.last_day).unwrap_or_else(|fault| {
        errors.add("expires_at", fault);
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
            let errors = match refusal(error)? {
                Refusal::Invalid(errors) => errors,
                Refusal::Revoked(_) => {
                    let mut errors = FieldErrors::default();
                    errors.add("expires_at", "The key was revoked meanwhile and cannot be changed.");
                    errors
                }
                Refusal::UnknownKey(_) => return Err(not_found()),
                other @ Refusal::TooMany => return Err(Problem::internal(other)),
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
    typed: &Typed,
    errors: &FieldErrors,
) -> Result<FormPage, Problem> {
    let action = format!("/admin/keys/{}/", key.id);
    let mut page = FormPage::new(session.frame(request), format!("Key “{}”", key.name), action, "Save");
    page.points = facts(request, organization, key).await?;
    page.cancel = Some(Link::new(BACK, "Back to the keys"));
    let name = TextField { required: true, ..TextField::new("name", "Name", &typed.name) };
    let mut controls = vec![Control::Text(name.checked(errors))];
    if !key.revoked {
        let expires_at = TextField::new("expires_at", "Last day", &typed.last_day);
        let hint =
            "It works until the end of that day, in UTC. Without a day it does not expire; a past day ends it at once.";
        controls.push(Control::Text(TextField { kind: "date", hint, ..expires_at }.checked(errors)));
        page.links.push(Link::new(format!("/admin/keys/{}/revoke/", key.id), "Revoke this key"));
    }
    Ok(page.with_controls(controls, errors))
}

async fn facts(request: &PageRequest, organization: &Organization, key: &ApiKey) -> Result<Vec<String>, Problem> {
    let member = organization.member(key.member_id);
    let people = People::load(request, member.map(|member| member.user_id)).await?;
    let narrowed = if key.read_only { ", is read-only" } else { "" };
    let last_use = last_use(request, key).map_or_else(|| "never".into(), |at| at.shown);
    let role = member.map(|member| {
        let (role, name) = (member.role.display_name(), people.name(member.user_id));
        format!("It has the role {role}{narrowed}, and is tied to {name}.")
    });
    let made = format!("Created {}. Last use: {last_use}.", Moment::from(key.created_at).shown);
    let state = format!("State: {}.", state(key, organization, request.shared.clock.now()).label.to_lowercase());
    Ok([state].into_iter().chain(role).chain([made]).collect())
}
