//! Tests of lists and exports: their contents and order.

use bytes::Bytes;
use domain::documents::ReaderGroup;
use proto_events::Position;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use storage::{
    Document, DocumentBody, DocumentKey, ExportDocument, ExportFilter, ListRange, Lists, ParkedStream, ViewKind,
};

use super::given::{ORGANIZATION, active, active_with, at, bodies, commit, document, export, listed, texts};
use super::{Backend, Views};

fn sorted(sort: &str, name: &str) -> Document {
    Document { sort: sort.to_owned(), ..document(ViewKind::MagicEvent, name, &format!("{sort}/{name}")) }
}

pub(crate) async fn a_list_is_ordered_by_sort_as_bytes_and_then_by_key(store: &Views, _: &impl Backend) {
    let scrambled =
        [("b", "1"), ("é", "3"), ("a", "2"), ("B", "9"), ("", "z"), ("a", "10"), ("~", "4"), ("a ", "5"), ("", "")];
    let other_kind = document(ViewKind::Overview, "1", "no event");
    let foreign = sorted("c", "1");
    let foreign =
        Document { key: DocumentKey { organization_id: OrganizationId(4), ..foreign.key.clone() }, ..foreign };
    let documents = scrambled.iter().map(|(sort, name)| sorted(sort, name)).chain([other_kind, foreign]).collect();
    active_with(store, documents).await;

    let list = listed(store, ViewKind::MagicEvent).await;

    assert_eq!(list, ["B/9", "a/10", "a/2", "a /5", "b/1", "~/4", "é/3"]);
}

pub(crate) async fn a_list_state_changes_with_the_list(store: &Views, _: &impl Backend) {
    let generation = active_with(store, vec![sorted("1", "1"), sorted("1", "2")]).await;
    let state = async || {
        let state = store.state_of(Lists::of(ORGANIZATION, ViewKind::MagicEvent)).await.unwrap();
        let list = store.list(ORGANIZATION, ViewKind::MagicEvent, ReaderGroup::Organizers).await.unwrap();
        assert_eq!(list.state, state, "a list and its state are one snapshot");
        state
    };
    let first = state().await;
    assert_eq!((first.generation, first.count), (generation, 2));
    assert_eq!(state().await, first);

    // Written at the same position, as documents that are projected late.
    commit(store, generation, |batch| batch.documents = vec![sorted("1", "1")]).await;
    let second = state().await;
    assert_eq!(second.count, 2);
    assert!(second.changes > first.changes);

    commit(store, generation, |batch| batch.removed = vec![sorted("1", "2").removal()]).await;
    let third = state().await;
    assert_eq!(third.count, 1);
    assert!(third.changes > second.changes);

    commit(store, generation, |batch| {
        batch.removed = vec![sorted("1", "1").removal()];
        batch.documents = vec![sorted("1", "2"), sorted("1", "3")];
    })
    .await;
    let fourth = state().await;
    assert_eq!(fourth.count, 2);
    assert!(fourth.changes > third.changes);

    commit(store, generation, |batch| batch.documents = vec![sorted("", "4")]).await;
    assert_eq!(state().await, fourth, "a document without a sort key is not counted");
    for (organization, kind) in [(OrganizationId(4), ViewKind::MagicEvent), (ORGANIZATION, ViewKind::Round)] {
        assert_eq!(store.state_of(Lists::of(organization, kind)).await.unwrap().count, 0);
    }
}

/// Returns bodies as everyone sees them.
fn seen(bodies: &[DocumentBody]) -> Vec<String> {
    texts(&bodies.iter().map(DocumentBody::for_everyone).collect::<Vec<_>>())
}

pub(crate) async fn the_last_documents_are_returned_in_reverse_order(store: &Views, _: &impl Backend) {
    active_with(store, (0..25).map(|n| sorted(&format!("{n:02}"), &n.to_string())).collect()).await;
    let last = async |limit| seen(&store.last(ORGANIZATION, ViewKind::MagicEvent, limit).await.unwrap());
    assert_eq!(last(3).await, ["24/24", "23/23", "22/22"]);
    assert_eq!((last(99).await.len(), last(0).await.len()), (25, 0));
}

