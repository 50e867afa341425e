//! Reserves the addresses on which a process listens.

use std::net::SocketAddr;

use anyhow::{Context, bail};
use tokio::net::{TcpListener, TcpSocket};

/// Length of the accept queue; the system may allow less.
const BACKLOG: u32 = 4096;

/// Listens on the address that `option` names.
pub(super) async fn listen(address: SocketAddr, option: &str) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listener = match bind(address) {
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            bail!(
                "{address} is in use by another program; choose another address with {option}, such as {}, or {} for any free port",
                SocketAddr::new(address.ip(), address.port().wrapping_add(1)),
                SocketAddr::new(address.ip(), 0),
            )
        }
        listener => listener.with_context(|| format!("cannot listen on {address}"))?,
    };
    let address = listener.local_addr().context("cannot read the address of the listener")?;
    Ok((listener, address))
}

/// Listens with an accept queue that is long enough for a full hall that connects at once.
fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
