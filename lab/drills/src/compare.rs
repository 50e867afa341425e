//! Compares the answers that clients got with the stored events. Free of I/O, so that tests can show that it finds
//! faults.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, bail, ensure};
use chrono::{DateTime, Utc};
use e2e::client::Answer;
use e2e::form::{excerpt, sha256};
use proto_events::decklist::DecklistBody;

use crate::body::difference;

#[derive(Debug, Clone)]
pub(crate) struct Stored {
    pub(crate) body: DecklistBody,
    pub(crate) recorded_at: DateTime<Utc>,
}

/// A requested revision.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    pub(crate) body: DecklistBody,
    /// Whether it was acknowledged. If not, it may be stored or not.
    pub(crate) certain: bool,
    /// When it was last requested, if an earlier answer was lost.
    pub(crate) asked_again: Option<DateTime<Utc>>,
}

/// A list as its writer knows it.
#[derive(Debug, Clone)]
pub(crate) struct History {
    /// Its id; `None` if the answer to its creation was lost.
    pub(crate) id: Option<i64>,
    pub(crate) told: Vec<Told>,
}

impl History {
    /// Whether its writer knows its state and can continue it.
    pub(crate) fn is_certain(&self) -> bool {
        self.id.is_some() && self.told.iter().all(|told| told.certain)
    }
}

/// The content of the log: the revisions of every list by its id.
pub(crate) type Truth = BTreeMap<i64, Vec<Stored>>;

#[derive(Debug, Default)]
pub(crate) struct Comparison {
    pub(crate) faults: Vec<String>,
    /// Revisions acknowledged and found.
    pub(crate) found: usize,
    /// Requests in doubt that were given up and had been carried out.
    pub(crate) carried_out: usize,
    /// Requests in doubt that were given up and had not been carried out.
    pub(crate) not_carried_out: usize,
    /// Requests that had been carried out before the client retried them. Without a key they would have been carried
    /// out twice.
    pub(crate) not_doubled: usize,
}

/// Checks the answer to a write; returns the list's id.
pub(crate) fn receipt(
    answer: &Answer,
    status: u16,
    id: Option<i64>,
    version: usize,
    list: &DecklistBody,
) -> anyhow::Result<i64> {
    ensure!(answer.status == status, "answered {} instead of {status}", answer.short());
    let document = answer.json();
    let shown = document["id"].as_i64().with_context(|| format!("no id in {}", answer.short()))?;
    if let Some(different) = difference(&document, id.unwrap_or(shown), list) {
        bail!("{different}");
    }
    let location = if status == 201 { format!("/api/v1/decklists/{shown}/") } else { String::new() };
    for (name, expected) in
        [("etag", format!("\"{version}\"")), ("x-content-sha256", sha256(&list.plaintext_list)), ("location", location)]
    {
        let found = answer.header(name);
        ensure!(found == expected, "has {name} `{found}` instead of `{expected}`");
    }
    ensure!(!answer.header("consistency-token").is_empty(), "has no Consistency-Token");
    Ok(shown)
}

/// Compares the histories of all writers with the log. `others` are lists with other writers.
pub(crate) fn compare(histories: &[&History], truth: &Truth, others: &BTreeSet<i64>) -> Comparison {
    let mut comparison = Comparison::default();
    // Every list is created with a unique name, which identifies creations in doubt.
    let mut unknown: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    let known: BTreeSet<i64> =
        histories.iter().filter_map(|history| history.id).chain(others.iter().copied()).collect();
    for (id, stored) in truth.iter().filter(|(id, _)| !known.contains(id)) {
        unknown.entry(&stored[0].body.name).or_default().push(*id);
    }
    let mut claimed = BTreeSet::new();
    for history in histories {
        match history.id {
            Some(id) if !claimed.insert(id) => {
                comparison.faults.push(format!("list {id} was given to two creations"));
            }
            Some(id) => match truth.get(&id) {
                Some(stored) => comparison.revisions(&format!("list {id}"), &history.told, stored),
                None => comparison.faults.push(format!("list {id} was acknowledged and is lost")),
            },
            None => {
                let found = unknown.get_mut(history.told[0].body.name.as_str()).and_then(Vec::pop);
                let stored = found.and_then(|id| truth.get(&id)).map_or(&[][..], Vec::as_slice);
                comparison.revisions("a list in doubt", &history.told, stored);
            }
        }
    }
    let doubled = unknown.into_iter().flat_map(|(name, ids)| ids.into_iter().map(move |id| (id, name)));
    let unacknowledged = |(id, name): (i64, &str)| format!("list {id}, `{name}`, was never acknowledged");
    comparison.faults.extend(doubled.map(unacknowledged));
    comparison
}

