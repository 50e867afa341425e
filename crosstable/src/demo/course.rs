//! A tournament of the demo while it is played: its domain events, and the state that follows from them. Rounds are paired
//! by the service's own commands.

use std::collections::HashMap;
use std::ops::Range;

use anyhow::Context;
use chrono::{DateTime, Duration, Utc};
use domain::FoldError;
use domain::pairing::{ENGINE, Entrant};
use domain::tournament::Tournament;
use domain::tournament::to_pair::entrants;
use proto_events::ids::{MatchId, OrganizationId, RegistrationId, RoundId, Sequence, TournamentId, UserId};
use proto_events::tournament::{Games, MatchResult, Pairing, PairingKind, TournamentDetails, Winner};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus, RoundType};
use proto_events::{Envelope, StreamId, TournamentEvent};
use rand::RngExt;
use rand::rngs::StdRng;
use storage::{NewEvent, ReservedIds};
use write_api::rounds::create_round::{self, NewRound, RoundKind};

/// When the results of a Swiss round are reported, in seconds after its start.
pub(super) const SWISS: Range<i64> = 12 * 60..50 * 60;
/// When the results of a playoff round are reported.
pub(super) const PLAYOFF: Range<i64> = 8 * 60..25 * 60;

/// A tournament that is being played.
pub(super) struct Course {
    pub(super) state: Tournament,
    pub(super) events: Vec<NewEvent>,
    /// The time at which the next domain event occurs.
    pub(super) now: DateTime<Utc>,
    pub(super) ids: ReservedIds,
    /// The registrations of the players, in order.
    pub(super) entries: Vec<RegistrationId>,
    pub(super) field: Field,
    /// The first domain event that does not fit the state.
    pub(super) fault: Option<FoldError>,
}

/// A match that needs a result.
#[derive(Debug, Clone)]
pub(super) struct Seat {
    pub(super) match_id: MatchId,
    /// The places of its players among the registrations.
    players: Vec<usize>,
}

impl Course {
    /// Announces a tournament at the time `now`.
    pub(super) fn new(
        (details, seed): (TournamentDetails, i64),
        organization: OrganizationId,
        now: DateTime<Utc>,
        field: Field,
        ids: ReservedIds,
    ) -> anyhow::Result<Self> {
        let created = NewEvent { occurred_at: now, event: TournamentEvent::Created { details, seed }.into() };
        let state = Tournament::created(&envelope(&created, 1, organization))?;
        Ok(Self { state, events: vec![created], now, ids, entries: Vec::new(), field, fault: None })
    }

    /// Records a domain event that occurs now.
    pub(super) fn record(&mut self, event: TournamentEvent) {
        let new = NewEvent { occurred_at: self.now, event: event.into() };
        let version = i64::try_from(self.events.len()).unwrap_or(i64::MAX).saturating_add(1);
        if let Err(fault) = self.state.apply(&envelope(&new, version, self.state.organization_id)) {
            self.fault.get_or_insert(fault);
        }
        self.events.push(new);
    }

    pub(super) fn record_all(&mut self, events: Vec<TournamentEvent>) {
        events.into_iter().for_each(|event| self.record(event));
    }

    /// Moves to this time; an earlier one changes nothing.
    pub(super) fn at(&mut self, time: DateTime<Utc>) {
        self.now = self.now.max(time);
    }

    pub(super) fn wait_minutes(&mut self, minutes: i64) {
        self.at(self.now + Duration::minutes(minutes));
    }

    pub(super) fn lifecycle(&mut self, status: LifecycleStatus) {
        self.record(TournamentEvent::LifecycleChanged { status });
    }

    /// Closes the registration and begins the event.
    pub(super) fn begin(&mut self, start: DateTime<Utc>) {
        self.at(start - Duration::minutes(10));
        self.lifecycle(LifecycleStatus::RegistrationClosed);
        self.at(start);
        self.lifecycle(LifecycleStatus::EventInProgress);
    }

    pub(super) fn register(&mut self, user_id: UserId, status: RegistrationStatus) -> RegistrationId {
        let registration_id = RegistrationId(self.ids.next(Sequence::Registration));
        self.record(TournamentEvent::PlayerRegistered { registration_id, user_id, status });
        registration_id
    }

    pub(super) fn status(&mut self, registration_id: RegistrationId, status: RegistrationStatus) {
        self.record(TournamentEvent::RegistrationStatusChanged { registration_id, status });
    }

