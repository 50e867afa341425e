//! Changes of an on-demand queue that are decided with its convention, which knows whom other queues and running events hold.
//! One append writes the queue, the convention and the event that the queue makes.

use api_kit::PrivateLinks;

use crate::prelude::*;
use crate::rounds::hall::{Hall, Range};

/// The events of a change.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct QueueChange {
    pub(crate) queue: Vec<TournamentEvent>,
    pub(crate) convention: Vec<ConventionEvent>,
    /// The new event that the queue makes.
    pub(crate) child: Option<(TournamentId, Vec<TournamentEvent>)>,
}

/// What a change depends on besides the queue.
#[derive(Default)]
pub(crate) struct QueueInputs {
    pub(super) hall: Option<Hall>,
    /// Tables that running events of the convention have.
    pub(super) taken: Vec<Range>,
    /// The lists of the players who are here.
    pub(super) lists: Vec<Arc<Folded<Decklist>>>,
    /// Makes the private links of guests in the new event.
    pub(super) links: Option<PrivateLinks>,
}

impl QueueInputs {
    pub(super) fn convention(&self) -> Result<&Convention, Refusal> {
        self.hall.as_ref().map(|hall| &hall.convention.state).ok_or_else(no_queue)
    }
}

impl WriteApi {
    /// Runs a change of a queue.
    pub(crate) async fn change_queue(
        &self,
        context: &Context,
        stream: StreamId,
        decide: impl Fn(&Tournament, &QueueInputs, &mut Ids) -> Result<QueueChange, Refusal> + Send + Sync,
    ) -> Result<Written<Tournament>, CommandError> {
        let _turn = self.convention_turn(stream, None).await?;
        let load = |queue: Arc<Folded<Tournament>>| async move {
            let Some(hall) = Hall::load(self, &queue.state, None).await? else { return Ok(QueueInputs::default()) };
            let mut lists = Vec::new();
            for list in queue.state.here().into_iter().filter_map(|entry| entry.decklist_id) {
                lists.extend(self.decklist(list).await?);
            }
            Ok(QueueInputs { taken: hall.taken(), hall: Some(hall), lists, links: self.private_links.clone() })
        };
        let decide = |queue: &Tournament, inputs: &QueueInputs, ids: &mut Ids| {
            let change = decide(queue, inputs, ids)?;
            let mut writes = inputs.hall.as_ref().map_or_else(Vec::new, |hall| hall.written(self, change.convention));
            let new = |(id, events)| self.write_new(StreamId::tournament(id), queue.organization_id, events);
            writes.extend(change.child.map(new));
            Ok(Decision { writes, ..Decision::from(change.queue) })
        };
        self.change_with(context, stream, load, decide).await
    }
}

/// The event is no queue of a convention.
pub(crate) fn no_queue() -> Refusal {
    Refusal::conflict(message!("registration-queue-none", "This event is no queue: its queue_size is 0."))
}

/// Whether a convention's queues call players and make events.
pub(super) fn takes_place(convention: &Convention) -> bool {
    !matches!(convention.status, ConventionStatus::Canceled | ConventionStatus::Archived)
}

/// Checks that the convention's queues call players and make events.
pub(super) fn check_convention(convention: &Convention) -> Result<(), Refusal> {
    if takes_place(convention) {
        return Ok(());
    }
    Err(Refusal::conflict(message!(
        "registration-queue-convention-over",
        "The convention is {value}: its queues call no players and make no events.",
        value = convention.status
    )))
}
