//! Clients that create and change their own lists as fast as they are answered, and remember the answers.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use e2e::client::{Asked, Client, Request};
use e2e::form::Form;
use proto_events::decklist::DecklistBody;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;

use crate::body::{fields, list, patch, read_with_token};
use crate::compare::{History, Told, receipt};
use crate::contested::Contested;
use crate::place::Door;
use crate::reader::{Own, Reader, Way};
use crate::tally::Tally;

#[derive(Debug)]
pub(crate) struct Writer {
    number: usize,
    rng: StdRng,
    client: Client,
    steps: u64,
    /// Reads each of its writes; without one, it reads some of them itself.
    pub(crate) reader: Option<Reader>,
    pub(crate) histories: Vec<History>,
}

impl Writer {
    pub(crate) fn new(door: &Door, rng: StdRng, number: usize) -> anyhow::Result<Self> {
        Ok(Self { number, rng, client: door.client()?, steps: 0, reader: None, histories: Vec::new() })
    }

    pub(crate) async fn run(mut self, tally: Arc<Tally>, contested: Arc<Contested>) -> Self {
        while !tally.stop.load(Ordering::Relaxed) {
            self.steps += 1;
            let mark = format!("w{}n{}", self.number, self.steps);
            if self.rng.random_ratio(1, 12) {
                contested.add_a_line(&self.client, &mut self.rng, &mark, &tally).await;
                continue;
            }
            let open: Vec<_> = (0..self.histories.len()).filter(|place| self.histories[*place].is_certain()).collect();
            if open.is_empty() || self.rng.random_ratio(2, 5) {
                self.create(&mark, &tally).await;
            } else {
                let place = open[self.rng.random_range(0..open.len())];
                self.change(place, &mark, &tally).await;
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
        self.read_back(self.histories.len() - 1, &asked, tally).await;
    }

    async fn change(&mut self, place: usize, mark: &str, tally: &Tally) {
        let (id, version) = (self.histories[place].id, self.histories[place].told.len());
        let before = self.histories[place].told[version - 1].body.clone();
        let Some(id) = id else { return };
        let repeats = self.rng.random_ratio(1, 15);
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
        self.read_back(place, &asked, tally).await;
    }

    /// Sometimes reads the list back with the token of the write. The read must return that write, even if the process
    /// was killed in between. No other client writes this list.
    async fn read_back(&mut self, place: usize, asked: &Asked, tally: &Tally) {
        let History { id: Some(id), told } = &self.histories[place] else { return };
        let Some(answer) = &asked.answer else { return };
        if let Some(reader) = &mut self.reader {
            let own = Own { id: *id, version: told.len(), body: &told[told.len() - 1].body };
            match reader.read(&mut self.rng, own, asked).await {
                Ok(stale) => tally.faults.note_all(stale),
                Err(error) => tally.faults.note(format!("a read is not answered: {error:#}")),
            }
            return;
        }
        if !self.rng.random_ratio(1, 8) {
            return;
        }
        let request = read_with_token(&format!("/api/v1/decklists/{id}/"), answer.header("consistency-token"));
        let tag = format!("\"{}\"", told.len());
        match self.client.answer(&request).await {
            Some(read) if read.status == 200 && read.header("etag") == tag => {
                tally.read_back.fetch_add(1, Ordering::Relaxed);
            }
            read => {
                let said = read.map_or("not at all".into(), |read| format!("{} {}", read.header("etag"), read.short()));
                tally.faults.note(format!("list {id} at version {tag}, read with its token, is answered {said}"));
            }
        }
    }

    fn form(&mut self) -> Form {
        Form::ALL[self.rng.random_range(0..Form::ALL.len())]
    }

    async fn ask(&mut self, request: Request, mark: &str, tally: &Tally) -> Asked {
        // As a player does who closes the page.
        let gives_up = self.rng.random_ratio(1, 20);
        let is_answered_at_once = self.reader.as_ref().is_some_and(|reader| reader.way == Way::Token);
        let request = if is_answered_at_once { request.with("prefer", "respond-async") } else { request };
        tally.ask(&self.client, request, &format!("drill-key-{mark}"), gives_up).await
    }
}

fn told(asked: &Asked, body: DecklistBody) -> Told {
    let again = asked.answer.is_some() && asked.in_doubt > 0;
    Told { body, certain: asked.answer.is_some(), asked_again: again.then_some(asked.last_sent) }
}
