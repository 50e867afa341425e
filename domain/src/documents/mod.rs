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
mod public_convention;
mod registration;
mod store_page;
mod values;

pub use crate::json::{to_json, to_raw_json};
pub use crate::redaction::{ReaderGroup, Redactor, Versions};
pub use crate::tournament::standings::TiebreakerValue;
pub use archetypes::{ArchetypeLine, ArchetypeResults, ArchetypesDocument, ENOUGH_MATCHES, Share};
pub use audit::{AUDIT_VERSIONS_PER_PART, About, ActorDocument, ActorType, AuditEntry, changes};
pub use convention::{ConventionDocument, EventSettings, MagicEventBasic, Point};
pub use decklist::DecklistDocument;
pub use judging::{JudgeCallDocument, PenaltyDocument};
pub use listed_event::{EventInShort, ListedEvent, PublicEvent, RoundInShort};
pub use organized_event::{EventRules, OrganizedEvent};
pub use page::{
    BracketColumn, BracketMatch, BracketSide, EventPageData, Opponent, PageAbout, PageHead, PageMatch, PagePlaces,
    PageQueue, PageResult, PageSeating, PageStandings, PageStructure, PodPlayer, RoundLink, RoundPageData,
    SeatingPlace, WhichStandings,
};
pub use player_page::{
    OwnOutcome, OwnPlayerPageDocument, OwnResult, OwnRound, PlayedEvent, PlayerEvent, PlayerMatch, PlayerPageData,
    PlayerRegistration, PublicRegistration, Reporter,
};
pub use public_convention::{PublicConvention, convention_path};
pub use registration::{EntryFacts, HandedIn, Person, Reference, RegistrationDocument};
pub use store_page::{StorePageDocument, store_path};
pub use values::{ClockDocument, Time, archetype};
