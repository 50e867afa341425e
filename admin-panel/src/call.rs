//! A request to a page: its data, the signed-in person, and ways to answer.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use api_kit::Caller;
use api_kit::path::integer;
use api_kit::progress::Wanted;
use api_kit::session::Session;
use askama::Template;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::permissions::Operation;
use percent_encoding::percent_decode_str;
use proto_events::Actor;
use proto_events::ids::OrganizationId;
use service_kit::client_address::Scheme;
use service_kit::problem::Problem;
use storage::{Account, Membership};
use write_api::accounts::SignedIn;

use crate::completed::Completed;
use crate::form::Form;
use crate::router::visitor;
use crate::view::{Frame, Text, Who, menu};
use crate::{Shared, answer};

/// Maximum time that an answer waits until the views show the change.
const WAIT: Duration = Duration::from_millis(500);

/// A request to a page.
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) headers: HeaderMap,
    pub(crate) params: Vec<(String, String)>,
    /// The client's address.
    pub(crate) address: Option<IpAddr>,
    /// The scheme of the request, if known.
    pub(crate) scheme: Option<Scheme>,
    /// The submitted form; empty for GET.
    pub(crate) form: Form,
    /// The control for the current password, if the page's form requires it.
    pub(crate) password: Option<Text>,
    /// The person whose current password was right, if the form requires it.
    pub(crate) confirmed: Option<SignedIn>,
}

/// A signed-in person.
#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    pub(crate) caller: Caller,
    pub(crate) session: Session,
    pub(crate) account: Account,
    /// The membership in the session's organization.
    pub(crate) membership: Option<Membership>,
}

impl Visitor {
    /// Returns the person as the actor of domain events.
    pub(crate) fn actor(&self) -> Actor {
        self.caller.actor()
    }

    /// Returns the session's organization.
    ///
    /// # Errors
    /// 403 for a person without an organization.
    pub(crate) fn organization_id(&self) -> Result<OrganizationId, Problem> {
        self.caller.organization()
    }
}

impl Call {
    /// Copies the parts of the request that the frame of its answer needs.
    pub(crate) fn outline(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            path: self.path.clone(),
            query: None,
            headers: HeaderMap::new(),
            params: Vec::new(),
            address: None,
            scheme: None,
            form: Form::default(),
            password: None,
            confirmed: None,
        }
    }

    /// Returns a part of the path by its name in the template.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Returns the id in the path.
    ///
    /// # Errors
    /// 404 if it is not a valid id.
    pub(crate) fn id<I: From<i64>>(&self) -> Result<I, Problem> {
        integer(self.param("id")).map(I::from).ok_or_else(nothing)
    }

    /// Returns a query parameter.
    pub(crate) fn query(&self, name: &str) -> Option<String> {
        let pairs = self.query.as_deref()?.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.into_iter().find(|(known, _)| *known == name)?;
        percent_decode_str(value).decode_utf8().ok().map(std::borrow::Cow::into_owned)
    }

    /// Returns the signed-in person, if any, on a page that does not require it.
    pub(crate) async fn whoever(&self) -> Option<Visitor> {
        visitor(self, Operation::ReadOwnAccount).await.ok()
    }

    /// Returns the frame of a page for a signed-in person.
    pub(crate) fn frame(&self, visitor: &Visitor) -> Frame {
        let who = Who {
            name: visitor.account.best_identifier.clone(),
            organization: visitor.membership.as_ref().map(|membership| membership.store_name.clone()),
            links: menu(&visitor.caller, &self.path),
        };
        let form_token = self.shared.sessions.form_token(&visitor.session);
        let done = Completed::of(&self.headers).map_or("", Completed::words);
        Frame { base: self.shared.base.clone(), who: Some(who), form_token, password: self.password.clone(), done }
    }

    /// Returns the frame of a page for everyone.
    pub(crate) fn open_frame(&self) -> Frame {
        Frame { base: self.shared.base.clone(), who: None, form_token: String::new(), password: None, done: "" }
    }

    /// Answers with a page.
    pub(crate) fn page(&self, page: &impl Template) -> Result<Response, Problem> {
        answer::page(StatusCode::OK, page)
    }

    /// Answers with a form that has errors.
    pub(crate) fn refused(&self, page: &impl Template) -> Result<Response, Problem> {
        answer::page(StatusCode::UNPROCESSABLE_ENTITY, page)
    }

    /// Redirects the browser to a page of this service.
    pub(crate) fn go(&self, path: &str) -> Result<Response, Problem> {
        answer::see_other(&format!("{}{path}", self.shared.base))
    }

    /// Redirects with a message for the next page.
    pub(crate) fn go_having(&self, path: &str, done: Completed) -> Result<Response, Problem> {
        Ok(answer::with_cookie(self.go(path)?, done.cookie()))
    }

    /// Waits until the views show the change, so that the next page contains it.
    pub(crate) async fn settled(&self) -> Result<(), Problem> {
        // If the log cannot be read now, the next page may lack the change.
        let Ok(head) = self.shared.events.head().await else { return Ok(()) };
        self.shared.progress.reaches(head, Wanted::Written, WAIT).await;
        Ok(())
    }
}

/// Returns a 404. Its text is the same for missing things and for those of other organizations.
pub(crate) fn nothing() -> Problem {
    Problem::not_found("There is nothing at this address. It may be mistyped, or its content was removed.")
}
