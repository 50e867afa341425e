//! `crosstable mirror`: a folder that follows the export of another installation.
//!
//! The folder holds one file for each tournament, and the cursor of the last answer. An answer is first received whole
//! (`receiving.rs`) and then applied (`folder.rs`). Applying an answer again changes nothing, so a mirror that was killed
//! meanwhile applies it again when it starts. The cursor is stored last.

mod folder;
mod receiving;
mod source;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use anyhow::{Context, bail};

pub(crate) use self::folder::{Applied, Folder};
pub(crate) use self::source::Source;
use self::source::{Failure, Fetched};
use crate::out;

/// Pause before a retry, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));
/// The longest time that a source may ask a mirror to wait.
const LONGEST_WAIT: Duration = Duration::from_secs(3_600);
/// How long a single pull tries to reach the source.
const PATIENCE: Duration = Duration::from_secs(120);

/// A mirror: its source, its folder, and the state of the last answer.
pub(crate) struct Mirror {
    source: Source,
    folder: Folder,
}

impl Mirror {
    /// Combines a source with the folder that follows it.
    ///
    /// # Errors
    /// If the folder follows another source or has other filters.
    pub(crate) fn new(source: Source, folder: Folder) -> anyhow::Result<Self> {
        if let Some(state) = &folder.state
            && (state.source != source.address || state.query != source.query)
        {
            bail!(
                "{} follows {} with `{}`; name another folder for {} with `{}`, or delete that one",
                folder.path.display(),
                state.source,
                state.query,
                source.address,
                source.query
            );
        }
        Ok(Self { source, folder })
    }

    /// Pulls once, with retries.
    ///
    /// # Errors
    /// If the source refuses, cannot be reached for two minutes, or the folder cannot be written.
    pub(crate) async fn pull(&mut self) -> anyhow::Result<()> {
        self.pull_within(Some(PATIENCE)).await
    }

    /// Pulls again and again, and retries as long as it takes.
    pub(crate) async fn follow(&mut self, every: Duration) -> anyhow::Result<()> {
        loop {
            self.pull_within(None).await?;
            tokio::time::sleep(every).await;
        }
    }

    async fn pull_within(&mut self, patience: Option<Duration>) -> anyhow::Result<()> {
        let (begun, mut pause, mut is_told) = (Instant::now(), PAUSE.0, false);
        loop {
            let (why, wait) = match self.pull_at_once().await {
                Ok(()) => return Ok(()),
                Err(Failure::Final(error)) => return Err(error),
                Err(Failure::Later { why, wait }) => (why, wait),
            };
            if patience.is_some_and(|patience| begun.elapsed() >= patience) {
                return Err(why).with_context(|| format!("{} cannot be pulled", self.source.address));
            }
            if !std::mem::replace(&mut is_told, true) {
                out::say(format_args!("{} cannot be pulled now, and is tried again: {why:#}", self.source.address));
            }
            tokio::time::sleep(wait.map_or(pause, |wait| wait.min(LONGEST_WAIT))).await;
            pause = (pause * 2).min(PAUSE.1);
        }
    }

    /// Requests what changed since the cursor, or everything without one, and applies the answer.
    async fn pull_at_once(&mut self) -> Result<(), Failure> {
        let cursor = self.folder.state.as_ref().map(|state| state.cursor.clone());
        let fetched = match self.source.fetch(cursor.as_deref(), &self.folder).await? {
            Fetched::CursorRefused(why) => {
                out::say(format_args!("Everything is pulled again: {why}"));
                self.source.fetch(None, &self.folder).await?
            }
            fetched => fetched,
        };
        if matches!(fetched, Fetched::Answer) {
            // Writing to files blocks.
            let applied = tokio::task::block_in_place(|| self.folder.apply()).map_err(Failure::Final)?;
            let Applied { written, removed, tournaments } = applied;
            if written + removed > 0 {
                out::say(format_args!("{written} written, {removed} removed; {tournaments} tournaments."));
            }
        }
        Ok(())
    }
}
