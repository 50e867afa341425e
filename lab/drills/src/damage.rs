//! Random damage to the bytes of a file, as by a faulty disk or another program, drawn from a seed.

use std::fmt;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use anyhow::{Context, ensure};
use rand::RngExt;
use rand::rngs::StdRng;

/// Size of a page in SQLite's files.
const PAGE: u64 = 4_096;
/// Bytes at the beginning of a page that count as its header.
const PAGE_HEADER: u64 = 12;
/// Size of a file's header.
const FILE_HEADER: u64 = 100;
/// Longest run of damaged bytes that is not a whole page.
const LONGEST_RUN: u64 = 64;

/// A change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Damage {
    offset: u64,
    /// The mask for each byte, applied by exclusive or.
    mask: Vec<u8>,
}

impl Damage {
    /// Draws damage to a byte, a short run or a page of a file of this length: anywhere, or in the header of a page or
    /// of the file. Every byte of it changes; of a page almost every byte.
    pub(crate) fn draw(rng: &mut StdRng, length: u64) -> Self {
        let page = rng.random_range(0..length.div_ceil(PAGE).max(1)) * PAGE;
        let (offset, count) = match rng.random_range(0..16) {
            0 => (rng.random_range(0..FILE_HEADER), 1),
            1..4 => (page + rng.random_range(0..PAGE_HEADER), rng.random_range(1..=4)),
            4..6 => (page, PAGE),
            6..10 => (rng.random_range(0..length), rng.random_range(1..=LONGEST_RUN)),
            _ => (rng.random_range(0..length), 1),
        };
        let count = count.min(length.saturating_sub(offset)).max(1);
        Self { offset, mask: (0..count).map(|_| rng.random_range(1..=255)).collect() }
    }

    /// Changes the file.
    pub(crate) fn apply(&self, path: &Path) -> anyhow::Result<()> {
        let file = File::options().read(true).write(true).open(path).context("the file cannot be opened")?;
        ensure!(self.offset < file.metadata()?.len(), "the file is shorter than {}", self.offset);
        let mut bytes = vec![0; self.mask.len()];
        let count = file.read_at(&mut bytes, self.offset)?;
        bytes.truncate(count);
        bytes.iter_mut().zip(&self.mask).for_each(|(byte, mask)| *byte ^= mask);
        file.write_all_at(&bytes, self.offset).context("the file cannot be written")
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes from byte {}", self.mask.len(), self.offset)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn every_kind_of_damage_changes_what_it_says_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let whole: Vec<u8> = (0..=250).cycle().take(10_000).collect();
        let mut rng = StdRng::seed_from_u64(1);
        let mut sizes = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let damage = Damage::draw(&mut rng, whole.len() as u64);
            std::fs::write(&path, &whole).unwrap();
            damage.apply(&path).unwrap();
            let changed = std::fs::read(&path).unwrap();
            let (start, count) = (usize::try_from(damage.offset).unwrap(), damage.mask.len());
            for (place, (before, after)) in whole.iter().zip(&changed).enumerate() {
                assert_eq!(before != after, (start..start + count).contains(&place), "{damage}: byte {place}");
            }
            assert_eq!(whole.len(), changed.len());
            sizes.insert(count);
        }
        assert!(sizes.contains(&1) && sizes.contains(&4_096) && sizes.len() > 20, "{sizes:?}");
    }
}
