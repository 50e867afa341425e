//! `crosstable mirror` as a process, its folder, and the comparison with a full export.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Stdio};

use anyhow::{Context, bail, ensure};
use e2e::client::{Answer, Client, Request};
use serde_json::Value;
use tempfile::TempDir;

use crate::site::Site;

/// The parts of tournaments that the mirrors pull.
const INCLUDE: &str = "standings,matches,rounds,decklists,cards";

/// A mirror with its folder.
pub(super) struct Follower {
    name: &'static str,
    folder: TempDir,
    address: String,
    key: String,
    client: Client,
    process: Option<Child>,
}

impl Follower {
    pub(super) fn new(name: &'static str, address: String, key: String) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("drill-mirror-").tempdir().context("a folder cannot be made")?;
        let client = Client::new(address.clone(), key.clone())?;
        Ok(Self { name, folder, address, key, client, process: None })
    }

    /// Its name, for messages.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// Starts the mirror, unless it runs.
    pub(super) fn start(&mut self, site: &Site) -> anyhow::Result<()> {
        if self.process.is_none() {
            let log = File::create(self.log_file()).context("the log of the mirror")?;
            let mut command = self.command(site, &["--every", "1"]);
            let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn();
            self.process = Some(started.context("the mirror cannot be started")?);
        }
        Ok(())
    }

    fn command(&self, site: &Site, options: &[&str]) -> std::process::Command {
        let mut command = site.command();
        let into = self.folder.path().join("mirror");
        command.args(["mirror", &self.address, "--include", INCLUDE, "--into"]).arg(into).args(options);
        command.env("CROSSTABLE_KEY", &self.key);
        command
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn state_file(&self) -> PathBuf {
        self.folder.path().join("mirror/state.json")
    }

    /// Kills the mirror with SIGKILL. Returns a fault if it had ended by itself.
    pub(super) fn kill(&mut self) -> anyhow::Result<Option<String>> {
        let Some(mut process) = self.process.take() else { return Ok(None) };
        let ended = process.try_wait().context("the mirror's state")?;
        // It is there no more if it has ended.
        let _ = process.kill();
        process.wait().context("the mirror does not end")?;
        Ok(ended.map(|status| {
            let said = fs::read_to_string(self.log_file()).unwrap_or_default();
            format!("the mirror of {} ended by itself with {status}: {said}", self.name)
        }))
    }

    /// Does what a mirror would do that stores the cursor of an answer first, and is killed before it applies it.
    pub(super) async fn store_cursor_first(&self) -> anyhow::Result<()> {
        let Ok(text) = fs::read(self.state_file()) else { return Ok(()) };
        let mut state: Value = serde_json::from_slice(&text)?;
        let since = state["cursor"].as_str().context("the state has no cursor")?.to_owned();
        let path = format!("/api/v1/export/tournaments/?since={since}&include={INCLUDE}");
        if let Some(answer) = self.client.answer(&Request::get(path)).await.filter(|answer| answer.status == 200) {
            state["cursor"] = answer.header("export-cursor").into();
            fs::write(self.state_file(), serde_json::to_vec(&state)?)?;
        }
        Ok(())
    }

    /// Pulls once more, and compares the folder with a full export. Returns the number of equal records, or a difference.
    pub(super) async fn compare(&mut self, site: &Site, token: Option<&str>) -> anyhow::Result<Result<usize, String>> {
        let before = self.export(token).await?;
        let pulled = self.command(site, &["--once"]).stdin(Stdio::null()).output()?;
        ensure!(pulled.status.success(), "the mirror cannot pull: {}", String::from_utf8_lossy(&pulled.stderr));
        let after = self.export(token).await?;
        if before.header("export-cursor") != after.header("export-cursor") {
            return Ok(Err("the export does not come to rest".to_owned()));
        }
        let (expected, found) = (records(&after)?, self.files()?);
        if let Some(id) = expected.keys().chain(found.keys()).find(|id| expected.get(id) != found.get(id)) {
            let (there, here) = (expected.get(id), found.get(id));
            return Ok(Err(format!("tournament {id} is {here:.200?} instead of {there:.200?}")));
        }
        Ok(Ok(found.len()))
    }

    async fn export(&self, token: Option<&str>) -> anyhow::Result<Answer> {
        let path = format!("/api/v1/export/tournaments/?include={INCLUDE}");
        let request = match token {
            Some(token) => Request::get(path).with("consistency-token", token).with("prefer", "wait=5"),
            None => Request::get(path),
        };
        match self.client.answer(&request).await {
            Some(answer) if answer.status == 200 => Ok(answer),
            Some(answer) => bail!("the export is answered {}", answer.short()),
            None => bail!("the export is not answered"),
        }
    }

    /// Returns the files of the folder by id.
    fn files(&self) -> anyhow::Result<BTreeMap<i64, String>> {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(self.folder.path().join("mirror/tournaments"))? {
            let path = entry?.path();
            let id = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
            if path.extension().is_some_and(|extension| extension == "json") {
                files.insert(id.context("a file without an id")?, fs::read_to_string(&path)?.trim_end().to_owned());
            }
        }
        Ok(files)
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

/// Returns the records of a full export by id.
fn records(export: &Answer) -> anyhow::Result<BTreeMap<i64, String>> {
    let text = std::str::from_utf8(&export.body)?;
    let record = |line: &str| {
        let id = serde_json::from_str::<Value>(line)?["id"].as_i64().context("a record has no id")?;
        Ok((id, line.to_owned()))
    };
    text.lines().map(record).collect()
}
