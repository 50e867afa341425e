//! `If-Match`: a change is made only to a version that the client expects.

use proto_events::Version;

/// The version that a client expects (`If-Match`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VersionMatch {
    /// Any version of a resource that exists.
    Any,
    /// One of these versions; if empty, no version matches.
    OneOf(Vec<Version>),
}

/// The resource has another version than the client expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the version is {current}, which was not expected")]
pub struct Stale {
    /// The current version.
    pub current: Version,
}

/// Checks the version that a client expects, if any.
///
/// # Errors
/// When it does not match.
pub fn check_version(expected: Option<&VersionMatch>, current: Version) -> Result<(), Stale> {
    match expected {
        Some(VersionMatch::OneOf(versions)) if !versions.contains(&current) => Err(Stale { current }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_checked_where_one_was_said() {
        for expected in [None, Some(VersionMatch::Any), Some(VersionMatch::OneOf(vec![1, 3]))] {
            assert_eq!(check_version(expected.as_ref(), 3), Ok(()), "{expected:?}");
        }
        for expected in [VersionMatch::OneOf(vec![2, 4]), VersionMatch::OneOf(Vec::new())] {
            assert_eq!(check_version(Some(&expected), 3), Err(Stale { current: 3 }), "{expected:?}");
        }
    }
}
