//! Tests of pages of decklists: an organization's list merged with a person's own lists, each once, in the order of
//! ids.

use futures::TryStreamExt;
use proto_events::StreamId;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use storage::{Document, DocumentBody, DocumentKey, Generation, ListElsewhere, Lists, OwnDecklist, Page, ViewKind};

use super::given::{ORGANIZATION, active_with, bodies, commit, document};
use super::{Backend, Views};

const ADA: UserId = UserId(7);
const BOB: UserId = UserId(77);
/// Lists without an organization are stored here.
const NOWHERE: OrganizationId = OrganizationId::SHARED;

/// Returns the `sort` of a list, as the projector writes it.
fn place(id: i64) -> String {
    format!("{:020}", id.cast_unsigned() ^ (1 << 63))
}

fn of(organization_id: OrganizationId, kind: ViewKind, key: String, id: i64, body: &str) -> Document {
    Document {
        key: DocumentKey { organization_id, kind, key },
        source: StreamId::decklist(DecklistId(id)),
        sort: place(id),
        ..document(kind, "", body)
    }
}

/// Returns the document of a decklist, and its record among the owner's lists if it has an owner.
fn list(organization_id: OrganizationId, id: i64, owner: Option<UserId>) -> Vec<Document> {
    let list = of(organization_id, ViewKind::Decklist, id.to_string(), id, &format!("{organization_id}/{id}"));
    let record = owner.map(|owner| {
        let body = serde_json::to_string(&OwnDecklist { organization_id }).unwrap();
        of(NOWHERE, ViewKind::OwnDecklist, OwnDecklist::key(owner, DecklistId(id)), id, &body)
    });
    std::iter::once(list).chain(record).map(|document| Document { owner, ..document }).collect()
}

/// Returns the document in an organization that refers to a list of another.
fn attached(organization: OrganizationId, id: i64, owner: Option<UserId>, kind: ViewKind) -> Document {
    let place = ListElsewhere { organization_id: organization, decklist_id: DecklistId(id), version: 1 };
    let body = String::from_utf8(place.to_json()).unwrap();
    Document { owner, ..of(ORGANIZATION, kind, id.to_string(), id, &body) }
}

fn lists(kind: Option<ViewKind>, own: Option<UserId>) -> Lists {
    Lists { list: kind.map(|kind| (ORGANIZATION, kind)), own }
}

async fn page(store: &Views, of: Lists, offset: i64, limit: i64) -> Vec<String> {
    bodies(store.page(of, Page { offset, limit }).await.unwrap()).await
}

/// Reads all pages of a size, and checks the state that each reports.
async fn pages(store: &Views, of: Lists, size: i64, count: usize) -> Vec<String> {
    let (mut all, mut offset) = (Vec::new(), 0);
    loop {
        let snapshot = store.page(of, Page { offset, limit: size }).await.unwrap();
        assert_eq!(snapshot.state.count, i64::try_from(count).unwrap());
        assert_eq!(snapshot.state, store.state_of(of).await.unwrap());
        let page = bodies(snapshot).await;
        if page.is_empty() {
            return all;
        }
        all.extend(page);
        offset += size;
    }
}

/// Returns ids, each with an organization and an owner.
fn everything() -> Vec<(i64, OrganizationId, Option<UserId>)> {
    let ids = (1..60).chain([998, 999, 1_000, 1_001, 1_999, 2_000, 5_000_000, 5_000_001, 5_000_999, 7_654_321]);
    let whose = |id: i64| match id % 5 {
        0 => (ORGANIZATION, None),
        1 => (ORGANIZATION, Some(ADA)),
        2 => (NOWHERE, Some(ADA)),
        3 => (OrganizationId(9), Some(ADA)),
        _ => (ORGANIZATION, Some(BOB)),
    };
    ids.map(|id| (id, whose(id).0, whose(id).1)).collect()
}

