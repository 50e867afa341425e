//! A browser with a public page. When its stream says that the page changed, it loads the page again, and goes on with
//! the stream that the new page names.

use reqwest::Response;

use super::follower::{Follower, Shared, pause};
use super::mirror::Mirror;

/// A page, with the address of its stream.
pub(super) struct Loaded {
    pub(super) mirror: Mirror,
    /// `None` if there is no such page.
    stream: Option<String>,
}

/// A browser with a page.
pub(super) struct Page {
    follower: Follower,
    /// The stream that goes on where the page ends.
    stream: Option<String>,
}

impl Page {
    pub(super) fn new(follower: Follower) -> Self {
        Self { follower, stream: None }
    }

    /// Follows the page until the task is aborted.
    pub(super) async fn follow(mut self) {
        loop {
            if self.stream.is_none() {
                self.load().await;
            }
            let has_changed = match self.connected().await {
                Some(stream) => self.until_news(stream).await,
                // Streams of pages that are not public any more are refused.
                None => true,
            };
            if has_changed {
                self.load().await;
            }
            pause().await;
        }
    }

    async fn load(&mut self) {
        if let Some(loaded) = page(&self.follower.shared, "").await {
            *self.follower.shared.mirror() = loaded.mirror;
            self.stream = loaded.stream;
        }
    }

    async fn connected(&self) -> Option<Response> {
        let mut address = self.stream.clone()?;
        if self.follower.is_careless {
            // A stream without an id begins now.
            address.truncate(address.find('?').unwrap_or(address.len()));
        }
        self.follower.shared.request(&address).send().await.ok().filter(|answer| answer.status().as_u16() == 200)
    }

    /// Reads the stream until it names a change, or ends. Returns whether there is a change.
    async fn until_news(&mut self, mut stream: Response) -> bool {
        let mut text = String::new();
        loop {
            let (piece, is_over) = self.follower.piece(&mut stream).await;
            text += &piece;
            if text.split_inclusive("\n\n").any(|block| block.ends_with("\n\n") && block.contains("data: ")) {
                return true;
            }
            if is_over {
                return false;
            }
        }
    }
}

/// Loads the page. `None` without an answer.
pub(super) async fn page(shared: &Shared, token: &str) -> Option<Loaded> {
    let address = shared.page();
    let (status, _, body) = shared.read(&address, token).await?;
    let mut mirror = Mirror::default();
    if status != 200 {
        return Some(Loaded { mirror, stream: None });
    }
    mirror.show(&address, &body);
    let stream = body.split_once("data-live=\"").and_then(|(_, rest)| rest.split('"').next()).map(str::to_owned);
    Some(Loaded { mirror, stream })
}
