//! The options that all drills share, and the places that they start.

use std::num::ParseIntError;
use std::time::Duration;

use clap::Args;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::fleet::{Fleet, Shape};
use crate::site::Site;
use crate::version::Version;

/// The options of all drills.
#[derive(Debug, Clone, Args)]
pub(crate) struct Usual {
    /// Seed of all random choices: moments, lists, decisions
    #[arg(long, global = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Let clients repeat requests without a key and read without a token: shows that the drill detects errors
    #[arg(long, global = true)]
    pub(crate) careless: bool,
}

impl Usual {
    /// A new site: one process on SQLite.
    pub(crate) fn site(&self) -> anyhow::Result<Site> {
        Site::make(None)
    }

    /// Starts several processes on PostgreSQL and NATS.
    pub(crate) async fn fleet(&self, shape: Shape) -> anyhow::Result<Fleet> {
        self.fleet_of(Version::current()?, shape).await
    }

    /// The same with this version of the program.
    pub(crate) async fn fleet_of(&self, version: Version, shape: Shape) -> anyhow::Result<Fleet> {
        Fleet::start_as(version, shape).await
    }

    /// The same options, with clients that leave out nothing.
    pub(crate) fn careful(&self) -> Self {
        Self { careless: false, ..self.clone() }
    }

    /// The source of the drill's random choices.
    pub(crate) fn rng(&self) -> StdRng {
        StdRng::seed_from_u64(self.seed)
    }

    /// The same for a client, or a part of the drill, of this number.
    pub(crate) fn rng_of(&self, number: usize) -> StdRng {
        StdRng::seed_from_u64(self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64))
    }
}

/// Reads an option of whole seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse().map(Duration::from_secs)
}
