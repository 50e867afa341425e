//! The folder: applies events to the state of their streams, and notes what they change.
//!
//! It owns the state: folds, the users and lists of tournaments, and the parked streams. Missing state is read from the
//! log again.

mod folds;
mod joined;
mod parking;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::tournament::touched::Touched;
use domain::user::User;
use proto_events::{Envelope, EventHash, Position, Recorded, StreamId, StreamKind};
use rayon::prelude::*;
use serde_json::Value;
use storage::{LogReader, ParkedStream, Shard};

use self::folds::{Folded, Folds};
use crate::error::ProjectorError;
use crate::feed::FeedBatch;
use crate::planner::{Changes, Mode};
use crate::sharding::takes_in;
use crate::views::{AuditedChange, Entry};

pub(crate) use self::folds::Fold;
pub(crate) use self::joined::{sources_of_organization, sources_of_tournament};
pub(crate) use self::parking::{ATTEMPTS, guard};
pub(crate) use self::state::State;

/// Number of events of a backlog that are rendered together.
const BACKLOG_EVENTS: usize = 250_000;
/// Bytes of their payloads, roughly the size of their folds.
const BACKLOG_BYTES: usize = 24 << 20;

/// Number of events from which other processors help to decode them.
const MANY_EVENTS: usize = 1_024;

/// Folds events into state.
pub(crate) struct Folder {
    shard: Shard,
    pub(crate) state: State,
    /// What the events since the last commit have changed.
    pub(crate) changes: Changes,
}

/// A decoded event, and its type as it is stored.
struct Taken {
    envelope: Envelope,
    event_type: String,
}

impl Folder {
    /// Creates a folder that continues after the event with this position and hash, with the streams that are parked.
    pub(crate) fn new(
        log: Arc<dyn LogReader>,
        shard: Shard,
        after: (Position, Option<EventHash>),
        parked: impl IntoIterator<Item = ParkedStream>,
    ) -> Self {
        Self { shard, state: State::new(log, shard, after, parked), changes: Changes::default() }
    }

    /// Takes in events that follow those taken in before.
    pub(crate) async fn take_in(&mut self, batch: FeedBatch, mode: Mode) -> Result<(), ProjectorError> {
        let FeedBatch { events, through, hash, .. } = batch;
        let before = self.state.read_to();
        self.changes.events += events.len();
        self.changes.bytes += events.iter().map(|event| event.encoded.payload.len()).sum::<usize>();
        self.changes.traced.begin(&events);
        let streams = self.decode(events);
        self.load_for::<Organization>(&streams, before).await?;
        self.load_for::<User>(&streams, before).await?;
        self.load_for::<Convention>(&streams, before).await?;
        self.load_for::<Decklist>(&streams, before).await?;
        for (stream, taken) in streams {
            match stream.kind {
                StreamKind::Organization => self.apply::<Organization>(stream, &taken, mode).await?,
                StreamKind::User => self.apply::<User>(stream, &taken, mode).await?,
                StreamKind::Convention => self.apply::<Convention>(stream, &taken, mode).await?,
                StreamKind::Tournament => self.apply::<Tournament>(stream, &taken, mode).await?,
                StreamKind::Decklist => self.apply::<Decklist>(stream, &taken, mode).await?,
            }
        }
        self.state.advance(through, hash);
        Ok(())
    }

    /// Returns whether the events taken in since the last call of [`Folder::take_changes`] are as many as can be rendered
    /// together.
    pub(crate) fn is_full(&self) -> bool {
        self.changes.events >= BACKLOG_EVENTS || self.changes.bytes >= BACKLOG_BYTES
    }

    /// Returns what the events taken in since the last call have changed, and drops copies of the old state.
    pub(crate) fn take_changes(&mut self) -> Changes {
        let changes = std::mem::take(&mut self.changes);
        self.state.forget_copies(&changes.changed);
        changes
    }

    /// Takes the streams whose change shows in documents of others, and drops copies of their old state.
    pub(crate) fn take_seen(&mut self) -> BTreeSet<StreamId> {
        self.state.forget_copies(&std::mem::take(&mut self.changes.changed));
        std::mem::take(&mut self.changes.seen)
    }

    /// Decodes events and groups them by stream. Leaves out events of parked streams and those after an event that
    /// cannot be decoded. If another shard takes in a list, only the change is noted.
    fn decode(&mut self, events: Vec<Recorded>) -> BTreeMap<StreamId, Vec<Taken>> {
        let mut streams = BTreeMap::<StreamId, Vec<Taken>>::new();
        let state = &mut self.state;
        for (recorded, decoded) in decode_all(events) {
            if !takes_in(self.shard, recorded.organization_id) {
                if recorded.version > 1 {
                    self.changes.note_elsewhere(recorded.stream);
                }
                state.remove::<Decklist>(recorded.stream.id);
                continue;
            }
            if state.parking.parked_at(recorded.stream).is_some() {
                continue;
            }
            match decoded {
                Ok(envelope) => {
                    let event_type = recorded.encoded.event_type;
                    streams.entry(recorded.stream).or_default().push(Taken { envelope, event_type });
                }
                Err(error) => state.parking.park(recorded.stream, recorded.position, error),
            }
        }
        streams
    }

