//! Disks that are small, read-only or fail: file systems in memory, and a library that makes the program's calls fail.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};
use clap::ValueEnum;
use tempfile::TempDir;
use test_servers::process::output;

use crate::place::Options;

const NEEDS: &str = "a drill on a separate file system needs root with CAP_SYS_ADMIN (in a container: `--privileged`)";
const COMPILER: &str = "a drill with failing writes compiles a small library; on Debian: apt-get install gcc libc6-dev";
const SOURCE: &str = include_str!("faults.c");
/// Unmounts a file system once the process that mounted it has ended.
const GUARD: &str = "while read -r _; do :; done; umount \"$1\" || umount -l \"$1\"";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fault {
    /// No space is left: a file system of limited size is filled
    Full,
    /// Every write and flush fails with EIO
    Eio,
    /// Only flushes fail with EIO; what was written before is in the file
    Flush,
    /// Every write fails with EROFS
    ReadOnly,
}

/// A file system in memory, of limited size. It is unmounted with this value, or when this program ends.
#[derive(Debug)]
pub(crate) struct SmallDisk {
    folder: TempDir,
    guard: Option<Child>,
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        if let Some(mut guard) = self.guard.take() {
            drop(guard.stdin.take());
            let _ = guard.wait();
        }
    }
}

impl SmallDisk {
    /// Mounts a file system of this size in MiB. Fails with instructions if it cannot be mounted.
    pub(crate) fn of(mebibytes: u32) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("drill-disk-").tempdir().context("a folder cannot be made")?;
        let options = format!("size={mebibytes}m,mode=0755");
        let arguments = ["-t", "tmpfs", "-o", &options, "crosstable-drill"];
        output(Command::new("mount").args(arguments).arg(folder.path())).context(NEEDS)?;
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD, "sh"]).arg(folder.path());
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let guard = guard.spawn().context("a shell cannot be started")?;
        Ok(Self { folder, guard: Some(guard) })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn fill(&self) -> anyhow::Result<()> {
        let mut ballast = File::options().append(true).create(true).open(self.ballast()).context("ballast")?;
        for size in [1 << 20, 1 << 12, 1] {
            let block = vec![b'x'; size];
            loop {
                match ballast.write_all(&block) {
                    Ok(()) => {}
                    Err(error) if error.kind() == ErrorKind::StorageFull => break,
                    Err(error) => return Err(error).context("the disk cannot be filled"),
                }
            }
        }
        Ok(())
    }

    pub(crate) fn make_room(&self) -> anyhow::Result<()> {
        std::fs::remove_file(self.ballast()).context("the ballast cannot be removed")
    }

    /// Makes the disk read-only, or writable again. Fails while a file is open for writing.
    pub(crate) fn read_only(&self, read_only: bool) -> anyhow::Result<()> {
        let option = if read_only { "remount,ro" } else { "remount,rw" };
        output(Command::new("mount").args(["-o", option]).arg(self.path())).map(drop).context(NEEDS)
    }

    fn ballast(&self) -> PathBuf {
        self.path().join("ballast")
    }
}

/// The library that makes calls fail, and its control file.
#[derive(Debug)]
pub(crate) struct FailingCalls {
    folder: TempDir,
}

impl FailingCalls {
    /// Compiles the library. No call fails yet.
    pub(crate) fn make() -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("drill-faults-").tempdir().context("a folder cannot be made")?;
        let source = folder.path().join("faults.c");
        std::fs::write(&source, SOURCE).context("the library's source cannot be written")?;
        let made = Self { folder };
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(made.library()).arg(&source).arg("-ldl");
        output(&mut compiler).context(COMPILER)?;
        Ok(made)
    }

    pub(crate) fn environment(&self) -> Options {
        [("LD_PRELOAD", self.library()), ("DISK_FAULT", self.control())]
            .map(|(name, file)| (name, file.to_string_lossy().into_owned()))
            .to_vec()
    }

    /// Makes calls fail on files whose path begins with `files`.
    pub(crate) fn begin(&self, fault: Fault, files: &Path) -> anyhow::Result<()> {
        let kind = match fault {
            Fault::Full => "full",
            Fault::Eio => "write",
            Fault::Flush => "flush",
            Fault::ReadOnly => "read-only",
        };
        let Some(files) = files.to_str() else { bail!("the path {} is not valid UTF-8", files.display()) };
        // Renamed, so that the file is never read half written.
        let new = self.folder.path().join("new");
        std::fs::write(&new, format!("{files}\n{kind}\n")).context("the fault cannot be written")?;
        std::fs::rename(new, self.control()).context("the fault cannot be written")
    }

    pub(crate) fn end(&self) -> anyhow::Result<()> {
        std::fs::remove_file(self.control()).context("the fault cannot be ended")
    }

    fn library(&self) -> PathBuf {
        self.folder.path().join("faults.so")
    }

    fn control(&self) -> PathBuf {
        self.folder.path().join("fault")
    }
}