    pub(super) fn notes(&mut self, registration_id: RegistrationId, notes: &str) {
        self.record(TournamentEvent::NotesChanged { registration_id, internal_notes: notes.to_owned() });
    }

    pub(super) fn tags(&mut self, registration_id: RegistrationId, tags: &[&str]) {
        let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        self.record(TournamentEvent::TagsChanged { registration_id, tags });
    }

    /// Adds and pairs the next round of this kind, as the command of staff does. A meeting by name has these names.
    pub(super) fn pair(&mut self, kind: RoundKind, names: &HashMap<UserId, String>) -> anyhow::Result<RoundId> {
        let events = create_round::decide(&self.state, &NewRound::of_kind(kind), names, &mut self.ids)?;
        self.record_all(events);
        let added = self.state.rounds().next_back().map(|(_, round)| round.id);
        added.context("no round was added")
    }

    /// Adds a round to the last phase without pairing it.
    pub(super) fn round(
        &mut self,
        (round_number, round_type): (i32, RoundType),
        (use_old_pairings, final_round_in_event): (bool, bool),
    ) -> anyhow::Result<RoundId> {
        let phase_id = self.state.phases.last().context("there is no phase")?.id;
        let round_id = RoundId(self.ids.next(Sequence::Round));
        let engine = if round_type == RoundType::PlayVsOpponent { ENGINE } else { "" };
        self.record(TournamentEvent::RoundAdded {
            round_id,
            phase_id,
            round_number,
            round_type,
            final_round_in_event,
            use_old_pairings,
            pairingengine_url: engine.to_owned(),
        });
        Ok(round_id)
    }

    /// Adds tables to a round, after its others.
    pub(super) fn add_tables(&mut self, round_id: RoundId, tables: impl IntoIterator<Item = Pairing>) {
        let others = self.state.round(round_id).into_iter().flat_map(|(_, round)| &round.matches);
        let last = others.map(|table| table.pairing.table_number).max().unwrap_or(0);
        let pairings = tables.into_iter().zip(last + 1..).map(|(table, table_number)| Pairing {
            match_id: MatchId(self.ids.next(Sequence::Match)),
            table_number,
            ..table
        });
        let pairings = pairings.collect();
        self.record(TournamentEvent::MatchesPaired { round_id, pairings });
    }

    /// Starts a round. Returns its matches.
    pub(super) fn start(&mut self, round_id: RoundId) -> Vec<Seat> {
        self.record(TournamentEvent::RoundStarted { round_id });
        self.open_matches(round_id)
    }

    /// Returns the matches of a round that need a result.
    pub(super) fn open_matches(&self, round_id: RoundId) -> Vec<Seat> {
        let place = |id| self.state.registration_position(id).unwrap_or_default();
        let matches = self.state.round(round_id).into_iter().flat_map(|(_, round)| round.unreported());
        let seats = matches.map(|table| Seat {
            match_id: table.id(),
            players: table.pairing.players.iter().map(|player| place(*player)).collect(),
        });
        seats.collect()
    }

    pub(super) fn complete(&mut self, round_id: RoundId) {
        self.record(TournamentEvent::RoundCompleted { round_id });
    }

    pub(super) fn result(&mut self, match_id: MatchId, result: MatchResult) {
        self.record(TournamentEvent::ResultReported { match_id, result });
    }

    pub(super) fn feature(&mut self, match_id: MatchId) {
        self.record(TournamentEvent::MatchFeatured { match_id, is_feature_match: true });
    }

    /// Plays matches, and reports their results at random times from now on, in `seconds`. The fourth result is wrong, and
    /// staff correct it.
    pub(super) fn report(&mut self, seats: &[Seat], seconds: Range<i64>, rng: &mut StdRng) {
        let start = self.now;
        let has_winners = self.state.phases.last().is_some_and(|phase| phase.round_type.is_playoff());
        let mut reports: Vec<_> = seats.iter().map(|seat| (rng.random_range(seconds.clone()), seat)).collect();
        reports.sort_by_key(|(second, seat)| (*second, seat.match_id));
        for (place, (second, &Seat { match_id, ref players })) in reports.into_iter().enumerate() {
            let result = match players[..] {
                [one, other] if has_winners => self.field.play_to_the_end(one, other, rng),
                [one, other] => self.field.play(one, other, rng),
                _ => self.field.play_pod(players, rng),
            };
            self.at(start + Duration::seconds(second));
            self.result(match_id, if place == 3 { turned(result) } else { result });
            if place == 3 {
                self.record(TournamentEvent::ResultCorrected { match_id, result });
            }
        }
    }

