//! `/admin/keys/`: the organization's keys: lists, creates, shows, changes and revokes them.

use askama::Template;
use chrono::{DateTime, Utc};
use domain::limits::API_KEY_NAME;
use domain::organization::{ApiKey, Organization};
use domain::permissions::Scheme;
use proto_events::ids::ApiKeyId;
use service_kit::problem::Problem;
use write_api::keys::{ChangeApiKey, IssueApiKey, RevokeApiKey};
use write_api::{FieldErrors, OrNull};

use crate::panel::common::{chosen_role, field, form, frame_in_zone, new_role, once};
use crate::parts::control::{Checkbox, Control, TextField};
use crate::parts::format::{Badge, end_of_day, ends, last_day};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::{FormPage, Link, SecretPage};
use crate::serving::failures::{PageResult, not_found};
use crate::serving::people::{People, organization};
use crate::serving::request::{PageRequest, UserRequest};
use crate::texts::{Texts, said};

const PATH: &str = "/admin/keys/";

#[derive(Template)]
#[template(path = "panel/keys.html")]
struct KeysPage<'a> {
    frame: Frame,
    request: &'a PageRequest,
    organization: &'a Organization,
    people: People,
    keys: Vec<&'a ApiKey>,
}

/// Shows the keys: valid ones first, each group newest first.
pub(crate) async fn list(request: &UserRequest<'_>) -> PageResult {
    let organization = organization(request).await?;
    let (organization, now) = (&organization.state, request.shared.clock.now());
    let people = People::load(request, organization.members.iter().map(|member| member.user_id)).await?;
    let mut keys: Vec<_> = organization.keys.iter().rev().collect();
    keys.sort_by_key(|key| !is_valid(key, organization, now));
    request.page(&KeysPage { frame: frame_in_zone(request).await?, request, organization, people, keys })
}

pub(crate) async fn issue_form(request: &UserRequest<'_>) -> PageResult {
    let (texts, typed) = (request.texts, &request.form);
    let read_only = Checkbox {
        name: "read_only",
        label: texts.say("panel-make-read-only"),
        hint: texts.say("panel-make-read-only-hint"),
        checked: typed.is_checked("read_only"),
    };
    let page = form(request, texts.say("panel-new-key"), "panel-do-create-key")
        .cancel(PATH, "desk-cancel")
        .control(field(request, "name", "desk-name").required().hint(texts.say("panel-key-name-hint")))
        .control(new_role(request, &[Scheme::ApiKey]))
        .control(Control::Checkbox(read_only))
        .control(last_day_field(texts, typed.text("expires_at"), "panel-last-day-hint"))
        .once();
    request.page(&page)
}

pub(crate) async fn issue(request: &UserRequest<'_>) -> PageResult {
    let (texts, session, mut errors) = (request.texts, &request.session, FieldErrors::default());
    let expires_at = expiry(request, &mut errors);
    errors.required_line("name", request.form.text("name"), API_KEY_NAME);
    let role = chosen_role(request, &mut errors);
    let Some(role) = role.filter(|_| errors.is_empty()) else { return Err(errors.into()) };
    let command = IssueApiKey {
        organization_id: session.organization_id()?,
        name: request.form.text("name").to_owned(),
        role,
        expires_at,
        read_only: request.form.is_checked("read_only"),
        issued_by: session.membership.as_ref().map(|membership| membership.member_id),
    };
    let issued = once(request, ("panel-key-was-created", PATH), request.carry_out(&command)).await?;
    let member = issued.folded.state.member(issued.member_id);
    let people = People::load(request, member.map(|member| member.user_id)).await?;
    let role = if command.read_only { "panel-key-role-read-only" } else { "panel-key-role" };
    let role = texts.with(role, "role", texts.term(command.role));
    let tied = member.map(|member| texts.with("panel-key-tied", "name", people.name(member.user_id)));
    request.page(&SecretPage {
        frame: request.frame(),
        title: texts.say("panel-your-key"),
        lead: vec![texts.with("panel-it-is-called", "name", command.name.as_str()), texts.say("panel-key-header")],
        label: texts.say("panel-key"),
        value: issued.value.expose().to_owned(),
        points: [role].into_iter().chain(tied).chain([ends(texts, command.expires_at)]).collect(),
        next: Link::new(PATH, texts.say("panel-saved-it")),
    })
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let organization = organization(request).await?;
    let key = find(&organization.state, request.id()?)?;
    let (texts, path) = (request.texts, format!("{PATH}{}/", key.id));
    let (name, last_day) = match request.typed() {
        Some(form) => (form.text("name").to_owned(), form.text("expires_at").to_owned()),
        None => (key.name.clone(), day_of(key)),
    };
    let title = texts.with("panel-key-title", "name", key.name.as_str());
    let frame = frame_in_zone(request).await?;
    let facts = facts(request, &frame, &organization.state, key).await?;
    let mut page = FormPage::new(frame, title, path.as_str(), "desk-do-save")
        .points(facts)
        .cancel(PATH, "panel-to-keys")
        .control(TextField::new("name", texts.say("desk-name"), name).required());
    if !key.revoked {
        page = page.control(last_day_field(texts, &last_day, "panel-key-last-day-hint"));
        page = page.link(format!("{path}revoke/"), "panel-to-revoke-key");
    }
    request.page(&page)
}

