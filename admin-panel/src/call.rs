//! A request on its way through a page: what was asked, who asks, and the ways to answer.

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
use write_api::commands::users::sign_in::SignedIn;

use crate::done::Done;
use crate::form::Form;
use crate::router::visitor;
use crate::view::{Frame, Text, Who, menu};
use crate::{Shared, answer};

/// How long an answer waits at most until the views have what was written. Later it is given all the same.
const WAIT: Duration = Duration::from_millis(500);

/// What was asked.
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) headers: HeaderMap,
    pub(crate) params: Vec<(String, String)>,
    /// Where it comes from.
    pub(crate) address: Option<IpAddr>,
    /// How it was sent, where that can be told.
    pub(crate) scheme: Option<Scheme>,
    /// What was sent; nothing where something is only shown.
    pub(crate) form: Form,
    /// The control by which the form of this page asks for the password, where it does.
    pub(crate) password: Option<Text>,
    /// The person, whose password was right; where the form asks for it.
    pub(crate) confirmed: Option<SignedIn>,
}

/// Who asks, being signed in.
#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    pub(crate) caller: Caller,
    pub(crate) session: Session,
    pub(crate) account: Account,
    /// In the organization that the session is for.
    pub(crate) membership: Option<Membership>,
}

impl Visitor {
    /// Who will have done it, in the log.
    pub(crate) fn actor(&self) -> Actor {
        self.caller.actor()
    }

    /// The organization that the session is for.
    ///
    /// # Errors
    /// 403 for who is in none.
    pub(crate) fn organization_id(&self) -> Result<OrganizationId, Problem> {
        self.caller.organization()
    }
}

impl Call {
    /// The same request as far as its answer's frame needs it.
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

    /// A part of the path by its name in the template.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// The id in the path.
    ///
    /// # Errors
    /// 404 for what is none.
    pub(crate) fn id<I: From<i64>>(&self) -> Result<I, Problem> {
        integer(self.param("id")).map(I::from).ok_or_else(nothing)
    }

    /// A parameter of the query.
    pub(crate) fn query(&self, name: &str) -> Option<String> {
        let pairs = self.query.as_deref()?.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.into_iter().find(|(known, _)| *known == name)?;
        percent_decode_str(value).decode_utf8().ok().map(std::borrow::Cow::into_owned)
    }

    /// Whoever is signed in, where nobody needs to be.
    pub(crate) async fn whoever(&self) -> Option<Visitor> {
        visitor(self, Operation::ReadOwnAccount).await.ok()
    }

    /// The frame of a page for who is signed in.
    pub(crate) fn frame(&self, visitor: &Visitor) -> Frame {
        let who = Who {
            name: visitor.account.best_identifier.clone(),
            organization: visitor.membership.as_ref().map(|membership| membership.store_name.clone()),
            links: menu(&visitor.caller, &self.path),
        };
        let form_token = self.shared.sessions.form_token(&visitor.session);
        let done = Done::of(&self.headers).map_or("", Done::words);
        Frame { base: self.shared.base.clone(), who: Some(who), form_token, password: self.password.clone(), done }
    }

    /// The frame of a page for anybody.
    pub(crate) fn open_frame(&self) -> Frame {
        Frame { base: self.shared.base.clone(), who: None, form_token: String::new(), password: None, done: "" }
    }

    /// Answers with a page.
    pub(crate) fn page(&self, page: &impl Template) -> Result<Response, Problem> {
        answer::page(StatusCode::OK, page)
    }

    /// Answers with a form that was not right.
    pub(crate) fn refused(&self, page: &impl Template) -> Result<Response, Problem> {
        answer::page(StatusCode::UNPROCESSABLE_ENTITY, page)
    }

    /// Sends the browser on to a page of ours.
    pub(crate) fn go(&self, path: &str) -> Result<Response, Problem> {
        answer::see_other(&format!("{}{path}", self.shared.base))
    }

    /// The same, and there it is said what was done.
    pub(crate) fn go_having(&self, path: &str, done: Done) -> Result<Response, Problem> {
        Ok(answer::with_cookie(self.go(path)?, done.cookie()))
    }

    /// Waits until the views have what was written, so that the next page shows it.
    pub(crate) async fn settled(&self) -> Result<(), Problem> {
        // Where the log cannot be read now, the next page may show less.
        let Ok(head) = self.shared.events.head().await else { return Ok(()) };
        self.shared.progress.reaches(head, Wanted::Written, WAIT).await;
        Ok(())
    }
}

/// 404, in the same words for what never was and for what is another organization's.
pub(crate) fn nothing() -> Problem {
    Problem::not_found("There is nothing at this address. It may be mistyped, or what was here is gone.")
}
