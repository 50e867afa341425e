//! Random streams of bytes that clients might send: several requests, valid or invalid in many ways, some with changed
//! bytes, sent in pieces.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};

/// The bytes that a client sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stream {
    pub(crate) bytes: Vec<u8>,
    /// The ends of pieces.
    pub(crate) cuts: Vec<usize>,
    /// Whether the client closes its sending side with the last piece, rather than after it has its answers.
    pub(crate) ends_early: bool,
}

impl Stream {
    /// Returns the pieces.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let begins = std::iter::once(0).chain(self.cuts.iter().copied());
        let ends = self.cuts.iter().copied().chain([self.bytes.len()]);
        begins.zip(ends).map(|(begin, end)| &self.bytes[begin..end]).filter(|piece| !piece.is_empty())
    }
}

const METHODS: &[&str] = &[
    "GET", "GET", "GET", "GET", "GET", "POST", "HEAD", "PUT", "OPTIONS", "CONNECT", "TRACE", "get", "G T", "", "BREW",
    "GET\0", "\u{1}",
];
const TARGETS: &[&str] = &[
    "/known",
    "/known",
    "/known",
    "/known",
    "/echo",
    "/echo",
    "/slow",
    "/large",
    "/last",
    "/empty",
    "/stream",
    "/refused",
    "/known?",
    "/known?x=1",
    "/known/",
    "/nowhere",
    "/",
    "",
    "*",
    "known",
    "//known",
    "/known#part",
    "/kn%6fwn",
    "/%",
    "/%00",
    "/echo?a=%ff&b",
    "/echo?\u{e4}",
    "/ec ho",
    "/echo\t",
    "/./known",
    "/a/../known",
    "http://b/known",
    "http://b",
    "http://u@b:81/echo?x",
    "http:///known",
    "HTTP://b/echo",
    "ftp://b/echo",
    "b:80",
    "/echo|{}\\^`\"<>",
    "/\u{7f}",
];
const VERSIONS: &[&str] = &[
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.0",
    "HTTP/1.0",
    "HTTP/0.9",
    "HTTP/1.2",
    "HTTP/2.0",
    "HTTP/1",
    "HTTP/1.1 ",
    "http/1.1",
    "HTTP/01.1",
    "HTTP /1.1",
    "",
    "HTTPS/1.1",
];
const ENDS: &[&str] = &["\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r", "\r\r\n", "\n\r", "\0\r\n"];
const BETWEEN: &[&str] = &["", "", "", "", "", "\r\n", "\n", "\r\n\r\n", "\r", " ", "\0"];
const HEADERS: &[&str] = &[
    "host: b",
    "Host:c",
    "HOST:  d:80  ",
    "host:",
    "host: a b",
    "host: a/b",
    "host : a",
    "connection: close",
    "Connection: Keep-Alive",
    "connection: keep-alive",
    "connection: close, keep-alive",
    "connection: upgrade",
    "connection:",
    "content-length: 0",
    "content-length: 3",
    "Content-Length: 3",
    "content-length: 03",
    "content-length: +3",
    "content-length: -1",
    "content-length: 3, 3",
    "content-length: 3,4",
    "content-length: 18446744073709551615",
    "content-length: 99999999999999999999",
    "content-length:",
    "content-length: x",
    "content-length: 3 ",
    "transfer-encoding: chunked",
    "Transfer-Encoding: Chunked",
    "transfer-encoding: gzip, chunked",
    "transfer-encoding: chunked, gzip",
    "transfer-encoding: identity",
    "transfer-encoding:",
    "transfer-encoding: xchunked",
    "transfer-encoding : chunked",
    "expect: 100-continue",
    "Expect: 100-Continue",
    "expect: x",
    "te: trailers",
    "te:",
    "upgrade: h2c",
    "upgrade: websocket",
    "if-none-match: *",
    "x-other: 1",
    "x-a:\tb\t",
    "x-a: \u{e4}\u{ff}",
    "x-a: \u{1}",
    "x-a: \0",
    "x-a: \u{7f}",
    "x-a",
    ": x",
    " x-a: b",
    "\tx-a: b",
    "x a: b",
    "x-a: b\r\n c",
    "x-a: b\n\tc",
    "x-\u{e4}: b",
    "x-(a): b",
    "x_a: b",
    "content-type: text/plain",
    "accept-encoding: gzip",
    "date: Thu, 01 Jan 1970 00:00:00 GMT",
    "trailer: x-a",
    "keep-alive: timeout=5",
    "proxy-connection: close",
];
const BODIES: &[&str] = &[
    "",
    "abc",
    "ab",
    "abcd",
    "3\r\nabc\r\n0\r\n\r\n",
    "3\r\nabc\r\n0\r\n",
    "3;x=y\r\nabc\r\n0\r\nx-a: b\r\n\r\n",
    "3\nabc\n0\n\n",
    "0\r\n\r\n",
    "x\r\n",
    "3\r\nabcd\r\n0\r\n\r\n",
    "FFFFFFFFFFFFFFFFF\r\n",
    "-1\r\n",
    "0003\r\nabc\r\n00\r\n\r\n",
    " 3\r\nabc\r\n0\r\n\r\n",
    "3 \r\nabc\r\n0\r\n\r\n",
];
/// Bytes with a meaning for parsers.
const SPECIAL: &[u8] = b"\r\n\0 \t:;,/%?#\"\\\x7f\x80\xffGH0139azAZ";

