//! Parses submitted forms: `application/x-www-form-urlencoded`, small, and UTF-8.
//!
//! Forms whose answer shows a value once are carried out once: each has a random id, and the last used ids are remembered. So
//! reloading the answer or pressing the button twice makes nothing twice.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::http::{HeaderMap, header};
use percent_encoding::percent_decode;
use service_kit::intake::{self, NotReceived};
use service_kit::message;
use service_kit::problem::Problem;
use service_kit::random::secret_base62;

/// Maximum bytes of a form from a signed-in person or the holder of a link. The longest is a pasted list of players: a
/// few hundred lines, in which a letter takes up to nine bytes.
pub(crate) const SIGNED_IN: usize = 256 * 1024;
/// Maximum bytes of a form from anyone. The longest holds two passwords of 128 characters of up to twelve bytes each.
pub(crate) const OPEN: usize = 8 * 1024;
const MEDIA_TYPE: &str = "application/x-www-form-urlencoded";

/// The fields of a form. It has no `Debug`, because it may hold passwords.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    /// Receives the body of a request of at most `most` bytes.
    ///
    /// # Errors
    /// 400, 408, 413 or 415 for a body that no page of this service sends.
    pub(crate) async fn receive(headers: &HeaderMap, body: Body, most: usize) -> Result<Self, Problem> {
        let sent = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = sent.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case(MEDIA_TYPE) {
            return Err(Problem::unsupported_media_type(message!(
                "page-form-of-another-type",
                "The forms of these pages are sent as {most}.",
                most = MEDIA_TYPE
            )));
        }
        let bytes = intake::receive(body, most).await.map_err(|fault| match fault {
            NotReceived::TooLarge { .. } => {
                Problem::payload_too_large(message!("page-form-too-large", "This form is too large."))
            }
            fault => fault.into_problem(),
        })?;
        Self::read(&bytes)
            .ok_or_else(|| Problem::bad_request(message!("page-form-not-utf-8", "The form is not valid UTF-8.")))
    }

    /// Parses fields in the order in which they were sent. `None` if they are not UTF-8.
    fn read(bytes: &[u8]) -> Option<Self> {
        let pairs = bytes.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty());
        let pair = |pair: &[u8]| {
            let (name, value) = match pair.iter().position(|byte| *byte == b'=') {
                Some(equals) => (&pair[..equals], &pair[equals + 1..]),
                None => (pair, &[][..]),
            };
            Some((decoded(name)?, decoded(value)?))
        };
        pairs.map(pair).collect::<Option<_>>().map(Self)
    }

    #[cfg(test)]
    pub(crate) fn of(fields: &[(&str, &str)]) -> Self {
        Self(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    /// Returns the value of a field exactly as typed; empty if it was not sent.
    pub(crate) fn exact(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Returns the value of a field without spaces at its ends, which a keyboard may have added.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.exact(name).trim()
    }

    /// Returns the value of a field of several lines, as [`plain`] writes it.
    pub(crate) fn lines(&self, name: &str) -> String {
        plain(self.exact(name))
    }

    /// Returns the values of a field that the form has several times, without spaces at their ends.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.trim())
    }

    pub(crate) fn is_checked(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| known == name)
    }
}

/// Returns a text in the way in which fields of several lines are compared: without spaces at its ends, and without the
/// carriage returns that browsers add to line breaks.
pub(crate) fn plain(text: &str) -> String {
    text.trim().replace("\r\n", "\n")
}

fn decoded(bytes: &[u8]) -> Option<String> {
    let spaced: Vec<u8> = bytes.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
    percent_decode(&spaced).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

/// Maximum number of remembered ids.
const KNOWN: usize = 1_024;
const LENGTH: usize = 22;

#[derive(Clone, Default)]
pub(crate) struct FormIds(Arc<Mutex<VecDeque<String>>>);

/// Permission to carry out a form. If it is dropped before [`FormClaim::complete`], the form may be sent again.
pub(crate) struct FormClaim {
    ids: FormIds,
    id: String,
    completed: bool,
}

impl FormIds {
    pub(crate) fn new_id() -> String {
        secret_base62(LENGTH)
    }

    /// Claims a form. `None` if it was carried out before, or is being carried out.
    pub(crate) fn claim(&self, id: &str) -> Option<FormClaim> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if id.len() != LENGTH || known.iter().any(|used| used == id) {
            return None;
        }
        if known.len() >= KNOWN {
            known.pop_front();
        }
        known.push_back(id.to_owned());
        Some(FormClaim { ids: self.clone(), id: id.to_owned(), completed: false })
    }
}

impl FormClaim {
    /// Marks the form as carried out.
    pub(crate) fn complete(mut self) {
        self.completed = true;
    }
}

impl Drop for FormClaim {
    fn drop(&mut self) {
        if !self.completed {
            self.ids.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|used| *used != self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(media_type: &'static str) -> HeaderMap {
        [(header::CONTENT_TYPE, HeaderValue::from_static(media_type))].into_iter().collect()
    }

    #[test]
    fn fields_are_read_as_browsers_send_them() {
        let form = Form::read(b"name=%C3%84da+Ahorn+&empty=&tick&password=+%26%3D%2B+&name=second").unwrap();
        assert_eq!((form.text("name"), form.exact("name")), ("\u{c4}da Ahorn", "\u{c4}da Ahorn "));
        assert_eq!(form.exact("password"), " &=+ ", "a password keeps its blanks");
        assert!(form.is_checked("tick") && form.is_checked("empty") && !form.is_checked("other"));
        assert_eq!(form.exact("other"), "");
        assert_eq!(Form::of(&[("note", " late\r\nleft \n")]).lines("note"), "late\nleft");
        assert_eq!(form.all("name").collect::<Vec<_>>(), ["\u{c4}da Ahorn", "second"]);
        assert!(Form::read(b"").unwrap().0.is_empty());
        assert!(Form::read(b"name=%ff").is_none());
    }

    #[tokio::test]
    async fn what_no_page_sends_is_refused() {
        let fine = headers("application/x-www-form-urlencoded; charset=UTF-8");
        let status = async |headers: &HeaderMap, body: &str| {
            let received = Form::receive(headers, Body::from(body.to_owned()), OPEN).await;
            received.err().map(|problem| problem.status().as_u16())
        };
        assert_eq!(status(&fine, "a=1").await, None);
        assert_eq!(status(&fine, "a=%ff").await, Some(400));
        assert_eq!(status(&fine, &"x".repeat(OPEN + 1)).await, Some(413));
        assert_eq!(status(&headers("application/json"), "{}").await, Some(415));
        assert_eq!(status(&HeaderMap::new(), "a=1").await, Some(415));
    }

    #[test]
    fn a_form_is_carried_out_once() {
        let ids = FormIds::default();
        let id = FormIds::new_id();
        let claim = ids.claim(&id).unwrap();
        assert!(ids.claim(&id).is_none(), "the form is being carried out");
        drop(claim);
        ids.claim(&id).unwrap().complete();
        assert!(ids.claim(&id).is_none());
        assert!(ids.claim(&FormIds::new_id()).is_some() && ids.claim("").is_none());
    }

    #[test]
    fn the_last_few_are_known() {
        let ids = FormIds::default();
        (0..KNOWN * 2).for_each(|_| ids.claim(&FormIds::new_id()).unwrap().complete());
        assert_eq!(ids.0.lock().unwrap().len(), KNOWN);
    }
}
