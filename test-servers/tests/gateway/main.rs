//! Tests of the gateway in `deploy/gateway` with a real nginx.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod wire;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use test_servers::Nginx;
use wire::{LONG, Message, Service, bare, begin, nobody, send, with, with_body};

const LISTS: &str = "/api/v1/decklists/";

fn gateway(read: &Service, write: &Service) -> Nginx {
    Nginx::gateway(&[read.address], &[write.address]).unwrap()
}

/// Starts a gateway in front of services that answer with their names.
fn named() -> (Nginx, Service, Service) {
    let (read, write) = (Service::named("read"), Service::named("write"));
    (gateway(&read, &write), read, write)
}

/// Checks that the gateway itself answered with this problem.
#[track_caller]
fn assert_problem(answer: &Message, status: u16, kind: &str, retry_after: Option<&str>) {
    assert_eq!(answer.status(), status, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{}", answer.text());
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("retry-after"), retry_after, "{}", answer.text());
    let begins = format!("{{\"type\":\"/problems/{kind}\",\"title\":\"");
    assert!(answer.text().starts_with(&begins), "{}", answer.text());
    assert!(answer.text().contains(&format!("\"status\":{status},\"detail\":\"")), "{}", answer.text());
    assert!(answer.text().contains("\",\"code\":\""), "{}", answer.text());
}

#[test]
fn get_and_head_are_for_the_read_side_and_all_else_for_the_write_side() {
    let (gateway, _, write) = named();
    for address in [LISTS, "/", "/readyz", "/api/schema/", "/api/export-decklists/", "/docs/app.css"] {
        for method in ["GET", "HEAD"] {
            let answer = send(gateway.address(), bare(method, address));
            assert_eq!(answer.header("service"), Some("read"), "{method} {address}");
        }
        let asks_first = ["/api/", "/dumps/"].iter().any(|start| address.starts_with(start));
        let preflight = with("OPTIONS", address, "Access-Control-Request-Method: GET\r\n");
        let answer = send(gateway.address(), preflight);
        assert_eq!(answer.header("service"), Some(if asks_first { "read" } else { "write" }), "OPTIONS {address}");
        for method in ["OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"] {
            let answer = send(gateway.address(), bare(method, address));
            assert_eq!((answer.header("service"), &*answer.text()), (Some("write"), "write"), "{method} {address}");
        }
    }
    let asked: Vec<_> = write.received().iter().map(|request| request.first_line.clone()).take(2).collect();
    assert_eq!(asked, [format!("OPTIONS {LISTS} HTTP/1.1"), format!("POST {LISTS} HTTP/1.1")]);
}

#[test]
fn an_address_is_passed_on_as_it_was_written() {
    let (gateway, read, write) = named();
    for address in ["/api//v1/./conventions/?a=%2F&b=+", "/%2fdocs", "/decklists/%C3%A4/", LISTS] {
        send(gateway.address(), bare("GET", address));
        assert_eq!(read.received().last().unwrap().address(), address);
        send(gateway.address(), bare("PUT", address));
        assert_eq!(write.received().last().unwrap().address(), address);
    }
}

#[test]
fn who_calls_is_told_by_the_gateway_and_not_by_the_caller() {
    let (gateway, read, write) = named();
    let lies = "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil.example\r\n\
                X-Forwarded-Port: 1\r\nX-Forwarded-Prefix: /evil\r\nX-Real-IP: 6.6.6.6\r\nForwarded: for=6.6.6.6\r\n\
                TE: trailers\r\nX-API-Key: sk_1\r\nPrefer: wait=1\r\n";
    for (method, service) in [("GET", &read), ("POST", &write), ("DELETE", &write)] {
        send(gateway.address(), with(method, LISTS, lies));
        let told = service.received().pop().unwrap();
        for (name, value) in [
            ("host", Some("cards.example")),
            ("x-forwarded-for", Some("127.0.0.1")),
            ("x-forwarded-proto", Some("http")),
            ("x-forwarded-host", Some("cards.example")),
            ("x-real-ip", Some("127.0.0.1")),
            ("x-forwarded-port", None),
            ("x-forwarded-prefix", None),
            ("forwarded", None),
            ("te", None),
            ("connection", None),
            ("x-api-key", Some("sk_1")),
            ("prefer", Some("wait=1")),
        ] {
            assert_eq!(told.header(name), value, "{method} {name}");
        }
        assert!(!format!("{told:?}").contains("6.6.6.6"), "{told:?}");
    }
}

