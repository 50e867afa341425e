//! Parses submitted forms: `application/x-www-form-urlencoded`, small; or `multipart/form-data` with a file.
//!
//! Forms whose answer shows a value once are carried out once: each has a random id, and the last used ids are remembered. So
//! reloading the answer or pressing the button twice makes nothing twice.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use api_kit::path::integer;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use domain::limits::PICTURE_BYTES;
use futures::stream;
use multer::Multipart;
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

/// Maximum bytes of a form with a file, which only people send who are signed in.
pub(crate) const WITH_FILE: usize = PICTURE_BYTES + OPEN;
const PARTS: usize = 16;

/// The fields of a form, and its file. It has no `Debug`, because it may hold passwords.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct Form(Vec<(String, String)>, Bytes);

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
        Ok(Self::read(&received(body, most).await?))
    }

    /// Receives the body of a request that may have parts, one of them a file, of at most `most` bytes.
    ///
    /// # Errors
    /// 400, 408, 413 or 415 for a body that no page of this service sends.
    pub(crate) async fn receive_in_parts(headers: &HeaderMap, body: Body, most: usize) -> Result<Self, Problem> {
        let sent = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let Ok(boundary) = multer::parse_boundary(sent) else { return Self::receive(headers, body, SIGNED_IN).await };
        let bytes = received(body, most).await?;
        let mut parts = Multipart::new(stream::iter([Ok::<_, multer::Error>(bytes)]), boundary);
        let mut form = Self::default();
        for _ in 0..PARTS {
            let Some(part) = parts.next_field().await.map_err(not_whole)? else { return Ok(form) };
            let (name, is_file) = (part.name().unwrap_or_default().to_owned(), part.file_name().is_some());
            let value = part.bytes().await.map_err(not_whole)?;
            if is_file {
                form.1 = value;
            } else {
                form.0.push((name, String::from_utf8_lossy(&value).into_owned()));
            }
        }
        Err(not_whole(()))
    }

    /// Parses fields in the order in which they were sent.
    fn read(bytes: &[u8]) -> Self {
        Self(form_urlencoded::parse(bytes).into_owned().collect(), Bytes::new())
    }

    #[cfg(test)]
    pub(crate) fn of(fields: &[(&str, &str)]) -> Self {
        Self(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(), Bytes::new())
    }

    /// Returns the value of a field exactly as typed; empty if it was not sent.
    pub(crate) fn exact(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Returns the value of a field without spaces at its ends, which a keyboard may have added.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.exact(name).trim()
    }

    /// Returns the number or the id in a field.
    pub(crate) fn id<I: From<i64>>(&self, name: &str) -> Option<I> {
        integer(self.exact(name)).map(I::from)
    }

    /// Returns the value of a field of several lines, as [`plain`] writes it.
    pub(crate) fn lines(&self, name: &str) -> String {
        plain(self.exact(name))
    }

    /// Returns the values of a field that the form has several times, without spaces at their ends.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.trim())
    }

    /// Returns the bytes of the form's file; none if no file was chosen.
    pub(crate) fn file(&self) -> Bytes {
        self.1.clone()
    }

    pub(crate) fn is_checked(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| known == name)
    }
}

async fn received(body: Body, most: usize) -> Result<Bytes, Problem> {
    intake::receive(body, most).await.map_err(|fault| match fault {
        NotReceived::TooLarge { .. } => {
            Problem::payload_too_large(message!("page-form-too-large", "This form is too large."))
        }
        fault => fault.into_problem(),
    })
}

fn not_whole<E>(_: E) -> Problem {
    Problem::bad_request(message!("page-form-not-whole", "The form did not arrive as a whole. Please send it again."))
}

/// Returns a text in the way in which fields of several lines are compared: without spaces at its ends, and without the
/// carriage returns that browsers add to line breaks.
pub(crate) fn plain(text: &str) -> String {
    text.trim().replace("\r\n", "\n")
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
        let form = Form::read(b"name=%C3%84da+Ahorn+&empty=&tick&password=+%26%3D%2B+&name=second");
        assert_eq!((form.text("name"), form.exact("name")), ("\u{c4}da Ahorn", "\u{c4}da Ahorn "));
        assert_eq!(form.exact("password"), " &=+ ", "a password keeps its blanks");
        assert!(form.is_checked("tick") && form.is_checked("empty") && !form.is_checked("other"));
        assert_eq!(form.exact("other"), "");
        assert_eq!(Form::of(&[("note", " late\r\nleft \n")]).lines("note"), "late\nleft");
        assert_eq!(form.all("name").collect::<Vec<_>>(), ["\u{c4}da Ahorn", "second"]);
        assert!(Form::read(b"").0.is_empty());
    }

    #[tokio::test]
    async fn what_no_page_sends_is_refused() {
        let fine = headers("application/x-www-form-urlencoded; charset=UTF-8");
        let status = async |headers: &HeaderMap, body: &str| {
            let received = Form::receive(headers, Body::from(body.to_owned()), OPEN).await;
            received.err().map(|problem| problem.status().as_u16())
        };
        assert_eq!(status(&fine, "a=1").await, None);
        assert_eq!(status(&fine, &"x".repeat(OPEN + 1)).await, Some(413));
        assert_eq!(status(&headers("application/json"), "{}").await, Some(415));
        assert_eq!(status(&HeaderMap::new(), "a=1").await, Some(415));
    }

    #[tokio::test]
    async fn a_file_comes_with_the_fields_of_its_form() {
        let sent = headers("multipart/form-data; boundary=7");
        let part =
            |name: &str, value: &str| format!("--7\r\nContent-Disposition: form-data; name={name}\r\n\r\n{value}\r\n");
        let receive = async |body: String| Form::receive_in_parts(&sent, Body::from(body), WITH_FILE).await;
        let whole = [part("form_token", "abc"), part("file; filename=a.png", "\u{1}PNG"), "--7--\r\n".into()].concat();
        let form = receive(whole.clone()).await.ok().unwrap();
        assert_eq!((form.exact("form_token"), &form.file()[..]), ("abc", &b"\x01PNG"[..]));
        assert_eq!(form.exact("file"), "", "a file is no field");
        let refused = [
            whole[..whole.len() - 20].to_owned(),
            part("a", "b").repeat(PARTS) + "--7--\r\n",
            "x".repeat(WITH_FILE + 1),
        ];
        for (body, status) in refused.into_iter().zip([400, 400, 413]) {
            assert_eq!(receive(body).await.err().map(|problem| problem.status().as_u16()), Some(status));
        }
        let fields = headers("application/x-www-form-urlencoded");
        let plain = Form::receive_in_parts(&fields, Body::from("a=1"), WITH_FILE).await;
        assert_eq!(plain.ok().unwrap().exact("a"), "1");
        let long = Form::receive_in_parts(&fields, Body::from("x".repeat(SIGNED_IN + 1)), WITH_FILE).await;
        assert_eq!(long.err().map(|problem| problem.status().as_u16()), Some(413));
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
