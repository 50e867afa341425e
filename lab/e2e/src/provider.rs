//! A sign-in provider (OpenID Connect): `oidc-provider` of npm, which `scripts/generated-clients` installs.

use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

/// A provider, with the claims of its people. It ends when it is dropped.
#[derive(Debug)]
pub struct Provider {
    /// Its port on this machine.
    pub port: u16,
    people: PathBuf,
    process: Child,
    _input: ChildStdin,
    /// The provider writes warnings, and ends if no one can read them.
    _output: Lines<BufReader<ChildStdout>>,
    _folder: tempfile::TempDir,
}

impl Provider {
    /// Starts the provider with this id of a service at a public address. Panics if it is not installed.
    pub fn start(public_url: &str, id: &str) -> Self {
        let packages = test_servers::kept_folder().join("generated-clients/node_modules");
        let packages = packages.canonicalize().expect("run scripts/generated-clients");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/provider.mjs");
        let folder = tempfile::tempdir().expect("a folder");
        let people = folder.path().join("people.json");
        let redirect = format!("{public_url}/login/with/{id}/back/");
        let mut server = Command::new("node");
        server.arg(script).arg(packages).arg(redirect).arg(&people).stdin(Stdio::piped());
        let mut process = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a process");
        let mut lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let port = lines.next().expect("a provider").expect("a line").parse().expect("a port");
        let input = process.stdin.take().expect("its input");
        Self { port, people, process, _input: input, _output: lines, _folder: folder }
    }

    /// Sets the claims of its people, by id. Any password is right.
    pub fn has(&self, people: &Value) {
        std::fs::write(&self.people, people.to_string()).expect("a file to write");
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
