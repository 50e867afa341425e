//! Adds a round after the others and pairs it, in a new phase where one begins. Before the next round of a playoff, the
//! losers of the previous one are eliminated.

use domain::pairing::meeting::MeetingOrder;
use domain::pairing::pools::pools_of;
use domain::pairing::{ENGINE, Seats};
use domain::tournament::phases::{drafted, last_number, was_cut};
use domain::tournament::playoff::Playoff;
use domain::tournament::pools::meet_from;
use domain::tournament::to_pair::{entries_of, plays};
use domain::usual_rounds::UsualRounds;
use proto_events::tournament::TournamentDetails;

use super::checks::{all_over, is_paired};
use super::document::{self, WrittenRound};
use super::pairing::{What, no_cut, paired, swiss_way};
use super::publish_pairings::as_set;
use crate::in_play::status;
use crate::prelude::*;

choices! {
    /// The kind of a new round.
    pub enum RoundKind {
        /// All players, paired by score.
        Swiss = "swiss",
        /// All players, each against every other one of the pool.
        RoundRobin = "round_robin",
        /// All players, seated alphabetically.
        PlayerMeeting = "player_meeting",
        /// All players, seated at random.
        RandomPlayerMeeting = "random_player_meeting",
        /// The next step of a draft: pods are seated, then play their rounds.
        DraftPod = "draft_pod",
        /// The next round of the playoff after a cut.
        Playoff = "playoff",
    }
}

pub(crate) const ROUTE: Route = Route {
    id: "create_round",
    summary: "Add and pair a round",
    text: "Every earlier round must be complete, and registration closed. `swiss` pairs all players by score: the \
           first round at random, the last one before a cut by standings if the event is set so. With `pod_size` 3 to \
           5 it seats them at tables of so many. With `rounds_by_attendance` the first one plans `swiss_rounds`. \
           `round_robin` replaces `swiss` in an event with a `pool_size`: the first round assigns the players to \
           pools, and in these rounds every two of a pool meet once. A player whose opponent dropped has a bye; one \
           who comes later is in no pool. `player_meeting` seats all players by name, `random_player_meeting` at \
           random; these rounds have numbers of 0 and below. `draft_pod` is the next step of a draft: pods are \
           seated, then they play three rounds, then new pods are drafted. `playoff` is the next round of the playoff \
           among the players who made the last cut, by the event's `playoff`; players who are out become \
           `ELIMINATED`. In a double elimination that takes two defeats, and each round has all matches that can be \
           played. The match for third place comes with the final, and is a consolation match. After a draft of one \
           pod that follows a cut, it is paired by seat. Only staff see the pairings until they are published or the \
           round starts. `warnings` lists problems of the pairings. Everything random derives from the event's seed.",
    body: Some(body_schema::<NewRound>()),
    answer: Answer::of::<WrittenRound<'_>>(201),
    ..Route::at("POST", "/api/v1/magic-events/{id}/rounds/", Operation::RunRounds)
};

body! {
    /// A new round.
    pub struct NewRound such as r#"{"kind": "swiss"}"# {
        /// Kind of round: `swiss` or, in an event of pools, `round_robin`; `player_meeting`, `random_player_meeting`,
        /// `draft_pod` or `playoff`.
        kind: RoundKind,
        /// Whether it is the last round; by the event's plan if not given.
        final_round: Option<bool>,
        /// Whether a Swiss round is paired by standings, first against second and so on; by the event's setting if not
        /// given.
        by_standing: Option<bool>,
        /// Whether new pods are drafted although the current ones have rounds left; false if not given.
        new_pods: Option<bool>,
    }
}

impl RoundKind {
    /// Returns the kind of an event's rounds before a cut: in pools, or else Swiss.
    pub fn before_cut(tournament: &Tournament) -> Self {
        if tournament.details.pool_size > 0 { Self::RoundRobin } else { Self::Swiss }
    }
}

impl NewRound {
    /// Returns a round of this kind with the event's settings.
    pub fn of_kind(kind: RoundKind) -> Self {
        Self { kind, final_round: None, by_standing: None, new_pods: None }
    }
}

