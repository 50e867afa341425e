//! The answer to a form that was already carried out.

use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::parts::page_kinds::{Link, MessagePage};
use crate::serving::request::PageRequest;
use crate::serving::response;
use crate::serving::session::UserSession;

/// Answers a form that was already carried out: nothing is made again, and its value is not shown again. `title` is
/// the key of the title.
pub(crate) fn already_carried_out(
    request: &PageRequest,
    session: &UserSession,
    title: &str,
    back: &str,
) -> Result<Response, Problem> {
    let texts = request.texts;
    let page = MessagePage {
        frame: session.frame(request),
        title: texts.say(title),
        lead: ["panel-already-sent", "panel-already-sent-value"].map(|key| texts.say(key)).into(),
        links: vec![Link::new(back, texts.say("panel-continue"))],
    };
    response::page(StatusCode::CONFLICT, &page)
}
