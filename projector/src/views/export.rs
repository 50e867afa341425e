//! Renders a finished tournament for the public export (22).

use std::borrow::Cow;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::decklist::Decklist;
use domain::tournament::Tournament;
use domain::tournament::standings::Standing;
use serde::Serialize;
use storage::{ADDRESS_MARK, ExportDocument, ViewKind};
use utoipa::ToSchema;

use super::output::Output;
use super::parts::rounds::swiss_rounds;
use super::parts::standing_lines::{Party, final_lines};
use super::parts::{json, public};
use super::view::{Scope, TournamentContext};

/// A finished tournament in the public export. No field is null.
#[derive(Serialize, ToSchema)]
#[schema(as = ExportedTournament)]
#[serde(rename_all = "camelCase")]
pub(super) struct Exported<'a> {
    /// Id of the event, as text.
    #[serde(rename = "TID")]
    tid: String,
    /// Name of the event, a dash, name of the store.
    tournament_name: String,
    /// Name of the format for people: `Legacy`, `Commander`.
    format: &'static str,
    /// The event's public page; empty for an unlisted event.
    bracket_url: String,
    /// Number of players.
    #[schema(value_type = i32)]
    players: usize,
    /// Its start in seconds since 1970-01-01 00:00 UTC.
    start_date: i32,
    /// Number of Swiss rounds planned, or else played.
    swiss_rounds: i32,
    /// Number of players in the playoff; 0 without one.
    top_cut: i32,
    /// One line for each player, or for each team of a team event; the winner first.
    standings: Vec<ExportedStanding<'a>>,
}

/// A line of an exported tournament's final standings.
#[derive(Serialize, ToSchema)]
pub(super) struct ExportedStanding<'a> {
    /// Name of the player, or of the team.
    name: Cow<'a, str>,
    /// The list's page on its deck host, else its page here; empty if there is none, or the event has not published its
    /// lists.
    decklist: Cow<'a, str>,
    /// Swiss matches won, including byes.
    #[serde(rename = "winsSwiss")]
    wins_swiss: i32,
    /// Swiss matches lost.
    #[serde(rename = "lossesSwiss")]
    losses_swiss: i32,
    /// Swiss matches drawn.
    draws: i32,
    /// Playoff matches won.
    #[serde(rename = "winsBracket")]
    wins_bracket: i32,
    /// Playoff matches lost.
    #[serde(rename = "lossesBracket")]
    losses_bracket: i32,
    /// The list as text; only with `decklist_as_text=true`, and empty if there is none to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    decklist_text: Option<Cow<'a, str>>,
}

/// Renders the export of a finished tournament; marks every other tournament as not exported.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    if tournament.details.is_test || !tournament.lifecycle.is_finished() {
        out.remove(tournament.organization_id, ViewKind::Export, tournament.id);
        return;
    }
    let start = start(tournament);
    let lines = final_lines(context);
    out.exports.push(ExportDocument {
        organization_id: tournament.organization_id,
        tournament_id: tournament.id,
        start,
        event_format: tournament.details.event_format,
        position: out.position,
        body: body(context, start, &lines, false),
        body_with_text: body(context, start, &lines, true),
    });
}

/// Returns the planned start, or else the first completed registration, which is the earliest sign of the event.
fn start(tournament: &Tournament) -> DateTime<Utc> {
    let first_entry = || tournament.registrations.iter().filter_map(|entry| entry.completed_at).min();
    tournament.details.start_datetime.or_else(first_entry).unwrap_or(DateTime::UNIX_EPOCH)
}

