//! The lists of public events: all of them, those of a store, those of a format, and those of both. An event has a document
//! for each list that it is in, so that every list with every filter is read from the index in order.
//!
//! A sort key begins with the list. Then come the stage, the start and the id of the event. The list of a convention has
//! no stages.

use chrono::{DateTime, Utc};
use proto_events::ids::{ConventionId, OrganizationId, TournamentId};
use proto_events::vocabulary::EventFormat;

use crate::ViewKind;
use crate::sort_keys::{number, start_and_id};
use crate::views::ListRange;

/// The stage of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It is being played.
    Running,
    /// It has not begun, or does not take place.
    Upcoming,
    /// It is over.
    Finished,
}

/// A list of public events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PublicEvents {
    /// Only those of this organization.
    pub organization_id: Option<OrganizationId>,
    /// Only those of this format.
    pub format: Option<EventFormat>,
}

/// The list of the public events of a convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConventionEvents {
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// The convention.
    pub convention_id: ConventionId,
}

/// Maximum number of events in the list of a convention.
const IN_CONVENTION: i64 = 1_000;

/// A place in a list of dated events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventPlace {
    /// The start of the event.
    pub start: DateTime<Utc>,
    /// The event.
    pub id: TournamentId,
}

impl Stage {
    fn letter(self) -> char {
        match self {
            Self::Running => 'r',
            Self::Upcoming => 'u',
            Self::Finished => 'f',
        }
    }
}

impl PublicEvents {
    /// Returns the lists that an event is in.
    pub fn of(organization_id: OrganizationId, format: EventFormat) -> [Self; 4] {
        let (organization_id, format) = (Some(organization_id), Some(format));
        [
            Self::default(),
            Self { organization_id, format: None },
            Self { organization_id: None, format },
            Self { organization_id, format },
        ]
    }

    /// Returns the key of the document of an event in this list. That of the list of all events is the event's id.
    pub fn key(self, event: TournamentId) -> String {
        match (self.organization_id, self.format) {
            (None, None) => event.to_string(),
            (Some(_), None) => format!("{event}/store"),
            (None, Some(_)) => format!("{event}/format"),
            (Some(_), Some(_)) => format!("{event}/both"),
        }
    }

    /// Returns the sort key of an event in this list. Events without a date come last.
    pub fn sort(self, stage: Stage, start: Option<DateTime<Utc>>, id: TournamentId) -> String {
        format!("{}{}", self.prefix(stage), start_and_id(start, id.0))
    }

    /// Returns the range of the events of a stage, of those from a place on and before another place, if these are given.
    pub fn range(self, stage: Stage, from: Option<EventPlace>, before: Option<EventPlace>) -> ListRange {
        let prefix = self.prefix(stage);
        let key = |place: EventPlace| format!("{prefix}{}", place.sort());
        let before = before.map_or_else(|| format!("{prefix}2"), key);
        ListRange::shared(ViewKind::PublicEvent, from.map_or_else(|| prefix.clone(), key), before)
    }

    /// Returns the range of the events of organizations with higher ids, of whatever stage; without an id, of all.
    pub fn of_organizations_after(organization_id: Option<OrganizationId>) -> ListRange {
        let from = organization_id.map_or_else(|| "s".to_owned(), |id| format!("s{}0", number(id.0)));
        ListRange::shared(ViewKind::PublicEvent, from, "t".to_owned()).first(1)
    }

    fn prefix(self, stage: Stage) -> String {
        let list = match (self.organization_id, self.format) {
            (None, None) => "a".to_owned(),
            (Some(store), None) => format!("s{}", number(store.0)),
            (None, Some(format)) => format!("f{}", format.wire_name()),
            (Some(store), Some(format)) => format!("b{}{}", number(store.0), format.wire_name()),
        };
        format!("{list}/{}/", stage.letter())
    }
}

impl ConventionEvents {
    /// Returns the key of the document of an event in such a list.
    pub fn key(event: TournamentId) -> String {
        format!("{event}/convention")
    }

