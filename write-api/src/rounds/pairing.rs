//! The tables of a round of any kind: what is paired, where the engine seats the entrants, and the events that record
//! it. Everything random follows from the event's seed, the round's number, and how often the round was paired before.

use domain::pairing::meeting::{Attendee, MeetingOrder, seat_meeting};
use domain::pairing::pods::{POD, Pod, PodOrder, assign_pods, pair_pods};
use domain::pairing::pools::{assign_pools, pair_pools};
use domain::pairing::tables_of_many::{LEAST, pair_tables};
use domain::pairing::{Entrant, EntrantId, Options, Seats, Way, pair, round_seed, sides};
use domain::tournament::phases::last_number;
use domain::tournament::playoff::Playoff;
use domain::tournament::pools::{pools, turn};
use domain::tournament::table_range::TableRange;
use domain::tournament::to_pair::{
    entrants, entries_of, has_checked_in, is_checked_in, of_bracket, of_drafts, plays, pods, table_size,
};
use proto_events::tournament::{Organizing, PAIRINGS_PER_EVENT, Pairing, PairingKind, TeamPairing};

use crate::prelude::*;

/// The maximum number of team matches in one event; each holds several pairings.
const TEAM_PAIRINGS_PER_EVENT: usize = PAIRINGS_PER_EVENT / 5;

/// There are too few entrants that have checked in; `waiting` have not.
fn too_few(here: usize, waiting: usize, least: usize) -> Refusal {
    Refusal::conflict(match waiting {
        0 => message!(
            "pairing-too-few",
            "{playing} can be paired; a round needs at least {least}.",
            playing = here,
            least
        ),
        waiting => message!(
            "pairing-not-checked-in",
            "{here} can be paired and {waiting} have not checked in; a round needs at least {least}. Check players in first.",
            here,
            waiting,
            least
        ),
    })
}

/// There was no cut, or Swiss rounds followed it.
pub(super) fn no_cut() -> Refusal {
    Refusal::conflict(message!("pairing-no-cut", "A playoff begins with a cut after the last Swiss round."))
}

/// The event's table numbers do not suffice.
pub(super) fn too_few_tables(tournament: &Tournament, seats: &[Seats]) -> Refusal {
    let tables = TableRange::of(tournament);
    Refusal::conflict(message!(
        "pairing-too-few-tables",
        "{needed} tables are needed, and the event has tables {first} to {last}. Change first_table or last_table of \
         the event.",
        needed = tables.needed(seats),
        first = tables.first,
        last = tables.last.unwrap_or(TABLE_NUMBER_MAX)
    ))
}

/// The kind of pairing of a round.
#[derive(Debug, Clone)]
pub(super) enum What {
    /// A player meeting.
    Meeting(MeetingOrder),
    /// Pods for a draft.
    Draft,
    /// A round inside pods.
    InPods {
        pods: Vec<Pod>,
        /// Whether it is the pods' first round.
        is_first: bool,
    },
    /// A round of pools.
    InPools {
        /// The pools; none before their first round, which assigns them.
        pools: Vec<Pod>,
        /// Which of their rounds it is, from 0.
        turn: usize,
    },
    /// A Swiss round.
    Swiss(Options),
    /// A round of a playoff.
    Playoff(Box<Playoff>),
}

impl What {
    /// Returns how an existing round is paired.
    pub(super) fn of(
        tournament: &Tournament,
        phase: &Phase,
        round: &Round,
        by_standing: Option<bool>,
    ) -> Result<Self, Refusal> {
        match (round.round_type, phase.round_type) {
            (RoundType::PlayerMeeting, _) => Ok(Self::Meeting(MeetingOrder::Alphabetical)),
            (RoundType::RandomPlayerMeeting, _) => Ok(Self::Meeting(MeetingOrder::Random)),
            (RoundType::DraftPod, _) => Ok(Self::Draft),
            (RoundType::PlayVsOpponent, PhaseType::DraftPod) => Ok(Self::in_pods(phase, round.number)),
            (RoundType::PlayVsOpponent, PhaseType::RoundRobin) => Ok(Self::in_pools(Some(phase), round.number)),
            (RoundType::PlayVsOpponent, PhaseType::Swiss) => {
                Ok(Self::Swiss(swiss_way(tournament, round.number, by_standing)))
            }
            (
                RoundType::PlayVsOpponent,
                PhaseType::SingleElimination | PhaseType::RankedSingleElimination | PhaseType::DoubleElimination,
            ) => {
                let playoff = Playoff::before(tournament, round.number).ok_or_else(no_cut)?;
                Ok(Self::Playoff(Box::new(playoff)))
            }
        }
    }

