//! Describes tournaments in few words: `Script::new(4).swiss(1, &["1v2 2-0", "3v4 1-1-1"])`.
//!
//! Players are numbers (their registration ids), and rounds have their number as id. A match is written as
//! `<player>v<player> <won>-<lost>[-<drawn>]`, `… first|second|draw` (games unknown), `… ?` (no result),
//! `… p1222` (places in a pod, by seat), `<player> bye`, or `<player> loss`, optionally followed by `ghost` or `consolation`.

use std::collections::HashMap;

use chrono::DateTime;
use domain::pairing::EntrantId;
use domain::tournament::Tournament;
use domain::tournament::standings::{Standing, standings_after};
use proto_events::ids::{MatchId, PhaseId, RegistrationId, RoundId, TournamentId, UserId};
use proto_events::testing;
use proto_events::tournament::{Games, MatchResult, Pairing, PairingKind, TournamentDetails, Winner};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PhaseType, RegistrationStatus, RoundType};
use proto_events::{Envelope, StreamId, TournamentEvent};

/// A tournament as a growing list of events.
#[derive(Clone)]
pub(crate) struct Script {
    pub(crate) events: Vec<TournamentEvent>,
    phase: Option<(PhaseId, PhaseType)>,
    phases: i32,
}

pub(crate) fn details() -> TournamentDetails {
    TournamentDetails::new("Thursday Legacy", EventFormat::Legacy)
}

impl Script {
    /// Creates an event with this many players and the default rules.
    pub(crate) fn new(players: i64) -> Self {
        Self::with(players, details())
    }

    pub(crate) fn with(players: i64, details: TournamentDetails) -> Self {
        let script = Self { events: vec![TournamentEvent::Created { details, seed: 7 }], phase: None, phases: 0 };
        (1..=players).fold(script, Script::register)
    }

    pub(crate) fn register(self, player: i64) -> Self {
        let status = RegistrationStatus::Complete;
        let (registration_id, user_id) = (RegistrationId(player), UserId(1_000 + player));
        self.then(TournamentEvent::PlayerRegistered { registration_id, user_id, status })
    }

    pub(crate) fn then(mut self, event: TournamentEvent) -> Self {
        self.events.push(event);
        self
    }

    pub(crate) fn swiss(self, number: i32, tables: &[&str]) -> Self {
        self.open(PhaseType::Swiss, number, tables).complete(number)
    }

    pub(crate) fn playoff(self, number: i32, tables: &[&str]) -> Self {
        self.open(PhaseType::SingleElimination, number, tables).complete(number)
    }

    pub(crate) fn double(self, number: i32, tables: &[&str]) -> Self {
        self.open(PhaseType::DoubleElimination, number, tables).complete(number)
    }

    /// Adds a round in progress with these results.
    pub(crate) fn open(self, phase: PhaseType, number: i32, tables: &[&str]) -> Self {
        let round_id = round(number);
        let tables: Vec<(Pairing, Option<MatchResult>)> =
            tables.iter().enumerate().map(|(index, text)| table(match_id(number, index), text)).collect();
        let pairings = tables.iter().map(|(pairing, _)| pairing.clone()).collect();
        let started = self
            .add_round(phase, number, RoundType::PlayVsOpponent)
            .then(TournamentEvent::MatchesPaired { round_id, pairings })
            .then(TournamentEvent::PairingsCompleted { round_id })
            .then(TournamentEvent::RoundStarted { round_id });
        tables.into_iter().fold(started, |script, (pairing, result)| match result {
            Some(result) => script.then(TournamentEvent::ResultReported { match_id: pairing.match_id, result }),
            None => script,
        })
    }

    pub(crate) fn add_round(mut self, phase: PhaseType, number: i32, round_type: RoundType) -> Self {
        let current = self.phase.filter(|(_, known)| *known == phase).map(|(id, _)| id);
        let phase_id = current.unwrap_or_else(|| {
            self.phases += 1;
            let phase_id = PhaseId(self.phases.into());
            self.phase = Some((phase_id, phase));
            let order_in_phases = self.phases;
            self.events.push(TournamentEvent::PhaseAdded { phase_id, order_in_phases, round_type: phase });
            phase_id
        });
        self.then(testing::round_added(round(number), phase_id, number, round_type))
    }

    pub(crate) fn complete(self, number: i32) -> Self {
        self.then(TournamentEvent::RoundCompleted { round_id: round(number) })
    }

    /// Corrects the result of a match; matches count from 0.
    pub(crate) fn correct(self, number: i32, index: usize, text: &str) -> Self {
        let (_, result) = table(match_id(number, index), &format!("1v2 {text}"));
        self.then(TournamentEvent::ResultCorrected { match_id: match_id(number, index), result: result.unwrap() })
    }

    pub(crate) fn drop(self, player: i64) -> Self {
        self.then(TournamentEvent::PlayerDropped { registration_id: RegistrationId(player) })
    }