#[test]
fn a_proxy_that_is_named_is_believed() {
    let (read, write) = (Service::named("read"), Service::named("write"));
    let named = [
        ("#set_real_ip_from 192.0.2.10;", "set_real_ip_from 127.0.0.1;"),
        ("#real_ip_header X-Forwarded-For;", "real_ip_header X-Forwarded-For;"),
    ];
    let gateway = Nginx::gateway_with(&[read.address], &[write.address], &named).unwrap();
    let headers = "X-Forwarded-For: 6.6.6.6, 203.0.113.7\r\nX-Forwarded-Proto: https\r\n";
    send(gateway.address(), with("GET", LISTS, headers));
    let told = read.received().pop().unwrap();
    assert_eq!(told.header("x-forwarded-for"), Some("203.0.113.7"), "only the part that the proxy added");
    assert_eq!(told.header("x-forwarded-proto"), Some("https"));
}

#[test]
fn a_write_that_was_sent_is_never_sent_again() {
    let (one, other) = (Service::dying(), Service::dying());
    for (sent, method) in (1..).zip(["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
        // Uses a new gateway each time, because it remembers failed services.
        let gateway = Nginx::gateway(&[nobody()], &[one.address, other.address]).unwrap();
        let answer = send(gateway.address(), with_body(method, LISTS, 10));
        assert_eq!(one.received().len() + other.received().len(), sent, "{method}");
        assert_problem(&answer, 502, "bad-gateway", None);
        assert!(answer.text().contains("It is not known whether the change was made"), "{}", answer.text());
    }
}

#[test]
fn a_read_is_asked_again_of_another_process() {
    let (dying, living) = (Service::dying(), Service::named("living"));
    for address in [LISTS, "/api/export-decklists/"] {
        let gateway = Nginx::gateway(&[dying.address, living.address], &[nobody()]).unwrap();
        for _ in 0..4 {
            assert_eq!(send(gateway.address(), bare("GET", address)).text(), "living");
        }
    }
    assert!(!dying.received().is_empty(), "the dying service received requests");
    let gateway = Nginx::gateway(&[dying.address], &[nobody()]).unwrap();
    let answer = send(gateway.address(), bare("GET", LISTS));
    assert_problem(&answer, 502, "bad-gateway", Some("1"));
}

#[test]
fn a_write_goes_to_another_process_where_none_of_it_was_sent() {
    let living = Service::named("living");
    for method in ["POST", "PATCH"] {
        let gateway = Nginx::gateway(&[nobody()], &[nobody(), living.address]).unwrap();
        for _ in 0..4 {
            assert_eq!(send(gateway.address(), with_body(method, LISTS, 10)).text(), "living", "{method}");
        }
    }
    // nginx would also resend these after they were sent, so the gateway never tries them twice.
    let gateway = Nginx::gateway(&[nobody()], &[nobody(), living.address]).unwrap();
    let mut refused = 0;
    for _ in 0..4 {
        let answer = send(gateway.address(), with_body("PUT", LISTS, 10));
        if answer.status() != 200 {
            refused += 1;
            assert_problem(&answer, 502, "bad-gateway", Some("1"));
            assert!(answer.text().contains("Nothing was changed."), "{}", answer.text());
        }
    }
    assert!((1..4).contains(&refused), "{refused} of 4");
}

#[test]
fn a_service_that_nobody_reaches_is_told_as_a_problem() {
    let gateway = Nginx::gateway(&[nobody(), nobody()], &[nobody(), nobody()]).unwrap();
    // The second time, the gateway knows that both are down.
    for _ in 0..2 {
        for (method, detail) in [("GET", "Please try again."), ("POST", "Nothing was changed. Please try again.")] {
            let answer = send(gateway.address(), bare(method, LISTS));
            assert_problem(&answer, 502, "bad-gateway", Some("1"));
            assert!(answer.text().contains(detail), "{}", answer.text());
        }
    }
    let head = send(gateway.address(), bare("HEAD", LISTS));
    assert_eq!((head.status(), head.body.len()), (502, 0));
}

/// Starts a service that takes requests and is silent until the test is over.
fn silent() -> Service {
    Service::start(|_, socket| {
        let _ = socket.read(&mut [0]);
        false
    })
}

#[test]
fn a_read_of_a_process_that_hangs_is_answered_by_another_within_five_seconds() {
    let (hanging, living) = (silent(), Service::named("living"));
    for headers in ["", "Consistency-Token: 1\r\n"] {
        let gateway = Nginx::gateway(&[hanging.address, living.address], &[nobody()]).unwrap();
        for _ in 0..4 {
            let asked = Instant::now();
            assert_eq!(send(gateway.address(), with("GET", LISTS, headers)).text(), "living");
            assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
        }
    }
    assert!(!hanging.received().is_empty(), "the hanging service received requests");
}

#[test]
fn a_service_that_does_not_answer_is_told_as_a_problem_and_slow_reads_have_more_time() {
    let (read, write, other) = (silent(), silent(), silent());
    let times =
        [("proxy_read_timeout 4s", "proxy_read_timeout 100ms"), ("proxy_read_timeout 35s", "proxy_read_timeout 1s")];
    let gateway = Nginx::gateway_with(&[read.address], &[write.address, other.address], &times).unwrap();
    for (address, headers, has_more) in [
        (LISTS, "", false),
        ("/api/v1/magic-events/7/live/", "", true),
        ("/events/7/live/", "", true),
        ("/api/export-decklists/?format=ndjson", "", true),
        ("/api/v1/export/tournaments/", "", true),
        ("/dumps/2026-01.zip", "", true),
        (LISTS, "Prefer: wait=5\r\n", true),
    ] {
        let asked = Instant::now();
        assert_problem(&send(gateway.address(), with("GET", address, headers)), 504, "gateway-timeout", Some("1"));
        assert!(!has_more || asked.elapsed() >= Duration::from_secs(1), "{address} had {:?}", asked.elapsed());
    }
    let answer = send(gateway.address(), with_body("POST", LISTS, 10));
    assert_problem(&answer, 504, "gateway-timeout", None);
    assert!(answer.text().contains("It is not known whether the change was made"), "{}", answer.text());
    assert_eq!(write.received().len() + other.received().len(), 1);
}

#[test]
fn every_answer_of_a_gateway_with_tls_says_that_it_is_only_used_with_tls() {
    const HEADER: &str = "strict-transport-security";
    let read = Service::named("read");
    // As if plain HTTP were TLS, for which this client has no code.
    let as_tls = [("https \"max-age", "http \"max-age")];
    let gateway = Nginx::gateway_with(&[read.address], &[nobody()], &as_tls).unwrap();
    let plain = Nginx::gateway(&[read.address], &[nobody()]).unwrap();
    for (method, address, status) in [
        ("GET", LISTS, 200),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 404),
        ("GET", "/%00", 400),
        ("PUT", LISTS, 502),
    ] {
        let answer = send(gateway.address(), bare(method, address));
        assert_eq!((answer.status(), answer.header(HEADER)), (status, Some("max-age=63072000")), "{method} {address}");
        assert_eq!(send(plain.address(), bare(method, address)).header(HEADER), None, "{method} {address}");
    }
}

