//! An ext4 file system whose device can be copied as it is at one moment, as a power cut would leave it.
//!
//! The device is a file behind a loop device; a mapping in between can hold up all that is written to it, without the file
//! system noticing. What the system has not written back yet is not in the copy.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::Context;
use tempfile::TempDir;
use test_servers::process::output;

/// What to do where that cannot be had.
const NEEDS: &str = "a drill on a file system of its own takes root with CAP_SYS_ADMIN (in a container: `--privileged`), loop \
                     devices, and on Debian: apt-get install dmsetup e2fsprogs mount";
/// Takes everything away once the process that made it is gone.
const GUARD: &str = "while read -r _; do :; done
    umount \"$1\" || umount -l \"$1\"
    [ -z \"$2\" ] || dmsetup remove --retry \"$2\"
    losetup -d \"$3\"";
/// Bytes of a sector of a mapping.
const SECTOR: u64 = 512;

/// A mounted file system.
#[derive(Debug)]
pub(super) struct Volume {
    folder: TempDir,
    image: PathBuf,
    /// The mapping, where it can be held up.
    mapping: Option<String>,
    guard: Option<Child>,
}

impl Volume {
    /// A new one of so many MiB.
    ///
    /// # Errors
    /// When it cannot be made or mounted; says what is needed.
    pub(super) fn make(mebibytes: u32) -> anyhow::Result<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let folder = new_folder()?;
        let image = folder.path().join("image");
        let length = u64::from(mebibytes) << 20;
        std::fs::File::create(&image).and_then(|file| file.set_len(length)).context("an image cannot be made")?;
        run(Command::new("mkfs.ext4").args(["-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0"]).arg(&image))?;
        let device = attach(&image)?;
        let name = format!("crosstable-drill-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let table = format!("0 {} linear {device} 0", length / SECTOR);
        let mapped = run(mapper().args(["create", &name, "--table", &table]));
        let mapped = mapped
            .and_then(|_| Self::mount(folder, image, &device, &format!("/dev/mapper/{name}"), Some(name.clone())));
        if mapped.is_err() {
            let _ = mapper().args(["remove", "--retry", &name]).stderr(Stdio::null()).status();
            let _ = Command::new("losetup").args(["-d", &device]).status();
        }
        mapped
    }

    /// The one in an image. Its journal is replayed, as after a power cut.
    ///
    /// # Errors
    /// When it cannot be mounted.
    pub(super) fn open(image: PathBuf) -> anyhow::Result<Self> {
        let device = attach(&image)?;
        let mounted = Self::mount(new_folder()?, image, &device, &device, None);
        if mounted.is_err() {
            let _ = Command::new("losetup").args(["-d", &device]).status();
        }
        mounted
    }

    fn mount(
        folder: TempDir,
        image: PathBuf,
        device: &str,
        from: &str,
        mapping: Option<String>,
    ) -> anyhow::Result<Self> {
        let mut volume = Self { folder, image, mapping, guard: None };
        std::fs::create_dir(volume.mounted()).context("a folder cannot be made")?;
        run(Command::new("mount").args(["-t", "ext4", from]).arg(volume.mounted()))?;
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD, "sh"]).arg(volume.mounted());
        guard.args([volume.mapping.as_deref().unwrap_or_default(), device]);
        guard.env("DM_DISABLE_UDEV", "1").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        volume.guard = Some(guard.spawn().context("a shell cannot be started")?);
        Ok(volume)
    }

    /// Where it is mounted.
    pub(super) fn path(&self) -> PathBuf {
        self.mounted()
    }

    fn mounted(&self) -> PathBuf {
        self.folder.path().join("mounted")
    }

    /// Writes back all that is in it.
    pub(super) fn flush(&self) -> anyhow::Result<()> {
        run(Command::new("sync").arg("-f").arg(self.mounted())).map(drop)
    }

    /// Copies the device as it is, while nothing is written to it. Programs on it wait meanwhile.
    pub(super) fn cut(&self, to: &Path) -> anyhow::Result<()> {
        let name = self.mapping.as_deref().context("this device cannot be held up")?;
        // Neither is the file system flushed, nor what waits for the device.
        run(mapper().args(["suspend", "--noflush", "--nolockfs", name]))?;
        let copied = run(Command::new("cp").arg("--sparse=always").arg(&self.image).arg(to));
        run(mapper().args(["resume", name]))?;
        copied.map(drop)
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

fn new_folder() -> anyhow::Result<TempDir> {
    tempfile::Builder::new().prefix("drill-volume-").tempdir().context("a folder cannot be made")
}

/// Without udev, the program makes the names of devices itself.
fn mapper() -> Command {
    let mut command = Command::new("dmsetup");
    command.env("DM_DISABLE_UDEV", "1");
    command
}

fn attach(image: &Path) -> anyhow::Result<String> {
    Ok(run(Command::new("losetup").args(["--find", "--show"]).arg(image))?.trim().to_owned())
}

fn run(command: &mut Command) -> anyhow::Result<String> {
    output(command).context(NEEDS)
}
