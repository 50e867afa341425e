//! Real servers for tests: child processes on free ports of 127.0.0.1, in temporary folders. Where a test needs
//! several hosts, they stand at addresses of their own ([`Seat`]).
//!
//! They end with the test, whatever becomes of it, and leave nothing behind. They start as root (then the server itself
//! runs as another user, where it insists) and as an ordinary user. What is not installed is an [`Error`] that says
//! what to install; no test is skipped for it.

pub mod nats;
pub mod nginx;
mod postgres;
pub mod process;
mod run;
mod seat;

pub use nats::{Certificates, Nats};
pub use nginx::Nginx;
pub use postgres::{Postgres, TestDatabase};
pub use seat::Seat;

/// The folder for what tests fetch once and keep: `target/test-servers` in the workspace, wherever cargo builds.
/// `scripts/browser` names the same folder.
pub fn kept_folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/test-servers")
}

/// A server cannot be had. The text says what was tried, and what to do about it.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(pub String);

/// What starting and stopping servers gives.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error while doing something.
    pub fn while_doing(doing: impl std::fmt::Display, error: impl std::fmt::Display) -> Self {
        Self(format!("{doing}: {error}"))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The sentence alone, since tests show errors by `unwrap`.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
