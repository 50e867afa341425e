//! The home of an installation's data: a folder with two SQLite files, or PostgreSQL databases.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use chrono::{DateTime, Utc};
use service_kit::keyring::Secrets;
use service_kit::secret::Secret;
use storage::{Access, Database, ErasureList, EventStore, SpoolSettings, ViewStore, open_events, open_views};

use crate::data_dir::{DataDir, ServerLock, write_private};

#[derive(Debug, Clone)]
pub(crate) enum Home {
    Folder(DataDir),
    Databases(Databases),
}

/// Databases on servers; those that this process does not need may be missing.
#[derive(Debug, Clone, Default)]
pub struct Databases {
    /// The log.
    pub events: Option<Database>,
    /// The views.
    pub views: Option<Database>,
    /// File that holds the secret of the installation.
    pub secret_file: Option<PathBuf>,
    /// File of the list of erasures.
    pub erasures: Option<PathBuf>,
}

impl Databases {
    pub(crate) fn is_named(&self) -> bool {
        self.events.is_some() || self.views.is_some()
    }
}

/// Names the place for people, without passwords.
impl std::fmt::Display for Databases {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.events.iter().chain(&self.views).take(1).try_for_each(|database| database.fmt(f))
    }
}

impl Home {
    pub(crate) fn events(&self) -> anyhow::Result<Database> {
        match self {
            Self::Folder(dir) => Ok(Database::Sqlite(dir.events())),
            Self::Databases(databases) => {
                databases.events.clone().context("name the database of the log with --database-url")
            }
        }
    }

    pub(crate) fn views(&self) -> anyhow::Result<Database> {
        match self {
            Self::Folder(dir) => Ok(Database::Sqlite(dir.views())),
            Self::Databases(databases) => {
                databases.views.clone().context("name the database of the views with --views-database-url")
            }
        }
    }

    /// Returns the folder, if the data is in one.
    pub(crate) fn folder(&self) -> Option<&DataDir> {
        if let Self::Folder(dir) = self { Some(dir) } else { None }
    }

    /// Returns the files of the log and of the views, if the data is in a folder.
    pub(crate) fn files(&self) -> Option<[PathBuf; 2]> {
        self.folder().map(|dir| [dir.events(), dir.views()])
    }

    /// Keeps other servers off the folder, if the data is in one.
    pub(crate) async fn lock(&self) -> anyhow::Result<Option<ServerLock>> {
        match self.folder() {
            Some(dir) => dir.lock().await.map(Some),
            None => Ok(None),
        }
    }

    /// Returns the list of erasures. Processes on shared databases have none unless its file is named.
    pub(crate) fn erasures(&self) -> Option<ErasureList> {
        match self {
            Self::Folder(dir) => Some(ErasureList::at(dir.erasures())),
            Self::Databases(databases) => databases.erasures.clone().map(ErasureList::at),
        }
    }

    pub(crate) async fn open_events(&self, access: Access) -> anyhow::Result<Arc<dyn EventStore>> {
        let database = self.events()?;
        let option = self.option("--database-url");
        open_events(&database, access).await.with_context(|| format!("{database} cannot be opened{option}"))
    }

    pub(crate) async fn open_views(&self, access: Access) -> anyhow::Result<Arc<dyn ViewStore>> {
        self.open_views_with(access, SpoolSettings::default()).await
    }

    pub(crate) async fn open_views_with(
        &self,
        access: Access,
        spool: SpoolSettings,
    ) -> anyhow::Result<Arc<dyn ViewStore>> {
        let database = self.views()?;
        let advice = match self {
            Self::Folder(_) => "; it can be rendered again from the log, so it may be deleted".to_owned(),
            Self::Databases(_) => self.option("--views-database-url"),
        };
        let opened = open_views(&database, access, spool).await;
        opened.with_context(|| format!("{database} cannot be opened{advice}"))
    }

    /// Returns the option that names a database, for messages; empty for a folder.
    fn option(&self, option: &str) -> String {
        if self.folder().is_some() { String::new() } else { format!(" ({option})") }
    }

    /// Returns the installation's secrets. A folder has its own; processes on shared databases share a file or copies
    /// of it.
    pub(crate) fn secrets(&self) -> anyhow::Result<Secrets> {
        match self {
            Self::Folder(dir) => dir.secrets(),
            Self::Databases(Databases { secret_file: Some(file), .. }) => read_secrets(file),
            Self::Databases(_) => bail!(
                "set --secret-file to a file that holds 44 random digits and letters, the same for every process: {MAKE_ONE}"
            ),
        }
    }

    /// Returns the stored secrets. Unlike [`Home::secrets`], it never creates one.
    pub(crate) fn kept_secrets(&self) -> anyhow::Result<Secrets> {
        read_secrets(&self.secret_file()?)
    }

    /// Stores a new secret that signs from `from` on. The former secrets are accepted until `until`. Returns the file.
    pub(crate) fn rotate_secret(
        &self,
        new: Secret,
        now: DateTime<Utc>,
        from: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> anyhow::Result<PathBuf> {
        let file = self.secret_file()?;
        let before = fs::metadata(&file);
        let secrets = read_secrets(&file)?.rotated(new, now, from, until);
        write_private(&file, &secrets.expose())?;
        if let Ok(before) = before {
            same_readers(&file, &before).with_context(|| {
                format!(
                    "{} is rotated, but the service's user cannot read it: make that user the owner of the file",
                    file.display()
                )
            })?;
        }
        Ok(file)
    }

    pub(crate) fn expect_no_secret(&self) -> anyhow::Result<()> {
        let file = self.secret_file()?;
        ensure!(!file.exists(), "the backup holds a secret, and {} already exists; move it away", file.display());
        Ok(())
    }

    /// Stores secrets if none are stored yet.
    pub(crate) fn keep_secrets(&self, secrets: &Secrets) -> anyhow::Result<()> {
        self.expect_no_secret()?;
        write_private(&self.secret_file()?, &secrets.expose())
    }

    fn secret_file(&self) -> anyhow::Result<PathBuf> {
        match self {
            Self::Folder(dir) => Ok(dir.secret_file()),
            Self::Databases(databases) => {
                databases.secret_file.clone().context("name the file of the secret with --secret-file")
            }
        }
    }
}

const MAKE_ONE: &str = "LC_ALL=C tr -dc A-Za-z0-9 </dev/urandom | head -c 44 >secret";

/// Restores a file's owner after another user rotated the secret, so that the service's user can still read it.
fn same_readers(file: &Path, before: &fs::Metadata) -> std::io::Result<()> {
    let now = fs::metadata(file)?;
    if (now.uid(), now.gid()) != (before.uid(), before.gid()) {
        chown(file, Some(before.uid()), Some(before.gid()))?;
    }
    fs::set_permissions(file, before.permissions())
}

fn read_secrets(file: &Path) -> anyhow::Result<Secrets> {
    let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    Secrets::parse(&text).with_context(|| format!("{} holds no secret; make one with: {MAKE_ONE}", file.display()))
}
