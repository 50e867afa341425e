//! Signs of a second installation that is about to be made by mistake, in a folder that the operator does not mean.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use service_kit::ask::ask;
use service_kit::health::ALIVE;
use tokio::time::timeout;

use crate::data_dir::DataDir;

/// How long a program on this machine may take to say that it is alive.
const PATIENCE: Duration = Duration::from_secs(1);
/// Where the systemd unit and the container image in `deploy/` keep data.
const OF_SERVICES: &str = "/var/lib/crosstable";
/// The folder that is used where none is named.
pub(super) const DEFAULT: &str = "crosstable-data";

/// Warnings, a sentence each. `listen` is where a server would listen that is started with the same options.
pub(super) async fn signs(dir: &DataDir, listen: SocketAddr) -> Vec<String> {
    let mut signs = Vec::new();
    if !dir.is_served()
        && let Some(address) = another_server(listen).await
    {
        signs.push(format!(
            "A server answers at {address}, and it does not serve this folder: it knows nothing of what is made here."
        ));
    }
    let here = whole(dir.path());
    for other in usual_folders() {
        if other != here && DataDir::existing(&other).is_ok() {
            signs.push(format!("There is an installation in {} already; this is another one.", other.display()));
        }
    }
    signs
}

/// The address of a server like ours that listens where one would by default.
async fn another_server(listen: SocketAddr) -> Option<String> {
    if listen.port() == 0 {
        return None;
    }
    let address = crate::app::address_to_visit(listen);
    let answer = timeout(PATIENCE, ask(&format!("{address}{ALIVE}"))).await.ok()?.ok()?;
    answer.status.is_success().then_some(address)
}

/// Where installations usually are, by their whole paths.
fn usual_folders() -> BTreeSet<PathBuf> {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(DEFAULT));
    let folders = [PathBuf::from(DEFAULT), PathBuf::from(OF_SERVICES)].into_iter().chain(home);
    folders.map(|folder| whole(&folder)).collect()
}

/// The whole path of a folder, from the root on.
pub(super) fn whole(folder: &Path) -> PathBuf {
    folder.canonicalize().or_else(|_| std::path::absolute(folder)).unwrap_or_else(|_| folder.to_owned())
}
