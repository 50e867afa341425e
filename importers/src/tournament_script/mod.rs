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

use std::collections::HashMap;

use chrono::{DateTime, Duration, Utc};
use proto_events::TournamentEvent;
use proto_events::ids::{
    DecklistId, MatchId, PenaltyId, PhaseId, RegistrationId, RoundId, Sequence, TeamId, TeamMatchId, TeamPlayerId,
    UserId,
};
use proto_events::tournament::{
    IssuedPenalty, MatchResult, PAIRINGS_PER_EVENT, Pairing, PairingKind, Payment, QueueGroupRole, RoundClock,
    StatedGameWin, TeamMember, TeamPairing, TournamentDetails,
};
use proto_events::vocabulary::{LifecycleStatus, PhaseType, QueueCheckInStatus, RegistrationStatus, RoundType};
use storage::{NewEvent, Overdrawn, ReservedIds};

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

    /// Registers a person at the time `at`, or now if that is later.
    pub fn register(&mut self, user_id: UserId, status: RegistrationStatus, at: DateTime<Utc>) -> RegistrationId {
        self.at(at);
        let registration_id = RegistrationId(self.ids.next(Sequence::Registration));
        self.record(TournamentEvent::PlayerRegistered { registration_id, user_id, status });
        registration_id
    }

    /// Forms a team of members by seat; the first is its captain. Takes one team-player id per member.
    pub fn team(
        &mut self,
        name: impl Into<String>,
        invite_hash: impl Into<String>,
        by_seat: &[RegistrationId],
    ) -> TeamId {
        let team_id = TeamId(self.ids.next(Sequence::Team));
        let mut members = Vec::with_capacity(by_seat.len());
        for (&registration_id, seat) in by_seat.iter().zip(1..) {
            let team_player_id = TeamPlayerId(self.ids.next(Sequence::TeamPlayer));
            members.push(TeamMember { team_player_id, registration_id, seat, captain: seat == 1 });
        }
        self.members.insert(team_id, members.clone());
        self.record(TournamentEvent::TeamFormed {
            team_id,
            team_name: name.into(),
            invite_hash: invite_hash.into(),
            members,
        });
        team_id
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

    /// Issues a penalty.
    pub fn penalty(&mut self, issued: IssuedPenalty) {
        let penalty_id = PenaltyId(self.ids.next(Sequence::Penalty));
        self.record(TournamentEvent::PenaltyIssued { penalty_id, issued });
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

/// Defines methods that record one event.
macro_rules! recorders {
    ($($(#[$doc:meta])+ $name:ident($($argument:ident: $type:ty),+): $event:ident { $($field:tt)+ };)+) => {
        impl TournamentScript<'_> {
            $($(#[$doc])+
            pub fn $name(&mut self, $($argument: $type),+) {
                self.record(TournamentEvent::$event { $($field)+ });
            })+
        }
    };
}

recorders! {
    /// Changes the lifecycle status.
    lifecycle(status: LifecycleStatus): LifecycleChanged { status };
    /// Changes a registration's status: promoted from the waitlist, moved to a child event, canceled.
    registration_status(registration_id: RegistrationId, status: RegistrationStatus):
        RegistrationStatusChanged { registration_id, status };
    /// Drops a player.
    drop_player(registration_id: RegistrationId): PlayerDropped { registration_id };
    /// Disqualifies a player.
    disqualify(registration_id: RegistrationId): PlayerDisqualified { registration_id };
    /// Sets all that is known of a registration's payment.
    payment(registration_id: RegistrationId, payment: Payment): PaymentChanged { registration_id, payment };
    /// Changes a registration's status in the check-in queue.
    check_in(registration_id: RegistrationId, status: QueueCheckInStatus):
        CheckInChanged { registration_id, status: Some(status) };
    /// Adds a registration to a queue group.
    queue_group(registration_id: RegistrationId, role: QueueGroupRole):
        QueueGroupChanged { registration_id, role: Some(role) };
    /// Sets all tags of a player.
    tags(registration_id: RegistrationId, tags: Vec<String>): TagsChanged { registration_id, tags };
    /// Sets staff's notes.
    notes(registration_id: RegistrationId, notes: &str):
        NotesChanged { registration_id, internal_notes: notes.to_owned() };
    /// Gives a player a fixed table.
    seat(registration_id: RegistrationId, table: i32): SeatFixed { registration_id, fixed_seat: Some(table) };
    /// Awards a player byes in these rounds.
    byes(registration_id: RegistrationId, round_numbers: Vec<i32>): ByesAwarded { registration_id, round_numbers };
    /// Marks that a player hands in a list on paper.
    paper_list(registration_id: RegistrationId): PaperDecklistMarked { registration_id, using_paper_decklist: true };
    /// Attaches a list to a registration.
    attach_decklist(registration_id: RegistrationId, list: DecklistId):
        DecklistAttached { registration_id, decklist_id: Some(list) };
    /// Drops a team.
    drop_team(team_id: TeamId): TeamDropped { team_id };
    /// Starts a round.
    start(round_id: RoundId): RoundStarted { round_id };
    /// Starts the clock of a round, or pauses it.
    clock(round_id: RoundId, clock: RoundClock): ClockChanged { round_id, clock };
    /// Completes a round; its standings are frozen.
    complete(round_id: RoundId): RoundCompleted { round_id };
    /// Reports a result.
    result(match_id: MatchId, result: MatchResult): ResultReported { match_id, result };
    /// Corrects a result.
    correct(match_id: MatchId, result: MatchResult): ResultCorrected { match_id, result };
    /// Reports the result of a team match that its seats do not decide.
    team_result(team_match_id: TeamMatchId, result: MatchResult): TeamResultReported { team_match_id, result };
    /// Makes a match a feature match.
    feature(match_id: MatchId): MatchFeatured { match_id, is_feature_match: true };
    /// Assigns a judge to a match.
    judge(match_id: MatchId, judge: UserId): JudgeAssigned { match_id, judge_user_id: Some(judge) };
    /// Extends the time of a match.
    extension(match_id: MatchId, time_extension_seconds: i32): TimeExtended { match_id, time_extension_seconds };
    /// Starts a deck check, and completes it if `completed`.
    deck_check(match_id: MatchId, completed: bool): DeckCheckMarked { match_id, started: true, completed };
    /// Makes a cut; `advancing` is ordered by seed.
    cut(after_round_number: i32, advancing: Vec<RegistrationId>): CutMade { after_round_number, advancing };
}

/// A table of a round to be paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    kind: PairingKind,
    players: Vec<RegistrationId>,
    pod_number: i32,
    is_ghost: bool,
    is_consolation: bool,
}

impl Table {
    /// Returns a match between two players.
    pub fn versus(first: RegistrationId, second: RegistrationId) -> Self {
        Self::of(PairingKind::Versus, vec![first, second])
    }

    /// Returns an assigned loss without games.
    pub fn assigned_loss(player: RegistrationId) -> Self {
        Self::of(PairingKind::AssignedLoss, vec![player])
    }

    /// Returns a table of any kind.
    pub fn of(kind: PairingKind, players: Vec<RegistrationId>) -> Self {
        Self { kind, players, pod_number: 0, is_ghost: false, is_consolation: false }
    }

    /// Puts the table into a draft pod.
    #[must_use]
    pub fn in_pod(self, pod_number: i32) -> Self {
        Self { pod_number, ..self }
    }

    /// Makes it a practice match that does not count.
    #[must_use]
    pub fn ghost(self) -> Self {
        Self { is_ghost: true, ..self }
    }

    /// Makes it a match for a lower place of the playoff.
    #[must_use]
    pub fn consolation(self) -> Self {
        Self { is_consolation: true, ..self }
    }

    /// Returns the pairing with this id and table number, which counts from 1.
    fn paired(self, match_id: MatchId, place: i32) -> Pairing {
        Pairing {
            match_id,
            kind: self.kind,
            table_number: place,
            pod_number: self.pod_number,
            players: self.players,
            is_ghost: self.is_ghost,
            is_consolation: self.is_consolation,
        }
    }
}

/// Settings of a round beyond its number and type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoundFlags {
    /// Whether it is the last round of the event.
    pub final_round_in_event: bool,
    /// Whether an earlier round's pairings are used again.
    pub use_old_pairings: bool,
    /// The engine that computed the pairings.
    pub pairingengine_url: String,
}

/// The ids of a paired team match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedTeams {
    /// The team match.
    pub team_match_id: TeamMatchId,
    /// The matches of the seats, by seat; empty for a bye.
    pub seats: Vec<MatchId>,
}

#[cfg(test)]
mod tests;
