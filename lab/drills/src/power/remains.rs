//! The possible contents of a folder after a power cut: everything that was flushed, and any part of the rest.
//!
//! A write to a file that was not flushed may be lost, or be on the disk in part, in units of 512 bytes or 4 KiB. The
//! length may have grown without the bytes, which are zeros then. Names that were created, changed or removed since the
//! folder was flushed may be as before or as after. Files and names are independent of each other, in any order. A
//! flushed file has a name: file systems with a journal do so, and SQLite expects it of its database.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use rand::RngExt;
use rand::rngs::StdRng;

use super::trace::{Call, Effect};

/// Sizes of the units in which a write reaches the disk.
const UNITS: [usize; 2] = [512, 4_096];
/// Ending of the file that SQLite's connections share as memory. It is mapped, so the trace does not show writes to it.
const SHARED_MEMORY: &str = "-shm";

/// A folder while the calls of a trace are carried out.
#[derive(Debug, Default)]
pub(super) struct Remains {
    files: Vec<File>,
    /// Names as programs see them.
    names: Names,
    /// Names that are certainly on the disk.
    kept: Names,
    /// Changes of names that may not be on the disk yet, with the number of the call.
    loose: Vec<(usize, NameChange)>,
    /// Number of calls so far.
    calls: usize,
    /// Ignores flushes, so that acknowledged writes are lost.
    careless: bool,
}

type Names = BTreeMap<PathBuf, usize>;

/// The content of a file.
#[derive(Debug, Default, Clone)]
struct File {
    kept: Vec<u8>,
    /// Changes that may not be on the disk yet, with the number of the call.
    loose: Vec<(usize, Change)>,
}

#[derive(Debug, Clone)]
enum Change {
    Written { at: usize, bytes: Vec<u8> },
    Resized(usize),
}

#[derive(Debug, Clone)]
enum NameChange {
    Made { path: PathBuf, file: usize },
    Renamed { from: PathBuf, to: PathBuf },
    Removed { path: PathBuf },
}

/// How much of the data that was not flushed survives.
#[derive(Debug, Clone, Copy)]
enum Survival {
    Nothing,
    Everything,
    /// A percentage, in units of this many bytes.
    Some(u32, usize),
}

impl Remains {
    /// An empty folder.
    pub(super) fn new(careless: bool) -> Self {
        Self { careless, ..Self::default() }
    }

    /// Carries out a call.
    ///
    /// # Errors
    /// If it concerns a file that no call has created.
    pub(super) fn carry_out(&mut self, call: &Call) -> anyhow::Result<()> {
        self.calls += 1;
        match &call.effect {
            Effect::Opened { path, emptied } => {
                let file = match self.names.get(path) {
                    Some(file) => *file,
                    None => self.make(path),
                };
                if *emptied {
                    self.files[file].loose.push((self.calls, Change::Resized(0)));
                }
            }
            Effect::Written { path, at, bytes } => {
                let change = Change::Written { at: usize::try_from(*at)?, bytes: bytes.clone() };
                self.change(path, change)?;
            }
            Effect::Resized { path, length } => self.change(path, Change::Resized(usize::try_from(*length)?))?,
            Effect::Flushed { path } => self.flush(path, call.begun),
            Effect::Renamed { from, to } => {
                let file = self.names.remove(from).with_context(|| format!("{} does not exist", from.display()))?;
                self.names.insert(to.clone(), file);
                self.loose.push((self.calls, NameChange::Renamed { from: from.clone(), to: to.clone() }));
            }
            Effect::Removed { path } => {
                self.names.remove(path).with_context(|| format!("{} does not exist", path.display()))?;
                self.loose.push((self.calls, NameChange::Removed { path: path.clone() }));
            }
        }
        Ok(())
    }

    fn make(&mut self, path: &Path) -> usize {
        let file = self.files.len();
        self.files.push(File::default());
        self.names.insert(path.to_owned(), file);
        self.loose.push((self.calls, NameChange::Made { path: path.to_owned(), file }));
        file
    }

    fn change(&mut self, path: &Path, change: Change) -> anyhow::Result<()> {
        let file = *self.names.get(path).with_context(|| format!("{} does not exist", path.display()))?;
        self.files[file].loose.push((self.calls, change));
        Ok(())
    }

