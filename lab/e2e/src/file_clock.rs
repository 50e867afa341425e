//! A clock that several processes share: a file with the time, which only the test changes.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Duration, Utc};
use service_kit::clock::Clock;

/// The time in a file, as microseconds since 1970.
#[derive(Debug, Clone)]
pub struct FileClock {
    file: PathBuf,
}

impl FileClock {
    /// The clock in this existing file.
    pub fn of(file: &Path) -> Self {
        Self { file: file.to_owned() }
    }

    /// A clock set to `now`, in a new file.
    pub fn at(file: &Path, now: DateTime<Utc>) -> Self {
        let clock = Self::of(file);
        clock.set(now);
        clock
    }

    /// Advances the clock.
    pub fn advance(&self, by: Duration) {
        self.set(self.now() + by);
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    fn set(&self, now: DateTime<Utc>) {
        // Renamed, so that no process reads half a number.
        let new = self.file.with_extension("new");
        let written = std::fs::write(&new, now.timestamp_micros().to_string());
        written.and_then(|()| std::fs::rename(new, &self.file)).expect("the clock's file");
    }
}

impl Clock for FileClock {
    /// The time in the file; 1970 if the file is gone because the test is over.
    fn now(&self) -> DateTime<Utc> {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        text.parse().ok().and_then(DateTime::from_timestamp_micros).unwrap_or_default()
    }
}
