//! Takes in events: decodes them, applies them to the folds, and notes what they make dirty.

use std::collections::{BTreeMap, BTreeSet};

use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::tournament::touched::Touched;
use domain::user::User;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::{DomainEvent, Envelope, Position, Recorded, StreamId, StreamKind, TournamentEvent};
use serde_json::Value;

use crate::dirty::{Change, reach};
use crate::engine::{Engine, Mode};
use crate::error::ProjectorError;
use crate::feed::FeedBatch;
use crate::folds::{Fold, Folded, Folds};
use crate::journal::{AuditedChange, Entry};
use crate::poison::{ATTEMPTS, guard};
use crate::sharding::takes_in;
use crate::traced::Traced;

/// What the events since the last commit have made dirty.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// Streams with new events.
    pub(crate) own: BTreeMap<StreamId, Change>,
    /// Streams whose change shows in documents of other streams.
    pub(crate) seen: BTreeSet<StreamId>,
    /// Conventions whose list of events changes.
    pub(crate) conventions: BTreeSet<ConventionId>,
    /// The convention of each tournament whose details were taken in.
    pub(crate) memberships: BTreeMap<i64, Option<ConventionId>>,
    /// Users and lists that changed after their first event.
    pub(crate) changed: BTreeSet<StreamId>,
    /// New audit entries of tournaments.
    pub(crate) audits: BTreeMap<StreamId, (OrganizationId, Vec<Entry>)>,
    /// Events taken in.
    pub(crate) events: usize,
    /// Bytes of their payloads.
    pub(crate) bytes: usize,
    /// Traces of the commands that wrote them.
    pub(crate) traced: Traced,
}

/// A decoded event, and its type as it is stored.
struct Taken {
    envelope: Envelope,
    event_type: String,
}

impl Pending {
    /// Notes a change of a list that another shard takes in and that documents of this shard may show.
    fn note_elsewhere(&mut self, list: StreamId) {
        self.seen.insert(list);
        self.changed.insert(list);
    }

    fn audit(&mut self, taken: &Taken, change: AuditedChange) {
        let Taken { envelope, event_type } = taken;
        let entry = Entry::new(envelope, event_type.clone(), change);
        self.bytes += entry.bytes();
        let audit = self.audits.entry(envelope.stream).or_insert_with(|| (envelope.organization_id, Vec::new()));
        audit.1.push(entry);
    }

    fn note(&mut self, envelope: &Envelope, conventions: [Option<ConventionId>; 2], touched: Touched) {
        let [before, after] = conventions;
        let reach = reach(&envelope.event, before, after);
        if reach.dependents {
            self.seen.insert(envelope.stream);
        }
        self.conventions.extend(reach.conventions);
        if let DomainEvent::Tournament(TournamentEvent::Created { .. } | TournamentEvent::DetailsChanged { .. }) =
            &envelope.event
        {
            self.memberships.insert(envelope.stream.id, after);
        }
        let is_joined = matches!(envelope.stream.kind, StreamKind::User | StreamKind::Decklist);
        if is_joined && envelope.version > 1 && reach.dependents {
            self.changed.insert(envelope.stream);
        }
        let change = self.own.entry(envelope.stream).or_insert_with(|| Change {
            touched: Touched::default(),
            organization_id: envelope.organization_id,
            position: envelope.position,
            is_new: envelope.version == 1,
        });
        change.touched.merge(touched);
        change.position = envelope.position;
    }
}

impl Engine {
    /// Takes in events that follow those taken in before.
    pub(crate) async fn take_in(&mut self, batch: FeedBatch, mode: Mode) -> Result<(), ProjectorError> {
        let FeedBatch { events, through, hash, .. } = batch;
        let before = self.read_to;
        self.pending.events += events.len();
        self.pending.bytes += events.iter().map(|event| event.encoded.payload.len()).sum::<usize>();
        self.pending.traced.begin(&events);
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
        (self.read_to, self.read_hash) = (through, Some(hash));
        Ok(())
    }

    /// Decodes events and groups them by stream. Leaves out events of parked streams and those after an event that
    /// cannot be decoded. If another shard takes in a list, only the change is noted.
    fn decode(&mut self, events: Vec<Recorded>) -> BTreeMap<StreamId, Vec<Taken>> {
        let mut streams = BTreeMap::<StreamId, Vec<Taken>>::new();
        for recorded in events {
            if !takes_in(self.shard, recorded.organization_id) {
                if recorded.version > 1 {
                    self.pending.note_elsewhere(recorded.stream);
                }
                Decklist::cache_mut(&mut self.folds).remove(&recorded.stream.id);
                continue;
            }
            if self.parking.parked_at(recorded.stream).is_some() {
                continue;
            }
            let mut decoded = guard(|| recorded.decode());
            for _ in 1..ATTEMPTS {
                if decoded.is_err() {
                    decoded = guard(|| recorded.decode());
                }
            }
            match decoded {
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
    async fn load_for<F: Fold>(
        &mut self,
        streams: &BTreeMap<StreamId, Vec<Taken>>,
        up_to: Position,
    ) -> Result<(), ProjectorError> {
        let continued = streams.iter().filter(|(stream, taken)| {
            stream.kind == F::KIND && taken.first().is_some_and(|first| first.envelope.version > 1)
        });
        let ids: Vec<i64> = continued.map(|(stream, _)| stream.id).collect();
        self.ensure::<F>(&ids, up_to).await
    }

    /// Applies a stream's events. If one fails, reloads the fold and tries again; parks the stream after the last
    /// attempt.
    async fn apply<F: Fold>(&mut self, stream: StreamId, taken: &[Taken], mode: Mode) -> Result<(), ProjectorError> {
        let first = taken.first().map(|first| &first.envelope);
        if let Some(first) = first.filter(|first| first.version > 1) {
            self.ensure::<F>(&[stream.id], Position(first.position.0 - 1)).await?;
        }
        for taken in taken {
            let before = Position(taken.envelope.position.0 - 1);
            let mut result = apply_one::<F>(&mut self.folds, &mut self.pending, taken, mode);
            for _ in 1..ATTEMPTS {
                if result.is_err() {
                    self.reload::<F>(stream, before).await?;
                    result = apply_one::<F>(&mut self.folds, &mut self.pending, taken, mode);
                }
            }
            if let Err(error) = result {
                self.reload::<F>(stream, before).await?;
                self.parking.park(stream, taken.envelope.position, error);
                break;
            }
        }
        self.reweigh::<F>(stream.id);
        Ok(())
    }
}

/// Applies one event to the fold in memory. After a failure the fold may be one version behind.
fn apply_one<F: Fold>(folds: &mut Folds, pending: &mut Pending, taken: &Taken, mode: Mode) -> Result<(), String> {
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
        pending.audit(taken, AuditedChange { about, before: facet_before, after: facet(state, envelope) });
    }
    let everything = || Touched { everything: true, ..Touched::default() };
    let touched = match mode {
        Mode::Live => guard(|| Ok::<_, String>(state.touched(&envelope.event))).unwrap_or_else(|_| everything()),
        Mode::Backlog => everything(),
    };
    pending.note(envelope, [before, state.convention()], touched);
    Ok(())
}

/// Returns the part of a stream's state that an event is about. If that fails, only this detail of the audit entry is
/// missing.
fn facet<F: Fold>(state: &F, envelope: &Envelope) -> Option<Value> {
    guard(|| Ok::<_, String>(state.facet(&envelope.event))).unwrap_or_default()
}
