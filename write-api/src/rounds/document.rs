//! Answers of rounds and cuts.

use domain::documents::ClockDocument;
use domain::pairing::EntrantId;
use domain::pairing::edit::Problem as Trouble;
use domain::tournament::{Cut, TeamMatch};

use super::checks::unreported;
use super::scrutiny::problems_with;
use crate::matches::document::WrittenMatch;
use crate::prelude::*;

/// A round after a write.
#[derive(Serialize, ToSchema)]
pub(crate) struct WrittenRound<'a> {
    /// Id of the round.
    id: i64,
    /// Id of its phase.
    tournament_phase: i64,
    /// How the phase's rounds are paired.
    phase_type: PhaseType,
    /// Its number; 0 and below for rounds that only seat players.
    round_number: i32,
    /// Its type.
    round_type: RoundType,
    /// Its status.
    status: ProgressStatus,
    /// Status of its pairings.
    pairings_status: GenerationStatus,
    /// Whether all readers see its pairings, rather than staff alone.
    pairings_published: bool,
    /// Whether it is the last round of the event.
    final_round_in_event: bool,
    /// The engine that computed the pairings.
    pairingengine_url: &'a str,
    /// Its clock; null if it has none.
    clock: Option<ClockDocument>,
    /// Its matches, by table number; in a team event those of the seats.
    matches: Vec<WrittenMatch>,
    /// Its team matches.
    team_event_matches: Vec<WrittenTeamMatch>,
    /// Numbers of the tables without a reported result; once the round is complete, they count as draws.
    unreported_tables: Vec<i32>,
    /// Warnings about the pairings, for the organizer.
    warnings: Vec<PairingWarning>,
}

/// A team match.
#[derive(Serialize, ToSchema)]
struct WrittenTeamMatch {
    /// Id of the team match.
    id: i64,
    /// Number of the table of the first seats.
    first_table_number: i32,
    /// Whether it is a bye.
    match_is_bye: bool,
    /// Ids of its teams.
    teams: Vec<i64>,
    /// Ids of the matches of its seats, by seat.
    matches: Vec<i64>,
}

/// A problem of pairings.
#[derive(Debug, Serialize, ToSchema)]
pub struct PairingWarning {
    /// `unknown`, `dropped`, `double_booked`, `against_itself`, `table_taken_twice`, `rematch`, `another_bye`,
    /// `awarded_bye_missing`, `left_out`, `away_from_fixed_seat`, `never_meet` or `not_checked_in`.
    code: &'static str,
    /// The problem in words.
    #[schema(value_type = String)]
    detail: Message,
    /// Ids of the registrations concerned, or of the teams in a team event.
    ids: Vec<i64>,
    /// Number of the table concerned; null if there is none.
    table_number: Option<i32>,
}

/// A cut after a write.
#[derive(Serialize, ToSchema)]
pub(crate) struct WrittenCut {
    /// Number of the last round before it; 0 before play.
    after_round_number: i32,
    /// The players or teams that advance, by seed.
    advancing: Vec<CutSeed>,
}

/// A player or team that advances.
#[derive(Serialize, ToSchema)]
struct CutSeed {
    /// Place among those who advance, from 1: by the standings, or after pools by place in the pool and then by these.
    seed: i32,
    /// Id of the team; null in an event of single players.
    team: Option<i64>,
    /// Ids of the registrations: one, or those of the team's members.
    registrations: Vec<i64>,
}

/// Answers with a round as it was after the write.
pub(crate) async fn answer(
    request: &WriteRequest,
    written: &Written<Tournament>,
    id: RoundId,
) -> Result<Response, Problem> {
    let tournament = &written.folded.state;
    let (phase, round) = tournament.round(id).ok_or_else(|| nothing("round", &id.to_string()))?;
    let document = WrittenRound::new(tournament, phase, round);
    answer::located(request, &format!("/api/v1/tournament-rounds/{id}/"), written, &document).await
}

impl<'a> WrittenRound<'a> {
    fn new(tournament: &Tournament, phase: &Phase, round: &'a Round) -> Self {
        let mut tables: Vec<_> = round.all_matches().collect();
        tables.sort_by_key(|table| table.pairing.table_number);
        let is_over = round.status == ProgressStatus::Complete;
        let trouble = if is_over { Vec::new() } else { problems_with(tournament, phase, round) };
        Self {
            id: round.id.0,
            tournament_phase: phase.id.0,
            phase_type: phase.round_type,
            round_number: round.number,
            round_type: round.round_type,
            status: round.status,
            pairings_status: round.pairings_status,
            pairings_published: round.is_published,
            final_round_in_event: round.final_round_in_event,
            pairingengine_url: &round.pairingengine_url,
            clock: round.clock.map(ClockDocument::from),
            matches: tables.into_iter().map(|table| WrittenMatch::new(tournament, round, table)).collect(),
            team_event_matches: round.team_matches.iter().map(WrittenTeamMatch::new).collect(),
            unreported_tables: unreported(round),
            warnings: trouble.into_iter().map(PairingWarning::of).collect(),
        }
    }
}

