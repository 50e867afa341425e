//! The shortcut: answers with documents in memory, for callers whose key is in memory.
//!
//! It runs before the router and leaves everything else to it: other paths, queries, other credentials, consistency
//! tokens, requests with a trace, bodies that are not compressed yet, and refusals. So it never waits and never
//! refuses. Its answers come from the same functions in the same order as those of the router: gate, negotiation,
//! cache, `answer.rs`.

use std::sync::Arc;
use std::time::Instant;

use api_kit::consistency::CONSISTENCY_TOKEN;
use api_kit::negotiation::{JSON, accepts};
use api_kit::path::integer;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request};
use axum::response::Response;
use service_kit::metrics::requests::Requests;
use service_kit::traces;
use storage::DocumentKey;

use crate::answer;
use crate::audience::Audience;
use crate::endpoint::{Cached, Endpoint, Handler};
use crate::resources::endpoints;
use crate::shared::Shared;

/// Answers requests from memory.
pub(crate) struct Shortcut {
    shared: Arc<Shared>,
    /// The endpoints whose answers are found in memory. The key of the document that determines an answer is the id in
    /// the path.
    routes: Vec<(Template, &'static Endpoint, Cached)>,
    requests: Requests,
}

impl Shortcut {
    /// Creates it for all endpoints whose answers are found in memory.
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        let cacheable = endpoints().filter_map(|it| Some((Template::new(it.template)?, it, it.cached?)));
        let routes: Vec<_> = cacheable.collect();
        let requests = Requests::at(routes.iter().map(|(_, endpoint, _)| endpoint.template));
        Self { shared, routes, requests }
    }

    /// Returns the answer, if it is in memory.
    pub(crate) fn answer(&self, request: &Request<Body>) -> Option<Response> {
        let (uri, headers) = (request.uri(), request.headers());
        let is_plain = request.method() == Method::GET && uri.query().is_none() && !traces::is_on();
        if !is_plain || headers.contains_key(CONSISTENCY_TOKEN) {
            return None;
        }
        let begun = Instant::now();
        let mut routes = self.routes.iter();
        let (endpoint, cached, key) =
            routes.find_map(|(path, endpoint, cached)| Some((endpoint, cached, path.key(uri.path())?)))?;
        let response = self.cached(headers, endpoint, *cached, key)?;
        self.shared.cache.count_hit();
        self.requests.record(Some(endpoint.template), "GET", response.status(), begun.elapsed());
        Some(response)
    }

    /// Returns the answer with this key, if the caller may read it.
    fn cached(&self, headers: &HeaderMap, endpoint: &Endpoint, cached: Cached, key: String) -> Option<Response> {
        let (Handler::Stored(operation, _) | Handler::Known(operation, _)) = endpoint.handler else { return None };
        let caller = self.shared.gate.admit_at_once(headers, operation)?;
        let organization_id = caller.organization_id.filter(|_| accepts(headers, JSON) > 0)?;
        let key = DocumentKey { organization_id, kind: cached.kind, key };
        let entry = (cached.find)(&self.shared, &key, Audience::of(&caller))?;
        answer::cached(headers, &entry, endpoint.response_headers())
    }
}

/// A path with an id: the parts before and behind the id, without the trailing slash.
struct Template(&'static str, &'static str);

impl Template {
    /// Reads a template of a route.
    fn new(template: &'static str) -> Option<Self> {
        template.trim_end_matches('/').split_once("{id}").map(|(before, behind)| Self(before, behind))
    }

    /// Returns the id in a path, which is the key of a document.
    fn key(&self, path: &str) -> Option<String> {
        let path = path.strip_suffix('/').unwrap_or(path);
        let id = path.strip_prefix(self.0)?.strip_suffix(self.1)?;
        integer(id).map(|_| id.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_document_by_its_id() {
        let standings = Template::new("/api/v1/tournament-rounds/{id}/standings/").unwrap();
        let round = Template::new("/api/v1/tournament-rounds/{id}/").unwrap();
        for (template, path, key) in [
            (&standings, "/api/v1/tournament-rounds/7/standings/", Some("7")),
            (&standings, "/api/v1/tournament-rounds/7/standings", Some("7")),
            (&standings, "/api/v1/tournament-rounds/-7/standings/", Some("-7")),
            (&standings, "/api/v1/tournament-rounds/07/standings/", None),
            (&standings, "/api/v1/tournament-rounds/%37/standings/", None),
            (&standings, "/api/v1/tournament-rounds//standings/", None),
            (&standings, "/api/v1/tournament-rounds/7/standings//", None),
            (&standings, "/api/v1/tournament-rounds/7/standings/8/", None),
            (&standings, "/api/v1/tournament-rounds/7/", None),
            (&standings, "/api/v1/tournament-rounds/", None),
            (&standings, "/", None),
            (&standings, "*", None),
            (&round, "/api/v1/tournament-rounds/7/", Some("7")),
            (&round, "/api/v1/tournament-rounds/7", Some("7")),
            (&round, "/api/v1/tournament-rounds/seven/", None),
            (&round, "/api/v1/tournament-rounds/", None),
        ] {
            assert_eq!(template.key(path).as_deref(), key, "{path}");
        }
    }
}
