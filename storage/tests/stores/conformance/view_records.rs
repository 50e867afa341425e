//! Tests of the export of changes: a client that applies the answers has what a full export has.

use std::collections::{BTreeMap, BTreeSet};

use futures::TryStreamExt;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use proto_events::Position;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use storage::{
    Audience, ExportRecord, Generation, Reached, RecordBody, RecordFilter, RecordPart, RecordParts, RecordReader,
    Shard, StoreError, ViewBatch,
};

use super::given::{at, bodies, commit};
use super::{Backend, Views};

/// A tournament at a moment.
#[derive(Debug, Clone, Copy)]
struct Told {
    tournament: i64,
    start: Option<i64>,
    is_modern: bool,
    content: u8,
    /// 0: deleted; 1: seen by staff; 2: by members as well; 3: by everyone.
    seen: u8,
}

fn body(told: Told, variant: &str) -> RecordBody {
    let Told { tournament, content, .. } = told;
    let filler = "x".repeat(usize::from(content) * 40);
    let part = |name: &str| format!("[\"{name} {variant} {content} {filler}\"]").into();
    RecordBody {
        head: format!("{{\"id\":{tournament},\"name\":\"{variant} {content}\"}}").into(),
        parts: RecordPart::ALL.map(|part_of| part(part_of.name())),
    }
}

fn organization(tournament: i64) -> OrganizationId {
    OrganizationId(3 + tournament % 2)
}

fn record(told: Told) -> ExportRecord {
    let Told { tournament, start, is_modern, seen, content } = told;
    let whole = (seen > 0).then(|| body(told, "whole"));
    // Some tournaments look the same for everyone.
    let public = (seen > 1).then(|| if content.is_multiple_of(3) { body(told, "whole") } else { body(told, "public") });
    ExportRecord {
        organization_id: organization(tournament),
        tournament_id: tournament.into(),
        start: start.map(at),
        event_format: if is_modern { EventFormat::Modern } else { EventFormat::Legacy },
        position: Position(1),
        whole,
        public,
        is_public: seen == 3,
    }
}

fn told() -> impl Strategy<Value = Told> {
    let start = prop_oneof![Just(None), (0_i64..4).prop_map(|start| Some(start * 100))];
    (1_i64..7, start, any::<bool>(), 0_u8..4, 0_u8..4).prop_map(|(tournament, start, is_modern, content, seen)| Told {
        tournament,
        start,
        is_modern,
        content,
        seen,
    })
}

fn filters() -> Vec<RecordFilter> {
    let readers = [
        None,
        Some((OrganizationId(3), Audience::Staff)),
        Some((OrganizationId(4), Audience::Member)),
        Some((OrganizationId(9), Audience::Staff)),
    ];
    let parts: RecordParts = [RecordPart::Matches, RecordPart::Cards].into_iter().collect();
    let all = readers.into_iter().flat_map(|own| {
        let plain = RecordFilter { reader: RecordReader { own }, ..RecordFilter::default() };
        [
            plain,
            RecordFilter { from: Some(at(100)), to: Some(at(300)), parts, ..plain },
            RecordFilter { event_format: Some(EventFormat::Modern), ..plain },
            RecordFilter { organization_id: Some(OrganizationId(3)), from: Some(at(200)), ..plain },
        ]
    });
    all.collect()
}

/// A client that has a copy of what it has read.
#[derive(Debug, Default, Clone)]
struct Client {
    cursor: Option<i64>,
    lineage: String,
    copy: BTreeMap<i64, String>,
    /// Every id that it was ever told.
    known: BTreeSet<i64>,
}

fn id_of(record: &str) -> i64 {
    record["{\"id\":".len()..].split([',', '}']).next().unwrap().parse().unwrap()
}

impl Client {
    async fn read(&mut self, store: &Views, filter: RecordFilter) {
        let filter = RecordFilter { since: self.cursor, ..filter };
        let snapshot = store.records(filter).await.unwrap();
        let state = snapshot.state.clone();
        let records = bodies(snapshot).await;
        assert_eq!(usize::try_from(state.count).unwrap(), records.len());
        for record in records {
            let id = id_of(&record);
            self.known.insert(id);
            if record.contains("\"deleted\":true") {
                self.copy.remove(&id);
            } else {
                self.copy.insert(id, record);
            }
        }
        assert!(state.sequence >= self.cursor.unwrap_or_default());
        (self.cursor, self.lineage) = (Some(state.sequence), state.lineage);
    }
}

/// What a reader with this filter finds, by the table of readers.
fn expected(now: &BTreeMap<i64, Told>, filter: &RecordFilter) -> Vec<i64> {
    let is_found = |told: &&Told| {
        let own = filter.reader.own.filter(|(own, _)| *own == organization(told.tournament));
        let least = match own {
            Some((_, Audience::Staff)) => 1,
            Some((_, Audience::Member)) => 2,
            _ => 3,
        };
        told.seen >= least
            && filter.organization_id.is_none_or(|asked| asked == organization(told.tournament))
            && filter.event_format.is_none_or(|_| told.is_modern)
            && filter.from.is_none_or(|from| told.start.is_some_and(|start| at(start) >= from))
            && filter.to.is_none_or(|to| told.start.is_some_and(|start| at(start) < to))
    };
    now.values().filter(is_found).map(|told| told.tournament).collect()
}

