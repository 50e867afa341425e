//! Tests that PostgreSQL servers start, crash, restart, and leave nothing behind.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::net::TcpStream;

use test_servers::Postgres;

fn answers(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok()
}

#[tokio::test]
async fn each_database_is_new_and_all_are_on_one_server() {
    let (one, other) = (Postgres::shared().unwrap(), Postgres::shared().unwrap());
    let (first, second) = (one.database().await.unwrap(), other.database().await.unwrap());

    assert_eq!(one.port(), other.port());
    assert_ne!(first.url(), second.url());
    assert!(first.url_as("reader").starts_with("postgres://reader@127.0.0.1:"));
}

#[test]
fn a_shared_server_cannot_be_crashed() {
    let refused = Postgres::shared().unwrap().crash().unwrap_err();
    assert!(refused.to_string().contains("Postgres::private()"), "{refused}");
}

#[tokio::test]
async fn a_private_server_comes_back_where_it_was() {
    let server = Postgres::private().unwrap();
    let (url, database) = (server.url(), server.database().await.unwrap());
    assert!(answers(server.port()));

    for round in 0..3 {
        if round == 1 {
            server.stop().unwrap();
        } else {
            server.crash().unwrap();
        }
        assert!(!answers(server.port()));
        server.start().unwrap();
        server.start().unwrap();
        assert!(answers(server.port()));
    }

    assert_eq!(server.url(), url);
    server.crash().unwrap();
    drop(database);
}

#[test]
fn a_private_server_goes_with_its_value() {
    let server = Postgres::private().unwrap();
    let port = server.port();
    drop(server);
    assert!(!answers(port));
}
