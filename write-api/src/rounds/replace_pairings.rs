//! Replaces the pairings of a round that has not started by an organizer's. Unknown, inactive and doubly seated players
//! are refused; rematches and the like are for the organizer to decide.

use domain::pairing::edit::Problem as Trouble;
use domain::pairing::edit::Severity;
use domain::pairing::tables_of_many::LEAST;
use domain::pairing::{EntrantId, Seats};
use domain::tournament::playoff::Playoff;
use domain::tournament::pools::{pools, turn};
use domain::tournament::table_range::TableRange;
use domain::tournament::to_pair::{pods, table_size};
use proto_events::tournament::{PODS_SEATS_MAX, PairingKind};

use super::checks::{is_paired, is_upcoming, round_of};
use super::document::{self, PairingWarning, WrittenRound};
use super::pairing::{paired, too_few_tables};
use super::scrutiny::{problems_of, seats_of};
use crate::in_play::discarded;
use crate::prelude::*;

/// The maximum number of seats at a table; a pod is the largest.
const SEATS_MAX: usize = 20;

pub(crate) const ROUTE: Route = Route {
    id: "replace_pairings",
    summary: "Replace the pairings of a round",
    text: "While the round is `UPCOMING`. `matches` are all of its tables: two players, or in an event of pods three to five in the order of their \
           seats. Players who are unknown, not active or \
           paired twice are refused (409), and `problems` names them. Rematches, second byes and players who are left \
           out are listed in the answer's `warnings`. The same request again changes nothing.",
    body: Some(body_schema::<PairingsByHand>()),
    answer: Answer::of::<WrittenRound<'_>>(200),
    ..Route::at("PUT", "/api/v1/magic-events/{id}/rounds/{round_id}/pairings/", Operation::RunRounds)
};

body! {
    /// All pairings of a round, made by hand.
    pub(crate) struct PairingsByHand such as r#"{"matches": [{"players": [12, 15]}]}"#
        containing PairingByHand {
        /// All matches of the round.
        matches: Vec<PairingByHand>,
    }
}

body! {
    /// A pairing made by hand.
    pub(crate) struct PairingByHand checked by has_players_or_teams {
        /// Ids of the registrations; a single one has a bye.
        players: Option<Vec<i64>>,
        /// Ids of the teams, in a team event; a single one has a bye.
        teams: Option<Vec<i64>>,
        /// Number of its table; a free one if not given. In a team event, the number of the team match, from 1, which
        /// says what tables it has: one for each member of a team, or one if these play together, and none at the end
        /// of a row that is too short for all of them.
        table_number: Option<OrNull<i32>> => 1..=i32::MAX,
        /// Number of its draft pod or pool; if not given, that of the first player who is in one. In the first round of
        /// pools, a table of players who are in none joins the smallest.
        pod_number: Option<OrNull<i32>> => 0..=i32::MAX,
        /// Whether a single player has an assigned loss instead of a bye; false if not given.
        match_is_loss: Option<bool>,
    }
}

fn has_players_or_teams(pairing: &PairingByHand, errors: &mut FieldErrors) {
    let is_wrong = errors.names("players") || errors.names("teams");
    if pairing.players.is_some() == pairing.teams.is_some() && !is_wrong {
        errors.add("players", message!("players-or-teams", "Give one of players and teams."));
    }
}

/// A table as proposed by an organizer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedTable {
    /// Its number; `None` takes a free one.
    pub table_number: Option<i32>,
    /// Its draft pod or pool; `None` takes that of the first entrant who has one.
    pub pod_number: Option<i32>,
    /// The registrations at the table, or the teams in a match of teams. A single entrant has a bye.
    pub entrants: Vec<i64>,
    /// Whether the entrants are teams.
    pub of_teams: bool,
    /// Whether a single entrant has a loss instead of a bye.
    pub is_loss: bool,
}

