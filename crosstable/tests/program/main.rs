//! The program as people run it, each test in its own folder.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod backups;
mod commands;
mod common;
mod deployment_page;
mod doctor;
mod erasing;
mod exporting;
mod history;
mod https;
mod organizer_page;
mod people;
mod serving;
mod set_up;
mod stopping;
