//! Registers players and submits their lists.

use anyhow::Context;
use axum::http::Method;
use serde_json::json;

use super::client::{Ask, id};
use super::crowd::rng;
use super::run::Run;
use crate::demo::decks;

/// Registers people. Returns their registrations.
pub(super) async fn register(run: &Run, event: i64, users: &[i64]) -> anyhow::Result<Vec<i64>> {
    let path = format!("/api/v1/magic-events/{event}/registrations/");
    let registered = run.pool.all(users.to_vec(), |user| {
        let ask = Ask::post("create_registration", path.clone(), json!({ "user_id": user, "status": "COMPLETE" }));
        async move {
            let made = run.pool.ask(ask).await?;
            run.bar.inc(1);
            id(&made.body)
        }
    });
    registered.await.context("not all players could register")
}

/// Submits a list for each registration. The registration with index 0 gets the first deck of the seed.
pub(super) async fn hand_in(run: &Run, event: i64, seed: u64, first: usize, entries: &[i64]) -> anyhow::Result<()> {
    let entries: Vec<(u64, i64)> = (0..).skip(first).zip(entries.iter().copied()).collect();
    let handed_in = run.pool.all(entries, |(place, entry)| async move {
        let deck = decks::deck(run.plan.format, &mut rng(&[seed, 5, place]));
        let body = serde_json::to_value(&deck.body)?;
        let list = run.pool.ask(Ask::post("create_decklist", "/api/v1/decklists/", body)).await?;
        run.bar.inc(1);
        let path = format!("/api/v1/magic-events/{event}/registrations/{entry}/decklist/");
        let attach = Ask::send("attach_decklist", Method::PUT, path, json!({ "decklist_id": id(&list.body)? }));
        run.pool.ask(attach).await?;
        run.bar.inc(1);
        Ok(())
    });
    handed_in.await.context("not all lists were accepted").map(drop)
}
