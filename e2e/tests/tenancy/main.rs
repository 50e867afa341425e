//! Organizations never see each other, and none reaches the people and lists of another.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod foreign_ids;
mod given;
mod lists;
mod organizations;
mod people;
