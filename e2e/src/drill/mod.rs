//! Drills: what players are promised, tried on the real program until it breaks or does not.
//!
//! The program runs as a process of its own and is killed with SIGKILL while clients write. `cargo run -p e2e --bin drill`
//! runs the drills in any size; `tests/drills.rs` runs small ones. `docs/reliability.md` has the commands and the figures.
//!
//! A drill never stops at the first thing that is wrong: it notes a *fault* and goes on, and its report holds them all.

pub mod body;
pub mod client;
mod compare;
mod contested;
pub mod kill;
mod log;
mod moment;
mod read_back;
pub mod read_your_writes;
mod reads;
pub mod report;
pub mod retries;
pub mod server;
pub(crate) mod site;
mod tally;
mod times;
mod verify;
mod writers;

pub use report::{Faults, Report};
pub use site::Site;
