//! nginx: the same bytes as static files, with the same headers and the same key check.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use test_servers::process::Folder;

use super::filled;
use crate::http::Answer;
use crate::machine::cores;
use crate::process::Tree;

const CONFIG: &str = include_str!("../../peers/nginx/nginx.conf");
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

/// A running nginx that serves files.
#[derive(Debug)]
pub(crate) struct Nginx {
    _server: test_servers::Nginx,
    _folder: Folder,
    pub(crate) port: u16,
    pub(crate) tree: Tree,
}

impl Nginx {
    /// Starts nginx with these files and with the headers of one of the answers.
    pub(crate) fn start(key: &str, files: &[(String, Answer)]) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        for (name, answer) in files {
            std::fs::write(folder.path().join(name), &answer.body)?;
            std::fs::write(folder.path().join(format!("{name}.gz")), packed(&answer.body)?)?;
        }
        let headers = files.first().map(|(_, answer)| headers(answer)).unwrap_or_default();
        let (workers, root) = (cores().to_string(), folder.path().to_string_lossy().into_owned());
        let values = [("workers", &*workers), ("key", key), ("files", &root), ("headers", &headers)];
        let server = test_servers::Nginx::start(&filled(CONFIG, &values))?;
        let port = server.address().port();
        Ok(Self { _server: server, _folder: folder, port, tree: Tree::listening_on(port)? })
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
