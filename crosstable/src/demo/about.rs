//! The texts of the demo's stores and events, from a file that a test reads.

use std::sync::LazyLock;

use chrono::Duration;
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::RulesLevel;
use serde::Deserialize;

/// Place in the file of conventions of the archived one, the ongoing one, the next one, and the second organization's first.
pub(super) const ARCHIVED: usize = 0;
pub(super) const ONGOING: usize = 1;
pub(super) const COMING: usize = 2;
pub(super) const SECOND_ORGANIZATION: usize = 3;

/// The rooms of conventions.
const ROOMS: [&str; 3] = ["Main hall", "Gallery", "Dock"];

pub(super) static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| serde_json::from_str(include_str!("texts.json")).unwrap_or_default());

#[derive(Default, Deserialize)]
pub(super) struct Texts {
    /// The organizations.
    pub(super) stores: [Store; 2],
    /// The texts of all events. The first that fits is taken.
    events: Vec<About>,
}

/// An organization: its page, and where its events take place.
#[derive(Default, Deserialize)]
pub(super) struct Store {
    pub(super) name: String,
    pub(super) slug: String,
    pub(super) about: String,
    pub(super) address: String,
    pub(super) website: String,
    pub(super) accent: String,
    time_zone: String,
    venue_name: String,
    venue_address: String,
    contact: String,
}

/// The texts of an event.
#[derive(Deserialize)]
struct About {
    /// The event that has them, or the beginning of the names of a series.
    name: String,
    description: String,
    prizes: String,
    fee: String,
    level: RulesLevel,
}

/// Returns the details with texts and with the time zone of the place: that of the convention, or of the store.
pub(super) fn described(
    convention_zone: Option<&str>,
    details: TournamentDetails,
    is_first_store: bool,
) -> TournamentDetails {
    let store = &TEXTS.stores[usize::from(!is_first_store)];
    // The events of a convention take place where it does, in one of its rooms.
    let (venue_name, venue_address, contact) = match convention_zone {
        Some(_) => (ROOMS[details.name.len() % ROOMS.len()], "", "Side-event desk, next to the entrance"),
        None => (&*store.venue_name, &*store.venue_address, &*store.contact),
    };
    let about = TEXTS.events.iter().find(|about| details.name.starts_with(&about.name));
    let text = |read: fn(&About) -> &String| about.map(read).cloned().unwrap_or_default();
    TournamentDetails {
        description: text(|about| &about.description),
        prizes: text(|about| &about.prizes),
        fee_note: text(|about| &about.fee),
        rules_level: about.map(|about| about.level),
        time_zone: Some(convention_zone.unwrap_or(&store.time_zone).to_owned()),
        venue_name: venue_name.to_owned(),
        venue_address: venue_address.to_owned(),
        contact: contact.to_owned(),
        registration_closes: details.start_datetime.map(|start| start - Duration::minutes(30)),
        best_of: (!details.event_format.is_for_pods()).then_some(3),
        ..details
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_file_of_texts_can_be_read() {
        let texts: super::Texts = serde_json::from_str(include_str!("texts.json")).unwrap();
        assert_eq!(texts.events.last().map(|about| about.name.as_str()), Some(""), "the last one fits every event");
    }
}
