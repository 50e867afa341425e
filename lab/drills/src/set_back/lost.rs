//! What the drill `set-back` checks after the log has lost writes, on either database.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use e2e::client::{Answer, Client, Request};
use e2e::form::Form;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;

use crate::crawled::Known;
use crate::installation::Installation;
use crate::report::Faults;
use crate::times::Times;

/// Time in which all answers must be those of the older log.
const RECOVERY: Duration = Duration::from_secs(10);
/// Words of which an error in the program's log must contain one.
pub(super) const LOUD: [&str; 2] = ["set back", "given up"];

/// A write whose event the log will lose or keep.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) token: String,
}

/// The figures of the report.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) lost: usize,
    refused_tokens: usize,
    waited_tokens: usize,
    again: usize,
    recoveries: Times,
    /// The longest time for which data that the log had lost was served.
    pub(super) shown: Duration,
}

/// The state of the drill.
pub(super) struct Drill<'a, P> {
    pub(super) place: &'a P,
    pub(super) installation: Installation,
    pub(super) faults: Faults,
    pub(super) counts: Counts,
    pub(super) known: Vec<Written>,
    pub(super) careless: bool,
}

/// Creates and changes lists, and reads them with their tokens.
pub(super) async fn write(
    client: &Client,
    rng: &mut StdRng,
    mark: &str,
    known: &[Written],
) -> anyhow::Result<Vec<Written>> {
    let mut written = Vec::new();
    for number in 0..rng.random_range(2..6) {
        let name = format!("{mark}-{number}");
        let fields = vec![("name", name.clone()), ("plaintext_list", format!("{number} Island"))];
        let change = known.get(rng.random_range(0..known.len().max(1) * 2));
        let (method, path) = match change {
            Some(known) => (Method::PATCH, known.path.clone()),
            None => (Method::POST, "/api/v1/decklists/".to_owned()),
        };
        let request = Request::new(method, &path, Form::Json, fields).with("idempotency-key", format!("key-{name}"));
        let answer = client.answer(&request).await.context("a write is not answered")?;
        ensure!(answer.status < 300, "a write is answered {}", answer.short());
        let path = if change.is_some() { path } else { answer.header("location").to_owned() };
        written.push(Written { path, name, token: answer.header("consistency-token").to_owned() });
    }
    Ok(written)
}

/// Reads with the token of a write.
pub(super) async fn read(client: &Client, written: &Written) -> Option<Answer> {
    let request = Request::get(&written.path).with("consistency-token", &written.token);
    client.send(&request.with("prefer", "wait=1"), 0).await.ok()
}

impl<'a, P> Drill<'a, P> {
    pub(super) fn new(place: &'a P, installation: Installation, careless: bool) -> Self {
        let (faults, counts, known) = (Faults::default(), Counts::default(), Vec::new());
        Self { place, installation, faults, counts, known, careless }
    }

    /// Checks that no answer is wrong from the first look on, or after the time for which wrong ones are tolerated, and that
    /// soon none is refused.
    pub(super) async fn expect_truth(&mut self, known: &Known, (since, tolerated): (Instant, Duration), name: &str) {
        let (refused, shown) = known.until_true(name, since, (tolerated, RECOVERY), &self.faults).await;
        self.counts.shown = self.counts.shown.max(shown);
        self.counts.recoveries.add(since.elapsed());
        if refused > 0 {
            self.faults.note(format!("{name}: {refused} answers are still refused after {RECOVERY:?}"));
        }
    }

    /// Checks that tokens of lost writes are refused, before and after new writes, and that new writes can be read with
    /// their tokens, though lost lists had the same addresses.
    pub(super) async fn expect_loss(
        &mut self,
        client: &Client,
        rng: &mut StdRng,
        (lost, round): (&[Written], usize),
        name: &str,
    ) -> anyhow::Result<()> {
        self.expect_refusals(client, lost, name).await;
        let new = write(client, rng, &format!("new-{round}"), &[]).await?;
        self.expect_new(client, &new, name).await;
        self.expect_refusals(client, lost, name).await;
        self.known.extend(new);
        Ok(())
    }

    /// Checks that tokens of lost writes are refused, or wait for a position that is not reached.
    async fn expect_refusals(&mut self, client: &Client, lost: &[Written], name: &str) {
        for written in lost {
            match read(client, written).await {
                Some(answer) if answer.status == 400 => self.counts.refused_tokens += 1,
                Some(answer) if answer.status == 503 => self.counts.waited_tokens += 1,
                Some(answer) => {
                    let (Written { path, name: list, .. }, said) = (written, answer.short());
                    let fault = format!("{path}, read with the token of the lost `{list}`, is answered {said}");
                    self.faults.note(format!("{name}: {fault}"));
                }
                None => self.faults.note(format!("{name}: a read with the token of a lost write is not answered")),
            }
        }
    }

    async fn expect_new(&mut self, client: &Client, new: &[Written], name: &str) {
        for (place, written) in new.iter().enumerate() {
            // A list that was changed again has the name of its last change.
            let last = new[place..].iter().rev().find(|other| other.path == written.path).unwrap_or(written);
            match read(client, written).await {
                Some(answer) if answer.status == 200 && answer.json()["name"] == last.name => self.counts.again += 1,
                answer => {
                    let said = answer.map_or("not at all".into(), |answer| answer.short());
                    let fault = format!("`{}`, written now and read with its token, is answered {said}", last.name);
                    self.faults.note(format!("{name}: {fault}"));
                }
            }
        }
    }

    /// The lines of the report.
    pub(super) fn lines(&self, head: String) -> Vec<String> {
        let Counts { lost, refused_tokens, waited_tokens, again, recoveries, .. } = &self.counts;
        vec![
            head,
            format!(
                "Writes lost with the log: {lost}; their tokens: {refused_tokens} times refused, {waited_tokens} times asked to wait."
            ),
            format!("Writes after that, each read with its token: {again}."),
            format!("Until all answers were those of the older log: {}.", recoveries.summary()),
        ]
    }
}
