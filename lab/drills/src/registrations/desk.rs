//! The desk: cancels registrations of players who ask for it, and answers offers for those to whom they are made.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::ensure;
use e2e::crawl::id;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::place::Door;
use crate::teller::{Teller, of_event};
use crate::usual::Usual;

/// Pause between two looks at the players of all events.
const LOOK: Duration = Duration::from_millis(100);
/// One in this many looks at an event cancels a registration.
const CANCELS: u32 = 3;

/// What a player does with the first offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// Accepts it.
    Accepted,
    /// Declines it.
    Declined,
}

/// The answers that were acknowledged, by registration.
pub(super) type Answered = BTreeMap<i64, Answer>;

/// The desk.
pub(super) struct Desk {
    teller: Teller,
    events: Vec<i64>,
    rng: StdRng,
    /// Answered offers, and those that players let expire until the end.
    answered: Answered,
    ignored: BTreeMap<i64, bool>,
}

impl Desk {
    pub(super) fn new(door: &Door, events: Vec<i64>, usual: &Usual) -> anyhow::Result<Self> {
        let (teller, rng) = (Teller::new(door, "desk")?, usual.rng_of(usize::MAX));
        Ok(Self { teller, events, rng, answered: Answered::new(), ignored: BTreeMap::new() })
    }

    /// Works until it is stopped, then until there is nothing more to do: all places are taken, or no one waits. Returns what was
    /// answered.
    pub(super) async fn run(mut self, stopped: watch::Receiver<bool>) -> anyhow::Result<Answered> {
        loop {
            let (is_end, mut is_over) = (*stopped.borrow(), true);
            for event in self.events.clone() {
                is_over &= self.look(event, is_end).await?;
            }
            if is_end && is_over {
                return Ok(self.answered);
            }
            sleep(LOOK).await;
        }
    }

    /// Looks at an event. Returns whether nothing is left to do.
    async fn look(&mut self, event: i64, is_end: bool) -> anyhow::Result<bool> {
        let players = self.teller.done(Method::GET, &of_event(event, "registrations/"), Value::Null).await?;
        let players: Vec<&Value> = players.as_array().into_iter().flatten().collect();
        let has = |player: &Value, status: &str| player["registration_status"] == status;
        let waiting = players.iter().filter(|player| has(player, "ON_WAITLIST"));
        let settings = self.teller.done(Method::GET, &of_event(event, "settings/"), Value::Null).await?;
        let offers = settings["offers"].as_array().into_iter().flatten();
        let offered: Vec<i64> = offers.filter_map(|offer| offer["registration"].as_i64()).collect();
        for player in &offered {
            self.answer(event, *player, is_end).await?;
        }
        let complete: Vec<i64> = players.iter().filter(|it| has(it, "COMPLETE")).map(|it| id(it)).collect();
        // Those who accepted a place keep it, so that it can be looked for at the end.
        let others: Vec<_> = complete.iter().filter(|player| !self.answered.contains_key(player)).collect();
        if !is_end && waiting.clone().count() > 0 && !others.is_empty() && self.rng.random_ratio(1, CANCELS) {
            let player = others[self.rng.random_range(0..others.len())];
            let canceled = json!({ "registration_status": "CANCELED" });
            self.teller.done(Method::PATCH, &of_event(event, &format!("registrations/{player}/")), canceled).await?;
        }
        let places = settings["capacity"].as_u64().unwrap_or_default();
        Ok(waiting.count() == 0 || complete.len() as u64 == places)
    }

    /// Answers an offer, or leaves it; in the end, it is accepted.
    async fn answer(&mut self, event: i64, player: i64, is_end: bool) -> anyhow::Result<()> {
        let drawn = self.rng.random_range(0..10);
        if !is_end && *self.ignored.entry(player).or_insert(drawn < 3) {
            return Ok(());
        }
        let answer = if drawn < 5 && !is_end { Answer::Declined } else { Answer::Accepted };
        let body = json!({ "is_accepted": answer == Answer::Accepted });
        let below = format!("registrations/{player}/answer-offer/");
        let (status, said) = self.teller.tell(Method::POST, &of_event(event, &below), body).await?;
        match status {
            StatusCode::OK => {
                self.answered.insert(player, answer);
            }
            // It has expired a moment ago.
            _ => ensure!(status == StatusCode::CONFLICT, "an answer is refused: {said}"),
        }
        Ok(())
    }
}
