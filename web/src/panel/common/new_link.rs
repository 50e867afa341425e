//! The page that shows a new password link once.

use axum::response::Response;
use service_kit::problem::Problem;
use write_api::accounts::MadeLink;

use crate::parts::format::Moment;
use crate::parts::page_kinds::{Link, SecretPage};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Answers with the page that shows a link.
pub(crate) fn new_link_page(
    request: &PageRequest,
    session: &UserSession,
    made: &MadeLink,
    back: &str,
) -> Result<Response, Problem> {
    let (texts, profile) = (request.texts, &made.folded.state.profile);
    let names = [("name", profile.best_identifier.as_str().into()), ("username", profile.username.as_str().into())];
    request.page(&SecretPage {
        frame: session.frame(request),
        title: texts.say("panel-link-title"),
        lead: vec![texts.with_all("panel-link-give", names)],
        label: texts.say("panel-link"),
        value: format!("{}{}", request.shared.public_url, made.path()),
        points: vec![
            texts.with("panel-link-works", "time", Moment::utc(texts, made.expires_at).shown),
            texts.say("panel-link-first"),
        ],
        next: Link::new(back, texts.say("panel-saved-it")),
    })
}
