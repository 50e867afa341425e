//! The shares of archetypes among the players of a tournament, and their results against each other.
//!
//! * Players are those who were paired in a round of play. If none were, they are those who hold a place.
//! * Archetypes are the same if they differ only in case and spaces. Players without one are one group.
//! * Matches count if they were played: not byes, assigned losses, practice matches, intentional draws, and matches
//!   without a result. Matches within one group are counted apart, since they say nothing about its strength.
//! * In a team event, each seat is a match of its own. A seat counts if its own result was reported.
//! * The match-win rate is the share of won matches among those that had a winner, so draws do not change it. It is
//!   stated from [`ENOUGH_MATCHES`] such matches on.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use proto_events::ids::RegistrationId;
use proto_events::tournament::{Games, PairingKind, Winner};
use proto_events::vocabulary::{ProgressStatus, RoundType};

use super::{Match, Phase, Registration, Round, Tournament};
use crate::proportion::Proportion;

/// The fewest matches with a winner for which a match-win rate is stated.
pub const ENOUGH_MATCHES: u32 = 10;

/// The archetypes of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archetypes {
    /// Number of players.
    pub players: u32,
    /// The archetypes, those with most players first, and last the players without an archetype.
    pub groups: Vec<Archetype>,
    /// Matches by whether they count.
    pub matches: MatchCounts,
}

/// The players of one archetype.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archetype {
    /// Its name, as most players spell it; empty for players without an archetype.
    pub name: String,
    /// Number of players.
    pub players: u32,
    /// Players who reached the playoff.
    pub playoff_players: u32,
    /// Results against all other groups.
    pub results: Results,
    /// Matches within the group.
    pub mirror_matches: u32,
    /// Results against each group that it met, by index in [`Archetypes::groups`].
    pub against: BTreeMap<usize, Results>,
}

/// Matches won, lost and drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Results {
    /// Matches won.
    pub won: u32,
    /// Matches lost.
    pub lost: u32,
    /// Matches drawn in play.
    pub drawn: u32,
}

/// Numbers of matches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MatchCounts {
    /// Matches between different groups.
    pub counted: u32,
    /// Matches within a group.
    pub mirrors: u32,
    /// Draws that the players agreed on (0–0–3).
    pub intentional_draws: u32,
    /// Matches that ended without a result.
    pub without_result: u32,
}

impl Results {
    /// Returns the match-win rate; `None` with fewer than [`ENOUGH_MATCHES`] matches with a winner.
    pub fn win_rate(self) -> Option<Proportion> {
        let decided = self.won + self.lost;
        (decided >= ENOUGH_MATCHES).then(|| Proportion::of(self.won, decided)).flatten()
    }

    fn add(&mut self, winner: Winner, won: Winner) {
        match winner {
            Winner::Draw => self.drawn += 1,
            Winner::Neither => self.lost += 1,
            winner if winner == won => self.won += 1,
            _ => self.lost += 1,
        }
    }
}

/// Returns the archetypes of a tournament. `archetype_of` returns the archetype of a player's list; the text may be
/// empty.
pub fn archetypes<'a>(
    tournament: &'a Tournament,
    archetype_of: impl Fn(&'a Registration) -> Option<&'a str>,
) -> Archetypes {
    let players = players(tournament);
    let named = players.iter().map(|player| (player.id, archetype_of(player).unwrap_or_default()));
    let (mut groups, group_of) = group(named);
    for id in in_playoff(tournament) {
        if let Some(at) = group_of.get(&id) {
            groups[*at].playoff_players += 1;
        }
    }
    let mut matches = MatchCounts::default();
    for (_, round) in rounds_of_play(tournament) {
        for table in round.all_matches() {
            add(&mut groups, &group_of, &mut matches, (table, round.status));
        }
    }
    Archetypes { players: count(players.len()), groups, matches }
}

/// Returns the rounds in which players were paired against each other, and that have begun.
fn rounds_of_play(tournament: &Tournament) -> impl Iterator<Item = (&Phase, &Round)> {
    let begun = |round: &Round| round.status != ProgressStatus::Upcoming;
    tournament.rounds().filter(move |(_, round)| round.round_type == RoundType::PlayVsOpponent && begun(round))
}