/// Writes these tournaments, each by its shard.
async fn write(store: &Views, generation: Generation, told: &[Told]) {
    let of = u32::try_from(store.checkpoint(generation).await.unwrap().unwrap().shards.len()).unwrap();
    for index in 0..of {
        let ours = told.iter().filter(|told| told.tournament % i64::from(of) == i64::from(index));
        let records: Vec<_> = ours.copied().map(record).collect();
        if !records.is_empty() {
            write_shard(store, generation, Shard { index, of }, records).await;
        }
    }
}

async fn write_shard(store: &Views, generation: Generation, shard: Shard, records: Vec<ExportRecord>) {
    let checkpoint = store.checkpoint(generation).await.unwrap().unwrap();
    let from = checkpoint.shards[shard.index as usize].reached.applied;
    let batch = ViewBatch::new(generation, shard, from, Reached::all(Position(from.0 + 1)));
    store.commit(ViewBatch { records, ..batch }).await.unwrap();
}

/// Creates the first generation, with these tournaments.
async fn first(store: &Views, told: &[Told]) -> Generation {
    let generation = store.begin_generation("first", "log").await.unwrap();
    write(store, generation, told).await;
    generation
}

async fn divide(store: &Views, generation: Generation, of: u32) {
    for index in 0..of {
        store.open_shard(generation, Shard { index, of }).await.unwrap();
    }
}

async fn rebuild(store: &Views, now: &BTreeMap<i64, Told>) -> Generation {
    let active = store.active().await.unwrap().unwrap();
    let at = active.shards.iter().map(|shard| shard.reached.applied).max().unwrap();
    let next = store.begin_generation("next", "log").await.unwrap();
    let records = now.values().copied().filter(|told| told.seen > 0).map(record).collect();
    let batch = ViewBatch::new(next, Shard::WHOLE, Position::START, Reached::all(at));
    store.commit(ViewBatch { records, ..batch }).await.unwrap();
    assert!(store.switch_to(next, at).await.unwrap());
    store.drop_inactive().await.unwrap();
    next
}

/// Any history, any cut into answers, any reader and filter.
pub(crate) async fn applying_the_answers_gives_a_full_export(store: &Views, _: &impl Backend) {
    let mut generation = store.begin_generation("first", "log").await.unwrap();
    let filters = filters();
    let mut clients = vec![Client::default(); filters.len()];
    // Everything that a reader could ever see, without regard to the filter.
    let mut ever = vec![BTreeSet::new(); filters.len()];
    let mut now = BTreeMap::new();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let draws = (0..13, proptest::collection::vec(told(), 1..4), 1_u32..4, 0..filters.len());
    for number in 0..400 {
        let (step, told, shards, client) = draws.new_tree(&mut runner).unwrap().current();
        match step {
            0..5 => {
                write(store, generation, &told).await;
                now.extend(told.iter().map(|told| (told.tournament, *told)));
                for (filter, ever) in filters.iter().zip(&mut ever) {
                    let readers = RecordFilter { reader: filter.reader, ..RecordFilter::default() };
                    // Several states of a tournament in a batch are one change.
                    ever.extend(expected(&now, &readers));
                }
            }
            5 => generation = rebuild(store, &now).await,
            6 => divide(store, generation, shards).await,
            _ => {
                clients[client].read(store, filters[client]).await;
                assert_same(store, &clients[client], &filters[client], &now, number).await;
                let unseen = clients[client].known.difference(&ever[client]).next();
                assert_eq!(unseen, None, "step {number}: no reader hears of what it never could see");
            }
        }
    }
}

async fn assert_same(store: &Views, client: &Client, filter: &RecordFilter, now: &BTreeMap<i64, Told>, number: usize) {
    let mut full = Client::default();
    full.read(store, *filter).await;
    let state = store.records(*filter).await.unwrap().state;
    assert_eq!(state, store.record_state(*filter).await.unwrap(), "step {number}: {filter:?}");
    assert_eq!(client.copy, full.copy, "step {number}: {filter:?}");
    assert_eq!(full.copy.keys().copied().collect::<Vec<_>>(), expected(now, filter), "step {number}: {filter:?}");
    assert_eq!(
        (&client.lineage, full.known.len()),
        (&full.lineage, full.copy.len()),
        "a full export has no tombstones"
    );
    for (id, copy) in &full.copy {
        let own = filter.reader.own.filter(|(own, _)| *own == organization(*id));
        let is_staff = own.is_some_and(|(_, audience)| audience == Audience::Staff);
        let told = now[id];
        assert_eq!(copy.contains("whole"), is_staff || told.content.is_multiple_of(3), "{copy}");
        for part in RecordPart::ALL {
            assert_eq!(copy.contains(&format!("\"{}\":[", part.name())), filter.parts.has(part), "{copy}");
        }
    }
}