impl EventCommand for NewRound {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, by_name) = (event.api(), self.kind == RoundKind::PlayerMeeting);
        let names = |event: Arc<Folded<Tournament>>| async move {
            Ok(if by_name { api.names_of_players(&event.state).await? } else { HashMap::new() })
        };
        let decide = |event: &Tournament, names: &HashMap<_, _>, ids: &mut Ids| decide(event, self, names, ids);
        Ok(api.change_pairings(&event.context, (event.stream(), None), names, decide).await?)
    }
}

answers!(NewRound => added());

async fn added(request: &WriteRequest, written: &Written<Tournament>) -> Result<Response, Problem> {
    // The new round is the last one.
    let added = written.folded.state.rounds().next_back().map(|(_, round)| round.id);
    let added = added.ok_or_else(|| nothing("round", ""))?;
    document::answer(request, written, added).await
}

/// The next round.
struct Next<'a> {
    what: What,
    number: i32,
    /// Its phase, if that exists.
    phase: Option<&'a Phase>,
    /// The type of a new phase.
    phase_type: PhaseType,
}

/// Decides the command; an alphabetical meeting is seated by these names. It is refused if the event's status does not
/// allow pairing, another round is not complete, or the round cannot be paired.
pub fn decide(
    tournament: &Tournament,
    command: &NewRound,
    names: &HashMap<UserId, String>,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    is_paired(tournament)?;
    if tournament.is_queue() {
        return Err(Refusal::conflict(message!(
            "round-of-queue",
            "This event is a queue: rounds are played in the events that it makes."
        )));
    }
    all_over(tournament)?;
    let next = next(tournament, command)?;
    let seats = next.what.seats(tournament, next.number, 0, names)?;
    let mut events = next.what.playoff().map(|playoff| eliminated(tournament, playoff)).unwrap_or_default();
    let planned = by_attendance(tournament, &next.what, next.number, &seats);
    let details = planned.as_ref().unwrap_or(&tournament.details);
    let is_last = command.final_round.unwrap_or_else(|| is_final(tournament, details, &next, &seats));
    events.extend(planned.map(|details| TournamentEvent::DetailsChanged { details }));
    let phase_id = next.phase.map(|phase| phase.id).unwrap_or_else(|| {
        let phase_id = PhaseId(ids.next(Sequence::Phase));
        let order_in_phases = i32::try_from(tournament.phases.len()).unwrap_or(i32::MAX).saturating_add(1);
        events.push(TournamentEvent::PhaseAdded { phase_id, order_in_phases, round_type: next.phase_type });
        phase_id
    });
    let round_id = RoundId(ids.next(Sequence::Round));
    events.push(TournamentEvent::RoundAdded {
        round_id,
        phase_id,
        round_number: next.number,
        round_type: next.what.round_type(),
        final_round_in_event: is_last,
        use_old_pairings: false,
        pairingengine_url: ENGINE.to_owned(),
    });
    events.extend(as_set(tournament, round_id, true));
    events.extend(paired(tournament, round_id, &seats, next.what.playoff(), ids));
    Ok(events)
}