fn players(tournament: &Tournament) -> Vec<&Registration> {
    let mut has_played = vec![false; tournament.registrations.len()];
    for (_, round) in rounds_of_play(tournament) {
        let team_byes = round.team_matches.iter().filter(|played| played.seats.is_empty());
        let members = team_byes.flat_map(|played| &played.teams).filter_map(|team| tournament.team(*team));
        let members = members.flat_map(|team| team.members.iter().map(|member| member.registration_id));
        let paired = round.all_matches().flat_map(|table| table.pairing.players.iter().copied());
        for place in paired.chain(members).filter_map(|id| tournament.registration_position(id)) {
            has_played[place] = true;
        }
    }
    let is_known = has_played.contains(&true);
    let entries = tournament.registrations.iter().zip(has_played);
    let is_player = |(entry, has_played): &(&Registration, bool)| {
        if is_known { *has_played } else { entry.is_enrolled() && !entry.has_left() }
    };
    entries.filter(is_player).map(|(entry, _)| entry).collect()
}

/// Returns the registrations that were paired in a playoff, each once.
fn in_playoff(tournament: &Tournament) -> Vec<RegistrationId> {
    let rounds = rounds_of_play(tournament).filter(|(phase, _)| phase.round_type.is_playoff());
    let tables = rounds.flat_map(|(_, round)| round.all_matches());
    let mut players: Vec<_> = tables.flat_map(|table| table.pairing.players.iter().copied()).collect();
    players.sort_unstable();
    players.dedup();
    players
}

/// Forms the groups, and returns the index of each player's group.
fn group<'a>(
    named: impl Iterator<Item = (RegistrationId, &'a str)>,
) -> (Vec<Archetype>, HashMap<RegistrationId, usize>) {
    let mut by_key = BTreeMap::<String, (BTreeMap<String, u32>, Vec<RegistrationId>)>::new();
    for (id, name) in named {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let (spellings, players) = by_key.entry(name.to_lowercase()).or_default();
        *spellings.entry(name).or_default() += 1;
        players.push(id);
    }
    let mut formed: Vec<_> = by_key.into_iter().collect();
    formed.sort_by_key(|(key, (_, players))| (key.is_empty(), Reverse(players.len())));
    let mut group_of = HashMap::new();
    let mut groups = Vec::with_capacity(formed.len());
    for (at, (_, (spellings, players))) in formed.into_iter().enumerate() {
        let most = spellings.into_iter().rev().max_by_key(|(_, count)| *count);
        groups.push(Archetype {
            name: most.map(|(name, _)| name).unwrap_or_default(),
            players: count(players.len()),
            playoff_players: 0,
            results: Results::default(),
            mirror_matches: 0,
            against: BTreeMap::new(),
        });
        group_of.extend(players.into_iter().map(|id| (id, at)));
    }
    (groups, group_of)
}

fn add(
    groups: &mut [Archetype],
    group_of: &HashMap<RegistrationId, usize>,
    matches: &mut MatchCounts,
    (table, round): (&Match, ProgressStatus),
) {
    let pairing = &table.pairing;
    let ([first, second], PairingKind::Versus, false) = (&pairing.players[..], pairing.kind, pairing.is_ghost) else {
        return;
    };
    let (Some(&first), Some(&second)) = (group_of.get(first), group_of.get(second)) else { return };
    let Some(result) = table.result else {
        matches.without_result += u32::from(round == ProgressStatus::Complete);
        return;
    };
    if result.winner == Winner::Draw && result.games == Some(AGREED) {
        matches.intentional_draws += 1;
        return;
    }
    if first == second {
        matches.mirrors += 1;
        groups[first].mirror_matches += 1;
        return;
    }
    matches.counted += 1;
    for (own, other, won) in [(first, second, Winner::First), (second, first, Winner::Second)] {
        groups[own].results.add(result.winner, won);
        groups[own].against.entry(other).or_default().add(result.winner, won);
    }
}

/// The games of an intentional draw.
const AGREED: Games = Games { first: 0, second: 0, drawn: 3 };

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
