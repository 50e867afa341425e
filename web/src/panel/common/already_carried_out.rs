//! The answer to a form that was already carried out.

use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::parts::page_kinds::{Link, MessagePage};
use crate::serving::request::PageRequest;
use crate::serving::response;
use crate::serving::session::UserSession;

/// Answers a form that was already carried out: nothing is made again, and its value is not shown again.
pub(crate) fn already_carried_out(
    request: &PageRequest,
    session: &UserSession,
    title: &str,
    back: &str,
) -> Result<Response, Problem> {
    let lead = [
        "This form was already sent and carried out. The value was shown in the answer, and is not shown again.",
        "If you did not save the value, revoke it and create a new one.",
    ];
    let page = MessagePage {
        frame: session.frame(request),
        title: title.to_owned(),
        lead: lead.map(str::to_owned).into(),
        links: vec![Link::new(back, "Continue")],
    };
    response::page(StatusCode::CONFLICT, &page)
}
