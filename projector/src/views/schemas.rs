//! The schemas of the documents, for the OpenAPI document: each derived from the type that is written.

use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use super::parts::{matches, people, player_status};
use super::round_matches::teams;
use super::{
    convention, event_card, export, magic_event, overview, registrations, round_matches, round_standings,
    tagged_players,
};

/// The schemas of these types by name.
macro_rules! schemas {
    ($($document:ty),+ $(,)?) => {
        vec![$((<$document as ToSchema>::name().into_owned(), <$document as utoipa::PartialSchema>::schema())),+]
    };
}

/// Every schema of the documents, by name. Enumerations and decklists are not among them: they have crates of their own.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    schemas![
        convention::FullConvention<'_>,
        convention::Point<'_>,
        convention::Summary<'_>,
        event_card::MagicEventBasic<'_>,
        event_card::Settings,
        magic_event::Event<'_>,
        magic_event::Phase<'_>,
        matches::RoundSummary<'_>,
        matches::MatchSummary<'_>,
        matches::PlayerMatch<'_>,
        player_status::PlayerStatus<'_>,
        people::NamedUser<'_>,
        people::Reference,
        overview::Overview<'_>,
        overview::CurrentRound,
        overview::OverviewPhase,
        overview::OverviewRound,
        round_matches::RoundMatches<'_>,
        round_matches::DetailedMatch,
        round_matches::SeatedPlayer,
        teams::TeamMatchDocument<'_>,
        teams::TeamDocument<'_>,
        teams::TeamPlayer<'_>,
        teams::EventStatus<'_>,
        teams::FullUser<'_>,
        teams::TeamDecklist<'_>,
        registrations::RegistrationDocument<'_>,
        registrations::Person<'_>,
        registrations::HandedIn<'_>,
        round_standings::Standings<'_>,
        round_standings::Entry<'_>,
        tagged_players::TaggedPlayer<'_>,
        export::Exported<'_>,
        export::ExportedStanding<'_>,
    ]
}