#[test]
fn answers_of_the_services_pass_as_they_are() {
    for (status, reason) in [
        (304, "Not Modified"),
        (400, "Bad Request"),
        (404, "Not Found"),
        (405, "Method Not Allowed"),
        (413, "Content Too Large"),
        (431, "Request Header Fields Too Large"),
        (500, "Internal Server Error"),
        (502, "Bad Gateway"),
        (503, "Service Unavailable"),
        (504, "Gateway Timeout"),
    ] {
        let body = if status == 304 { "" } else { "{\"type\":\"/problems/its-own\"}" };
        let answer = format!(
            "HTTP/1.1 {status} {reason}\r\nContent-Type: application/problem+json\r\nAllow: GET, HEAD\r\nRetry-After: 7\r\n\
             ETag: \"3\"\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let (read, write) = (Service::answering(answer.clone()), Service::answering(answer));
        let gateway = gateway(&read, &write);
        for method in ["GET", "POST", "PUT"] {
            let answer = send(gateway.address(), bare(method, LISTS));
            assert_eq!((answer.status(), &*answer.text()), (status, body), "{method}");
            assert_eq!((answer.header("retry-after"), answer.header("etag")), (Some("7"), Some("\"3\"")));
            assert_eq!(answer.header("allow"), Some("GET, HEAD"));
        }
        assert_eq!((read.received().len(), write.received().len()), (1, 2), "the request was repeated after {status}");
    }
}

#[test]
fn bytes_and_tags_are_those_of_the_service() {
    let body = b"{\"name\":\"Burn\"}".repeat(1000);
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: \"abc\"\r\nVary: Accept-Encoding\r\n\
         Cache-Control: private, no-cache\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let read = Service::answering([head.into_bytes(), body.clone()].concat());
    let gateway = gateway(&read, &Service::named("write"));
    for asked in 1..=2 {
        let headers = "Accept-Encoding: gzip\r\nIf-None-Match: \"abc\"\r\nRange: bytes=0-3\r\n";
        let answer = send(gateway.address(), with("GET", LISTS, headers));
        assert_eq!((answer.status(), answer.header("content-encoding")), (200, None));
        assert_eq!(answer.header("etag"), Some("\"abc\""));
        assert!(answer.body == body);
        assert_eq!(read.received().len(), asked, "the gateway does not cache");
    }
    let told = read.received().pop().unwrap();
    assert_eq!(told.header("accept-encoding"), Some("gzip"));
    assert_eq!(told.header("if-none-match"), Some("\"abc\""));
}

#[test]
fn what_is_too_large_is_said_by_the_service_as_far_as_it_can_be() {
    // The service's limits are 256 KiB for a body and 32 KiB for address and headers; the gateway's are a little
    // larger.
    const LARGEST_BODY: usize = 320 * 1024;
    let (gateway, _, write) = named();
    let answer = send(gateway.address(), with_body("POST", LISTS, LARGEST_BODY));
    assert_eq!((answer.status(), write.received()[0].body.len()), (200, LARGEST_BODY));
    let long = format!("X-Long: {}\r\n", "a".repeat(30 * 1024));
    assert_eq!(send(gateway.address(), with("GET", LISTS, &long)).text(), "read");
    let query = format!("{LISTS}?{}", "a".repeat(30 * 1024));
    assert_eq!(send(gateway.address(), bare("GET", &query)).text(), "read");

    let answer = send(gateway.address(), with_body("POST", LISTS, LARGEST_BODY + 1));
    assert_problem(&answer, 413, "payload-too-large", None);
    let long = format!("X-Long: {}\r\n", "a".repeat(40 * 1024));
    assert_problem(&send(gateway.address(), with("GET", LISTS, &long)), 431, "headers-too-large", None);
    let query = format!("{LISTS}?{}", "a".repeat(40 * 1024));
    assert_problem(&send(gateway.address(), bare("POST", &query)), 431, "headers-too-large", None);
    assert_eq!(write.received().len(), 1);
}

#[test]
fn what_is_no_request_is_refused_as_a_problem() {
    let (gateway, read, write) = named();
    let without_host = "GET / HTTP/1.1\r\nConnection: close\r\n\r\n";
    let encoded = with("POST", LISTS, "Transfer-Encoding: gzip\r\n");
    let contradiction = with("POST", LISTS, "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n");
    for request in [without_host, "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", &bare("GET", "/%00"), &contradiction] {
        assert_problem(&send(gateway.address(), request), 400, "bad-request", None);
    }
    assert_problem(&send(gateway.address(), bare("CONNECT", "/")), 400, "bad-request", None);
    assert_problem(&send(gateway.address(), encoded), 501, "not-implemented", None);
    assert!(read.received().is_empty() && write.received().is_empty());
}

#[test]
fn a_stream_is_passed_on_piece_by_piece() {
    let (tell, told) = channel::<()>();
    let told = Mutex::new(told);
    let read = Service::start(move |_, socket| {
        let mut sent = socket.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n").is_ok();
        for _ in 0..3 {
            // Sends a piece only after the client has received the one before.
            sent =
                sent && socket.write_all(b"5\r\npiece\r\n").is_ok() && told.lock().unwrap().recv_timeout(LONG).is_ok();
        }
        sent && socket.write_all(b"0\r\n\r\n").is_ok()
    });
    let gateway = gateway(&read, &Service::named("write"));
    for address in ["/api/export-decklists/", "/api/export-decklists?format=ndjson", LISTS] {
        let (head, mut rest) = begin(gateway.address(), bare("GET", address));
        assert_eq!(head.header("transfer-encoding"), Some("chunked"));
        for _ in 0..3 {
            let mut piece = [0; 10];
            rest.read_exact(&mut piece).unwrap();
            assert_eq!(&piece, b"5\r\npiece\r\n");
            tell.send(()).unwrap();
        }
        let mut last = String::new();
        rest.read_to_string(&mut last).unwrap();
        assert_eq!(last, "0\r\n\r\n");
    }
}

#[test]
fn a_stream_that_breaks_off_is_not_passed_on_as_whole() {
    let read = Service::start(|_, socket| {
        let _ = socket.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n");
        false
    });
    let gateway = gateway(&read, &Service::named("write"));
    for address in ["/api/export-decklists/", LISTS] {
        let answer = send(gateway.address(), bare("GET", address));
        assert!(!answer.text().contains("\r\n0\r\n"), "{}", answer.text());
    }
    assert_eq!(read.received().len(), 2, "a read that has begun is not repeated");
}

/// Sends an endless body. Reports how many bytes were accepted before the client stopped reading.
fn endless(tell: Sender<usize>) -> impl Fn(&Message, &mut TcpStream) -> bool {
    let tell = Mutex::new(tell);
    move |_, socket| {
        socket.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
        let (piece, mut taken) = (vec![b'a'; 64 * 1024], 0);
        let _ = socket.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        while let Ok(bytes) = socket.write(&piece) {
            taken += bytes;
            if taken > 256 * 1024 * 1024 {
                break;
            }
        }
        let _ = tell.lock().unwrap().send(taken);
        false
    }
}

#[test]
fn a_client_that_does_not_read_holds_up_the_service_and_fills_no_disk() {
    let (tell, taken) = channel();
    let read = Service::start(endless(tell));
    let gateway = gateway(&read, &Service::named("write"));
    for address in ["/api/export-decklists/", LISTS] {
        let (_, unread) = begin(gateway.address(), bare("GET", address));
        let taken = taken.recv_timeout(LONG).unwrap();
        assert!(taken < 64 * 1024 * 1024, "{taken} bytes were taken for {address}");
        drop(unread);
    }
}

#[test]
fn connections_to_the_services_are_used_again() {
    let (gateway, read, write) = named();
    for _ in 0..40 {
        send(gateway.address(), bare("GET", LISTS));
        send(gateway.address(), with_body("PUT", LISTS, 3));
    }
    // Each nginx process keeps its own connections.
    let most = std::thread::available_parallelism().unwrap().get();
    for service in [read, write] {
        assert_eq!(service.received().len(), 40);
        assert!(service.connections() <= most, "{} connections", service.connections());
    }
}

#[test]
fn the_gateway_answers_for_its_own_health_and_for_nobodys_metrics() {
    let (gateway, read, write) = named();
    let answer = send(gateway.address(), bare("GET", "/healthz"));
    assert_eq!((answer.status(), &*answer.text()), (200, "ok"));
    assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
    for address in ["/metrics", "/metrics/", "/metrics/x", "//metrics", "/%6Detrics", "/x/../metrics?a"] {
        for method in ["GET", "POST"] {
            assert_problem(&send(gateway.address(), bare(method, address)), 404, "not-found", None);
        }
    }
    assert!(read.received().is_empty() && write.received().is_empty());
    assert_eq!(send(gateway.address(), bare("POST", "/healthz")).text(), "write", "the write service answers with 405");

    let alone = Nginx::gateway(&[nobody()], &[nobody()]).unwrap();
    assert_eq!(send(alone.address(), bare("HEAD", "/healthz")).status(), 200);
    assert_eq!(send(alone.address(), bare("GET", "/readyz")).status(), 502);
}

#[test]
fn no_key_is_written_down() {
    let mut gateway = Nginx::gateway(&[Service::named("read").address], &[nobody()]).unwrap();
    let secrets = "X-API-Key: sk_secret\r\nAuthorization: Token secret\r\nCookie: session=secret\r\n";
    send(gateway.address(), with("GET", "/api/v1/decklists/?token=secret", secrets));
    send(gateway.address(), with("POST", LISTS, secrets));
    gateway.stop();
    let requests = gateway.requests();
    assert_eq!(requests.lines().count(), 2, "{requests}");
    assert!(requests.contains(r#""method":"GET","path":"/api/v1/decklists/","status":200"#), "{requests}");
    assert!(requests.contains(r#""method":"POST","path":"/api/v1/decklists/","status":502"#), "{requests}");
    assert!(!(requests + &gateway.complaints()).contains("secret"), "{}", gateway.complaints());
    assert!(gateway.complaints().contains("Connection refused"));
}
