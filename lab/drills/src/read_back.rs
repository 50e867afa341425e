//! Reads everything back over HTTP, and compares it with the log.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, anyhow, ensure};
use e2e::client::{Answer, Client, Request};
use e2e::form::sha256;
use tokio::task::JoinSet;

use crate::body::{creation, difference, read_with_token};
use crate::compare::{Stored, Truth};
use crate::place::{Door, Place};
use crate::run::Faults;

const PAGE: usize = 1_000;
const READERS: usize = 8;

/// Prefix of the names of lists that probes create.
pub(crate) const PROBE: &str = "drill-probe-";
static PROBES: AtomicU64 = AtomicU64::new(0);

/// Writes a list, and waits until every process that answers reads serves it. Fails if one does not.
pub(crate) async fn settled(place: &dyn Place) -> anyhow::Result<()> {
    let others = place.readers().iter().map(Door::client).collect::<anyhow::Result<Vec<_>>>()?;
    let probed = probe(&place.door().client()?, &others).await;
    probed.map_err(|fault| anyhow!("{fault:#}\n{}", place.last_words()))
}

/// Writes a list and reads it with its token, through the other clients too. All is retried until it succeeds. The views hold
/// everything written before then. Fails if the service does not answer, or the list cannot be read.
pub(crate) async fn probe(client: &Client, others: &[Client]) -> anyhow::Result<()> {
    let name = format!("{PROBE}{}", PROBES.fetch_add(1, Ordering::Relaxed));
    let request = creation(&name).with("idempotency-key", name);
    let written = client.answer(&request).await.context("the service does not answer")?;
    let request = read_with_token(written.header("location"), written.header("consistency-token"));
    for reader in std::iter::once(client).chain(others) {
        let read = reader.answer(&request).await.context("the list is not answered")?;
        let is_shown = read.status == 200 && read.json()["id"].is_i64();
        ensure!(is_shown, "a new list ({}) cannot be read: {}", written.short(), read.short());
    }
    Ok(())
}

/// Checks the pages of lists: every list once, in order, in its newest revision.
pub(crate) async fn pages(client: &Client, truth: &Truth, faults: &Faults) {
    let mut expected = truth.iter();
    for page in 1..=truth.len().div_ceil(PAGE).max(1) {
        let request = Request::get(format!("/api/v1/decklists/?page_size={PAGE}&page={page}"));
        let Some(answer) = client.answer(&request).await else { return faults.note("no page is answered") };
        let json = answer.json();
        if json["count"] != truth.len() {
            faults.note(format!("page {page} counts {} lists, the log {}", json["count"], truth.len()));
        }
        for document in json["results"].as_array().into_iter().flatten() {
            match expected.next().and_then(|(id, stored)| Some((*id, &stored.last()?.body))) {
                None => faults.note(format!("page {page} has an extra list: {}", document["id"])),
                Some((id, body)) => {
                    if let Some(different) = difference(document, id, body) {
                        faults.note(format!("list {id} on page {page} {different}"));
                    }
                }
            }
        }
    }
    if let Some((id, _)) = expected.next() {
        faults.note(format!("list {id} and those after it are on no page"));
    }
}

/// Checks every list at its own address, some with their revisions.
pub(crate) async fn details(door: &Door, truth: &Arc<Truth>, faults: &Faults) -> anyhow::Result<()> {
    let mut readers = JoinSet::new();
    for reader in 0..READERS {
        let client = door.client()?;
        let (truth, faults) = (Arc::clone(truth), faults.clone());
        readers.spawn(async move {
            for (id, stored) in truth.iter().skip(reader).step_by(READERS) {
                let read = detail(&client, *id, stored).await;
                let read = match read {
                    Ok(()) if id % 10 == 0 => revisions(&client, *id, stored).await,
                    read => read,
                };
                if let Err(fault) = read {
                    faults.note(format!("list {id} {fault}"));
                }
            }
        });
    }
    readers.join_all().await;
    Ok(())
}

async fn detail(client: &Client, id: i64, stored: &[Stored]) -> anyhow::Result<()> {
    let answer = client.answer(&Request::get(format!("/api/v1/decklists/{id}/"))).await.context("is not answered")?;
    let (newest, tag) = (stored.last().context("has no revision")?, answer.header("etag"));
    ensure!(answer.status == 200, "is answered {}", answer.short());
    ensure!(tag == format!("\"{}\"", stored.len()), "has the tag {tag} at its revision {}", stored.len());
    difference(&answer.json(), id, &newest.body).map_or(Ok(()), |different| Err(anyhow!(different)))
}

/// Checks the revisions of a list: numbered from 1 without gaps, each with the hash of its text.
async fn revisions(client: &Client, id: i64, stored: &[Stored]) -> anyhow::Result<()> {
    let request = Request::get(format!("/api/v1/decklists/{id}/revisions/"));
    let answer = client.answer(&request).await.context("gets no answer for its revisions")?;
    let shown = answer.json();
    let shown: Vec<_> = shown.as_array().into_iter().flatten().collect();
    let same = shown.len() == stored.len()
        && shown.iter().zip(stored).zip(1..).all(|((shown, stored), number)| {
            shown["number"] == number && shown["content_sha256"] == sha256(&stored.body.plaintext_list)
        });
    ensure!(same, "has other revisions than the log: {}", answer.short());
    Ok(())
}

/// The generation of a page. Its tag contains the organization and then the generation.
pub(crate) fn generation(answer: &Answer) -> Option<i64> {
    answer.header("etag").strip_prefix("W/\"")?.split('-').nth(1)?.parse().ok()
}
