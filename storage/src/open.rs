//! Opens stores: the only place that chooses between databases.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use sqlx::postgres::PgConnectOptions;

use crate::postgres::{PostgresEventStore, PostgresViewStore};
use crate::sqlite::{SqliteEventStore, SqliteViewStore};
use crate::tables::{Access, Opening};
use crate::{EventStore, SpoolSettings, ViewStore};

/// A database.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A database on a PostgreSQL server, by its address, which may contain a password.
    Postgres(String),
}

/// The text is not a database address. The error does not repeat it, because it may contain a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a database address looks like postgres://user:password@host:5432/name{}", what.as_deref().map_or_else(String::new, |what| format!(" ({what})")))]
pub struct NoDatabase {
    what: Option<String>,
}

impl Database {
    /// Parses an address: `postgres://…`, or `sqlite:` and a file.
    pub fn parse(address: &str) -> Result<Self, NoDatabase> {
        if let Some(file) = address.strip_prefix("sqlite:").filter(|file| !file.is_empty()) {
            return Ok(Self::Sqlite(file.into()));
        }
        if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
            return Err(NoDatabase { what: None });
        }
        PgConnectOptions::from_str(address).map_err(|error| NoDatabase { what: Some(error.to_string()) })?;
        Ok(Self::Postgres(address.to_owned()))
    }
}

/// Writes the address without user and password.
impl std::fmt::Display for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(file) => file.display().fmt(f),
            Self::Postgres(url) => match PgConnectOptions::from_str(url) {
                Ok(options) => {
                    let database = options.get_database().unwrap_or_default();
                    write!(f, "postgres://{}:{}/{database}", options.get_host(), options.get_port())
                }
                Err(_) => f.write_str("postgres://…"),
            },
        }
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Database({self})")
    }
}

/// Opens a log.
pub fn open_events(database: &Database, access: Access) -> Opening<'_, Arc<dyn EventStore>> {
    Box::pin(async move {
        let opened: Arc<dyn EventStore> = match database {
            // A file has one owner: a process that may read it may also write it.
            Database::Sqlite(file) => Arc::new(SqliteEventStore::open(file).await?),
            Database::Postgres(url) => Arc::new(PostgresEventStore::open(url, access).await?),
        };
        Ok(opened)
    })
}

/// Opens views with these settings for slow clients.
pub fn open_views(database: &Database, access: Access, spool: SpoolSettings) -> Opening<'_, Arc<dyn ViewStore>> {
    Box::pin(async move {
        let opened: Arc<dyn ViewStore> = match database {
            Database::Sqlite(file) => Arc::new(SqliteViewStore::open_with(file, spool).await?),
            Database::Postgres(url) => Arc::new(PostgresViewStore::open(url, access, spool).await?),
        };
        Ok(opened)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_where_the_database_is_and_shows_no_password() {
        let database = Database::parse("postgres://writer:hush@db.example:6432/events?sslmode=require").unwrap();
        assert_eq!(database.to_string(), "postgres://db.example:6432/events");
        assert_eq!(format!("{database:?}"), "Database(postgres://db.example:6432/events)");
        assert_eq!(Database::parse("sqlite:a/b.sqlite").unwrap(), Database::Sqlite("a/b.sqlite".into()));
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_repeated() {
        for wrong in ["", "mysql://w:hush@db/x", "hush", "sqlite:", "postgres://w:hush@db:port/x"] {
            let refused = Database::parse(wrong).unwrap_err().to_string();
            assert!(refused.contains("postgres://") && !refused.contains("hush"), "{refused}");
        }
    }
}
