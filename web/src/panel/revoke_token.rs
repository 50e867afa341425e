//! `/admin/account/tokens/{id}/revoke/`: revokes a token of the signed-in person.

use axum::response::Response;
use domain::user::UserToken;
use proto_events::ids::UserTokenId;
use service_kit::problem::Problem;
use write_api::accounts::RevokeToken;

use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::{not_found, unexpected};
use crate::serving::people::person;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

const BACK: &str = "/admin/account/";

/// Asks for confirmation.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: UserTokenId = request.id()?;
    let user = person(&request, session.caller.user_id).await?;
    let is_it = |token: &&UserToken| token.id == id && !token.revoked;
    let token = user.state.tokens.iter().find(is_it).ok_or_else(not_found)?;
    let action = format!("/admin/account/tokens/{id}/revoke/");
    let (texts, frame) = (request.texts, session.frame(&request));
    let (title, submit) = (texts.say("panel-revoke-token-title"), texts.say("panel-do-revoke-token"));
    let mut page = FormPage::new(frame, title, action, submit);
    page.lead.push(texts.with("panel-revoke-token-means", "name", token.name.as_str()));
    page.danger = true;
    page.cancel = Some(Link::new(BACK, texts.say("panel-keep-it")));
    request.page(&page)
}

/// Revokes the token.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let command = RevokeToken { user_id: session.caller.user_id, token_id: request.id()? };
    if let Err(error) = request.shared.commands.revoke_token(&session.actor(), &command).await {
        return Err(unexpected(error));
    }
    request.wait_for_views().await?;
    request.redirect_with(BACK, Completed::TokenRevoked)
}
