//! Real servers for tests: child processes on free ports of 127.0.0.1, in temporary folders. If a test needs several
//! hosts, each gets its own address ([`Seat`]).
//!
//! Servers stop when the test ends, even if it fails or is killed, and leave nothing behind. They start as root (a
//! server that refuses root runs as another user) and as an ordinary user. A missing program is an [`Error`] that says
//! what to install; no test is skipped for it. Functions also fail if a server refuses, does not start, or cannot use
//! its files.

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

/// Returns the folder for downloads that tests keep: `target/test-servers` in the workspace, wherever cargo builds.
/// `scripts/browser` uses the same folder.
pub fn kept_folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/test-servers")
}

/// A server cannot be used. The text says what was tried and what to do.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(pub String);

/// The result of operations on servers.
pub type Result<T> = std::result::Result<T, Error>;

/// Returns a function that adds the place to an error.
fn at(place: &std::path::Path) -> impl Fn(std::io::Error) -> Error {
    move |error| Error::while_doing(place.display(), error)
}

impl Error {
    /// Creates an error that says what was being done.
    fn while_doing(doing: impl std::fmt::Display, error: impl std::fmt::Display) -> Self {
        Self(format!("{doing}: {error}"))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Shows only the text, because tests show errors with `unwrap`.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
