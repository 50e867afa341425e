//! A long log of finished tournaments with lists, written directly and cheaply.

use anyhow::ensure;
use e2e::scenario::{announced, append, details, round};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, MatchId, PhaseId, RegistrationId, RoundId, Sequence, TournamentId, UserId};
use proto_events::tournament::{Games, MatchResult, Pairing, PairingKind, Winner};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PhaseType, RoundType};
use proto_events::{Actor, DecklistEvent, DomainEvent, StreamId, TournamentEvent};
use storage::EventStore;

use crate::live::{ORGANIZATION, registered};
use crate::names::name;

/// Tournaments in a block. A block is appended in one transaction, and has its own people.
const TOURNAMENTS: i64 = 20;
/// People of a block. Each plays in half of its tournaments.
const PEOPLE: i64 = 40;
/// Players, rounds and tables of a tournament.
const PLAYERS: i64 = 20;
const ROUNDS: i64 = 5;
const TABLES: i64 = PLAYERS / 2;
/// Events of a block: of people, of lists, and of tournaments.
const EVENTS: i64 = PEOPLE + TOURNAMENTS * (PLAYERS + 1 + 2 * PLAYERS + 3 + ROUNDS * (TABLES + 5));

/// The size of a generated log.
#[derive(Debug, Clone, Copy)]
pub(crate) struct History {
    pub(crate) events: i64,
    /// Lists, each with an event.
    pub(crate) lists: i64,
    /// The newest list.
    pub(crate) last_list: i64,
}

/// The first ids of a block.
#[derive(Debug, Clone, Copy)]
struct Ids {
    user: i64,
    tournament: i64,
    registration: i64,
    phase: i64,
    round: i64,
    table: i64,
    list: i64,
}

/// Appends at least this many events.
pub(crate) async fn write(log: &dyn EventStore, events: i64) -> anyhow::Result<History> {
    let (blocks, begun) = ((events + EVENTS - 1) / EVENTS, log.head().await?);
    let first = Ids::reserve(log, blocks).await?;
    for block in 0..blocks {
        append(log, (Actor::System, ORGANIZATION), first.of(block).streams()).await?;
    }
    let written = log.head().await?.0 - begun.0;
    ensure!(written == blocks * EVENTS, "{blocks} blocks have {written} events");
    let lists = blocks * TOURNAMENTS * PLAYERS;
    Ok(History { events: written, lists, last_list: first.list + lists - 1 })
}

impl Ids {
    /// Reserves the ids of this many blocks.
    async fn reserve(log: &dyn EventStore, blocks: i64) -> anyhow::Result<Self> {
        let reserve = async |sequence, count: i64| {
            log.reserve_ids(sequence, usize::try_from(count * blocks)?).await.map_err(anyhow::Error::from)
        };
        Ok(Self {
            user: reserve(Sequence::User, PEOPLE).await?,
            tournament: reserve(Sequence::Tournament, TOURNAMENTS).await?,
            registration: reserve(Sequence::Registration, TOURNAMENTS * PLAYERS).await?,
            phase: reserve(Sequence::Phase, TOURNAMENTS).await?,
            round: reserve(Sequence::Round, TOURNAMENTS * ROUNDS).await?,
            table: reserve(Sequence::Match, TOURNAMENTS * ROUNDS * TABLES).await?,
            list: reserve(Sequence::Decklist, TOURNAMENTS * PLAYERS).await?,
        })
    }

    /// Returns the first ids of a block.
    fn of(self, block: i64) -> Self {
        self.after(block * PEOPLE, block * TOURNAMENTS)
    }

    /// Returns the ids after this many people and tournaments.
    fn after(self, people: i64, tournaments: i64) -> Self {
        Self {
            user: self.user + people,
            tournament: self.tournament + tournaments,
            registration: self.registration + tournaments * PLAYERS,
            phase: self.phase + tournaments,
            round: self.round + tournaments * ROUNDS,
            table: self.table + tournaments * ROUNDS * TABLES,
            list: self.list + tournaments * PLAYERS,
        }
    }

