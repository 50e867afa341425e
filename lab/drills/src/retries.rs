//! The drill `retries`: many clients send one request with one `Idempotency-Key` at once, in all three formats of a
//! body, while the process is killed. The request must be carried out once, and all clients must get the same answer,
//! also later when the list has changed since.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use e2e::client::{Answer, Asked, Client, Request};
use e2e::form::Form;
use proto_events::decklist::DecklistBody;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use tokio::task::JoinSet;

use crate::body::{fields, list, patch};
use crate::compare::{History, Told, compare, receipt};
use crate::log;
use crate::place::Place;
use crate::run::Run;
use crate::server::Server;
use crate::site::Site;

/// Headers that must be equal in all answers.
const EQUAL: [&str; 6] = ["content-type", "etag", "location", "x-content-sha256", "consistency-token", "cache-control"];

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Keys, each for another request: POST, PUT and PATCH in turn
    #[arg(long, default_value_t = 30)]
    rounds: usize,
    /// Clients that send it at once
    #[arg(long, default_value_t = 100)]
    clients: usize,
    /// Kills in each round
    #[arg(long, default_value_t = 3)]
    kills: usize,
}

struct Drill<'a> {
    site: Site,
    kills: usize,
    rng: StdRng,
    run: &'a Run,
    clients: Vec<Client>,
    answers: usize,
    in_doubt: u32,
}

pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let &Settings { rounds, clients, kills } = settings;
    let site = Site::new(Vec::new())?;
    let mut server = site.serve().await?;
    let connected = (0..clients.max(1)).map(|_| site.door().client()).collect::<anyhow::Result<_>>()?;
    let mut drill = Drill { site, kills, rng: run.rng(), run, clients: connected, answers: 0, in_doubt: 0 };
    let mut histories = Vec::new();
    run.steps(rounds);
    for round in 0..rounds {
        let history;
        (server, history) = drill.round(round, server).await.with_context(|| format!("round {round}"))?;
        histories.push(history);
        run.step();
    }
    run.faults.note_all(server.kill().await?);
    let truth = log::read(&drill.site).await?;
    let comparison = compare(&histories.iter().collect::<Vec<_>>(), &truth, &BTreeSet::new());
    run.faults.note_all(comparison.faults);
    drill.site.verify(&run.faults)?;
    Ok(vec![
        format!("{rounds} keys, each sent by {clients} clients at once under {kills} kills, seed {}.", run.seed),
        format!("Answers: {}; attempts whose answer was lost: {}.", drill.answers, drill.in_doubt),
        format!("Requests carried out: {} of {}, each once.", comparison.found, 3 * rounds),
    ])
}

impl Drill<'_> {
    /// Creates a list, changes it, and changes it again. Rounds alternate between drilling the creation and the first
    /// change.
    async fn round(&mut self, round: usize, server: Server) -> anyhow::Result<(Server, History)> {
        let first = list(&mut self.rng, &format!("r{round}n1"));
        let create = Request::new(Method::POST, "/api/v1/decklists/", Form::Json, fields(&first));
        let create = self.with_key(create, format!("round-{round}-create"));
        let drills_creation = round.is_multiple_of(3);
        let (server, created) = self.sent(server, &create, drills_creation).await?;
        let id = receipt(&created, 201, None, 1, &first).context("creation")?;

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
        let (server, changed) = self.sent(server, &change, !drills_creation).await?;
        if let Err(fault) = receipt(&changed, 200, Some(id), 2, &second) {
            self.run.faults.note(format!("change in round {round}: {fault}"));
        }

        let third = list(&mut self.rng, &format!("r{round}n3"));
        self.once(&Request::new(Method::PUT, path, Form::Json, fields(&third))).await?;
        let (request, answer) = if drills_creation { (create, created) } else { (change, changed) };
        self.much_later(round, &request, &answer).await?;
        let told = |body: DecklistBody| Told { body, certain: true, asked_again: None };
        Ok((server, History { id: Some(id), told: [first, second, third].map(told).to_vec() }))
    }

    fn with_key(&self, request: Request, key: String) -> Request {
        if self.run.careless { request } else { request.with("idempotency-key", key) }
    }

    /// Sends a request once, or drills it.
    async fn sent(&mut self, server: Server, request: &Request, is_drilled: bool) -> anyhow::Result<(Server, Answer)> {
        if is_drilled { self.storm(server, request).await } else { Ok((server, self.once(request).await?)) }
    }

    /// All clients send the request while the process is killed, and once more afterwards.
    async fn storm(&mut self, mut server: Server, request: &Request) -> anyhow::Result<(Server, Answer)> {
        let sending = self.send_all(request);
        for _ in 0..self.kills {
            // 0.1 ms to 100 ms, evenly over the orders of magnitude: before, among and after the requests.
            let delay = Duration::from_secs_f64(0.000_1 * 1_000_f64.powf(self.rng.random()));
            self.run.faults.note_all(server.kill_after(delay).await?);
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
            self.run.faults.note(format!("one request, two answers: {one} {headers:?} and {two} {other:?}"));
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
            self.run.faults.note(format!("another request with a used key was answered {}", refused.short()));
        }
        Ok(())
    }
}