    /// Loads the small folds that the events continue and that are not in memory, many per query. Tournaments are
    /// loaded one by one.
    async fn load_for<F: Fold>(
        &mut self,
        streams: &BTreeMap<StreamId, Vec<Taken>>,
        up_to: Position,
    ) -> Result<(), ProjectorError> {
        let continued = streams.iter().filter(|(stream, taken)| {
            stream.kind == F::KIND && taken.first().is_some_and(|first| first.envelope.version > 1)
        });
        let ids: Vec<i64> = continued.map(|(stream, _)| stream.id).collect();
        self.state.ensure_at::<F>(&ids, up_to).await
    }

    /// Applies a stream's events. If one fails, reloads the fold and tries again; parks the stream after the last
    /// attempt.
    async fn apply<F: Fold>(&mut self, stream: StreamId, taken: &[Taken], mode: Mode) -> Result<(), ProjectorError> {
        let (state, changes) = (&mut self.state, &mut self.changes);
        let first = taken.first().map(|first| &first.envelope);
        if let Some(first) = first.filter(|first| first.version > 1) {
            state.ensure_at::<F>(&[stream.id], Position(first.position.0 - 1)).await?;
        }
        for taken in taken {
            let before = Position(taken.envelope.position.0 - 1);
            let mut result = apply_one::<F>(&mut state.folds, changes, taken, mode);
            for _ in 1..ATTEMPTS {
                if result.is_err() {
                    state.reload::<F>(stream, before).await?;
                    result = apply_one::<F>(&mut state.folds, changes, taken, mode);
                }
            }
            if let Err(error) = result {
                state.reload::<F>(stream, before).await?;
                state.parking.park(stream, taken.envelope.position, error);
                break;
            }
        }
        state.reweigh::<F>(stream.id);
        Ok(())
    }
}

/// Decodes events, many of them on all processors.
fn decode_all(events: Vec<Recorded>) -> Vec<(Recorded, Result<Envelope, String>)> {
    let decode = |recorded: Recorded| {
        let mut decoded = guard(|| recorded.decode());
        for _ in 1..ATTEMPTS {
            if decoded.is_err() {
                decoded = guard(|| recorded.decode());
            }
        }
        (recorded, decoded)
    };
    if events.len() < MANY_EVENTS {
        events.into_iter().map(decode).collect()
    } else {
        events.into_par_iter().map(decode).collect()
    }
}

/// Applies one event to the fold in memory. After a failure the fold may be one version behind.
fn apply_one<F: Fold>(folds: &mut Folds, changes: &mut Changes, taken: &Taken, mode: Mode) -> Result<(), String> {
    let envelope = &taken.envelope;
    let cache = F::cache_mut(folds);
    if envelope.version == 1 && cache.peek(&envelope.stream.id).is_none() {
        cache.insert(envelope.stream.id, Folded::empty(), 1);
    }
    let folded = cache.get_mut(&envelope.stream.id).ok_or("its stream is not in memory")?;
    if envelope.version != folded.version + 1 {
        return Err(format!("version {} does not follow version {}", envelope.version, folded.version));
    }
    let before = folded.state.as_ref().and_then(F::convention);
    let is_audited = F::is_audited(folded.state.as_ref(), envelope);
    let facet_before = folded.state.as_ref().filter(|_| is_audited).and_then(|state| facet(state, envelope));
    let state = match &mut folded.state {
        Some(state) => {
            guard(|| state.advance(envelope))?;
            state
        }
        None => folded.state.insert(guard(|| F::begin(envelope))?),
    };
    folded.version = envelope.version;
    if is_audited {
        let about = guard(|| Ok::<_, String>(state.about(&envelope.event))).unwrap_or_default();
        let change = AuditedChange { about, before: facet_before, after: facet(state, envelope) };
        changes.audit(envelope, Entry::new(envelope, taken.event_type.clone(), change));
    }
    let everything = || Touched { everything: true, ..Touched::default() };
    let touched = match mode {
        Mode::Live => guard(|| Ok::<_, String>(state.touched(&envelope.event))).unwrap_or_else(|_| everything()),
        Mode::Backlog => everything(),
    };
    changes.note(envelope, [before, state.convention()], touched);
    Ok(())
}

/// Returns the part of a stream's state that an event is about. If that fails, only this detail of the audit entry is
/// missing.
fn facet<F: Fold>(state: &F, envelope: &Envelope) -> Option<Value> {
    guard(|| Ok::<_, String>(state.facet(&envelope.event))).unwrap_or_default()
}
