//! Corrects a result, also after its round is complete. Later standings follow. If a correction in a playoff changes
//! who advances, the two players swap and the next round's pairings are discarded. Once that round has started, only
//! corrections that keep the winner are allowed.

use domain::pairing::EntrantId;
use domain::tournament::playoff::Playoff;
use domain::tournament::to_pair::{entries_of, plays};
use proto_events::tournament::Winner;

use super::contested::calls_settled;
use super::document::{self, CorrectedMatch};
use super::report_result::{no_winner, reporting_side};
use super::score::Score;
use super::table::{at_moment, placed, players};
use crate::in_play::{discarded, is_eliminated, not_in_progress, status};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "correct_result",
    summary: "Correct a result",
    text: "The first result of a match is recorded as a report, and a later one as a correction. \
           Possible after the round is complete, too, until lists are being published. The standings of that round \
           and of later rounds change; pairings made since stay. `effects` lists the consequences, such as a cut that \
           would now be different; it can be made again until its next round starts. In a playoff, a correction of \
           the winner exchanges the two players as long as the next round has not started, and that round must be \
           paired again, or is removed if the playoff is over; afterwards only corrections that keep the winner are possible (409).",
    body: Some(body_schema::<CorrectResult>()),
    answer: Answer::of::<CorrectedMatch>(200),
    ..Route::at("PUT", "/api/v1/magic-events/{id}/matches/{match_id}/result/", Operation::RunRounds)
};

body! {
    /// The result of a match.
    pub struct CorrectResult as NewResult of match_id: MatchId such as r#"{"games_won": {"12": 2, "15": 1}}"# {
        ..score: Score,
    }
}

decided_by_event!(
    CorrectResult,
    checked by check_body,
    |command, tournament, _, _| decide(tournament, command) => document::corrected(match_id)
);

/// Decides the command, which is refused if there is no such match, the result is invalid, or its round or the next one
/// does not allow the correction.
pub(crate) fn decide(tournament: &Tournament, command: &CorrectResult) -> Result<Vec<TournamentEvent>, Refusal> {
    let match_id = command.match_id;
    let placed = placed(tournament, match_id)?;
    let result = command.score.result(players(&placed)?, &tournament.details)?;
    is_corrected(tournament)?;
    at_moment(&placed, &[ProgressStatus::InProgress, ProgressStatus::Complete])?;
    if result.winner == Winner::Draw && placed.needs_winner() {
        return Err(no_winner(Some(&result)));
    }
    // A result that staff entered and no player contests. The same result again changes nothing.
    let is_undisputed = reporting_side(tournament, &placed).is_none() && !placed.table.contested;
    let is_settled = placed.table.confirmed || is_undisputed;
    let mut events = match placed.table.result {
        None => vec![TournamentEvent::ResultReported { match_id, result }],
        Some(before) if before == result && is_settled => return Ok(Vec::new()),
        Some(_) => vec![TournamentEvent::ResultCorrected { match_id, result }],
    };
    events.extend(calls_settled(tournament, &placed));
    if placed.phase.round_type.is_playoff() {
        events.extend(change_of_places(tournament, &placed, &events)?);
    }
    Ok(events)
}

/// Checks that the event is in progress or finished. Once its lists are being published, results cannot change.
fn is_corrected(tournament: &Tournament) -> Result<(), Refusal> {
    match tournament.lifecycle {
        LifecycleStatus::EventInProgress | LifecycleStatus::EventFinished => Ok(()),
        _ => Err(not_in_progress(tournament)),
    }
}
/// Returns the further events of a playoff correction that changes who advances.
fn change_of_places(
    tournament: &Tournament,
    placed: &Placed<'_>,
    corrected: &[TournamentEvent],
) -> Result<Vec<TournamentEvent>, Refusal> {
    let round = placed.round;
    let playoff_of = |tournament: &Tournament| Playoff::before(tournament, round.number.saturating_add(1));
    let losers_of = |playoff: Option<&Playoff>| -> (Vec<EntrantId>, Vec<EntrantId>) {
        playoff.map(|it| (it.losers.clone(), it.defeats.clone())).unwrap_or_default()
    };
    let (before, defeats_before) = losers_of(playoff_of(tournament).as_ref());
    // A correction that does not fold is refused by the append.
    let foreseen = tournament.foreseen(corrected).ok().and_then(|after| playoff_of(&after));
    let (after, defeats) = losers_of(foreseen.as_ref());
    let is_complete = round.status == ProgressStatus::Complete;
    let both_lost = placed.table.result.is_some_and(|result| result.winner == Winner::Neither);
    if is_complete && defeats.len() < defeats_before.len() && !both_lost {
        return Err(no_winner(None));
    }
    let back: Vec<EntrantId> = before.iter().filter(|id| !after.contains(id)).copied().collect();
    let out: Vec<EntrantId> = after.iter().filter(|id| !before.contains(id)).copied().collect();
    if !is_complete || defeats == defeats_before {
        return Ok(Vec::new());
    }
    let later: Vec<&Round> =
        tournament.rounds().map(|(_, later)| later).filter(|later| later.number > round.number).collect();
    if let Some(begun) = later.iter().find(|later| later.status != ProgressStatus::Upcoming) {
        let said = message!(
            "match-played-on",
            "Another player would advance, but round {number} of the playoff is {status}.",
            number = begun.number,
            status = begun.status
        );
        return Err(Refusal::conflict(said).with_steps(&ROUND, begun.status));
    }
    let entry = |id: &_| tournament.registration(*id);
    let returning: Vec<_> =
        back.iter().flat_map(|id| entries_of(tournament, *id)).filter(|id| is_eliminated(tournament, *id)).collect();
    // Losers are eliminated only once the next round, or the end, is decided.
    let is_over = foreseen.is_some_and(|playoff| playoff.is_over());
    let leaving = match is_over {
        true => &after[..],
        false if returning.is_empty() => &[],
        false => &out[..],
    };
    let leaving = leaving.iter().flat_map(|id| entries_of(tournament, *id)).filter(|id| entry(id).is_some_and(plays));
    let mut events: Vec<TournamentEvent> =
        returning.iter().map(|id| status(*id, RegistrationStatus::Complete)).collect();
    events.extend(leaving.map(|id| status(id, RegistrationStatus::Eliminated)));
    // Nothing is left to pair in a second final that the correction makes unnecessary.
    events.extend(later.iter().flat_map(|later| match is_over {
        true => vec![TournamentEvent::RoundRemoved { round_id: later.id }],
        false => discarded(later.id, later.pairings_status),
    }));
    Ok(events)
}

#[cfg(test)]
mod tests;
