//! The session of a signed-in person.

use std::ops::Deref;

use api_kit::session::Session;
use api_kit::streams::StreamRight;
use api_kit::{Caller, store_failed};
use domain::permissions::Operation;
use proto_events::Actor;
use proto_events::ids::OrganizationId;
use serde::de::DeserializeOwned;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{Account, DocumentKey, Membership, ViewKind};
use write_api::{CommandError, DirectCommand, Terms};

use crate::parts::frame::{Frame, Who, menu};
use crate::serving::completed::Completed;
use crate::serving::failures::not_found;
use crate::serving::request::PageRequest;

/// The session of a signed-in person, with the person's account.
#[derive(Debug, Clone)]
pub(crate) struct UserSession {
    pub(crate) caller: Caller,
    /// The content of the session cookie.
    pub(crate) cookie: Session,
    pub(crate) account: Account,
    /// The membership in the session's organization.
    pub(crate) membership: Option<Membership>,
}

impl UserSession {
    /// Reads the session of a request.
    ///
    /// # Errors
    /// 401 if no one is signed in, 403 if the person's role does not allow the operation.
    pub(crate) async fn read(request: &PageRequest, operation: Operation) -> Result<Self, Problem> {
        let caller = request.shared.gate.admit(&request.headers, operation).await?;
        let cookie = *caller
            .session()
            .ok_or_else(|| Problem::unauthorized(message!("not-signed-in", "You are not signed in.")))?;
        let account = DocumentKey::new(OrganizationId::SHARED, ViewKind::Account, caller.user_id);
        let account: Account = document(request, account).await?.ok_or_else(not_found)?;
        let membership = match caller.organization_id {
            Some(organization_id) => {
                let key = Membership::key(caller.user_id, organization_id);
                document(request, DocumentKey::new(OrganizationId::SHARED, ViewKind::Membership, key)).await?
            }
            None => None,
        };
        Ok(Self { caller, cookie, account, membership })
    }

    /// Returns the session, if there is one, on a page that does not require it.
    pub(crate) async fn find(request: &PageRequest) -> Option<Self> {
        Self::read(request, Operation::ReadOwnAccount).await.ok()
    }

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

    /// Returns the frame of a page for this person.
    pub(crate) fn frame(&self, request: &PageRequest) -> Frame {
        let who = Who {
            name: self.account.best_identifier.clone(),
            organization: self.membership.as_ref().map(|membership| membership.store_name.clone()),
            links: menu(request.texts, &self.caller, &request.path),
        };
        let shared = &request.shared;
        Frame {
            base: shared.base.clone(),
            who: Some(who),
            form_token: shared.sessions.form_token(&self.cookie),
            password: request.password.clone(),
            faults: request.faults.clone().unwrap_or_default(),
            notice: Completed::of(&request.headers).map_or_else(String::new, |done| done.text(request.texts)),
            texts: request.texts,
            other_language: request.other_language(),
        }
    }
}

/// A request of a signed-in person.
pub(crate) struct UserRequest {
    pub(crate) request: PageRequest,
    pub(crate) session: UserSession,
}

impl Deref for UserRequest {
    type Target = PageRequest;

    fn deref(&self) -> &PageRequest {
        &self.request
    }
}

impl UserRequest {
    /// Carries out a command in the person's name.
    pub(crate) async fn carry_out<C: DirectCommand>(&self, command: &C) -> Result<C::Done, CommandError> {
        self.shared.commands.carry_out(&self.session.actor(), command).await
    }

    pub(crate) fn frame(&self) -> Frame {
        self.session.frame(self)
    }

    /// Returns the right to a stream, which lasts as long as the session may use an operation.
    pub(crate) fn stream_right(&self, operation: Operation) -> StreamRight {
        StreamRight::new(&self.shared.gate, operation, &self.headers, &self.session.caller)
    }

    /// Returns the terms of a command in the person's name.
    pub(crate) fn terms(&self) -> Terms {
        Terms::of(self.session.caller.clone())
    }

    /// Whether the role of the person allows an operation.
    pub(crate) fn may(&self, operation: Operation) -> bool {
        self.session.caller.may(operation)
    }
}

async fn document<T: DeserializeOwned>(request: &PageRequest, key: DocumentKey) -> Result<Option<T>, Problem> {
    let document = request.shared.views.document(&key).await.map_err(store_failed)?;
    document
        .map(|document| serde_json::from_slice(&document.body.for_everyone()))
        .transpose()
        .map_err(Problem::internal)
}
