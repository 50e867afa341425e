//! Connections that are lost at the worst moments: a relay between store and server cuts them exactly during a marked
//! append.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use proto_events::ids::{PasswordId, UserId};
use storage::EventStore;
use storage::postgres::PostgresEventStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use super::EventDatabase;
use crate::conformance::given::{assert_gapless, decklist, request, revised, write};
use crate::conformance::{Backend, EventBackend};
use storage::Passwords as _;

/// A text in the event, or in the password hash, whose write is cut.
const MARK: &[u8] = b"the marked event";

/// The moment at which the connection is cut.
enum Break {
    /// The server never gets the statement.
    Before,
    /// The server has written, but its answer does not arrive.
    After,
    /// The store loses the connection, and the server gets the statement only when this receiver gets a message.
    Late(oneshot::Receiver<()>),
}

/// Starts a relay to the server, which cuts the first connection with the mark.
async fn relay(server: SocketAddr, how: Break) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = listener.local_addr().unwrap();
    let how = Arc::new(Mutex::new(Some(how)));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(pass(client, server, Arc::clone(&how)));
        }
    });
    here
}

async fn pass(mut client: TcpStream, server: SocketAddr, how: Arc<Mutex<Option<Break>>>) {
    let mut server = TcpStream::connect(server).await.unwrap();
    let (mut asked, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(count @ 1..) = read else { return };
                let asked = &asked[..count];
                let marked = asked.windows(MARK.len()).any(|part| part == MARK);
                let how = if marked { how.lock().unwrap().take() } else { None };
                match how {
                    None => server.write_all(asked).await.unwrap(),
                    Some(how) => return break_here(client, server, asked, how).await,
                }
            }
            read = server.read(&mut answered) => {
                let Ok(count @ 1..) = read else { return };
                if client.write_all(&answered[..count]).await.is_err() {
                    return;
                }
            }
        }
    }
}

async fn break_here(client: TcpStream, mut server: TcpStream, asked: &[u8], how: Break) {
    match how {
        Break::Before => {}
        Break::After => {
            server.write_all(asked).await.unwrap();
            assert!(server.read(&mut [0; 1 << 12]).await.unwrap() > 0, "the server answers");
        }
        Break::Late(now) => {
            drop(client);
            now.await.unwrap();
            server.write_all(asked).await.unwrap();
            assert!(server.read(&mut [0; 1 << 12]).await.unwrap() > 0, "the server answers");
        }
    }
}

/// Opens a store behind a relay that cuts one connection.
async fn behind(database: &EventDatabase, how: Break) -> PostgresEventStore {
    let (before, rest) = database.url().split_once('@').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let (server, name) = rest.split_once('/').unwrap();
    let here = relay(server.parse().unwrap(), how).await;
    PostgresEventStore::open(&format!("{before}@{here}/{name}?sslmode=disable")).await.unwrap()
}

/// Appends twice, the second time with the mark, and checks that everything is written once.
async fn append_marked(store: &dyn EventStore) {
    store.append(request(vec![write(1, 0, 1)])).await.unwrap();
    let mut marked = write(2, 0, 2);
    marked.events.push(revised("the marked event"));

    let appended = store.append(request(vec![marked])).await.unwrap();

    assert_eq!(appended.position.0, 4);
    assert_gapless(store, 4).await;
    assert_eq!(store.append(request(vec![write(1, 1, 1)])).await.unwrap().position.0, 5);
}

#[tokio::test]
async fn a_statement_that_never_arrived_is_sent_again() {
    let database = EventDatabase::empty().await;
    append_marked(&behind(&database, Break::Before).await).await;
}

#[tokio::test]
async fn a_commit_whose_answer_was_lost_is_found_and_not_repeated() {
    let database = EventDatabase::empty().await;
    append_marked(&behind(&database, Break::After).await).await;
}

#[tokio::test]
async fn a_statement_that_arrives_late_writes_nothing() {
    let database = EventDatabase::empty().await;
    let (say, now) = oneshot::channel();
    let store = behind(&database, Break::Late(now)).await;
    append_marked(&store).await;

    say.send(()).unwrap();

    // The relay waits for its answer. Anything that it wrote would exist when the next append does.
    let direct = database.event_store().await;
    direct.append(request(vec![write(3, 0, 1)])).await.unwrap();
    assert_gapless(&*direct, 6).await;
    assert_eq!(direct.read_stream(decklist(2), 0).await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_password_is_kept_though_the_connection_breaks() {
    for how in [Break::Before, Break::After] {
        let database = EventDatabase::empty().await;
        let store = behind(&database, how).await;
        store.put_password(PasswordId(1), UserId(7), "another").await.unwrap();

        store.put_password(PasswordId(2), UserId(7), "the marked event").await.unwrap();

        let kept = database.event_store().await.password(PasswordId(2)).await.unwrap();
        assert_eq!(kept.as_deref(), Some("the marked event"));
        assert_eq!(store.forget_passwords(UserId(7), PasswordId(2)).await.unwrap(), 1);
    }
}
