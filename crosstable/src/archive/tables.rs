//! The players in order, and the rounds with their matches.

use std::collections::{HashMap, HashSet};

use domain::tournament::standings::Standing;
use domain::tournament::{Match, Phase, Round as Played, Tournament};
use proto_events::ids::{RegistrationId, UserId};
use proto_events::tournament::{Games, MatchResult, PairingKind, Winner};
use proto_events::vocabulary::{PhaseType, ProgressStatus, RoundType};

use super::document::{Round, Table};

/// The players of an archive, sorted by name.
pub(super) struct Field {
    pub(super) players: Vec<RegistrationId>,
    pub(super) names: Vec<String>,
    places: HashMap<RegistrationId, usize>,
}

impl Field {
    /// Collects all players who played or are in the last standings. Players of the same name are in order of
    /// registration.
    pub(super) fn of(tournament: &Tournament, last: &[Standing], name: impl Fn(UserId) -> String) -> Self {
        let tables = played(tournament).flat_map(|(_, round)| counted(round));
        let mut present: HashSet<RegistrationId> = tables.flat_map(|table| table.pairing.players.clone()).collect();
        present.extend(last.iter().filter_map(|line| tournament.player_of(line.competitor)));
        let entries = tournament.registrations.iter().filter(|entry| present.contains(&entry.id));
        let mut players: Vec<(String, RegistrationId)> = entries.map(|entry| (name(entry.user_id), entry.id)).collect();
        players.sort_by(|one, other| one.0.cmp(&other.0));
        let (names, players): (Vec<_>, Vec<_>) = players.into_iter().unzip();
        let places = players.iter().copied().zip(0..).collect();
        Self { players, names, places }
    }

    pub(super) fn index(&self, player: RegistrationId) -> Option<usize> {
        self.places.get(&player).copied()
    }
}

/// Returns the complete rounds of play, in order.
pub(super) fn played(tournament: &Tournament) -> impl Iterator<Item = (&Phase, &Played)> {
    tournament.rounds().filter(|(_, round)| {
        round.number > 0 && round.round_type == RoundType::PlayVsOpponent && round.status == ProgressStatus::Complete
    })
}

fn counted(round: &Played) -> impl Iterator<Item = &Match> {
    let counts = |table: &&Match| !table.pairing.is_ghost && table.pairing.kind != PairingKind::Seating;
    round.matches.iter().filter(counts)
}

pub(super) fn rounds(tournament: &Tournament, field: &Field) -> Vec<Round> {
    let round = |(phase, round): (&Phase, &Played)| {
        let mut tables: Vec<&Match> = counted(round).collect();
        // In the order in which an import seats them: by table, byes and assigned losses last.
        tables.sort_by_key(|table| (table.pairing.kind != PairingKind::Versus, table.pairing.table_number, table.id()));
        Round {
            number: round.number,
            kind: if phase.round_type.is_playoff() { "playoff" } else { "swiss" },
            matches: tables.into_iter().filter_map(|table| written(phase, table, field)).collect(),
        }
    };
    played(tournament).map(round).collect()
}

fn written(phase: &Phase, table: &Match, field: &Field) -> Option<Table> {
    let is_in_pools = phase.round_type == PhaseType::RoundRobin;
    let mut players = table.pairing.players.iter().filter_map(|player| field.index(*player));
    let (p1, p2) = (players.next()?, players.next());
    let (bye, loss) = (table.pairing.kind == PairingKind::Bye, table.pairing.kind == PairingKind::AssignedLoss);
    let games = |first, second, drawn| Some(Games { first, second, drawn });
    let result = match table.pairing.kind {
        PairingKind::Bye => MatchResult::new(Winner::First, games(2, 0, 0)),
        PairingKind::AssignedLoss => MatchResult::new(Winner::Second, games(0, 0, 0)),
        // A match without a reported result counts as a draw.
        _ => table.result.unwrap_or(MatchResult::new(Winner::Draw, games(0, 0, 0))),
    };
    Some(Table {
        p1,
        p2: if bye || loss { None } else { Some(p2?) },
        p3: players.next(),
        p4: players.next(),
        p5: players.next(),
        g1: result.games.map(|games| games.first),
        g2: result.games.map(|games| games.second),
        gd: result.games.map(|games| games.drawn),
        bye,
        loss,
        winner: match result.winner {
            Winner::Draw => 0,
            Winner::First => 1,
            Winner::Second => 2,
            Winner::Neither => 3,
            Winner::Third => 4,
            Winner::Fourth => 5,
            Winner::Fifth => 6,
        },
        places: result.places,
        scores: result.scores,
        pool: Some(table.pairing.pod_number).filter(|number| is_in_pools && *number > 0),
        is_consolation: table.pairing.is_consolation,
    })
}