    /// Returns the streams of a block.
    fn streams(self) -> Vec<(StreamId, Vec<DomainEvent>)> {
        let mut streams: Vec<_> = (self.user..self.user + PEOPLE).map(registered).collect();
        for tournament in 0..TOURNAMENTS {
            let ids = self.after(0, tournament);
            // Neighbors meet in half of their tournaments.
            let users = (0..PLAYERS).map(|player| self.user + (tournament + player) % PEOPLE);
            let users: Vec<_> = users.map(UserId).collect();
            streams.extend(
                (ids.list..)
                    .zip(&users)
                    .map(|(list, user)| (StreamId::decklist(DecklistId(list)), vec![submitted(list, *user)])),
            );
            let events = ids.tournament(&users).into_iter().map(DomainEvent::from).collect();
            streams.push((StreamId::tournament(TournamentId(ids.tournament)), events));
        }
        streams
    }

    /// Returns the events of a tournament from its announcement to its end.
    fn tournament(self, users: &[UserId]) -> Vec<TournamentEvent> {
        let registrations = (self.registration..).map(RegistrationId);
        let settings = details(&format!("Legacy {}", self.tournament), EventFormat::Legacy, self.tournament);
        let mut events = announced(settings, self.tournament, registrations.clone().zip(users.iter().copied()));
        events.extend(registrations.zip(self.list..).take(users.len()).map(|(registration_id, list)| {
            TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(DecklistId(list)) }
        }));
        events.push(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress });
        let phase_id = PhaseId(self.phase);
        events.push(TournamentEvent::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::Swiss });
        (0..ROUNDS).for_each(|number| events.extend(self.round(phase_id, number)));
        events.push(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished });
        events
    }

    /// Returns the events of a round, numbered from 0.
    fn round(self, phase: PhaseId, number: i64) -> Vec<TournamentEvent> {
        let (round_id, first) = (RoundId(self.round + number), self.table + number * TABLES);
        let pairings = (0..TABLES).map(|table| Pairing {
            match_id: MatchId(first + table),
            kind: PairingKind::Versus,
            table_number: small(table) + 1,
            pod_number: 0,
            players: opponents(table, number).map(|player| RegistrationId(self.registration + player)).into(),
            is_ghost: false,
            is_consolation: false,
        });
        let added = round(round_id, phase, small(number) + 1, RoundType::PlayVsOpponent, number == ROUNDS - 1);
        let mut events = vec![added, TournamentEvent::MatchesPaired { round_id, pairings: pairings.collect() }];
        events.push(TournamentEvent::PairingsCompleted { round_id });
        events.push(TournamentEvent::RoundStarted { round_id });
        events.extend((first..first + TABLES).map(|table| {
            let games = Games { first: 2, second: small(table % 2), drawn: 0 };
            let result = MatchResult::new(Winner::First, Some(games));
            TournamentEvent::ResultReported { match_id: MatchId(table), result }
        }));
        events.push(TournamentEvent::RoundCompleted { round_id });
        events
    }
}

/// Returns who sits at a table: the first player stays, and the others move on by one seat from round to round.
fn opponents(table: i64, round: i64) -> [i64; 2] {
    [table, PLAYERS - 1 - table].map(|seat| if seat == 0 { 0 } else { 1 + (seat - 1 + round) % (PLAYERS - 1) })
}

/// Returns a list of sixteen lines, as most are.
fn submitted(list: i64, owner: UserId) -> DomainEvent {
    let lines = (0..16).map(|card| format!("4 {}", name(list % 500 * 7 + card * 31)));
    let plaintext_list = lines.collect::<Vec<_>>().join("\n");
    let body = DecklistBody {
        name: format!("List {list}"),
        plaintext_list,
        archetype: "Burn".into(),
        ..DecklistBody::default()
    };
    DecklistEvent::Submitted { owner_user_id: Some(owner), body, deck_url: String::new() }.into()
}

/// Converts a number of a tournament, which is small.
fn small(number: i64) -> i32 {
    i32::try_from(number).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everyone_plays_once_in_a_round_and_meets_each_opponent_once() {
        let mut met = BTreeSet::new();
        for number in 0..ROUNDS {
            let tables: Vec<_> = (0..TABLES).map(|table| opponents(table, number)).collect();
            let seated: BTreeSet<i64> = tables.iter().flatten().copied().collect();
            assert!(seated.iter().copied().eq(0..PLAYERS), "{tables:?}");
            assert!(tables.into_iter().all(|[one, other]| met.insert([one.min(other), one.max(other)])));
        }
    }
}
