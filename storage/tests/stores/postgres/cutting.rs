//! A relay between a store and its server, which cuts a connection at the worst moment.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

/// A text in what is written, whose write is cut.
pub(crate) const MARK: &str = "the marked event";

/// The moment at which the connection is cut.
pub(crate) enum Break {
    /// The server never gets the statement.
    Before,
    /// The server has run the statement, but its answer does not arrive.
    After,
    /// The server has committed, but its answer does not arrive.
    Committed,
    /// The store loses the connection, and the server gets the statement only when this receiver gets a message.
    Late(oneshot::Receiver<()>),
}

/// Starts a relay to the server, which cuts the first connection with the mark, at the mark or at the commit behind it.
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
    let (mut asked, mut answered, mut is_marked) = (vec![0; 1 << 16], vec![0; 1 << 16], false);
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(count @ 1..) = read else { return };
                let asked = &asked[..count];
                let has = |text: &str| asked.windows(text.len()).any(|part| part == text.as_bytes());
                is_marked |= has(MARK);
                let is_now = |how: &mut Break| is_marked && (!matches!(how, Break::Committed) || has("COMMIT"));
                let how = how.lock().unwrap().take_if(is_now);
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
        Break::Before => return,
        Break::After | Break::Committed => {}
        Break::Late(now) => {
            drop(client);
            now.await.unwrap();
        }
    }
    server.write_all(asked).await.unwrap();
    assert!(server.read(&mut [0; 1 << 12]).await.unwrap() > 0, "the server answers");
}

/// Returns the URL of a database behind a relay that cuts one connection.
pub(crate) async fn behind(url: &str, how: Break) -> String {
    let (before, rest) = url.split_once('@').unwrap();
    let (server, name) = rest.split_once('/').unwrap();
    let here = relay(server.parse().unwrap(), how).await;
    format!("{before}@{here}/{name}?sslmode=disable")
}
