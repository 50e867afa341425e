//! The line between browsers and the service: an address that stays the same when the service restarts somewhere else,
//! and that can be cut.

use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The line. It ends when it is dropped.
#[derive(Debug)]
pub struct Line {
    address: SocketAddr,
    end: watch::Sender<Option<SocketAddr>>,
    task: JoinHandle<()>,
}

impl Line {
    /// Lays a line to the server at an address such as `127.0.0.1:8080`.
    pub async fn to(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (end, ends) = watch::channel(Some(server.parse().expect("an address")));
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(connect(client, ends.clone()));
            }
        });
        Self { address, end, task }
    }

    /// The address for browsers.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// Cuts the line: open connections break, and new ones end at once.
    pub fn cut(&self) {
        self.end.send_replace(None);
    }

    /// Mends the line, which then leads to this server.
    pub fn mend(&self, server: &str) {
        self.end.send_replace(Some(server.parse().expect("an address")));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Connects a client with the server until one of them leaves, or the line changes.
async fn connect(mut client: TcpStream, mut ends: watch::Receiver<Option<SocketAddr>>) {
    let server = *ends.borrow_and_update();
    let Some(server) = server else { return };
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => (),
        _ = ends.changed() => (),
    }
}
