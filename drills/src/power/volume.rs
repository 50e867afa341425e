//! An ext4 file system whose device can be copied at one moment, as a power cut would leave it.
//!
//! The device is a loop device on a file, and the file is on an XFS, which shares blocks between a file and its copy.
//! The copy is atomic with respect to writes to the file. Writes that the system has not passed on to the file yet are
//! not in it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::Context;
use tempfile::TempDir;
use test_servers::process::output;

/// The error if the file systems cannot be made.
const NEEDS: &str = "a drill on a separate file system needs root with CAP_SYS_ADMIN (in a container: \
                     `--privileged`), loop devices, and on Debian: apt-get install e2fsprogs xfsprogs mount";
/// Unmounts a file system once the process that mounted it has ended.
const GUARD: &str = "while read -r _; do :; done; umount \"$1\" || umount -l \"$1\"";
/// MiB of the file system for the image files, which are sparse.
const STOCK: u64 = 2_048;
/// MiB of each image file.
const VOLUME: u64 = 128;

/// A mounted file system.
#[derive(Debug)]
pub(super) struct Volume {
    folder: TempDir,
    guard: Option<Child>,
}

/// A file system for the image files of others.
#[derive(Debug)]
pub(super) struct Stock(Volume);

impl Stock {
    /// Creates an empty one.
    ///
    /// # Errors
    /// If it cannot be created or mounted, with instructions.
    pub(super) fn make() -> anyhow::Result<Self> {
        let folder = new_folder()?;
        let image = folder.path().join("image");
        sparse(&image, STOCK)?;
        run(Command::new("mkfs.xfs").args(["-q", "-m", "reflink=1"]).arg(&image))?;
        Volume::mount(folder, &image, "xfs").map(Self)
    }

    /// Creates a file system in an image file of this name.
    ///
    /// # Errors
    /// When it cannot be made or mounted.
    pub(super) fn volume(&self, name: &str) -> anyhow::Result<Volume> {
        let image = self.0.path().join(name);
        sparse(&image, VOLUME)?;
        run(Command::new("mkfs.ext4").args(["-q", "-F"]).arg(&image))?;
        self.open(name)
    }

    /// Mounts the file system in the image file of this name. Its journal is replayed, as after a power cut.
    ///
    /// # Errors
    /// When it cannot be mounted.
    pub(super) fn open(&self, name: &str) -> anyhow::Result<Volume> {
        Volume::mount(new_folder()?, &self.0.path().join(name), "ext4")
    }

    /// Copies an image file at one moment, without flushing the file system in it or stopping programs.
    ///
    /// # Errors
    /// When it cannot be copied.
    pub(super) fn copy(&self, from: &str, to: &str) -> anyhow::Result<()> {
        let path = |name| self.0.path().join(name);
        run(Command::new("cp").arg("--reflink=always").args([path(from), path(to)])).map(drop)
    }
}

impl Volume {
    fn mount(folder: TempDir, image: &Path, kind: &str) -> anyhow::Result<Self> {
        let mut volume = Self { folder, guard: None };
        std::fs::create_dir(volume.path()).context("a folder cannot be made")?;
        run(Command::new("mount").args(["-t", kind, "-o", "loop"]).arg(image).arg(volume.path()))?;
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD, "sh"]).arg(volume.path());
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        volume.guard = Some(guard.spawn().context("a shell cannot be started")?);
        Ok(volume)
    }

    /// Where it is mounted.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("mounted")
    }

    /// Flushes the file system.
    pub(super) fn flush(&self) -> anyhow::Result<()> {
        run(Command::new("sync").arg("-f").arg(self.path())).map(drop)
    }
}

impl Drop for Volume {
    fn drop(&mut self) {
        if let Some(mut guard) = self.guard.take() {
            drop(guard.stdin.take());
            let _ = guard.wait();
        }
    }
}

fn sparse(file: &Path, mebibytes: u64) -> anyhow::Result<()> {
    std::fs::File::create(file).and_then(|file| file.set_len(mebibytes << 20)).context("an image cannot be made")
}

fn new_folder() -> anyhow::Result<TempDir> {
    tempfile::Builder::new().prefix("drill-volume-").tempdir().context("a folder cannot be made")
}

fn run(command: &mut Command) -> anyhow::Result<String> {
    output(command).context(NEEDS)
}
