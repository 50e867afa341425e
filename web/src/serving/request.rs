//! A request to a page, of anyone or of a signed-in person, and ways to answer it.

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use api_kit::path::integer;
use api_kit::progress::Wanted;
use api_kit::session::Session;
use api_kit::streams::StreamRight;
use api_kit::{Caller, Party, Present};
use askama::Template;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use chrono::TimeDelta;
use domain::permissions::Operation;
use domain::time_zone::Zone;
use domain::tournament::Tournament;
use proto_events::Actor;
use proto_events::ids::{OrganizationId, TournamentId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use service_kit::client_address::Scheme;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{Account, DocumentKey, Membership, ViewKind};
use write_api::accounts::SignedIn;
use write_api::{CommandError, DirectCommand, Terms};

use crate::parts::control::{Faults, TextField};
use crate::parts::frame::{Frame, Who};
use crate::serving::event_roles;
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::form::{Form, FormIds};
use crate::serving::live::{self, EventReader, PageReader};
use crate::serving::state::Shared;
use crate::serving::{completed, documents, response};
use crate::texts::{Language, Texts};

/// Maximum time that an answer waits until the views show the change.
const WAIT: Duration = Duration::from_millis(500);
/// How long a person has for the second step of signing in, for a sign-in at a provider, and then for linking the account.
pub(crate) const PATIENCE: TimeDelta = TimeDelta::minutes(10);

pub(crate) struct PageRequest {
    pub(crate) shared: Arc<Shared>,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) headers: HeaderMap,
    /// The texts of its answer, in the language that the person chose or prefers.
    pub(crate) texts: &'static Texts,
    pub(crate) params: Vec<(String, String)>,
    pub(crate) address: Option<IpAddr>,
    pub(crate) scheme: Option<Scheme>,
    /// The session, on a page for people who are signed in.
    pub(crate) session: Option<UserSession>,
    /// The submitted form; empty for GET.
    pub(crate) form: Form,
    /// The control for the current password, if the page's form requires it.
    pub(crate) password: Option<TextField>,
    /// The person whose current password was right, if the form requires it.
    pub(crate) confirmed: Option<SignedIn>,
    /// Why the form was refused, if its page is shown again.
    pub(crate) faults: Option<Faults>,
}

impl PageRequest {
    /// Returns the refused form, if its page is shown again.
    pub(crate) fn typed(&self) -> Option<&Form> {
        self.faults.as_ref().map(|_| &self.form)
    }

    /// Whether people can create accounts with a password at `/account/`.
    pub(crate) fn takes_new_accounts(&self) -> bool {
        self.shared.commands.mail_from().is_some() && self.shared.sign_in.takes_passwords
    }

    /// Refuses a form with a text of the catalogue.
    pub(crate) fn fault(&self, key: &str) -> PageError {
        PageError::line(self.texts.say(key))
    }

