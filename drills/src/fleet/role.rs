//! The roles of a fleet's processes.

use std::fmt;

use clap::ValueEnum;

/// The role of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Role {
    /// Answers reads from the views
    ReadApi,
    /// Renders views from the log
    Projector,
    /// Takes commands
    WriteApi,
}

impl Role {
    /// All roles, in the order in which they are upgraded.
    pub const ALL: [Self; 3] = [Self::ReadApi, Self::Projector, Self::WriteApi];

    /// Its name for the option `--roles`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ReadApi => "read-api",
            Self::Projector => "projector",
            Self::WriteApi => "write-api",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
