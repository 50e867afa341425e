//! Reads everything back over HTTP, and compares it with the log.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use e2e::client::{Answer, Client, Request};
use e2e::form::sha256;

use crate::body::{creation, difference, read_with_token};
use crate::compare::{Stored, Truth};
use crate::place::Door;
use crate::report::Faults;
use crate::tally::joined;

/// Number of lists on a page.
const PAGE: usize = 1_000;
/// Number of clients that read concurrently.
const READERS: usize = 8;
/// The revisions of one in this many lists are read too.
const WITH_REVISIONS: i64 = 10;

/// Prefix of the names of lists that probes create.
pub(crate) const PROBE: &str = "drill-probe-";
/// Number of probes of this program.
static PROBES: AtomicU64 = AtomicU64::new(0);

/// Writes a list and reads it with its token, through the other clients too. All is retried until it succeeds. The views hold
/// everything written before then. Returns a message if the service does not answer, or the list cannot be read.
pub(crate) async fn probe(client: &Client, others: &[Client]) -> Result<(), String> {
    let name = format!("{PROBE}{}", PROBES.fetch_add(1, Ordering::Relaxed));
    let request = creation(&name).with("idempotency-key", name);
    let written = client.answer(&request).await.ok_or("the service does not answer")?;
    let request = read_with_token(written.header("location"), written.header("consistency-token"));
    for reader in std::iter::once(client).chain(others) {
        let read = reader.answer(&request).await.ok_or("the list is not answered")?;
        if read.status != 200 || read.json()["id"].as_i64().is_none() {
            return Err(format!("a new list ({}) cannot be read: {}", written.short(), read.short()));
        }
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
    let mut readers = tokio::task::JoinSet::new();
    for reader in 0..READERS {
        let client = door.client()?;
        let (truth, faults) = (Arc::clone(truth), faults.clone());
        readers.spawn(async move {
            for (id, stored) in truth.iter().skip(reader).step_by(READERS) {
                let read = detail(&client, *id, stored).await;
                let read = match read {
                    Ok(()) if id % WITH_REVISIONS == 0 => revisions(&client, *id, stored).await,
                    read => read,
                };
                if let Err(fault) = read {
                    faults.note(format!("list {id} {fault}"));
                }
            }
        });
    }
    joined(readers).await.map(drop)
}

/// Checks a list at its own address.
async fn detail(client: &Client, id: i64, stored: &[Stored]) -> Result<(), String> {
    let answer = client.answer(&Request::get(format!("/api/v1/decklists/{id}/"))).await.ok_or("is not answered")?;
    let newest = stored.last().ok_or("has no revision")?;
    if answer.status != 200 {
        return Err(format!("is answered {}", answer.short()));
    }
    if answer.header("etag") != format!("\"{}\"", stored.len()) {
        return Err(format!("has the tag {} at its revision {}", answer.header("etag"), stored.len()));
    }
    difference(&answer.json(), id, &newest.body).map_or(Ok(()), Err)
}

/// Checks the revisions of a list: numbered from 1 without gaps, each with the hash of its text.
async fn revisions(client: &Client, id: i64, stored: &[Stored]) -> Result<(), String> {
    let request = Request::get(format!("/api/v1/decklists/{id}/revisions/"));
    let answer = client.answer(&request).await.ok_or("gets no answer for its revisions")?;
    let shown = answer.json();
    let shown: Vec<_> = shown.as_array().into_iter().flatten().collect();
    let same = shown.len() == stored.len()
        && shown.iter().zip(stored).zip(1..).all(|((shown, stored), number)| {
            shown["number"] == number && shown["content_sha256"] == sha256(&stored.body.plaintext_list)
        });
    if same { Ok(()) } else { Err(format!("has other revisions than the log: {}", answer.short())) }
}

/// The generation of a page. Its tag contains the organization and then the generation.
pub(crate) fn generation(answer: &Answer) -> Option<i64> {
    answer.header("etag").strip_prefix("W/\"")?.split('-').nth(1)?.parse().ok()
}
