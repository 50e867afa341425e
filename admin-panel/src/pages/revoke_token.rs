//! `/admin/account/tokens/{id}/revoke/`: revokes a token of the visitor.

use axum::response::Response;
use domain::user::UserToken;
use proto_events::ids::UserTokenId;
use service_kit::problem::Problem;
use write_api::accounts::{Refusal, RevokeToken};

use crate::call::{Call, Visitor, nothing};
use crate::command::refusal;
use crate::completed::Completed;
use crate::people::person;
use crate::view::{FormPage, Link};

const BACK: &str = "/admin/account/";

/// Asks for confirmation.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let id: UserTokenId = call.id()?;
    let user = person(&call, visitor.caller.user_id).await?;
    let is_it = |token: &&UserToken| token.id == id && !token.revoked;
    let token = user.state.tokens.iter().find(is_it).ok_or_else(nothing)?;
    let action = format!("/admin/account/tokens/{id}/revoke/");
    let mut page = FormPage::new(call.frame(&visitor), "Revoke this token?", action, "Revoke the token");
    page.lead.push(format!("Programs that use the token “{}” are refused at once. It cannot be undone.", token.name));
    page.danger = true;
    page.cancel = Some(Link::new(BACK, "Keep it"));
    call.page(&page)
}

/// Revokes the token.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let command = RevokeToken { user_id: visitor.caller.user_id, token_id: call.id()? };
    if let Err(error) = call.shared.commands.revoke_token(&visitor.actor(), &command).await {
        return Err(match refusal(error)? {
            Refusal::UnknownToken(_) => nothing(),
            other => Problem::internal(other),
        });
    }
    call.settled().await?;
    call.go_having(BACK, Completed::TokenRevoked)
}
