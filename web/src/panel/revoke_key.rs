//! `/admin/keys/{id}/revoke/`: revokes a key.

use axum::response::Response;
use proto_events::ids::ApiKeyId;
use service_kit::problem::Problem;
use write_api::keys::RevokeApiKey;

use crate::panel::common::key_state::{find, last_use};
use crate::parts::page_kinds::{FormPage, Link, MessagePage};
use crate::serving::completed::Completed;
use crate::serving::failures::unexpected;
use crate::serving::people::organization;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

const BACK: &str = "/admin/keys/";

/// Asks for confirmation.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: ApiKeyId = request.id()?;
    let organization = organization(&request, &session).await?;
    let key = find(&organization.state, id)?;
    let (texts, frame) = (request.texts, session.frame(&request));
    if key.revoked {
        let lead = vec![texts.with("panel-key-no-longer-works", "name", key.name.as_str())];
        let links = vec![Link::new(BACK, texts.say("panel-to-keys"))];
        return request.page(&MessagePage { frame, title: texts.say("panel-key-is-revoked"), lead, links });
    }
    let action = format!("/admin/keys/{id}/revoke/");
    let mut page = FormPage::new(
        frame,
        texts.with("panel-revoke-key-title", "name", key.name.as_str()),
        action,
        texts.say("panel-do-revoke-key"),
    );
    page.lead.push(texts.say("panel-revoke-key-means"));
    let last_use = last_use(&request, key)
        .map_or_else(|| texts.say("panel-never-used"), |at| texts.with("panel-last-used", "time", at.shown));
    page.lead.push(last_use);
    page.danger = true;
    page.cancel = Some(Link::new(BACK, texts.say("panel-keep-it")));
    request.page(&page)
}

/// Revokes the key.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let command = RevokeApiKey { organization_id: session.organization_id()?, key_id: request.id()? };
    if let Err(error) = request.shared.commands.revoke_api_key(&session.actor(), &command).await {
        return Err(unexpected(error));
    }
    request.wait_for_views().await?;
    request.redirect_with(BACK, Completed::KeyRevoked)
}