    pub(crate) fn disqualify(self, player: i64) -> Self {
        self.then(TournamentEvent::PlayerDisqualified { registration_id: RegistrationId(player) })
    }

    pub(crate) fn cut(self, after_round_number: i32, advancing: &[i64]) -> Self {
        let advancing = advancing.iter().copied().map(RegistrationId).collect();
        self.then(TournamentEvent::CutMade { after_round_number, advancing })
    }

    pub(crate) fn draw_ties(self, order: &[i64]) -> Self {
        self.then(TournamentEvent::TiesDrawn { order: order.iter().copied().map(RegistrationId).collect() })
    }

    pub(crate) fn finish(self) -> Self {
        self.then(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished })
    }

    pub(crate) fn fold(&self) -> Tournament {
        Tournament::from_events(&envelopes(&self.events)).expect("the script is sound")
    }

    pub(crate) fn standings(&self, number: i32) -> Vec<Standing> {
        standings_after(&self.fold(), round(number)).expect("the round exists")
    }

    /// Returns the players in the standings after a round, best first.
    pub(crate) fn order(&self, number: i32) -> Vec<i64> {
        self.standings(number).iter().map(|standing| id(standing.competitor)).collect()
    }

    pub(crate) fn line(&self, number: i32, player: i64) -> Standing {
        line(&self.standings(number), player)
    }
}

pub(crate) fn line(standings: &[Standing], player: i64) -> Standing {
    let found = standings.iter().find(|standing| id(standing.competitor) == player);
    found.cloned().unwrap_or_else(|| panic!("player {player} has no line"))
}

pub(crate) fn id(EntrantId(id): EntrantId) -> i64 {
    id
}

pub(crate) fn round(number: i32) -> RoundId {
    RoundId(number.into())
}

pub(crate) fn match_id(round: i32, index: usize) -> MatchId {
    MatchId(i64::from(round) * 100_000 + i64::try_from(index).unwrap())
}

pub(crate) fn plain(places: &HashMap<RegistrationId, i32>) -> Vec<(i64, i32)> {
    let mut plain: Vec<(i64, i32)> = places.iter().map(|(id, place)| (id.0, *place)).collect();
    plain.sort_by_key(|(id, place)| (*place, *id));
    plain
}

pub(crate) fn envelopes(events: &[TournamentEvent]) -> Vec<Envelope> {
    (1..).zip(events).map(|(number, event)| envelope(number, event.clone())).collect()
}

pub(crate) fn envelope(number: i64, event: TournamentEvent) -> Envelope {
    testing::envelope(StreamId::tournament(TournamentId(1)), number, DateTime::UNIX_EPOCH, event)
}

pub(crate) fn table(match_id: MatchId, text: &str) -> (Pairing, Option<MatchResult>) {
    let mut words = text.split(' ');
    let (players, said) = (words.next().unwrap(), words.next().unwrap());
    let marks: Vec<&str> = words.collect();
    let players: Vec<RegistrationId> = players.split('v').map(|id| RegistrationId(id.parse().unwrap())).collect();
    let kind = match said {
        "bye" => PairingKind::Bye,
        "loss" => PairingKind::AssignedLoss,
        _ => PairingKind::Versus,
    };
    let pairing = Pairing {
        match_id,
        kind,
        table_number: 1,
        players,
        is_ghost: marks.contains(&"ghost"),
        is_consolation: marks.contains(&"consolation"),
        ..Pairing::default()
    };
    (pairing, result(said))
}

fn of_pod(said: &str) -> MatchResult {
    let digits: Vec<u8> = said.bytes().map(|digit| digit - b'0').collect();
    let first: Vec<usize> = (0..digits.len()).filter(|seat| digits[*seat] == 1).collect();
    let winner = if let [seat] = first[..] { Winner::of_seat(seat).unwrap() } else { Winner::Draw };
    let places = std::array::from_fn(|seat| digits.get(seat).copied().unwrap_or(0));
    MatchResult { places: Some(places), ..MatchResult::new(winner, None) }
}

fn result(said: &str) -> Option<MatchResult> {
    let unknown = |winner| Some(MatchResult::new(winner, None));
    match said {
        "?" | "bye" | "loss" => None,
        "first" => unknown(Winner::First),
        "second" => unknown(Winner::Second),
        "draw" => unknown(Winner::Draw),
        places if places.starts_with('p') => Some(of_pod(&places[1..])),
        "both-lose" => Some(MatchResult::new(Winner::Neither, Some(Games { first: 0, second: 0, drawn: 0 }))),
        games => {
            let games: Vec<i32> = games.split('-').map(|games| games.parse().unwrap()).collect();
            let (first, second) = (games[0], games[1]);
            let winner = match first.cmp(&second) {
                std::cmp::Ordering::Greater => Winner::First,
                std::cmp::Ordering::Less => Winner::Second,
                std::cmp::Ordering::Equal => Winner::Draw,
            };
            let drawn = games.get(2).copied().unwrap_or(0);
            Some(MatchResult::new(winner, Some(Games { first, second, drawn })))
        }
    }
}
