//! The options of the drill `strangers` on the command line.

use std::time::Duration;

use clap::Args;

use super::Settings;

/// The options of the drill on the command line.
#[derive(Debug, Args)]
pub struct Options {
    /// Connections that start a request head and never finish it
    #[arg(long, default_value_t = 5_000)]
    slow_heads: usize,
    /// Bytes of each such head
    #[arg(long, default_value_t = 250_000)]
    head_bytes: usize,
    /// Connections that start to send the sign-in form and never finish it
    #[arg(long, default_value_t = 5_000)]
    login_bodies: usize,
    /// Connections that send requests and never read an answer
    #[arg(long, default_value_t = 5_000)]
    pipeliners: usize,
    /// Connections that send nothing
    #[arg(long, default_value_t = 12_000)]
    idle: usize,
    /// Number of this machine's addresses that strangers connect from. More than one are a task for a gateway
    #[arg(long, default_value_t = 1)]
    addresses: u8,
    /// How often each part is repeated, after a period of the same length without strangers
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Seconds of each round
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Memory that the process and its sockets may use, in MiB
    #[arg(long, default_value_t = 512)]
    memory: u64,
}

impl Options {
    /// Returns the settings.
    pub fn settings(self) -> Settings {
        let Self { slow_heads, head_bytes, login_bodies, pipeliners, idle, addresses, rounds, seconds, memory } = self;
        let time = Duration::from_secs(seconds);
        Settings {
            slow_heads,
            head_bytes,
            login_bodies,
            pipeliners,
            idle,
            addresses,
            rounds,
            time,
            memory,
            speed: true,
            options: Vec::new(),
        }
    }
}
