//! Pages for requests and forms that are refused.

use axum::response::Response;
use domain::permissions::Operation;
use fluent_bundle::FluentValue;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use service_kit::problem::Problem;

use crate::parts::page_kinds::{Link, MessagePage};
use crate::parts::roles;
use crate::serving::request::PageRequest;
use crate::serving::response;
use crate::serving::session::UserSession;

/// Characters that need no encoding in a query.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_');

/// The page after signing in, if the person did not ask for another one.
pub(crate) const START: &str = "/admin/";

/// Returns a problem as a page, in the language of the request.
pub(crate) fn page(request: &PageRequest, session: Option<&UserSession>, problem: Problem) -> Response {
    let lead = match problem.status().as_u16() {
        404 => request.texts.say("frame-error-nothing-here"),
        _ => request.texts.message(problem.message()),
    };
    page_with(request, session, problem, lead)
}

fn page_with(request: &PageRequest, session: Option<&UserSession>, problem: Problem, lead: String) -> Response {
    let status = problem.status().as_u16();
    let texts = request.texts;
    let title = texts.say(match status {
        401 => "frame-error-not-signed-in",
        403 => "frame-error-not-allowed",
        404 => "frame-error-not-found",
        405 => "frame-error-method",
        429 | 503 => "frame-error-busy",
        500.. => "frame-error-internal",
        _ => "frame-error-not-understood",
    });
    let links = match (session, status) {
        (Some(session), _) if session.membership.is_some() => {
            vec![Link::new("/admin/", texts.say("frame-to-overview"))]
        }
        (Some(_), _) => vec![Link::new("/admin/account/", texts.say("frame-to-account"))],
        (None, 429 | 500..) => Vec::new(),
        (None, _) => vec![Link::new("/login/", texts.say("frame-sign-in"))],
    };
    let frame = session.map_or_else(|| request.anonymous_frame(), |session| session.frame(request));
    let message = MessagePage { frame, title, lead: vec![lead], links };
    response::problem(problem, &message)
}

/// Answers a request that is not admitted. For a page, the person is sent to sign in and then back to the page.
pub(crate) async fn not_admitted(
    request: &PageRequest,
    operation: Operation,
    is_write: bool,
    problem: Problem,
) -> Response {
    let status = problem.status().as_u16();
    if status == 401 && !is_write {
        let wanted = match &request.query {
            Some(query) => format!("{}?{query}", request.path),
            None => request.path.clone(),
        };
        let login = match local_path(&wanted) {
            START => "/login/".to_owned(),
            wanted => format!("/login/?next={}", utf8_percent_encode(wanted, PLAIN)),
        };
        let redirected = response::see_other(&format!("{}{login}", request.shared.base));
        return redirected.unwrap_or_else(|problem| page(request, None, problem));
    }
    // A person whose role does not allow the page is still signed in.
    let session = if status == 403 { UserSession::find(request).await } else { None };
    match session {
        Some(session) if !session.caller.may(operation) => {
            let lead = not_of_the_role(request, &session, operation);
            page_with(request, Some(&session), problem, lead)
        }
        session => page(request, session.as_ref(), problem),
    }
}

/// Returns the wanted page if it is a page for people who are signed in, else the first page. So a link cannot redirect to
/// another site.
pub(crate) fn local_path(wanted: &str) -> &str {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_?=&".contains(&byte);
    let is_ours = ["/admin/", "/desk/", "/me/"].iter().any(|start| wanted.starts_with(start))
        && wanted.bytes().all(plain)
        && !wanted.contains("//");
    if is_ours { wanted } else { START }
}

/// Says that a person's role does not allow an operation, and which roles do.
fn not_of_the_role(request: &PageRequest, session: &UserSession, operation: Operation) -> String {
    let texts = request.texts;
    let roles: Vec<_> = operation.roles().iter().map(|role| texts.term(*role)).collect();
    let values: [(_, FluentValue<'_>); 3] = [
        ("role", session.caller.role.map_or_else(String::new, |role| texts.term(role)).into()),
        ("what", texts.say(roles::group(operation)).into()),
        ("roles", roles.join(", ").into()),
    ];
    let key = if session.caller.role.is_some() { "frame-error-role" } else { "frame-error-no-member" };
    texts.with_all(key, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_away_by_a_link_to_sign_in() {
        for fine in [
            "/admin/",
            "/admin/keys/7/",
            "/admin/audit/?before=120",
            "/desk/",
            "/desk/events/7/round/",
            "/me/",
            "/me/7/",
        ] {
            assert_eq!(local_path(fine), fine);
        }
        for wrong in [
            "",
            "https://evil.example/",
            "//evil.example/admin/",
            "/admin//evil.example",
            "/\\evil.example",
            "/admin/\\..\\evil",
            "/admin/../login/",
            "javascript:alert(1)",
            "/admin/\r\nSet-Cookie: a=b",
            "/login/",
            "/admin",
            " /admin/",
        ] {
            assert_eq!(local_path(wrong), START, "{wrong}");
        }
    }
}