    /// Returns the pairing of a round with this number inside the pods of a phase.
    pub(super) fn in_pods(phase: &Phase, number: i32) -> Self {
        let is_first = phase.rounds.iter().all(|round| round.number <= 0 || round.number >= number);
        Self::InPods { pods: pods(phase), is_first }
    }

    /// Returns the pairing of a round with this number of pools; the first round of a phase assigns them.
    pub(super) fn in_pools(phase: Option<&Phase>, number: i32) -> Self {
        let turn = phase.map_or(0, |phase| turn(phase, number));
        Self::InPools { pools: phase.filter(|_| turn > 0).map(pools).unwrap_or_default(), turn }
    }

    /// Returns the playoff that the round belongs to.
    pub(super) fn playoff(&self) -> Option<&Playoff> {
        if let Self::Playoff(playoff) = self { Some(playoff) } else { None }
    }

    pub(super) fn round_type(&self) -> RoundType {
        match self {
            Self::Meeting(MeetingOrder::Alphabetical) => RoundType::PlayerMeeting,
            Self::Meeting(MeetingOrder::Random) => RoundType::RandomPlayerMeeting,
            Self::Draft => RoundType::DraftPod,
            Self::InPods { .. } | Self::InPools { .. } | Self::Swiss(_) | Self::Playoff(_) => RoundType::PlayVsOpponent,
        }
    }

    /// Returns the tables of a round with this number; `times_before` counts its earlier pairings.
    pub(super) fn seats(
        &self,
        tournament: &Tournament,
        number: i32,
        times_before: u32,
        names: &HashMap<UserId, String>,
    ) -> Result<Vec<Seats>, Refusal> {
        let seed = round_seed(tournament.seed, number, times_before);
        let mut seats = match self {
            Self::Meeting(order) => meeting(tournament, *order, names, seed)?,
            // A pod has a number of its own, and no table.
            Self::Draft => return draft(tournament, seed),
            Self::InPods { pods, is_first } => {
                let entrants = present(tournament, number, 2)?;
                pair_pods(pods, &entrants, *is_first, seed)
            }
            Self::InPools { pools, turn } => in_pools(tournament, number, pools, *turn, seed)?,
            Self::Swiss(options) => match table_size(tournament) {
                2 => pair(&present(tournament, number, 2)?, *options, seed),
                size => {
                    let entrants = present(tournament, number, LEAST)?;
                    let is_seated = |it: &&Entrant| !it.is_dropped && !it.has_awarded_bye;
                    let seated = entrants.iter().filter(is_seated).count();
                    if (1..LEAST).contains(&seated) {
                        return Err(too_few(seated, 0, LEAST));
                    }
                    pair_tables(&entrants, size, tournament.details.short_pods, *options, seed)
                }
            },
            Self::Playoff(playoff) => {
                let matches = playoff.next_round();
                if matches.is_empty() {
                    return Err(Refusal::conflict(message!("pairing-playoff-over", "The playoff is over.")));
                }
                of_bracket(&matches)
            }
        };
        if tournament.organizing.balanced_sides && matches!(self, Self::Swiss(_) | Self::InPods { .. }) {
            sides::balance(&mut seats, &entrants(tournament, number), seed);
        }
        numbered(tournament, seats)
    }
}

