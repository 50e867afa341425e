//! Schemas of the documents for the OpenAPI document, each derived from the serialized type.

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::parts::matches::{MatchSummary, PlayerMatch, RoundSummary};
use super::parts::people::NamedUser;
use super::parts::player_status::PlayerStatus;
use super::round_matches::teams;
use super::{
    convention, decklist, export, export_records, magic_event, overview, own_registrations, registrations,
    round_matches, round_standings,
};

/// Returns every schema of the documents, by name. Enumerations and decklists are in other crates.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    let ours = vec![
        named::<convention::Summary<'_>>(),
        named::<decklist::RevisionDocument<'_>>(),
        named::<magic_event::Event<'_>>(),
        named::<magic_event::Phase<'_>>(),
        named::<RoundSummary<'_>>(),
        named::<MatchSummary<'_>>(),
        named::<PlayerMatch<'_>>(),
        named::<PlayerStatus<'_>>(),
        named::<NamedUser<'_>>(),
        named::<overview::Overview<'_>>(),
        named::<overview::CurrentRound>(),
        named::<overview::OverviewPhase>(),
        named::<overview::OverviewRound>(),
        named::<round_matches::RoundMatches<'_>>(),
        named::<round_matches::DetailedMatch>(),
        named::<round_matches::SeatedPlayer>(),
        named::<teams::TeamMatchDocument<'_>>(),
        named::<teams::TeamDocument<'_>>(),
        named::<teams::TeamPlayer<'_>>(),
        named::<teams::EventStatus<'_>>(),
        named::<teams::FullUser<'_>>(),
        named::<teams::TeamDecklist<'_>>(),
        named::<round_standings::Standings<'_>>(),
        named::<round_standings::Entry<'_>>(),
        named::<registrations::TaggedPlayer<'_>>(),
        named::<own_registrations::OwnRegistration<'_>>(),
        named::<own_registrations::OwnEvent<'_>>(),
        named::<own_registrations::OwnMatch<'_>>(),
        named::<own_registrations::OwnRound>(),
        named::<own_registrations::OwnOpponent<'_>>(),
        named::<own_registrations::OwnResult>(),
        named::<own_registrations::OwnOutcome>(),
        named::<own_registrations::Reporter>(),
        named::<export::Exported<'_>>(),
        named::<export::ExportedStanding<'_>>(),
        named::<export_records::TournamentRecord<'_>>(),
        named::<export_records::StandingRecord<'_>>(),
        named::<export_records::RoundRecord>(),
        named::<export_records::MatchRecord>(),
        named::<export_records::CardRecord<'_>>(),
        named::<export_records::ListRecord<'_>>(),
    ];
    [domain::documents::schemas(), ours].concat()
}

fn named<T: ToSchema + PartialSchema>() -> (String, RefOr<Schema>) {
    (T::name().into_owned(), T::schema())
}
