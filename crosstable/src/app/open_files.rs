//! Open files, of which every connection is one: the system allows a process so many.

/// Open files other than connections of clients: databases, listeners, connections to other services.
const OTHERS: u64 = 512;

/// Lets the process have as many open files as it may, and returns how many of so many connections it can have.
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

/// The same where the system sets no limit that could be asked for.
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
