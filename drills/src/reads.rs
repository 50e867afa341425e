//! The ways in which a client reads back a list that it wrote: the list, its revisions, its picture, the pages of all
//! lists.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use e2e::client::{Answer, Client, Request};
use e2e::form::sha256;
use proto_events::decklist::DecklistBody;
use rand::RngExt;
use rand::rngs::StdRng;

use crate::body::difference;

/// Number of lists on a page.
const PAGE: u64 = 50;

/// A list of a client.
pub(crate) struct Own {
    pub(crate) id: i64,
    pub(crate) version: usize,
    pub(crate) body: DecklistBody,
}

/// The document that is read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    List,
    Revisions,
    Picture,
    Pages,
}

impl What {
    /// Draws a document, mostly the list itself.
    pub(crate) fn draw(rng: &mut StdRng) -> Self {
        match rng.random_range(0..40) {
            0 => Self::Pages,
            1 => Self::Picture,
            2..5 => Self::Revisions,
            _ => Self::List,
        }
    }
}

/// A client that reads on its own connection.
pub(crate) struct Reader {
    pub(crate) client: Client,
    /// Whether it sends the token of the write.
    pub(crate) brings_token: bool,
    /// Number of lists that every client can read by now, because a client has waited for them.
    pub(crate) readable: Arc<AtomicU64>,
}

impl Reader {
    /// Reads a list back. Returns a message if the answer is older than the write.
    pub(crate) async fn read(&self, what: What, own: &Own, written: &Answer) -> anyhow::Result<Option<String>> {
        let token = written.header("consistency-token");
        match what {
            What::Pages if own.version == 1 => self.pages(own, token).await,
            What::Revisions => {
                let answer = self.get(format!("/api/v1/decklists/{}/revisions/", own.id), token).await?;
                let shown = answer.json();
                let newest = shown.as_array().and_then(|shown| shown.last()).cloned().unwrap_or_default();
                let same =
                    newest["number"] == own.version && newest["content_sha256"] == sha256(&own.body.plaintext_list);
                Ok((!same).then(|| format!("revisions of list {} end with {newest}", own.id)))
            }
            What::Picture => {
                let answer = self.get(format!("/decklists/{}/image.svg", own.id), token).await?;
                let card = own.body.plaintext_list.lines().next().unwrap_or_default().trim_start_matches("1 ");
                let same = answer.status == 200 && String::from_utf8_lossy(&answer.body).contains(card);
                Ok((!same).then(|| format!("the picture of list {} lacks `{card}`: {}", own.id, answer.short())))
            }
            // A changed list may be on any page, so its own address is read.
            What::List | What::Pages => {
                let answer = self.get(format!("/api/v1/decklists/{}/", own.id), token).await?;
                let tag = format!("\"{}\"", own.version);
                if answer.status != 200 || answer.header("etag") != tag {
                    let (etag, short) = (answer.header("etag"), answer.short());
                    return Ok(Some(format!("list {} at version {tag} is answered {etag} {short}", own.id)));
                }
                Ok(difference(&answer.json(), own.id, &own.body))
            }
        }
    }

    /// Checks the last pages of lists. Other clients create lists meanwhile, and ids are reserved before they are used.
    /// So the list must be on one of the last pages, and the count must include at least the lists that were readable
    /// before.
    async fn pages(&self, own: &Own, token: &str) -> anyhow::Result<Option<String>> {
        let readable = self.readable.load(Ordering::SeqCst);
        let count = self.get("/api/v1/decklists/?page_size=1".into(), token).await?.json()["count"].as_u64();
        let count = count.context("a page without a count")?;
        if count < readable {
            return Ok(Some(format!("{readable} lists can be read, the page counts {count}")));
        }
        let mut page = count.div_ceil(PAGE) + 1;
        while page > 0 {
            let answer = self.get(format!("/api/v1/decklists/?page_size={PAGE}&page={page}"), token).await?;
            let json = answer.json();
            let shown: Vec<_> = json["results"].as_array().into_iter().flatten().collect();
            if let Some(document) = shown.iter().find(|document| document["id"] == own.id) {
                return Ok(difference(document, own.id, &own.body));
            }
            if shown.first().and_then(|first| first["id"].as_i64()).is_some_and(|first| first < own.id) {
                break;
            }
            page -= 1;
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
