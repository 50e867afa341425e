//! The drill `retries`: many clients send one request with one `Idempotency-Key` at once, in all three formats of a
//! body, while the process is killed. The request must be carried out once, and all clients must get the same answer,
//! also later when the list has changed since.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::Context;
use e2e::client::{Answer, Asked, Client, Request};
use e2e::form::Form;
use indicatif::ProgressBar;
use proto_events::decklist::DecklistBody;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use tokio::task::JoinSet;

use crate::body::{fields, list, patch};
use crate::compare::{compare, receipt};
use crate::history::{History, Told};
use crate::place::Place;
use crate::report::{Faults, Report};
use crate::server::Server;
use crate::verify::verify;
use crate::{Site, log};

/// Headers that must be equal in all answers.
const EQUAL: [&str; 6] = ["content-type", "etag", "location", "x-content-sha256", "consistency-token", "cache-control"];

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Number of keys, each for another request: POST, PUT and PATCH in turn.
    pub rounds: usize,
    /// Number of clients that send it at once.
    pub clients: usize,
    /// Number of kills in each round.
    pub kills: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Whether clients leave out the key. The drill must then find faults.
    pub careless: bool,
}

struct Drill<'a> {
    site: &'a Site,
    settings: Settings,
    rng: StdRng,
    clients: Vec<Client>,
    faults: Faults,
    answers: usize,
    in_doubt: u32,
}

/// Runs the drill.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(site: &Site, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let clients = (0..settings.clients.max(1)).map(|_| site.door().client());
    let mut drill = Drill {
        site,
        settings,
        rng: StdRng::seed_from_u64(settings.seed),
        clients: clients.collect::<anyhow::Result<_>>()?,
        faults: Faults::default(),
        answers: 0,
        in_doubt: 0,
    };
    let (mut server, mut histories) = (site.serve().await?, Vec::new());
    for round in 0..settings.rounds {
        let history;
        (server, history) = drill.round(round, server).await.with_context(|| format!("round {round}"))?;
        histories.push(history);
        bar.inc(1);
    }
    drill.faults.note_all(server.kill().await?);
    let comparison = compare(&histories.iter().collect::<Vec<_>>(), &log::read(site).await?, &BTreeSet::new());
    drill.faults.note_all(comparison.faults);
    verify(site, &drill.faults)?;
    let Settings { rounds, clients, kills, seed, .. } = settings;
    let lines = vec![
        format!("{rounds} keys, each sent by {clients} clients at once under {kills} kills, seed {seed}."),
        format!("Answers: {}; attempts whose answer was lost: {}.", drill.answers, drill.in_doubt),
        format!("Requests carried out: {} of {}, each once.", comparison.found, 3 * rounds),
    ];
    Ok(Report::new(lines, &drill.faults))
}

