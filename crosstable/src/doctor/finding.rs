//! Results of checks.

use serde::Serialize;

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// Everything is right.
    Fine,
    /// It works, but should be looked at.
    Note,
    /// It does not work, or soon will not.
    Wrong,
}

/// Result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    /// Name of the check.
    pub(crate) check: &'static str,
    /// Severity.
    pub(crate) state: State,
    /// Description of what was found.
    pub(crate) found: String,
    /// Advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) advice: Option<String>,
}

impl Finding {
    /// Returns a finding of this severity.
    pub(super) fn fine(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, state: State::Fine, found: found.into(), advice: None }
    }

    /// Returns a finding of this severity.
    pub(super) fn note(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, state: State::Note, found: found.into(), advice: Some(advice.into()) }
    }

    /// Returns a finding of this severity.
    pub(super) fn wrong(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, state: State::Wrong, found: found.into(), advice: Some(advice.into()) }
    }
}