    /// Keeps all changes made before a flush began.
    fn flush(&mut self, path: &Path, begun: usize) {
        if self.careless {
            return;
        }
        let Some(file) = self.names.get(path).copied() else {
            // It is a folder: its names are flushed.
            return self.keep_names(|change, at| at <= begun && change.folder() == path);
        };
        let loose = std::mem::take(&mut self.files[file].loose);
        let (done, later): (Vec<_>, Vec<_>) = loose.into_iter().partition(|(at, _)| *at <= begun);
        let file_kept = &mut self.files[file];
        file_kept.loose = later;
        done.into_iter().for_each(|(_, change)| change.apply(&mut file_kept.kept));
        // The file's name is kept with all earlier changes of that name.
        let made = self.loose.iter().find_map(|(at, change)| match change {
            NameChange::Made { path, file: made } if *made == file => Some((*at, path.clone())),
            _ => None,
        });
        if let Some((made_at, name)) = made {
            self.keep_names(|change, at| at <= made_at && change.concerns(&name));
        }
    }

    fn keep_names(&mut self, is_kept: impl Fn(&NameChange, usize) -> bool) {
        let loose = std::mem::take(&mut self.loose);
        let (done, later): (Vec<_>, Vec<_>) = loose.into_iter().partition(|(at, change)| is_kept(change, *at));
        self.loose = later;
        done.into_iter().for_each(|(_, change)| change.apply(&mut self.kept));
    }

    /// Writes the possible contents after a power cut at this moment into `folder`, under the same file names.
    pub(super) fn write(&self, rng: &mut StdRng, folder: &Path) -> anyhow::Result<()> {
        let survival = match rng.random_range(0..10) {
            0 | 1 => Survival::Nothing,
            2 => Survival::Everything,
            _ => Survival::Some(rng.random_range(10..=90), UNITS[rng.random_range(0..UNITS.len())]),
        };
        let mut names = self.kept.clone();
        for (_, change) in &self.loose {
            if survival.has(rng) {
                change.apply(&mut names);
            }
        }
        for (path, file) in &names {
            let name = path.file_name().context("a file has no name")?;
            let bytes = self.files[*file].survivor(rng, survival);
            let is_shared_memory = name.to_string_lossy().ends_with(SHARED_MEMORY);
            let bytes = match is_shared_memory.then(|| rng.random_range(0..3)) {
                Some(0) => continue,
                Some(1) => (0..bytes.len()).map(|_| rng.random()).collect(),
                _ => bytes,
            };
            std::fs::write(folder.join(name), bytes).context("a file cannot be written")?;
        }
        Ok(())
    }
}

impl Survival {
    fn has(self, rng: &mut StdRng) -> bool {
        match self {
            Self::Nothing => false,
            Self::Everything => true,
            Self::Some(of_a_hundred, _) => rng.random_ratio(of_a_hundred, 100),
        }
    }
}

impl File {
    fn survivor(&self, rng: &mut StdRng, survival: Survival) -> Vec<u8> {
        let mut bytes = self.kept.clone();
        for (_, change) in &self.loose {
            match (survival, change) {
                (Survival::Nothing, _) => {}
                (Survival::Some(_, unit), Change::Written { at, bytes: written }) if rng.random() => {
                    tear(&mut bytes, *at, written, unit, |_| survival.has(rng));
                }
                _ if survival.has(rng) => change.apply(&mut bytes),
                // The length grows, but the bytes are lost.
                (_, Change::Written { at, bytes: written }) if rng.random_ratio(1, 4) => {
                    let end = at + written.len();
                    bytes.resize(bytes.len().max(end), 0);
                }
                _ => {}
            }
        }
        bytes
    }
}

/// Writes the units of a write that survive. Bytes before them that were never written are zeros.
fn tear(bytes: &mut Vec<u8>, at: usize, written: &[u8], unit: usize, mut survives: impl FnMut(usize) -> bool) {
    let (mut start, end) = (at, at + written.len());
    while start < end {
        let next = ((start / unit + 1) * unit).min(end);
        if survives(start / unit) {
            bytes.resize(bytes.len().max(next), 0);
            bytes[start..next].copy_from_slice(&written[start - at..next - at]);
        }
        start = next;
    }
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Written { at, bytes: written } => tear(bytes, *at, written, usize::MAX / 2, |_| true),
            Self::Resized(length) => bytes.resize(*length, 0),
        }
    }
}

impl NameChange {
    fn concerns(&self, name: &Path) -> bool {
        match self {
            Self::Made { path, .. } | Self::Removed { path } => path == name,
            Self::Renamed { from, to } => from == name || to == name,
        }
    }

    /// The folder of the name.
    fn folder(&self) -> &Path {
        let (Self::Made { path, .. } | Self::Renamed { to: path, .. } | Self::Removed { path }) = self;
        path.parent().unwrap_or(path)
    }

