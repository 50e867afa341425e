//! `/admin/account/data/`: everything that the service stores about a person, as a file. `/admin/account/delete/`: a person
//! deletes the own account.

use api_kit::own_registrations::{own_registrations_by_account, records};
use api_kit::store_failed;
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use domain::identity::UserDocument;
use domain::user::User;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use serde_json::{Value, json};
use service_kit::problem::Problem;
use storage::deliveries::DeliveryPage;
use storage::{DocumentKey, Membership, OwnDecklist, OwnRegistration, ViewKind};
use write_api::accounts::Steward;

use crate::panel::common::{ACCOUNT, form, or_last};
use crate::parts::page_kinds::{FormPage, Link, MessagePage};
use crate::serving::failures::{PageResult, failed, store_problem};
use crate::serving::people::{memberships, person};
use crate::serving::request::UserRequest;
use crate::serving::{documents, response, session_cookies};

/// The most letters that the file lists. Older ones are deleted after some weeks anyway.
const LETTERS: i64 = 1_000;

/// Sends the file. It has no secret, so it lets no one sign in.
pub(crate) async fn download(request: &UserRequest<'_>) -> PageResult {
    let user_id = request.session.caller.user_id;
    let user = person(request, user_id).await?;
    let (views, theirs) = (&*request.shared.views, Membership::prefix(user_id));
    let mut data = account(&user.state);
    for (name, value) in [
        ("memberships", json!(memberships(request, user_id).await?)),
        ("invitations", json!(records::<Value>(views, ViewKind::Invitation, &theirs).await?)),
        ("notifications", notifications(request, user_id).await?),
        ("letters", letters(request, user_id).await?),
    ] {
        data[name] = value;
    }
    let (mut registrations, mut decklists, mut merged) = (Vec::new(), Vec::new(), Vec::new());
    for (account, own) in own_registrations_by_account(&*request.shared.views, user_id).await? {
        if account != user_id {
            let double = person(request, account).await?;
            merged.push(json!({ "id": account, "name": double.state.profile.best_identifier }));
        }
        for record in own {
            registrations.push(registration(request, &record).await?);
        }
        decklists.extend(lists(request, account).await?);
    }
    data["merged_accounts"] = merged.into();
    data["registrations"] = registrations.into();
    data["decklists"] = decklists.into();
    let text = serde_json::to_vec_pretty(&data).map_err(Problem::internal)?;
    let mut response = Response::new(Body::from(text));
    response::set_page_headers(response.headers_mut());
    let (kind, name) = ("application/json", "attachment; filename=\"my-data.json\"");
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(name));
    Ok(response)
}

fn account(user: &User) -> Value {
    let tokens = user.tokens.iter().map(|token| {
        json!({
            "name": token.name, "organization_id": token.organization_id, "created_at": token.created_at,
            "expires_at": token.expires_at, "is_revoked": token.revoked,
        })
    });
    let pages = user.player_pages.iter().map(|page| {
        json!({
            "organization_id": page.organization_id, "player_id": page.player_id, "is_shown": page.is_shown,
        })
    });
    json!({
        "account": UserDocument::whole(user.id, Some(user)),
        "email": {
            "is_confirmed": user.is_email_confirmed, "changed_at": user.email_changed_at,
            "earlier_confirmed": user.earlier_email,
        },
        "managed_by_organization": user.managed_by,
        "has_password": user.password_id.is_some(),
        "providers": user.providers.iter().map(|it| json!({ "issuer": it.issuer, "subject": it.subject })).collect::<Value>(),
        "password_link_expires_at": user.password_link.as_ref().map(|link| link.expires_at),
        "sessions_ended": user.session_epoch,
        "tokens": tokens.collect::<Value>(),
        "player_pages": pages.collect::<Value>(),
    })
}

/// Returns a registration with its results, as its player reads them, and whether it has a private link.
async fn registration(request: &UserRequest<'_>, record: &OwnRegistration) -> Result<Value, Problem> {
    let event = request.shared.commands.tournament(record.tournament_id).await.map_err(failed)?;
    let entry = event.as_ref().and_then(|event| event.state.registration(record.registration_id));
    let read = |text: &str| serde_json::from_str::<Value>(text).map_err(Problem::internal);
    Ok(json!({
        "registration": read(record.registration.get())?,
        "matches": read(record.matches.get())?,
        "has_private_link": entry.is_some_and(|entry| entry.private_link.is_some()),
    }))
}

