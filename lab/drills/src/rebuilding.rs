//! The drill `rebuild`: all views are rebuilt from a long log while clients write and read. No request may fail, and readers
//! must see no change: no answer of an incomplete generation, and none that is older than one they have seen.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use e2e::client::{Client, Request};
use storage::{Access, open_events};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::fill::{fill, until_shown};
use crate::fleet::Shape;
use crate::place::Place;
use crate::read_back::generation;
use crate::report::{Faults, Report, bar};
use crate::rolling::answers::Crawl;
use crate::tally::joined;
use crate::upgrade::clients::Clients;
use crate::upgrade::watch::Watch;
use crate::usual::Usual;

/// How long clients go on after the rebuild: the switch may come at its very end.
const AFTER: Duration = Duration::from_secs(1);
/// Pause between two looks at the generation.
const LOOK: Duration = Duration::from_millis(5);
/// Clients that look at the generation.
const READERS: usize = 3;

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Events in the log
    #[arg(long, default_value_t = 1_000_000)]
    events: usize,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let fleet = usual.fleet(Shape::default()).await?;
    let (door, faults, begun) = (fleet.door(), Faults::default(), Instant::now());
    let lists = fill(&fleet, settings.events, &bar(settings.events)).await?;
    until_shown(&door.client()?, *lists.last().context("a log without lists")?).await?;
    let shown = begun.elapsed();
    let (crawl, watch) = (Arc::new(Crawl::prepare(&fleet).await?), Arc::new(Watch::of_a_projector()));
    let (clients, crawling) = (Clients::start(&door, lists[0], &watch)?, crawl.start(&watch));
    let mut looking = JoinSet::new();
    for _ in 0..READERS {
        let (client, watch) = (door.client()?, Arc::clone(&watch));
        looking.spawn(async move { look(&client, &watch).await });
    }
    let log = open_events(&fleet.log(), Access::Write).await?;
    let head = log.head().await?.0;
    log.close().await;
    let rebuilding = Instant::now();
    let documents = tokio::task::block_in_place(|| fleet.rebuild(&faults))?;
    let took = rebuilding.elapsed();
    watch.rendered();
    sleep(AFTER).await;
    let clients = clients.end(&watch).await?;
    let (changed, line) = crawl.judge(crawling.await?, &watch).await;
    faults.note_all(watch.faults());
    let switched = joined(looking).await?.into_iter().filter(|switched| *switched).count();
    if switched < READERS || changed > 0 {
        faults.note(format!("{switched} of {READERS} readers saw the new generation; it changed {changed}"));
    }
    #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = head as f64 / took.as_secs_f64();
    let mut lines = vec![
        format!("{head} events of {} lists and some tournaments, shown after {shown:.1?}.", lists.len()),
        format!("Rebuilt in {took:.1?}: {rate:.0} events/s."),
        documents,
        line,
    ];
    lines.extend(clients);
    Ok(Report::new(lines, &faults))
}

/// Looks at the generation that is served, which must never become an older one. Returns whether it became a newer one.
async fn look(client: &Client, watch: &Watch) -> bool {
    let (mut seen, mut switched) = (None, false);
    while !watch.is_stopped() {
        match client.send(&Request::get("/api/v1/decklists/?page_size=50"), 0).await {
            Ok(answer) if answer.status == 200 => {
                let shown = generation(&answer);
                if shown < seen {
                    watch.note("a reader went back to an older generation", format!("from {seen:?} to {shown:?}"));
                }
                switched |= seen.is_some() && shown > seen;
                seen = shown;
            }
            Ok(answer) => watch.note("a page is refused", answer.short()),
            Err(error) => watch.note("a page is not answered", format!("{error:?}")),
        }
        sleep(LOOK).await;
    }
    switched
}
