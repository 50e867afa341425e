//! The declaration of an endpoint. Its route, its description in the documentation and its way past the router are made
//! from it.

use std::future::ready;
use std::sync::Arc;

use api_kit::description::{Access, Answer, Parameter, Route, Tag};
use api_kit::negotiation::{EVENT_STREAM, JSON};
use axum::response::Response;
use domain::permissions::Operation;
use futures::future::BoxFuture;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};

use crate::audience::Audience;
use crate::cache::Entry;
use crate::call::{Call, Caller};
use crate::response_headers::ResponseHeaders;
use crate::settings::ReadApiSettings;
use crate::shared::Shared;
use crate::stored::Stored;

/// The answer of a handler.
pub(crate) type Answering = BoxFuture<'static, Result<Response, Problem>>;

/// An endpoint. It answers GET and HEAD.
#[derive(Clone, Copy)]
pub(crate) struct Endpoint {
    /// The path template. A path with a trailing slash is also served without it.
    pub(crate) template: &'static str,
    pub(crate) handler: Handler,
    /// The kinds of views that it may read.
    pub(crate) source_views: &'static [ViewKind],
    /// How the answer to a request without a query is found in memory, if one document alone determines it.
    pub(crate) cached: Option<Cached>,
    // As in [`Route`]:
    pub(crate) id: &'static str,
    pub(crate) tag: Tag,
    pub(crate) summary: &'static str,
    pub(crate) text: &'static str,
    pub(crate) parameters: &'static [Parameter],
    pub(crate) answer: Answer,
}

/// The access rule of an endpoint, and its answer.
#[derive(Clone, Copy)]
pub(crate) enum Handler {
    /// For callers with the permission; answers with stored documents.
    Stored(Operation, Stored),
    /// For callers with the permission; answers in JSON.
    Known(Operation, fn(Call, Caller) -> Answering),
    /// For callers with the permission, and for everybody unless the settings require a credential. The function
    /// chooses the headers, and decides what a request without a credential gets.
    KnownOrOpen(Operation, fn(&ReadApiSettings) -> bool, fn(Call, Option<Caller>) -> Answering),
    /// For everybody. The function chooses the headers.
    Open(fn(Call) -> Answering),
}

/// How an answer is found in memory.
#[derive(Clone, Copy)]
pub(crate) struct Cached {
    /// The kind of the document that determines the answer. Its key is the id in the path.
    pub(crate) kind: ViewKind,
    /// Finds the answer, given the key of that document, for an audience.
    pub(crate) find: fn(&Shared, &DocumentKey, Audience) -> Option<Arc<Entry>>,
}

impl Cached {
    /// The document of this kind is the answer.
    pub(crate) const fn document(kind: ViewKind) -> Self {
        Self { kind, find: |shared, key, audience| shared.cache.cached(key, audience) }
    }
}

impl Endpoint {
    /// What a declaration leaves out: a public page.
    pub(crate) const NEW: Self = Self {
        template: "",
        handler: Handler::Open(|_| Box::pin(ready(Err(Problem::internal("an endpoint has no handler"))))),
        source_views: &[],
        cached: None,
        id: "",
        tag: Tag::Pages,
        summary: "",
        text: "",
        parameters: &[],
        answer: Answer::Html,
    };

    /// Returns its route for the documentation.
    pub(crate) fn route(&self) -> Route {
        let access = match self.handler {
            Handler::Stored(operation, _) | Handler::Known(operation, _) => Access::Key(operation),
            Handler::KnownOrOpen(operation, ..) => Access::KeyOrOpen(operation),
            Handler::Open(_) => Access::Open,
        };
        let Self { template, id, tag, summary, text, parameters, answer, .. } = *self;
        Route { access, id, tag, summary, text, parameters, answer, ..Route::open("GET", template) }
    }

    /// Returns the media type of its answers to callers with the permission.
    pub(crate) fn media_type(&self) -> &'static str {
        if self.answer == Answer::EventStream { EVENT_STREAM } else { JSON }
    }

    /// Returns the headers of its JSON answers.
    pub(crate) fn response_headers(&self) -> ResponseHeaders {
        match self.handler {
            Handler::Stored(operation, _) | Handler::Known(operation, _) => ResponseHeaders::json_of(operation),
            Handler::KnownOrOpen(..) | Handler::Open(_) => ResponseHeaders::KEYED_JSON,
        }
    }
}
