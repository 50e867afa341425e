//! The report of a drill: figures and faults.

use std::fmt;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Number of faults that a report lists.
const LISTED: usize = 100;

/// The faults of a drill, noted by many clients at once.
#[derive(Debug, Clone, Default)]
pub(crate) struct Faults(Arc<Mutex<Vec<String>>>);

impl Faults {
    /// Notes a fault.
    pub(crate) fn note(&self, fault: impl Into<String>) {
        self.lock().push(fault.into());
    }

    /// Notes several faults.
    pub(crate) fn note_all(&self, faults: impl IntoIterator<Item = String>) {
        self.lock().extend(faults);
    }

    /// Number of faults.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of a drill.
#[derive(Debug)]
pub struct Report {
    /// Lines with figures.
    pub lines: Vec<String>,
    /// The faults found.
    pub faults: Vec<String>,
}

impl Report {
    /// A report of these figures.
    pub(crate) fn new(lines: Vec<String>, faults: &Faults) -> Self {
        Self { lines, faults: faults.lock().clone() }
    }

    /// Whether every promise was kept.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        for fault in self.faults.iter().take(LISTED) {
            writeln!(f, "FAULT: {fault}")?;
        }
        match self.faults.len() {
            0 => writeln!(f, "No fault."),
            count => writeln!(f, "{count} faults."),
        }
    }
}

/// A progress bar with this many steps; hidden if stderr is no terminal.
pub(crate) fn bar(steps: usize) -> ProgressBar {
    let steps = u64::try_from(steps).unwrap_or(u64::MAX);
    if !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}");
    ProgressBar::new(steps).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
