//! The version that a client says a resource has: a change is made only if it is right.

use proto_events::Version;

/// What a client says of the version (`If-Match`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VersionMatch {
    /// Any version will do, as long as there is one.
    Any,
    /// One of these; none at all if it is empty.
    OneOf(Vec<Version>),
}

/// The resource has another version than the client says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the version is {current}, which is not what was expected")]
pub struct Stale {
    /// The version it has.
    pub current: Version,
}

/// Checks what a client says, if it says anything.
///
/// # Errors
/// When it is not right.
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
