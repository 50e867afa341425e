//! What a convention says of an event. The projector splices these into the convention's document.

use proto_events::vocabulary::{EventFormat, LifecycleStatus};
use serde::Serialize;
use storage::ViewKind;

use super::parts::times::Time;
use super::parts::{json, sort};
use super::{Output, Scope, TournamentContext};

#[derive(Serialize)]
struct MagicEventBasic<'a> {
    id: i64,
    name: &'a str,
    event_format: EventFormat,
    settings: Settings,
    start_datetime: Option<Time>,
}

/// An event's settings: what of them the interface shows.
#[derive(Debug, Serialize)]
pub(super) struct Settings {
    id: i64,
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
