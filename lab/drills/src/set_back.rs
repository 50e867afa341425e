//! The drill `set-back`: the log is replaced by an older copy, while the newer views stay. Data that the log lost must
//! not be served, tokens of lost writes must be refused, and new writes must be readable.

mod lost;
mod postgres;
mod sqlite;

use clap::Args;

use crate::report::Report;
use crate::usual::Usual;

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Several processes on PostgreSQL, in half of the rounds while they run, instead of one on SQLite
    #[arg(long)]
    postgres: bool,
    /// How often
    #[arg(long, default_value_t = 20)]
    rounds: usize,
}

/// Runs the drill. In a careless one the log is not replaced, although the answers of the older one are expected.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    if settings.postgres {
        return postgres::run(settings.rounds, usual).await;
    }
    sqlite::run(settings.rounds, usual).await
}
