//! Sends a stream to the server by every way that it has, and compares everything that comes back.
//!
//! | Way | Compared |
//! |---|---|
//! | with the shortcut | byte by byte with the next one |
//! | without it: hyper behind the transport | |
//! | hyper alone | the same, except requests that it refuses by itself: there the status |

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use service_kit::limits::Limits;
use service_kit::server::InMemory;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

use crate::site::site;
use crate::streams::Stream;

/// Bytes that hyper is given at a time.
const PIECE: usize = 8 * 1024 - 1;

/// Bytes on their way in each direction at most.
const PIPE: usize = 64 * 1024;
/// A moment of a clock that moves only when nothing else does: everything that can be done is done by then.
const QUIET: Duration = Duration::from_millis(1);

/// The ways to an answer.
pub(crate) struct Ways {
    short: InMemory,
    long: InMemory,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Outcome {
    /// Before the client ended its side.
    answers: Vec<u8>,
    /// Whether the server had closed the connection by then.
    is_closed: bool,
    /// After it.
    rest: Vec<u8>,
}

impl Ways {
    pub(crate) fn new() -> Self {
        let limits = Limits::default();
        Self { short: InMemory::new(site(true), limits), long: InMemory::new(site(false), limits) }
    }

    /// Says how the ways differ, if they do.
    pub(crate) async fn difference(&self, stream: &Stream) -> Option<String> {
        let short = converse(|far| self.short.serve(far), stream).await;
        let long = converse(|far| self.long.serve(far), stream).await;
        if short != long {
            return Some(format!("with the shortcut {}\nwithout it {}", shown(&short), shown(&long)));
        }
        // The answer to a client that leaves early depends on the bytes that hyper has read. A head that hyper gets in several
        // pieces is the last on its connection here, and hyper alone goes on.
        if stream.ends_early || stream.bytes.len() >= PIECE {
            return None;
        }
        // An assertion in hyper fails where it refuses a request before it has written the answer to the one before. The
        // transport gives it one at a time.
        let alone =
            AssertUnwindSafe(converse(|far| self.long.serve_by_hyper(far), stream)).catch_unwind().await.ok()?;
        if like_hyper(&long) == like_hyper(&alone) || self.is_sooner_or_later(stream, &long, &alone).await {
            return None;
        }
        Some(format!("ours {}\nhyper alone {}", shown(&long), shown(&alone)))
    }

    /// Whether one refuses a head by its beginning and the other waits for its end, to refuse it then.
    async fn is_sooner_or_later(&self, stream: &Stream, long: &Outcome, alone: &Outcome) -> bool {
        if long.is_closed == alone.is_closed {
            return false;
        }
        let mut ended = stream.clone();
        ended.cuts.push(ended.bytes.len());
        ended.bytes.extend_from_slice(b"\r\n\r\n");
        if long.is_closed {
            let later = converse(|far| self.long.serve_by_hyper(far), &ended).await;
            return like_hyper(&later) == like_hyper(long);
        }
        like_hyper(&converse(|far| self.long.serve(far), &ended).await) == like_hyper(alone)
    }

    /// A stream that is shorter and still makes a difference.
    pub(crate) async fn shortened(&self, mut stream: Stream) -> Stream {
        let mut length = stream.bytes.len();
        while length > 0 {
            let mut at = 0;
            while at < stream.bytes.len() {
                let end = (at + length).min(stream.bytes.len());
                let shorter = without(&stream, at, end);
                if self.difference(&shorter).await.is_some() { stream = shorter } else { at = end }
            }
            length /= 2;
        }
        stream
    }
}

fn without(stream: &Stream, begin: usize, end: usize) -> Stream {
    let mut shorter = stream.clone();
    shorter.bytes.drain(begin..end);
    let moved = |cut: usize| if cut < end { cut.min(begin) } else { cut - (end - begin) };
    shorter.cuts = stream.cuts.iter().map(|cut| moved(*cut)).collect();
    shorter
}

/// Sends the pieces, each once the server has done what it can with those before, and reads what comes.
async fn converse<F: Future<Output = ()>>(serve: impl FnOnce(DuplexStream) -> F, stream: &Stream) -> Outcome {
    let (mut near, far) = duplex(PIPE);
    let talk = async {
        let (mut answers, mut is_closed) = (Vec::new(), false);
        let count = stream.pieces().count();
        for (number, piece) in stream.pieces().enumerate() {
            is_closed = send(&mut near, piece, &mut answers).await;
            if number + 1 == count && stream.ends_early {
                let _ = near.shutdown().await;
            }
            is_closed |= listen(&mut near, &mut answers).await;
        }
        let mut rest = Vec::new();
        let _ = near.shutdown().await;
        let _ = near.read_to_end(&mut rest).await;
        Outcome { answers: undated(answers), is_closed, rest: undated(rest) }
    };
    tokio::join!(serve(far), talk).1
}

/// Sends a piece; reads meanwhile, so that neither side waits for the other for ever. Says whether the server has closed.
async fn send(near: &mut DuplexStream, piece: &[u8], answers: &mut Vec<u8>) -> bool {
    let (mut reader, mut writer) = tokio::io::split(near);
    let mut written = std::pin::pin!(writer.write_all(piece));
    loop {
        tokio::select! {
            biased;
            _ = &mut written => return false,
            read = reader.read_buf(answers) => if !matches!(read, Ok(1..)) { return true },
        }
    }
}

/// Reads until nothing more comes. Says whether the server has closed.
async fn listen(near: &mut DuplexStream, answers: &mut Vec<u8>) -> bool {
    loop {
        match tokio::time::timeout(QUIET, near.read_buf(answers)).await {
            Ok(Ok(1..)) => {}
            Ok(_) => return true,
            Err(_) => return false,
        }
    }
}

/// Without the seconds in which answers were given.
fn undated(mut bytes: Vec<u8>) -> Vec<u8> {
    const MARK: &[u8] = b"\r\ndate: ";
    const DATE: usize = "Thu, 01 Jan 1970 00:00:00 GMT".len();
    let mut from = 0;
    while let Some(at) = bytes[from..].windows(MARK.len()).position(|window| window == MARK) {
        let begin = from + at + MARK.len();
        let end = (begin + DATE).min(bytes.len());
        bytes[begin..end].fill(b'-');
        from = end;
    }
    bytes
}

/// An outcome with the heads of refusals alone, without what hyper's own lack.
fn like_hyper(outcome: &Outcome) -> (Vec<u8>, bool, Vec<u8>) {
    const REFUSALS: [&str; 3] =
        ["400 Bad Request\r\n", "431 Request Header Fields Too Large\r\n", "414 URI Too Long\r\n"];
    const VERSION: usize = "HTTP/1.1 ".len();
    let begins = |refusal: &str| {
        let refusal = refusal.as_bytes();
        let at = outcome.answers.windows(refusal.len()).rposition(|window| window == refusal);
        at.and_then(|at| at.checked_sub(VERSION))
    };
    let mut answers = outcome.answers.clone();
    // A refusal is the last answer, and has nothing of the request in it.
    if let Some(at) = REFUSALS.iter().filter_map(|refusal| begins(refusal)).max()
        && outcome.is_closed
    {
        answers.truncate(at);
        answers.extend_from_slice(b"refused");
    }
    (answers, outcome.is_closed, outcome.rest.clone())
}

fn shown(outcome: &Outcome) -> String {
    let Outcome { answers, is_closed, rest } = outcome;
    let short = |bytes: &[u8]| bytes.escape_ascii().to_string().chars().take(3_000).collect::<String>();
    format!("closed {is_closed}: \"{}\" then \"{}\"", short(answers), short(rest))
}
