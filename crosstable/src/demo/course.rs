//! A tournament of the demo while it is played: its script, and the state that follows from it. Rounds are paired by the
//! service's own rules.

use std::ops::Range;

use anyhow::Context;
use chrono::{DateTime, Duration, Utc};
use domain::pairing::meeting::{Attendee, MeetingOrder, seat_meeting};
use domain::pairing::pods::pair_pods;
use domain::pairing::{ENGINE, Entrant, Way, pair, round_seed};
use domain::tournament::Tournament;
use domain::tournament::playoff::Playoff;
use domain::tournament::seats::Seats;
use domain::tournament::standings::standings_after;
use domain::tournament::to_pair::{draft_phase, entrants, of_bracket, of_meeting, of_pods, of_round, plays, pods};
use importers::{RoundFlags, Table, TournamentScript};
use proto_events::ids::{MatchId, OrganizationId, PhaseId, RegistrationId, RoundId, TeamId, TournamentId};
use proto_events::tournament::{Games, MatchResult, Winner};
use proto_events::vocabulary::{LifecycleStatus, RoundType};
use proto_events::{Actor, Envelope, Position, StreamId};
use rand::RngExt;
use rand::rngs::StdRng;
use storage::NewEvent;

/// When the results of a Swiss round are reported, in seconds after its start.
pub(super) const SWISS: Range<i64> = 12 * 60..50 * 60;
/// When the results of a playoff round are reported.
pub(super) const PLAYOFF: Range<i64> = 8 * 60..25 * 60;

/// A tournament that is being played.
pub(super) struct Course<'ids> {
    pub(super) script: TournamentScript<'ids>,
    /// The registrations of the players, in order.
    pub(super) entries: Vec<RegistrationId>,
    pub(super) field: Field,
    /// The state after the first `applied` events of the script.
    state: Tournament,
    applied: usize,
}

/// A match that needs a result.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seat {
    pub(super) match_id: MatchId,
    /// The places of its players among the registrations.
    players: [usize; 2],
}

impl<'ids> Course<'ids> {
    /// Begins with the script of a tournament that was just created.
    pub(super) fn new(
        script: TournamentScript<'ids>,
        organization: OrganizationId,
        field: Field,
    ) -> anyhow::Result<Self> {
        let created = script.events().first().context("the script is empty")?;
        let state = Tournament::created(&envelope(created, 1, organization))?;
        Ok(Self { script, entries: Vec::new(), field, state, applied: 1 })
    }

    /// Returns the state after all events of the script.
    pub(super) fn state(&mut self) -> anyhow::Result<&Tournament> {
        let organization = self.state.organization_id;
        for (event, version) in self.script.events().iter().zip(1..).skip(self.applied) {
            self.state.apply(&envelope(event, version, organization))?;
        }
        self.applied = self.script.events().len();
        Ok(&self.state)
    }

    /// Closes the registration and begins the event.
    pub(super) fn begin(&mut self, start: DateTime<Utc>) {
        self.script.at(start - Duration::minutes(10));
        self.script.lifecycle(LifecycleStatus::RegistrationClosed);
        self.script.at(start);
        self.script.lifecycle(LifecycleStatus::EventInProgress);
    }

    /// Returns tables of two for all players, by these names or at random.
    pub(super) fn meeting(&self, order: MeetingOrder, names: &[String]) -> Vec<Seats> {
        let attendees = self.entries.iter().zip(names);
        let attendees = attendees.map(|(id, name)| Attendee { id: (*id).into(), name: name.clone(), fixed_seat: None });
        of_meeting(&seat_meeting(&attendees.collect::<Vec<_>>(), order, self.state.seed.unsigned_abs()))
    }

    /// Adds a round in which players only sit at tables, and starts it.
    pub(super) fn seat(
        &mut self,
        phase: PhaseId,
        (number, kind): (i32, RoundType),
        use_old_pairings: bool,
        seats: &[Seats],
    ) -> RoundId {
        let flags = RoundFlags { use_old_pairings, ..RoundFlags::default() };
        let round = self.script.round(phase, number, kind, flags);
        self.script.pair(round, seats.iter().map(table).collect());
        self.script.start(round);
        round
    }

    /// Adds the next round and pairs it. Absent players lose, and other tables have matches that do not count.
    pub(super) fn pair(
        &mut self,
        phase: PhaseId,
        absent: &[RegistrationId],
        others: Vec<Table>,
    ) -> anyhow::Result<RoundId> {
        let state = self.state()?;
        let number = state.rounds().map(|(_, round)| round.number).max().unwrap_or(0).max(0) + 1;
        let seats = seats(state, number, absent)?;
        let (details, is_team_event) = (&state.details, state.is_team_event());
        let final_round_in_event = match details.swiss_rounds {
            Some(last) if number > last => seats.len() == 1,
            last => details.top_cut == 0 && last == Some(number),
        };
        let flags = RoundFlags { final_round_in_event, ..flags() };
        let round = self.script.round(phase, number, RoundType::PlayVsOpponent, flags);
        if is_team_event {
            let teams = seats.iter().map(|table| table.entrants.iter().map(|team| TeamId(team.0)));
            let teams = teams.filter_map(|mut teams| Some((teams.next()?, teams.next())));
            self.script.pair_teams(round, &teams.collect::<Vec<_>>());
        } else {
            let absent = absent.iter().copied().map(Table::assigned_loss);
            self.script.pair(round, seats.iter().map(table).chain(absent).chain(others).collect());
        }
        Ok(round)
    }