async fn lists(request: &UserRequest<'_>, owner: UserId) -> Result<Vec<Value>, Problem> {
    let (shared, prefix) = (OrganizationId::SHARED, OwnDecklist::prefix(owner));
    let views = &request.shared.views;
    let mut lists = Vec::new();
    for own in views.documents_under(shared, ViewKind::OwnDecklist, &prefix).await.map_err(store_failed)? {
        let id = own.key.key.strip_prefix(&prefix).and_then(|id| id.parse().ok()).map(DecklistId);
        let OwnDecklist { organization_id } = documents::read(&own.body)?;
        let Some(id) = id else { continue };
        let key = DocumentKey::new(organization_id, ViewKind::Decklist, id);
        lists.extend(documents::find::<Value>(&**views, key).await?);
    }
    Ok(lists)
}

/// Returns what the person has chosen, and the phones, without their addresses.
async fn notifications(request: &UserRequest<'_>, user_id: UserId) -> Result<Value, Problem> {
    let events = &request.shared.events;
    let choices = events.notification_choices(&[user_id]).await.map_err(store_problem)?;
    let phones = events.push_subscriptions(&[user_id]).await.map_err(store_problem)?;
    let host = |address: &str| address.split('/').nth(2).unwrap_or_default().to_owned();
    let phones = phones.iter().map(|it| json!({ "service": host(&it.endpoint), "language": it.language }));
    Ok(json!({
        "language": choices.first().map(|choices| &choices.language),
        "turned_off": choices.first().map(|choices| &choices.off),
        "phones": phones.collect::<Value>(),
    }))
}

/// The kind of letters to new accounts. They are left out: whether there is one would say whether another account has the address.
const NEW_ACCOUNT: &str = "new-account";

/// Returns when letters were sent, and of which kind: the first part of their cause.
async fn letters(request: &UserRequest<'_>, user_id: UserId) -> Result<Value, Problem> {
    let page = DeliveryPage { recipient: user_id.into(), state: None, before: None, limit: LETTERS };
    let letters = request.shared.events.deliveries(&page).await.map_err(store_problem)?;
    let kind = |cause: &str| cause.split('/').next().unwrap_or_default().to_owned();
    let letters = letters.iter().map(|it| (it.message.recorded_at, kind(&it.message.cause)));
    let letters = letters.filter(|(_, kind)| kind != NEW_ACCOUNT);
    Ok(letters.map(|(at, kind)| json!({ "at": at, "kind": kind })).collect())
}

pub(crate) async fn ask_to_delete(request: &UserRequest<'_>) -> PageResult {
    let page = form(request, request.texts.say("panel-delete-account"), "panel-delete-account");
    request.page(&says_what_goes(page, request.session.caller.user_id).cancel(ACCOUNT, "desk-cancel"))
}

/// Says on a page what is erased of a person, and what stays.
pub(crate) fn says_what_goes(page: FormPage, user_id: UserId) -> FormPage {
    let texts = page.frame.texts;
    page.lead(texts.say("desk-delete-for-ever"))
        .points(["panel-erase-goes", "panel-erase-merged-too"].map(|key| texts.say(key)))
        .points([texts.with("panel-erase-stays", "number", user_id.to_string())])
        .danger()
}

pub(crate) async fn delete(request: &UserRequest<'_>) -> PageResult {
    let (texts, user_id) = (request.texts, request.session.caller.user_id);
    let shared = &request.shared;
    request.wait_for_views().await;
    let command = shared.commands.erasure(&*shared.views, user_id, Steward::Person).await?;
    request.try_out(&command).await.map_err(|error| or_last(request, error))?;
    let page = MessagePage {
        frame: request.frame_for(None),
        title: texts.say("panel-deleted"),
        lead: vec![texts.with("panel-erase-stays", "number", user_id.to_string())],
        links: vec![Link::new("/", texts.say("panel-continue"))],
    };
    Ok(response::with_cookies(request.page(&page)?, session_cookies::end(request)))
}
