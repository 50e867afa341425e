//! The projector on real stores: views follow the log, are made anew, and tell other processes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod audit;
mod common;
mod deleting;
mod fixed_lists;
mod following;
mod lagging;
mod poison;
mod public_lists;
mod publishing;
mod rebuilding;
mod renewing;
mod sharding;
mod telling;
