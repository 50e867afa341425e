//! The programs that the service is compared with. Their settings are in `lab/bench/peers`.

pub(crate) mod django;
pub(crate) mod nchan;
pub(crate) mod nginx;
pub(crate) mod postgres;

use std::path::Path;
use std::time::Duration;

use test_servers::process::{Folder, Server, Signal, Unprivileged, find};

use crate::process::Tree;

/// The advice if a peer is missing.
const INSTALL: &str = "./scripts/bench-peers installs it";
/// Time limit for the start of nginx.
const START: Duration = Duration::from_secs(20);

/// Starts nginx with this configuration in the folder `run`, which it owns, and waits until it listens on the port.
fn start_nginx(folder: &Folder, run: &Path, config: &str, port: u16) -> anyhow::Result<(Server, Tree)> {
    let user = Unprivileged::when_root()?;
    user.map_or(Ok(()), |user| user.own(run))?;
    let file = folder.path().join("nginx.conf");
    std::fs::write(&file, config)?;
    let mut command = user.map(Unprivileged::prefix).unwrap_or_default();
    command.push(find("nginx", &[], INSTALL)?.into());
    let words = ["-e", "stderr", "-g", "daemon off;", "-c"].map(Into::into);
    command.extend(words.into_iter().chain([file.into(), "-p".into(), run.into()]));
    let mut server = Server::start("nginx", &command, &folder.path().join("log"), Signal::Term)?;
    server.until(START, || Tree::listening_on(port).is_ok())?;
    Ok((server, Tree::listening_on(port)?))
}

/// Replaces `${name}` with its value.
pub(crate) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${{{name}}}"), value))
}
