//! A fixed number of clients; each request takes the next free one.

use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use futures::{StreamExt, TryStreamExt, stream};
use tokio::sync::Semaphore;

use super::client::{Ask, Client, Reply};

pub(super) struct Pool {
    free: Mutex<Vec<Client>>,
    places: Semaphore,
    size: usize,
}

/// A client in use. It returns to the pool when dropped, even during a request.
struct Taken<'a> {
    pool: &'a Pool,
    client: Option<Client>,
}

impl Pool {
    pub(super) fn new(size: usize, client: impl Fn() -> Client) -> Self {
        let free = (0..size).map(|_| client()).collect();
        Self { free: Mutex::new(free), places: Semaphore::new(size), size }
    }

    /// Returns the number of clients.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Sends a request with the next free client.
    pub(super) async fn ask(&self, ask: Ask) -> anyhow::Result<Reply> {
        let _place = self.places.acquire().await.context("the clients are gone")?;
        let mut taken = Taken { pool: self, client: self.free().pop() };
        taken.client.as_mut().context("a client is missing")?.ask(ask).await
    }

    /// Runs `work` for all items, as many at a time as there are clients. Returns the results in the given order.
    pub(super) async fn all<T, O, F>(&self, things: Vec<T>, work: impl Fn(T) -> F) -> anyhow::Result<Vec<O>>
    where
        F: Future<Output = anyhow::Result<O>>,
    {
        let numbered = things.into_iter().enumerate().map(|(place, thing)| {
            let done = work(thing);
            async move { done.await.map(|made| (place, made)) }
        });
        let mut made: Vec<(usize, O)> = stream::iter(numbered).buffer_unordered(self.size.max(1)).try_collect().await?;
        made.sort_by_key(|(place, _)| *place);
        Ok(made.into_iter().map(|(_, made)| made).collect())
    }

    fn free(&self) -> MutexGuard<'_, Vec<Client>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.pool.free().extend(self.client.take());
    }
}
