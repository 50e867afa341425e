//! The write side of an installation, for commands. They end when a running server knows their changes, so that a key
//! that was just printed works at the first request.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use proto_events::{Actor, Position, StreamId, StreamKind};
use service_kit::clock::SystemClock;
use storage::{Access, EventStore, ViewStore};
use tokio::time::{sleep, timeout};
use write_api::{CommandError, DirectCommand, WriteApi};

use crate::home::Home;
use crate::out;

/// How long a command waits for the server; a hundred times what an idle server needs.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// Interval between two checks.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The write side of an installation, for commands that may run while a server does.
pub(super) struct Writer {
    home: Home,
    /// Position of the newest domain event when the command began.
    begun: Position,
    pub(super) events: Arc<dyn EventStore>,
    pub(super) api: WriteApi,
}

impl Writer {
    /// Opens the log of an installation.
    pub(super) async fn open(home: &Home) -> anyhow::Result<Self> {
        let events = home.open_events(Access::Write).await?;
        let (home, begun) = (home.clone(), events.head().await?);
        let api = WriteApi::new(Arc::clone(&events), Arc::new(SystemClock)).listing_erasures(home.erasures());
        Ok(Self { home, begun, api, events })
    }

    /// Carries out a command. An error begins with what failed; if something does not exist, it says what to do.
    pub(super) async fn carry_out<C: DirectCommand>(
        &self,
        command: &C,
        failed: impl Display + Send + Sync + 'static,
    ) -> anyhow::Result<C::Done> {
        let explained = self.api.carry_out(&Actor::CommandLine, command).await.map_err(|error| match error {
            CommandError::NotFound(stream) => anyhow!(unknown(stream)),
            error => error.into(),
        });
        explained.context(failed)
    }

    /// Runs a command on the log of an installation.
    pub(super) async fn run(home: &Home, command: impl AsyncFnOnce(&Self) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let writer = Self::open(home).await?;
        let done = command(&writer).await;
        writer.close().await;
        done
    }

    /// Closes the log after waiting until a running server has rendered the new domain events.
    pub(super) async fn close(self) {
        if let Ok(head) = self.events.head().await
            && head > self.begun
        {
            wait_until_shown(&self.home, head).await;
        }
        self.events.close().await;
    }
}

/// Waits until the views show the log up to `head`, if a server renders them now. Servers do not cache missing entries,
/// so they all know what the views contain.
async fn wait_until_shown(home: &Home, head: Position) {
    if let Home::Folder(dir) = home
        && !dir.is_served()
    {
        return;
    }
    // Without the database of the views, or before the first server has created it, there is nothing to wait for.
    let Ok(views) = home.open_views(Access::Read).await else { return };
    if timeout(TIME_LIMIT, reach(&*views, head)).await.is_err() {
        out::say(format_args!("No server shows this change yet. It is stored; a running server will show it soon."));
    }
    views.close().await;
}

async fn reach(views: &dyn ViewStore, head: Position) {
    loop {
        match views.active().await {
            Ok(Some(active)) if active.position() >= head => return,
            // Nothing was ever rendered: the first server does that when it starts.
            Ok(None) => return,
            _ => sleep(LOOK_EVERY).await,
        }
    }
}

/// Explains that something does not exist, and what to do.
pub(super) fn unknown(stream: StreamId) -> String {
    match stream.kind {
        StreamKind::Organization => format!(
            "there is no organization {} here; `crosstable organizations list` lists them, and \
             `crosstable organizations create --name NAME` makes one",
            stream.id
        ),
        StreamKind::User => {
            format!("there is no user {} here; `crosstable users list --all` lists all users", stream.id)
        }
        _ => format!("{stream} does not exist"),
    }
}
