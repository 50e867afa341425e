//! The planner: decides which documents are rendered now, and which may lag behind.
//!
//! It owns the lagging streams. It reads no events and renders nothing.

mod lagging;

use std::collections::{BTreeMap, BTreeSet};

use domain::tournament::Tournament;
use proto_events::ids::ConventionId;
use proto_events::{Position, StreamId};
use storage::{Reached, Shard};
use tokio::time::Instant;

use self::lagging::Lagging;
use crate::changes::{Change, Mode};
use crate::sharding::renders;
use crate::views::Scope;

pub(crate) use self::lagging::Lag;

/// Number of streams rendered at once because a stream they use changed; the others are rendered later.
const DEPENDENTS_AT_ONCE: usize = 256;
/// Number of lagging streams rendered before new events are read again.
const SETTLED_AT_ONCE: usize = 16;
/// The number of registrations plus paired seats of all rounds up to which all documents of an event are rendered at
/// once.
const SMALL_EVENT: usize = 512;

/// Decides what is rendered, and when.
pub(crate) struct Planner {
    shard: Shard,
    lagging: Lagging,
}

/// The streams to render after a batch.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// Streams, with their own changes; `None` if only a stream they use changed, or if they were parked.
    pub(crate) streams: BTreeMap<StreamId, Option<Change>>,
    /// Conventions. They come last because they show cards of tournaments.
    pub(crate) conventions: BTreeSet<ConventionId>,
    /// Streams that are rendered later.
    pub(crate) later: Vec<StreamId>,
}

/// The documents of a stream to render.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Every document.
    Everything,
    /// Prompt documents in this scope; the heavy ones are rendered later.
    Prompt {
        /// The documents rendered at once.
        scope: Scope,
        /// Whether prompt documents outside the scope may have changed as well and are rendered later.
        leaves_some: bool,
    },
}

impl Plan {
    /// Returns the scope for prompt views.
    pub(crate) fn scope(&self) -> &Scope {
        match self {
            Self::Everything => &Scope::Everything,
            Self::Prompt { scope, .. } => scope,
        }
    }

    /// Returns which documents lag when these are rendered.
    pub(crate) fn leaves(&self) -> Option<Lag> {
        match self {
            Self::Everything => None,
            Self::Prompt { leaves_some: true, .. } => Some(Lag::All),
            Self::Prompt { leaves_some: false, .. } => Some(Lag::Heavy),
        }
    }
}

impl Planner {
    /// Creates a planner with the streams that lagged when the projector stopped. They are due at once.
    pub(crate) fn new(shard: Shard, lagging: Vec<StreamId>, reached: Reached) -> Self {
        Self { shard, lagging: Lagging::from_store(lagging, reached, Instant::now()) }
    }

    /// Decides which streams are rendered: those with events of their own, those whose documents use a changed stream
    /// (`dependents`), and those that were just parked, because events before the one that failed are shown.
    pub(crate) fn plan(
        &self,
        own: BTreeMap<StreamId, Change>,
        conventions: BTreeSet<ConventionId>,
        parked: Vec<StreamId>,
        dependents: Vec<StreamId>,
        mode: Mode,
    ) -> Work {
        let mut work = Work { conventions, ..Work::default() };
        work.streams.extend(parked.into_iter().map(|stream| (stream, None)));
        let own = own.into_iter().filter(|(_, change)| renders(self.shard, change.organization_id));
        work.streams.extend(own.map(|(stream, change)| (stream, Some(change))));
        for (count, stream) in dependents.into_iter().enumerate() {
            if mode == Mode::Live && count >= DEPENDENTS_AT_ONCE {
                work.later.push(stream);
            } else if let Some(change) = work.streams.entry(stream).or_insert(None) {
                change.touched.everything = true;
            }
        }
        work
    }

    /// Decides which documents of a tournament are rendered at once. In a large event, only those that the change
    /// touches are.
    pub(crate) fn plan_tournament(&self, tournament: &Tournament, change: Option<&Change>) -> Plan {
        if is_large(tournament) { prompt_plan(tournament, change) } else { Plan::Everything }
    }

    /// Notes a change after `true_up_to` whose documents are rendered later. Returns whether the stream did not lag
    /// before.
    pub(crate) fn put_off(&mut self, stream: StreamId, lag: Lag, true_up_to: Position) -> bool {
        self.lagging.put_off(stream, lag, true_up_to, Instant::now())
    }

    /// Notes that a stream's documents are current. Returns whether it lagged.
    pub(crate) fn settle(&mut self, stream: StreamId) -> bool {
        self.lagging.settle(stream)
    }

    /// Returns the positions that the views have reached when events up to `applied` are committed.
    pub(crate) fn reached(&self, applied: Position) -> Reached {
        let (prompt, settled) = (self.lagging.prompt_up_to(applied), self.lagging.settled_up_to(applied));
        Reached { applied, prompt, settled }
    }

    /// Returns the number of lagging streams.
    pub(crate) fn lagging(&self) -> usize {
        self.lagging.len()
    }

    /// Returns when the next lagging stream is due.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.lagging.next_due()
    }

    /// Returns lagging streams that are due, as many as are rendered before new events are read again.
    pub(crate) fn due(&self) -> Vec<StreamId> {
        self.lagging.due(Instant::now(), SETTLED_AT_ONCE)
    }

    /// Returns as many lagging streams, due or not.
    pub(crate) fn first(&self) -> Vec<StreamId> {
        self.lagging.first(SETTLED_AT_ONCE)
    }
}

/// Returns whether the event is so large that heavy documents may lag.
fn is_large(tournament: &Tournament) -> bool {
    let mut size = tournament.registrations.len();
    for (_, round) in tournament.rounds() {
        if size > SMALL_EVENT {
            return true;
        }
        size += round.all_matches().map(|table| table.pairing.players.len()).sum::<usize>();
    }
    size > SMALL_EVENT
}

/// Plans the rounds whose documents are rendered at once: the changed ones, and the current one if anything may have
/// changed.
fn prompt_plan(tournament: &Tournament, change: Option<&Change>) -> Plan {
    let touched = change.map(|change| change.touched.clone());
    let everything = touched.as_ref().is_none_or(|touched| touched.everything);
    let touched = touched.unwrap_or_default();
    let (mut rounds, mut standings, lists) = (touched.rounds, touched.standings, touched.lists || everything);
    if everything && let Some((_, round)) = tournament.current_round() {
        rounds.insert(round.id);
        standings.insert(round.id);
    }
    let leaves_some = everything && tournament.rounds().any(|(_, round)| !rounds.contains(&round.id));
    Plan::Prompt { scope: Scope::Rounds { rounds, standings, lists }, leaves_some }
}
