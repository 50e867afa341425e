//! A request on its way through an endpoint: what was asked, and the ways to answer it.

use std::sync::Arc;

use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{Credential, DocumentKey, ViewKind};

use crate::Shared;
use crate::answer::{self, Form};
use crate::cache::Entry;
use crate::query::Query;

/// Who asks.
pub(crate) type Caller = Arc<Credential>;

/// What was asked.
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    pub(crate) params: Vec<(String, String)>,
}

/// Longest piece of a client's text that is repeated to it.
const REPEATED: usize = 40;

impl Call {
    /// A part of the path by its name in the template.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// The id in the path. There is no other spelling of an id than its digits.
    pub(crate) fn id(&self, what: &str) -> Result<i64, Problem> {
        let text = self.param("id");
        integer(text).ok_or_else(|| nothing(what, text))
    }

    /// The query's parameters.
    pub(crate) fn query(&self) -> Query {
        Query::of(&self.uri)
    }

    /// Whether only the head of the answer is wanted.
    pub(crate) fn is_head(&self) -> bool {
        self.method == Method::HEAD
    }

    /// A document, if there is one.
    pub(crate) async fn find(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        key: impl ToString,
    ) -> Result<Option<Arc<Entry>>, Problem> {
        let key = DocumentKey::new(organization_id, kind, key);
        Ok(self.shared.cache.get(&key).await?)
    }

    /// Answers with the document of the caller's organization that the id in the path names.
    pub(crate) async fn document(&self, caller: &Caller, kind: ViewKind, what: &str) -> Result<Response, Problem> {
        let id = self.id(what)?;
        let entry = self.find(caller.organization_id, kind, id).await?;
        let entry = entry.ok_or_else(|| nothing(what, self.param("id")))?;
        answer::entry(&self.headers, &entry, Form::KEYED_JSON).await
    }
}

/// An integer in its one spelling: digits, a minus in front where it is negative, no leading zeros.
pub(crate) fn integer(text: &str) -> Option<i64> {
    text.parse::<i64>().ok().filter(|number| number.to_string() == text)
}

/// 404 for an id. The same words for what never was, for what belongs to somebody else, and for what is no id at all.
pub(crate) fn nothing(what: &str, id: &str) -> Problem {
    let id = short(id);
    Problem::not_found(format!(
        "There is no {what} with the id `{id}`. An id is an integer, as in the field `id` of the lists of this service."
    ))
}

/// A client's text, cut to what is sensible to repeat.
pub(crate) fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(REPEATED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_one_spelling() {
        for (text, expected) in
            [("7", Some(7)), ("-1", Some(-1)), ("0", Some(0)), ("9223372036854775807", Some(i64::MAX))]
        {
            assert_eq!(integer(text), expected);
        }
        for text in ["", "+7", "07", "-0", "7.0", "7 ", "9223372036854775808", "x", "\u{0667}"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_repeated_is_short() {
        assert_eq!(short(&"x".repeat(500)).len(), REPEATED);
        assert_eq!(short("a\u{0}\nb"), "ab");
    }
}
