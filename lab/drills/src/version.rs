//! A version of the program under drill: its file, and the options with which it runs.

use std::path::PathBuf;

use e2e::program::program;

/// Options that make all views outdated, as a new version of the program does, and let the rendering take long enough
/// to be interrupted.
const OTHER_SETTINGS: [(&str, &str); 2] =
    [("CROSSTABLE_COMPAT_FIELD_NAMES", "vendor"), ("CROSSTABLE_RENEWAL_PERCENT", "10")];

/// A version of the program.
#[derive(Debug, Clone)]
pub(crate) struct Version {
    pub(crate) program: PathBuf,
    /// Options for all its commands, as environment variables.
    pub(crate) options: Vec<(&'static str, String)>,
}

impl Version {
    /// The program in this one's folder.
    pub(crate) fn current() -> anyhow::Result<Self> {
        Ok(Self::of(program()?))
    }

    /// The program in this one's folder, with other settings: it renders all views anew.
    pub(crate) fn with_other_settings() -> anyhow::Result<Self> {
        Ok(Self { options: OTHER_SETTINGS.map(|(name, value)| (name, value.to_owned())).to_vec(), ..Self::current()? })
    }

    /// This program.
    pub(crate) fn of(program: PathBuf) -> Self {
        Self { program, options: Vec::new() }
    }
}
