//! `/me/pages/`: one's own player pages, one for each organization, to show and to hide.

use api_kit::own_registrations::own_stores;
use api_kit::path::integer;
use askama::Template;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use write_api::accounts::change_player_page::ChangePlayerPage;

use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageResult, failed, not_found};
use crate::serving::interface;
use crate::serving::session::UserRequest;

const PATH: &str = "/me/pages/";

#[derive(Template)]
#[template(path = "player/pages.html")]
struct OwnPages {
    frame: Frame,
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
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let person = request.session.caller.user_id;
    let stores = own_stores(&*request.shared.views, person).await?;
    let user = request.shared.commands.user(person).await.map_err(failed)?.ok_or_else(not_found)?;
    let frame = request.frame();
    let lines = stores.into_iter().map(|(organization, store)| {
        let shown = user.state.player_page(organization).filter(|page| page.is_shown);
        OwnPageLine {
            organization,
            store,
            url: shown.map(|page| format!("{}/players/{}/", frame.base, page.player_id)),
        }
    });
    let pages = lines.collect();
    request.page(&OwnPages { frame, pages })
}

/// Shows or hides a page.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let organization_id = integer(request.form.exact("organization")).map(OrganizationId).ok_or_else(not_found)?;
    let command = ChangePlayerPage { organization_id, is_shown: request.form.exact("shown") == "yes" };
    interface::run(request, request.terms(), &command).await.map_err(Problem::from)?;
    request.redirect_with(PATH, Completed::Saved)
}
