//! Drills, which test on the real program what players are promised.
//!
//! The program runs as a separate process and is killed with SIGKILL while clients write. The command
//! `cargo run -p drills --bin drill` runs the drills in any size, and `tests/drills.rs` runs small ones. The commands and
//! the figures are in `docs/reliability.md`.
//!
//! A drill does not stop at the first fault: it notes every fault in its report and goes on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "drills are tests that run as a program")]

mod body;
mod check;
mod compare;
mod contested;
mod crawled;
mod damage;
pub mod disk;
pub mod disk_start;
pub mod disks;
mod earlier;
mod fleet;
pub mod flipped;
mod forward;
pub mod fresh;
pub mod frozen;
mod history;
mod installation;
pub mod kill;
pub mod live;
mod load;
mod log;
pub mod mirrored;
mod moment;
pub mod outage;
pub mod pairs;
mod place;
pub mod postgres_disk;
pub mod power;
mod read_back;
pub mod read_your_writes;
mod reads;
pub mod rebuilding;
pub mod report;
pub mod retries;
pub mod rolling;
pub mod server;
pub mod set_back;
mod shots;
mod site;
pub mod slow_readers;
pub mod strangers;
pub mod stream;
mod tally;
mod times;
pub mod upgrade;
mod verify;
mod version;
pub mod visible;
pub mod webhooks;
mod writers;

pub use fleet::{Fleet, Role, Shape, Target};
pub use forward::Fault as NoticeFault;
pub use place::{Door, Place};
pub use report::{Faults, Report};
pub use site::{Elsewhere, Site};
pub use version::Version;
