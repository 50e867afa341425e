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
use axum::http::{HeaderMap, Method, Request, Response};
use bytes::Bytes;
use domain::permissions::Operation;
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

/// A route whose answers are found in memory. The key of the document that determines an answer is the ids in the path.
struct CacheableRoute {
    template: &'static str,
    fixed: Template,
    cached: Cached,
    /// The operation that the caller must be permitted; `None` if everybody may read.
    operation: Option<Operation>,
    response_headers: ResponseHeaders,
}

/// Answers requests for these routes from memory.
pub(crate) struct Shortcut {
    shared: Arc<Shared>,
    routes: Vec<CacheableRoute>,
    requests: Requests,
}

impl Shortcut {
    /// Creates it for all endpoints whose answers are found in memory.
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        let routes: Vec<_> = endpoints().filter_map(CacheableRoute::new).collect();
        let requests = Requests::at(routes.iter().map(|route| route.template));
        Self { shared, routes, requests }
    }

    /// Returns the answer, if it is in memory.
    pub(crate) fn answer(&self, request: &Request<Body>) -> Option<Response<Bytes>> {
        let (uri, headers) = (request.uri(), request.headers());
        let is_plain = request.method() == Method::GET && uri.query().is_none() && !traces::wanted();
        if !is_plain || headers.contains_key(CONSISTENCY_TOKEN) {
            return None;
        }
        let begun = self.requests.are_counted().then(Instant::now);
        let (route, key) = self.routes.iter().find_map(|route| Some((route, route.fixed.key(uri.path())?)))?;
        let response = self.cached(headers, route, key)?;
        self.shared.cache.count_hit();
        if let Some(begun) = begun {
            self.requests.count(route.template, request.method(), response.status(), begun.elapsed());
        }
        Some(response)
    }

    fn cached(&self, headers: &HeaderMap, route: &CacheableRoute, key: String) -> Option<Response<Bytes>> {
        let (organization_id, audience) = self.reader(headers, route)?;
        let key = DocumentKey { organization_id, kind: route.cached.kind, key };
        let is_in_language = route.response_headers.language.is_some();
        let language = if is_in_language { Language::of(None, headers) } else { Language::English };
        let entry = (route.cached.find)(&self.shared, &key, audience, language)?;
        answer::cached(headers, &entry, route.response_headers.in_language(language))
    }

    /// Returns the organization whose documents are read, and the audience, if the caller may read them.
    fn reader(&self, headers: &HeaderMap, route: &CacheableRoute) -> Option<(OrganizationId, Audience)> {
        let Some(operation) = route.operation else { return Some((OrganizationId::SHARED, Audience::EVERYBODY)) };
        let caller = self.shared.gate.admit_at_once(headers, operation)?;
        let organization = caller.organization_id.filter(|_| accepts(headers, JSON) > 0)?;
        Some((organization, Audience::of(&caller)))
    }
}

impl CacheableRoute {
    /// Returns the route of an endpoint, if its answers are found in memory.
    fn new(endpoint: &'static Endpoint) -> Option<Self> {
        let (operation, response_headers) = match endpoint.handler {
            Handler::Stored(operation, _) | Handler::Known(operation, _) => {
                (Some(operation), endpoint.response_headers())
            }
            Handler::Open(_) => (None, ResponseHeaders::PUBLIC_PAGE),
            Handler::KnownOrOpen(..) => return None,
        };
        let (template, fixed) = (endpoint.template, Template::new(endpoint.template));
        Some(Self { template, fixed, cached: endpoint.cached?, operation, response_headers })
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
