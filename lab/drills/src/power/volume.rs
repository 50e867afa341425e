//! An ext4 file system whose device can be copied at one moment, as a power cut would leave it.
//!
//! The device is a loop device on a file, and the file is on an XFS, which shares blocks between a file and its copy.
//! The copy is atomic with respect to writes to the file. Writes that the system has not passed on to the file yet are
//! not in it.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use tempfile::TempDir;
use test_servers::process::output;

use crate::disks::{Mounted, NEEDS, new_folder};

/// MiB of the file system for the image files, which are sparse.
const STOCK: u64 = 2_048;
/// MiB of each image file.
const VOLUME: u64 = 128;

/// A file system for the image files of others.
#[derive(Debug)]
pub(super) struct Stock(Mounted);

impl Stock {
    /// Creates an empty one.
    pub(super) fn make() -> anyhow::Result<Self> {
        let folder = new_folder()?;
        let image = folder.path().join("image");
        sparse(&image, STOCK)?;
        run(Command::new("mkfs.xfs").args(["-q", "-m", "reflink=1"]).arg(&image))?;
        mount(folder, &image, "xfs").map(Self)
    }

    /// Creates a file system in an image file of this name.
    pub(super) fn volume(&self, name: &str) -> anyhow::Result<Mounted> {
        let image = self.0.path().join(name);
        sparse(&image, VOLUME)?;
        run(Command::new("mkfs.ext4").args(["-q", "-F"]).arg(&image))?;
        self.open(name)
    }

    /// Mounts the file system in the image file of this name. Its journal is replayed, as after a power cut.
    pub(super) fn open(&self, name: &str) -> anyhow::Result<Mounted> {
        mount(new_folder()?, &self.0.path().join(name), "ext4")
    }

    /// Copies an image file at one moment, without flushing the file system in it or stopping programs.
    pub(super) fn copy(&self, from: &str, to: &str) -> anyhow::Result<()> {
        let path = |name| self.0.path().join(name);
        run(Command::new("cp").arg("--reflink=always").args([path(from), path(to)])).map(drop)
    }
}

/// Mounts the file system of an image in the folder.
fn mount(folder: TempDir, image: &Path, kind: &str) -> anyhow::Result<Mounted> {
    let path = folder.path().join("mounted");
    let arguments = ["-t", kind, "-o", "loop"].map(OsStr::new);
    Mounted::new(folder, path, &[&arguments[..], &[image.as_os_str()]].concat())
}

/// Flushes a file system.
pub(super) fn flush(volume: &Mounted) -> anyhow::Result<()> {
    run(Command::new("sync").arg("-f").arg(volume.path())).map(drop)
}

fn sparse(file: &Path, mebibytes: u64) -> anyhow::Result<()> {
    std::fs::File::create(file).and_then(|file| file.set_len(mebibytes << 20)).context("an image cannot be made")
}

fn run(command: &mut Command) -> anyhow::Result<String> {
    output(command).context(NEEDS)
}
