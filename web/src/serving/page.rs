//! The steps of every request to a page: session, form, current password, and the answer in the frame of the page.

use std::sync::Arc;

use api_kit::description;
use api_kit::gate::KEY_HEADER;
use api_kit::{Party, same_site};
use axum::body::Body;
use axum::extract::{FromRequestParts, RawPathParams, Request};
use axum::http::{Method, StatusCode, header};
use axum::response::Response;
use domain::permissions::Operation;
use futures::future::BoxFuture;
use service_kit::message;
use service_kit::problem::Problem;

use crate::parts::control::TextField;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::form::{self, Form};
use crate::serving::packing::packed;
use crate::serving::passwords::{CURRENT, Unconfirmed, confirm};
use crate::serving::request::PageRequest;
use crate::serving::session::{UserRequest, UserSession};
use crate::serving::state::Shared;
use crate::serving::{error_page, response};
use crate::texts::{Language, Texts};

/// The future answer of a page.
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
    /// The kind of its answer.
    pub(crate) answer: description::Answer,
}

/// The handler of a page.
#[derive(Clone, Copy)]
pub(crate) enum Handler {
    /// For signed-in people whose role allows the operation.
    SignedIn(Operation, for<'a> fn(&'a UserRequest) -> Answer<'a>),
    /// For everyone.
    Open(for<'a> fn(&'a PageRequest) -> Answer<'a>),
    /// For the holders of a link whose secret is in the address.
    Link(for<'a> fn(&'a PageRequest) -> Answer<'a>),
}

/// A request of a signed-in person, or of anyone.
enum Visit {
    User(Box<UserRequest>),
    Anyone(Box<PageRequest>),
}

impl Visit {
    fn request(&self) -> &PageRequest {
        match self {
            Self::User(user) => user,
            Self::Anyone(request) => request,
        }
    }

    fn request_mut(&mut self) -> &mut PageRequest {
        match self {
            Self::User(user) => &mut user.request,
            Self::Anyone(request) => request,
        }
    }

    fn session(&self) -> Option<&UserSession> {
        match self {
            Self::User(user) => Some(&user.session),
            Self::Anyone(_) => None,
        }
    }

    /// Runs a handler.
    async fn run(&self, handler: Handler) -> PageResult {
        match (handler, self) {
            (Handler::SignedIn(_, handler), Self::User(user)) => handler(user).await,
            (Handler::SignedIn(..), Self::Anyone(_)) => Err(not_found().into()),
            (Handler::Open(handler) | Handler::Link(handler), visit) => handler(visit.request()).await,
        }
    }

    /// Runs a handler. If it refuses the form, the page of the form is shown again with the faults.
    async fn answer(&mut self, pages: &[Page], page: &Page) -> Result<Response, Problem> {
        let faults = match self.run(page.handler).await {
            Ok(response) => return Ok(response),
            Err(PageError::Problem(problem)) => return Err(problem),
            Err(PageError::Form(faults)) => faults,
        };
        self.request_mut().faults = Some(faults);
        let mut shown = self.form(pages, page).await?;
        if shown.status() == StatusCode::OK {
            *shown.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        }
        Ok(shown)
    }

    /// Shows the page with the form that is sent to a page.
    async fn form(&self, pages: &[Page], page: &Page) -> Result<Response, Problem> {
        let form = pages.iter().find(|other| other.template == page.form && other.method == "GET");
        let shown = self.run(form.ok_or_else(not_found)?.handler).await;
        shown.map_err(|error| match error {
            PageError::Problem(problem) => problem,
            PageError::Form(_) => Problem::internal("a page refused to show its form"),
        })
    }

    /// Returns an error as a page, in the same frame.
    fn error(&self, problem: Problem) -> Response {
        error_page::page(&self.request().outline(), self.session(), problem)
    }
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
async fn answer(request: PageRequest, body: Body, is_write: bool, pages: &[Page], page: &Page) -> Response {
    let mut visit = match page.handler {
        Handler::Open(_) | Handler::Link(_) => Visit::Anyone(Box::new(request)),
        Handler::SignedIn(operation, _) => match UserSession::read(&request, operation).await {
            Ok(session) => Visit::User(Box::new(UserRequest { request, session })),
            Err(problem) => return error_page::not_admitted(&request, operation, is_write, problem).await,
        },
    };
    // Counted among the person's concurrent requests until the answer is made.
    let callers = Arc::clone(visit.request().shared.gate.callers());
    let entered = visit.session().map(|session| callers.enter(Party::of(&session.caller), true)).transpose();
    let _entered = match entered {
        Ok(entered) => entered,
        Err(problem) => return error_page::page(visit.request(), visit.session(), problem),
    };
    if is_write {
        match read_form(visit.request(), (page.handler, visit.session()), body).await {
            Ok(form) => visit.request_mut().form = form,
            Err(problem) => return error_page::page(visit.request(), visit.session(), problem),
        }
    }
    if let (Handler::SignedIn(operation, _), Visit::User(user)) = (page.handler, &mut visit)
        && operation.asks_for_password()
    {
        let label = user.texts.say("form-current-password");
        user.request.password = Some(TextField::password(CURRENT, label, "current-password"));
        if is_write {
            match confirm(user).await {
                Ok(Ok(signed_in)) => user.request.confirmed = Some(signed_in),
                Ok(Err(unconfirmed)) => return show_again(&mut visit, unconfirmed, pages, page).await,
                Err(problem) => return error_page::page(user, Some(&user.session), problem),
            }
        }
    }
    let shows_notice = !is_write && Completed::of(&visit.request().headers).is_some();
    match visit.answer(pages, page).await {
        Ok(response) if shows_notice && visit.session().is_some() && response.status().is_success() => {
            response::with_cookie(response, Completed::cleared_cookie())
        }
        Ok(response) => response,
        Err(problem) => visit.error(problem),
    }
}

/// Returns the same form again, because the current password is not right.
async fn show_again(visit: &mut Visit, unconfirmed: Unconfirmed, pages: &[Page], page: &Page) -> Response {
    if let Some(password) = &mut visit.request_mut().password {
        password.fault.clone_from(&unconfirmed.fault);
    }
    match visit.form(pages, page).await {
        Ok(shown) => unconfirmed.answer(visit.request(), shown),
        Err(problem) => visit.error(problem),
    }
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
        faults: None,
    };
    (request, body)
}
