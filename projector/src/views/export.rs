//! A finished tournament in the public export (22).

use std::borrow::Cow;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::tournament::Tournament;
use domain::tournament::standings::Standing;
use proto_events::vocabulary::{LifecycleStatus, RoundType};
use serde::Serialize;
use storage::ExportDocument;

use super::parts::standing_lines::{Party, final_standings};
use super::parts::{entries, json, public};
use super::{Output, Scope, TournamentContext};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Exported<'a> {
    #[serde(rename = "TID")]
    tid: String,
    tournament_name: String,
    format: &'static str,
    bracket_url: String,
    players: usize,
    start_date: i32,
    swiss_rounds: i32,
    top_cut: i32,
    standings: Vec<ExportedStanding<'a>>,
}

#[derive(Serialize)]
struct ExportedStanding<'a> {
    name: Cow<'a, str>,
    decklist: &'a str,
    #[serde(rename = "winsSwiss")]
    wins_swiss: i32,
    #[serde(rename = "lossesSwiss")]
    losses_swiss: i32,
    draws: i32,
    #[serde(rename = "winsBracket")]
    wins_bracket: i32,
    #[serde(rename = "lossesBracket")]
    losses_bracket: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    decklist_text: Option<Cow<'a, str>>,
}

/// Renders the export of a finished tournament; says of every other that it is not exported.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    if tournament.details.is_test || !is_finished(tournament.lifecycle) {
        out.unexported.push(tournament.id);
        return;
    }
    let start = start(tournament);
    let lines = final_standings(tournament);
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

fn is_finished(lifecycle: LifecycleStatus) -> bool {
    matches!(
        lifecycle,
        LifecycleStatus::EventFinished | LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished
    )
}

/// The planned start; without one, the first completed registration, which is the earliest sign of the event.
fn start(tournament: &Tournament) -> DateTime<Utc> {
    let first_entry = || tournament.registrations.iter().filter_map(|entry| entry.completed_at).min();
    tournament.details.start_datetime.or_else(first_entry).unwrap_or(DateTime::UNIX_EPOCH)
}

fn body(context: &TournamentContext<'_>, start: DateTime<Utc>, lines: &[Standing], with_text: bool) -> Bytes {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    let parties = lines.iter().filter_map(|line| Some((line, Party::of(tournament, line.competitor)?)));
    json::to_bytes(&Exported {
        tid: tournament.id.to_string(),
        tournament_name: format!("{} - {}", details.name, context.organization.name),
        format: details.event_format.display_name(),
        bracket_url: public::page_url(context),
        players: parties.clone().map(|(_, party)| party.entry_ids().len()).sum(),
        start_date: seconds(start),
        swiss_rounds: details.swiss_rounds.unwrap_or_else(|| swiss_rounds(tournament)),
        top_cut: details.top_cut,
        standings: parties.map(|(line, party)| standing(context, line, party, with_text)).collect(),
    })
}

/// Unix time, within the 32 bits that clients read.
fn seconds(start: DateTime<Utc>) -> i32 {
    let seconds = start.timestamp();
    i32::try_from(seconds).unwrap_or(if seconds < 0 { i32::MIN } else { i32::MAX })
}

fn swiss_rounds(tournament: &Tournament) -> i32 {
    let swiss = tournament.rounds().filter(|(phase, round)| {
        !phase.round_type.is_playoff() && round.number > 0 && round.round_type == RoundType::PlayVsOpponent
    });
    i32::try_from(swiss.count()).unwrap_or(i32::MAX)
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
        decklist: list.map(|list| list.deck_url.as_str()).unwrap_or_default(),
        wins_swiss: line.wins,
        losses_swiss: line.losses,
        draws: line.draws,
        wins_bracket: line.playoff_wins,
        losses_bracket: line.playoff_losses,
        decklist_text: with_text.then(|| list.map(entries::plaintext).unwrap_or_default()),
    }
}
