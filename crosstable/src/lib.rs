//! The `crosstable` program: all parts of the service in one process, and its commands.
//!
//! This crate combines the services and knows their settings. Rules, SQL and HTTP handlers are in other crates.
//!
//! # How to add a command
//!
//! Make a file in `commands/` with its arguments and an async `run`, and name it in `commands/mod.rs`.

pub mod app;
pub(crate) mod archive;
pub(crate) mod backup;
pub mod commands;
pub(crate) mod data_dir;
pub mod demo;
pub(crate) mod directory;
pub(crate) mod disk;
pub(crate) mod doctor;
pub(crate) mod dump;
pub(crate) mod home;
pub(crate) mod mirror;
pub(crate) mod out;
pub mod parts;
pub(crate) mod soundness;

pub use app::{App, RunningApp, Settings};
pub use commands::{LimitOptions, settings};
pub use home::Databases;
pub use parts::{Part, Parts};
