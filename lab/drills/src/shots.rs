//! Clients that send each request once and rely on the answer: that it was stored, that it was not, or that this is not
//! known. The answers are compared with the log at the end.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use e2e::client::{Answer, Client, Request};
use tokio::task::JoinSet;

use crate::body::creation;
use crate::compare::Truth;
use crate::place::Door;
use crate::run::Faults;

const PREFIX: &str = "shot-";
/// The text in an answer if nothing of the request was stored.
pub(crate) const NOTHING: &str = "Nothing was saved.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    Stored,
    /// Nothing of it was stored, because there is no space.
    NoRoom,
    /// Nothing of it was stored.
    Refused,
    Uncertain,
}

#[derive(Debug, Default)]
pub(crate) struct Shots {
    told: Mutex<HashMap<String, Told>>,
    /// Reads with the token of a write that were answered 503.
    pub(crate) unread: AtomicUsize,
    stop: AtomicBool,
    /// Whether a process may be frozen, for which the gateway answers 504.
    may_freeze: bool,
    faults: Faults,
}

impl Shots {
    /// No requests yet. Faults are noted in `faults`. The gateway may give up on a frozen process.
    pub(crate) fn noting(faults: &Faults, may_freeze: bool) -> Arc<Self> {
        Arc::new(Self { faults: faults.clone(), may_freeze, ..Self::default() })
    }

    pub(crate) fn count(&self, told: Told) -> usize {
        self.told.lock().unwrap().values().filter(|it| **it == told).count()
    }

    /// Returns how many requests were answered that they were not, or may not be, stored.
    pub(crate) fn not_stored(&self) -> usize {
        [Told::NoRoom, Told::Refused, Told::Uncertain].into_iter().map(|told| self.count(told)).sum()
    }

    /// A line of the report: how many requests got each kind of answer, and the results of [`Self::compare`] for
    /// uncertain ones.
    pub(crate) fn summary(&self, (there, not_there): (usize, usize)) -> String {
        let [stored, no_room, refused, uncertain] =
            [Told::Stored, Told::NoRoom, Told::Refused, Told::Uncertain].map(|told| self.count(told));
        format!(
            "Each request once: {stored} stored, {no_room} refused with 507, {refused} refused with 503, {uncertain} uncertain ({there} of them stored, {not_there} not)."
        )
    }

    pub(crate) fn start(self: &Arc<Self>, door: &Door, clients: usize) -> anyhow::Result<JoinSet<()>> {
        let mut firing = JoinSet::new();
        for number in 0..clients {
            firing.spawn(Arc::clone(self).fire(door.client()?, number));
        }
        Ok(firing)
    }

    pub(crate) async fn stop(&self, firing: JoinSet<()>) {
        self.stop.store(true, Ordering::Relaxed);
        firing.join_all().await;
    }

    /// Sends requests until it is stopped. A stored list is read back with its token.
    async fn fire(self: Arc<Self>, client: Client, number: usize) {
        for step in 0_u64.. {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let name = format!("{PREFIX}{number}-{step}");
            let answer = client.send(&creation(&name), 0).await;
            let told = answer.as_ref().map_or(Told::Uncertain, |answer| self.judge(&name, answer));
            self.told.lock().unwrap().insert(name.clone(), told);
            if let (Told::Stored, Ok(written)) = (told, &answer) {
                self.read_back(&client, &name, written).await;
            }
            // Refusals must not use up the processor.
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
    }

    fn judge(&self, name: &str, answer: &Answer) -> Told {
        let says_nothing = answer.json()["detail"].as_str().is_some_and(|detail| detail.contains(NOTHING));
        match answer.status {
            201 => Told::Stored,
            507 if says_nothing => Told::NoRoom,
            503 if says_nothing => Told::Refused,
            503 => Told::Uncertain,
            504 if self.may_freeze => Told::Uncertain,
            _ => {
                self.faults.note(format!("{name} is answered {}", answer.short()));
                Told::Uncertain
            }
        }
    }

    /// Reads a list back with the token of its write. The read must show it, or be answered 503.
    async fn read_back(&self, client: &Client, name: &str, written: &Answer) {
        let token = written.header("consistency-token");
        let request = Request::get(written.header("location")).with("consistency-token", token);
        match client.send(&request.with("prefer", "wait=1"), 0).await {
            Ok(read) if read.status == 200 && read.json()["name"] == name => {}
            Ok(read) if read.status == 503 => drop(self.unread.fetch_add(1, Ordering::Relaxed)),
            Ok(read) => self.faults.note(format!("{name}, read with its token, is answered {}", read.short())),
            // The server was killed.
            Err(_) => {}
        }
    }

    pub(crate) fn lists(truth: &Truth) -> BTreeSet<i64> {
        let of_shots = truth.iter().filter(|(_, stored)| stored[0].body.name.starts_with(PREFIX));
        of_shots.map(|(id, _)| *id).collect()
    }

    /// Compares the answers with the log. Returns how many uncertain requests were stored, and how many were not.
    pub(crate) fn compare(&self, truth: &Truth) -> (usize, usize) {
        let mut stored = HashMap::<&str, usize>::new();
        for list in truth.values() {
            *stored.entry(&list[0].body.name).or_default() += 1;
        }
        let (mut there, mut not_there) = (0, 0);
        for (name, told) in self.told.lock().unwrap().iter() {
            match (told, stored.get(name.as_str()).copied().unwrap_or(0)) {
                (Told::Stored, 1) | (Told::NoRoom | Told::Refused, 0) => {}
                (Told::Uncertain, 0) => not_there += 1,
                (Told::Uncertain, 1) => there += 1,
                (told, count) => self.faults.note(format!("{name} was answered {told:?}, but is stored {count} times")),
            }
        }
        (there, not_there)
    }
}

#[cfg(test)]
mod tests {
    use proto_events::decklist::DecklistBody;

    use super::*;
    use crate::compare::Stored;

    #[test]
    fn what_was_told_and_is_not_so_is_found() {
        let faults = Faults::default();
        let shots = Shots::noting(&faults, false);
        let list = |name: &str| {
            let body = DecklistBody { name: name.into(), ..DecklistBody::default() };
            vec![Stored { body, recorded_at: chrono::DateTime::UNIX_EPOCH }]
        };
        let truth = Truth::from([(1, list("shot-a")), (2, list("shot-b")), (3, list("shot-b")), (4, list("other"))]);
        let tell = |name: &str, told| shots.told.lock().unwrap().insert(name.to_owned(), told);
        tell("shot-a", Told::Uncertain);
        tell("shot-x", Told::Uncertain);
        tell("shot-y", Told::NoRoom);
        assert_eq!((shots.compare(&truth), faults.count()), ((1, 1), 0));
        for (name, told) in
            [("shot-lost", Told::Stored), ("shot-a", Told::Refused), ("shot-b", Told::Stored), ("other", Told::NoRoom)]
        {
            tell(name, told);
        }
        shots.compare(&truth);
        assert_eq!(faults.count(), 4);
        assert_eq!(Shots::lists(&truth), BTreeSet::from([1, 2, 3]));
    }
}
