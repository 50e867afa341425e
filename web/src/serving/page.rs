//! The steps of every request to a page: session, form, current password, and the answer in the frame of the page,
//! also for requests and forms that are refused.

use std::sync::Arc;

use api_kit::gate::KEY_HEADER;
use api_kit::{description, same_site};
use axum::body::Body;
use axum::extract::{FromRequestParts, RawPathParams, Request};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::Response;
use domain::permissions::Operation;
use fluent_bundle::FluentValue;
use futures::future::BoxFuture;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use service_kit::message;
use service_kit::problem::Problem;

use crate::parts::control::{Faults, TextField};
use crate::parts::page_kinds::{Link, MessagePage};
use crate::parts::roles;
use crate::serving::completed;
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::form::{Form, OPEN, SIGNED_IN, WITH_FILE};
use crate::serving::interface::ATTEMPTS;
use crate::serving::passwords::{CURRENT, confirm, set_retry_after};
use crate::serving::providers::Confirmation;
use crate::serving::request::{PageRequest, UserRequest, UserSession};
use crate::serving::response::{self, packed};
use crate::serving::state::Shared;
use crate::texts::{Language, Texts};

pub(crate) type Answer<'a> = BoxFuture<'a, PageResult>;

/// A page: a method at an address.
pub(crate) struct Page {
    pub(crate) method: &'static str,
    pub(crate) template: &'static str,
    /// The address of the page with the form that is sent here.
    pub(crate) form: &'static str,
    pub(crate) handler: Handler,
    /// Its id in tables and documents.
    pub(crate) id: &'static str,
    /// What it does, in one line.
    pub(crate) summary: &'static str,
    pub(crate) answer: description::Answer,
}

#[derive(Clone, Copy)]
pub(crate) enum Handler {
    /// For signed-in people whose role allows the operation.
    SignedIn(Operation, for<'a> fn(&'a UserRequest<'a>) -> Answer<'a>),
    /// For everyone.
    Open(for<'a> fn(&'a PageRequest) -> Answer<'a>),
    /// For the holders of a link whose secret is in the address.
    Link(for<'a> fn(&'a PageRequest) -> Answer<'a>),
}

async fn run(request: &PageRequest, handler: Handler) -> Result<Result<Response, Faults>, Problem> {
    for _ in 0..ATTEMPTS {
        let answer = match handler {
            Handler::SignedIn(_, handler) => handler(&request.user()?).await,
            Handler::Open(handler) | Handler::Link(handler) => handler(request).await,
        };
        return match answer {
            Ok(page) => Ok(Ok(page)),
            Err(PageError::Stale) => continue,
            Err(PageError::Answer(page)) => Ok(Ok(*page)),
            Err(PageError::Form(faults)) => Ok(Err(faults)),
            Err(PageError::Problem(problem)) => Err(problem),
        };
    }
    Ok(Err(request.texts.say("desk-judges-busy").into()))
}

/// Answers a request to a page. `pages` is the table that the page is in.
pub(crate) async fn serve(
    shared: Arc<Shared>,
    pages: &'static [Page],
    page: &'static Page,
    http_request: Request,
) -> Response {
    let is_write = http_request.method() == Method::POST;
    let (request, body) = receive(shared, http_request).await;
    let (headers, chosen) = (request.headers.clone(), Language::in_query(request.query.as_deref()));
    let response = answer(request, body, is_write, pages, page).await;
    let response = chosen.into_iter().map(Language::cookie).fold(response, response::with_cookie);
    packed(&headers, response).await
}

/// Takes the steps of a request, and returns the page, or the error as a page in the same frame.
async fn answer(mut request: PageRequest, body: Body, is_write: bool, pages: &[Page], page: &Page) -> Response {
    // Counted among the person's concurrent requests until the answer is made.
    let _present = if let Handler::SignedIn(operation, _) = page.handler {
        match UserSession::read(&request, operation, (page.template, true)).await {
            Ok((session, present)) => {
                request.session = Some(session);
                Some(present)
            }
            Err(problem) => return not_admitted(request, operation, is_write, problem).await,
        }
    } else {
        None
    };
    match steps(&mut request, body, is_write, pages, page).await {
        Ok(response) => response,
        Err(problem) => {
            // What belongs to the page that failed is left out.
            (request.query, request.headers, request.form) = (None, HeaderMap::new(), Form::default());
            (request.password, request.faults) = (None, None);
            error_response(&request, problem)
        }
    }
}

