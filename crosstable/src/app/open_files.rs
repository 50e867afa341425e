//! The limit on open files. Every connection counts as one.

/// Reserve for other open files: databases, listeners, connections to other services.
const OTHERS: u64 = 512;

/// Raises the process's limit of open files to the maximum, and returns the number of connections that fit in it, at
/// most `wanted`.
#[cfg(unix)]
pub(super) fn connections(wanted: usize) -> usize {
    use rustix::process::{Resource, getrlimit, setrlimit};

    let mut files = getrlimit(Resource::Nofile);
    files.current = files.maximum;
    let allowed = match setrlimit(Resource::Nofile, files) {
        Ok(()) => files.maximum,
        Err(_) => getrlimit(Resource::Nofile).current,
    };
    let Some(most) = allowed.map(|files| usize::try_from(files.saturating_sub(OTHERS)).unwrap_or(usize::MAX)) else {
        return wanted;
    };
    if most < wanted {
        let max_connections = most;
        tracing::warn!(wanted, max_connections, "the system allows fewer open files than --max-connections needs");
    }
    wanted.min(most.max(1))
}

/// Returns `wanted`: this system has no such limit.
#[cfg(not(unix))]
pub(super) fn connections(wanted: usize) -> usize {
    wanted
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, getrlimit};

    use super::*;

    #[test]
    fn as_many_connections_are_taken_as_there_may_be_files() {
        assert_eq!(connections(16), 16);
        let files = getrlimit(Resource::Nofile);
        assert_eq!(files.current, files.maximum, "the process has all that it may have");
        if let Some(most) = files.maximum {
            assert_eq!(connections(usize::MAX) as u64, most - OTHERS);
        }
    }
}
