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
use axum::http::{HeaderMap, Method};
use domain::permissions::Operation;
use proto_events::ids::OrganizationId;
use service_kit::metrics::requests::Requests;
use service_kit::server::{PlainRequest, Ready, ShortcutAnswer};
use service_kit::traces;
use storage::{DocumentKey, ViewKind};
use web::texts::Language;

use crate::answer;
use crate::audience::Audience;
use crate::cache::Entry;
use crate::form::Form;
use crate::shared::Shared;

/// A route whose answer is determined by one document. The key of the document is the ids in the path.
pub(crate) struct Direct {
    pub(crate) template: &'static str,
    fixed: Template,
    kind: ViewKind,
    /// The operation that the caller must be permitted; `None` if everybody may read.
    operation: Option<Operation>,
    form: Form,
    at_hand: AtHand,
}

/// Finds an answer in memory. The key is that of the document, or of the document that the answer is drawn from in a
/// language.
pub(crate) type AtHand = fn(&Shared, &DocumentKey, Audience, Language) -> Option<Arc<Entry>>;

/// Finds a document in memory.
pub(crate) fn documents_at_hand(
    shared: &Shared,
    key: &DocumentKey,
    audience: Audience,
    _: Language,
) -> Option<Arc<Entry>> {
    shared.cache.at_hand(key, audience)
}

/// Answers requests for these routes from memory.
pub(crate) struct Shortcut {
    pub(crate) shared: Arc<Shared>,
    pub(crate) directs: Vec<Direct>,
    /// The addresses of streams, which the router opens.
    pub(crate) streams: Vec<Template>,
    pub(crate) requests: Requests,
}

impl Shortcut {
    /// Returns the answer, if it is in memory.
    pub(crate) fn answer(&self, asked: PlainRequest<'_>) -> ShortcutAnswer {
        let path = asked.uri.path();
        if asked.method == Method::GET && self.streams.iter().any(|template| template.key(path).is_some()) {
            return ShortcutAnswer::NotAtHand;
        }
        let is_plain = asked.method == Method::GET && asked.uri.query().is_none() && !traces::wanted();
        if !is_plain || asked.headers.contains_key(CONSISTENCY_TOKEN) {
            return ShortcutAnswer::Unknown;
        }
        let begun = self.requests.are_counted().then(Instant::now);
        let found = self.directs.iter().find_map(|direct| Some((direct, direct.fixed.key(path)?)));
        let Some((direct, key)) = found else { return ShortcutAnswer::Unknown };
        let Some(response) = self.at_hand(asked.headers, direct, key) else { return ShortcutAnswer::NotAtHand };
        self.shared.cache.count_hit();
        if let Some(begun) = begun {
            self.requests.count(direct.template, asked.method, response.status(), begun.elapsed());
        }
        ShortcutAnswer::Answer { answer: response, caller_known: direct.operation.is_some() }
    }

    fn at_hand(&self, headers: &HeaderMap, direct: &Direct, key: String) -> Option<Arc<Ready>> {
        let (organization_id, audience) = self.reader(headers, direct)?;
        let key = DocumentKey { organization_id, kind: direct.kind, key };
        let language = if direct.form.language.is_some() { Language::of(None, headers) } else { Language::English };
        let entry = (direct.at_hand)(&self.shared, &key, audience, language)?;
        answer::ready(headers, &entry, direct.form.in_language(language))
    }

    /// Returns the organization whose documents are read, and the audience, if the caller may read them.
    fn reader(&self, headers: &HeaderMap, direct: &Direct) -> Option<(OrganizationId, Audience)> {
        let Some(operation) = direct.operation else { return Some((OrganizationId::SHARED, Audience::EVERYBODY)) };
        let caller = self.shared.gate.admit_at_once(headers, operation)?;
        let organization = caller.organization_id.filter(|_| accepts(headers, JSON) > 0)?;
        Some((organization, Audience::of(&caller)))
    }
}

impl Direct {
    /// Creates the route with this template.
    pub(crate) fn new(
        template: &'static str,
        kind: ViewKind,
        operation: Option<Operation>,
        form: Form,
        at_hand: AtHand,
    ) -> Self {
        Self { template, fixed: Template::new(template), kind, operation, form, at_hand }
    }
}

/// A path with ids. It has the parts before, between and after the ids, without the trailing slash.
pub(crate) struct Template(Vec<&'static str>);

impl Template {
    /// Reads a template of a route.
    pub(crate) fn new(template: &'static str) -> Self {
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