pub(crate) async fn a_range_of_a_list_is_returned_in_either_order(store: &Views, _: &impl Backend) {
    let sorts = [("a/1", "1"), ("a/2", "2"), ("a/2", "3"), ("a/3", "4"), ("b/1", "5"), ("", "6")];
    active_with(store, sorts.map(|(sort, key)| sorted(sort, key)).to_vec()).await;
    let range = async |from: &str, to: &str, limit, is_reverse| {
        let (from, to) = (from.to_owned(), to.to_owned());
        let of = ListRange { organization_id: ORGANIZATION, kind: ViewKind::MagicEvent, from, to, is_reverse, limit };
        seen(&store.range(&of).await.unwrap())
    };
    assert_eq!(range("a/", "a0", 9, false).await, ["a/1/1", "a/2/2", "a/2/3", "a/3/4"]);
    assert_eq!(range("a/", "a0", 2, true).await, ["a/3/4", "a/2/3"]);
    assert_eq!(range("a/2", "b/1", 2, false).await, ["a/2/2", "a/2/3"]);
    assert_eq!(range("a/3", "b/1", 9, true).await, ["a/3/4"]);
    assert_eq!((range("", "z", 9, false).await.len(), range("c", "d", 9, true).await.len()), (5, 0));
}

async fn exported(store: &Views, filter: ExportFilter) -> Vec<String> {
    bodies(store.exports(filter).await.unwrap()).await
}

/// Returns the keys of the documents under a prefix.
async fn under(store: &Views, prefix: &str) -> Vec<String> {
    let found = store.documents_under(ORGANIZATION, ViewKind::Membership, prefix).await.unwrap();
    found.into_iter().map(|document| document.key.key).collect()
}

pub(crate) async fn documents_under_a_prefix_come_by_key(store: &Views, _: &impl Backend) {
    let names = [
        "7/20",
        "7/3",
        "7/é",
        "7/",
        "7/\u{10ffff}z",
        "7",
        "70",
        "70/1",
        "17/1",
        "6/9",
        "8/1",
        "",
        "\u{10ffff}",
        "z/B",
        "z/b",
        "z%",
    ];
    let documents: Vec<_> = names.iter().map(|name| document(ViewKind::Membership, name, name)).collect();
    active_with(store, documents.clone()).await;

    assert_eq!(under(store, "7/").await, ["7/", "7/20", "7/3", "7/é", "7/\u{10ffff}z"]);
    assert_eq!(under(store, "7/2").await, ["7/20"]);
    assert_eq!(under(store, "70").await, ["70", "70/1"]);
    assert_eq!(under(store, "z/b").await, ["z/b"]);
    for none in ["9/", "7/20/", "_/", "z/%", "7/\0", "\0"] {
        assert_eq!(under(store, none).await, [""; 0], "{none}");
    }
    assert_eq!(under(store, "\u{10ffff}").await, ["\u{10ffff}"]);
    let mut all = names.map(str::to_owned);
    all.sort_unstable();
    assert_eq!(under(store, "").await, all);
    let whole = store.documents_under(ORGANIZATION, ViewKind::Membership, "7/20").await.unwrap();
    assert_eq!(whole, documents[..1]);
}

pub(crate) async fn documents_under_a_prefix_are_those_of_one_list(store: &Views, _: &impl Backend) {
    assert_eq!(under(store, "7/").await, [""; 0], "an empty store has none");
    let foreign = Document {
        key: DocumentKey::new(OrganizationId(4), ViewKind::Membership, "7/2"),
        ..document(ViewKind::Membership, "", "foreign")
    };
    let other_kind = document(ViewKind::OwnDecklist, "7/3", "of another kind");
    let parked = document(ViewKind::Membership, "7/1", "mine");
    let generation = active_with(store, vec![parked.clone(), foreign, other_kind]).await;
    let next = store.begin_generation("two", "log").await.unwrap();
    commit(store, next, |batch| batch.documents = vec![document(ViewKind::Membership, "7/4", "being built")]).await;
    let park = ParkedStream { stream: parked.source, position: Position(2), error: "broken".into() };
    commit(store, generation, |batch| batch.parked = vec![park]).await;

    let found = store.documents_under(ORGANIZATION, ViewKind::Membership, "7/").await.unwrap();

    assert_eq!(found, [Document { stale: true, ..parked }]);
}

pub(crate) async fn exports_come_newest_first(store: &Views, _: &impl Backend) {
    let starts = [(1, 300), (2, 100), (10, 200), (9, 200), (11, 200), (4, -50)];
    let exports = starts.map(|(id, start)| export(id, start, EventFormat::Legacy));
    active(store, |batch| batch.exports = exports.to_vec()).await;

    let all = exported(store, ExportFilter::default()).await;
    let with_text = exported(store, ExportFilter { with_text: true, ..ExportFilter::default() }).await;

    assert_eq!(all, [1, 11, 10, 9, 2, 4].map(|id| format!("export {id}")));
    assert_eq!(with_text, [1, 11, 10, 9, 2, 4].map(|id| format!("export {id} with text")));
}