fn next<'a>(tournament: &'a Tournament, command: &NewRound) -> Result<Next<'a>, Refusal> {
    let number = last_number(tournament).saturating_add(1);
    let last = tournament.phases.last();
    let has_playoff = last.is_some_and(|phase| phase.round_type.is_playoff());
    if has_playoff && command.kind != RoundKind::Playoff {
        let said = message!("round-playoff-begun", "The playoff has begun; only playoff rounds can follow.");
        return Err(Refusal::conflict(said).with("legal", vec!["playoff"]));
    }
    let open = last.filter(|phase| !was_cut(tournament, phase));
    let kind = RoundKind::before_cut(tournament);
    let of_play = if kind == RoundKind::RoundRobin { PhaseType::RoundRobin } else { PhaseType::Swiss };
    let of_kind = open.filter(|phase| phase.round_type == of_play);
    let meeting = |order| Next {
        what: What::Meeting(order),
        number: seating_number(tournament),
        phase: open,
        phase_type: of_play,
    };
    Ok(match command.kind {
        RoundKind::PlayerMeeting => meeting(MeetingOrder::Alphabetical),
        RoundKind::RandomPlayerMeeting => meeting(MeetingOrder::Random),
        RoundKind::Swiss | RoundKind::RoundRobin if command.kind != kind => {
            let said = message!(
                "round-of-other-kind",
                "Rounds before a cut are of the kind `{kind}` in this event: its `pool_size` decides that.",
                kind
            );
            return Err(Refusal::conflict(said).with("legal", vec![kind.to_string()]));
        }
        RoundKind::Swiss => {
            let what = What::Swiss(swiss_way(tournament, number, command.by_standing));
            Next { what, number, phase: of_kind, phase_type: of_play }
        }
        RoundKind::RoundRobin => {
            Next { what: What::in_pools(of_kind, number), number, phase: of_kind, phase_type: of_play }
        }
        RoundKind::DraftPod => match drafted(tournament).filter(|_| !command.new_pods.unwrap_or(false)) {
            Some(phase) => {
                let what = What::in_pods(phase, number);
                Next { what, number, phase: Some(phase), phase_type: PhaseType::DraftPod }
            }
            None => {
                let number = seating_number(tournament);
                Next { what: What::Draft, number, phase: None, phase_type: PhaseType::DraftPod }
            }
        },
        RoundKind::Playoff => {
            let playoff = Playoff::before(tournament, number).ok_or_else(no_cut)?;
            let (phase, phase_type) = (last.filter(|_| has_playoff), playoff.phase_type());
            Next { what: What::Playoff(Box::new(playoff)), number, phase, phase_type }
        }
    })
}

/// Returns the number of a round that only seats players: -1, then 0, so that both precede round 1; later ones count
/// down from there.
fn seating_number(tournament: &Tournament) -> i32 {
    let is_taken = |number: i32| tournament.rounds().any(|(_, round)| round.number == number);
    let lowest = tournament.rounds().map(|(_, round)| round.number).min().unwrap_or(0);
    [-1, 0].into_iter().find(|number| !is_taken(*number)).unwrap_or(lowest.saturating_sub(1))
}

/// Returns the event's details with as many Swiss rounds as are usual for the entrants of the first one, if it asks for
/// that and its plan is another.
pub(super) fn by_attendance(
    tournament: &Tournament,
    what: &What,
    number: i32,
    seats: &[Seats],
) -> Option<TournamentDetails> {
    let is_first = number == 1 && matches!(what, What::Swiss(_));
    let usual = UsualRounds::of(seats.iter().map(|table| table.entrants.len()).sum());
    let swiss_rounds = Some(usual.swiss_rounds);
    let is_new = tournament.details.swiss_rounds != swiss_rounds;
    let is_asked = tournament.organizing.rounds_by_attendance && is_first && is_new;
    is_asked.then(|| TournamentDetails { swiss_rounds, ..tournament.details.clone() })
}

/// Returns whether the event's plan ends with this round: the final of a playoff, or without a cut the last Swiss round or
/// the last one of the pools.
fn is_final(tournament: &Tournament, details: &TournamentDetails, next: &Next<'_>, seats: &[Seats]) -> bool {
    match next.what {
        What::Playoff(ref playoff) => playoff.next_is_last(),
        What::Swiss(_) | What::InPods { .. } => details.top_cut == 0 && details.swiss_rounds == Some(next.number),
        What::InPools { ref pools, turn } => {
            let first = pools_of(seats);
            let pools = if turn == 0 { &first } else { pools };
            details.top_cut == 0 && !meet_from(tournament, pools, turn + 1)
        }
        What::Meeting(_) | What::Draft => false,
    }
}

/// Returns the events that eliminate the losers of a playoff who are still active, except those who play for third place.
pub(crate) fn eliminated(tournament: &Tournament, playoff: &Playoff) -> Vec<TournamentEvent> {
    let out = playoff.losers.iter().filter(|loser| !playoff.third_place.contains(loser));
    let entries = out.flat_map(|loser| entries_of(tournament, *loser));
    let active = entries.filter(|id| tournament.registration(*id).is_some_and(plays));
    active.map(|id| status(id, RegistrationStatus::Eliminated)).collect()
}

#[cfg(test)]
mod tests;
