//! Whole events: run over HTTP, simulated, or imported and compared with what was published.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod oracle;
mod organizer;
mod second_calculator;
mod simulate;
mod undone_imports;