/// Reads the form, checks the current password, and makes the page.
async fn steps(
    request: &mut PageRequest,
    body: Body,
    is_write: bool,
    pages: &[Page],
    page: &Page,
) -> Result<Response, Problem> {
    if is_write {
        request.form = read_form(request, page.handler, body).await?;
    }
    if let Handler::SignedIn(operation, _) = page.handler
        && operation.asks_for_password()
        && let Some(response) = ask_for_password(request, is_write, pages, page).await?
    {
        return Ok(response);
    }
    let shows_notice = !is_write && completed::said(request.texts, &request.headers).is_some();
    let response = match run(request, page.handler).await? {
        Ok(response) => response,
        // The page of the form is shown again with the faults.
        Err(faults) => refused(request, pages, page, faults).await?,
    };
    let is_shown = shows_notice && request.session.is_some() && response.status().is_success();
    Ok(if is_shown { response::with_cookie(response, completed::clear()) } else { response })
}

/// Asks for the current password, and checks that of a form. Returns the answer if the page is not made.
async fn ask_for_password(
    request: &mut PageRequest,
    is_write: bool,
    pages: &[Page],
    page: &Page,
) -> Result<Option<Response>, Problem> {
    match Confirmation::of(&request.user()?).await? {
        Confirmation::SignedIn => return Ok(None),
        Confirmation::SignInAgain(path) => {
            return response::see_other(&format!("{}{path}", request.shared.base)).map(Some);
        }
        Confirmation::Password => {}
    }
    let label = request.texts.say("form-current-password");
    request.password = Some(TextField::password(CURRENT, label, "current-password"));
    if is_write {
        match confirm(&request.user()?).await? {
            Ok(signed_in) => request.confirmed = Some(signed_in),
            Err(faults) => return refused(request, pages, page, faults).await.map(Some),
        }
    }
    Ok(None)
}

/// Shows the page with the form that is sent to a page, with the faults.
async fn refused(request: &mut PageRequest, pages: &[Page], page: &Page, faults: Faults) -> Result<Response, Problem> {
    let (until, is_forbidden) = (faults.until, faults.is_forbidden);
    request.faults = Some(faults);
    let form = pages.iter().find(|other| other.template == page.form && other.method == "GET");
    let shown = run(request, form.ok_or_else(not_found)?.handler).await?;
    let mut shown = shown.map_err(|_| Problem::internal("a page refused to show its form"))?;
    match until {
        Some(until) => set_retry_after(request, &mut shown, until),
        None if shown.status() != StatusCode::OK => {}
        None if is_forbidden => *shown.status_mut() = StatusCode::FORBIDDEN,
        None => *shown.status_mut() = StatusCode::UNPROCESSABLE_ENTITY,
    }
    Ok(shown)
}

/// Reads a form. Checks that it was sent from a page of this service and belongs to this session. A form to a secret
/// address needs neither: only a holder of the link can send it.
async fn read_form(request: &PageRequest, handler: Handler, body: Body) -> Result<Form, Problem> {
    let (shared, session) = (&request.shared, &request.session);
    if matches!(handler, Handler::Link(_)) {
        // Mail programs send the form of a link to unsubscribe in parts (RFC 8058).
        return Form::receive_in_parts(&request.headers, body, SIGNED_IN).await;
    }
    if !same_site::is_ours(&request.headers, &shared.public_url) {
        return Err(Problem::forbidden(message!(
            "page-form-from-other-site",
            "This form was sent by a page of another site."
        )));
    }
    let form = match session {
        Some(_) => Form::receive_in_parts(&request.headers, body, WITH_FILE).await?,
        None => Form::receive(&request.headers, body, OPEN).await?,
    };
    match session {
        Some(session) if !shared.sessions.is_form_token(&session.cookie, form.exact("form_token")) => {
            Err(Problem::forbidden(message!(
                "page-form-of-other-session",
                "This form belongs to another session: you have since signed in again or changed the organization. \
                 Nothing was done. Go back, load the page again, and send it once more."
            )))
        }
        _ => Ok(form),
    }
}

