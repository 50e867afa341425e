//! nginx with nchan: server-sent events from its memory, without storage, permissions or resuming from documents.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use test_servers::process::{Folder, Server, Signal, Unprivileged, find, free_port};

use super::filled;
use crate::machine::cores;
use crate::process::Tree;

const CONFIG: &str = include_str!("../../peers/nchan/nginx.conf");
const INSTALL: &str = "./scripts/bench-peers installs it";
/// The folders where distributions put nginx's modules.
const MODULES: [&str; 2] = ["/usr/lib/nginx/modules", "/usr/lib64/nginx/modules"];
/// Time limit for the start.
const START: Duration = Duration::from_secs(20);

/// A running nginx with one channel.
#[derive(Debug)]
pub(crate) struct Nchan {
    _server: Server,
    _folder: Folder,
    pub(crate) port: u16,
    pub(crate) tree: Tree,
}

impl Nchan {
    /// Starts it.
    pub(crate) fn start() -> anyhow::Result<Self> {
        let (folder, user, port) = (Folder::new()?, Unprivileged::when_root()?, free_port()?);
        let run = folder.path().join("run");
        std::fs::create_dir(&run)?;
        user.map_or(Ok(()), |user| user.own(&run))?;
        let modules = MODULES.map(|folder| Path::new(folder).join("ngx_nchan_module.so"));
        let module = modules.iter().find(|module| module.exists());
        let module = module.with_context(|| format!("nginx has no module nchan; {INSTALL}"))?.to_string_lossy();
        let (workers, listens) = (cores().to_string(), port.to_string());
        let values = [("module", &*module), ("workers", &workers), ("port", &listens)];
        let config = folder.path().join("nginx.conf");
        std::fs::write(&config, filled(CONFIG, &values))?;
        let mut command = user.map(Unprivileged::prefix).unwrap_or_default();
        command.push(find("nginx", &[], INSTALL)?.into());
        let words = ["-e", "stderr", "-g", "daemon off;", "-c"].map(Into::into);
        command.extend(words.into_iter().chain([config.into(), "-p".into(), run.into()]));
        let mut server = Server::start("nginx", &command, &folder.path().join("log"), Signal::Term)?;
        server.until(START, || Tree::listening_on(port).is_ok())?;
        Ok(Self { _server: server, _folder: folder, port, tree: Tree::listening_on(port)? })
    }
}
