//! Lists that many clients write at once. Each client adds lines to the text it has read, with `If-Match`, so every
//! acknowledged line must be there in the end, once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use e2e::client::{Client, Request};
use e2e::form::Form;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;

use crate::body::{fields, list};
use crate::compare::{Stored, Truth, receipt};
use crate::tally::Tally;

#[derive(Debug, Default)]
pub(crate) struct Contested {
    pub(crate) lists: Vec<i64>,
    added: Mutex<BTreeMap<i64, Vec<String>>>,
    /// Changes that were refused because another client had changed the list.
    pub(crate) refused: AtomicU64,
}

impl Contested {
    pub(crate) async fn create(client: &Client, rng: &mut StdRng, count: usize) -> anyhow::Result<Self> {
        let mut lists = Vec::new();
        for number in 0..count {
            let body = list(rng, &format!("contested-{number}"));
            let request = Request::new(Method::POST, "/api/v1/decklists/", Form::Json, fields(&body));
            let answer = client.answer(&request).await.ok_or_else(|| anyhow::anyhow!("no list can be created"))?;
            lists.push(receipt(&answer, 201, None, 1, &body)?);
        }
        Ok(Self { lists, ..Self::default() })
    }

    pub(crate) fn added(&self) -> usize {
        self.added.lock().unwrap().values().map(Vec::len).sum()
    }

    /// Reads one of the lists and adds a line to its text.
    pub(crate) async fn add_a_line(&self, client: &Client, rng: &mut StdRng, mark: &str, tally: &Tally) {
        let id = self.lists[rng.random_range(0..self.lists.len())];
        let path = format!("/api/v1/decklists/{id}/");
        let Some(read) = client.answer(&Request::get(&path)).await else { return };
        if read.status != 200 {
            return tally.faults.note(format!("list {id} cannot be read: {}", read.short()));
        }
        let document = read.json();
        let text = document["plaintext_list"].as_str().unwrap_or_default();
        // A list has a limited number of revisions, and each made a line.
        if text.len() > 100_000 || text.lines().count() > 900 {
            return;
        }
        let line = format!("1 Line {mark}");
        let changed = vec![("plaintext_list", format!("{text}{line}\n"))];
        let request = Request::new(Method::PATCH, path, Form::ALL[rng.random_range(0..3)], changed)
            .with("if-match", read.header("etag"));
        match tally.ask(client, request, &format!("drill-line-{mark}"), false).await.answer {
            Some(answer) if answer.status == 200 => self.added.lock().unwrap().entry(id).or_default().push(line),
            Some(answer) if answer.status == 412 => {
                self.refused.fetch_add(1, Ordering::Relaxed);
            }
            Some(answer) => tally.faults.note(format!("line {mark} for list {id}: {}", answer.short())),
            None => {}
        }
    }

    pub(crate) fn faults(&self, truth: &Truth) -> Vec<String> {
        let added = self.added.lock().unwrap();
        let of = |id: &i64| {
            let added = added.get(id).map_or(&[][..], Vec::as_slice);
            compare(*id, truth.get(id).map_or(&[], Vec::as_slice), added)
        };
        self.lists.iter().flat_map(of).collect()
    }
}

/// Checks that every revision is the one before it with one line more, and that exactly the acknowledged lines were
/// added.
fn compare(id: i64, stored: &[Stored], added: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut open: BTreeSet<&str> = added.iter().map(String::as_str).collect();
    for (pair, number) in stored.windows(2).zip(2..) {
        let (before, after) = (&pair[0].body.plaintext_list, &pair[1].body.plaintext_list);
        match after.strip_prefix(before.as_str()) {
            None => faults.push(format!("contested list {id}: revision {number} lost text of the one before it")),
            Some(line) if open.remove(line.trim_end()) => {}
            Some(line) => faults.push(format!("contested list {id}: `{}` was never acknowledged", line.trim_end())),
        }
    }
    let lost = open.iter().map(|line| format!("contested list {id}: `{line}` was acknowledged and is lost"));
    faults.extend(lost);
    faults
}

#[cfg(test)]
mod tests {
    use proto_events::decklist::DecklistBody;

    use super::*;

    fn stored(texts: &[&str]) -> Vec<Stored> {
        let body = |text: &&str| DecklistBody { plaintext_list: (*text).into(), ..DecklistBody::default() };
        texts.iter().map(|text| Stored { body: body(text), recorded_at: chrono::DateTime::UNIX_EPOCH }).collect()
    }

    #[test]
    fn lost_updates_and_lines_out_of_nowhere_are_found() {
        let lines = ["a".to_owned(), "b".to_owned()];
        assert_eq!(compare(1, &stored(&["", "a\n", "a\nb\n"]), &lines), Vec::<String>::new());
        let overwritten = compare(1, &stored(&["", "a\n", "b\n"]), &lines);
        assert!(overwritten[0].contains("revision 3 lost"), "{overwritten:?}");
        let lost = compare(1, &stored(&["", "a\n"]), &lines);
        assert!(lost.len() == 1 && lost[0].contains("`b` was acknowledged"), "{lost:?}");
        let twice = compare(1, &stored(&["", "a\n", "a\na\n", "a\na\nb\n"]), &lines);
        assert!(twice.len() == 1 && twice[0].contains("`a` was never acknowledged"), "{twice:?}");
    }
}
