//! A clock that several processes share: a file that holds the time, moved by the test alone.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Duration, Utc};
use service_kit::clock::Clock;

/// The time in a file, as microseconds since 1970.
#[derive(Debug, Clone)]
pub struct FileClock {
    file: PathBuf,
}

impl FileClock {
    /// The clock in this file, which is there already.
    pub fn of(file: &Path) -> Self {
        Self { file: file.to_owned() }
    }

    /// A clock that stands at `now`, in a file that it makes.
    pub fn at(file: &Path, now: DateTime<Utc>) -> Self {
        let clock = Self::of(file);
        clock.set(now);
        clock
    }

    /// Moves it on.
    pub fn advance(&self, by: Duration) {
        self.set(self.now() + by);
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    fn set(&self, now: DateTime<Utc>) {
        // Renamed, so that nobody reads half a number.
        let new = self.file.with_extension("new");
        let written = std::fs::write(&new, now.timestamp_micros().to_string());
        written.and_then(|()| std::fs::rename(new, &self.file)).expect("the clock's file");
    }
}

impl Clock for FileClock {
    /// The time in the file; of a file that is gone, because the test is over, the beginning of all time.
    fn now(&self) -> DateTime<Utc> {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        text.parse().ok().and_then(DateTime::from_timestamp_micros).unwrap_or_default()
    }
}
