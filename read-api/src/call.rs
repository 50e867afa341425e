//! A request to an endpoint, and functions that read and answer it.

use std::net::IpAddr;
use std::sync::Arc;

pub(crate) use api_kit::Caller;
use api_kit::description::{Parameter, Values};
use api_kit::negotiation::accepts;
use api_kit::path::{base_of, integer, is_direct, nothing};
use axum::http::{HeaderMap, Method, Uri, header};
use proto_events::ids::OrganizationId;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};
use web::texts::Language;

use crate::audience::Audience;
use crate::cache::Entry;
use crate::joined_event::JoinedEvent;
use crate::query::Query;
use crate::response_headers::ResponseHeaders;
use crate::shared::Shared;

/// The parameter that chooses the language of a page.
pub(crate) const LANGUAGE: Parameter = Parameter {
    name: "lang",
    text: "The language of the page. It is remembered in a cookie. Without it, the language is that of the cookie or \
           of `Accept-Language`, else English. A language that the service does not speak is ignored.",
    values: Values::Preferably(Language::tags),
    example: "de",
};

/// A request to an endpoint.
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    pub(crate) params: Vec<(String, String)>,
    /// The client's address, if the request has a connection.
    pub(crate) client: Option<IpAddr>,
    /// The headers of JSON answers.
    pub(crate) response_headers: ResponseHeaders,
    /// The query parameters that the endpoint knows.
    pub(crate) parameters: &'static [Parameter],
    /// The kinds of views that the endpoint may read.
    pub(crate) source_views: &'static [ViewKind],
    /// The readers whom the caller belongs to.
    pub(crate) audience: Audience,
}

impl Call {
    /// Returns a path parameter by its name in the template; empty if there is none.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Returns the id in the path, or a 404 if it is not an integer in canonical form.
    pub(crate) fn id(&self, what: &str) -> Result<i64, Problem> {
        let text = self.param("id");
        integer(text).ok_or_else(|| nothing(what, text))
    }

    /// Returns the query parameters.
    pub(crate) fn query(&self) -> Query {
        Query::of(&self.uri)
    }

    /// Returns the language of the answer, if it is a page or a picture.
    pub(crate) fn language(&self) -> Language {
        Language::of(self.uri.query(), &self.headers)
    }

    /// Returns whether this is a HEAD request.
    pub(crate) fn is_head(&self) -> bool {
        self.method == Method::HEAD
    }

    /// Returns the base address of links: the public address, with the client's `Host` if that is a different host. A
    /// client that called this machine or an IP address goes on over HTTP and without the public path.
    pub(crate) fn base_url(&self) -> String {
        base_url(&self.headers, &self.shared.settings.public_url)
    }

    /// Returns the public address of the service and its path, which links on pages begin with.
    pub(crate) fn addresses(&self) -> [String; 2] {
        let settings = &self.shared.settings;
        [&settings.public_url, settings.base_path()].map(str::to_owned)
    }

    /// Refuses clients that do not accept this media type.
    pub(crate) fn accept(&self, media_type: &str) -> Result<(), Problem> {
        match accepts(&self.headers, media_type) {
            0 => Err(Problem::not_acceptable(message!(
                "media-type-not-accepted",
                "This address answers in {media_type}, which the header Accept excludes.",
                media_type
            ))),
            _ => Ok(()),
        }
    }

    /// Finds the data of an event's page with the page of its store; `None` if it has no page.
    pub(crate) async fn find_event(&self, id: i64) -> Result<Option<JoinedEvent>, Problem> {
        let Some(page) = self.find(OrganizationId::SHARED, ViewKind::EventPage, id).await? else { return Ok(None) };
        self.join_event(page).await.map(Some)
    }

    /// Joins the data of an event's page with the page of its store.
    pub(crate) async fn join_event(&self, page: Arc<Entry>) -> Result<JoinedEvent, Problem> {
        let store = self.at(page.store()).await?;
        Ok(JoinedEvent { page, store })
    }

    /// Returns a document as the caller sees it, if it exists.
    pub(crate) async fn find(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        key: impl ToString,
    ) -> Result<Option<Arc<Entry>>, Problem> {
        debug_assert!(
            self.source_views.contains(&kind),
            "the endpoint reads {kind:?}, which is not in its source views"
        );
        self.at(Some(DocumentKey::new(organization_id, kind, key))).await
    }

    /// Returns the document with a key, if there is a key, as the caller sees it.
    pub(crate) async fn at(&self, key: Option<DocumentKey>) -> Result<Option<Arc<Entry>>, Problem> {
        let Some(key) = key else { return Ok(None) };
        self.shared.cache.get(&key, self.audience).await
    }
}

fn base_url(headers: &HeaderMap, public_url: &str) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).filter(|host| is_host(host));
    let (scheme, rest) = public_url.split_once("://").unwrap_or(("http", public_url));
    let usual_port = if scheme == "https" { ":443" } else { ":80" };
    let is_public = |host: &str| {
        let public_host = rest.split('/').next().unwrap_or_default();
        let [called, public] = [host, public_host].map(|host| host.strip_suffix(usual_port).unwrap_or(host));
        called.eq_ignore_ascii_case(public)
    };
    match host.filter(|host| !is_public(host)) {
        Some(host) if is_direct(host) => format!("http://{host}"),
        Some(host) => format!("{scheme}://{host}{}", base_of(public_url)),
        None => public_url.to_owned(),
    }
}

/// Returns whether this can be a host and port. Links do not repeat anything else.
fn is_host(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_alphanumeric() || b".:-_[]".contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_back_to_where_the_client_came_from() {
        let public = "https://events.example/crosstable";
        for (host, expected) in [
            (None, public),
            (Some("events.example"), public),
            (Some("EVENTS.EXAMPLE"), public),
            (Some("events.example:443"), public),
            (Some("events.club.example"), "https://events.club.example/crosstable"),
            (Some("127.0.0.1:8080"), "http://127.0.0.1:8080"),
            (Some("[::1]:8080"), "http://[::1]:8080"),
            (Some("evil.example/path?"), public),
            (Some("a b"), public),
        ] {
            let headers = host.map(|host| (header::HOST, host.parse().unwrap())).into_iter().collect();
            assert_eq!(base_url(&headers, public), expected, "{host:?}");
        }
    }
}