/// Shards that commit at the same moment. A change with a smaller number never appears after one with a greater number.
pub(crate) async fn shards_that_commit_at_once_lose_no_change(_: &Views, backend: &impl Backend) {
    const SHARDS: u32 = 3;
    const BATCHES: u8 = 40;
    let store = backend.view_store().await;
    let generation = store.begin_generation("first", "log").await.unwrap();
    divide(&*store, generation, SHARDS).await;
    let mut writers = tokio::task::JoinSet::new();
    for index in 0..SHARDS {
        let store = store.clone();
        writers.spawn(async move {
            for content in 0..BATCHES {
                let told = [1, 2].map(|nth| Told { tournament: i64::from(SHARDS * nth + index), content, ..TOLD });
                let records = told.map(record).to_vec();
                write_shard(&*store, generation, Shard { index, of: SHARDS }, records).await;
            }
        });
    }
    let mut client = Client::default();
    while !writers.is_empty() {
        client.read(&*store, RecordFilter::default()).await;
        if let Some(done) = writers.try_join_next() {
            done.unwrap();
        }
    }
    client.read(&*store, RecordFilter::default()).await;
    let mut full = Client::default();
    full.read(&*store, RecordFilter::default()).await;
    assert_eq!(full.copy.len(), 2 * SHARDS as usize);
    assert_eq!(client.copy, full.copy);
}

const TOLD: Told = Told { tournament: 1, start: Some(100), is_modern: false, content: 1, seen: 3 };

pub(crate) async fn a_record_that_stays_the_same_is_no_change(store: &Views, _: &impl Backend) {
    let generation = first(store, &[TOLD]).await;
    let filter = RecordFilter::default();
    let before = store.record_state(filter).await.unwrap();
    write(store, generation, &[TOLD]).await;
    // What staff alone sees is no change for others.
    let mut changed = record(TOLD);
    changed.whole = Some(body(TOLD, "another"));
    commit(store, generation, |batch| batch.records = vec![changed]).await;
    assert_eq!(store.record_state(filter).await.unwrap(), before);
    write(store, generation, &[TOLD]).await;
    rebuild(store, &BTreeMap::from([(1, TOLD)])).await;
    assert_eq!(store.record_state(filter).await.unwrap(), before, "a rebuild that makes the same changes nothing");
}

pub(crate) async fn views_without_those_before_them_have_another_lineage(store: &Views, _: &impl Backend) {
    first(store, &[TOLD]).await;
    let lineage = async || store.record_state(RecordFilter::default()).await.unwrap().lineage;
    let before = lineage().await;
    rebuild(store, &BTreeMap::from([(1, TOLD)])).await;
    assert_eq!(lineage().await, before);
    let active = store.active().await.unwrap().unwrap().generation;
    store.give_up(active).await.unwrap();
    store.begin_generation("afresh", "another log").await.unwrap();
    assert_ne!(lineage().await, before);
}

pub(crate) async fn records_of_a_generation_come_by_id(store: &Views, _: &impl Backend) {
    let told =
        [(6, 1), (5, 3), (4, 2), (3, 1), (2, 3), (1, 2)].map(|(tournament, seen)| Told { tournament, seen, ..TOLD });
    let generation = first(store, &told).await;
    let read: Vec<ExportRecord> = store.all_records(generation).try_collect().await.unwrap();
    let written: Vec<ExportRecord> = told.into_iter().rev().map(record).collect();
    assert_eq!(read, written);
}

pub(crate) async fn a_damaged_record_is_noticed(store: &Views, backend: &impl Backend) {
    let generation = first(store, &[Told { seen: 1, ..TOLD }]).await;
    let staff = RecordFilter {
        reader: RecordReader { own: Some((organization(1), Audience::Staff)) },
        parts: RecordParts::default().with(RecordPart::Rounds),
        ..RecordFilter::default()
    };
    let read = async |filter| -> Result<Vec<bytes::Bytes>, StoreError> {
        store.records(filter).await?.bodies.try_collect().await
    };
    assert_eq!(read(staff).await.unwrap().len(), 1);
    // A hidden tournament that the disk makes public is not sent.
    backend.execute_on_views("UPDATE export_changes SET audience = 0 WHERE audience = 2").await;
    assert!(matches!(read(RecordFilter::default()).await, Err(StoreError::DamagedView(_))));
    backend.execute_on_views("UPDATE export_changes SET audience = 2 WHERE audience = 0").await;
    backend.execute_on_views("UPDATE export_records SET rounds = matches").await;
    assert!(matches!(read(staff).await, Err(StoreError::DamagedView(_))));
    assert!(store.all_records(generation).try_collect::<Vec<_>>().await.is_err());
}
