//! The data of an installation before an upgrade: half of the events are of tournaments, half of decklists.

use anyhow::Context;
use e2e::generate::{Plan, generate};
use indicatif::ProgressBar;
use storage::{Access, open_events};
use tempfile::tempdir;

use crate::place::Place;
use crate::rebuilding::{fill, until_shown};

/// Players and rounds of each tournament, and its events: with a list of each player and a result of each table.
const PLAYERS: usize = 100;
const ROUNDS: i32 = 7;
const EVENTS: usize = 691;

/// Imports seeded tournaments and fills the log with decklists, about as many events as this. Waits until the views show
/// them. Returns the decklists that belong to no tournament.
pub(crate) async fn filled(
    place: &impl Place,
    events: usize,
    seed: u64,
    bar: &ProgressBar,
) -> anyhow::Result<Vec<i64>> {
    let of_tournaments = events / 2;
    import(place, of_tournaments.div_ceil(EVENTS), seed)?;
    let log = open_events(&place.log(), Access::Write).await?;
    let lists = fill(&*log, events - of_tournaments, bar).await?;
    log.close().await;
    until_shown(&place.door().client()?, *lists.last().context("a log without lists")?).await?;
    Ok(lists)
}

fn import(place: &impl Place, tournaments: usize, seed: u64) -> anyhow::Result<()> {
    let folder = tempdir()?;
    let mut arguments = vec!["import".to_owned(), "--organization".to_owned(), "1".to_owned()];
    for number in 0..tournaments as u64 {
        let plan = Plan::new(&format!("earlier-{number}"), PLAYERS, ROUNDS, seed.wrapping_add(number));
        arguments.push(generate(&plan).write_into(folder.path()).to_string_lossy().into_owned());
    }
    place.ask(&arguments.iter().map(String::as_str).collect::<Vec<_>>())?;
    Ok(())
}
