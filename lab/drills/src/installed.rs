//! The installation of a drill that runs on one process or on several.

use std::process::Output;

use rand::RngExt;
use rand::rngs::StdRng;
use storage::Database;

use crate::fleet::{Fleet, Shape, Target};
use crate::moment::{delay, restart};
use crate::place::{Door, Place};
use crate::report::Faults;
use crate::server::Server;
use crate::site::{Elsewhere, Site};
use crate::usual::Usual;
use crate::version::Version;

/// The processes and servers that are killed where there are two write-api: most often one of these.
pub(crate) const MOSTLY_WRITE_API: [Target; 8] = [
    Target::WriteApi,
    Target::WriteApi,
    Target::WriteApi,
    Target::WriteApi,
    Target::Projector,
    Target::ReadApi,
    Target::Nats,
    Target::Postgres,
];

/// The installation under drill.
pub(crate) enum Installed {
    /// One process on SQLite.
    One { site: Site, server: Option<Server> },
    /// Several processes on PostgreSQL.
    Several(Fleet),
}

impl Installed {
    /// Starts one process with these options, or several, two of which are write-api.
    pub(crate) async fn start(
        is_several: bool,
        options: &[(&'static str, String)],
        usual: &Usual,
    ) -> anyhow::Result<Self> {
        if is_several {
            let version = Version { options: options.to_vec(), ..Version::current()? };
            let shape = Shape { write_apis: 2, read_apis: 1, ..Shape::default() };
            return Ok(Self::Several(usual.fleet_of(version, shape).await?));
        }
        let options = options.iter().map(|(name, value)| (name.into(), value.into()));
        Self::one(Site::with(Elsewhere::default(), options.collect())?).await
    }

    /// Starts one process.
    pub(crate) async fn one(site: Site) -> anyhow::Result<Self> {
        let server = Some(site.serve().await?);
        Ok(Self::One { site, server })
    }

    /// Kills a process, which is started again at once: a single one sometimes again while it starts, of several one of these.
    /// Returns alarming lines of its log, and the number of kills.
    pub(crate) async fn kill(&mut self, targets: &[Target], rng: &mut StdRng) -> anyhow::Result<(Vec<String>, usize)> {
        match self {
            Self::One { site, server } => restart(site, server, rng, delay).await,
            Self::Several(fleet) => {
                let target = targets[rng.random_range(0..targets.len())];
                fleet.kill(target, rng).await?;
                Ok((Vec::new(), 1))
            }
        }
    }

    /// Ends a single process. Returns a line of the report about several.
    pub(crate) async fn end(&mut self, faults: &Faults) -> anyhow::Result<Option<String>> {
        match self {
            Self::One { server, .. } => {
                if let Some(server) = server.take() {
                    faults.note_all(server.kill().await?);
                }
                Ok(None)
            }
            Self::Several(fleet) => Ok(Some(fleet.note_ends(faults))),
        }
    }
}

impl Place for Installed {
    fn door(&self) -> Door {
        match self {
            Self::One { site, .. } => site.door(),
            Self::Several(fleet) => fleet.door(),
        }
    }

    fn log(&self) -> Database {
        match self {
            Self::One { site, .. } => site.log(),
            Self::Several(fleet) => fleet.log(),
        }
    }

    fn run(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        match self {
            Self::One { site, .. } => site.run(arguments),
            Self::Several(fleet) => fleet.run(arguments),
        }
    }

    async fn settled(&self) -> Result<(), String> {
        match self {
            Self::One { site, .. } => site.settled().await,
            Self::Several(fleet) => fleet.settled().await,
        }
    }
}
