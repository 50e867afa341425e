//! Runs the program as people do, each test in its own folder.
#![allow(unreachable_pub, reason = "test support")]

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use proto_events::{Position, Recorded};
use reqwest::Client;
use storage::{Access, Database, open_events};
use tempfile::{TempDir, tempdir};

/// Returns the program as a command, without environment variables that change its behavior.
pub fn crosstable(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crosstable"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CROSSTABLE_")) {
        command.env_remove(name);
    }
    command.env("CROSSTABLE_DATA_DIR", folder.join("data")).current_dir(folder);
    command
}

/// Runs the program to its end.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    crosstable(folder).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs the program to its end with this standard input.
pub fn run_with_input(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = crosstable(folder);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[track_caller]
fn succeeded(folder: &Path, arguments: &[&str]) -> Output {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    output
}

/// Runs a command that must succeed. Returns its output to stdout.
#[track_caller]
pub fn done(folder: &Path, arguments: &[&str]) -> String {
    stdout(&succeeded(folder, arguments)).trim_end().to_owned()
}

/// Runs a command that must succeed. Returns its messages.
#[track_caller]
pub fn said(folder: &Path, arguments: &[&str]) -> String {
    stderr(&succeeded(folder, arguments))
}

/// Runs a command that must be refused. Returns its message.
#[track_caller]
pub fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""), "{arguments:?}: {}", stderr(&output));
    stderr(&output)
}

/// Checks that the data of a folder is undamaged.
#[track_caller]
pub fn is_sound(folder: &Path) {
    let verified = said(folder, &["verify"]);
    assert!(verified.contains("Sound."), "{verified}");
}

/// Returns a folder with the organization 1, and a key of the organization.
pub fn store() -> (TempDir, String) {
    let folder = tempdir().unwrap();
    done(folder.path(), &["organizations", "create", "--name", "Corner Store"]);
    let key = done(folder.path(), &["keys", "issue", "--organization", "1", "--name", "x", "--role", "ADMIN"]);
    (folder, key)
}

/// Returns the id and the events of a log.
pub async fn log_of(database: Database) -> (String, Vec<Recorded>) {
    let store = open_events(&database, Access::Write).await.unwrap();
    let (id, mut log) = (store.log_id(), Vec::<Recorded>::new());
    loop {
        let after = log.last().map_or(Position::START, |last| last.position);
        let more = store.read_from(after, 1_000).await.unwrap();
        if more.is_empty() {
            store.close().await;
            return (id, log);
        }
        log.extend(more);
    }
}

/// Returns the id and the events of the log in a folder.
pub async fn log_in(folder: &Path) -> (String, Vec<Recorded>) {
    log_of(Database::Sqlite(folder.join("data/events.sqlite"))).await
}

/// Returns the number of lists by [`hand_in`] in a log.
pub fn lists_in(log: &[Recorded]) -> usize {
    log.iter().filter(|event| event.encoded.payload.contains("60 Island")).count()
}

/// Submits lists until the server has stopped. Counts the accepted ones.
pub async fn hand_in(address: String, key: String, taken: Arc<AtomicUsize>) {
    let client = Client::new();
    let body = serde_json::json!({"name": "Islands", "plaintext_list": "60 Island"});
    let request = client.post(format!("{address}/api/v1/decklists/")).header("x-api-key", &key).json(&body);
    while let Ok(answer) = request.try_clone().unwrap().send().await {
        match answer.status().as_u16() {
            201 => drop(taken.fetch_add(1, Ordering::SeqCst)),
            status => assert_eq!(status, 503, "while the first views are rendered"),
        }
    }
}

/// Returns the permissions of a file.
pub fn mode(file: &Path) -> u32 {
    std::fs::metadata(file).unwrap().permissions().mode() & 0o777
}

/// Returns the output to stdout.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the output to stderr.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A server process that ends with the test.
pub struct Server {
    child: Child,
    /// The rest of stderr, if it is read.
    _words: Option<BufReader<ChildStderr>>,
    /// Its first lines on stdout or stderr.
    pub lines: Vec<String>,
}