    /// Starts a round. Returns its matches.
    pub(super) fn start(&mut self, round: RoundId) -> anyhow::Result<Vec<Seat>> {
        self.script.start(round);
        let state = self.state()?;
        let (_, round) = state.round(round).context("the round is missing")?;
        let place = |id| state.registration_position(id).unwrap_or_default();
        let seats = round.unreported().filter_map(|table| match table.pairing.players[..] {
            [first, second] => Some(Seat { match_id: table.id(), players: [place(first), place(second)] }),
            _ => None,
        });
        Ok(seats.collect())
    }

    /// Plays matches, and reports their results at random times from now on, in `seconds`. The fourth result is wrong, and
    /// staff correct it.
    pub(super) fn report(&mut self, seats: &[Seat], seconds: Range<i64>, rng: &mut StdRng) {
        let start = self.script.now();
        let has_winners = self.state.phases.last().is_some_and(|phase| phase.round_type.is_playoff());
        let mut reports: Vec<_> = seats.iter().map(|seat| (rng.random_range(seconds.clone()), *seat)).collect();
        reports.sort_by_key(|(second, seat)| (*second, seat.match_id));
        for (place, (second, seat)) in reports.into_iter().enumerate() {
            let [one, other] = seat.players;
            let play = if has_winners { Field::play_to_the_end } else { Field::play };
            let result = play(&self.field, one, other, rng);
            self.script.at(start + Duration::seconds(second));
            self.script.result(seat.match_id, if place == 3 { turned(result) } else { result });
            if place == 3 {
                self.script.correct(seat.match_id, result);
            }
        }
    }

    /// Reports intentional draws.
    pub(super) fn agree_to_draw(&mut self, seats: &[Seat]) {
        seats.iter().for_each(|seat| self.script.result(seat.match_id, INTENTIONAL_DRAW));
    }

    /// Returns the active players or teams with their points, in the order of registration.
    pub(super) fn scores(&mut self) -> anyhow::Result<Vec<Entrant>> {
        let entrants = entrants(self.state()?, i32::MAX).into_iter();
        Ok(entrants.filter(|entrant| !entrant.is_dropped).collect())
    }

    /// Drops some of the players with at most `points`.
    pub(super) fn drop_some(&mut self, points: i32, chance: f64, rng: &mut StdRng) -> anyhow::Result<()> {
        for entrant in self.scores()? {
            if entrant.match_points <= points && rng.random_bool(chance) {
                self.script.drop_player(RegistrationId(entrant.id.0));
            }
        }
        Ok(())
    }

    /// Returns the active players by their rank after the last round.
    pub(super) fn ranking(&mut self) -> anyhow::Result<Vec<RegistrationId>> {
        let state = self.state()?;
        let (_, round) = state.current_round().context("no round was played")?;
        let standings = standings_after(state, round.id).context("the last round has no standings")?;
        let players = standings.into_iter().filter_map(|line| line.competitor.player());
        Ok(players.filter(|id| state.registration(*id).is_some_and(plays)).collect())
    }
}

/// Returns the flags of a round that the service paired.
pub(super) fn flags() -> RoundFlags {
    RoundFlags { pairingengine_url: ENGINE.to_owned(), ..RoundFlags::default() }
}

/// Pairs a round as the service does.
fn seats(state: &Tournament, number: i32, absent: &[RegistrationId]) -> anyhow::Result<Vec<Seats>> {
    if let Some(playoff) = Playoff::before(state, number) {
        return Ok(of_bracket(&playoff.next_round()));
    }
    let mut entrants = entrants(state, number);
    for entrant in &mut entrants {
        entrant.is_dropped |= absent.iter().any(|id| entrant.id == (*id).into());
    }
    let seed = round_seed(state.seed, number, 0);
    Ok(match draft_phase(state) {
        Some(phase) => of_pods(&pair_pods(&pods(phase), &entrants, number == 1, seed)?),
        None => of_round(&pair(&entrants, if number == 1 { Way::Random } else { Way::Swiss }, seed)?),
    })
}

fn table(seats: &Seats) -> Table {
    let players = seats.entrants.iter().map(|player| RegistrationId(player.0)).collect();
    Table::of(seats.kind, players).in_pod(seats.pod_number)
}

pub(super) fn envelope(new: &NewEvent, version: i64, organization_id: OrganizationId) -> Envelope {
    Envelope {
        position: Position(version),
        stream: StreamId::tournament(TournamentId(0)),
        version,
        organization_id,
        occurred_at: new.occurred_at,
        recorded_at: new.occurred_at,
        actor: Actor::System,
        event: new.event.clone(),
    }
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
}

/// Returns the result with the players exchanged, as after a mistake on the slip.
pub fn turned(result: MatchResult) -> MatchResult {
    MatchResult {
        winner: match result.winner {
            Winner::First => Winner::Second,
            Winner::Second => Winner::First,
            Winner::Draw | Winner::Neither => result.winner,
        },
        games: result.games.map(|games| Games { first: games.second, second: games.first, drawn: games.drawn }),
    }
}

/// An intentional draw.
pub const INTENTIONAL_DRAW: MatchResult =
    MatchResult { winner: Winner::Draw, games: Some(Games { first: 0, second: 0, drawn: 3 }) };

/// Returns a result with its games.
pub(crate) fn result(winner: Winner, first: i32, second: i32, drawn: i32) -> MatchResult {
    MatchResult { winner, games: Some(Games { first, second, drawn }) }
}
