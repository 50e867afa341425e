//! The facts about an event at one moment, as some readers see them, and the streamed events that lead there.

use serde::Serialize;

use super::known::{About, FactDigest, Known, NOTHING, Subject};

/// A fact about an event: its digest, and the data of the streamed event when it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) about: About,
    pub(super) digest: FactDigest,
    pub(super) change: Change,
}

/// The data of a streamed event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Change {
    /// The round; left out for a change of the event itself, and on public pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) round_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) round_number: Option<i64>,
    /// The path of the document that changed.
    pub(super) address: String,
    /// The tag of the document; left out for pages, and if the document is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) etag: Option<String>,
}

/// The facts at one moment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FactsSnapshot {
    /// In the order of their events.
    facts: Vec<Fact>,
    known: Known,
    /// The id of these facts.
    id: String,
    /// The path of a round that is gone, up to its id or number.
    rounds: String,
}

impl FactsSnapshot {
    /// Creates the snapshot of a topic.
    pub(super) fn new(topic: u32, rounds: String, mut facts: Vec<Fact>) -> Self {
        facts.sort_by_key(|fact| (fact.about.subject, fact.about.round));
        let known = facts.iter().map(|fact| (fact.about, fact.digest)).collect();
        let known = Known { is_partial: false, facts: known };
        Self { id: known.id(topic), facts, known, rounds }
    }

    /// Returns the events for a client that has got everything up to `last`.
    pub(super) fn events_since(&self, last: &Self) -> String {
        self.text_for(&last.known)
    }

    /// Returns the events for a client that knows these facts: one for each change. The last one has the id, so that a
    /// client that loses its connection between two of them gets all of them again.
    fn text_for(&self, known: &Known) -> String {
        let is_paired_anew = |fact: &Fact| {
            let pairings = About { subject: Subject::Pairings, ..fact.about };
            let now = self.known.facts.get(&pairings).copied().unwrap_or(NOTHING);
            fact.about.subject == Subject::Result && known.is_news(pairings, now)
        };
        let news = self.facts.iter().filter(|fact| known.is_news(fact.about, fact.digest) && !is_paired_anew(fact));
        let news = news.map(|fact| (fact.about.subject, fact.change.clone()));
        let gone = known.facts.iter().filter(|(about, digest)| about.subject == Subject::Round && **digest != NOTHING);
        let gone = gone.filter(|(about, _)| !self.known.facts.contains_key(about)).filter_map(|(about, _)| about.round);
        let events: Vec<_> = news.chain(gone.map(|round| (Subject::Round, self.removed(round)))).collect();
        let mut text = String::new();
        for (place, (subject, change)) in events.iter().enumerate() {
            let id = (place + 1 == events.len()).then_some(self.id.as_str());
            write_event(&mut text, subject.name(), id, &serde_json::to_string(change).unwrap_or_default());
        }
        text
    }

    /// Returns the text with which a stream begins for a client that sends this id: what it missed, or without an id nothing.
    /// A client whose knowledge cannot be compared gets `reset`. One that has missed nothing gets the id alone.
    pub(super) fn first_text(&self, topic: u32, id: Option<&str>) -> String {
        let mut text = String::new();
        match id.map(|id| Known::read(id, topic)) {
            None => {}
            Some(None) => write_event(&mut text, "reset", Some(&self.id), "{}"),
            Some(Some(known)) => text = self.text_for(&known),
        }
        if text.is_empty() { format!("id: {}\n\n", self.id) } else { text }
    }

    fn removed(&self, round: i64) -> Change {
        Change { round_id: None, round_number: None, address: format!("{}{round}/", self.rounds), etag: None }
    }
}

fn write_event(text: &mut String, name: &str, id: Option<&str>, data: &str) {
    text.extend(["event: ", name, "\n"]);
    if let Some(id) = id {
        text.extend(["id: ", id, "\n"]);
    }
    text.extend(["data: ", data, "\n\n"]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(about: About, digest: FactDigest) -> Fact {
        let address = format!("/{}/", about.subject.name());
        Fact { about, digest, change: Change { round_id: about.round, round_number: None, address, etag: None } }
    }

    fn snapshot(facts: &[(About, FactDigest)]) -> FactsSnapshot {
        let facts = facts.iter().map(|(about, digest)| fact(*about, *digest)).collect();
        FactsSnapshot::new(1, "/r/".into(), facts)
    }

    fn names(events: &str) -> Vec<String> {
        events.lines().filter_map(|line| line.strip_prefix("event: ").map(str::to_owned)).collect()
    }

    #[test]
    fn a_slow_reader_gets_the_newest_change_of_each_document_once() {
        let result = About::round(5, Subject::Result);
        let standings = About::round(5, Subject::Standings);
        let first = snapshot(&[(result, 1), (standings, 1)]);
        let second = snapshot(&[(result, 2), (standings, 1)]);
        let third = snapshot(&[(result, 3), (standings, 3)]);
        assert!(second != first && third != second);
        assert_eq!(names(&second.events_since(&first)), ["result"]);
        assert_eq!(names(&third.events_since(&second)), ["result", "standings"]);
        assert_eq!(names(&third.events_since(&first)), ["result", "standings"]);
        let text = third.events_since(&first);
        assert_eq!(text.matches("\nid: ").count(), 1, "with the last event");
        assert_eq!(third, snapshot(&[(result, 3), (standings, 3)]));
    }

    #[test]
    fn new_pairings_replace_results_of_the_same_round_alone() {
        let of_round = |round, digests: [FactDigest; 2]| {
            [(About::round(round, Subject::Pairings), digests[0]), (About::round(round, Subject::Result), digests[1])]
        };
        let first = snapshot(&[of_round(5, [1, 1]), of_round(6, [1, 1])].concat());
        let second = snapshot(&[of_round(5, [2, 2]), of_round(6, [1, 2])].concat());
        let text = second.events_since(&first);
        assert_eq!(names(&text), ["pairings", "result"]);
        assert!(text.contains("event: result\nid: "), "of the other round");
    }

    #[test]
    fn a_round_that_is_removed_is_an_event_and_what_is_hidden_is_none() {
        let (round, hidden) = (About::round(5, Subject::Round), About::round(6, Subject::Pairings));
        let first = snapshot(&[(round, 1)]);
        let second = snapshot(&[(hidden, NOTHING)]);
        let text = second.events_since(&first);
        let expected = format!("event: round\nid: {}\ndata: {{\"address\":\"/r/5/\"}}\n\n", second.id);
        assert_eq!(text, expected);
        let page = Known { is_partial: true, facts: [(round, NOTHING)].into_iter().collect() };
        assert!(second.text_for(&page).is_empty(), "the page knows of no such round");
        assert_eq!(names(&first.text_for(&page)), ["round"], "the round was added");
    }
}