    /// Returns the sort key of an event. Events without a date come last.
    pub fn sort(self, start: Option<DateTime<Utc>>, id: TournamentId) -> String {
        format!("{}{}", self.prefix(), start_and_id(start, id.0))
    }

    /// Returns the range of its events, by start.
    pub fn range(self) -> ListRange {
        ListRange::shared(ViewKind::PublicEvent, self.prefix(), format!("{}2", self.prefix())).first(IN_CONVENTION)
    }

    fn prefix(self) -> String {
        format!("c{}{}/", number(self.organization_id.0), number(self.convention_id.0))
    }
}

impl EventPlace {
    /// Returns the first place at a time.
    pub fn at(start: DateTime<Utc>) -> Self {
        Self { start, id: TournamentId(i64::MIN) }
    }

    /// Returns the place behind this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self { id: TournamentId(self.id.0.saturating_add(1)), ..self }
    }

    fn sort(self) -> String {
        start_and_id(Some(self.start), self.id.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_within_the_ranges_of_its_lists_and_of_no_others() {
        let (store, format, id) = (OrganizationId(3), EventFormat::Legacy, TournamentId(40));
        let start = DateTime::from_timestamp(1_772_877_600, 0);
        for at in [start, None] {
            for list in PublicEvents::of(store, format) {
                let sort = list.sort(Stage::Upcoming, at, id);
                let holds = |range: ListRange| range.from <= sort && sort < range.to;
                assert!(holds(list.range(Stage::Upcoming, None, None)), "{sort}");
                assert!(!holds(list.range(Stage::Finished, None, None)), "{sort}");
                for other in PublicEvents::of(OrganizationId(30), EventFormat::Modern).into_iter().skip(1) {
                    assert!(!holds(other.range(Stage::Upcoming, None, None)), "{sort}");
                }
                assert_eq!(holds(PublicEvents::of_organizations_after(None)), sort.starts_with('s'));
                assert!(!holds(PublicEvents::of_organizations_after(Some(store))));
            }
        }
        assert_ne!(PublicEvents::of(store, format).map(|list| list.key(id))[0], "40/store");
    }

    #[test]
    fn the_list_of_a_convention_has_its_events_and_no_others() {
        let list = |organization: i64, convention: i64| ConventionEvents {
            organization_id: OrganizationId(organization),
            convention_id: ConventionId(convention),
        };
        let (here, id) = (list(3, 9), TournamentId(40));
        let at = |seconds| here.sort(DateTime::from_timestamp(seconds, 0), id);
        let sorts = [at(-5), at(1_772_877_600), here.sort(None, TournamentId(1))];
        assert!(sorts.is_sorted(), "{sorts:?}");
        for other in [list(3, 8), list(3, 10), list(2, 9), list(4, 9)] {
            for sort in &sorts {
                assert!(here.range().from <= *sort && *sort < here.range().to, "{sort}");
                assert!(!(other.range().from <= *sort && *sort < other.range().to), "{sort}");
            }
        }
        for list in PublicEvents::of(OrganizationId(3), EventFormat::Legacy) {
            assert_ne!(list.key(id), ConventionEvents::key(id));
            assert!(
                !(list.range(Stage::Upcoming, None, None).from..list.range(Stage::Upcoming, None, None).to)
                    .contains(&sorts[1])
            );
        }
    }

    #[test]
    fn places_divide_a_list() {
        let start = DateTime::from_timestamp(1_772_877_600, 0).unwrap();
        let (list, here) = (PublicEvents::default(), EventPlace { start, id: TournamentId(40) });
        let sort = list.sort(Stage::Running, Some(start), here.id);
        let range = |from, before| list.range(Stage::Running, from, before);
        assert!(range(Some(here), None).from <= sort && range(Some(here.next()), None).from > sort);
        assert!(range(None, Some(here)).to <= sort && range(None, Some(here.next())).to > sort);
        assert!(range(Some(EventPlace::at(start)), None).from < sort);
    }
}
