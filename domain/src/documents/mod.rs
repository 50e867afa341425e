//! Documents of the interface that both sides make: those who read hand them out, those who write answer with them. Each is
//! defined once, here or beside its state (`decklist`, `identity`).

mod actor;
mod audit;
mod convention;
mod event_card;
mod organized_event;
mod reference;
mod registration;
mod time;
mod vendor;

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

pub use actor::{ActorDocument, ActorType};
pub use audit::{AUDIT_VERSIONS_PER_PART, About, AuditEntry};
pub use convention::{ConventionDocument, Point};
pub use event_card::{EventSettings, MagicEventBasic};
pub use organized_event::{EventRules, Fraction, OrganizedEvent};
pub use reference::Reference;
pub use registration::{EntryFacts, HandedIn, Person, RegistrationDocument};
pub use time::Time;
pub use vendor::{Method, alias};

/// The schemas of these documents, by name.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    vec![
        named::<ConventionDocument<'_>>(),
        named::<Point<'_>>(),
        named::<MagicEventBasic<'_>>(),
        named::<EventSettings>(),
        named::<OrganizedEvent<'_>>(),
        named::<EventRules<'_>>(),
        named::<Fraction>(),
        named::<Reference>(),
        named::<RegistrationDocument<'_>>(),
        named::<Person<'_>>(),
        named::<HandedIn<'_>>(),
        named::<ActorDocument>(),
        named::<AuditEntry>(),
        named::<About>(),
    ]
}

fn named<T: ToSchema + PartialSchema>() -> (String, RefOr<Schema>) {
    (T::name().into_owned(), T::schema())
}