pub(crate) async fn pages_are_the_sorted_union_without_the_lists_of_others(store: &Views, _: &impl Backend) {
    let everything = everything();
    let documents = everything.iter().flat_map(|(id, organization, owner)| list(*organization, *id, *owner)).collect();
    active_with(store, documents).await;
    for of in [
        lists(Some(ViewKind::Decklist), Some(ADA)),
        lists(Some(ViewKind::Decklist), None),
        lists(None, Some(ADA)),
        lists(None, Some(BOB)),
        lists(None, Some(UserId(0))),
        lists(None, Some(UserId(770))),
        lists(Some(ViewKind::PublishedDecklist), None),
    ] {
        let is_in_list = of.list == Some((ORGANIZATION, ViewKind::Decklist));
        let shown = everything.iter().filter(|(_, organization, owner)| {
            (is_in_list && *organization == ORGANIZATION) || owner.is_some_and(|owner| of.own == Some(owner))
        });
        let shown: Vec<_> = shown.map(|(id, organization, _)| format!("{organization}/{id}")).collect();
        for size in [1, 2, 7, 25, 1_000] {
            assert_eq!(pages(store, of, size, shown.len()).await, shown, "{of:?} in pages of {size}");
        }
        assert_eq!(page(store, of, i64::MAX, i64::MAX).await, [""; 0]);
        assert_eq!(page(store, of, 0, i64::MAX).await, shown);
        assert_eq!(page(store, of, 0, 0).await, [""; 0]);
    }
}

pub(crate) async fn counts_follow_documents_that_come_and_go(store: &Views, _: &impl Backend) {
    let generation = active_with(store, (1..=1_500).flat_map(|id| list(ORGANIZATION, id, Some(ADA))).collect()).await;
    let both = lists(Some(ViewKind::Decklist), Some(ADA));
    let gone = |id: &i64| id % 3 == 0;
    commit(store, generation, |batch| {
        let documents = (1..=1_500).filter(gone).flat_map(|id| list(ORGANIZATION, id, Some(ADA)));
        batch.removed = documents.map(|document| document.removal()).collect();
    })
    .await;
    let left: Vec<_> = (1..=1_500).filter(|id| !gone(id)).map(|id| format!("{ORGANIZATION}/{id}")).collect();
    assert_eq!(pages(store, both, 250, 1_000).await, left);

    // The document belongs to another stream now, so its first stream can no longer remove it.
    let moved = |id| {
        let source = StreamId::decklist(DecklistId(id + 10_000));
        list(ORGANIZATION, id, Some(ADA)).into_iter().map(move |document| Document { source, ..document })
    };
    commit(store, generation, |batch| batch.documents = (1..=2).flat_map(moved).collect()).await;
    commit(store, generation, |batch| {
        batch.removed = (1..=2).flat_map(|id| list(ORGANIZATION, id, Some(ADA))).map(|it| it.removal()).collect();
    })
    .await;
    assert_eq!(store.state_of(both).await.unwrap().count, 1_000);
    commit(store, generation, |batch| batch.removed = (1..=2).flat_map(moved).map(|it| it.removal()).collect()).await;
    assert_eq!(pages(store, both, 999, 998).await, left[2..]);
}

pub(crate) async fn a_page_is_one_snapshot_while_views_change(store: &Views, _: &impl Backend) {
    let everywhere = |body: &str| -> Vec<Document> {
        let named = |id| list(if id % 2 == 0 { ORGANIZATION } else { NOWHERE }, id, Some(ADA));
        let renamed = |document: Document| match document.key.kind {
            ViewKind::Decklist => {
                Document { body: DocumentBody::same(ViewKind::Decklist, body.to_owned()), ..document }
            }
            _ => document,
        };
        (1..=1_000).flat_map(named).map(renamed).collect()
    };
    let generation = active_with(store, everywhere("old")).await;
    let both = lists(Some(ViewKind::Decklist), Some(ADA));
    let mut slow = store.page(both, Page { offset: 0, limit: 1_000 }).await.unwrap();
    slow.bodies.try_next().await.unwrap().unwrap();

    commit(store, generation, |batch| batch.documents = everywhere("new")).await;

    assert_eq!(bodies(slow).await, vec!["old"; 999]);
    assert_eq!(page(store, both, 0, 1_000).await, vec!["new"; 1_000]);
}

