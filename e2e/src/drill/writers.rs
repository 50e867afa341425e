//! Clients that create and change lists of their own as fast as they are answered, and remember what they were told.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chrono::{DateTime, Utc};
use proto_events::decklist::DecklistBody;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use tokio::sync::watch;

use super::Site;
use super::body::{Form, fields, list, patch};
use super::client::{Asked, Client, Request};
use super::compare::receipt;
use super::contested::Contested;
use super::report::Faults;

/// One of so many steps goes to a list that others write as well.
const CONTESTS: u32 = 12;
/// One of so many requests is given up when it is in doubt, as by a player who closes the page.
const GIVES_UP: u32 = 20;
/// One of so many changes changes nothing.
const REPEATS: u32 = 15;

/// What all writers share.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Counts answered writes.
    pub(super) acknowledged: watch::Sender<u64>,
    /// Attempts whose answer was lost.
    pub(super) in_doubt: AtomicU64,
    /// Raised when writers shall finish what they are at.
    pub(super) stop: AtomicBool,
    /// What went wrong.
    pub(super) faults: Faults,
}

/// A revision that was asked for.
#[derive(Debug, Clone)]
pub(super) struct Told {
    /// The whole list.
    pub(super) body: DecklistBody,
    /// Whether it was acknowledged; else it may be there or not.
    pub(super) certain: bool,
    /// When it was asked for again because an answer was lost.
    pub(super) asked_again: Option<DateTime<Utc>>,
}

/// What the writer of a list knows of it.
#[derive(Debug, Clone)]
pub(super) struct History {
    /// Its id; none if the answer to its creation was never seen.
    pub(super) id: Option<i64>,
    /// Its revisions, in order.
    pub(super) told: Vec<Told>,
}

impl History {
    /// Revisions that there are, as long as nothing was given up.
    fn version(&self) -> usize {
        self.told.len()
    }

    /// Whether its writer knows its state, so that it can go on with it.
    fn is_certain(&self) -> bool {
        self.id.is_some() && self.told.iter().all(|told| told.certain)
    }
}

/// A client with its lists.
#[derive(Debug)]
pub(super) struct Writer {
    number: usize,
    rng: StdRng,
    client: Client,
    steps: u64,
    /// Its lists.
    pub(super) histories: Vec<History>,
}

impl Writer {
    pub(super) fn new(site: &Site, seed: u64, number: usize) -> anyhow::Result<Self> {
        let own = seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let client = Client::new(site.address(), site.key.clone())?;
        Ok(Self { number, rng: StdRng::seed_from_u64(own), client, steps: 0, histories: Vec::new() })
    }

    /// Writes until it is told to stop.
    pub(super) async fn run(mut self, tally: &Tally, contested: &Contested) -> Self {
        while !tally.stop.load(Ordering::Relaxed) {
            self.steps += 1;
            let mark = format!("w{}n{}", self.number, self.steps);
            if self.rng.random_ratio(1, CONTESTS) {
                contested.add_a_line(&self.client, &mut self.rng, &mark, tally).await;
                continue;
            }
            let open: Vec<_> = (0..self.histories.len()).filter(|place| self.histories[*place].is_certain()).collect();
            if open.is_empty() || self.rng.random_ratio(2, 5) {
                self.create(&mark, tally).await;
            } else {
                let place = open[self.rng.random_range(0..open.len())];
                self.change(place, &mark, tally).await;
            }
        }
        self
    }

    async fn create(&mut self, mark: &str, tally: &Tally) {
        let body = list(&mut self.rng, mark);
        let request = Request::new(Method::POST, "/api/v1/decklists/", self.form(), fields(&body));
        let asked = self.ask(request, mark, tally).await;
        let told = told(&asked, body);
        let mut history = History { id: None, told: vec![told] };
        if let Some(answer) = &asked.answer {
            match receipt(answer, 201, None, 1, &history.told[0].body) {
                Ok(id) => history.id = Some(id),
                Err(fault) => tally.faults.note(format!("creation of {mark}: {fault}")),
            }
        }
        self.histories.push(history);
    }

    async fn change(&mut self, place: usize, mark: &str, tally: &Tally) {
        let (id, version) = (self.histories[place].id, self.histories[place].version());
        let before = self.histories[place].told[version - 1].body.clone();
        let Some(id) = id else { return };
        let repeats = self.rng.random_ratio(1, REPEATS);
        let (method, fields, body) = match () {
            () if repeats => (Method::PUT, fields(&before), before.clone()),
            () if self.rng.random() => {
                let body = list(&mut self.rng, mark);
                (Method::PUT, fields(&body), body)
            }
            () => {
                let (sent, body) = patch(&mut self.rng, &before, mark);
                (Method::PATCH, sent, body)
            }
        };
        let mut request = Request::new(method, format!("/api/v1/decklists/{id}/"), self.form(), fields);
        if self.rng.random() {
            request = request.with("if-match", format!("\"{version}\""));
        }
        let asked = self.ask(request, mark, tally).await;
        let expected = version + usize::from(!repeats);
        if let Some(answer) = &asked.answer
            && let Err(fault) = receipt(answer, 200, Some(id), expected, &body)
        {
            tally.faults.note(format!("change {mark} of list {id}: {fault}"));
        }
        if !repeats {
            self.histories[place].told.push(told(&asked, body));
        }
    }

    fn form(&mut self) -> Form {
        Form::ALL[self.rng.random_range(0..Form::ALL.len())]
    }

    async fn ask(&mut self, request: Request, mark: &str, tally: &Tally) -> Asked {
        let request = request.with("idempotency-key", format!("drill-key-{mark}"));
        let gives_up = self.rng.random_ratio(1, GIVES_UP);
        tally.ask(&self.client, &request, gives_up).await
    }
}

impl Tally {
    /// Asks, and counts.
    pub(super) async fn ask(&self, client: &Client, request: &Request, gives_up: bool) -> Asked {
        let asked = client.ask(request, gives_up).await;
        self.in_doubt.fetch_add(asked.in_doubt.into(), Ordering::Relaxed);
        match &asked.answer {
            Some(_) => self.acknowledged.send_modify(|count| *count += 1),
            None if gives_up => {}
            None => self.faults.note("a request was not answered within a minute"),
        }
        asked
    }
}

fn told(asked: &Asked, body: DecklistBody) -> Told {
    let again = asked.answer.is_some() && asked.in_doubt > 0;
    Told { body, certain: asked.answer.is_some(), asked_again: again.then_some(asked.last_sent) }
}
