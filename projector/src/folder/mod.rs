//! The folder: applies events to the state of their streams, and notes what they change.
//!
//! It owns the state: folds and the parked streams. Missing state is read from the log again (`state`).

mod folds;
mod joined;
mod parking;
mod state;

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::documents::About;
use domain::tournament::Tournament;
use domain::tournament::facts::facts;
use domain::tournament::touched::{Touched, touched};
use proto_events::{
    Actor, DomainEvent, Envelope, EventHash, Position, Recorded, StreamId, StreamKind, TournamentEvent,
};
use serde_json::Value;
use storage::{LogReader, ParkedStream, Shard};

use self::folds::Folds;
use self::parking::Parking;
use crate::error::ProjectorError;
use crate::feed::FeedBatch;
use crate::planner::{Changes, Mode};
use crate::sharding::takes_in;
use crate::views::audit_entry;

pub(crate) use self::folds::{Aggregate, OfKind, streams_per_read};
pub(crate) use self::joined::{Joined, sources};
pub(crate) use self::parking::{ATTEMPTS, guard};

/// Number of events of a backlog that are rendered together.
const BACKLOG_EVENTS: usize = 250_000;
/// Bytes of their payloads, roughly the size of their folds.
const BACKLOG_BYTES: usize = 24 << 20;

