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
    let profile = &made.folded.state.profile;
    request.page(&SecretPage {
        frame: session.frame(request),
        title: "A link to set a password".into(),
        lead: vec![format!(
            "Give it to {} in a way that no one else can read. The username is “{}”.",
            profile.best_identifier, profile.username
        )],
        label: "Link",
        value: format!("{}{}", request.shared.public_url, made.path()),
        points: vec![
            format!("It works once, until {}.", Moment::from(made.expires_at).shown),
            "The first person who opens it sets the password.".into(),
        ],
        next: Link::new(back, "I have saved it"),
    })
}