pub(crate) async fn exports_are_filtered(store: &Views, _: &impl Backend) {
    let exports = vec![
        export(1, 400, EventFormat::Legacy),
        ExportDocument { organization_id: OrganizationId(4), ..export(2, 300, EventFormat::Legacy) },
        export(3, 200, EventFormat::Pauper),
        export(4, 100, EventFormat::Legacy),
    ];
    active(store, |batch| batch.exports = exports).await;
    let none = ExportFilter::default();
    let legacy = ExportFilter { event_format: Some(EventFormat::Legacy), ..none };
    let ours = ExportFilter { organization_id: Some(ORGANIZATION), ..none };
    let ids =
        async |filter| exported(store, filter).await.iter().map(|it| it.replace("export ", "")).collect::<Vec<_>>();

    assert_eq!(ids(ExportFilter { since: Some(at(200)), ..none }).await, ["1", "2", "3"]);
    assert_eq!(ids(ExportFilter { since: Some(at(201)), ..none }).await, ["1", "2"]);
    assert_eq!(ids(legacy).await, ["1", "2", "4"]);
    assert_eq!(ids(ours).await, ["1", "3", "4"]);
    assert_eq!(ids(ExportFilter { organization_id: Some(ORGANIZATION), ..legacy }).await, ["1", "4"]);
    assert_eq!(ids(ExportFilter { since: Some(at(150)), organization_id: Some(ORGANIZATION), ..legacy }).await, ["1"]);
    assert_eq!(ids(ExportFilter { event_format: Some(EventFormat::Vintage), ..none }).await, [""; 0]);
    assert_eq!(ids(ExportFilter { organization_id: Some(OrganizationId::SHARED), ..none }).await, [""; 0]);
}

pub(crate) async fn exports_are_replaced_and_withdrawn(store: &Views, _: &impl Backend) {
    let exports = [1, 2, 3].map(|id| export(id, id * 100, EventFormat::Legacy)).to_vec();
    let generation = active(store, |batch| batch.exports = exports).await;

    commit(store, generation, |batch| {
        batch.exports =
            vec![ExportDocument { body: Bytes::from_static(b"moved"), ..export(1, 900, EventFormat::Modern) }];
        batch.unexported = vec![2.into(), 77.into()];
    })
    .await;

    assert_eq!(exported(store, ExportFilter::default()).await, ["moved", "export 3"]);
    let legacy = ExportFilter { event_format: Some(EventFormat::Legacy), ..ExportFilter::default() };
    assert_eq!(exported(store, legacy).await, ["export 3"]);
}

pub(crate) async fn equal_exports_have_equal_states(store: &Views, _: &impl Backend) {
    let modern = ExportDocument { organization_id: OrganizationId(4), ..export(2, 200, EventFormat::Modern) };
    let both = vec![export(1, 100, EventFormat::Legacy), modern.clone()];
    let generation = active(store, |batch| batch.exports = both).await;
    let all = ExportFilter::default();
    let filters = [
        all,
        ExportFilter { since: Some(at(150)), ..all },
        ExportFilter { event_format: Some(EventFormat::Legacy), ..all },
        ExportFilter { organization_id: Some(ORGANIZATION), ..all },
        ExportFilter { with_text: true, ..all },
    ];
    let states = async || {
        let mut states = Vec::new();
        for filter in filters {
            let state = store.export_state(filter).await.unwrap();
            assert_eq!(store.exports(filter).await.unwrap().state, state, "an export and its state are one snapshot");
            states.push(state);
        }
        states
    };
    let first = states().await;
    assert!(first[0].digest.is_some() && first[0] != first[4]);
    let earlier = ExportFilter { since: Some(at(101)), ..all };
    assert_eq!(store.export_state(earlier).await.unwrap(), first[1], "another window with the same tournaments");

    // The same bytes are written again, and a tournament is added and removed.
    commit(store, generation, |batch| {
        batch.exports =
            vec![ExportDocument { position: Position(9), ..modern.clone() }, export(3, 300, EventFormat::Legacy)];
    })
    .await;
    let moved: Vec<_> = states().await.iter().zip(&first).map(|(now, before)| now != before).collect();
    assert_eq!(moved, [true, true, true, true, true]);
    commit(store, generation, |batch| batch.unexported = vec![3.into()]).await;
    assert_eq!(states().await, first);

    let changed = ExportDocument { body_with_text: Bytes::from("other texts"), ..modern };
    commit(store, generation, |batch| batch.exports = vec![changed]).await;
    let moved: Vec<_> = states().await.iter().zip(&first).map(|(now, before)| now != before).collect();
    assert_eq!(moved, [false, false, false, false, true], "only exports with texts");
}