/// Returns the stream of a seed.
pub(crate) fn stream(seed: u64) -> Stream {
    let mut dice = StdRng::seed_from_u64(seed);
    let mut bytes = Vec::new();
    let mut last = Vec::new();
    for _ in 0..dice.random_range(1..=4) {
        // A polling client repeats its request.
        if last.is_empty() || dice.random_ratio(2, 3) {
            last = request(&mut dice);
        }
        bytes.extend_from_slice(&last);
        bytes.extend_from_slice(pick(&mut dice, BETWEEN).as_bytes());
    }
    if dice.random_ratio(1, 3) {
        for _ in 0..dice.random_range(1..=3) {
            change(&mut dice, &mut bytes);
        }
    }
    bytes.truncate(150_000);
    let cuts = cuts(&mut dice, bytes.len());
    Stream { bytes, cuts, ends_early: dice.random_ratio(1, 8) }
}

fn pick<'a>(dice: &mut StdRng, from: &[&'a str]) -> &'a str {
    from.choose(dice).copied().unwrap_or_default()
}

/// Returns a request, which is usually almost valid.
fn request(dice: &mut StdRng) -> Vec<u8> {
    let is_tame = dice.random_ratio(2, 3);
    let odd = |dice: &mut StdRng, usual: &'static str, from: &[&'static str]| {
        if is_tame && dice.random_ratio(9, 10) { usual } else { pick(dice, from) }
    };
    let (method, version) = (odd(dice, "GET", METHODS), odd(dice, "HTTP/1.1", VERSIONS));
    let usual = if dice.random() { "/known" } else { "/echo" };
    let target = odd(dice, usual, TARGETS);
    let space = odd(dice, " ", &[" ", " ", "  ", "\t", ""]);
    let mut request = latin(&format!("{method} {target}{space}{version}"));
    let mut line = |dice: &mut StdRng, header: &str| {
        request.extend_from_slice(odd(dice, "\r\n", ENDS).as_bytes());
        request.extend_from_slice(&latin(header));
    };
    if dice.random_ratio(9, 10) {
        line(dice, "host: a");
    }
    for _ in 0..dice.random_range(0..4) {
        let header = pick(dice, HEADERS);
        line(dice, header);
    }
    match dice.random_range(0..60) {
        0 => {
            let length = dice.random_range(1_500..70_000);
            line(dice, &format!("x-long: {}", "x".repeat(length)));
        }
        1 => (0..dice.random_range(20..110)).for_each(|number| line(dice, &format!("x-{number}: a"))),
        _ => {}
    }
    for _ in 0..2 {
        request.extend_from_slice(odd(dice, "\r\n", ENDS).as_bytes());
    }
    if dice.random_ratio(1, 3) {
        request.extend_from_slice(pick(dice, BODIES).as_bytes());
    }
    request
}

/// Encodes characters up to U+00FF as one byte each, so that some are not UTF-8.
fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(letter).unwrap_or(b'?')).collect()
}

/// Changes some bytes.
fn change(dice: &mut StdRng, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    let at = dice.random_range(0..bytes.len());
    let end = (at + dice.random_range(1..20)).min(bytes.len());
    match dice.random_range(0..7) {
        0 => bytes[at] = dice.random(),
        1 => bytes[at] = SPECIAL.choose(dice).copied().unwrap_or_default(),
        2 => bytes.insert(at, SPECIAL.choose(dice).copied().unwrap_or_default()),
        3 => drop(bytes.remove(at)),
        4 => drop(bytes.drain(at..end)),
        5 => {
            let again = bytes[at..end].to_vec();
            bytes.splice(at..at, again);
        }
        _ => bytes.truncate(at),
    }
}

fn cuts(dice: &mut StdRng, length: usize) -> Vec<usize> {
    let count = match dice.random_range(0..8) {
        0..4 => 0,
        4..7 => dice.random_range(1..4),
        _ if length < 300 => return (1..length).collect(),
        _ => 8,
    };
    let mut cuts: Vec<_> = (0..count).map(|_| dice.random_range(0..=length)).collect();
    cuts.sort_unstable();
    cuts
}

/// Returns seeds for streams.
pub(crate) fn seeds(first: u64) -> impl Iterator<Item = u64> {
    let mut dice = StdRng::seed_from_u64(first);
    std::iter::repeat_with(move || dice.next_u64())
}
