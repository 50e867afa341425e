//! Waits until a running server knows the changes of a command, so that a key that was just printed works at the first
//! request.

use std::time::Duration;

use proto_events::Position;
use storage::{Access, ViewStore};
use tokio::time::{sleep, timeout};

use crate::home::Home;
use crate::out;

/// How long a command waits for the server; a hundred times what an idle server needs.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// Interval between two checks.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Waits until the views show the log up to `head`, if a server renders them now. Servers do not cache missing entries,
/// so they all know what the views contain.
pub(super) async fn wait(home: &Home, head: Position) {
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
