//! A sign-in provider (OpenID Connect): `oidc-provider` of npm, which `scripts/generated-clients` installs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::script::Script;

/// A provider, with the claims of its people. It ends when it is dropped.
#[derive(Debug)]
pub struct Provider {
    /// Its port on this machine.
    pub port: u16,
    people: PathBuf,
    _server: Script,
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
        let server = server.arg(script).arg(packages).arg(redirect).arg(&people).stderr(Stdio::null());
        let server = Script::start(server);
        Self { port: server.port(), people, _server: server, _folder: folder }
    }

    /// Sets the claims of its people, by id. Any password is right.
    pub fn has(&self, people: &Value) {
        std::fs::write(&self.people, people.to_string()).expect("a file to write");
    }
}
