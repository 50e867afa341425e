//! `/me/pages/`: one's own player pages, one for each organization, to show and to hide.

use api_kit::own_registrations::own_stores;
use api_kit::path::integer;
use askama::Template;
use axum::http::Method;
use axum::response::Response;
use proto_events::ids::OrganizationId;
use serde_json::json;
use service_kit::problem::Problem;

use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::failures::{failed, not_found};
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

const PATH: &str = "/me/pages/";

#[derive(Template)]
#[template(path = "player/pages.html")]
struct OwnPages {
    frame: Frame,
    texts: &'static Texts,
    pages: Vec<OwnPageLine>,
}

/// A page of the person.
struct OwnPageLine {
    organization: OrganizationId,
    store: String,
    /// Its address, while it is shown.
    url: Option<String>,
}

/// Shows the pages.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let person = session.caller.user_id;
    let stores = own_stores(&*request.shared.views, person).await?;
    let user = request.shared.commands.user(person).await.map_err(failed)?.ok_or_else(not_found)?;
    let frame = session.frame(&request);
    let lines = stores.into_iter().map(|(organization, store)| {
        let shown = user.state.player_page(organization).filter(|page| page.is_shown);
        OwnPageLine {
            organization,
            store,
            url: shown.map(|page| format!("{}/players/{}/", frame.base, page.player_id)),
        }
    });
    let pages = lines.collect();
    request.page(&OwnPages { frame, texts: request.texts, pages })
}

/// Shows or hides a page.
pub(crate) async fn send(request: PageRequest, _: UserSession) -> Result<Response, Problem> {
    let organization = integer(request.form.exact("organization")).ok_or_else(not_found)?;
    let is_shown = request.form.exact("shown") == "yes";
    let path = format!("/api/v1/account/player-pages/{organization}/");
    Call::new(Method::PUT, path, json!({ "is_shown": is_shown })).send(&request).await?;
    request.redirect_with(PATH, Completed::Saved)
}
