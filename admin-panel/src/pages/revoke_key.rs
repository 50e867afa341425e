//! `/admin/keys/{id}/revoke/`: revokes a key.

use axum::response::Response;
use proto_events::ids::ApiKeyId;
use service_kit::problem::Problem;
use write_api::keys::{Refusal, RevokeApiKey};

use super::key::find;
use super::keys::last_use;
use crate::call::{Call, Visitor, nothing};
use crate::command::refusal;
use crate::completed::Completed;
use crate::people::organization;
use crate::view::{FormPage, Link, MessagePage};

const BACK: &str = "/admin/keys/";

/// Asks for confirmation.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let id: ApiKeyId = call.id()?;
    let organization = organization(&call, &visitor).await?;
    let key = find(&organization.state, id)?;
    let frame = call.frame(&visitor);
    if key.revoked {
        let lead = vec![format!("“{}” no longer works.", key.name)];
        let links = vec![Link::new(BACK, "Back to the keys")];
        return call.page(&MessagePage { frame, title: "This key was revoked".into(), lead, links });
    }
    let action = format!("/admin/keys/{id}/revoke/");
    let mut page = FormPage::new(frame, format!("Revoke “{}”?", key.name), action, "Revoke the key");
    page.lead.push("Programs that use this key are refused within a second. It cannot be undone.".into());
    let last_use = last_use(&call, key)
        .map_or_else(|| "It was never used.".to_owned(), |at| format!("It was last used {}.", at.shown));
    page.lead.push(last_use);
    page.danger = true;
    page.cancel = Some(Link::new(BACK, "Keep it"));
    call.page(&page)
}

/// Revokes the key.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let command = RevokeApiKey { organization_id: visitor.organization_id()?, key_id: call.id()? };
    if let Err(error) = call.shared.commands.revoke_api_key(&visitor.actor(), &command).await {
        return Err(match refusal(error)? {
            Refusal::UnknownKey(_) => nothing(),
            other => Problem::internal(other),
        });
    }
    call.settled().await?;
    call.go_having(BACK, Completed::KeyRevoked)
}
