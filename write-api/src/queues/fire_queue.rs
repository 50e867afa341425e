//! Makes an event of the players who are here in an on-demand queue: it has the queue's settings, their registrations, free
//! tables and the first pairings. The service does that by itself when the queue's size is reached; staff, with fewer players.

use api_kit::PrivateLinks;
use domain::hall::free_tables;
use domain::tournament::to_pair::table_size;
use proto_events::Envelope;
use proto_events::tournament::{Organizing, TournamentDetails};

use super::queue_changes::{QueueChange, QueueInputs, check_convention, no_queue};
use crate::prelude::*;
use crate::registrations::document;
use crate::registrations::entries::{check_not_over, check_takes_place, over};
use crate::registrations::make_private_links::made;
use crate::registrations::move_to_child_event::taken_along;
use crate::rounds::go_on;

/// Steps that lead a new event to its first pairings: a cut, and a round.
const STEPS: usize = 3;

pub(crate) const ROUTE: Route = Route {
    id: "fire_queue",
    summary: "Make an event of the players who are here in a queue",
    text: "At least two players are `CHECKED_IN`. They become `MOVED_TO_CHILD_EVENT`, and the new event, whose `parent_id` is \
           the queue, has them as `COMPLETE`, at free tables of the queue's range. It is refused (409) if too few tables \
           are free. The event is paired, goes on from round to round when all results are in, and is finished after its \
           last round, by itself. A queue does the same without this command when as many players as its `queue_size` \
           are here. The answer lists the moved registrations.",
    answer: Answer::array("Registration"),
    ..Route::at("POST", "/api/v1/magic-events/{id}/fire/", Operation::ManageRegistrations)
};

body! {
    /// Makes an event of the players who are here.
    pub struct FireQueue {}
}

impl EventCommand for FireQueue {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let now = event.arrived_at;
        let decide = |queue: &Tournament, inputs: &QueueInputs, ids: &mut Ids| decide(queue, inputs, now, ids);
        Ok(event.api().change_queue(&event.context, event.stream(), decide).await?)
    }
}

answers!(FireQueue => document::answer_changed());

/// Decides the command, which is refused if the event is no queue, too few players are here, or too few tables are free.
fn decide(queue: &Tournament, inputs: &QueueInputs, now: DateTime<Utc>, ids: &mut Ids) -> Result<QueueChange, Refusal> {
    if !queue.is_queue() {
        return Err(no_queue());
    }
    check_convention(inputs.convention()?)?;
    check_takes_place(queue)?;
    check_not_over(queue, over)?;
    let mut players = queue.here();
    players.truncate(queue.queue_size());
    if players.len() < 2 {
        return Err(Refusal::conflict(message!("registration-queue-too-few", "At least two players must be here.")));
    }
    fired(queue, inputs, &players, now, ids)
}

/// Returns the change that makes an event of these players. Calls that are open end, and the called players are in line again.
pub(crate) fn fired(
    queue: &Tournament,
    inputs: &QueueInputs,
    players: &[&Registration],
    now: DateTime<Utc>,
    ids: &mut Ids,
) -> Result<QueueChange, Refusal> {
    let child_id = TournamentId(ids.next(Sequence::Tournament));
    let Organizing { first_table, last_table, shares_tables, .. } = queue.organizing;
    let own = match shares_tables {
        true => None,
        false => Some(tables(queue, players.len(), &inputs.taken).ok_or_else(no_tables)?),
    };
    let range = own.map_or((first_table.unwrap_or(1), last_table), |(first, last)| (first, Some(last)));
    let mut child = settings((queue, child_id), players.len(), range, now);
    let staff = queue.staff.iter().map(|(user_id, role)| (*user_id, Some(*role)));
    child.extend(staff.map(|(user_id, role)| TournamentEvent::StaffAssigned { user_id, role }));
    for entry in players {
        child.extend(brought((queue, child_id), entry, inputs, ids));
    }
    child.extend(first_round(queue, child_id, &child, now, ids)?);
    let moved = |entry: &&Registration| TournamentEvent::RegistrationStatusChanged {
        registration_id: entry.id,
        status: RegistrationStatus::MovedToChildEvent,
    };
    let waits = |entry: &Registration| TournamentEvent::CheckInChanged {
        registration_id: entry.id,
        status: Some(QueueCheckInStatus::WaitingForCheckInRequest),
    };
    let called = queue.called();
    let of_queue = players.iter().map(moved).chain(called.iter().map(|entry| waits(entry))).collect();
    let users = |entries: &[&Registration]| entries.iter().map(|entry| entry.user_id).collect::<Vec<_>>();
    let ended = [users(players), users(&called)].concat();
    let mut convention = vec![
        ConventionEvent::CallsEnded { tournament_id: queue.id, user_ids: ended },
        ConventionEvent::PlayersCalled { tournament_id: child_id, user_ids: users(players), until: now },
    ];
    let taken = |(first, last)| ConventionEvent::TablesTaken { tournament_id: child_id, first, last };
    convention.extend(own.map(taken));
    Ok(QueueChange { queue: of_queue, convention, child: Some((child_id, child)) })
}

