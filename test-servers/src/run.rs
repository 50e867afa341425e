//! Resources that the processes of one test run share. `nextest` runs each test in its own process. A server that would
//! be slow to start for each test is started once and stopped with the run.

use std::fs::{DirBuilder, File};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::parent_id;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::process::{guard_folder, spawned};
use crate::{Error, Result, at};

/// Ends after the process `$1` and all processes with a lock on `$2` have ended. Others wait for the end of its output.
const GUARD: &str = r#"
while kill -0 "$1" 2>/dev/null; do sleep 0.2; done
flock --exclusive "$2" true
"#;

/// A folder that the processes of a run share.
#[derive(Debug)]
pub(crate) struct Shared {
    folder: PathBuf,
    run: u32,
}

impl Shared {
    /// Returns the run's folder with this name. The run lasts at least until the returned file is closed.
    pub(crate) fn enter(name: &str) -> Result<(Self, File)> {
        let (run, since) = run();
        let folder = std::env::temp_dir().join(format!("ct-{name}-{run}-{since}"));
        match DirBuilder::new().mode(0o755).create(&folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(at(&folder)(error)),
            _ => {}
        }
        let users = File::options().create(true).append(true).open(folder.join("users")).map_err(at(&folder))?;
        users.lock_shared().map_err(at(&folder))?;
        Ok((Self { folder, run }, users))
    }

    /// Returns the result of `make`, which only the first process of the run calls; others read the stored result. If
    /// it fails, the next process calls it.
    pub(crate) fn once(&self, make: impl FnOnce(&Path, Keeper) -> Result<u16>) -> Result<u16> {
        let here = at(&self.folder);
        let lock = File::options().create(true).append(true).open(self.folder.join("making")).map_err(&here)?;
        lock.lock().map_err(&here)?;
        let told = self.folder.join("made");
        if let Some(made) = std::fs::read_to_string(&told).ok().and_then(|text| text.parse().ok()) {
            return Ok(made);
        }
        let place = self.folder.join("server");
        match std::fs::remove_dir_all(&place) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(here(error)),
            _ => {}
        }
        let keeper = self.keeper()?;
        std::fs::create_dir(&place).map_err(&here)?;
        let made = make(&place, keeper)?;
        std::fs::write(told, made.to_string()).map_err(&here)?;
        Ok(made)
    }

    fn keeper(&self) -> Result<Keeper> {
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD, "run-of-tests", &self.run.to_string()]).arg(self.folder.join("users"));
        let mut child = spawned(guard.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
        let errors = child.stderr.take().ok_or_else(|| Error("`sh` has no pipe".into()))?;
        guard_folder(&self.folder, errors.into())?;
        Ok(Keeper(child))
    }
}

/// The process that a shared server depends on.
#[derive(Debug)]
pub(crate) struct Keeper(Child);

impl Keeper {
    /// Returns a pipe that closes when the run ends.
    pub(crate) fn pipe(&mut self) -> Result<Stdio> {
        self.0.stdout.take().map(Stdio::from).ok_or_else(|| Error("the run has one server already".into()))
    }
}

/// Returns the process that started the tests, cargo or this process, and its start time, which distinguishes it from a
/// later process with the same number.
fn run() -> (u32, String) {
    let read =
        |process: u32, file: &str| std::fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default();
    let parent = parent_id();
    let process = if read(parent, "comm").starts_with("cargo") { parent } else { std::process::id() };
    let stat = read(process, "stat");
    let since = stat.rsplit(") ").next().and_then(|fields| fields.split(' ').nth(19)).unwrap_or("0");
    (process, since.to_owned())
}
