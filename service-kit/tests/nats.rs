//! Tests of the connection to NATS with real servers of both versions.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::time::Duration;

use futures::StreamExt;
use service_kit::nats::{Link, Nats as Connection, NatsLogin, NatsOptions, NatsTls, connect};
use test_servers::Nats;
use test_servers::nats::{Encryption, Login, Version};

/// More than enough time for an expected event.
const SOON: Duration = Duration::from_secs(15);
/// Many times as long as a connection takes, to see that a client is refused.
const A_WHILE: Duration = Duration::from_millis(700);

async fn until(nats: &Connection, is: impl FnMut(&Link) -> bool) -> Link {
    let mut link = nats.link();
    *tokio::time::timeout(SOON, link.wait_for(is)).await.unwrap().unwrap()
}

/// Checks that a message arrives once the connection is open.
async fn speaks(nats: &Connection) {
    until(nats, |link| link.connected).await;
    let mut heard = nats.client().subscribe("test").await.unwrap();
    nats.client().publish("test", "word".into()).await.unwrap();
    let message = tokio::time::timeout(SOON, heard.next()).await.unwrap().unwrap();
    assert_eq!(&message.payload[..], b"word");
}

async fn is_refused(options: &NatsOptions) {
    let nats = connect(options).await.unwrap();
    let mut link = nats.link();
    let in_time = tokio::time::timeout(A_WHILE, link.wait_for(|link| link.connected)).await;
    assert!(in_time.is_err(), "{options:?} was let in");
}

#[tokio::test]
async fn it_outlives_its_server_and_need_not_be_there_first() {
    for version in Version::ALL {
        let server = Nats::private(version).unwrap();
        server.crash();
        let nats = connect(&NatsOptions::new([server.url()])).await.unwrap();
        assert_eq!(*nats.link().borrow(), Link::default());
        assert_eq!(nats.prefix(), "crosstable");
        for times in 1..=3 {
            server.start().unwrap();
            assert_eq!(until(&nats, |link| link.connected).await.times, times);
            speaks(&nats).await;
            server.crash();
            until(&nats, |link| !link.connected).await;
        }
    }
}

#[tokio::test]
async fn a_server_that_hangs_is_noticed() {
    let server = Nats::private(Version::Debian).unwrap();
    let nats = connect(&NatsOptions::new([server.url()])).await.unwrap();
    speaks(&nats).await;
    server.freeze();
    until(&nats, |link| !link.connected).await;
    server.thaw();
    speaks(&nats).await;
}

#[tokio::test]
async fn any_of_the_servers_will_do() {
    let (gone, there) = (Nats::private(Version::Debian).unwrap(), Nats::private(Version::Current).unwrap());
    gone.crash();
    speaks(&connect(&NatsOptions::new([gone.url(), there.url()])).await.unwrap()).await;
}

#[tokio::test]
async fn each_way_to_log_in_works_and_a_wrong_one_does_not() {
    let password = |password: &str| NatsLogin::Password { user: Login::USER.into(), password: password.into() };
    let other_nkey = "SUAKSEHGVUYVBSPGVLAXSQDQRNUTJDMZ2VXYHZRZCQ7ZBNP7CRJSJXGVCQ";
    let ways = [
        (Login::Password, password(Login::PASSWORD), password("wrong")),
        (Login::Token, NatsLogin::Token(Login::TOKEN.into()), NatsLogin::Token("wrong".into())),
        (Login::Nkey, NatsLogin::Nkey(Login::NKEY.into()), NatsLogin::Nkey(other_nkey.into())),
    ];
    for version in Version::ALL {
        for (login, right, wrong) in ways.clone() {
            let server = Nats::secured(version, login, Encryption::None).unwrap();
            let options = NatsOptions::new([server.url()]);
            speaks(&connect(&NatsOptions { login: right, ..options.clone() }).await.unwrap()).await;
            is_refused(&NatsOptions { login: wrong, ..options.clone() }).await;
            is_refused(&options).await;
        }
    }
}

#[tokio::test]
async fn encryption_is_used_where_either_side_asks_for_it() {
    for version in Version::ALL {
        let server = Nats::secured(version, Login::None, Encryption::Tls).unwrap();
        let authority = server.certificates().unwrap().authority.clone();
        let trusting = NatsTls { authorities: Some(authority), ..NatsTls::default() };
        let options = NatsOptions { tls: trusting, ..NatsOptions::new([server.url()]) };
        speaks(&connect(&options).await.unwrap()).await;
        let tls = NatsTls { require: true, ..options.tls.clone() };
        speaks(&connect(&NatsOptions { tls, ..options.clone() }).await.unwrap()).await;

        // A server without a trusted certificate is refused.
        is_refused(&NatsOptions { tls: NatsTls::default(), ..options.clone() }).await;
        // Trusting an authority does not require encryption; `require` does.
        let plain = Nats::private(version).unwrap();
        let servers = vec![plain.url()];
        speaks(&connect(&NatsOptions { servers: servers.clone(), ..options.clone() }).await.unwrap()).await;
        let tls = NatsTls { require: true, ..options.tls.clone() };
        is_refused(&NatsOptions { servers, tls, ..options.clone() }).await;
    }
}

#[tokio::test]
async fn a_server_may_ask_clients_for_a_certificate() {
    for version in Version::ALL {
        let server = Nats::secured(version, Login::None, Encryption::MutualTls).unwrap();
        let files = server.certificates().unwrap().clone();
        let without = NatsTls { authorities: Some(files.authority), ..NatsTls::default() };
        let with = NatsTls { certificate: Some(files.client), ..without.clone() };
        let options = NatsOptions::new([server.url()]);
        speaks(&connect(&NatsOptions { tls: with, ..options.clone() }).await.unwrap()).await;
        is_refused(&NatsOptions { tls: without, ..options }).await;
    }
}
