//! Writes a tournament as events: the importer and the demo describe its course, the script adds ids and times.
//!
//! Pure: ids come from reserved [`ReservedIds`], times ascend from the given start. The script checks no rules; its author is
//! responsible for a tournament that makes sense.
//!
//! ```
//! # use proto_events::{ids::*, tournament::*, vocabulary::*};
//! # use importers::{RoundFlags, Table, TournamentScript};
//! # use storage::ReservedIds;
//! # fn tell(details: TournamentDetails, start: chrono::DateTime<chrono::Utc>) -> Result<(), storage::Overdrawn> {
//! let counts = [(Sequence::Registration, 2), (Sequence::Phase, 1), (Sequence::Round, 1), (Sequence::Match, 1)];
//! let mut ids = ReservedIds::imagined(&counts); // or ReservedIds::reserve(store, &counts).await?
//! let mut script = TournamentScript::new(details, 7, &mut ids, start);
//! let anna = script.register(UserId(1), RegistrationStatus::Complete, start);
//! let bert = script.register(UserId(2), RegistrationStatus::Complete, start);
//! let swiss = script.phase(PhaseType::Swiss);
//! let round = script.round(swiss, 1, RoundType::PlayVsOpponent, RoundFlags::default());
//! let matches = script.pair(round, vec![Table::versus(anna, bert)]);
//! script.start(round);
//! script.wait_minutes(40);
//! script.result(matches[0], MatchResult { winner: Winner::First, games: None });
//! script.complete(round);
//! let events = script.finish()?; // for one StreamWrite of the tournament's stream
//! # Ok(()) }
//! ```

mod players;
mod tables;

use std::collections::HashMap;

use chrono::{DateTime, Duration, Utc};
use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, PenaltyId, PhaseId, RegistrationId, RoundId, Sequence, TeamId, TeamMatchId, UserId};
use proto_events::tournament::{
    IssuedPenalty, MatchResult, PAIRINGS_PER_EVENT, Pairing, PairingKind, RoundClock, StatedGameWin, TeamMember,
    TeamPairing, TournamentDetails,
};
use proto_events::vocabulary::{LifecycleStatus, PhaseType, RoundType};
use storage::{NewEvent, Overdrawn, ReservedIds};

pub use tables::{PairedTeams, RoundFlags, Table};

/// Team matches in one event: each has several pairings.
const TEAM_PAIRINGS_PER_EVENT: usize = PAIRINGS_PER_EVENT / 5;
/// Percentages in one event, which keeps it far below 512 KiB.
const GAME_WINS_PER_EVENT: usize = 5_000;

/// A tournament being written. Every method records an event that occurs at [`TournamentScript::now`].
#[derive(Debug)]
pub struct TournamentScript<'ids> {
    ids: &'ids mut ReservedIds,
    now: DateTime<Utc>,
    events: Vec<NewEvent>,
    phases: i32,
    members: HashMap<TeamId, Vec<TeamMember>>,
}

impl<'ids> TournamentScript<'ids> {
    /// Creates a script that begins with the tournament's creation at `start`.
    pub fn new(details: TournamentDetails, seed: i64, ids: &'ids mut ReservedIds, start: DateTime<Utc>) -> Self {
        let mut script = Self { ids, now: start, events: Vec::new(), phases: 0, members: HashMap::new() };
        script.record(TournamentEvent::Created { details, seed });
        script
    }

    /// Returns the time at which the next event occurs.
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// Returns the events so far, for callers that fold them to know the standings in between.
    pub fn events(&self) -> &[NewEvent] {
        &self.events
    }

    /// Sets the time of the next events; an earlier time changes nothing, so that times ascend.
    pub fn at(&mut self, time: DateTime<Utc>) {
        self.now = self.now.max(time);
    }

    /// Moves the time on by this many minutes.
    pub fn wait_minutes(&mut self, minutes: i64) {
        self.at(self.now.checked_add_signed(Duration::minutes(minutes)).unwrap_or(self.now));
    }

    /// Records an event that has no method of its own.
    pub fn record(&mut self, event: TournamentEvent) {
        self.events.push(NewEvent { occurred_at: self.now, event: event.into() });
    }

    /// Changes the lifecycle status.
    pub fn lifecycle(&mut self, status: LifecycleStatus) {
        self.record(TournamentEvent::LifecycleChanged { status });
    }

    /// Adds a phase after the others.
    pub fn phase(&mut self, round_type: PhaseType) -> PhaseId {
        let phase_id = PhaseId(self.ids.next(Sequence::Phase));
        self.phases += 1;
        self.record(TournamentEvent::PhaseAdded { phase_id, order_in_phases: self.phases, round_type });
        phase_id
    }

    /// Adds a round to a phase. Numbers run on from 1 through all phases; player meetings have 0 or less.
    pub fn round(&mut self, phase_id: PhaseId, round_number: i32, round_type: RoundType, flags: RoundFlags) -> RoundId {
        let round_id = RoundId(self.ids.next(Sequence::Round));
        self.record(TournamentEvent::RoundAdded {
            round_id,
            phase_id,
            round_number,
            round_type,
            final_round_in_event: flags.final_round_in_event,
            use_old_pairings: flags.use_old_pairings,
            pairingengine_url: flags.pairingengine_url,
        });
        round_id
    }

