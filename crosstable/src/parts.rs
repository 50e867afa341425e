//! The parts of the service that a process can hold.

use std::collections::BTreeSet;

use clap::ValueEnum;

/// The part that answers reads, as `/readyz` names it.
pub(crate) const READ: &str = "read";
pub(crate) const WRITE: &str = "write";
pub(crate) const PROJECTION: &str = "projection";

/// A part of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Part {
    /// Takes commands and notifies the other processes
    WriteApi,
    /// Renders views from the log
    Projector,
    /// Answers reads from the views
    ReadApi,
}

/// The parts that one process holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts(BTreeSet<Part>);

impl Parts {
    /// All parts in one process.
    pub fn all() -> Self {
        Self::from_iter(Part::value_variants().iter().copied())
    }

    /// Whether the process holds this part.
    pub fn has(&self, part: Part) -> bool {
        self.0.contains(&part)
    }

    /// Whether the process holds all parts.
    pub fn are_all(&self) -> bool {
        *self == Self::all()
    }

    /// Returns the names under which `/readyz` lists these parts.
    pub(crate) fn checked(&self) -> Vec<&'static str> {
        let here = [(READ, self.answer()), (WRITE, self.has(Part::WriteApi)), (PROJECTION, self.has(Part::Projector))];
        here.into_iter().filter(|(_, is_here)| *is_here).map(|(part, _)| part).collect()
    }

    /// Whether the process answers clients.
    pub(crate) fn answer(&self) -> bool {
        self.has(Part::WriteApi) || self.has(Part::ReadApi)
    }
}

impl FromIterator<Part> for Parts {
    fn from_iter<T: IntoIterator<Item = Part>>(parts: T) -> Self {
        Self(parts.into_iter().collect())
    }
}

/// Prints the parts as on the command line: `write-api,projector`.
impl std::fmt::Display for Parts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.0.iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        f.write_str(&names.join(","))
    }
}
