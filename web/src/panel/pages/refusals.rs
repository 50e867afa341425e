//! Pages for requests and forms that are refused.

use axum::response::Response;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use service_kit::problem::Problem;

use super::login::{FIRST, own_path};
use crate::panel::answer;
use crate::panel::call::{Call, Visitor};
use crate::panel::view::{Link, MessagePage};

/// Characters that need no encoding in a query.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_');

/// Returns a problem as a page.
pub(crate) fn page(call: &Call, visitor: Option<&Visitor>, problem: Problem) -> Response {
    let status = problem.status().as_u16();
    let title = match status {
        401 => "You are not signed in",
        403 => "Not allowed",
        404 => "Not found",
        405 => "Method not allowed",
        429 | 503 => "Not available at the moment",
        500.. => "Something went wrong",
        _ => "The request was not understood",
    };
    let links = match (visitor, status) {
        (Some(visitor), _) if visitor.membership.is_some() => vec![Link::new("/admin/", "To the overview")],
        (Some(_), _) => vec![Link::new("/admin/account/", "To your account")],
        (None, 429 | 500..) => Vec::new(),
        (None, _) => vec![Link::new("/login/", "Sign in")],
    };
    let frame = visitor.map_or_else(|| call.open_frame(), |visitor| call.frame(visitor));
    let message = MessagePage { frame, title: title.into(), lead: vec![problem.detail().to_owned()], links };
    answer::problem(problem, &message)
}

/// Answers a request that is not admitted. For a page, the person is sent to sign in and then back to the page.
pub(crate) async fn not_admitted(call: &Call, is_write: bool, problem: Problem) -> Response {
    let status = problem.status().as_u16();
    if status == 401 && !is_write {
        let wanted = match &call.query {
            Some(query) => format!("{}?{query}", call.path),
            None => call.path.clone(),
        };
        let login = match own_path(&wanted) {
            FIRST => "/login/".to_owned(),
            wanted => format!("/login/?next={}", utf8_percent_encode(wanted, PLAIN)),
        };
        return call.go(&login).unwrap_or_else(|problem| page(call, None, problem));
    }
    // A person whose role does not allow the page is still signed in.
    let visitor = if status == 403 { call.whoever().await } else { None };
    page(call, visitor.as_ref(), problem)
}