impl From<PairingsByHand> for Vec<ProposedTable> {
    fn from(given: PairingsByHand) -> Self {
        let table = |given: PairingByHand| ProposedTable {
            table_number: given.table_number.and_then(|OrNull(number)| number),
            pod_number: given.pod_number.and_then(|OrNull(number)| number),
            of_teams: given.teams.is_some(),
            entrants: given.players.or(given.teams).unwrap_or_default(),
            is_loss: given.match_is_loss.unwrap_or(false),
        };
        given.matches.into_iter().map(table).collect()
    }
}

/// Replaces the pairings of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplacePairings {
    /// The round.
    pub round_id: RoundId,
    /// All tables of the round.
    pub tables: Vec<ProposedTable>,
}

impl EventCommand for ReplacePairings {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let nothing = |_| std::future::ready(Ok(()));
        let decide =
            |tournament: &Tournament, (): &(), ids: &mut Ids| decide(tournament, self.round_id, &self.tables, ids);
        Ok(event.api().change_pairings(&event.context, (event.stream(), None), nothing, decide).await?)
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let round_id = request.part("round_id")?;
    let (given, event) = request.on_event::<PairingsByHand>(body).await?;
    let written = ReplacePairings { round_id, tables: given.into() }.run(&event).await?;
    document::answer(&request, &written, round_id).await
}

/// Decides the command, which is refused if there is no such round, it has begun, or the pairings cannot be played.
pub(crate) fn decide(
    tournament: &Tournament,
    round_id: RoundId,
    tables: &[ProposedTable],
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let (phase, round) = round_of(tournament, round_id)?;
    is_paired(tournament)?;
    is_upcoming(round)?;
    check_form(tournament, phase, round, tables)?;
    let seats = seats(tournament, phase, round, tables)?;
    let mut wrong = problems_of(tournament, phase, round, &seats);
    wrong.retain(|problem| problem.severity() == Severity::Error);
    if !wrong.is_empty() {
        return Err(cannot_be_played(&wrong));
    }
    if round.pairings_status == GenerationStatus::Generated && seats == seats_of(tournament, round) {
        return Ok(Vec::new());
    }
    let mut events = discarded(round_id, round.pairings_status);
    let playoff = phase.round_type.is_playoff().then(|| Playoff::before(tournament, round.number)).flatten();
    events.extend(paired(tournament, round_id, &seats, playoff.as_ref(), ids));
    Ok(events)
}

/// These pairings cannot be played. Pages say the problems one by one, in their language.
fn cannot_be_played(wrong: &[Trouble]) -> Refusal {
    let found: Vec<_> = wrong.iter().copied().map(PairingWarning::of).collect();
    let said: Vec<_> = found.iter().map(|problem| problem.message().clone()).collect();
    let problems = said.iter().map(Message::text).collect::<Vec<_>>().join(" ");
    let summary = message!("pairings-wrong", "These pairings cannot be played: {problems}", problems);
    Refusal::conflict(summary).with("problems", serde_json::json!(found)).with_problems(said)
}

fn check_form(tournament: &Tournament, phase: &Phase, round: &Round, tables: &[ProposedTable]) -> Result<(), Refusal> {
    let plays = round.round_type == RoundType::PlayVsOpponent;
    let by_team = plays && tournament.is_team_event();
    if tables.iter().any(|table| table.of_teams != by_team) {
        let said = match by_team {
            true => message!("tables-need-teams", "Teams meet here: name `teams`."),
            false => message!("tables-need-players", "Players sit here: name `players`."),
        };
        return Err(Refusal::at_field("matches", said));
    }
    let is_of_pods = plays && table_size(tournament) > 2 && phase.round_type != PhaseType::DraftPod;
    // In a playoff, two may be left.
    let is_too_small = |seats: usize| is_of_pods && seats == 2 && !phase.round_type.is_playoff();
    let most = match (plays, is_of_pods) {
        (true, true) => PODS_SEATS_MAX,
        (true, false) => 2,
        (false, _) => SEATS_MAX,
    };
    let mut sizes = tables.iter().map(|table| table.entrants.len());
    if sizes.any(|seats| seats == 0 || seats > most || is_too_small(seats)) {
        let said = match (plays, is_of_pods) {
            (true, true) => message!(
                "table-of-pod",
                "A table of this event has {least} to {most} players, or one alone.",
                least = LEAST,
                most
            ),
            (true, false) => message!("table-of-two", "A table has one or two players or teams."),
            (false, _) => message!("table-of-seats", "A table has 1 to {most} players.", most = SEATS_MAX),
        };
        return Err(Refusal::at_field("matches", said));
    }
    if tables.iter().any(|table| table.is_loss && (!plays || table.entrants.len() > 1)) {
        let said = message!("loss-for-one-player", "A loss without an opponent is for one player alone.");
        return Err(Refusal::at_field("matches", said));
    }
    if by_team && tables.iter().any(|table| table.is_loss) {
        let said = message!("no-loss-for-a-team", "A team cannot have a loss without an opponent.");
        return Err(Refusal::at_field("matches", said));
    }
    Ok(())
}

