//! Changes of an on-demand queue that are decided with its convention, which knows whom other queues and running events hold.
//! One append writes the queue, the convention and the event that the queue makes.

use api_kit::PrivateLinks;

use crate::prelude::*;
use crate::rounds::hall::{self, Others, Range};

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
    pub(super) convention: Option<Arc<Folded<Convention>>>,
    /// Tables that running events of the convention have.
    pub(crate) taken: Vec<Range>,
    /// The events that took tables.
    pub(super) others: Others,
    /// The lists of the players who are here.
    pub(crate) lists: Vec<Arc<Folded<Decklist>>>,
    /// Makes the private links of guests in the new event.
    pub(crate) links: Option<PrivateLinks>,
}

impl QueueInputs {
    pub(crate) fn convention(&self) -> Result<&Convention, Refusal> {
        self.convention.as_deref().map(|known| &known.state).ok_or_else(no_queue)
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
            let Some(id) = queue.state.details.convention_id else {
                return Ok(QueueInputs::default());
            };
            let convention = self.convention_with_id(id).await?;
            let (mut others, mut lists) = (Others::new(), Vec::new());
            if let Some(known) = &convention {
                others = self.each_event(known.state.tables.keys().copied().collect()).await?;
            }
            let taken = convention.iter().flat_map(|known| hall::taken(&known.state, &others));
            let taken = taken.map(|(_, range)| range).collect();
            for list in queue.state.here().into_iter().filter_map(|entry| entry.decklist_id) {
                lists.extend(self.decklist(list).await?);
            }
            Ok(QueueInputs { convention, taken, others, lists, links: self.private_links.clone() })
        };
        let decide = |queue: &Tournament, inputs: &QueueInputs, ids: &mut Ids| {
            let change = decide(queue, inputs, ids)?;
            let mut writes = match inputs.convention.as_deref() {
                Some(known) => self.writes_to_convention(known, &inputs.others, change.convention),
                None => Vec::new(),
            };
            // The queue's own version is checked anyway.
            writes.retain(|write| write.stream != stream);
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
