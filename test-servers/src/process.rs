//! Child processes that end with the test, their folders, and their ports.
//!
//! Each server is the child of a small shell that holds a pipe to the test. When the pipe closes, the test has ended in
//! some way, and the shell stops the server. Signals use the same pipe and reach a process that the shell has not
//! reaped yet, so they never reach another process that has reused the number. The shells have their own process
//! groups, so that killing the test's group lets them clean up.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::{Error, Result, at};

/// `$1` is the final signal; the rest is the command. It exits with the status of the server.
const GUARD: &str = r#"
last=$1; shift
exec 3<&0
"$@" </dev/null 3<&- & server=$!
{
  while read -r signal; do kill -s "$signal" "$server"; done
  kill -s "$last" "$server"; n=0
  while [ $n -lt 100 ] && kill -0 "$server"; do n=$((n + 1)); sleep 0.05; done
  kill -s KILL "$server"
} <&3 >/dev/null 2>&1 & reader=$!
exec 3<&-
wait "$server"; status=$?
kill "$reader" 2>/dev/null
exit $status
"#;

/// Deletes `$1` after the pipe has closed. It retries while processes that are ending still write there.
const FOLDER_GUARD: &str = r#"
while read -r _; do :; done
n=0
until rm -rf "$1" 2>/dev/null || [ $n -ge 100 ]; do n=$((n + 1)); sleep 0.1; done
"#;

/// How long a server may take to stop before it is killed.
const END: Duration = Duration::from_secs(10);

/// Signals for servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Stop cleanly.
    Term,
    /// Stop; PostgreSQL disconnects all clients.
    Int,
    /// Stop at once; PostgreSQL stops as after a crash.
    Quit,
    /// Kill.
    Kill,
    /// Freeze.
    Stop,
    /// Resume after [`Signal::Stop`].
    Cont,
}

impl Signal {
    /// Returns the name that `kill` knows.
    fn name(self) -> String {
        format!("{self:?}").to_uppercase()
    }
}

/// A running or stopped server. It is stopped when this value is dropped and when this process ends.
#[derive(Debug)]
pub struct Server {
    name: String,
    log: PathBuf,
    last: Signal,
    /// `None` if another process holds the server.
    pipe: Option<ChildStdin>,
    ended: Receiver<ExitStatus>,
    status: Option<ExitStatus>,
}

impl Server {
    /// Starts a command. `name` is for messages, its output is appended to the file `log`, and the signal `last` stops
    /// it when the test has ended.
    pub fn start(name: &str, command: &[OsString], log: &Path, last: Signal) -> Result<Self> {
        Self::start_kept(name, command, log, last, Stdio::piped())
    }

    /// Starts a command that ends when `held_by` closes, rather than with this value or this process.
    pub(crate) fn start_kept(
        name: &str,
        command: &[OsString],
        log: &Path,
        last: Signal,
        held_by: Stdio,
    ) -> Result<Self> {
        let output = File::options().create(true).append(true).open(log).map_err(at(log))?;
        let errors = output.try_clone().map_err(at(log))?;
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD, "server-of-a-test", &last.name()]).args(command);
        let mut child = spawned(guard.stdin(held_by).stdout(output).stderr(errors))?;
        let pipe = child.stdin.take();
        let (tell, ended) = channel();
        std::thread::spawn(move || child.wait().map(|status| tell.send(status)));
        Ok(Self { name: name.to_owned(), log: log.to_owned(), last, pipe, ended, status: None })
    }

    /// Sends a signal to the server, if it is running.
    pub fn signal(&mut self, signal: Signal) {
        if let Some(pipe) = &mut self.pipe {
            // The pipe is broken if the server has ended, which is what most signals are for.
            let _ = writeln!(pipe, "{}", signal.name()).and_then(|()| pipe.flush());
        }
    }

    /// Waits until the server ends.
    pub fn wait(&mut self, at_most: Duration) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.status = match self.ended.recv_timeout(at_most) {
                Ok(status) => Some(status),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(ExitStatus::default()),
            };
        }
        self.status
    }

    /// Returns whether it is running.
    pub fn is_running(&mut self) -> bool {
        self.wait(Duration::ZERO).is_none()
    }

    /// Sends a signal that stops the server and waits until it ends. It is killed if that takes too long.
    pub fn end(&mut self, signal: Signal) {
        self.signal(signal);
        if self.wait(END).is_none() {
            self.signal(Signal::Kill);
            self.wait(END);
        }
    }

    /// Waits until `ready` returns true. If the server ends earlier, the error contains the end of its log.
    pub fn until(&mut self, at_most: Duration, mut ready: impl FnMut() -> bool) -> Result<()> {
        let begun = Instant::now();
        while !ready() {
            if let Some(status) = self.wait(Duration::from_millis(20)) {
                return Err(Error(format!("{} ended ({status}); its log ends with\n{}", self.name, self.log_end())));
            }
            if begun.elapsed() > at_most {
                let log = self.log_end();
                return Err(Error(format!("{} is not ready after {at_most:?}; its log ends with\n{log}", self.name)));
            }
        }
        Ok(())
    }

    /// Returns the last lines of its output.
    pub fn log_end(&self) -> String {
        let text = std::fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<_> = text.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.pipe.is_some() && self.is_running() {
            self.signal(Signal::Cont);
            self.end(self.last);
        }
    }
}