    /// Pairs a whole round; returns the matches in the order of the tables.
    pub fn pair(&mut self, round_id: RoundId, tables: Vec<Table>) -> Vec<MatchId> {
        let mut pairings = Vec::with_capacity(tables.len());
        for (table, place) in tables.into_iter().zip(1..) {
            pairings.push(table.paired(MatchId(self.ids.next(Sequence::Match)), place));
        }
        let matches = pairings.iter().map(|pairing| pairing.match_id).collect();
        for chunk in pairings.chunks(PAIRINGS_PER_EVENT) {
            self.record(TournamentEvent::MatchesPaired { round_id, pairings: chunk.to_vec() });
        }
        self.record(TournamentEvent::PairingsCompleted { round_id });
        matches
    }

    /// Pairs a whole round of teams that were formed with [`TournamentScript::team`]; `None` is a bye.
    pub fn pair_teams(&mut self, round_id: RoundId, meetings: &[(TeamId, Option<TeamId>)]) -> Vec<PairedTeams> {
        let mut next_table = 1;
        let mut pairings = Vec::with_capacity(meetings.len());
        for &(first, second) in meetings {
            let seats = second.map_or_else(Vec::new, |second| self.seats(first, second, next_table));
            let used = i32::try_from(seats.len()).unwrap_or(0).max(1);
            pairings.push(TeamPairing {
                team_match_id: TeamMatchId(self.ids.next(Sequence::TeamMatch)),
                teams: std::iter::once(first).chain(second).collect(),
                first_table_number: next_table,
                is_bye: second.is_none(),
                seats,
            });
            next_table += used;
        }
        let paired = pairings.iter().map(|pairing| PairedTeams {
            team_match_id: pairing.team_match_id,
            seats: pairing.seats.iter().map(|seat| seat.match_id).collect(),
        });
        let paired = paired.collect();
        for chunk in pairings.chunks(TEAM_PAIRINGS_PER_EVENT) {
            self.record(TournamentEvent::TeamsPaired { round_id, pairings: chunk.to_vec() });
        }
        self.record(TournamentEvent::PairingsCompleted { round_id });
        paired
    }

    fn seats(&mut self, first: TeamId, second: TeamId, first_table: i32) -> Vec<Pairing> {
        let of = |team: TeamId| self.members.get(&team).map_or(&[][..], Vec::as_slice);
        let opponents: Vec<_> =
            of(first).iter().zip(of(second)).map(|(a, b)| [a, b].map(|it| it.registration_id)).collect();
        let mut pairings = Vec::with_capacity(opponents.len());
        for (players, table_number) in opponents.into_iter().zip(first_table..) {
            let table = Table::of(PairingKind::Versus, players.to_vec());
            pairings.push(table.paired(MatchId(self.ids.next(Sequence::Match)), table_number));
        }
        pairings
    }

    /// Starts a round.
    pub fn start(&mut self, round_id: RoundId) {
        self.record(TournamentEvent::RoundStarted { round_id });
    }

    /// Starts the clock of a round, or pauses it.
    pub fn clock(&mut self, round_id: RoundId, clock: RoundClock) {
        self.record(TournamentEvent::ClockChanged { round_id, clock });
    }

    /// Completes a round; its standings are frozen.
    pub fn complete(&mut self, round_id: RoundId) {
        self.record(TournamentEvent::RoundCompleted { round_id });
    }

    /// Reports a result.
    pub fn result(&mut self, match_id: MatchId, result: MatchResult) {
        self.record(TournamentEvent::ResultReported { match_id, result });
    }

    /// Corrects a result.
    pub fn correct(&mut self, match_id: MatchId, result: MatchResult) {
        self.record(TournamentEvent::ResultCorrected { match_id, result });
    }

    /// Reports the result of a team match that its seats do not decide.
    pub fn team_result(&mut self, team_match_id: TeamMatchId, result: MatchResult) {
        self.record(TournamentEvent::TeamResultReported { team_match_id, result });
    }

    /// Makes a match a feature match.
    pub fn feature(&mut self, match_id: MatchId) {
        self.record(TournamentEvent::MatchFeatured { match_id, is_feature_match: true });
    }

    /// Assigns a judge to a match.
    pub fn judge(&mut self, match_id: MatchId, judge: UserId) {
        self.record(TournamentEvent::JudgeAssigned { match_id, judge_user_id: Some(judge) });
    }

    /// Extends the time of a match.
    pub fn extension(&mut self, match_id: MatchId, time_extension_seconds: i32) {
        self.record(TournamentEvent::TimeExtended { match_id, time_extension_seconds });
    }

    /// Starts a deck check, and completes it if `completed`.
    pub fn deck_check(&mut self, match_id: MatchId, completed: bool) {
        self.record(TournamentEvent::DeckCheckMarked { match_id, started: true, completed });
    }

    /// Issues a penalty.
    pub fn penalty(&mut self, issued: IssuedPenalty) {
        let penalty_id = PenaltyId(self.ids.next(Sequence::Penalty));
        self.record(TournamentEvent::PenaltyIssued { penalty_id, issued });
    }

    /// Makes a cut; `advancing` is ordered by seed.
    pub fn cut(&mut self, after_round_number: i32, advancing: Vec<RegistrationId>) {
        self.record(TournamentEvent::CutMade { after_round_number, advancing });
    }

    /// Records published game-win percentages whose games are unknown.
    pub fn game_wins(&mut self, after_round_number: i32, game_wins: &[StatedGameWin]) {
        for chunk in game_wins.chunks(GAME_WINS_PER_EVENT) {
            self.record(TournamentEvent::GameWinsStated { after_round_number, game_wins: chunk.to_vec() });
        }
    }

    /// Returns the events, in order and with ascending times.
    ///
    /// # Errors
    /// When more ids were used than reserved.
    pub fn finish(self) -> Result<Vec<NewEvent>, Overdrawn> {
        self.ids.check()?;
        Ok(self.events)
    }
}

#[cfg(test)]
mod tests;