    /// Applies the change; does nothing if the name does not exist.
    fn apply(&self, names: &mut Names) {
        match self {
            Self::Made { path, file } => drop(names.insert(path.clone(), *file)),
            Self::Renamed { from, to } => {
                if let Some(file) = names.remove(from) {
                    names.insert(to.clone(), file);
                }
            }
            Self::Removed { path } => drop(names.remove(path)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::*;

    const FOLDER: &str = "/data";

    fn path(name: &str) -> PathBuf {
        Path::new(FOLDER).join(name)
    }

    /// All possible contents after these calls: names with the content of the files.
    fn left(effects: &[Effect], careless: bool) -> BTreeSet<Vec<(String, String)>> {
        let mut remains = Remains::new(careless);
        for (begun, effect) in effects.iter().enumerate() {
            remains.carry_out(&Call { at: 0, begun, effect: effect.clone() }).unwrap();
        }
        let all = (0..300).map(|seed| {
            let folder = tempfile::tempdir().unwrap();
            remains.write(&mut StdRng::seed_from_u64(seed), folder.path()).unwrap();
            let mut files: Vec<_> = std::fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| {
                    let entry = entry.unwrap();
                    let text = std::fs::read_to_string(entry.path()).unwrap().replace('\0', "0");
                    (entry.file_name().into_string().unwrap(), text)
                })
                .collect();
            files.sort();
            files
        });
        all.collect()
    }

    fn files(files: &[(&str, &str)]) -> Vec<(String, String)> {
        files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    /// The calls that write a file under another name and rename it.
    fn secret(file_is_flushed: bool, folder_is_flushed: bool) -> Vec<Effect> {
        let mut effects = vec![
            Effect::Opened { path: path("new"), emptied: true },
            Effect::Written { path: path("new"), at: 0, bytes: b"key".to_vec() },
        ];
        effects.extend(file_is_flushed.then(|| Effect::Flushed { path: path("new") }));
        effects.push(Effect::Renamed { from: path("new"), to: path("secret") });
        effects.extend(folder_is_flushed.then(|| Effect::Flushed { path: PathBuf::from(FOLDER) }));
        effects
    }

    #[test]
    fn a_file_that_was_not_flushed_may_be_empty_under_its_name() {
        let left = left(&secret(false, true), false);
        assert!(left.contains(&files(&[("secret", "")])), "{left:?}");
        assert!(left.contains(&files(&[("secret", "000")])), "{left:?}");
        assert!(left.contains(&files(&[("secret", "key")])), "{left:?}");
        assert_eq!(left.len(), 3, "{left:?}");
    }

    #[test]
    fn a_name_that_was_not_flushed_may_be_the_one_before() {
        let left = left(&secret(true, false), false);
        assert_eq!(left, BTreeSet::from([files(&[("new", "key")]), files(&[("secret", "key")])]));
    }

    #[test]
    fn what_was_flushed_is_there() {
        assert_eq!(left(&secret(true, true), false), BTreeSet::from([files(&[("secret", "key")])]));
        assert!(left(&secret(true, true), true).contains(&files(&[])), "a careless drill ignores flushes");
    }

    #[test]
    fn a_write_that_is_not_flushed_is_there_in_units() {
        let units = |letters: [&str; 3]| letters.map(|letter| letter.repeat(512)).concat();
        let mut effects = vec![
            Effect::Opened { path: path("file"), emptied: false },
            Effect::Written { path: path("file"), at: 0, bytes: units(["a"; 3]).into_bytes() },
            Effect::Flushed { path: path("file") },
        ];
        effects.push(Effect::Written { path: path("file"), at: 0, bytes: units(["b"; 3]).into_bytes() });
        let left = left(&effects, false);
        for parts in [["a", "a", "a"], ["a", "b", "a"], ["b", "a", "b"], ["b", "b", "b"]] {
            assert!(left.contains(&files(&[("file", &units(parts))])), "{parts:?}");
        }
        assert_eq!(left.len(), 8, "only whole units survive");
    }

    #[test]
    fn a_flush_does_not_cover_what_was_written_after_it_began() {
        let mut remains = Remains::new(false);
        let written = |at, byte: u8| Effect::Written { path: path("file"), at, bytes: vec![byte] };
        let opened = Effect::Opened { path: path("file"), emptied: false };
        let effects =
            [(0, opened), (1, written(0, b'a')), (2, written(1, b'b')), (2, Effect::Flushed { path: path("file") })];
        for (begun, effect) in effects {
            remains.carry_out(&Call { at: 0, begun, effect }).unwrap();
        }
        assert_eq!(remains.files[0].kept, b"a");
    }
}