/// Assigns a number to each table: the event's free ones in order where none is given, byes last.
fn seats(
    tournament: &Tournament,
    phase: &Phase,
    round: &Round,
    tables: &[ProposedTable],
) -> Result<Vec<Seats>, Refusal> {
    let range = TableRange::of(tournament);
    let by_team = tables.iter().any(|table| table.of_teams);
    // Pods and team matches have numbers of their own, from 1.
    let first = if by_team || round.round_type == RoundType::DraftPod { 1 } else { range.first };
    let taken: HashSet<i32> = tables.iter().filter_map(|table| table.table_number).collect();
    let plays = round.round_type == RoundType::PlayVsOpponent;
    let pools = if plays { pools(phase) } else { Vec::new() };
    let drafted = if phase.round_type == PhaseType::DraftPod { pods(phase) } else { Vec::new() };
    let pods = drafted.iter().chain(&pools).flat_map(|pod| pod.seats.iter().map(move |seat| (*seat, pod.number)));
    let pods: HashMap<EntrantId, i32> = pods.collect();
    // How many each pool has, to which entrants can be added in the first round.
    let mut sizes: Vec<(i32, usize)> = pools.iter().map(|pool| (pool.number, pool.seats.len())).collect();
    sizes.retain(|_| turn(phase, round.number) == 0);
    let mut free = (first..).filter(|number| !taken.contains(number));
    let (alone, together): (Vec<_>, Vec<_>) = tables.iter().partition(|table| plays && table.entrants.len() == 1);
    let (mut seats, mut outside) = (Vec::with_capacity(tables.len()), Vec::new());
    for table in together.into_iter().chain(alone) {
        let entrants: Vec<EntrantId> = table.entrants.iter().map(|id| EntrantId(*id)).collect();
        let table_number = table.table_number.or_else(|| free.next()).unwrap_or(i32::MAX);
        let is_pod = round.round_type == RoundType::DraftPod;
        let pod = if is_pod { Some(table_number) } else { entrants.iter().find_map(|one| pods.get(one)).copied() };
        let smallest = sizes.iter().min_by_key(|(_, size)| *size).map(|(number, _)| *number);
        let pod_number = table.pod_number.or(pod).or(smallest).unwrap_or(0);
        if let Some((_, size)) = sizes.iter_mut().find(|(number, _)| *number == pod_number) {
            *size += entrants.iter().filter(|one| !pods.contains_key(one)).count();
        }
        let seat = Seats { kind: kind(round, table), table_number, pod_number, entrants };
        // An organizer who names a table may use any.
        if table.table_number.is_none() && !is_pod && !range.has_room_for(&seat) {
            outside.push(seat.clone());
        }
        seats.push(seat);
    }
    if !outside.is_empty() {
        return Err(too_few_tables(tournament, &outside));
    }
    seats.sort_by_key(|table| table.table_number);
    Ok(seats)
}

fn kind(round: &Round, table: &ProposedTable) -> PairingKind {
    match (round.round_type, table.entrants.len(), table.is_loss) {
        (RoundType::PlayVsOpponent, 1, true) => PairingKind::AssignedLoss,
        (RoundType::PlayVsOpponent, 1, false) => PairingKind::Bye,
        (RoundType::PlayVsOpponent, ..) => PairingKind::Versus,
        _ => PairingKind::Seating,
    }
}

#[cfg(test)]
mod tests;
