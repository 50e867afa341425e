//! Counts the allocations of requests, over the whole process and through the real server. Unlike times, they do not
//! depend on the load of the machine. The client allocates nothing.
//!
//! A limit is the number that was counted when it was set, and a little more. A change that needs fewer lowers the
//! limit; a change that needs more explains why in its commit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use std::alloc::System;

use e2e::TestApp;
use e2e::archive::own_fixtures;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Requests before the count begins: caches fill, connections and buffers grow to their size.
const WARM_UP: usize = 50;
/// Number of counted requests, large enough that background work hardly matters.
const COUNTED: usize = 500;

/// A connection with a buffer of fixed size.
struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    async fn connect(app: &TestApp) -> Self {
        let stream = TcpStream::connect(app.address()).await.unwrap();
        Self { stream, buffer: vec![0; 1 << 20] }
    }

    /// Sends a request and reads its answer. Returns the head.
    async fn ask(&mut self, request: &[u8]) -> &str {
        self.stream.write_all(request).await.unwrap();
        let (mut got, mut end) = (0, None);
        loop {
            let more = self.stream.read(&mut self.buffer[got..]).await.unwrap();
            assert!(more > 0, "the server closed the connection");
            got += more;
            if end.is_none() {
                end = self.buffer[..got].windows(4).position(|four| four == b"\r\n\r\n").map(|place| place + 4);
            }
            if let Some(head) = end
                && got >= head + length(&self.buffer[..head])
            {
                return std::str::from_utf8(&self.buffer[..head]).unwrap();
            }
        }
    }

    /// Allocations of one such request, once everything is warm.
    async fn allocations(&mut self, status: &str, request: &[u8]) -> usize {
        for _ in 0..WARM_UP {
            let head = self.ask(request).await;
            assert_eq!(head.get(9..12), Some(status), "{head}");
        }
        let region = Region::new(ALLOCATOR);
        for _ in 0..COUNTED {
            self.ask(request).await;
        }
        let change = region.change();
        (change.allocations + change.reallocations).div_ceil(COUNTED)
    }
}

/// The length of the body; 0 for a 304, whose `Content-Length` may be that of the full answer.
fn length(head: &[u8]) -> usize {
    let head = std::str::from_utf8(head).unwrap();
    let named = head.lines().filter_map(|line| line.split_once(": "));
    let length = named.into_iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let is_there = head.get(9..12) != Some("304");
    length.filter(|_| is_there).map_or(0, |(_, length)| length.parse().unwrap())
}

fn request(line: &str, app: &TestApp, headers: &str, body: &str) -> Vec<u8> {
    let key = &app.key;
    format!("{line} HTTP/1.1\r\nhost: here\r\nx-api-key: {key}\r\n{headers}\r\n{body}").into_bytes()
}

#[track_caller]
fn assert_at_most(what: &str, limit: usize, counted: usize) {
    assert!(counted <= limit, "{what} takes {counted} allocations; the limit is {limit}");
}

/// A single test, because all allocations in the process are counted.
#[tokio::test]
async fn requests_that_come_by_the_thousand_allocate_little() {
    let app = TestApp::start().await;
    let event = app.import(&own_fixtures()[1]).await;
    let shown = app.get(&format!("/api/v1/magic-events/{}/", event.0)).await.json();
    let round = &shown["tournament_phases"][0]["rounds"][0]["id"];
    let standings = format!("GET /api/v1/tournament-rounds/{round}/standings/");
    let mut client = Client::connect(&app).await;

    let plain = request(&standings, &app, "", "");
    assert_at_most("a cached answer", 24, client.allocations("200", &plain).await);
    let packed = request(&standings, &app, "accept-encoding: gzip\r\n", "");
    assert!(client.ask(&packed).await.contains("content-encoding: gzip"));
    assert_at_most("a cached compressed answer", 24, client.allocations("200", &packed).await);
    let tag = app.get(&format!("/api/v1/tournament-rounds/{round}/standings/")).await.header("etag").to_owned();
    let known = request(&standings, &app, &format!("if-none-match: {tag}\r\n"), "");
    assert_at_most("a 304", 24, client.allocations("304", &known).await);

    let body = r#"{"name":"Burn","archetype":"Burn","plaintext_list":"4 Lightning Bolt\n56 Mountain"}"#;
    let headers = format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    let post = request("POST /api/v1/decklists/", &app, &headers, body);
    assert_at_most("a posted decklist, on disk and visible", 770, client.allocations("201", &post).await);
    app.stop().await;
}
