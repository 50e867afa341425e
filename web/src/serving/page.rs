//! The steps of every request to a page: session, form, current password, and the answer in the frame of the page.

use std::sync::Arc;

use api_kit::description::Description;
use api_kit::gate::KEY_HEADER;
use api_kit::{Party, same_site};
use axum::body::Body;
use axum::extract::{FromRequestParts, RawPathParams, Request};
use axum::http::{Method, header};
use axum::response::Response;
use domain::permissions::Operation;
use futures::future::BoxFuture;
use service_kit::message;
use service_kit::problem::Problem;

use crate::parts::control::TextField;
use crate::serving::completed::Completed;
use crate::serving::failures::not_found;
use crate::serving::form::{self, Form};
use crate::serving::packing::packed;
use crate::serving::passwords::{CURRENT, confirm};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::serving::state::Shared;
use crate::serving::{error_page, response};
use crate::texts::{Language, Texts, said};

/// The future answer of a page.
pub(crate) type Answer = BoxFuture<'static, Result<Response, Problem>>;

/// A page: a method at an address.
pub(crate) struct Page {
    pub(crate) method: &'static str,
    pub(crate) template: &'static str,
    pub(crate) handler: Handler,
    pub(crate) description: Description,
}

/// The handler of a page.
#[derive(Clone, Copy)]
pub(crate) enum Handler {
    /// For signed-in people whose role allows the operation.
    SignedIn(Operation, fn(PageRequest, UserSession) -> Answer),
    /// For everyone.
    Open(fn(PageRequest) -> Answer),
    /// For the holders of a link whose secret is in the address.
    Link(fn(PageRequest) -> Answer),
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

/// Takes the steps of a request, and returns the page.
async fn answer(
    mut request: PageRequest,
    body: Body,
    is_write: bool,
    pages: &'static [Page],
    page: &'static Page,
) -> Response {
    let session = match page.handler {
        Handler::Open(_) | Handler::Link(_) => None,
        Handler::SignedIn(operation, _) => match UserSession::read(&request, operation).await {
            Ok(session) => Some(session),
            Err(problem) => return error_page::not_admitted(&request, operation, is_write, problem).await,
        },
    };
    // Counted among the person's concurrent requests until the answer is made.
    let callers = request.shared.gate.callers();
    let entered = session.as_ref().map(|session| callers.enter(Party::of(&session.caller), true)).transpose();
    let _entered = match entered {
        Ok(entered) => entered,
        Err(problem) => return error_page::page(&request, session.as_ref(), problem),
    };
    if is_write {
        match read_form(&request, (page.handler, session.as_ref()), body).await {
            Ok(form) => request.form = form,
            Err(problem) => return error_page::page(&request, session.as_ref(), problem),
        }
    }
    if let (Handler::SignedIn(operation, _), Some(session)) = (page.handler, &session)
        && operation.asks_for_password()
    {
        let label = request.texts.say("form-current-password");
        request.password = Some(TextField::password(CURRENT, label, "current-password"));
        if is_write && let Some(answer) = ask_again(&mut request, session, pages, page).await {
            return answer;
        }
    }
    // A failure is shown in the same frame as the page.
    let outline = request.outline();
    let shows_notice = !is_write && Completed::of(&request.headers).is_some();
    let answered = match (page.handler, session.clone()) {
        (Handler::SignedIn(_, handler), Some(session)) => handler(request, session).await,
        (Handler::Open(handler) | Handler::Link(handler), _) => handler(request).await,
        (Handler::SignedIn(..), None) => Err(not_found()),
    };
    match answered {
        Ok(response) if shows_notice && session.is_some() && response.status().is_success() => {
            response::with_cookie(response, Completed::cleared_cookie())
        }
        Ok(response) => response,
        Err(problem) => error_page::page(&outline, session.as_ref(), problem),
    }
}

/// Returns the same form again, with its values, if the current password is not right. `None` if it is right.
async fn ask_again(
    request: &mut PageRequest,
    session: &UserSession,
    pages: &'static [Page],
    page: &'static Page,
) -> Option<Response> {
    let unconfirmed = match confirm(request, session).await {
        Ok(Ok(signed_in)) => {
            request.confirmed = Some(signed_in);
            return None;
        }
        Ok(Err(unconfirmed)) => unconfirmed,
        Err(problem) => return Some(error_page::page(request, Some(session), problem)),
    };
    if let Some(password) = &mut request.password {
        password.fault.clone_from(&unconfirmed.fault);
    }
    let outline = request.outline();
    let shown = match pages.iter().find(|other| other.template == page.template && other.method == "GET") {
        Some(Page { handler: Handler::SignedIn(_, show), .. }) => {
            show(std::mem::replace(request, outline), session.clone()).await
        }
        _ => Err(Problem::forbidden(said(unconfirmed.fault.clone()))),
    };
    Some(match shown {
        Ok(shown) => unconfirmed.answer(request, shown),
        Err(problem) => error_page::page(request, Some(session), problem),
    })
}

/// Reads a form. Checks that it was sent from a page of this service and belongs to this session. A form to a secret
/// address needs neither: only a holder of the link can send it.
async fn read_form(
    request: &PageRequest,
    (handler, session): (Handler, Option<&UserSession>),
    body: Body,
) -> Result<Form, Problem> {
    let shared = &request.shared;
    if matches!(handler, Handler::Link(_)) {
        return Form::receive(&request.headers, body, form::SIGNED_IN).await;
    }
    if !same_site::is_ours(&request.headers, &shared.public_url) {
        return Err(Problem::forbidden(message!(
            "page-form-from-other-site",
            "This form was sent by a page of another site."
        )));
    }
    let most = if session.is_some() { form::SIGNED_IN } else { form::OPEN };
    let form = Form::receive(&request.headers, body, most).await?;
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
    error_page::page(&request, None, problem)
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
        form,
        password: None,
        confirmed: None,
    };
    (request, body)
}
