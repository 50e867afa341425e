//! Warns when a command is about to create a second installation by mistake.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use service_kit::health::ALIVE;
use service_kit::http_client::get;
use tokio::time::timeout;

use crate::data_dir::DataDir;

/// Time limit for the health answer of a server on this machine.
const TIME_LIMIT: Duration = Duration::from_secs(1);
/// Data folder of the systemd unit and the container image in `deploy/`.
const OF_SERVICES: &str = "/var/lib/crosstable";
/// The default data folder.
pub(super) const DEFAULT: &str = "crosstable-data";

/// Returns warnings, one sentence each. `listen` is the address at which a server with the same options would listen.
pub(super) async fn warnings(dir: &DataDir, listen: SocketAddr) -> Vec<String> {
    let mut warnings = Vec::new();
    if !dir.is_served()
        && let Some(address) = another_server(listen).await
    {
        warnings.push(format!(
            "A server answers at {address}, and it does not serve this folder: it will not see the new data."
        ));
    }
    let here = whole(dir.path());
    for other in usual_folders() {
        if other != here && DataDir::existing(&other).is_ok() {
            warnings
                .push(format!("There is an installation in {} already; this would be a second one.", other.display()));
        }
    }
    warnings
}

/// Returns the address of a Crosstable server that listens at `listen`, if there is one.
async fn another_server(listen: SocketAddr) -> Option<String> {
    if listen.port() == 0 {
        return None;
    }
    let address = crate::app::address_to_visit(listen);
    let answer = timeout(TIME_LIMIT, get(&format!("{address}{ALIVE}"))).await.ok()?.ok()?;
    answer.status.is_success().then_some(address)
}

/// Returns the absolute paths of the usual data folders.
fn usual_folders() -> BTreeSet<PathBuf> {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(DEFAULT));
    let folders = [PathBuf::from(DEFAULT), PathBuf::from(OF_SERVICES)].into_iter().chain(home);
    folders.map(|folder| whole(&folder)).collect()
}

/// Returns the absolute path of a folder.
pub(super) fn whole(folder: &Path) -> PathBuf {
    folder.canonicalize().or_else(|_| std::path::absolute(folder)).unwrap_or_else(|_| folder.to_owned())
}
