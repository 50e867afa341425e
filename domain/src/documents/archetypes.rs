//! The shares of archetypes among the players of an event, and their results against each other.
//!
//! * Players are those who were paired in a round of play. If none were, they are those who hold a place.
//! * Archetypes are the same if they differ only in case and spaces. Players without one are one group.
//! * Matches count if they were played: not byes, assigned losses, practice matches, intentional draws, and matches
//!   without a result. Matches within one group are counted apart, since they say nothing about its strength.
//! * In a team event, each seat is a match of its own. A seat counts if its own result was reported.
//! * The match-win rate is the share of won matches among those that had a winner, so draws do not change it. It is
//!   stated from [`ENOUGH_MATCHES`] such matches on.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use proto_events::ids::RegistrationId;
use proto_events::tournament::{Games, PairingKind, Winner};
use proto_events::vocabulary::{ProgressStatus, RoundType};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fraction::Rounded;
use crate::proportion::proportion;
use crate::tournament::{Match, Phase, Registration, Round, Tournament};

/// The fewest matches with a winner for which a match-win rate is stated.
pub const ENOUGH_MATCHES: u32 = 10;

/// The games of an intentional draw.
const AGREED: Games = Games { first: 0, second: 0, drawn: 3 };

/// Decimals of shares and rates.
const DECIMALS: u8 = 4;

/// Archetypes of an event. They are those of the lists that were handed in.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = EventArchetypes)]
pub struct ArchetypesDocument<'a> {
    /// Id of the event.
    pub id: i64,
    /// Number of players: those who were paired in a round.
    pub players: u32,
    /// Matches between players of different archetypes. They are the matches in all results below.
    pub matches: u32,
    /// Matches between players of the same archetype, which are in no results.
    pub mirror_matches: u32,
    /// Intentional draws (0–0–3), which are in no results.
    pub intentional_draws: u32,
    /// Matches that ended without a result, which are in no results. In a team event, these are the seats whose own
    /// result was not reported.
    pub matches_without_result: u32,
    /// The archetypes, those with most players first. The last one may be empty: players without a known archetype.
    pub archetypes: Vec<ArchetypeLine<'a>>,
}

/// An archetype in an event.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = EventArchetype)]
pub struct ArchetypeLine<'a> {
    /// Its name, as most players spell it; empty if it is not known.
    pub archetype: Cow<'a, str>,
    /// Number of its players.
    pub players: u32,
    /// Its share of the players.
    pub share: Share,
    /// Its players who reached the playoff.
    pub playoff_players: u32,
    /// Matches won against other archetypes.
    pub matches_won: u32,
    /// Matches lost against other archetypes.
    pub matches_lost: u32,
    /// Matches drawn against other archetypes.
    pub matches_drawn: u32,
    /// Won matches among those with a winner; null with fewer than ten of them.
    pub match_win_rate: Option<Share>,
    /// Matches between two of its players.
    pub mirror_matches: u32,
    /// Results against each archetype that it met.
    pub opponents: Vec<ArchetypeResults<'a>>,
}

/// The results of one archetype against another one.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ArchetypeResults<'a> {
    /// The other archetype; empty if it is not known.
    pub archetype: Cow<'a, str>,
    /// Matches won.
    pub matches_won: u32,
    /// Matches lost.
    pub matches_lost: u32,
    /// Matches drawn.
    pub matches_drawn: u32,
    /// Won matches among those with a winner; null with fewer than ten of them.
    pub match_win_rate: Option<Share>,
}

/// A share with its 95 % confidence interval (Wilson's score interval), from 0 to 1 with four decimals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ArchetypeShare)]
pub struct Share {
    /// The share.
    pub value: f64,
    /// Lower bound of the interval.
    pub low: f64,
    /// Upper bound of the interval.
    pub high: f64,
}

impl Share {
    fn of(part: u32, whole: u32) -> Option<Self> {
        let rounded = |number: f64| Rounded::from_f64(number, DECIMALS).as_f64();
        proportion(part, whole).map(|share| share.map(rounded)).map(|[value, low, high]| Self { value, low, high })
    }
}

/// The players of one archetype, while matches are counted.
#[derive(Default)]
struct Group {
    name: String,
    players: u32,
    playoff_players: u32,
    /// Results against all other groups.
    results: Results,
    mirror_matches: u32,
    /// Results against each group that it met, by index.
    against: BTreeMap<usize, Results>,
}

/// Matches won, lost and drawn.
#[derive(Clone, Copy, Default)]
struct Results {
    won: u32,
    lost: u32,
    drawn: u32,
}

