//! Settles an on-demand queue: ends calls that were not answered in time, calls as many players as are missing, and makes an
//! event when the queue's size is reached, from the queue's start on. The service does it by itself, as a [task](crate::schedule::Task).

use domain::tournament::to_pair::plays;

use super::fire_queue::fired;
use super::queue_changes::{QueueChange, QueueInputs, takes_place};
use crate::prelude::*;
use crate::rounds::hall::Others;

/// How often a task settles a queue at most. The next task does the rest.
const TIMES: usize = 8;

/// The players whom no event of a convention holds any more, by the event that held them.
type Freed = BTreeMap<TournamentId, Vec<UserId>>;

impl WriteApi {
    pub(crate) async fn settle_queue(&self, context: &Context, id: TournamentId) -> Result<(), CommandError> {
        let Some(queue) = self.tournament(id).await? else { return Ok(()) };
        let Some(convention) = queue.state.details.convention_id else { return Ok(()) };
        let holders = |convention: Arc<Folded<Convention>>| async move {
            Ok(self.each_event(convention.state.calls.values().copied().collect()).await?)
        };
        let freed = |convention: &Convention, holders: &Others, _: &mut Ids| {
            let is_new = queue.state.is_queue() && !convention.queues.contains(&id);
            let (tournament_id, until) = (id, self.now());
            let there = ConventionEvent::PlayersCalled { tournament_id, user_ids: Vec::new(), until };
            let events = calls_ended(freed(convention, holders)).chain(is_new.then_some(there));
            Ok(Decision::from(events.collect::<Vec<_>>()))
        };
        self.change_with(context, StreamId::convention(convention), holders, freed).await?;
        for _ in 0..TIMES {
            let now = self.now();
            let decide = |queue: &Tournament, inputs: &QueueInputs, ids: &mut Ids| settle(queue, inputs, now, ids);
            let written = self.change_queue(context, StreamId::tournament(id), decide).await?;
            if !written.happened() {
                break;
            }
        }
        Ok(())
    }

    /// Returns the queues of a convention that have something to settle now. `own` are queues that it may not know yet.
    pub async fn queues_to_settle(
        &self,
        convention: ConventionId,
        own: &[TournamentId],
    ) -> Result<Vec<TournamentId>, Failure> {
        let Some(convention) = self.convention_with_id(convention).await? else { return Ok(Vec::new()) };
        let convention = &convention.state;
        let queues: BTreeSet<_> = convention.queues.iter().chain(own).copied().collect();
        if queues.is_empty() {
            return Ok(Vec::new());
        }
        let holders = self.each_event(convention.calls.values().copied().collect()).await?;
        let freed: BTreeSet<_> = freed(convention, &holders).into_values().flatten().collect();
        let is_free = |user_id: UserId| freed.contains(&user_id) || !convention.calls.contains_key(&user_id);
        let mut due = Vec::new();
        for id in queues {
            let Some(queue) = self.tournament(id).await? else { continue };
            if queue.state.details.convention_id != Some(convention.id) {
                continue;
            }
            let is_new = !convention.queues.contains(&id);
            // The first one writes that players are free.
            let frees = due.is_empty() && !freed.is_empty();
            let has_steps = || !steps(&queue.state, convention, is_free, self.now()).queue.is_empty();
            due.extend((is_new || frees || is_full(&queue.state, self.now()) || has_steps()).then_some(id));
        }
        Ok(due)
    }
}

/// Returns the players whom no event of the convention holds any more.
fn freed(convention: &Convention, holders: &Others) -> Freed {
    let mut free = Freed::new();
    for (user_id, id) in &convention.calls {
        let holder = holders.get(id);
        if holder.is_some_and(|holder| !holder.as_deref().is_some_and(|holder| holds(&holder.state, *user_id))) {
            free.entry(*id).or_default().push(*user_id);
        }
    }
    free
}