fn body(
    context: &TournamentContext<'_>,
    start: DateTime<Utc>,
    lines: &[(&Standing, Party<'_>)],
    with_text: bool,
) -> Bytes {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    json::to_bytes(&Exported {
        tid: tournament.id.to_string(),
        tournament_name: format!("{} - {}", details.name, context.organization.name),
        // Recorded exports have vendors' names of formats.
        format: match context.settings.vendor_field_names {
            true => details.event_format.recorded_name(),
            false => details.event_format.display_name(),
        },
        bracket_url: public::page_url(context),
        players: lines.iter().map(|(_, party)| party.entry_ids().len()).sum(),
        start_date: seconds(start),
        swiss_rounds: swiss_rounds(tournament),
        top_cut: details.top_cut,
        standings: lines.iter().map(|(line, party)| standing(context, line, *party, with_text)).collect(),
    })
}

/// Returns the Unix time, limited to the 32 bits that clients read.
fn seconds(start: DateTime<Utc>) -> i32 {
    let seconds = start.timestamp();
    i32::try_from(seconds).unwrap_or(if seconds < 0 { i32::MIN } else { i32::MAX })
}

fn standing<'a>(
    context: &TournamentContext<'a>,
    line: &Standing,
    party: Party<'a>,
    with_text: bool,
) -> ExportedStanding<'a> {
    let list = party.decklist(context).filter(|_| public::shows_decklists(context));
    ExportedStanding {
        name: party.name(context),
        decklist: list.and_then(|list| public::list_page(context, list, ADDRESS_MARK)).unwrap_or_default(),
        wins_swiss: line.score.wins,
        losses_swiss: line.score.losses,
        draws: line.score.draws,
        wins_bracket: line.playoff_wins,
        losses_bracket: line.playoff_losses,
        decklist_text: with_text.then(|| list.map(Decklist::plaintext).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use proto_events::TournamentEvent;
    use proto_events::ids::RegistrationId;
    use proto_events::vocabulary::{EventFormat, LifecycleStatus};
    use storage::DocumentKey;

    use super::super::testing::{EVENT, STORE, Scene, finished, pretty, start, swiss, teams};
    use super::*;

    fn exported(scene: &Scene) -> (String, String) {
        let out = scene.render(render, &Scope::Everything);
        assert!(out.removed.is_empty());
        let [export] = &out.exports[..] else { panic!("one export expected") };
        assert_eq!((export.tournament_id, export.start), (EVENT, start()));
        (pretty(&export.body), pretty(&export.body_with_text))
    }

    #[test]
    fn a_finished_tournament_is_exported_winner_first() {
        let (plain, with_text) = exported(&finished());
        insta::assert_snapshot!(plain);
        insta::assert_snapshot!(with_text);
    }

    #[test]
    fn vendor_names_include_those_of_formats() {
        let mut scene = finished();
        scene.tournament.details.event_format = EventFormat::BoosterDraft;
        assert!(exported(&scene).0.contains(r#""format": "Booster Draft""#));
        scene.settings.vendor_field_names = true;
        assert!(exported(&scene).0.contains(r#""format": "Draft""#));
    }

    #[test]
    fn a_team_is_one_entry() {
        let mut scene = teams();
        scene.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::DecklistsPublished });
        insta::assert_snapshot!(exported(&scene).0);
    }

    #[test]
    fn unfinished_and_test_events_are_not_exported() {
        let mut trial = finished();
        trial.tournament.details.is_test = true;
        for scene in [swiss(), trial] {
            let out = scene.render(render, &Scope::Everything);
            assert!(out.exports.is_empty());
            assert_eq!(out.removed[0].key, DocumentKey::new(STORE, ViewKind::Export, EVENT));
        }
    }

    #[test]
    fn an_unlisted_event_has_no_address() {
        let mut scene = finished();
        scene.tournament.details.is_unlisted = true;
        assert!(exported(&scene).0.contains(r#""bracketUrl": """#));
    }

    #[test]
    fn who_is_disqualified_before_the_end_is_not_listed() {
        let mut scene = swiss();
        scene.tell(TournamentEvent::PlayerDisqualified { registration_id: RegistrationId(104) });
        let round_id = scene.tournament.begun_round().unwrap().1.id;
        scene.tell(TournamentEvent::RoundCompleted { round_id });
        scene.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished });
        let (plain, _) = exported(&scene);
        assert!(plain.contains("Ann Lee") && !plain.contains("Di Poe"), "{plain}");
        assert!(plain.contains(r#""players": 4"#), "{plain}");
    }

    #[test]
    fn an_undated_event_starts_with_its_first_registration() {
        let mut scene = finished();
        scene.tournament.details.start_datetime = None;
        let first = scene.tournament.registrations[0].completed_at.unwrap();
        assert_eq!(scene.render(render, &Scope::Everything).exports[0].start, first);
    }
}