/// A temporary folder that is deleted with this value, or with this process if it is killed. Other users may enter it.
#[derive(Debug)]
pub struct Folder {
    folder: tempfile::TempDir,
    /// Closes when the process ends.
    _pipe: Option<ChildStdin>,
}

impl Folder {
    /// Creates a folder. Its name is short, because the path of a socket may have at most 107 bytes.
    pub fn new() -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("ct-").tempdir();
        let folder = folder.map_err(|error| Error::while_doing("making a temporary folder", error))?;
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).map_err(at(folder.path()))?;
        let pipe = guard_folder(folder.path(), Stdio::piped())?;
        Ok(Self { folder, _pipe: pipe })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Starts a shell that a signal to the test's process group does not reach.
pub(crate) fn spawned(shell: &mut Command) -> Result<Child> {
    let child = shell.current_dir("/").process_group(0).spawn();
    child.map_err(|error| Error::while_doing("starting `sh`", error))
}

/// Deletes a folder when `held_by` closes.
pub(crate) fn guard_folder(folder: &Path, held_by: Stdio) -> Result<Option<ChildStdin>> {
    let mut guard = Command::new("sh");
    guard.args(["-c", FOLDER_GUARD, "folder-of-a-test"]).arg(folder);
    let mut child = spawned(guard.stdin(held_by).stdout(Stdio::null()).stderr(Stdio::null()))?;
    let pipe = child.stdin.take();
    std::thread::spawn(move || child.wait());
    Ok(pipe)
}

/// The user for a server that refuses to run as root. `None` if this process is not root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unprivileged {
    user: u32,
    group: u32,
}

impl Unprivileged {
    /// Returns the user `postgres`, or else `nobody`, if this process is root.
    pub fn when_root() -> Result<Option<Self>> {
        if output(Command::new("id").arg("-u"))?.trim() != "0" {
            return Ok(None);
        }
        let users = std::fs::read_to_string("/etc/passwd").map_err(at("/etc/passwd".as_ref()))?;
        let find = |name: &str| {
            let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
            let mut numbers = line.split(':').skip(2).map(str::parse);
            Some(Self { user: numbers.next()?.ok()?, group: numbers.next()?.ok()? })
        };
        let found = find("postgres").or_else(|| find("nobody"));
        found.map(Some).ok_or_else(|| Error("this is root, and there is no user `postgres` or `nobody`".into()))
    }

    /// Changes the owner of a file or folder to this user.
    pub fn own(self, path: &Path) -> Result<()> {
        chown(path, Some(self.user), Some(self.group)).map_err(at(path))
    }

    /// Returns the words before a command that run it as this user.
    pub fn prefix(self) -> Vec<OsString> {
        let user =
            ["setpriv", "--reuid", &self.user.to_string(), "--regid", &self.group.to_string()].map(OsString::from);
        user.into_iter().chain(["--clear-groups", "--"].map(OsString::from)).collect()
    }
}

/// Runs a command to its end and returns its output.
pub fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command.current_dir("/").stdin(Stdio::null()).output();
    let done = done.map_err(|error| Error::while_doing(format_args!("starting `{name}`"), error))?;
    if !done.status.success() {
        let said = [done.stdout, done.stderr].concat();
        return Err(Error(format!("`{name}` failed ({}): {}", done.status, String::from_utf8_lossy(&said).trim())));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

/// Finds a program on the `PATH`, in the usual folders of servers, or in one of `places`.
pub fn find(program: &str, places: &[PathBuf], install: &str) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = places.iter().cloned().chain(std::env::split_paths(&path));
    let servers = ["/usr/sbin", "/usr/local/sbin", "/sbin"].map(PathBuf::from);
    folders
        .chain(servers)
        .map(|folder| folder.join(program))
        .find(|file| file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0))
        .ok_or_else(|| Error(format!("the tests need the program `{program}`, which is not installed: {install}")))
}

/// Returns a free TCP port of 127.0.0.1. It is below the range that the system assigns to clients, so that it is still
/// free when a server restarts. Each process starts its search at a different port.
pub fn free_port() -> Result<u16> {
    const FIRST: u32 = 10_000;
    const PORTS: u32 = 20_000;
    static TRIED: AtomicU32 = AtomicU32::new(0);
    for _ in 0..PORTS {
        let offset = std::process::id().wrapping_mul(31).wrapping_add(TRIED.fetch_add(1, Ordering::Relaxed)) % PORTS;
        let Ok(port) = u16::try_from(FIRST + offset) else { continue };
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(port);
        }
    }
    Err(Error("no port of 127.0.0.1 is free".into()))
}
