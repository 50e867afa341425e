//! The write side of an installation, for commands.

use std::sync::Arc;

use proto_events::Position;
use service_kit::clock::{Clock, SystemClock};
use storage::{Access, EventStore};
use write_api::WriteApi;

use super::wait_for_server;
use crate::home::Home;

/// The write side of an installation, for commands that may run while a server does.
pub(super) struct Writer {
    home: Home,
    /// Position of the newest domain event when the command began.
    begun: Position,
    pub(super) events: Arc<dyn EventStore>,
    pub(super) api: WriteApi,
    pub(super) clock: Arc<dyn Clock>,
}

impl Writer {
    /// Opens the log of an installation.
    pub(super) async fn open(home: &Home) -> anyhow::Result<Self> {
        let events = home.open_events(Access::Write).await?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let (home, begun) = (home.clone(), events.head().await?);
        let api = WriteApi::new(Arc::clone(&events), clock.clone()).listing_erasures(home.erasures());
        Ok(Self { home, begun, api, events, clock })
    }

    /// Closes the log after waiting until a running server has rendered the new domain events.
    pub(super) async fn close(self) {
        if let Ok(head) = self.events.head().await
            && head > self.begun
        {
            wait_for_server::wait(&self.home, head).await;
        }
        self.events.close().await;
    }
}
