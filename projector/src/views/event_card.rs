//! What a convention says of an event. The projector splices these into the convention's document.

use proto_events::vocabulary::{EventFormat, LifecycleStatus};
use serde::Serialize;
use storage::ViewKind;
use utoipa::ToSchema;

use super::parts::times::Time;
use super::parts::{json, sort};
use super::{Output, Scope, TournamentContext};

/// An event, as its convention shows it.
#[derive(Serialize, ToSchema)]
pub(super) struct MagicEventBasic<'a> {
    /// Id of the event.
    id: i64,
    /// Its name.
    name: &'a str,
    /// What is played.
    event_format: EventFormat,
    /// Its settings.
    settings: Settings,
    /// When it begins; null if undated.
    #[schema(value_type = Option<DateTime<Utc>>)]
    start_datetime: Option<Time>,
}

/// Settings of an event.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EventSettings)]
pub(super) struct Settings {
    /// Id of the event: it has one settings object.
    id: i64,
    /// Where the event stands.
    event_lifecycle_status: LifecycleStatus,
}

impl Settings {
    /// The settings of an event; an event has one settings object, under its own id.
    pub(super) fn of(context: &TournamentContext<'_>) -> Self {
        Self { id: context.tournament.id.0, event_lifecycle_status: context.tournament.lifecycle }
    }
}

/// Renders the card.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let (id, details) = (context.tournament.id, &context.tournament.details);
    let card = MagicEventBasic {
        id: id.0,
        name: &details.name,
        event_format: details.event_format,
        settings: Settings::of(context),
        start_datetime: details.start_datetime.map(Time),
    };
    let key = sort::start_and_id(details.start_datetime, id.0);
    out.put(ViewKind::EventCard, id, key, json::to_bytes(&card));
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVENT, announced, swiss};
    use super::*;

    #[test]
    fn a_card_names_the_event() {
        insta::assert_snapshot!(swiss().body(render, ViewKind::EventCard, EVENT));
    }

    #[test]
    fn a_card_without_a_date_comes_last() {
        let key =
            |scene: super::super::testing::Scene| scene.render(render, &Scope::Everything).documents[0].sort.clone();
        assert!(key(swiss()) < key(announced()));
    }
}