pub(crate) async fn lists_stored_elsewhere_are_shown_from_there(store: &Views, _: &impl Backend) {
    let mut documents =
        [list(ORGANIZATION, 1, None), list(NOWHERE, 2, Some(ADA)), list(OrganizationId(9), 3, Some(BOB))].concat();
    documents.push(attached(NOWHERE, 2, Some(ADA), ViewKind::Decklist));
    documents.push(attached(OrganizationId(9), 3, Some(BOB), ViewKind::Decklist));
    // A reference to a document that is missing because its stream is parked.
    documents.push(attached(OrganizationId(9), 4, Some(BOB), ViewKind::Decklist));
    let as_published = of(ORGANIZATION, ViewKind::PublishedDecklist, "2".into(), 2, "as it was published");
    documents.push(Document { owner: Some(ADA), ..as_published });
    active_with(store, documents).await;

    let staff = lists(Some(ViewKind::Decklist), None);
    assert_eq!(page(store, staff, 0, 25).await, ["3/1", "0/2", "9/3"]);
    assert_eq!(page(store, Lists { own: Some(ADA), ..staff }, 0, 25).await, ["3/1", "0/2", "9/3"]);
    assert_eq!(page(store, Lists { own: Some(BOB), ..staff }, 1, 2).await, ["0/2", "9/3"]);
    let reader = lists(Some(ViewKind::PublishedDecklist), None);
    assert_eq!(page(store, reader, 0, 25).await, ["as it was published"]);
    assert_eq!(page(store, Lists { own: Some(ADA), ..reader }, 0, 25).await, ["0/2"], "an own list is shown in full");
    assert_eq!(store.state_of(Lists { own: Some(BOB), ..reader }).await.unwrap().count, 2);
}

pub(crate) async fn a_list_state_moves_with_either_part(store: &Views, _: &impl Backend) {
    let documents = [list(ORGANIZATION, 1, None), list(NOWHERE, 2, Some(ADA)), list(NOWHERE, 3, Some(BOB))].concat();
    let generation = active_with(store, documents).await;
    let scopes = [
        lists(Some(ViewKind::Decklist), None),
        lists(None, Some(ADA)),
        lists(Some(ViewKind::Decklist), Some(ADA)),
        lists(Some(ViewKind::Decklist), Some(BOB)),
    ];
    let mut before = states(store, scopes).await;
    for (change, moved) in [
        (list(ORGANIZATION, 1, None), [true, false, true, true]),
        (list(NOWHERE, 2, Some(ADA)), [false, true, true, false]),
        (list(NOWHERE, 3, Some(BOB)), [false, false, false, true]),
        (list(ORGANIZATION, 4, Some(ADA)), [true, true, true, true]),
        (vec![attached(NOWHERE, 3, Some(BOB), ViewKind::Decklist)], [true, false, true, true]),
        (vec![attached(NOWHERE, 3, Some(BOB), ViewKind::PublishedDecklist)], [false; 4]),
    ] {
        let name = format!("{:?}", change[0].key);
        commit(store, generation, |batch| batch.documents = change).await;
        let after = states(store, scopes).await;
        let found: Vec<bool> = before.iter().zip(&after).map(|(before, after)| before != after).collect();
        assert_eq!(found, moved, "{name}");
        before = after;
    }
}

async fn states(store: &Views, scopes: [Lists; 4]) -> Vec<(Generation, i64, i64)> {
    let mut states = Vec::new();
    for of in scopes {
        let state = store.state_of(of).await.unwrap();
        states.push((state.generation, state.count, state.changes));
    }
    states
}