impl WrittenTeamMatch {
    fn new(team_match: &TeamMatch) -> Self {
        Self {
            id: team_match.id.0,
            first_table_number: team_match.first_table_number,
            match_is_bye: team_match.is_bye,
            teams: team_match.teams.iter().map(|team| team.0).collect(),
            matches: team_match.seats.iter().map(|seat| seat.id().0).collect(),
        }
    }
}

impl PairingWarning {
    /// Returns the warning for a problem.
    pub fn of(trouble: Trouble) -> Self {
        use Trouble as T;
        let table_number = if let T::TableTakenTwice(table) = trouble { Some(table) } else { None };
        let (code, ids) = match trouble {
            T::Unknown(id) => ("unknown", vec![id]),
            T::Dropped(id) => ("dropped", vec![id]),
            T::DoubleBooked(id) => ("double_booked", vec![id]),
            T::AgainstItself(id) => ("against_itself", vec![id]),
            T::TableTakenTwice(_) => ("table_taken_twice", Vec::new()),
            T::Rematch { players, .. } => ("rematch", players.to_vec()),
            T::AnotherBye { entrant, .. } => ("another_bye", vec![entrant]),
            T::AwardedByeMissing(id) => ("awarded_bye_missing", vec![id]),
            T::LeftOut(id) => ("left_out", vec![id]),
            T::AwayFromFixedSeat(id) => ("away_from_fixed_seat", vec![id]),
            T::NeverMeet(players) => ("never_meet", players.to_vec()),
            T::NotCheckedIn(_) => ("not_checked_in", Vec::new()),
        };
        Self { code, detail: sentence(trouble), ids: ids.iter().map(|id| id.0).collect(), table_number }
    }

    /// Returns the problem as a sentence.
    pub fn message(&self) -> &Message {
        &self.detail
    }
}

fn sentence(trouble: Trouble) -> Message {
    use Trouble as T;
    match trouble {
        T::Unknown(EntrantId(id)) => message!("pairing-unknown", "{id} is not in the event.", id),
        T::Dropped(EntrantId(id)) => message!("pairing-dropped", "{id} is not active in the event.", id),
        T::DoubleBooked(EntrantId(id)) => message!("pairing-double-booked", "{id} is paired more than once.", id),
        T::AgainstItself(EntrantId(id)) => message!("pairing-against-itself", "{id} is paired against itself.", id),
        T::TableTakenTwice(table) => message!("pairing-table-taken-twice", "Table {table} is taken twice.", table),
        T::Rematch { players: [EntrantId(first), EntrantId(second)], times: 1 } => {
            message!("pairing-rematch", "{first} and {second} have met once before.", first, second)
        }
        T::Rematch { players: [EntrantId(first), EntrantId(second)], times } => {
            message!("pairing-rematches", "{first} and {second} have met {times} times before.", first, second, times)
        }
        T::AnotherBye { entrant: EntrantId(id), byes } => {
            message!("pairing-another-bye", "{id} gets a bye and has had {byes} before.", id, byes)
        }
        T::AwardedByeMissing(EntrantId(id)) => {
            message!("pairing-awarded-bye-missing", "{id} was awarded a bye but has none.", id)
        }
        T::LeftOut(EntrantId(id)) => message!("pairing-left-out", "{id} has neither an opponent nor a bye.", id),
        T::AwayFromFixedSeat(EntrantId(id)) => {
            message!("pairing-away-from-fixed-seat", "{id} has a fixed seat at another table.", id)
        }
        T::NeverMeet([EntrantId(first), EntrantId(second)]) => message!(
            "pairing-never-meet",
            "{first} and {second} do not meet: both sit alone in the first round of their pool.",
            first,
            second
        ),
        T::NotCheckedIn(1) => {
            message!("pairing-one-not-checked-in", "1 player or team has not checked in and cannot be paired.")
        }
        T::NotCheckedIn(count) => message!(
            "pairing-some-not-checked-in",
            "{count} players or teams have not checked in and cannot be paired.",
            count
        ),
    }
}

impl WrittenCut {
    /// Returns the document of a cut.
    pub(crate) fn new(tournament: &Tournament, cut: &Cut) -> Self {
        let mut advancing: Vec<CutSeed> = Vec::with_capacity(cut.advancing.len());
        for entry in &cut.advancing {
            let team = tournament.registration(*entry).and_then(|entry| entry.team_id);
            let team = team.filter(|_| tournament.is_team_event()).map(|team| team.0);
            match advancing.iter_mut().find(|seed| team.is_some() && seed.team == team) {
                Some(seed) => seed.registrations.push(entry.0),
                None => {
                    let seed = i32::try_from(advancing.len()).unwrap_or(i32::MAX).saturating_add(1);
                    advancing.push(CutSeed { seed, team, registrations: vec![entry.0] });
                }
            }
        }
        Self { after_round_number: cut.after_round_number, advancing }
    }
}