/// Folds events into the state of all streams. Only some of it is in memory; the rest is read from the log when it is
/// needed.
pub(crate) struct Folder {
    shard: Shard,
    log: Arc<dyn LogReader>,
    folds: Folds,
    /// The streams whose fold ends at a parked event.
    pub(crate) parking: Parking,
    /// Position of the last event that was taken in.
    pub(crate) read_to: Position,
    /// Its hash.
    pub(crate) read_hash: Option<EventHash>,
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
        (read_to, read_hash): (Position, Option<EventHash>),
        parked: impl IntoIterator<Item = ParkedStream>,
    ) -> Self {
        let (folds, parking) = (Folds::new(), Parking::from_store(parked));
        Self { shard, log, folds, parking, read_to, read_hash, changes: Changes::default() }
    }

    /// Takes in events that follow those taken in before. If an event fails, reloads the fold and tries again; parks the
    /// stream after the last attempt.
    pub(crate) async fn take_in(&mut self, batch: FeedBatch, mode: Mode) -> Result<(), ProjectorError> {
        let FeedBatch { events, through, hash, .. } = batch;
        self.changes.events += events.len();
        self.changes.bytes += events.iter().map(|event| event.encoded.payload.len()).sum::<usize>();
        self.changes.traced.begin(&events);
        let streams = self.decode(events);
        self.load_small(&streams).await?;
        for (stream, taken) in streams {
            if let Some(first) = taken.first().filter(|first| first.envelope.version > 1) {
                self.ensure_at(stream.kind, &[stream.id], before(first)).await?;
            }
            for taken in &taken {
                let mut applied = self.apply(taken, mode);
                for _ in 1..ATTEMPTS {
                    if applied.is_err() {
                        self.reload(stream, before(taken)).await?;
                        applied = self.apply(taken, mode);
                    }
                }
                if let Err(error) = applied {
                    self.reload(stream, before(taken)).await?;
                    self.parking.park(stream, taken.envelope.position, error);
                    break;
                }
            }
            self.reweigh(stream);
        }
        (self.read_to, self.read_hash) = (through, Some(hash));
        Ok(())
    }

    /// Returns whether the events taken in since the last commit are as many as can be rendered together.
    pub(crate) fn is_full(&self) -> bool {
        self.changes.events >= BACKLOG_EVENTS || self.changes.bytes >= BACKLOG_BYTES
    }

    /// Decodes events and groups them by stream. Leaves out events of parked streams and those after an event that
    /// cannot be decoded. If another shard takes in a list, only the change is noted.
    fn decode(&mut self, events: Vec<Recorded>) -> BTreeMap<StreamId, Vec<Taken>> {
        let mut streams = BTreeMap::<StreamId, Vec<Taken>>::new();
        for recorded in events {
            if !takes_in(self.shard, recorded.organization_id) {
                if recorded.version > 1 {
                    self.changes.seen.insert(recorded.stream);
                }
                self.folds.of_kind(StreamKind::Decklist).remove(&recorded.stream.id);
                continue;
            }
            if self.parking.parked_at(recorded.stream).is_some() {
                continue;
            }
            match guard(|| recorded.decode()) {
                Ok(envelope) => {
                    let event_type = recorded.encoded.event_type;
                    streams.entry(recorded.stream).or_default().push(Taken { envelope, event_type });
                }
                Err(error) => self.parking.park(recorded.stream, recorded.position, error),
            }
        }
        streams
    }

    /// Loads the small folds that the events continue and that are not in memory, many per query. Tournaments are
    /// loaded one by one.
    async fn load_small(&mut self, streams: &BTreeMap<StreamId, Vec<Taken>>) -> Result<(), ProjectorError> {
        for kind in StreamKind::ALL.into_iter().filter(|kind| *kind != StreamKind::Tournament) {
            let continued = streams.iter().filter(|(stream, taken)| {
                stream.kind == kind && taken.first().is_some_and(|first| first.envelope.version > 1)
            });
            let ids: Vec<i64> = continued.map(|(stream, _)| stream.id).collect();
            self.ensure_at(kind, &ids, self.read_to).await?;
        }
        Ok(())
    }

    /// Applies one event to the fold in memory. After a failure the fold may be one version behind.
    fn apply(&mut self, taken: &Taken, mode: Mode) -> Result<(), String> {
        let Taken { envelope, event_type } = taken;
        let (stream, cache) = (envelope.stream, self.folds.of_kind(envelope.stream.kind));
        if envelope.version == 1 && cache.get(&stream.id).is_none() {
            cache.insert(stream.id, folds::Folded::default(), 1);
        }
        let folded = cache.get_mut(&stream.id).ok_or("its stream is not in memory")?;
        let convention_before = folded.state.as_ref().and_then(Aggregate::convention_id);
        let tournament = folded.state.as_ref().and_then(Tournament::of);
        let audited = match &envelope.event {
            DomainEvent::Tournament(event) if is_audited(tournament, envelope, event) => Some(event),
            _ => None,
        };
        let before = audited.zip(tournament).and_then(|(event, tournament)| facet(tournament, event));
        folded.apply(envelope)?;
        let state = folded.state.as_ref().ok_or("its stream has no state")?;
        if let (Some(event), Some(tournament)) = (audited, Tournament::of(state)) {
            let about = guard(|| Ok::<_, String>(About::of(tournament, event)));
            let (about, after) = (about.unwrap_or_else(|_| About::default()), facet(tournament, event));
            self.changes.audit(envelope, audit_entry(envelope, event_type.clone(), about, [before, after]));
        }
        let everything = || Touched { everything: true, ..Touched::default() };
        let touched = match (mode, &envelope.event, Tournament::of(state)) {
            (Mode::Live, DomainEvent::Tournament(event), Some(tournament)) => {
                guard(|| Ok::<_, String>(touched(tournament, event))).unwrap_or_else(|_| everything())
            }
            _ => everything(),
        };
        self.changes.note(envelope, [convention_before, state.convention_id()], touched);
        Ok(())
    }
}

fn before(taken: &Taken) -> Position {
    Position(taken.envelope.position.0 - 1)
}

/// Returns whether the next event of a tournament gets an audit entry. Events that an import writes after `Imported` get
/// none of their own, and a deleted tournament has no audit.
fn is_audited(tournament: Option<&Tournament>, envelope: &Envelope, event: &TournamentEvent) -> bool {
    let is_imported = tournament.is_some_and(|tournament| tournament.import.is_some());
    !matches!(event, TournamentEvent::Deleted {}) && (envelope.actor != Actor::CommandLine || !is_imported)
}

/// Returns the part of a tournament that an event is about. If that fails, only this detail of the audit entry is
/// missing.
fn facet(tournament: &Tournament, event: &TournamentEvent) -> Option<Value> {
    guard(|| Ok::<_, String>(facts(event).values(tournament))).unwrap_or_default()
}