impl Server {
    /// Starts the program and reads this many lines of its stdout.
    pub fn start(folder: &Path, arguments: &[&str], lines: usize) -> Self {
        let mut command = crosstable(folder);
        let mut child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let lines = stdout.lines().take(lines).map(Result::unwrap).collect();
        Self { child, _words: None, lines }
    }

    /// Starts a server and reads its stderr until the line "Serving …".
    pub fn serve(folder: &Path, more: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut command = crosstable(folder);
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(more).envs(environment.iter().copied());
        let mut child = command.env("CROSSTABLE_LOG", "off").stderr(Stdio::piped()).spawn().unwrap();
        let (mut words, mut lines) = (BufReader::new(child.stderr.take().unwrap()), Vec::new());
        while !lines.last().is_some_and(|line: &String| line.starts_with("Serving ")) {
            let mut line = String::new();
            assert!(words.read_line(&mut line).unwrap() > 0, "the server ended: {lines:?}");
            lines.push(line);
        }
        Self { child, _words: Some(words), lines }
    }

    /// Starts a server without further options. Returns it and its address.
    pub fn at_address(folder: &Path) -> (Self, String) {
        let server = Self::serve(folder, &[], &[]);
        let address = server.told(" on ").unwrap();
        (server, address)
    }

    /// Asks the process to end, like a supervisor.
    pub fn terminate(&mut self) {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(asked.success());
    }

    /// Waits until the process has ended. Returns its exit code.
    pub fn ended(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    /// Returns the address after this text in the first lines.
    pub fn told(&self, before: &str) -> Option<String> {
        let line = self.lines.iter().find_map(|line| line.split_once(before))?.1;
        line.split_whitespace().next().map(|address| address.trim_end_matches('.').to_owned())
    }

    /// Returns the number of listening sockets of the process, from `/proc`.
    #[cfg(target_os = "linux")]
    pub fn listeners(&self) -> usize {
        let proc = Path::new("/proc").join(self.child.id().to_string());
        let links = std::fs::read_dir(proc.join("fd")).unwrap().flatten();
        let links =
            links.filter_map(|entry| std::fs::read_link(entry.path()).ok()?.into_os_string().into_string().ok());
        let sockets: Vec<_> = links.filter_map(|link| Some(link.strip_prefix("socket:[")?.replace(']', ""))).collect();
        let tables =
            ["tcp", "tcp6"].map(|table| std::fs::read_to_string(proc.join("net").join(table)).unwrap_or_default());
        // Columns: number, local address, remote address, state (0A listens), queues, timer, retransmits, user, timeout, inode.
        let listens = |line: &&str| {
            let columns: Vec<_> = line.split_whitespace().collect();
            columns.get(3) == Some(&"0A") && columns.get(9).is_some_and(|inode| sockets.iter().any(|it| it == inode))
        };
        tables.iter().flat_map(|table| table.lines()).filter(listens).count()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a small archive: four players, two rounds.
pub fn archive(id: &str) -> serde_json::Value {
    serde_json::json!({
        "id": id, "name": "Small League", "date": "2026-03-01", "format": "Modern", "platform": "melee",
        "source": {"repo": "none", "commit": "", "path": id},
        "rule": {"floor": "0.33", "own_gw_floored": true, "tol": 0.0001, "decimals": 8, "fields": ["omw", "gw", "ogw"]},
        "swiss_rounds": 2, "top_cut": 0, "phase_cuts": [],
        "players": ["Ada", "Bo", "Cy", "Di"],
        "rounds": [
            {"number": 1, "kind": "swiss", "matches": [
                {"p1": 0, "p2": 1, "g1": 2, "g2": 0, "gd": 0, "winner": 1},
                {"p1": 2, "p2": 3, "g1": 1, "g2": 2, "gd": 0, "winner": 2}]},
            {"number": 2, "kind": "swiss", "matches": [
                {"p1": 0, "p2": 3, "g1": 2, "g2": 1, "gd": 0, "winner": 1},
                {"p1": 1, "p2": 2, "g1": 1, "g2": 1, "gd": 0, "winner": 0}]}],
        "standings": [],
        "decklists": {"0": ["4 Lightning Bolt", "56 Mountain"]},
        "deck_urls": {}
    })
}