/// Returns the first and the last of the free tables for so many players, if the queue's range has them.
fn tables(queue: &Tournament, players: usize, taken: &[(i32, i32)]) -> Option<(i32, i32)> {
    let count = i32::try_from(players.div_ceil(table_size(queue))).ok()?;
    let Organizing { first_table, last_table, .. } = queue.organizing;
    let first = free_tables(taken, (first_table.unwrap_or(1), last_table), count)?;
    Some((first, first + count - 1))
}

/// Returns the first events of the new event: the queue's settings. Only staff registers players there, and rounds that the
/// queue does not state are as many as leave one player without a loss.
fn settings(
    (queue, child_id): (&Tournament, TournamentId),
    players: usize,
    (first, last_table): (i32, Option<i32>),
    now: DateTime<Utc>,
) -> Vec<TournamentEvent> {
    let usual = match table_size(queue) {
        2 => players.next_power_of_two().trailing_zeros(),
        _ => 1,
    };
    let swiss_rounds = queue.details.swiss_rounds.or_else(|| i32::try_from(usual).ok());
    let details = TournamentDetails {
        name: format!("{} #{}", queue.details.name, queue.fires.count + 1),
        start_datetime: Some(now),
        end_datetime: None,
        capacity: None,
        swiss_rounds: swiss_rounds.filter(|_| queue.details.pool_size == 0),
        registration_opens: None,
        registration_closes: None,
        registration_policy: RegistrationPolicy::Staff,
        needs_approval: false,
        queue_size: 0,
        ..queue.details.clone()
    };
    let organizing = Organizing {
        parent_id: Some(queue.id),
        first_table: Some(first),
        last_table,
        answer_minutes: None,
        offer_minutes: None,
        publish_when_paired: true,
        series: None,
        is_from_queue: true,
        ..queue.organizing.clone()
    };
    vec![
        TournamentEvent::Created { details, seed: queue.seed.wrapping_add(child_id.0) },
        TournamentEvent::OrganizingChanged { organizing },
        TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress },
    ]
}

/// Returns the events that bring a player to the new event, with the list, and a private link if the player has one here.
fn brought(
    (queue, child_id): (&Tournament, TournamentId),
    entry: &Registration,
    inputs: &QueueInputs,
    ids: &mut Ids,
) -> Vec<TournamentEvent> {
    let registration_id = RegistrationId(ids.next(Sequence::Registration));
    let (user_id, status) = (entry.user_id, RegistrationStatus::Complete);
    let checked_in = Some(QueueCheckInStatus::CheckedIn);
    let mut events = vec![
        TournamentEvent::PlayerRegistered { registration_id, user_id, status },
        TournamentEvent::CheckInChanged { registration_id, status: checked_in },
    ];
    let list = inputs.lists.iter().find(|list| entry.decklist_id == Some(list.state.id));
    let links = inputs.links.as_ref().filter(|_| entry.private_link.is_some());
    let link = |links: &PrivateLinks| made(registration_id, 1, &links.code(child_id, registration_id, 1));
    events.extend(links.map(link));
    events.extend(list.iter().flat_map(|list| taken_along(queue, entry, &list.state, registration_id)));
    events
}

/// Returns the events that pair the first round of a new event.
fn first_round(
    queue: &Tournament,
    id: TournamentId,
    events: &[TournamentEvent],
    now: DateTime<Utc>,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let stream = StreamId::tournament(id);
    let envelope = |(event, version): (&TournamentEvent, _)| {
        Envelope::imagined(stream, version, queue.organization_id, now, event.clone())
    };
    let envelopes: Vec<_> = events.iter().zip(1..).map(envelope).collect();
    let mut child = Tournament::from_events(&envelopes).map_err(|_| no_queue())?;
    let mut paired = Vec::new();
    for _ in 0..STEPS {
        if child.rounds().next().is_some() {
            break;
        }
        let next = go_on::next_step(&child, &[], now, ids)?;
        child = child.foreseen(&next).map_err(|_| no_queue())?;
        paired.extend(next);
    }
    Ok(paired)
}

/// Too few tables of the queue's range are free.
fn no_tables() -> Refusal {
    Refusal::conflict(message!(
        "registration-queue-no-tables",
        "Too few tables of this queue are free. Wait until an event ends, or give the queue more tables."
    ))
}

#[cfg(test)]
mod tests;