    pub(super) fn agree_to_draw(&mut self, seats: &[Seat]) {
        seats.iter().for_each(|seat| self.result(seat.match_id, INTENTIONAL_DRAW));
    }

    /// Returns the active players or teams with their points, in the order of registration.
    pub(super) fn scores(&self) -> Vec<Entrant> {
        entrants(&self.state, i32::MAX).into_iter().filter(|entrant| !entrant.is_dropped).collect()
    }

    /// Drops some of the players with at most `points`.
    pub(super) fn drop_some(&mut self, points: i32, chance: f64, rng: &mut StdRng) {
        for entrant in self.scores() {
            if entrant.match_points <= points && rng.random_bool(chance) {
                self.record(TournamentEvent::PlayerDropped { registration_id: RegistrationId(entrant.id.0) });
            }
        }
    }
}

/// Returns a table for these players, still without an id and a number.
pub(super) fn table(kind: PairingKind, players: Vec<RegistrationId>) -> Pairing {
    Pairing {
        match_id: MatchId(0),
        kind,
        table_number: 0,
        pod_number: 0,
        players,
        is_ghost: false,
        is_consolation: false,
    }
}

pub(super) fn envelope(new: &NewEvent, version: i64, organization_id: OrganizationId) -> Envelope {
    let stream = StreamId::tournament(TournamentId(0));
    Envelope::imagined(stream, version, organization_id, new.occurred_at, new.event.clone())
}

/// The strength of each player.
#[derive(Debug)]
pub struct Field {
    skills: Vec<f64>,
}

impl Field {
    /// Creates players of random strength.
    pub fn new(players: usize, rng: &mut StdRng) -> Self {
        Self { skills: (0..players).map(|_| rng.random_range(-1.0..1.0)).collect() }
    }

    /// Plays a best-of-three match, possibly a draw.
    pub fn play(&self, first: usize, second: usize, rng: &mut StdRng) -> MatchResult {
        if rng.random_bool(0.025) {
            return result(Winner::Draw, 1, 1, i32::from(rng.random_bool(0.4)));
        }
        self.play_to_the_end(first, second, rng)
    }

    /// Plays a match that has a winner.
    pub fn play_to_the_end(&self, first: usize, second: usize, rng: &mut StdRng) -> MatchResult {
        let chance = 0.5 + 0.2 * (self.skills[first] - self.skills[second]);
        let lost = match rng.random_range(0..100) {
            0..52 => 0,
            _ => 1,
        };
        // Sometimes time runs out after one game.
        let won = if lost == 0 && rng.random_bool(0.03) { 1 } else { 2 };
        if rng.random_bool(chance) { result(Winner::First, won, lost, 0) } else { result(Winner::Second, lost, won, 0) }
    }

    /// Plays a pod, which one of its players wins.
    fn play_pod(&self, players: &[usize], rng: &mut StdRng) -> MatchResult {
        let luck = |(seat, player): (usize, &usize)| (self.skills[*player] + rng.random_range(-1.5..1.5), seat);
        let best = players.iter().enumerate().map(luck).max_by(|one, other| one.0.total_cmp(&other.0));
        let best = best.map_or(0, |(_, seat)| seat);
        let place = |seat: usize| if seat == best { 1 } else { u8::from(seat < players.len()) * 2 };
        let places = Some(std::array::from_fn(place));
        MatchResult { places, ..MatchResult::new(Winner::of_seat(best).unwrap_or(Winner::Draw), None) }
    }
}

/// Returns the result with the players exchanged, as after a mistake on the slip.
pub fn turned(result: MatchResult) -> MatchResult {
    MatchResult::new(
        match result.winner {
            Winner::First => Winner::Second,
            Winner::Second => Winner::First,
            other => other,
        },
        result.games.map(|games| Games { first: games.second, second: games.first, drawn: games.drawn }),
    )
}

/// An intentional draw.
pub const INTENTIONAL_DRAW: MatchResult = MatchResult::new(Winner::Draw, Some(Games { first: 0, second: 0, drawn: 3 }));

pub(crate) fn result(winner: Winner, first: i32, second: i32, drawn: i32) -> MatchResult {
    MatchResult::new(winner, Some(Games { first, second, drawn }))
}
