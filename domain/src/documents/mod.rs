//! Documents that the read side serves and the write side answers with. Each is defined once, here or in `identity`.

mod actor;
mod archetypes;
mod audit;
mod convention;
mod decklist;
mod event_card;
mod judging;
mod listed_event;
mod organized_event;
mod page;
mod player_page;
mod public_event;
mod reference;
mod registration;
mod round_clock;
mod time;
pub mod tournament_audit;
mod vendor;

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

pub use crate::json::{to_json, to_raw_json};
pub use crate::redaction::{ReaderGroup, Redactor, Versions};
pub use actor::{ActorDocument, ActorType};
pub use archetypes::{ArchetypeLine, ArchetypeResults, ArchetypesDocument, Share};
pub use audit::{AUDIT_VERSIONS_PER_PART, About, AuditEntry};
pub use convention::{ConventionDocument, Point};
pub use decklist::DecklistDocument;
pub use event_card::{EventSettings, MagicEventBasic};
pub use judging::{JudgeCallDocument, PenaltyDocument};
pub use listed_event::{EventInShort, ListedEvent, RoundInShort};
pub use organized_event::{EventRules, Fraction, OrganizedEvent};
pub use page::{
    BracketColumn, BracketMatch, BracketSide, EventPageData, Opponent, PageHead, PageMatch, PagePlaces, PageResult,
    PageSeating, PageStandings, RoundLink, RoundName, RoundPageData, SeatingPlace, WhichStandings,
};
pub use player_page::{
    OwnPlayerPageDocument, PlayedEvent, PlayerEvent, PlayerEventExtras, PlayerPageData, PlayerRegistration,
};
pub use public_event::PublicEvent;
pub use reference::Reference;
pub use registration::{EntryFacts, HandedIn, Person, RegistrationDocument};
pub use round_clock::ClockDocument;
pub use time::Time;
pub use vendor::{Method, alias, archetype};

/// Returns the schemas of these documents, by name.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    vec![
        named::<ConventionDocument<'_>>(),
        named::<Point<'_>>(),
        named::<MagicEventBasic<'_>>(),
        named::<EventSettings>(),
        named::<EventInShort<'_>>(),
        named::<RoundInShort>(),
        named::<OrganizedEvent<'_>>(),
        named::<EventRules<'_>>(),
        named::<Fraction>(),
        named::<ClockDocument>(),
        named::<Reference>(),
        named::<RegistrationDocument<'_>>(),
        named::<Person<'_>>(),
        named::<HandedIn<'_>>(),
        named::<PenaltyDocument<'_>>(),
        named::<JudgeCallDocument<'_>>(),
        named::<ActorDocument>(),
        named::<AuditEntry>(),
        named::<About>(),
        named::<OwnPlayerPageDocument<'_>>(),
        named::<ArchetypesDocument<'_>>(),
        named::<ArchetypeLine<'_>>(),
        named::<ArchetypeResults<'_>>(),
        named::<Share>(),
    ]
}

fn named<T: ToSchema + PartialSchema>() -> (String, RefOr<Schema>) {
    (T::name().into_owned(), T::schema())
}