    /// Returns a part of the path by its name in the template.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn query_id<I: From<i64>>(&self, name: &str) -> Option<I> {
        integer(&self.query(name)?).map(I::from)
    }

    /// Returns the id in the path, or a 404.
    pub(crate) fn id<I: From<i64>>(&self) -> Result<I, Problem> {
        self.id_of("id")
    }

    /// Returns an id in the path by its name in the template, or a 404.
    pub(crate) fn id_of<I: From<i64>>(&self, name: &str) -> Result<I, Problem> {
        integer(self.param(name)).map(I::from).ok_or_else(not_found)
    }

    pub(crate) fn query(&self, name: &str) -> Option<String> {
        let mut pairs = form_urlencoded::parse(self.query.as_deref()?.as_bytes());
        pairs.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
    }

    /// Answers with the changes of an event for this reader, from the position on that the client names. `right` is that of a
    /// session, if one is needed.
    pub(crate) async fn follow(
        &self,
        event: TournamentId,
        reader: PageReader,
        right: Option<StreamRight>,
    ) -> Result<Response, Problem> {
        let events = EventReader::new(event, &self.shared.commands, &self.shared.sheets);
        live::open(&self.shared.live, events, (reader, right), (self.address, self.known_position())).await
    }

    /// Returns the position from which on a client follows a stream.
    fn known_position(&self) -> String {
        let header = self.headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
        header.or_else(|| self.query("last_event_id")).unwrap_or_default()
    }

    /// Signs a value that a browser keeps for some minutes.
    pub(crate) fn sign(&self, purpose: &'static str, value: &impl Serialize) -> Result<String, Problem> {
        let until = (self.shared.clock.now() + PATIENCE).timestamp();
        let message = serde_json::to_vec(&(until, value)).map_err(Problem::internal)?;
        Ok(self.shared.keys.signer(purpose).sign_text(&message))
    }

    /// Returns a value that was signed for this purpose, until it expires.
    pub(crate) fn signed<T: DeserializeOwned>(&self, purpose: &'static str, text: &str) -> Option<T> {
        let message = self.shared.keys.signer(purpose).verify_text(text)?;
        let (until, value): (i64, T) = serde_json::from_slice(&message).ok()?;
        (self.shared.clock.now().timestamp() < until).then_some(value)
    }

    /// Returns the request of the person who is signed in, or a 404.
    pub(crate) fn user(&self) -> Result<UserRequest<'_>, Problem> {
        let session = self.session.as_ref().ok_or_else(not_found)?;
        Ok(UserRequest { request: self, session })
    }

    /// Returns the frame of a page: for the person who is signed in, or for everyone.
    pub(crate) fn frame(&self) -> Frame {
        self.frame_for(self.session.as_ref())
    }

    /// Returns the frame of a page for a person, or for everyone.
    pub(crate) fn frame_for(&self, session: Option<&UserSession>) -> Frame {
        let who = session.map(|session| {
            let (name, membership) = (session.account.best_identifier.clone(), session.membership.as_ref());
            let organization = membership.map(|membership| membership.store_name.clone());
            let who = Who::new(self.texts, name, organization, (&session.caller, &session.acting), &self.path);
            Who { logo: membership.and_then(|membership| membership.logo.clone()), ..who }
        });
        let done = session.and_then(|_| completed::said(self.texts, &self.headers));
        let faults = self.faults.clone().unwrap_or_default();
        Frame {
            base: self.shared.base.clone(),
            who,
            form_token: session.map_or_else(String::new, |it| self.shared.sessions.form_token(&it.cookie)),
            form_id: FormIds::new_id(),
            password: self.password.clone().map(|password| password.checked(self.texts, &faults)),
            notice: done.unwrap_or_default(),
            faults,
            texts: self.texts,
            zone: Zone::UTC,
            languages: self.languages(),
        }
    }

    /// Returns the languages that the page offers by links, with the queries of the links. The answer to a form offers none,
    /// because its address may have no page.
    pub(crate) fn languages(&self) -> Vec<(Language, String)> {
        match self.form == Form::default() {
            true => self.texts.language().links(self.query.as_deref().unwrap_or_default()),
            false => Vec::new(),
        }
    }

    /// Returns whether an event has public pages. Only for an event of a convention, which may be unlisted, the views are
    /// read.
    pub(crate) async fn has_public_pages(&self, event: &Tournament) -> Result<bool, Problem> {
        let details = &event.details;
        if details.is_test || details.is_unlisted {
            return Ok(false);
        }
        if details.convention_id.is_none() {
            return Ok(true);
        }
        documents::has_page(&*self.shared.views, event.id).await
    }

    pub(crate) fn page(&self, page: &impl Template) -> PageResult {
        Ok(response::page(StatusCode::OK, page)?)
    }

    /// Answers a refused form with a page that shows more than its faults.
    pub(crate) fn refused(&self, page: &impl Template) -> PageResult {
        Ok(response::page(StatusCode::UNPROCESSABLE_ENTITY, page)?)
    }

    pub(crate) fn redirect(&self, path: &str) -> PageResult {
        Ok(response::see_other(&format!("{}{path}", self.shared.base))?)
    }

    /// Redirects with a message for the next page, by its key.
    pub(crate) fn redirect_with(&self, path: &str, done: &'static str) -> PageResult {
        Ok(response::with_cookie(self.redirect(path)?, completed::set(done)))
    }

    /// Redirects with a message for the next page, once the views show the change.
    pub(crate) async fn completed(&self, path: &str, done: &'static str) -> PageResult {
        self.wait_for_views().await;
        self.redirect_with(path, done)
    }

    /// Waits until the views show the change, so that the next page contains it.
    pub(crate) async fn wait_for_views(&self) {
        // If the log cannot be read now, the next page may lack the change.
        if let Ok(head) = self.shared.events.head().await {
            self.shared.progress.reaches(head, Wanted::Written, WAIT).await;
        }
    }
}

