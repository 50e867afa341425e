//! Documents that the read side serves and the write side answers with. Each is defined once, here or in `identity`.

mod archetypes;
mod audit;
mod convention;
mod decklist;
mod judging;
mod listed_event;
mod organized_event;
mod page;
mod player_page;
mod registration;
mod time;
pub mod tournament_audit;
mod vendor;

pub use crate::json::{to_json, to_raw_json};
pub use crate::redaction::{ReaderGroup, Redactor, Versions};
pub use archetypes::{ArchetypeLine, ArchetypeResults, ArchetypesDocument, Share};
pub use audit::{AUDIT_VERSIONS_PER_PART, About, ActorDocument, ActorType, AuditEntry};
pub use convention::{ConventionDocument, EventSettings, MagicEventBasic, Point};
pub use decklist::DecklistDocument;
pub use judging::{JudgeCallDocument, PenaltyDocument};
pub use listed_event::{EventInShort, ListedEvent, PublicEvent, RoundInShort};
pub use organized_event::{EventRules, Fraction, OrganizedEvent};
pub use page::{
    BracketColumn, BracketMatch, BracketSide, EventPageData, Opponent, PageHead, PageMatch, PagePlaces, PageResult,
    PageSeating, PageStandings, RoundLink, RoundName, RoundPageData, SeatingPlace, WhichStandings,
};
pub use player_page::{
    OwnPlayerPageDocument, PlayedEvent, PlayerEvent, PlayerEventExtras, PlayerPageData, PlayerRegistration,
};
pub use registration::{EntryFacts, HandedIn, Person, Reference, RegistrationDocument};
pub use time::{ClockDocument, Time};
pub use vendor::{Method, alias, archetype};
