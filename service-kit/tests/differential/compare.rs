//! Sends a stream to the server in each of its configurations and compares everything that is returned.
//!
//! | Configuration | Compared |
//! |---|---|
//! | with the shortcut | byte by byte with the next one |
//! | without it: hyper behind the transport | |
//! | hyper only | the same, except requests that it refuses itself: there the status |

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use service_kit::limits::Limits;
use service_kit::server::InMemory;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

use crate::site::site;
use crate::streams::Stream;

/// Maximum number of bytes passed to hyper at a time.
const PIECE: usize = 8 * 1024 - 1;

/// Maximum number of bytes in transit in each direction.
const PIPE: usize = 64 * 1024;
/// A moment on a clock that moves only when no task can continue: all possible work is done by then.
const QUIET: Duration = Duration::from_millis(1);

/// The configurations to compare.
pub(crate) struct Ways {
    short: InMemory,
    long: InMemory,
}

/// The bytes returned by the server.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Outcome {
    /// Before the client closed its sending side.
    answers: Vec<u8>,
    /// Whether the server had closed the connection by then.
    is_closed: bool,
    /// After the client closed its sending side.
    rest: Vec<u8>,
}

impl Ways {
    pub(crate) fn new() -> Self {
        let limits = Limits::default();
        Self { short: InMemory::new(site(true), limits), long: InMemory::new(site(false), limits) }
    }

    /// Returns how the configurations differ, if they do.
    pub(crate) async fn difference(&self, stream: &Stream) -> Option<String> {
        let short = converse(|far| self.short.serve(far), stream).await;
        let long = converse(|far| self.long.serve(far), stream).await;
        if short != long {
            return Some(format!("with the shortcut {}\nwithout it {}", shown(&short), shown(&long)));
        }
        // The answer to a client that leaves early depends on how much hyper has read. A head that hyper receives in
        // several pieces is the last on its connection here, but not with hyper only.
        if stream.ends_early || stream.bytes.len() >= PIECE {
            return None;
        }
        // An assertion in hyper fails if it refuses a request before it has written the previous answer. The transport
        // passes it one request at a time.
        let alone =
            AssertUnwindSafe(converse(|far| self.long.serve_by_hyper(far), stream)).catch_unwind().await.ok()?;
        if like_hyper(&long) == like_hyper(&alone) || self.is_sooner_or_later(stream, &long, &alone).await {
            return None;
        }
        Some(format!("ours {}\nhyper only {}", shown(&long), shown(&alone)))
    }

    /// Returns whether one refuses a head at its beginning and the other only after its end.
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

    /// Returns a shorter stream that still makes a difference.
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

/// Sends the pieces, each after the server has processed those before, and reads the answers.
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

/// Sends a piece and reads meanwhile, so that the two sides do not block each other. Returns whether the server has
/// closed the connection.
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

/// Reads until nothing more arrives. Returns whether the server has closed the connection.
async fn listen(near: &mut DuplexStream, answers: &mut Vec<u8>) -> bool {
    loop {
        match tokio::time::timeout(QUIET, near.read_buf(answers)).await {
            Ok(Ok(1..)) => {}
            Ok(_) => return true,
            Err(_) => return false,
        }
    }
}

/// Removes the dates of answers.
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

/// Reduces refusals to a mark, because hyper's own have other heads and bodies.
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
    // A refusal is the last answer and contains nothing of the request.
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
