//! Another read-api on the app's views, in the test's own process. It has its own caches and receives no commit
//! notices; it finds changes by polling.

use std::net::SocketAddr;
use std::sync::Arc;

use api_kit::{ConsistencyTokens, Credentials, Follower, Gate, KeyUses, Sessions};
use chrono::TimeDelta;
use read_api::{ReadApi, ReadApiSettings};
use service_kit::clock::Clock;
use service_kit::keyring::{Keyring, Secrets};
use service_kit::secret::Secret;
use storage::files::{Readers, write_durably};
use storage::{NoticeBoard, ViewStore};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::TestApp;

/// A read-api without commit notices.
pub struct DeafReader {
    /// Where it listens.
    pub address: SocketAddr,
    views: Arc<dyn ViewStore>,
    stop: CancellationToken,
    following: JoinHandle<()>,
    serving: JoinHandle<()>,
}

impl DeafReader {
    /// Starts it.
    pub(super) async fn start(app: &TestApp) -> Self {
        let (views, board, keys) = (app.ground.views().await, NoticeBoard::new(), app.keys());
        let (stop, public_url) = (CancellationToken::new(), app.public_url());
        let follower = Follower::new(views.clone(), board.clone());
        let progress = follower.progress();
        let run = follower.run(stop.clone());
        let following = tokio::spawn(async { run.await.expect("views that can be looked at") });
        let clock: Arc<dyn Clock> = Arc::new(app.clock.clone());
        let (credentials, sessions) = (Credentials::new(views.clone(), &board), Sessions::new(&keys, &public_url));
        let gate = Gate::new(credentials, sessions, &public_url, Arc::clone(&clock), Arc::new(KeyUses::new()));
        let settings = ReadApiSettings { public_url, ..ReadApiSettings::default() };
        let tokens = ConsistencyTokens::new(&keys);
        let api = ReadApi::new(settings, views.clone(), &board, clock, gate, tokens, progress);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let serving = tokio::spawn(async move { axum::serve(listener, api.router()).await.expect("a server") });
        Self { address, views, stop, following, serving }
    }

    /// Stops it.
    pub async fn stop(self) {
        self.serving.abort();
        self.stop.cancel();
        self.following.await.expect("a clean end");
        self.views.close().await;
    }
}

impl TestApp {
    /// Starts another read-api that receives no commit notices.
    pub async fn deaf_reader(&self) -> DeafReader {
        DeafReader::start(self).await
    }

    /// The keys derived from the installation's secrets.
    pub fn keys(&self) -> Keyring {
        Keyring::new(self.secrets(), Arc::new(self.clock.clone()))
    }

    /// Rotates the secret as `crosstable secret rotate` does, by the app's clock. The new secret signs at once.
    pub fn rotate_secret(&self, accept_former: TimeDelta) {
        let now = self.clock_now();
        let rotated = self.secrets().rotated(Secret::generate(), now, now, now + accept_former);
        let file = self.folder().join("secret");
        write_durably(&file, rotated.expose().as_bytes(), Readers::Owner).expect("a secret");
    }

    fn secrets(&self) -> Secrets {
        let text = std::fs::read_to_string(self.folder().join("secret")).expect("a secret");
        Secrets::parse(&text).expect("a secret")
    }
}