impl Results {
    /// Returns the match-win rate; `None` with fewer than [`ENOUGH_MATCHES`] matches with a winner.
    fn win_rate(self) -> Option<Share> {
        let decided = self.won + self.lost;
        Share::of(self.won, decided).filter(|_| decided >= ENOUGH_MATCHES)
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

impl ArchetypesDocument<'static> {
    /// Creates the document of an event. `archetype_of` returns the archetype of a player's list; the text may be empty.
    pub fn new<'t>(tournament: &'t Tournament, archetype_of: impl Fn(&'t Registration) -> Option<&'t str>) -> Self {
        let players = players(tournament);
        let named = players.iter().map(|player| (player.id, archetype_of(player).unwrap_or_default()));
        let (mut groups, group_of) = group(named);
        for id in in_playoff(tournament) {
            if let Some(at) = group_of.get(&id) {
                groups[*at].playoff_players += 1;
            }
        }
        let mut document = Self { id: tournament.id.0, players: count(players.len()), ..Self::default() };
        for (_, round) in rounds_of_play(tournament) {
            for table in round.all_matches() {
                // Of teams that play together, each list meets the one of the same seat.
                for pair in [&table.pairing.players, &table.partners] {
                    document.add(&mut groups, &group_of, pair, table, round.status);
                }
            }
        }
        document.archetypes = groups.iter().map(|group| line(&groups, group, document.players)).collect();
        document
    }

    fn add(
        &mut self,
        groups: &mut [Group],
        group_of: &HashMap<RegistrationId, usize>,
        pair: &[RegistrationId],
        table: &Match,
        round: ProgressStatus,
    ) {
        let ([first, second], PairingKind::Versus, false) = (pair, table.pairing.kind, table.pairing.is_ghost) else {
            return;
        };
        let (Some(&first), Some(&second)) = (group_of.get(first), group_of.get(second)) else { return };
        let Some(result) = table.result else {
            self.matches_without_result += u32::from(round == ProgressStatus::Complete);
            return;
        };
        if result.winner == Winner::Draw && result.games == Some(AGREED) {
            self.intentional_draws += 1;
            return;
        }
        if first == second {
            self.mirror_matches += 1;
            groups[first].mirror_matches += 1;
            return;
        }
        self.matches += 1;
        for (own, other, won) in [(first, second, Winner::First), (second, first, Winner::Second)] {
            groups[own].results.add(result.winner, won);
            groups[own].against.entry(other).or_default().add(result.winner, won);
        }
    }
}

fn line(groups: &[Group], group: &Group, players: u32) -> ArchetypeLine<'static> {
    let opponents = group.against.iter().map(|(other, results)| ArchetypeResults {
        archetype: Cow::Owned(groups[*other].name.clone()),
        matches_won: results.won,
        matches_lost: results.lost,
        matches_drawn: results.drawn,
        match_win_rate: results.win_rate(),
    });
    ArchetypeLine {
        archetype: Cow::Owned(group.name.clone()),
        players: group.players,
        share: Share::of(group.players, players).unwrap_or_default(),
        playoff_players: group.playoff_players,
        matches_won: group.results.won,
        matches_lost: group.results.lost,
        matches_drawn: group.results.drawn,
        match_win_rate: group.results.win_rate(),
        mirror_matches: group.mirror_matches,
        opponents: opponents.collect(),
    }
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
        let paired = round.all_matches().flat_map(Match::seated).map(|(_, player)| player);
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
    let mut players: Vec<_> = tables.flat_map(Match::seated).map(|(_, player)| player).collect();
    players.sort_unstable();
    players.dedup();
    players
}

/// Forms the groups, those with most players first, and last the players without an archetype. Returns them with the
/// index of each player's group. A group is named as most of its players spell it.
fn group<'a>(named: impl Iterator<Item = (RegistrationId, &'a str)>) -> (Vec<Group>, HashMap<RegistrationId, usize>) {
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
        let name = most.map(|(name, _)| name).unwrap_or_default();
        groups.push(Group { name, players: count(players.len()), ..Group::default() });
        group_of.extend(players.into_iter().map(|id| (id, at)));
    }
    (groups, group_of)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_needs_ten_matches_with_a_winner() {
        assert_eq!(ENOUGH_MATCHES, 10);
        let rate = |won, lost, drawn| Results { won, lost, drawn }.win_rate();
        assert_eq!(rate(5, 4, 8), None);
        // Draws do not change it.
        assert_eq!(rate(6, 4, 8), Some(Share { value: 0.6, low: 0.3127, high: 0.8318 }));
    }
}
