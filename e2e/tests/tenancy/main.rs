//! Organizations never see each other's data, and cannot use each other's people and lists.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod foreign_ids;
mod given;
mod id_values;
mod lists;
mod organizations;
mod people;
