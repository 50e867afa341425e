//! Tests of streams: each is one snapshot, keeps few rows in memory, and blocks no other request.

use domain::documents::ReaderGroup;
use futures::{StreamExt, TryStreamExt};
use proto_events::Position;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use storage::{Bodies, Document, DocumentKey, ExportDocument, ExportFilter, Generation, ViewKind};

use super::given::{ORGANIZATION, active, active_with, commit, document, export, key, texts};
use super::{Backend, Views};

/// More documents than a stream can read ahead.
const MANY: usize = 2_000;

fn events(body: &str) -> Vec<Document> {
    (0..MANY)
        .map(|n| Document { sort: format!("{n:05}"), ..document(ViewKind::MagicEvent, &n.to_string(), body) })
        .collect()
}

async fn list(store: &Views) -> Bodies {
    store.list(ORGANIZATION, ViewKind::MagicEvent, ReaderGroup::Organizers).await.unwrap().bodies
}

pub(crate) async fn lists_and_exports_show_one_moment_while_views_change(store: &Views, _: &impl Backend) {
    let all = || (0..i64::try_from(MANY).unwrap()).map(|id| export(id, id, EventFormat::Legacy)).collect::<Vec<_>>();
    let generation = active(store, |batch| {
        batch.documents = events("old");
        batch.exports = all();
    })
    .await;
    let (mut slow, mut exports) = (list(store).await, store.exports(ExportFilter::default()).await.unwrap());
    let first = slow.try_next().await.unwrap().unwrap();
    assert_eq!(exports.state.count, i64::try_from(MANY).unwrap());
    exports.bodies.try_next().await.unwrap().unwrap();

    commit(store, generation, |batch| {
        batch.documents = events("new").split_off(100);
        batch.removed = (0..100).map(|n| document(ViewKind::MagicEvent, &n.to_string(), "").removal()).collect();
        batch.unexported = all().iter().map(|it| it.tournament_id).collect();
    })
    .await;

    let mut bodies = vec![first];
    bodies.extend(slow.try_collect::<Vec<_>>().await.unwrap());
    assert_eq!(texts(&bodies), vec!["old"; MANY]);
    let again = list(store).await.try_collect::<Vec<_>>().await.unwrap();
    assert_eq!(texts(&again), vec!["new"; MANY - 100]);
    assert_eq!(exports.bodies.try_collect::<Vec<_>>().await.unwrap().len(), MANY - 1);
    assert_eq!(store.exports(ExportFilter::default()).await.unwrap().bodies.count().await, 0);
}

pub(crate) async fn a_switch_does_not_disturb_a_list_being_read(store: &Views, _: &impl Backend) {
    active_with(store, events("old")).await;
    let new = store.begin_generation("two", "log").await.unwrap();
    commit(store, new, |_| {}).await;
    let mut slow = list(store).await;
    slow.try_next().await.unwrap().unwrap();

    assert!(store.switch_to(new, Position(1)).await.unwrap());
    assert_eq!(store.drop_inactive().await.unwrap(), 1);

    assert_eq!(slow.try_collect::<Vec<_>>().await.unwrap().len(), MANY - 1);
}

/// There are more slow readers of lists and exports than connections, and each answer exceeds the memory limit.
pub(crate) async fn slow_readers_do_not_block_others(store: &Views, _: &impl Backend) {
    let noise: String = (0..1_000_u64).map(|n| format!("{:016x}", n.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    let generation = active_with(store, events(&noise).split_off(MANY - 200)).await;
    let exports = |id| ExportDocument { body: noise.clone().into(), ..export(id, id, EventFormat::Legacy) };
    commit(store, generation, |batch| batch.exports = (0..200).map(exports).collect()).await;
    let mut slow = Vec::new();
    for _ in 0..64 {
        for mut bodies in [list(store).await, store.exports(ExportFilter::default()).await.unwrap().bodies] {
            bodies.try_next().await.unwrap().unwrap();
            slow.push(bodies);
        }
    }

    assert_eq!(list(store).await.count().await, 200);
    assert_eq!(store.exports(ExportFilter::default()).await.unwrap().bodies.count().await, 200);
    for n in 0..10 {
        let name = format!("new {n}");
        commit(store, generation, |batch| batch.documents = vec![document(ViewKind::Round, &name, "new")]).await;
        assert!(store.document(&key(ViewKind::Round, &name)).await.unwrap().is_some());
    }
    for bodies in slow {
        let rest: Vec<_> = bodies.try_collect().await.unwrap();
        assert!(rest.len() == 199 && rest.iter().all(|body| *body == noise));
    }
}

pub(crate) async fn readers_that_disconnect_return_their_connections(store: &Views, _: &impl Backend) {
    active_with(store, events("old")).await;
    for _ in 0..100 {
        list(store).await.try_next().await.unwrap().unwrap();
        drop(list(store));
    }
    assert_eq!(list(store).await.count().await, MANY);
}

async fn all_documents(store: &Views, generation: Generation) -> Vec<Document> {
    store.all_documents(generation).try_collect().await.unwrap()
}

pub(crate) async fn all_documents_come_in_key_order(store: &Views, _: &impl Backend) {
    let mut written = Vec::new();
    for organization_id in [OrganizationId(10), OrganizationId::SHARED, OrganizationId(9)] {
        for kind in ViewKind::ALL.iter().rev() {
            for name in ["b", "10", "9", "é", "B", ""] {
                let document = document(*kind, name, name);
                written.push(Document { key: DocumentKey { organization_id, ..document.key.clone() }, ..document });
            }
        }
    }
    let generation = active_with(store, written.clone()).await;
    let other = store.begin_generation("two", "log").await.unwrap();

    written.sort_by(|a, b| a.key.cmp(&b.key));
    assert_eq!(all_documents(store, generation).await, written);
    assert_eq!(all_documents(store, other).await, []);
}

pub(crate) async fn all_exports_come_by_id(store: &Views, _: &impl Backend) {
    let formats = [(10, EventFormat::Legacy), (9, EventFormat::Commander2), (2, EventFormat::Other)];
    let mut written = formats.map(|(id, format)| export(id, 10 - id, format));
    let generation = active(store, |batch| batch.exports = written.to_vec()).await;

    let read: Vec<ExportDocument> = store.all_exports(generation).try_collect().await.unwrap();

    written.reverse();
    assert_eq!(read, written);
}