/// Pairs a round of pools, and assigns them before their first one.
fn in_pools(
    tournament: &Tournament,
    number: i32,
    pools: &[Pod],
    turn: usize,
    seed: u64,
) -> Result<Vec<Seats>, Refusal> {
    let entrants = present(tournament, number, 2)?;
    let most = usize::try_from(tournament.details.pool_size).unwrap_or_default();
    let seats = match turn {
        0 => pair_pools(&assign_pools(&entrants, most, seed), &entrants, 0),
        _ => pair_pools(pools, &entrants, turn),
    };
    if seats.is_empty() {
        return Err(Refusal::conflict(message!(
            "pairing-pools-over",
            "The pools have played all of their rounds. Make a cut, or finish the event."
        )));
    }
    Ok(seats)
}

/// Numbers the tables as the event does.
fn numbered(tournament: &Tournament, mut seats: Vec<Seats>) -> Result<Vec<Seats>, Refusal> {
    let tables = TableRange::of(tournament);
    tables.after_pairing(&mut seats);
    if seats.iter().all(|table| tables.has_room_for(table)) {
        return Ok(seats);
    }
    Err(too_few_tables(tournament, &seats))
}

/// Returns how a Swiss round is paired: the first at random, the last before a cut by standing if the event says so, or
/// as requested.
pub(super) fn swiss_way(tournament: &Tournament, number: i32, by_standing: Option<bool>) -> Options {
    let details = &tournament.details;
    let is_last = details.top_cut > 0 && details.swiss_rounds == Some(number);
    let Organizing { power_pair_last_round, lowest_gets_bye, squares_first, .. } = tournament.organizing;
    let way = match (number, by_standing.unwrap_or(is_last && power_pair_last_round)) {
        (..=1, _) => Way::Random,
        (_, true) => Way::ByStanding,
        (_, false) => Way::Swiss,
    };
    Options { way, lowest_gets_bye, squares_first }
}

/// Returns the entrants of a round, at least so many, with those who have not checked in as dropped if the event requires
/// it.
fn present(tournament: &Tournament, number: i32, least: usize) -> Result<Vec<Entrant>, Refusal> {
    let mut entrants = entrants(tournament, number);
    TableRange::of(tournament).before_pairing(&mut entrants);
    let active = entrants.iter().filter(|entrant| !entrant.is_dropped).count();
    for entrant in &mut entrants {
        entrant.is_dropped |= !is_checked_in(tournament, entrant.id);
    }
    let here = entrants.iter().filter(|entrant| !entrant.is_dropped).count();
    match active - here {
        _ if here >= least => Ok(entrants),
        waiting => Err(too_few(here, waiting, least)),
    }
}

fn meeting(
    tournament: &Tournament,
    order: MeetingOrder,
    names: &HashMap<UserId, String>,
    seed: u64,
) -> Result<Vec<Seats>, Refusal> {
    let playing = tournament.registrations.iter().filter(|entry| plays(entry));
    let waiting = playing.clone().filter(|entry| !has_checked_in(tournament, entry)).count();
    let tables = TableRange::of(tournament);
    let attendees: Vec<Attendee> = playing
        .filter(|entry| has_checked_in(tournament, entry))
        .map(|entry| Attendee {
            id: entry.id.into(),
            name: names.get(&entry.user_id).cloned().unwrap_or_default(),
            fixed_seat: tables.seat_before_pairing(entry.fixed_seat),
        })
        .collect();
    if attendees.is_empty() {
        return Err(too_few(0, waiting, 2));
    }
    Ok(seat_meeting(&attendees, order, seed))
}

/// Assigns pods at random before play, and by standing later.
fn draft(tournament: &Tournament, seed: u64) -> Result<Vec<Seats>, Refusal> {
    if tournament.is_team_event() {
        return Err(Refusal::conflict(message!(
            "pairing-teams-do-not-draft",
            "This is a team event; draft pods are for single players."
        )));
    }
    // Seating rounds have numbers of their own; standings follow from all rounds of play.
    let played = last_number(tournament);
    let entrants = present(tournament, played.saturating_add(1), 2)?;
    let order = if played > 0 { PodOrder::ByStanding } else { PodOrder::Random };
    let aim = usize::try_from(tournament.organizing.draft_pod_size).unwrap_or(POD);
    Ok(of_drafts(&assign_pods(&entrants, order, aim, seed)))
}