/// The session of a signed-in person, with the person's account.
#[derive(Debug, Clone)]
pub(crate) struct UserSession {
    pub(crate) caller: Caller,
    /// The caller with the role that opened the page, which may be one for an event.
    acting: Caller,
    pub(crate) cookie: Session,
    pub(crate) account: Account,
    /// The membership in the session's organization.
    pub(crate) membership: Option<Membership>,
}

impl UserSession {
    /// Reads the session of a request for an operation on the page of this template. Its caller has the role in the
    /// organization, even if a role for one event opened the page. The request counts among the person's concurrent ones
    /// as long as [`Present`] is kept, if `is_limited`.
    ///
    /// # Errors
    /// 401 if no one is signed in, 403 if the person's roles do not allow the operation, 429 at the limit of requests.
    pub(crate) async fn read(
        request: &PageRequest,
        operation: Operation,
        (template, is_limited): (&str, bool),
    ) -> Result<(Self, Present), Problem> {
        let (gate, at) = (&request.shared.gate, (template, request.param("id")));
        let caller = gate.authenticate(&request.headers, operation).await?;
        let present = gate.callers().enter(Party::of(&caller), is_limited)?;
        let acting = event_roles::acting(&request.shared, caller.clone(), operation, at).await?;
        gate.admit_authenticated(&request.headers, &acting, operation)?;
        let cookie = *caller
            .session()
            .ok_or_else(|| Problem::unauthorized(message!("not-signed-in", "You are not signed in.")))?;
        let account = DocumentKey::new(OrganizationId::SHARED, ViewKind::Account, caller.user_id);
        let account: Account = documents::find(&*request.shared.views, account).await?.ok_or_else(not_found)?;
        let membership = match caller.organization_id {
            Some(organization_id) => {
                let key = Membership::key(caller.user_id, organization_id);
                let key = DocumentKey::new(OrganizationId::SHARED, ViewKind::Membership, key);
                documents::find(&*request.shared.views, key).await?
            }
            None => None,
        };
        Ok((Self { caller, acting, cookie, account, membership }, present))
    }

    /// Returns the session, if there is one, on a page that does not require it.
    pub(crate) async fn find(request: &PageRequest) -> Option<Self> {
        Self::read(request, Operation::ReadOwnAccount, ("", false)).await.ok().map(|(session, _)| session)
    }

    pub(crate) fn actor(&self) -> Actor {
        self.caller.actor()
    }

    /// Returns the session's organization, or a 403 for a person without one.
    pub(crate) fn organization_id(&self) -> Result<OrganizationId, Problem> {
        self.caller.organization()
    }
}

#[derive(Clone, Copy)]
pub(crate) struct UserRequest<'a> {
    request: &'a PageRequest,
    pub(crate) session: &'a UserSession,
}

impl Deref for UserRequest<'_> {
    type Target = PageRequest;

    fn deref(&self) -> &PageRequest {
        self.request
    }
}

impl UserRequest<'_> {
    /// Carries out a command in the person's name. A refusal refuses the form.
    pub(crate) async fn carry_out<C: DirectCommand>(&self, command: &C) -> Result<C::Done, PageError> {
        self.try_out(command).await.map_err(|error| PageError::of_command(self.texts, error))
    }

    /// Carries out a command in the person's name.
    pub(crate) async fn try_out<C: DirectCommand>(&self, command: &C) -> Result<C::Done, CommandError> {
        self.shared.commands.carry_out(&self.session.actor(), command).await
    }

    /// Returns the right to a stream, which lasts as long as the session may use an operation.
    pub(crate) fn stream_right(&self, operation: Operation) -> StreamRight {
        StreamRight::new(&self.shared.gate, operation, &self.headers, &self.session.caller)
    }

    pub(crate) fn terms(&self) -> Terms {
        Terms::of(self.session.caller.clone())
    }

    /// Returns the terms of a command that is carried out once for the form, whatever other forms of the page were sent.
    pub(crate) fn once(&self, what: &str) -> Terms {
        let form_id = self.form.exact("form_id");
        let key = if form_id.is_empty() { String::new() } else { format!("{form_id}-{what}") };
        self.terms().once(&key)
    }

    /// Whether the role of the person in the organization allows an operation.
    pub(crate) fn may(&self, operation: Operation) -> bool {
        self.session.caller.may(operation)
    }
}