/// Answers a request that no page takes with a problem.
pub(crate) async fn refuse(shared: Arc<Shared>, http_request: Request, problem: Problem) -> Response {
    let (request, _) = receive(shared, http_request).await;
    error_response(&request, problem)
}

/// Splits a request into a `PageRequest` without a form, and its body.
async fn receive(shared: Arc<Shared>, request: Request) -> (PageRequest, Body) {
    let (mut parts, body) = request.into_parts();
    let params = RawPathParams::from_request_parts(&mut parts, &()).await;
    let params = params.map_or_else(
        |_| Vec::new(),
        |params| params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
    );
    let address = shared.proxies.client(&parts.extensions, &parts.headers);
    let scheme = shared.proxies.scheme(&parts.extensions, &parts.headers);
    let mut headers = parts.headers;
    // Pages need a session. API keys and tokens are ignored: they do not open pages, and do not disturb a session.
    headers.remove(KEY_HEADER);
    headers.remove(header::AUTHORIZATION);
    let (path, query) = (parts.uri.path().to_owned(), parts.uri.query().map(str::to_owned));
    let (texts, form) = (Texts::of(Language::of(query.as_deref(), &headers)), Form::default());
    let request = PageRequest {
        shared,
        path,
        query,
        headers,
        texts,
        params,
        address,
        scheme,
        session: None,
        form,
        password: None,
        confirmed: None,
        faults: None,
    };
    (request, body)
}

/// Characters that need no encoding in a query.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_');

/// The page after signing in, if the person did not ask for another one.
pub(crate) const START: &str = "/admin/";

fn error_response(request: &PageRequest, problem: Problem) -> Response {
    let lead = match problem.status().as_u16() {
        404 => request.texts.say("frame-error-nothing-here"),
        _ => request.texts.message(problem.message()),
    };
    error_page(request, problem, lead)
}

fn error_page(request: &PageRequest, problem: Problem, lead: String) -> Response {
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
    let links = match (&request.session, status) {
        (Some(session), _) if session.membership.is_some() => {
            vec![Link::new("/admin/", texts.say("frame-to-overview"))]
        }
        (Some(_), _) => vec![Link::new("/admin/account/", texts.say("frame-to-account"))],
        (None, 429 | 500..) => Vec::new(),
        (None, _) => vec![Link::new("/login/", texts.say("frame-sign-in"))],
    };
    let message = MessagePage { frame: request.frame(), title, lead: vec![lead], links };
    response::problem(problem, &message)
}

/// Answers a request that is not admitted. For a page, the person is sent to sign in and then back to the page.
async fn not_admitted(mut request: PageRequest, operation: Operation, is_write: bool, problem: Problem) -> Response {
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
        return redirected.unwrap_or_else(|problem| error_response(&request, problem));
    }
    // A person whose role does not allow the page is still signed in.
    request.session = if matches!(status, 403 | 429) { UserSession::find(&request).await } else { None };
    match &request.session {
        Some(session) if status == 403 && !session.caller.may(operation) => {
            let lead = not_of_the_role(request.texts, session, operation);
            error_page(&request, problem, lead)
        }
        _ => error_response(&request, problem),
    }
}

/// Returns the wanted page if it is a page for people who are signed in, else the first page. So a link cannot redirect to
/// another site.
pub(crate) fn local_path(wanted: &str) -> &str {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_?=&".contains(&byte);
    let is_ours = ["/admin/", "/desk/", "/me/", "/confirm/", "/e/"].iter().any(|start| wanted.starts_with(start))
        && wanted.bytes().all(plain)
        && !wanted.contains("//");
    if is_ours { wanted } else { START }
}

/// Says that a person's role does not allow an operation, and which roles do.
fn not_of_the_role(texts: &Texts, session: &UserSession, operation: Operation) -> String {
    let roles: Vec<_> = operation.rule().roles.iter().map(|role| texts.term(*role)).collect();
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
            "/confirm/el_abc-1/",
            "/e/7/abc/",
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
