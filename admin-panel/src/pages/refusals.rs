//! What is said when a page is not shown, or a form not carried out.

use axum::response::Response;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use service_kit::problem::Problem;

use super::login::{FIRST, own_path};
use crate::answer;
use crate::call::{Call, Visitor};
use crate::view::{Link, MessagePage};

/// What may stand in a query as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_');

/// A problem, as a page.
pub(crate) fn page(call: &Call, visitor: Option<&Visitor>, problem: Problem) -> Response {
    let status = problem.status().as_u16();
    let title = match status {
        401 => "You are not signed in",
        403 => "Not allowed",
        404 => "Not found",
        405 => "Not this way",
        429 | 503 => "Not at the moment",
        500.. => "Something went wrong",
        _ => "That was not understood",
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

/// For who is not let in. Who only wanted to see a page may sign in and is sent back to it.
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
    // Somebody who may not do this is signed in all the same.
    let visitor = if status == 403 { call.whoever().await } else { None };
    page(call, visitor.as_ref(), problem)
}
