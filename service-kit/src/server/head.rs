//! Finds the end of a request head, and limits the wait for it.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

/// Maximum size of a request's address and headers. A larger head is refused with an explanation: `head_limit.rs`.
pub(super) const HEAD_BYTES: usize = 32 * 1024;
/// Maximum number of headers in a request, the same as hyper's.
pub(super) const HEADERS: usize = 100;
/// Maximum number of bytes received of a head. The content of a larger head is not examined.
pub(super) const MOST_HEAD: usize = 2 * HEAD_BYTES;

/// Returns the length of the head at the beginning of these bytes, if it is complete. The first `searched` bytes
/// contain no end of a head.
pub(super) fn end_of_head(bytes: &[u8], searched: usize) -> Option<usize> {
    // Part of the end may already be among them.
    let from = searched.saturating_sub(2);
    let line_ends = (from..bytes.len()).filter(|at| bytes[*at] == b'\n');
    line_ends.map(|at| at + 1).find_map(|behind| match &bytes[behind..] {
        [b'\n', ..] => Some(behind + 1),
        [b'\r', b'\n', ..] => Some(behind + 2),
        _ => None,
    })
}

/// Returns the length of the empty lines before a head, which are ignored.
pub(super) fn empty_lines(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let [b'\n', behind @ ..] | [b'\r', b'\n', behind @ ..] = rest {
        rest = behind;
    }
    bytes.len() - rest.len()
}

/// Returns whether these bytes cannot be the beginning of a head.
pub(super) fn is_not_http(bytes: &[u8]) -> bool {
    httparse::Request::new(&mut [httparse::EMPTY_HEADER; HEADERS]).parse(bytes).is_err()
}

/// The wait for a client. The timer is not reset with every request, only when it fires too early.
pub(super) struct ClientTimeout {
    pub(super) since: Instant,
    limit: Duration,
    /// Made for the first wait.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl ClientTimeout {
    pub(super) fn new(limit: Duration) -> Self {
        let since = Instant::now();
        Self { since, limit, alarm: None }
    }

    /// Gives back the timer until the next wait.
    pub(super) fn release(&mut self) {
        self.alarm = None;
    }

    pub(super) fn poll_elapsed(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let end = self.since + self.limit;
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(end)));
        while alarm.as_mut().poll(context).is_ready() {
            if Instant::now() >= end {
                return Poll::Ready(());
            }
            alarm.as_mut().reset(end);
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_with_an_empty_line_however_it_comes_in_pieces() {
        for head in ["GET / HTTP/1.1\r\nhost: a\r\n\r\n", "GET / HTTP/1.1\n\n", "GET / HTTP/1.1\nhost: a\n\r\n"] {
            let stream = format!("{head}GET /next\r\n\r\n");
            for searched in 0..head.len() {
                assert_eq!(end_of_head(&stream.as_bytes()[..head.len() - 1], searched), None, "{head:?}");
                assert_eq!(end_of_head(stream.as_bytes(), searched), Some(head.len()), "{head:?} {searched}");
            }
        }
    }

    #[test]
    fn only_whole_lines_are_empty() {
        for (bytes, length) in [("", 0), ("\r", 0), ("\r\n\n\r\nGET", 5), ("\r\rGET", 0), ("GET\r\n", 0)] {
            assert_eq!(empty_lines(bytes.as_bytes()), length, "{bytes:?}");
        }
    }

    #[test]
    fn garbage_is_known_at_once_and_a_part_of_a_head_is_waited_for() {
        for garbage in ["\u{16}\u{3}\u{1}", "GET / HTTP/3", "GET / HTTP/1.1\r\nno colon\r\n", "G\u{0}T"] {
            assert!(is_not_http(garbage.as_bytes()), "{garbage:?}");
        }
        for part in ["G", "GET", "GET /a", "GET / HTTP/1.1\r\nhost: a\r\nx-lo"] {
            assert!(!is_not_http(part.as_bytes()), "{part:?}");
        }
    }
}
