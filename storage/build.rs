//! Rebuilds the crate when a migration is added: `sqlx::migrate!` reads migrations at compile time.
#![allow(clippy::print_stdout, reason = "a build script talks to cargo by standard output")]

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
