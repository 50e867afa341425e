//! Tests of damaged views: every read notices and reports rows that a disk has changed.

use std::collections::BTreeSet;

use bytes::Bytes;
use domain::documents::ReaderGroup;
use futures::{StreamExt, TryStreamExt};
use proto_events::vocabulary::EventFormat;
use storage::{Damage, Document, ExportFilter, Generation, StoreError, ViewKind};

use super::given::{ORGANIZATION, active_with, commit, document, export, key, tournament};
use super::{Backend, Views};

/// Returns a document whose body is long enough to be packed.
fn long() -> Document {
    document(ViewKind::MagicEvent, "2", &"{\"name\":\"a long one\"}".repeat(200))
}

async fn filled(store: &Views) -> Generation {
    let documents = vec![document(ViewKind::MagicEvent, "1", "{\"name\":\"short\"}"), long()];
    let generation = active_with(store, documents).await;
    commit(store, generation, |batch| batch.exports = vec![export(1, 5, EventFormat::Legacy)]).await;
    generation
}

fn is_damaged<T: std::fmt::Debug>(read: Result<T, StoreError>) {
    // The value is not shown: it may be long.
    assert!(matches!(read, Err(StoreError::DamagedView(_))), "{:?}", read.err());
}

async fn listed(store: &Views) -> Result<Vec<Bytes>, StoreError> {
    let list = store.list(ORGANIZATION, ViewKind::MagicEvent, ReaderGroup::Organizers).await?;
    list.bodies.try_collect().await
}

async fn exported(store: &Views, filter: ExportFilter) -> Result<Vec<Bytes>, StoreError> {
    store.exports(filter).await?.bodies.try_collect().await
}

/// Reads everything in every possible way. Every read must report damage.
async fn nothing_is_believed(store: &Views, generation: Generation) {
    for name in ["1", "2"] {
        is_damaged(store.document(&key(ViewKind::MagicEvent, name)).await);
        is_damaged(store.document_of(generation, &key(ViewKind::MagicEvent, name)).await);
    }
    is_damaged(store.documents_under(ORGANIZATION, ViewKind::MagicEvent, "").await);
    is_damaged(listed(store).await);
    is_damaged(store.last(ORGANIZATION, ViewKind::MagicEvent, 10).await);
    let all: Vec<_> = store.all_documents(generation).collect().await;
    assert!(all.len() == 2 && all.iter().all(Result::is_err), "{all:?}");
}

pub(crate) async fn a_damaged_document_is_noticed_by_every_read(store: &Views, backend: &impl Backend) {
    let generation = filled(store).await;
    for damage in [
        "sort = '2'",
        "digest = 'another'",
        "position = position + 1",
        "has_period = NOT has_period",
        "starts_at = 7",
        "source_id = 8",
        "checksum = checksum + 1",
    ] {
        backend.execute_on_views(&format!("UPDATE documents SET {damage}")).await;
        nothing_is_believed(store, generation).await;
        store.damage().take().await;
    }
}

pub(crate) async fn a_list_with_another_count_than_documents_is_damaged(store: &Views, backend: &impl Backend) {
    filled(store).await;
    for count in [3, 1] {
        backend.execute_on_views(&format!("UPDATE list_counts SET count = {count}")).await;
        is_damaged(listed(store).await);
        assert_eq!(store.damage().take().await, BTreeSet::from([Damage::Unknown]));
    }
    backend.execute_on_views("UPDATE list_counts SET count = 2").await;
    assert_eq!(listed(store).await.unwrap().len(), 2);
}

pub(crate) async fn damage_is_reported_with_the_stream_it_was_rendered_from(store: &Views, backend: &impl Backend) {
    filled(store).await;
    let reports = store.damage();
    backend.execute_on_views("UPDATE documents SET digest = 'another' WHERE key = '1'").await;

    is_damaged(store.document(&key(ViewKind::MagicEvent, "1")).await);
    assert!(store.document(&key(ViewKind::MagicEvent, "2")).await.unwrap().is_some());

    assert_eq!(reports.take().await, BTreeSet::from([Damage::Rendered(tournament(1))]));
}

pub(crate) async fn a_damaged_export_is_noticed_by_every_read(store: &Views, backend: &impl Backend) {
    let generation = filled(store).await;
    for damage in ["starts_at = starts_at + 1", "position = position + 1"] {
        backend.execute_on_views(&format!("UPDATE exports SET {damage}")).await;
        for with_text in [false, true] {
            let filter = ExportFilter { with_text, ..ExportFilter::default() };
            is_damaged(exported(store, filter).await);
        }
        is_damaged(store.all_exports(generation).try_collect::<Vec<_>>().await);
        assert_eq!(store.damage().take().await, BTreeSet::from([Damage::Rendered(tournament(1))]));
    }
}

pub(crate) async fn rows_of_versions_without_checksums_are_read(store: &Views, backend: &impl Backend) {
    filled(store).await;
    backend.execute_on_views("UPDATE documents SET checksum = NULL").await;
    backend.execute_on_views("UPDATE exports SET checksum = NULL, checksum_with_text = NULL").await;

    assert_eq!(store.document(&key(ViewKind::MagicEvent, "2")).await.unwrap().unwrap().body, long().body);
    assert_eq!(exported(store, ExportFilter::default()).await.unwrap().len(), 1);
}

pub(crate) async fn views_that_are_given_up_are_not_served(store: &Views, _: &impl Backend) {
    let generation = filled(store).await;
    assert_eq!(store.given_up().await.unwrap(), None);

    store.give_up(generation).await.unwrap();

    assert_eq!(store.active().await.unwrap(), None);
    assert_eq!(store.document(&key(ViewKind::MagicEvent, "1")).await.unwrap(), None);
    assert_eq!(store.given_up().await.unwrap().unwrap().generation, generation);
    let next = store.begin_generation("second", "another log").await.unwrap();
    let active = store.active().await.unwrap().unwrap();
    assert_eq!((active.generation, active.log_id.as_str()), (next, "another log"));
    assert_eq!(store.given_up().await.unwrap(), None);
    store.give_up(generation).await.unwrap();
    assert_eq!(store.active().await.unwrap().unwrap().generation, next, "another generation stays active");
}

pub(crate) async fn a_checkpoint_keeps_the_hash_of_its_event(store: &Views, backend: &impl Backend) {
    let generation = filled(store).await;
    assert_eq!(store.active().await.unwrap().unwrap().hash(), None);
    let hash = "ab".repeat(32).try_into().ok();

    commit(store, generation, |batch| batch.hash = hash).await;

    assert_eq!(backend.view_store().await.active().await.unwrap().unwrap().hash(), hash);
}

/// A later version reads such a generation while it renders its own.
pub(crate) async fn kinds_of_other_versions_are_left_out(store: &Views, backend: &impl Backend) {
    let generation = filled(store).await;
    let source = tournament(1);
    assert_eq!(store.documents_from(generation, source).await.unwrap().len(), 2);
    backend.execute_on_views("UPDATE documents SET kind = 'unheard_of' WHERE key = '1'").await;
    assert_eq!(store.documents_from(generation, source).await.unwrap(), [key(ViewKind::MagicEvent, "2")]);
    let all: Vec<Document> = store.all_documents(generation).try_collect().await.unwrap();
    assert_eq!(all.iter().map(|document| &document.key).collect::<Vec<_>>(), [&key(ViewKind::MagicEvent, "2")]);
}
