//! nginx with nchan: server-sent events from its memory, without storage, permissions or resuming from documents.

use std::path::Path;

use anyhow::Context;
use test_servers::Nginx;

use super::{INSTALL, filled};
use crate::machine::cores;
use crate::process::Tree;

const CONFIG: &str = include_str!("../../peers/nchan/nginx.conf");
/// The folders where distributions put nginx's modules.
const MODULES: [&str; 2] = ["/usr/lib/nginx/modules", "/usr/lib64/nginx/modules"];

/// A running nginx with one channel.
#[derive(Debug)]
pub(crate) struct Nchan {
    _server: Nginx,
    pub(crate) port: u16,
    pub(crate) tree: Tree,
}

impl Nchan {
    pub(crate) fn start() -> anyhow::Result<Self> {
        let modules = MODULES.map(|folder| Path::new(folder).join("ngx_nchan_module.so"));
        let module = modules.iter().find(|module| module.exists());
        let module = module.with_context(|| format!("nginx has no module nchan; {INSTALL}"))?.to_string_lossy();
        let values = [("module", &*module), ("workers", &cores().to_string())];
        let server = Nginx::start(&filled(CONFIG, &values))?;
        let port = server.address().port();
        Ok(Self { _server: server, port, tree: Tree::listening_on(port)? })
    }
}