fn calls_ended(freed: Freed) -> impl Iterator<Item = ConventionEvent> {
    freed.into_iter().map(|(tournament_id, user_ids)| ConventionEvent::CallsEnded { tournament_id, user_ids })
}

/// Whether an event holds a player: a queue that called the player or has the player here, or an event of a queue that the
/// player plays.
fn holds(event: &Tournament, user_id: UserId) -> bool {
    let takes_place = !event.details.is_canceled && !event.lifecycle.is_finished() && !event.is_deleted;
    let entry = event.registrations.iter().find(|entry| entry.user_id == user_id);
    let is_held = |entry: &Registration| match event.is_queue() {
        true => entry.is_held(),
        false => event.organizing.is_from_queue && plays(entry),
    };
    takes_place && entry.is_some_and(is_held)
}

/// Whether as many players are here as the queue makes an event of, after its start.
fn is_full(queue: &Tournament, now: DateTime<Utc>) -> bool {
    queue.calls_players() && queue.queue_begins(now).is_none() && queue.here().len() >= queue.queue_size()
}

/// Decides what is settled at this time. A queue that is full, but finds no tables, waits for them.
pub(crate) fn settle(
    queue: &Tournament,
    inputs: &QueueInputs,
    now: DateTime<Utc>,
    ids: &mut Ids,
) -> Result<QueueChange, Refusal> {
    let Ok(convention) = inputs.convention() else { return Ok(QueueChange::default()) };
    if is_full(queue, now) && takes_place(convention) {
        let mut players = queue.here();
        players.truncate(queue.queue_size());
        if let Ok(fired) = fired(queue, inputs, &players, now, ids) {
            return Ok(fired);
        }
    }
    let is_free = |user_id: UserId| !convention.calls.contains_key(&user_id);
    Ok(steps(queue, convention, is_free, now))
}

/// Decides which calls end, and who is called.
fn steps(
    queue: &Tournament,
    convention: &Convention,
    is_free: impl Fn(UserId) -> bool,
    now: DateTime<Utc>,
) -> QueueChange {
    let mut change = QueueChange::default();
    if !queue.calls_players() {
        return change;
    }
    let has_expired = |entry: &&&Registration| entry.call_ends.is_none_or(|end| end <= now);
    let (expired, mut called): (Vec<_>, Vec<_>) = queue.called().into_iter().partition(|entry| has_expired(&entry));
    let held = queue.here().len() + called.len();
    // Staff may have marked others as here.
    let surplus = called.split_off(called.len() - held.saturating_sub(queue.queue_size()).min(called.len()));
    let tournament_id = queue.id;
    let ended = |user_ids| ConventionEvent::CallsEnded { tournament_id, user_ids };
    change.take(&expired, QueueCheckInStatus::TimedOut, ended);
    change.take(&surplus, QueueCheckInStatus::WaitingForCheckInRequest, ended);
    if takes_place(convention) && queue.queue_begins(now).is_none() {
        let missing = queue.queue_size().saturating_sub(held);
        let next = queue.next_called(missing, is_free);
        let next: Vec<_> = next.into_iter().filter_map(|id| queue.registration(id)).collect();
        let until = now + queue.answer_time();
        let called = |user_ids| ConventionEvent::PlayersCalled { tournament_id, user_ids, until };
        change.take(&next, QueueCheckInStatus::WaitingForPlayerResponse, called);
    }
    change
}

impl QueueChange {
    /// Gives players a status, and notes in the convention what that means there.
    fn take(
        &mut self,
        entries: &[&Registration],
        status: QueueCheckInStatus,
        noted: impl Fn(Vec<UserId>) -> ConventionEvent,
    ) {
        let step =
            |entry: &&Registration| TournamentEvent::CheckInChanged { registration_id: entry.id, status: Some(status) };
        self.queue.extend(entries.iter().map(step));
        let people: Vec<_> = entries.iter().map(|entry| entry.user_id).collect();
        self.convention.extend((!people.is_empty()).then(|| noted(people)));
    }
}

#[cfg(test)]
mod tests;