/// Returns the events that record all tables of a round, of this playoff if it is one.
pub(super) fn paired(
    tournament: &Tournament,
    round_id: RoundId,
    seats: &[Seats],
    playoff: Option<&Playoff>,
    ids: &mut Ids,
) -> Vec<TournamentEvent> {
    let is_consolation = |table: &Seats| playoff.is_some_and(|playoff| playoff.is_for_third_place(&table.entrants));
    let by_team = tournament.is_team_event() && seats.iter().any(|table| table.kind != PairingKind::Seating);
    let mut events: Vec<TournamentEvent> = if by_team {
        let pairing = |table: &Seats| {
            let mut pairing = of_teams(tournament, table, ids);
            pairing.seats.iter_mut().for_each(|seat| seat.is_consolation = is_consolation(table));
            pairing
        };
        let pairings: Vec<TeamPairing> = seats.iter().map(pairing).collect();
        let chunks = pairings.chunks(TEAM_PAIRINGS_PER_EVENT);
        chunks.map(|pairings| TournamentEvent::TeamsPaired { round_id, pairings: pairings.to_vec() }).collect()
    } else {
        let pairing = |table: &Seats| Pairing { is_consolation: is_consolation(table), ..of_players(table, ids) };
        let pairings: Vec<Pairing> = seats.iter().map(pairing).collect();
        let chunks = pairings.chunks(PAIRINGS_PER_EVENT);
        chunks.map(|pairings| TournamentEvent::MatchesPaired { round_id, pairings: pairings.to_vec() }).collect()
    };
    events.push(TournamentEvent::PairingsCompleted { round_id });
    events
}

fn of_players(table: &Seats, ids: &mut Ids) -> Pairing {
    let players = table.entrants.iter().map(|entrant| RegistrationId(entrant.0)).collect();
    pairing(table, table.kind, table.table_number, players, ids)
}

fn pairing(
    table: &Seats,
    kind: PairingKind,
    table_number: i32,
    players: Vec<RegistrationId>,
    ids: &mut Ids,
) -> Pairing {
    Pairing {
        match_id: MatchId(ids.next(Sequence::Match)),
        kind,
        table_number,
        pod_number: table.pod_number,
        players,
        is_ghost: false,
        is_consolation: false,
    }
}

/// Returns the pairing of a team match: one table per seat, with consecutive numbers; a single one, of the first member
/// of each team, if these play together.
fn of_teams(tournament: &Tournament, table: &Seats, ids: &mut Ids) -> TeamPairing {
    let first_table_number = TableRange::of(tournament).table_of_team_match(table.table_number);
    let members = |entrant: &EntrantId| entries_of(tournament, *entrant);
    let seats = match table.entrants.as_slice() {
        [first, second] => members(first).into_iter().zip(members(second)).collect(),
        _ => Vec::new(),
    };
    let most = if tournament.details.plays_together { 1 } else { usize::MAX };
    let seats = seats
        .into_iter()
        .take(most)
        .zip(first_table_number..)
        .map(|((first, second), number)| pairing(table, PairingKind::Versus, number, vec![first, second], ids));
    let seats = seats.collect();
    TeamPairing {
        team_match_id: TeamMatchId(ids.next(Sequence::TeamMatch)),
        teams: table.entrants.iter().map(|entrant| TeamId(entrant.0)).collect(),
        first_table_number,
        pod_number: table.pod_number,
        is_bye: table.kind == PairingKind::Bye,
        seats,
    }
}

impl WriteApi {
    /// Returns the names by which the active players of an event are sorted. Players without a name come first.
    pub(super) async fn names_of_players(&self, tournament: &Tournament) -> Result<HashMap<UserId, String>, Failure> {
        let playing = tournament.registrations.iter().filter(|entry| plays(entry));
        let people: Vec<_> = playing.map(|entry| entry.user_id).collect();
        self.names_of(&people).await
    }
}

#[cfg(test)]
mod tests;
