//! Reads each write of a client at once on another connection: the list, its revisions, its picture, or the pages of lists.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use e2e::client::{Answer, Asked, Client, Request};
use e2e::form::sha256;
use proto_events::decklist::DecklistBody;
use rand::RngExt;
use rand::rngs::StdRng;

use crate::body::difference;
use crate::place::Door;
use crate::times::Times;

/// The longest time for which a write waits for the views. After that a read without a token is promised nothing.
pub(crate) const BOUND: Duration = Duration::from_millis(500);
const PAGE: u64 = 50;

/// How a client makes sure that it reads what it wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// It waits for the answer of the write.
    Plain,
    /// The write is answered at once, and the read has its token.
    Token,
}

#[derive(Debug)]
pub(crate) struct Reader {
    client: Client,
    pub(crate) way: Way,
    brings_token: bool,
    /// Number of lists that every client can read by now, because a client has waited for them.
    readable: Arc<AtomicU64>,
    pub(crate) times: Times,
    pub(crate) stale: usize,
}

/// A list as it was just written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Own<'a> {
    pub(crate) id: i64,
    pub(crate) version: usize,
    pub(crate) body: &'a DecklistBody,
}

impl Reader {
    pub(crate) fn new(way: Way, door: &Door, careless: bool, readable: &Arc<AtomicU64>) -> anyhow::Result<Self> {
        let (client, readable, brings_token) = (door.client()?, Arc::clone(readable), way == Way::Token && !careless);
        Ok(Self { client, way, brings_token, readable, times: Times::default(), stale: 0 })
    }

    /// Reads a list back, mostly at its own address. Returns a message if the answer is older than the write, though it was
    /// promised to be as new.
    pub(crate) async fn read(
        &mut self,
        rng: &mut StdRng,
        own: Own<'_>,
        asked: &Asked,
    ) -> anyhow::Result<Option<String>> {
        let Some(written) = &asked.answer else { return Ok(None) };
        let is_promised = self.way == Way::Token || asked.took < BOUND;
        // Only its creation: a change that changes nothing leaves the version at 1.
        if written.status == 201 && self.way == Way::Plain && is_promised {
            self.readable.fetch_add(1, Ordering::SeqCst);
        }
        let (token, begun) = (written.header("consistency-token"), Instant::now());
        let stale = match rng.random_range(0..40) {
            // A changed list may be on any page.
            0 if own.version == 1 => self.pages(own, token).await?,
            1 => self.picture(own, token).await?,
            2..5 => self.revisions(own, token).await?,
            _ => {
                let stale = self.list(own, token).await?;
                self.times.add(begun.elapsed());
                stale
            }
        };
        let stale = stale.filter(|_| is_promised);
        self.stale += usize::from(stale.is_some());
        Ok(stale)
    }

    async fn list(&self, own: Own<'_>, token: &str) -> anyhow::Result<Option<String>> {
        let answer = self.get(format!("/api/v1/decklists/{}/", own.id), token).await?;
        let tag = format!("\"{}\"", own.version);
        if answer.status != 200 || answer.header("etag") != tag {
            let (etag, short) = (answer.header("etag"), answer.short());
            return Ok(Some(format!("list {} at version {tag} is answered {etag} {short}", own.id)));
        }
        Ok(difference(&answer.json(), own.id, own.body))
    }

    async fn revisions(&self, own: Own<'_>, token: &str) -> anyhow::Result<Option<String>> {
        let answer = self.get(format!("/api/v1/decklists/{}/revisions/", own.id), token).await?;
        let shown = answer.json();
        let newest = shown.as_array().and_then(|shown| shown.last()).cloned().unwrap_or_default();
        let same = newest["number"] == own.version && newest["content_sha256"] == sha256(&own.body.plaintext_list);
        Ok((!same).then(|| format!("revisions of list {} end with {newest}", own.id)))
    }

    async fn picture(&self, own: Own<'_>, token: &str) -> anyhow::Result<Option<String>> {
        let answer = self.get(format!("/decklists/{}/image.svg", own.id), token).await?;
        let card = own.body.plaintext_list.lines().next().unwrap_or_default().trim_start_matches("1 ");
        let same = answer.status == 200 && String::from_utf8_lossy(&answer.body).contains(card);
        Ok((!same).then(|| format!("the picture of list {} lacks `{card}`: {}", own.id, answer.short())))
    }

    /// Checks the last pages of lists. Other clients create lists meanwhile, and ids are reserved before they are used.
    /// So the list must be on one of the last pages, and the count must include at least the lists that were readable
    /// before.
    async fn pages(&self, own: Own<'_>, token: &str) -> anyhow::Result<Option<String>> {
        let readable = self.readable.load(Ordering::SeqCst);
        let count = self.get("/api/v1/decklists/?page_size=1".into(), token).await?.json()["count"].as_u64();
        let count = count.context("a page without a count")?;
        if count < readable {
            return Ok(Some(format!("{readable} lists can be read, the page counts {count}")));
        }
        for page in (1..=count.div_ceil(PAGE) + 1).rev() {
            let answer = self.get(format!("/api/v1/decklists/?page_size={PAGE}&page={page}"), token).await?;
            let json = answer.json();
            let shown: Vec<_> = json["results"].as_array().into_iter().flatten().collect();
            if let Some(document) = shown.iter().find(|document| document["id"] == own.id) {
                return Ok(difference(document, own.id, own.body));
            }
            if shown.first().and_then(|first| first["id"].as_i64()).is_some_and(|first| first < own.id) {
                break;
            }
        }
        Ok(Some(format!("list {} is on no page", own.id)))
    }

    async fn get(&self, path: String, token: &str) -> anyhow::Result<Answer> {
        let mut request = Request::get(path.as_str());
        if self.brings_token {
            request = request.with("consistency-token", token);
        }
        self.client.send(&request, 0).await.with_context(|| path)
    }
}
