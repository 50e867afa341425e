//! Connections: what every session is told, pools, and the version of the server.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};

use super::patience::{CONNECT, within};
use crate::StoreError;

/// Older ones are not tested.
const OLDEST_SERVER: u32 = 150_000;
/// A connection that was idle for longer is asked whether it still lives before it is used.
const FRESH: Duration = Duration::from_secs(1);

/// What a session may do, and how long its statements may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Session {
    /// Writes and short reads: limits on everything.
    Writing,
    /// Short reads, in a session that cannot write.
    Reading,
    /// Migrations, backup and restore: no limits, since nobody knows how long they take.
    Long,
}

/// How to connect. The address may say anything that PostgreSQL's own may, `sslmode` too.
pub(super) fn options(url: &str, application: &str, session: Session) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(url)?.application_name(application).disable_statement_logging();
    let always = [
        // Acknowledged means on disk, whatever the server's default is.
        ("synchronous_commit", "on"),
        // What was locked is read as it is then, not as it was when the transaction began.
        ("default_transaction_isolation", "read committed"),
        // Statements here are short, and compiling them takes longer than they do.
        ("jit", "off"),
        // A statement is planned once in a session, whatever its values: planning took longer than most statements do. Such a
        // plan may be made while a table is small, and must still be good when it is large.
        ("plan_cache_mode", "force_generic_plan"),
        ("enable_seqscan", "off"),
        // A client that is cut off lets go of its locks.
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

/// Connections for short statements.
pub(super) fn pool(options: PgConnectOptions, connections: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(CONNECT)
        .idle_timeout(Duration::from_secs(600))
        .max_lifetime(None)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                // One that is broken is thrown away, and another is taken.
                Ok(meta.idle_for < FRESH || within(CONNECT, async { Ok(connection.ping().await?) }).await.is_ok())
            })
        })
        .connect_lazy_with(options)
}

/// One connection; refuses a server that is too old.
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
