//! Connections: settings of sessions, pools, the version of the server, and rights of read-only roles.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};

use super::retry::{CONNECT, within};
use crate::StoreError;

/// Older versions are not tested.
const OLDEST_SERVER: u32 = 150_000;
/// A connection that was idle for longer is tested before it is used.
const FRESH: Duration = Duration::from_secs(1);

/// The kind of a session, with its rights and time limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Session {
    /// Writes and short reads, with all limits.
    Writing,
    /// Short reads, in a read-only session.
    Reading,
    /// Migrations, backup and restore: without limits, because their duration is unknown.
    Long,
}

/// Returns the options of a connection. The address may contain all parameters of a PostgreSQL URL, such as `sslmode`.
pub(super) fn options(url: &str, application: &str, session: Session) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(url)?.application_name(application).disable_statement_logging();
    let always = [
        // A write is acknowledged when it is on disk, whatever the server's default.
        ("synchronous_commit", "on"),
        // After waiting for a lock, a statement reads the current row, not that of the transaction's start.
        ("default_transaction_isolation", "read committed"),
        // Statements are short: compiling them would take longer than running them.
        ("jit", "off"),
        // A statement is planned once per session for any values: planning took longer than most statements. Such a
        // plan may be made while a table is small, and must still be good when it is large.
        ("plan_cache_mode", "force_generic_plan"),
        ("enable_seqscan", "off"),
        // The locks of a disconnected client are released.
        ("tcp_keepalives_idle", "10"),
        ("tcp_keepalives_interval", "5"),
        ("tcp_keepalives_count", "3"),
        ("client_connection_check_interval", "5s"),
    ];
    let limits = match session {
        Session::Writing => {
            [("lock_timeout", "5s"), ("statement_timeout", "60s"), ("idle_in_transaction_session_timeout", "5s")]
        }
        Session::Reading => {
            [("default_transaction_read_only", "on"), ("statement_timeout", "60s"), ("lock_timeout", "5s")]
        }
        Session::Long => {
            [("lock_timeout", "60s"), ("statement_timeout", "0"), ("idle_in_transaction_session_timeout", "0")]
        }
    };
    Ok(options.options(always).options(limits))
}

pub(super) fn read_only(options: PgConnectOptions) -> PgConnectOptions {
    options.options([("default_transaction_read_only", "on")])
}

pub(super) fn pool(options: PgConnectOptions, connections: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(CONNECT)
        .idle_timeout(Duration::from_secs(600))
        .max_lifetime(None)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                // A broken connection is closed, and another one is taken.
                let is_fresh = meta.idle_for < FRESH;
                Ok(is_fresh || within(CONNECT, async { Ok(connection.ping().await?) }).await.is_ok())
            })
        })
        .connect_lazy_with(options)
}

/// Opens a connection. Returns an error if the server is too old.
pub(super) async fn connect(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    let connection = within(CONNECT, async { Ok(PgConnection::connect_with(options).await?) }).await?;
    match connection.server_version_num() {
        Some(found) if found < OLDEST_SERVER => {
            let (found, oldest) = (found / 10_000, OLDEST_SERVER / 10_000);
            Err(StoreError::Unsupported(format!("PostgreSQL {found} is too old; {oldest} or newer is needed")))
        }
        _ => Ok(connection),
    }
}

/// Grants a role the right to read everything in this database, also after later migrations, except passwords and the
/// attempts at them. Grants no right to write.
///
/// # Errors
/// If the role or the schema does not exist, or the role of the address may not grant rights.
pub async fn grant_reading(url: &str, role: &str) -> Result<(), StoreError> {
    let mut connection = connect(&options(url, "crosstable migrate", Session::Long)?).await?;
    sqlx::query("SELECT grant_reading($1)").bind(role).execute(&mut connection).await?;
    Ok(())
}