async fn facts(
    request: &PageRequest,
    frame: &Frame,
    organization: &Organization,
    key: &ApiKey,
) -> Result<Vec<String>, Problem> {
    let member = organization.member(key.member_id);
    let people = People::load(request, member.map(|member| member.user_id)).await?;
    let texts = request.texts;
    let last_use = last_use(request, key).map_or_else(|| texts.say("panel-never"), |at| frame.moment(&at).shown);
    let role = member.map(|member| {
        let values = [("role", texts.term(member.role).into()), ("name", people.name(member.user_id).into())];
        texts.with_all(if key.read_only { "panel-key-fact-read-only" } else { "panel-key-fact" }, values)
    });
    let created = frame.moment(&key.created_at).shown;
    let made = texts.with_all("panel-key-made", [("created", created.into()), ("used", last_use.into())]);
    let state = state(request, key, organization).label;
    let state = texts.with("panel-key-state", "state", state);
    Ok([state].into_iter().chain(role).chain([made]).collect())
}

/// Changes a key. If the day stays the same, an exact time of expiry that was set elsewhere is kept.
pub(crate) async fn change(request: &UserRequest<'_>) -> PageResult {
    let key_id: ApiKeyId = request.id()?;
    let organization = organization(request).await?;
    let key = find(&organization.state, key_id)?;
    let mut errors = FieldErrors::default();
    let end = expiry(request, &mut errors);
    errors.check()?;
    let expires_at = (!key.revoked && request.form.text("expires_at") != day_of(key)).then_some(OrNull(end));
    let name = Some(request.form.text("name").to_owned());
    let command = ChangeApiKey { organization_id: request.session.organization_id()?, key_id, name, expires_at };
    request.carry_out(&command).await?;
    request.completed(PATH, "frame-done-saved").await
}

pub(crate) async fn ask_to_revoke(request: &UserRequest<'_>) -> PageResult {
    let organization = organization(request).await?;
    let key = find(&organization.state, request.id()?)?;
    let (texts, frame, name) = (request.texts, frame_in_zone(request).await?, key.name.as_str());
    if key.revoked {
        return request.redirect(PATH);
    }
    let used = |at| texts.with("panel-last-used", "time", frame.moment(&at).shown);
    let last_use = last_use(request, key).map_or_else(|| texts.say("panel-never-used"), used);
    let page = form(request, texts.with("panel-revoke-key-title", "name", name), "panel-do-revoke-key")
        .lead(texts.say("panel-revoke-key-means"))
        .lead(last_use)
        .danger()
        .cancel(PATH, "panel-keep-it");
    request.page(&page)
}

pub(crate) async fn revoke(request: &UserRequest<'_>) -> PageResult {
    let command = RevokeApiKey { organization_id: request.session.organization_id()?, key_id: request.id()? };
    request.carry_out(&command).await?;
    request.completed(PATH, "frame-done-key-revoked").await
}

/// Reads the last day in a form as the time at which a key or token expires.
pub(crate) fn expiry(request: &PageRequest, errors: &mut FieldErrors) -> Option<DateTime<Utc>> {
    end_of_day(request.texts, request.form.text("expires_at")).unwrap_or_else(|fault| {
        errors.add("expires_at", said(fault));
        None
    })
}

/// Returns the control for the last day of a key or token.
pub(crate) fn last_day_field(texts: &Texts, typed: &str, hint: &str) -> TextField {
    let field = TextField::new("expires_at", texts.say("panel-last-day"), typed);
    TextField { kind: "date", hint: texts.say(hint), ..field }
}

fn day_of(key: &ApiKey) -> String {
    key.expires_at.map_or_else(String::new, |end| last_day(end).to_string())
}

fn find(organization: &Organization, id: ApiKeyId) -> Result<&ApiKey, Problem> {
    organization.key(id).ok_or_else(not_found)
}

/// Returns the last use of a key that the log or this process knows of.
fn last_use(request: &PageRequest, key: &ApiKey) -> Option<DateTime<Utc>> {
    request.shared.gate.last_use(key.id, key.last_used_at)
}

pub(crate) fn state(request: &PageRequest, key: &ApiKey, organization: &Organization) -> Badge {
    let now = request.shared.clock.now();
    Badge::of_credential(request.texts, (key.revoked, is_over(key, organization)), key.expires_at, now)
}

pub(crate) fn is_valid(key: &ApiKey, organization: &Organization, now: DateTime<Utc>) -> bool {
    !key.revoked && !is_over(key, organization) && key.expires_at.is_none_or(|end| now < end)
}

fn is_over(key: &ApiKey, organization: &Organization) -> bool {
    organization.member(key.member_id).is_none_or(|member| member.removed)
}
