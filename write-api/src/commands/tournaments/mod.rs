//! Commands on tournaments, one file each. What each comes with beside its own input stands in `order.rs`; one on a single
//! tournament is one call of `WriteApi::carry_out`. What it did, also the first time, is read from the events above
//! `Done::since` where its outcome does not tell.

pub mod import_tournament;
pub mod list_revisions;
pub mod order;
