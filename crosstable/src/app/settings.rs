//! How a process of the service is run.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{bail, ensure};
use service_kit::client_address::TrustedProxies;
use service_kit::limits::Limits;
use service_kit::nats::NatsOptions;
use storage::{Database, Shard, SpoolSettings};

use crate::data_dir::DataDir;
use crate::home::{Databases, Home};
use crate::parts::{Part, Parts};

/// How a process of the service is run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Parts that the process holds.
    pub parts: Parts,
    /// Address to serve on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Address to serve metrics on, for those who watch over the process; nothing is recorded without.
    pub metrics_listen: Option<SocketAddr>,
    /// Folder that holds the data where no database is named; made if it is missing.
    pub data_dir: PathBuf,
    /// Databases that hold the data instead.
    pub databases: Databases,
    /// How other processes are told, and heard.
    pub nats: Option<NatsOptions>,
    /// Organizations whose views are rendered here.
    pub shard: Shard,
    /// Address under which people reach the service, without a slash at the end; else that of `listen`.
    pub public_url: Option<String>,
    /// Gateways whose word is taken on where a request comes from.
    pub trusted_proxies: TrustedProxies,
    /// Whether people may sign in over plain HTTP, where others in the network can read passwords and cookies.
    pub allow_plain_http: bool,
    /// Whether the public export may be read without a key.
    pub anonymous_export: bool,
    /// Whether vendors' field names stand beside the interface's.
    pub vendor_field_names: bool,
    /// Limits of connections and callers.
    pub limits: Limits,
    /// Folder where lists and exports are buffered for slow clients, unless it is the database's.
    pub spool_folder: Option<PathBuf>,
    /// Bytes that must be free where the data folder is for what people do with their own rights.
    pub free_space_floor: u64,
}

/// The floor of free space unless another is named: room for the staff of a large event for some days.
pub const FREE_SPACE_FLOOR: u64 = 256 << 20;

impl Settings {
    /// Everything in one process on a folder, on any free port of this machine.
    pub fn on(data_dir: PathBuf) -> Self {
        Self {
            parts: Parts::all(),
            listen: ([127, 0, 0, 1], 0).into(),
            metrics_listen: None,
            data_dir,
            databases: Databases::default(),
            nats: None,
            shard: Shard::WHOLE,
            public_url: None,
            trusted_proxies: TrustedProxies::default(),
            allow_plain_http: false,
            anonymous_export: false,
            vendor_field_names: false,
            limits: Limits::default(),
            spool_folder: None,
            free_space_floor: FREE_SPACE_FLOOR,
        }
    }

    /// The buffers for slow clients.
    pub(super) fn spool(&self) -> SpoolSettings {
        let disk_bytes = match self.limits.spool_disk {
            0 => u64::MAX,
            bytes => bytes,
        };
        SpoolSettings { folder: self.spool_folder.clone(), disk_bytes, ..SpoolSettings::default() }
    }

    /// Where the data is, in words without secrets.
    pub(crate) fn place(&self) -> String {
        if self.databases.is_named() {
            Home::Databases(self.databases.clone()).to_string()
        } else {
            self.data_dir.display().to_string()
        }
    }

    /// Where the data is; a folder is made if it is missing.
    pub(super) fn home(&self) -> anyhow::Result<Home> {
        if self.databases.is_named() {
            self.check_databases()?;
            return Ok(Home::Databases(self.databases.clone()));
        }
        ensure!(
            self.parts.are_all() && self.shard == Shard::WHOLE,
            "a folder is served by one process with all roles; for several name --database-url and --views-database-url"
        );
        Ok(Home::Folder(DataDir::create(&self.data_dir)?))
    }

    fn check_databases(&self) -> anyhow::Result<()> {
        let Shard { index, of } = self.shard;
        ensure!(index < of, "shards are numbered from 0: with --shards {of} the last one is --shard {}", of.max(1) - 1);
        if self.public_url.is_none() {
            bail!(
                "name the address under which people reach the service with --public-url, the same for every process"
            );
        }
        let is_file = |database: &Option<Database>| matches!(database, Some(Database::Sqlite(_)));
        ensure!(
            !is_file(&self.databases.events) && !is_file(&self.databases.views),
            "processes share databases of PostgreSQL; SQLite is used with --data-dir"
        );
        Ok(())
    }

    /// Whether this process works on the log itself.
    pub(super) fn needs_log(&self) -> bool {
        self.parts.has(Part::WriteApi) || self.parts.has(Part::Projector)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_that_are_opened_without_settings_have_the_default_limits() {
        assert_eq!(Settings::on(PathBuf::new()).spool(), SpoolSettings::default());
    }
}
