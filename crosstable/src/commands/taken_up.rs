//! A running server knows what a command wrote when the command returns: a key that was just printed
//! opens at the first request.

use std::time::Duration;

use proto_events::Position;
use storage::{Access, ViewStore};
use tokio::time::{sleep, timeout};

use crate::home::Home;
use crate::out;

/// How long a command waits for the server. It is a hundred times what a server takes that has nothing else to do.
const PATIENCE: Duration = Duration::from_secs(5);
/// Between two looks.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Waits until the views hold everything up to a position, if a server renders them now. Servers remember nothing that they did
/// not find, so that whatever is in the views is known to all of them.
pub(super) async fn wait(home: &Home, head: Position) {
    if let Home::Folder(dir) = home
        && !dir.is_served()
    {
        return;
    }
    // Without the views' address, or before the first server has made them, there is nothing to wait for.
    let Ok(views) = home.open_views(Access::Read).await else { return };
    if timeout(PATIENCE, reach(&*views, head)).await.is_err() {
        out::say(format_args!("No server has taken this up yet. It is written, and a server that runs soon knows it."));
    }
    views.close().await;
}

async fn reach(views: &dyn ViewStore, head: Position) {
    loop {
        match views.active().await {
            Ok(Some(active)) if active.position() >= head => return,
            // Nothing was ever rendered: the first server does it when it starts.
            Ok(None) => return,
            _ => sleep(LOOK_EVERY).await,
        }
    }
}
