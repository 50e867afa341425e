//! Listens on the addresses of the process, and takes as many connections as it may have open files.

use std::net::{IpAddr, SocketAddr};

use anyhow::{Context, bail};
use tokio::net::{TcpListener, TcpSocket};

/// Length of the accept queue; the system may allow less.
const BACKLOG: u32 = 4096;

/// Listens on the address that `option` names.
pub(super) fn listen(address: SocketAddr, option: &str) -> anyhow::Result<TcpListener> {
    match bind(address) {
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            bail!(
                "{address} is in use by another program; choose another address with {option}, such as {}, or {} for any free port",
                SocketAddr::new(address.ip(), address.port().wrapping_add(1)),
                SocketAddr::new(address.ip(), 0),
            )
        }
        listener => listener.with_context(|| format!("cannot listen on {address}")),
    }
}

/// Listens with an accept queue that is long enough for a full hall that connects at once.
fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Returns the address under which a client on this machine reaches the listener.
pub(crate) fn address_to_visit(address: SocketAddr) -> String {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => format!("http://127.0.0.1:{}", address.port()),
        IpAddr::V6(ip) if ip.is_unspecified() => format!("http://[::1]:{}", address.port()),
        _ => format!("http://{address}"),
    }
}

/// Reserve for open files other than connections: databases, listeners, connections to other services.
const OTHERS: u64 = 512;

/// Raises the process's limit of open files to the maximum, and returns the number of connections that fit in it, at
/// most `wanted`.
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

#[cfg(test)]
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
