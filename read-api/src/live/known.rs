//! What a client of a stream knows: a short digest of each fact about an event, as the client sees it.
//!
//! The id of a streamed event contains exactly this, so that a stream can be resumed in any process and after any
//! restart, and a rebuild of the views changes nothing. It contains no position of the log, which would show how much
//! other organizations write. It needs no signature: a made-up id only changes which events its own sender gets again.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The version of the format. A client with an id of another version gets `reset`.
const VERSION: u8 = 2;
/// Stands for the event itself in an id: no round has this number.
const NO_ROUND: i64 = i64::MIN;
/// Set in the id of a page, which names only the facts that the page shows.
const PARTIAL: u8 = 1;

/// The subject of a fact, and the name of its streamed event. Events of one moment are sent in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Subject {
    Lifecycle,
    Registration,
    Round,
    Pairings,
    Result,
    Clock,
    Standings,
}

impl Subject {
    const ALL: [Self; 7] =
        [Self::Lifecycle, Self::Registration, Self::Round, Self::Pairings, Self::Result, Self::Clock, Self::Standings];

    /// Returns the name of the streamed event.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Lifecycle => "lifecycle",
            Self::Registration => "registration",
            Self::Round => "round",
            Self::Pairings => "pairings",
            Self::Result => "result",
            Self::Clock => "clock",
            Self::Standings => "standings",
        }
    }
}

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct About {
    /// The round: its id, or on public pages its number. `None` for the event itself.
    pub(crate) round: Option<i64>,
    pub(crate) subject: Subject,
}

impl About {
    /// A fact about the event.
    pub(crate) fn event(subject: Subject) -> Self {
        Self { round: None, subject }
    }

    /// A fact about a round.
    pub(crate) fn round(round: i64, subject: Subject) -> Self {
        Self { round: Some(round), subject }
    }
}

/// The digest of a fact; [`NOTHING`] if there is nothing to see.
pub(crate) type FactDigest = u32;

/// The digest of something that the client does not see, or that does not exist.
pub(crate) const NOTHING: FactDigest = 0;

pub(crate) fn digest_of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> FactDigest {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_be_bytes());
        hash.update(part);
    }
    let digest = hash.finalize();
    digest.first_chunk().map_or(NOTHING, |first| u32::from_be_bytes(*first)).max(1)
}

/// The facts that a client knows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// Whether other facts do not matter to the client: it has a page that does not show them.
    pub(crate) is_partial: bool,
    pub(crate) facts: BTreeMap<About, FactDigest>,
}

impl Known {
    /// Returns whether a fact is news for the client. The page of an event shows each round that is added, and only it
    /// shows the registrations.
    pub(super) fn is_news(&self, about: About, digest: FactDigest) -> bool {
        let lists_rounds = || self.facts.contains_key(&About::event(Subject::Registration));
        match self.facts.get(&about) {
            Some(known) => *known != digest,
            None => digest != NOTHING && (!self.is_partial || lists_rounds() && about.subject == Subject::Round),
        }
    }

    /// Returns the id for a stream about this topic.
    pub(crate) fn id(&self, topic: u32) -> String {
        let mut bytes = vec![VERSION, u8::from(self.is_partial) * PARTIAL];
        bytes.extend(topic.to_be_bytes());
        let mut facts = self.facts.iter().peekable();
        while let Some((About { round, .. }, _)) = facts.peek().copied() {
            let group: Vec<_> = std::iter::from_fn(|| facts.next_if(|(about, _)| about.round == *round)).collect();
            bytes.extend(round.unwrap_or(NO_ROUND).to_be_bytes());
            bytes.push(group.iter().fold(0, |mask, (about, _)| mask | 1 << about.subject as u8));
            group.iter().for_each(|(_, digest)| bytes.extend(digest.to_be_bytes()));
        }
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads an id; `None` if it is of another topic or version, or is damaged.
    pub(crate) fn read(id: &str, topic: u32) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(id).ok()?;
        let (head, mut rest) = bytes.split_first_chunk::<6>()?;
        let [version, flags, of_topic @ ..] = head;
        if *version != VERSION || *flags > PARTIAL || u32::from_be_bytes(*of_topic) != topic {
            return None;
        }
        let mut facts = BTreeMap::new();
        while !rest.is_empty() {
            let (round, after) = rest.split_first_chunk()?;
            let round = Some(i64::from_be_bytes(*round)).filter(|round| *round != NO_ROUND);
            let (mask, after) = after.split_first()?;
            rest = after;
            for subject in Subject::ALL.into_iter().filter(|subject| mask & 1 << *subject as u8 != 0) {
                let (digest, after) = rest.split_first_chunk()?;
                rest = after;
                facts.insert(About { round, subject }, u32::from_be_bytes(*digest));
            }
        }
        Some(Self { is_partial: *flags == PARTIAL, facts })
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::btree_map;
    use proptest::prelude::*;

    use super::*;

    fn about() -> impl Strategy<Value = About> {
        let round = proptest::option::of(prop_oneof![-3_i64..100, (i64::MIN / 4)..(i64::MAX / 4)]);
        (round, 0..Subject::ALL.len()).prop_map(|(round, which)| About { round, subject: Subject::ALL[which] })
    }

    proptest! {
        #[test]
        fn an_id_says_what_the_client_knows(facts in btree_map(about(), any::<u32>(), 0..40), is_partial: bool) {
            let known = Known { is_partial, facts };
            let id = known.id(7);
            prop_assert_eq!(Known::read(&id, 7), Some(known));
            prop_assert_eq!(Known::read(&id, 8), None, "an id of another event");
        }

        #[test]
        fn anything_else_is_no_id(text in ".{0,60}", bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            // Whatever comes out, nothing panics.
            let _ = Known::read(&text, 7);
            let _ = Known::read(&URL_SAFE_NO_PAD.encode([&[VERSION, 0, 0, 0, 0, 7], &bytes[..]].concat()), 7);
        }
    }

    #[test]
    fn an_id_of_an_event_with_fifteen_rounds_is_short() {
        let subjects = [Subject::Round, Subject::Pairings, Subject::Result, Subject::Standings];
        let rounds = (0..15).flat_map(|round| subjects.map(|subject| About::round(40_000 + round, subject)));
        let event = [Subject::Lifecycle, Subject::Registration, Subject::Clock].map(About::event);
        let facts = event.into_iter().chain(rounds).map(|about| (about, 1)).collect();
        let length = Known { is_partial: false, facts }.id(7).len();
        assert!(length < 550, "{length}");
    }

    #[test]
    fn a_page_is_told_only_of_what_it_shows() {
        let (seen, unseen) = (About::event(Subject::Lifecycle), About::round(3, Subject::Result));
        let page = Known { is_partial: true, facts: BTreeMap::from([(seen, 5)]) };
        assert!(page.is_news(seen, 6) && !page.is_news(seen, 5) && !page.is_news(unseen, 9));
        let added = About::round(4, Subject::Round);
        assert!(!page.is_news(added, 9), "the page of a round does not list the others");
        let of_event = Known { facts: BTreeMap::from([(About::event(Subject::Registration), 1)]), ..page.clone() };
        assert!(of_event.is_news(added, 9) && !of_event.is_news(unseen, 9));
        let client = Known { is_partial: false, ..page };
        assert!(client.is_news(unseen, 9) && !client.is_news(unseen, NOTHING));
    }
}
