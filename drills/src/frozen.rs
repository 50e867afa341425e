//! The drill `frozen`: one of two write-apis is frozen with SIGSTOP, so that it accepts connections but does not
//! answer. The other must go on with most writes, and no write may be carried out twice.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, ensure};
use e2e::client::{Client, Request};
use e2e::form::Form;
use reqwest::Method;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::fleet::Fleet;
use crate::place::Place;
use crate::report::{Faults, Report};

/// Number of lists on a page.
const PAGE: usize = 1_000;
/// Least number of writes answered in the last third of the time, so that not only a few stragglers are counted.
const MOST_GO_ON: u64 = 10;

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Clients that write.
    pub clients: usize,
    /// How long the process is frozen.
    pub time: Duration,
}

/// Counts of writes.
#[derive(Debug, Default)]
struct Writes {
    answered: AtomicU64,
    in_doubt: AtomicU64,
    is_over: AtomicBool,
}

/// Runs the drill on a fleet with two write-apis.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(fleet: &Fleet, settings: Settings) -> anyhow::Result<Report> {
    let [frozen, _] = fleet.write_apis.as_slice() else { anyhow::bail!("this drill needs two write-apis") };
    let (writes, faults) = (Arc::new(Writes::default()), Faults::default());
    let mut writing = JoinSet::new();
    for number in 0..settings.clients {
        let (client, writes) = (fleet.door().client()?, Arc::clone(&writes));
        writing.spawn(async move { write(&client, number, &writes).await });
    }
    let third = settings.time / 3;
    let during = async |time| {
        let before = writes.answered.load(Ordering::Relaxed);
        sleep(time).await;
        writes.answered.load(Ordering::Relaxed) - before
    };
    let before = during(third).await;
    frozen.freeze(true).await?;
    let thirds = [during(third).await, during(third).await, during(third).await];
    frozen.freeze(false).await?;
    let after = during(third).await;
    writes.is_over.store(true, Ordering::Relaxed);
    while let Some(written) = writing.join_next().await {
        written?;
    }
    if thirds[2] < MOST_GO_ON {
        faults.note(format!("in the last {third:?} before it continued, only {} writes were answered", thirds[2]));
    }
    let copies = copies(fleet).await?;
    let (answered, in_doubt) = (writes.answered.load(Ordering::Relaxed), writes.in_doubt.load(Ordering::Relaxed));
    faults
        .note_all(copies.iter().filter(|(_, count)| **count > 1).map(|(name, count)| format!("{name}: {count} times")));
    if u64::try_from(copies.len())? < answered {
        faults.note(format!("{answered} writes were acknowledged, but only {} lists exist", copies.len()));
    }
    let lines = vec![
        format!("Writes answered in {third:?} before: {before}; while it was frozen: {thirds:?}; after: {after}."),
        format!("In doubt: {in_doubt}. Lists: {}, each there once.", copies.len()),
    ];
    Ok(Report::new(lines, &faults))
}

/// Writes one list after another, each once.
async fn write(client: &Client, number: usize, writes: &Writes) {
    for step in 0.. {
        if writes.is_over.load(Ordering::Relaxed) {
            return;
        }
        let fields = vec![("name", format!("frozen-{number}-{step}")), ("plaintext_list", "60 Island".to_owned())];
        match client.send(&Request::new(Method::POST, "/api/v1/decklists/", Form::Json, fields), 0).await {
            Ok(answer) if answer.status == 201 => writes.answered.fetch_add(1, Ordering::Relaxed),
            _ => writes.in_doubt.fetch_add(1, Ordering::Relaxed),
        };
    }
}

/// Returns how many lists of each name exist.
async fn copies(fleet: &Fleet) -> anyhow::Result<BTreeMap<String, usize>> {
    fleet.wait_for_views().await.map_err(anyhow::Error::msg)?;
    let (client, mut copies) = (fleet.door().client()?, BTreeMap::new());
    for page in 1.. {
        let path = format!("/api/v1/decklists/?page_size={PAGE}&page={page}");
        let answer = client.answer(&Request::get(path)).await.context("no answer")?;
        ensure!(answer.status == 200, "{}", answer.short());
        let shown = answer.json();
        let names = shown["results"].as_array().into_iter().flatten().filter_map(|list| list["name"].as_str());
        for name in names.filter(|name| name.starts_with("frozen-")) {
            *copies.entry(name.to_owned()).or_default() += 1;
        }
        if shown["next"].is_null() {
            break;
        }
    }
    Ok(copies)
}
