//! nginx: the same bytes as static files, with the same headers and the same key check.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use test_servers::process::{Folder, Server, Signal, Unprivileged, find, free_port};

use super::filled;
use crate::http::Answer;
use crate::machine::cores;
use crate::process::Tree;

const CONFIG: &str = include_str!("../../peers/nginx/nginx.conf");
const INSTALL: &str = "./scripts/bench-peers installs it";
/// Headers that nginx writes itself.
const ITS_OWN: [&str; 9] = [
    "content-type",
    "content-length",
    "content-encoding",
    "date",
    "etag",
    "last-modified",
    "connection",
    "server",
    "transfer-encoding",
];
/// Time limit for the start.
const START: Duration = Duration::from_secs(20);

/// A running nginx that serves files.
#[derive(Debug)]
pub(crate) struct Nginx {
    _server: Server,
    _folder: Folder,
    pub(crate) port: u16,
    /// Port that serves the same files without a key.
    pub(crate) origin: u16,
    pub(crate) tree: Tree,
}

impl Nginx {
    /// Starts nginx with these files and with the headers of one of the answers.
    pub(crate) fn start(key: &str, files: &[(String, Answer)]) -> anyhow::Result<Self> {
        let (folder, user) = (Folder::new()?, Unprivileged::when_root()?);
        let (port, origin) = (free_port()?, free_port()?);
        let (root, run) = (folder.path().join("files"), folder.path().join("run"));
        for place in [&root, &run] {
            std::fs::create_dir(place)?;
        }
        user.map_or(Ok(()), |user| user.own(&run))?;
        for (name, answer) in files {
            std::fs::write(root.join(name), &answer.body)?;
            std::fs::write(root.join(format!("{name}.gz")), packed(&answer.body)?)?;
        }
        let headers = files.first().map(|(_, answer)| headers(answer)).unwrap_or_default();
        let workers = cores().to_string();
        let (port_text, origin_text, root) =
            (port.to_string(), origin.to_string(), root.to_string_lossy().into_owned());
        let values = [
            ("workers", &*workers),
            ("key", key),
            ("port", &port_text),
            ("origin", &origin_text),
            ("files", &root),
            ("headers", &headers),
        ];
        let config = folder.path().join("nginx.conf");
        std::fs::write(&config, filled(CONFIG, &values))?;
        let mut command = user.map(Unprivileged::prefix).unwrap_or_default();
        command.push(find("nginx", &[], INSTALL)?.into());
        let words = ["-e", "stderr", "-g", "daemon off;", "-c"].map(Into::into);
        command.extend(words.into_iter().chain([config.into(), "-p".into(), run.into()]));
        let mut server = Server::start("nginx", &command, &folder.path().join("log"), Signal::Term)?;
        server.until(START, || Tree::listening_on(port).is_ok())?;
        Ok(Self { _server: server, _folder: folder, port, origin, tree: Tree::listening_on(port)? })
    }
}

/// Compresses with the same level as the service.
fn packed(body: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).context("packing")?;
    Ok(encoder.finish()?)
}

/// Returns configuration lines for the same headers.
fn headers(answer: &Answer) -> String {
    let mut lines = String::new();
    for (name, value) in answer.headers().filter(|(name, _)| !ITS_OWN.contains(&&*name.to_ascii_lowercase())) {
        let _ = writeln!(lines, "        add_header {name} \"{}\";", value.replace('"', "\\\""));
    }
    lines
}
