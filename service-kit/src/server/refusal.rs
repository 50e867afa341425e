//! Answers to requests that never reach the service: malformed, too large or too slow requests, and those whose
//! connection is closed to make room.

use axum::http::{HeaderName, StatusCode};

use super::head::{HEAD_BYTES, HEADERS};
use super::ready::{Ready, closing};
use crate::message;
use crate::message::Message;
use crate::problem::Problem;

/// Maximum length of a header's name in the answer.
const LONGEST_NAME: usize = 100;

/// Why a request does not reach the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not HTTP.
    Malformed,
    /// Its head is too large.
    TooLarge,
    /// Its head did not arrive in time.
    Late,
    /// There is no memory for it.
    NoRoom,
}

impl Refusal {
    /// Returns the refusal that matches the head of hyper's answer.
    pub(super) fn of_hyper(head: &[u8]) -> Self {
        let is_too_large = [StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, StatusCode::URI_TOO_LONG]
            .iter()
            .any(|status| head.get(9..12) == Some(status.as_str().as_bytes()));
        if is_too_large { Self::TooLarge } else { Self::Malformed }
    }

    /// Returns its name in metrics.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::TooLarge => "head_too_large",
            Self::Late => "too_slow",
            Self::NoRoom => "no_room",
        }
    }

    /// Returns the answer, after which the connection is closed. `head` is the received part of the request, or empty
    /// if it was not kept.
    pub(super) fn answer(self, head: &[u8]) -> Ready {
        let problem = match self {
            Self::Malformed => Problem::bad_request(message!("invalid-http", "The request is not valid HTTP/1.1.")),
            Self::TooLarge => Problem::header_fields_too_large(too_large(head)),
            Self::Late => {
                Problem::request_timeout(message!("head-too-late", "The head of the request did not arrive in time."))
            }
            Self::NoRoom => Problem::unavailable(
                message!(
                    "no-room-for-unfinished-requests",
                    "There is no room for unfinished requests, and this is the oldest of them. Please send it again."
                ),
                1,
            ),
        };
        closing(problem.whole()).into()
    }
}

/// Returns the message of a head that is too large. It names the longest line, if the head was kept.
fn too_large(head: &[u8]) -> Message {
    let lines = head.split(|byte| *byte == b'\n').enumerate();
    let Some((number, line)) = lines.max_by_key(|(_, line)| line.len()).filter(|_| !head.is_empty()) else {
        return message!(
            "head-too-large",
            "The address and headers may have {bytes} bytes in total, with at most {headers} headers.",
            bytes = HEAD_BYTES,
            headers = HEADERS
        );
    };
    let own = line.len();
    let name = line.split(|byte| *byte == b':').next().filter(|name| name.len() < own && name.len() <= LONGEST_NAME);
    match name.map(HeaderName::from_bytes) {
        _ if number == 0 => message!(
            "head-too-large-by-the-address",
            "The address and headers may have {bytes} bytes in total, with at most {headers} headers. The longest \
             line: the address, with {own} bytes or more.",
            bytes = HEAD_BYTES,
            headers = HEADERS,
            own
        ),
        Some(Ok(name)) => message!(
            "head-too-large-by-a-header",
            "The address and headers may have {bytes} bytes in total, with at most {headers} headers. The longest \
             line: the header `{name}`, with {own} bytes or more.",
            bytes = HEAD_BYTES,
            headers = HEADERS,
            name,
            own
        ),
        _ => message!(
            "head-too-large-by-a-line",
            "The address and headers may have {bytes} bytes in total, with at most {headers} headers. The longest \
             line: line {number}, with {own} bytes or more.",
            bytes = HEAD_BYTES,
            headers = HEADERS,
            number = number + 1,
            own
        ),
    }
}
