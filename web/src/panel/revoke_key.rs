//! `/admin/keys/{id}/revoke/`: revokes a key.

use axum::response::Response;
use proto_events::ids::ApiKeyId;
use service_kit::problem::Problem;
use write_api::keys::{Refusal, RevokeApiKey};

use crate::panel::common::key_state::{find, last_use};
use crate::parts::page_kinds::{FormPage, Link, MessagePage};
use crate::serving::completed::Completed;
use crate::serving::failures::{not_found, refusal};
use crate::serving::people::organization;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

const BACK: &str = "/admin/keys/";

/// Asks for confirmation.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: ApiKeyId = request.id()?;
    let organization = organization(&request, &session).await?;
    let key = find(&organization.state, id)?;
    let frame = session.frame(&request);
    if key.revoked {
        let lead = vec![format!("“{}” no longer works.", key.name)];
        let links = vec![Link::new(BACK, "Back to the keys")];
        return request.page(&MessagePage { frame, title: "This key was revoked".into(), lead, links });
    }
    let action = format!("/admin/keys/{id}/revoke/");
    let mut page = FormPage::new(frame, format!("Revoke “{}”?", key.name), action, "Revoke the key");
    page.lead.push("Programs that use this key stop working within a second. This cannot be undone.".into());
    let last_use = last_use(&request, key)
        .map_or_else(|| "It was never used.".to_owned(), |at| format!("It was last used {}.", at.shown));
    page.lead.push(last_use);
    page.danger = true;
    page.cancel = Some(Link::new(BACK, "Keep it"));
    request.page(&page)
}

/// Revokes the key.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let command = RevokeApiKey { organization_id: session.organization_id()?, key_id: request.id()? };
    if let Err(error) = request.shared.commands.revoke_api_key(&session.actor(), &command).await {
        return Err(match refusal(error)? {
            Refusal::UnknownKey(_) => not_found(),
            other => Problem::internal(other),
        });
    }
    request.wait_for_views().await?;
    request.redirect_with(BACK, Completed::KeyRevoked)
}