impl Drill<'_> {
    /// Creates a list, changes it, and changes it again. Rounds alternate between drilling the creation and the first
    /// change.
    async fn round(&mut self, round: usize, server: Server) -> anyhow::Result<(Server, History)> {
        let first = list(&mut self.rng, &format!("r{round}n1"));
        let create = Request::new(Method::POST, "/api/v1/decklists/", Form::Json, fields(&first));
        let create = self.with_key(create, format!("round-{round}-create"));
        let (mut server, mut drilled) = (server, None);
        let drills_creation = round.is_multiple_of(3);
        let created = if drills_creation {
            let answer;
            (server, answer) = self.storm(server, &create).await?;
            drilled = Some((create, answer.clone()));
            answer
        } else {
            self.once(&create).await?
        };
        let id = receipt(&created, 201, None, 1, &first).map_err(|fault| anyhow::anyhow!("creation: {fault}"))?;

        let path = format!("/api/v1/decklists/{id}/");
        let (method, sent, second) = if round % 3 == 1 {
            let second = list(&mut self.rng, &format!("r{round}n2"));
            (Method::PUT, fields(&second), second)
        } else {
            let (sent, second) = patch(&mut self.rng, &first, &format!("r{round}n2"));
            (Method::PATCH, sent, second)
        };
        let change = Request::new(method, &path, Form::Json, sent).with("if-match", "\"1\"");
        let change = self.with_key(change, format!("round-{round}-change"));
        let changed = if drills_creation {
            self.once(&change).await?
        } else {
            let answer;
            (server, answer) = self.storm(server, &change).await?;
            drilled = Some((change, answer.clone()));
            answer
        };
        if let Err(fault) = receipt(&changed, 200, Some(id), 2, &second) {
            self.faults.note(format!("change in round {round}: {fault}"));
        }

        let third = list(&mut self.rng, &format!("r{round}n3"));
        self.once(&Request::new(Method::PUT, path, Form::Json, fields(&third))).await?;
        if let Some((request, answer)) = drilled {
            self.much_later(round, &request, &answer).await?;
        }
        let told = |body: DecklistBody| Told { body, certain: true, asked_again: None };
        Ok((server, History { id: Some(id), told: [first, second, third].map(told).to_vec() }))
    }

    fn with_key(&self, request: Request, key: String) -> Request {
        if self.settings.careless { request } else { request.with("idempotency-key", key) }
    }

    /// All clients send the request while the process is killed, and once more afterwards.
    async fn storm(&mut self, mut server: Server, request: &Request) -> anyhow::Result<(Server, Answer)> {
        let sending = self.send_all(request);
        for _ in 0..self.settings.kills {
            // 0.1 ms to 100 ms, evenly over the orders of magnitude: before, among and after the requests.
            let delay = Duration::from_secs_f64(0.000_1 * 1_000_f64.powf(self.rng.random()));
            self.faults.note_all(server.kill_after(delay).await?);
            server = self.site.start()?;
            if self.rng.random_ratio(3, 4) {
                server.listening().await?;
            }
        }
        server.listening().await?;
        let mut all = sending.join_all().await;
        all.extend(self.send_all(request).join_all().await);
        self.in_doubt += all.iter().map(|asked| asked.in_doubt).sum::<u32>();
        let mut answers = all.into_iter().map(|asked| asked.answer.context("a client was not answered"));
        let first = answers.next().context("there are clients")??;
        self.answers += 1;
        for answer in answers {
            self.answers += 1;
            self.compare(&first, &answer?);
        }
        Ok((server, first))
    }

    fn send_all(&self, request: &Request) -> JoinSet<Asked> {
        let forms = Form::ALL.iter().cycle();
        let sent = self.clients.iter().zip(forms).map(|(client, form)| {
            let (client, request) = (client.clone(), request.clone().in_form(*form));
            async move { client.ask(&request, false).await }
        });
        sent.collect()
    }

    fn compare(&self, first: &Answer, answer: &Answer) {
        let headers_differ = EQUAL.iter().any(|name| first.header(name) != answer.header(name));
        if (first.status, &first.body) != (answer.status, &answer.body) || headers_differ {
            let (headers, other) = (&first.headers, &answer.headers);
            let (one, two) = (first.short(), answer.short());
            self.faults.note(format!("one request, two answers: {one} {headers:?} and {two} {other:?}"));
        }
    }

    async fn once(&self, request: &Request) -> anyhow::Result<Answer> {
        self.clients[0].answer(request).await.context("the service does not answer")
    }

    /// Repeats the request after the list has changed. The answer must be the same as before, and another request with
    /// the same key must be refused.
    async fn much_later(&mut self, round: usize, request: &Request, answer: &Answer) -> anyhow::Result<()> {
        let again = self.once(request).await?;
        self.answers += 1;
        self.compare(answer, &again);
        let other = request.clone().with_field("name", format!("other r{round}"));
        let refused = self.once(&other).await?;
        if refused.status != 422 {
            self.faults.note(format!("another request with a used key was answered {}", refused.short()));
        }
        Ok(())
    }
}
