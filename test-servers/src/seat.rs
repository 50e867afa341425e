//! The location of a server: this machine's loopback address, or another address in a network namespace.

use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};

/// An address, and how to run a process where it has that address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The address to listen on.
    pub address: Ipv4Addr,
    /// Words before a command that run it there.
    pub enter: Vec<OsString>,
}

impl Seat {
    /// 127.0.0.1, without a namespace.
    pub const HERE: Self = Self { address: Ipv4Addr::LOCALHOST, enter: Vec::new() };

    /// Returns the socket address of a port there.
    pub fn port(&self, port: u16) -> SocketAddr {
        SocketAddr::from((self.address, port))
    }
}
