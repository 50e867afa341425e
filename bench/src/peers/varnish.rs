//! Varnish: the same bytes from its memory, with the same key check.

use std::time::Duration;

use test_servers::process::{Folder, Server, Signal, find, free_port};

use super::filled;
use crate::machine::cores;
use crate::process::Tree;

const CONFIG: &str = include_str!("../../peers/varnish/default.vcl");
const INSTALL: &str = "./scripts/bench-peers installs it";
const START: Duration = Duration::from_secs(60);

/// A running Varnish.
#[derive(Debug)]
pub(crate) struct Varnish {
    _server: Server,
    _folder: Folder,
    pub(crate) port: u16,
    pub(crate) tree: Tree,
}

impl Varnish {
    /// Starts a Varnish that fetches each file once from a port of this machine.
    pub(crate) fn start(key: &str, origin: u16) -> anyhow::Result<Self> {
        let (folder, port) = (Folder::new()?, free_port()?);
        let (config, work) = (folder.path().join("default.vcl"), folder.path().join("work"));
        std::fs::write(&config, filled(CONFIG, &[("key", key), ("origin", &origin.to_string())]))?;
        std::fs::create_dir(&work)?;
        let pools = cores();
        let mut command = vec![find("varnishd", &[], INSTALL)?.into()];
        let words = ["-F", "-j", "none", "-s", "malloc,256m", "-p", &format!("thread_pools={pools}"), "-a"];
        command.extend(words.map(Into::into));
        command.extend([format!("127.0.0.1:{port}").into(), "-f".into(), config.into(), "-n".into(), work.into()]);
        let mut server = Server::start("varnishd", &command, &folder.path().join("log"), Signal::Term)?;
        server.until(START, || Tree::listening_on(port).is_ok())?;
        Ok(Self { _server: server, _folder: folder, port, tree: Tree::listening_on(port)? })
    }
}
