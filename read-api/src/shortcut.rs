//! The shortcut: answers with documents in memory, for callers whose key is in memory, or for everybody.
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
use proto_events::ids::OrganizationId;
use service_kit::metrics::requests::Requests;
use service_kit::traces;
use storage::DocumentKey;
use web::texts::Language;

use crate::answer;
use crate::audience::Audience;
use crate::endpoint::{Cached, Endpoint, Handler};
use crate::resources::endpoints;
use crate::response_headers::ResponseHeaders;
use crate::shared::Shared;

/// Answers requests from memory.
pub(crate) struct Shortcut {
    shared: Arc<Shared>,
    /// The endpoints whose answers are found in memory. The key of the document that determines an answer is the ids in
    /// the path.
    routes: Vec<(Template, &'static Endpoint, Cached)>,
    requests: Requests,
}

impl Shortcut {
    /// Creates it for all endpoints whose answers are found in memory.
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        let cacheable = endpoints().filter_map(|it| Some((Template::new(it.template), it, it.cached?)));
        let routes: Vec<_> = cacheable.collect();
        let requests = Requests::at(routes.iter().map(|(_, endpoint, _)| endpoint.template));
        Self { shared, routes, requests }
    }

    /// Returns the answer, if it is in memory.
    pub(crate) fn answer(&self, request: &Request<Body>) -> Option<Response> {
        let (uri, headers) = (request.uri(), request.headers());
        let is_plain = request.method() == Method::GET && uri.query().is_none() && !traces::wanted();
        if !is_plain || headers.contains_key(CONSISTENCY_TOKEN) {
            return None;
        }
        let begun = Instant::now();
        let mut routes = self.routes.iter();
        let (endpoint, cached, key) =
            routes.find_map(|(path, endpoint, cached)| Some((endpoint, cached, path.key(uri.path())?)))?;
        let response = self.cached(headers, endpoint, *cached, key)?;
        self.shared.cache.count_hit();
        self.requests.count(endpoint.template, request.method(), response.status(), begun.elapsed());
        Some(response)
    }

    /// Returns the answer with this key, if the caller may read it.
    fn cached(&self, headers: &HeaderMap, endpoint: &Endpoint, cached: Cached, key: String) -> Option<Response> {
        let (organization_id, audience, response_headers) = match endpoint.handler {
            Handler::Stored(operation, _) | Handler::Known(operation, _) => {
                let caller = self.shared.gate.admit_at_once(headers, operation)?;
                let organization = caller.organization_id.filter(|_| accepts(headers, JSON) > 0)?;
                (organization, Audience::of(&caller), endpoint.response_headers())
            }
            Handler::Open(_) => (OrganizationId::SHARED, Audience::EVERYBODY, ResponseHeaders::PUBLIC_PAGE),
            Handler::KnownOrOpen(..) => return None,
        };
        let language = response_headers.language.map_or(Language::English, |_| Language::of(None, headers));
        let key = DocumentKey { organization_id, kind: cached.kind, key };
        let entry = (cached.find)(&self.shared, &key, audience, language)?;
        answer::cached(headers, &entry, response_headers.in_language(language))
    }
}

/// A path with ids. It has the parts before, between and after the ids, without the trailing slash.
struct Template(Vec<&'static str>);

impl Template {
    /// Reads a template of a route.
    fn new(template: &'static str) -> Self {
        let parts = template.trim_end_matches('/').split('{');
        Self(parts.map(|part| part.split_once('}').map_or(part, |(_, fixed)| fixed)).collect())
    }

    /// Returns the key of the document that a path names: its ids, joined by slashes.
    fn key(&self, path: &str) -> Option<String> {
        let (before, behind) = self.0.split_first()?;
        let mut rest = path.strip_suffix('/').unwrap_or(path).strip_prefix(before)?;
        let mut key = String::with_capacity(rest.len());
        for fixed in behind {
            let (id, next) = rest.split_at(rest.bytes().position(|byte| byte == b'/').unwrap_or(rest.len()));
            integer(id)?;
            if !key.is_empty() {
                key.push('/');
            }
            key.push_str(id);
            rest = next.strip_prefix(fixed)?;
        }
        rest.is_empty().then_some(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_document_by_its_ids() {
        let round = Template::new("/api/v1/tournament-rounds/{id}/standings/");
        let page = Template::new("/events/{id}/rounds/{number}/");
        for (template, path, key) in [
            (&round, "/api/v1/tournament-rounds/7/standings/", Some("7")),
            (&round, "/api/v1/tournament-rounds/7/standings", Some("7")),
            (&round, "/api/v1/tournament-rounds/-7/standings/", Some("-7")),
            (&round, "/api/v1/tournament-rounds/07/standings/", None),
            (&round, "/api/v1/tournament-rounds/%37/standings/", None),
            (&round, "/api/v1/tournament-rounds//standings/", None),
            (&round, "/api/v1/tournament-rounds/7/standings//", None),
            (&round, "/api/v1/tournament-rounds/7/standings/8/", None),
            (&round, "/api/v1/tournament-rounds/7/", None),
            (&round, "/api/v1/tournament-rounds/", None),
            (&round, "/", None),
            (&round, "*", None),
            (&page, "/events/7/rounds/2/", Some("7/2")),
            (&page, "/events/7/rounds/2", Some("7/2")),
            (&page, "/events/7/rounds/two/", None),
            (&page, "/events/7/rounds/", None),
        ] {
            assert_eq!(template.key(path).as_deref(), key, "{path}");
        }
    }
}
