//! Tests that NATS servers of both versions start, crash, restart, and leave nothing behind.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use test_servers::nats::{Encryption, Login, Version};
use test_servers::{Certificates, Nats};

/// Opens a connection and returns the server's greeting.
fn greeting(nats: &Nats) -> (BufReader<TcpStream>, String) {
    let mut stream = BufReader::new(TcpStream::connect(("127.0.0.1", nats.port())).unwrap());
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    (stream, line)
}

/// Sends lines and returns the server's answer up to a line that begins with `last`.
fn say(nats: &Nats, lines: &str, last: &str) -> String {
    let (mut stream, _) = greeting(nats);
    stream.get_mut().write_all(lines.as_bytes()).unwrap();
    let mut said = String::new();
    while stream.read_line(&mut said).unwrap() > 0 {
        if said.lines().any(|line| line.starts_with(last)) {
            break;
        }
    }
    said
}

#[test]
fn a_server_of_either_version_comes_back() {
    for (version, is) in [(Version::Debian, "\"version\":\"2."), (Version::Current, "\"version\":\"2.15.1\"")] {
        let nats = Nats::private(version).unwrap();
        for round in 0..3 {
            if round == 1 {
                nats.stop();
            } else {
                nats.crash();
            }
            assert!(TcpStream::connect(("127.0.0.1", nats.port())).is_err());
            nats.start().unwrap();
            nats.start().unwrap();
            let (_, line) = greeting(&nats);
            assert!(line.contains(is), "{line}");
        }
    }
}

#[test]
fn a_server_lets_in_whom_it_should() {
    let nats = Nats::secured(Version::Debian, Login::Password, Encryption::None).unwrap();
    let connect = |user: &str, password: &str| {
        say(&nats, &format!("CONNECT {{\"user\":\"{user}\",\"pass\":\"{password}\"}}\r\nPING\r\n"), "PONG")
    };
    assert!(connect(Login::USER, Login::PASSWORD).contains("PONG"));
    assert!(connect(Login::USER, "wrong").contains("Authorization Violation"));

    let tls = Nats::secured(Version::Debian, Login::None, Encryption::Tls).unwrap();
    assert!(greeting(&tls).1.contains("\"tls_required\":true"));
    let Certificates { authority, server } = tls.certificates().unwrap();
    for file in [authority, &server.0, &server.1] {
        assert!(file.exists(), "{}", file.display());
    }
}

#[test]
fn nothing_of_a_server_is_left() {
    let nats = Nats::private(Version::Debian).unwrap();
    let (folder, port) = (nats.folder().to_owned(), nats.port());
    assert!(folder.exists());
    nats.freeze();
    drop(nats);
    assert!(!folder.exists() && TcpStream::connect(("127.0.0.1", port)).is_err());
}