impl Comparison {
    fn revisions(&mut self, what: &str, told: &[Told], stored: &[Stored]) {
        let mut stored = stored.iter().peekable();
        for (told, number) in told.iter().zip(1..) {
            match stored.next_if(|stored| stored.body == told.body) {
                Some(stored) if told.certain => {
                    self.found += 1;
                    self.not_doubled += usize::from(told.asked_again.is_some_and(|again| stored.recorded_at < again));
                }
                Some(_) => self.carried_out += 1,
                None if !told.certain => self.not_carried_out += 1,
                None => {
                    let instead = stored.peek().map_or("nothing".into(), |stored| excerpt(&stored.body.name));
                    let expected = excerpt(&told.body.name);
                    self.faults
                        .push(format!("{what}: revision {number}, `{expected}`, was acknowledged; there is {instead}"));
                    return;
                }
            }
        }
        if let Some(more) = stored.next() {
            self.faults.push(format!("{what}: its revision `{}` was never acknowledged", excerpt(&more.body.name)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(name: &str) -> DecklistBody {
        DecklistBody { name: name.into(), ..DecklistBody::default() }
    }

    fn history(id: Option<i64>, told: &[(&str, bool)]) -> History {
        let told = told.iter().map(|(name, certain)| Told { body: body(name), certain: *certain, asked_again: None });
        History { id, told: told.collect() }
    }

    fn log(lists: &[(i64, &[&str])]) -> Truth {
        let stored = |name: &&str| Stored { body: body(name), recorded_at: DateTime::UNIX_EPOCH };
        lists.iter().map(|(id, names)| (*id, names.iter().map(stored).collect())).collect()
    }

    fn faults(histories: &[History], truth: &Truth) -> Vec<String> {
        compare(&histories.iter().collect::<Vec<_>>(), truth, &BTreeSet::from([99])).faults
    }

    #[test]
    fn what_was_told_is_found() {
        let histories = [
            history(Some(1), &[("a", true), ("b", true)]),
            history(Some(2), &[("c", true), ("d", false)]),
            history(Some(3), &[("e", true), ("f", false)]),
            history(None, &[("g", false)]),
            history(None, &[("h", false)]),
        ];
        let truth = log(&[(1, &["a", "b"]), (2, &["c", "d"]), (3, &["e"]), (4, &["g"]), (99, &["other"])]);
        let comparison = compare(&histories.iter().collect::<Vec<_>>(), &truth, &BTreeSet::from([99]));
        assert_eq!(comparison.faults, Vec::<String>::new());
        let counts = (comparison.found, comparison.carried_out, comparison.not_carried_out);
        assert_eq!(counts, (4, 2, 2));
    }

    #[test]
    fn whatever_is_lost_or_doubled_or_changed_is_named() {
        let one = history(Some(1), &[("a", true), ("b", true)]);
        let twice = history(None, &[("a", false)]);
        for (histories, truth, expected) in [
            (vec![one.clone()], log(&[]), "list 1 was acknowledged and is lost"),
            (vec![one.clone()], log(&[(1, &["a"])]), "revision 2, `b`, was acknowledged; there is nothing"),
            (vec![one.clone()], log(&[(1, &["a", "x"])]), "there is x"),
            (vec![one.clone()], log(&[(1, &["a", "b", "b"])]), "its revision `b` was never acknowledged"),
            (vec![one.clone()], log(&[(1, &["a", "b"]), (2, &["a"])]), "list 2, `a`, was never acknowledged"),
            (vec![twice], log(&[(1, &["a"]), (2, &["a"])]), "list 1, `a`, was never acknowledged"),
            (vec![one.clone(), one], log(&[(1, &["a", "b"])]), "given to two creations"),
        ] {
            let found = faults(&histories, &truth);
            assert!(found.len() == 1 && found[0].contains(expected), "{expected}: {found:?}");
        }
    }

    #[test]
    fn an_answer_that_was_lost_is_told_from_a_request_that_was() {
        let mut asked_again = history(Some(1), &[("a", true)]);
        asked_again.told[0].asked_again = Some(DateTime::UNIX_EPOCH + chrono::Duration::seconds(1));
        assert_eq!(compare(&[&asked_again], &log(&[(1, &["a"])]), &BTreeSet::new()).not_doubled, 1);
        asked_again.told[0].asked_again = Some(DateTime::UNIX_EPOCH);
        assert_eq!(compare(&[&asked_again], &log(&[(1, &["a"])]), &BTreeSet::new()).not_doubled, 0);
    }
}
