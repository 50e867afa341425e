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

use super::trace::{Call, Change, Effect};

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
    calls: usize,
    /// Ignores flushes, so that acknowledged writes are lost.
    careless: bool,
}

type Names = BTreeMap<PathBuf, usize>;

#[derive(Debug, Default, Clone)]
struct File {
    kept: Vec<u8>,
    /// Changes that may not be on the disk yet, with the number of the call.
    loose: Vec<(usize, Change)>,
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
    pub(super) fn new(careless: bool) -> Self {
        Self { careless, ..Self::default() }
    }

    /// Carries out a call.
    ///
    /// # Errors
    /// If it concerns a file that no call has created.
    pub(super) fn carry_out(&mut self, call: &Call) -> anyhow::Result<()> {
        self.calls += 1;
        let Call { begun, path, effect, .. } = call;
        let missing = || format!("{} does not exist", path.display());
        match effect {
            Effect::Opened { emptied } => {
                let file = *self.names.entry(path.clone()).or_insert(self.files.len());
                if file == self.files.len() {
                    self.files.push(File::default());
                    self.loose.push((self.calls, NameChange::Made { path: path.clone(), file }));
                }
                if *emptied {
                    self.files[file].loose.push((self.calls, Change::Resized(0)));
                }
            }
            Effect::Changed(change) => {
                let file = *self.names.get(path).with_context(missing)?;
                self.files[file].loose.push((self.calls, change.clone()));
            }
            Effect::Flushed => self.flush(path, *begun),
            Effect::Renamed(to) => {
                let file = self.names.remove(path).with_context(missing)?;
                self.names.insert(to.clone(), file);
                self.loose.push((self.calls, NameChange::Renamed { from: path.clone(), to: to.clone() }));
            }
            Effect::Removed => {
                self.names.remove(path).with_context(missing)?;
                self.loose.push((self.calls, NameChange::Removed { path: path.clone() }));
            }
        }
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
        let File { kept, loose } = &mut self.files[file];
        loose.extract_if(.., |(at, _)| *at <= begun).for_each(|(_, change)| change.apply(kept));
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
        let Self { kept, loose, .. } = self;
        loose.extract_if(.., |(at, change)| is_kept(change, *at)).for_each(|(_, change)| change.apply(kept));
    }

    /// Writes the possible contents after a power cut at this moment into `folder`, under the same file names.
    pub(super) fn write(&self, rng: &mut StdRng, folder: &Path) -> anyhow::Result<()> {
        let survival = match rng.random_range(0..10) {
            0 | 1 => Survival::Nothing,
            2 => Survival::Everything,
            _ => Survival::Some(rng.random_range(10..=90), [512, 4_096][rng.random_range(0..2)]),
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

    fn written(at: usize, bytes: &[u8]) -> Effect {
        Effect::Changed(Change::Written { at, bytes: bytes.to_vec() })
    }

    /// All possible contents after these calls: names with the content of the files.
    fn left(effects: &[(PathBuf, Effect)], careless: bool) -> BTreeSet<Vec<(String, String)>> {
        let mut remains = Remains::new(careless);
        for (begun, (path, effect)) in effects.iter().cloned().enumerate() {
            remains.carry_out(&Call { at: 0, begun, path, effect }).unwrap();
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
    fn secret(file_is_flushed: bool, folder_is_flushed: bool) -> Vec<(PathBuf, Effect)> {
        let mut effects = vec![(path("new"), Effect::Opened { emptied: true }), (path("new"), written(0, b"key"))];
        effects.extend(file_is_flushed.then(|| (path("new"), Effect::Flushed)));
        effects.push((path("new"), Effect::Renamed(path("secret"))));
        effects.extend(folder_is_flushed.then(|| (PathBuf::from(FOLDER), Effect::Flushed)));
        effects
    }

    #[test]
    fn what_was_flushed_is_there_and_other_contents_and_names_may_be_lost() {
        for (file_is_flushed, folder_is_flushed, expected) in [
            (false, true, &[("secret", ""), ("secret", "000"), ("secret", "key")][..]),
            (true, false, &[("new", "key"), ("secret", "key")]),
            (true, true, &[("secret", "key")]),
        ] {
            let expected: BTreeSet<_> = expected.iter().map(|file| files(&[*file])).collect();
            let left = left(&secret(file_is_flushed, folder_is_flushed), false);
            assert_eq!(left, expected, "file flushed: {file_is_flushed}, folder flushed: {folder_is_flushed}");
        }
        assert!(left(&secret(true, true), true).contains(&files(&[])), "a careless drill ignores flushes");
    }

    #[test]
    fn a_write_that_is_not_flushed_is_there_in_units() {
        let units = |letters: [&str; 3]| letters.map(|letter| letter.repeat(512)).concat();
        let effects = [
            Effect::Opened { emptied: false },
            written(0, units(["a"; 3]).as_bytes()),
            Effect::Flushed,
            written(0, units(["b"; 3]).as_bytes()),
        ];
        let left = left(&effects.map(|effect| (path("file"), effect)), false);
        for parts in [["a", "a", "a"], ["a", "b", "a"], ["b", "a", "b"], ["b", "b", "b"]] {
            assert!(left.contains(&files(&[("file", &units(parts))])), "{parts:?}");
        }
        assert_eq!(left.len(), 8, "only whole units survive");
    }

    #[test]
    fn a_flush_does_not_cover_what_was_written_after_it_began() {
        let mut remains = Remains::new(false);
        let opened = Effect::Opened { emptied: false };
        for (begun, effect) in [(0, opened), (1, written(0, b"a")), (2, written(1, b"b")), (2, Effect::Flushed)] {
            remains.carry_out(&Call { at: 0, begun, path: path("file"), effect }).unwrap();
        }
        assert_eq!(remains.files[0].kept, b"a");
    }
}
