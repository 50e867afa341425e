//! Where a server stands: at this machine's own address, or at another in a network namespace.

use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};

/// An address, and how a process gets to where it has that address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// Where it listens.
    pub address: Ipv4Addr,
    /// Words before a command that is to run there.
    pub enter: Vec<OsString>,
}

impl Seat {
    /// 127.0.0.1, where nothing has to be entered.
    pub const HERE: Self = Self { address: Ipv4Addr::LOCALHOST, enter: Vec::new() };

    /// A port there.
    pub fn port(&self, port: u16) -> SocketAddr {
        SocketAddr::from((self.address, port))
    }
}
