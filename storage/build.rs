//! Rebuilds the crate when a migration was added: `sqlx::migrate!` reads them at compile time.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
