//! Tests of the connection to NATS with real servers of both versions.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::time::Duration;

use futures::StreamExt;
use service_kit::nats::{Link, Nats as Connection, NatsLogin, NatsOptions, connect};
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
async fn a_user_is_let_in_with_the_password_only() {
    for version in Version::ALL {
        let server = Nats::secured(version, Login::Password, Encryption::None).unwrap();
        let with = |password: &str| {
            let login = Some(NatsLogin { user: Login::USER.into(), password: password.to_owned().into() });
            NatsOptions { login, ..NatsOptions::new([server.url()]) }
        };
        speaks(&connect(&with(Login::PASSWORD)).await.unwrap()).await;
        is_refused(&with("wrong")).await;
        is_refused(&NatsOptions::new([server.url()])).await;
    }
}

#[tokio::test]
async fn encryption_is_used_where_either_side_asks_for_it() {
    let asking = |server: &Nats| server.url().replace("nats://", "tls://");
    for version in Version::ALL {
        let server = Nats::secured(version, Login::None, Encryption::Tls).unwrap();
        let authorities = Some(server.certificates().unwrap().authority.clone());
        let trusting = |url: String| NatsOptions { authorities: authorities.clone(), ..NatsOptions::new([url]) };
        speaks(&connect(&trusting(server.url())).await.unwrap()).await;
        speaks(&connect(&trusting(asking(&server))).await.unwrap()).await;

        // A server without a trusted certificate is refused.
        is_refused(&NatsOptions::new([server.url()])).await;
        // Trusting an authority does not require encryption; an address that begins with tls:// does.
        let plain = Nats::private(version).unwrap();
        speaks(&connect(&trusting(plain.url())).await.unwrap()).await;
        is_refused(&trusting(asking(&plain))).await;
    }
}
