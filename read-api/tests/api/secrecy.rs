//! Unpublished lists are visible only to staff and their owners. Published lists stay as they were.

use axum::http::Method;
use domain::documents::{ReaderGroup, Redactor};
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use storage::{Document, ListElsewhere, OwnDecklist, PublicList, ViewKind};

use crate::documents::{OTHER, STORE, document, document_of, in_versions, own_list, record};
use crate::harness::TestApi;
use crate::persons::addresses;

const LISTS: &str = "/api/v1/decklists/";
const EVENT_LISTS: &str = "/api/v1/magic-events/40/decklists/";
const SHARED: OrganizationId = OrganizationId::SHARED;
const ANN: i64 = 11;

fn sorted(document: Document, id: i64) -> Document {
    Document { sort: format!("{id:019}"), ..document }
}

/// Returns the body of a reference to a list in another organization, at this revision.
fn pointer(organization_id: OrganizationId, id: i64, version: i64) -> String {
    let place = ListElsewhere { organization_id, decklist_id: DecklistId(id), version };
    String::from_utf8(place.to_json()).unwrap()
}

/// Returns a reference to the first revision of a person's list in another organization.
fn elsewhere(kind: ViewKind, organization_id: OrganizationId, id: i64, owner: i64) -> Document {
    let document = sorted(document(kind, id, &pointer(organization_id, id, 1)), id);
    Document { owner: Some(UserId(owner)), ..document }
}

/// Returns a list as the store published it, in this revision.
fn published(id: i64, version: i64) -> Document {
    let body = format!("{{\"id\":{id},\"name\":\"version {version}\"}}");
    let document = sorted(document(ViewKind::PublishedDecklist, id, &body), id);
    Document { owner: Some(UserId(ANN)), digest: version.to_string(), ..document }
}

/// Returns a document as a group of readers sees it.
fn seen_by(group: ReaderGroup, document: impl Fn(&Redactor) -> Value) -> String {
    document(&Redactor::new(group)).to_string()
}

fn marker(key: &str, organization_id: OrganizationId, version: Option<i64>) -> Document {
    record(ViewKind::PublicDecklist, key, &PublicList { organization_id, version, tournament_id: None })
}

/// Returns a read side with four lists. Of the store: 1 is secret; of 2, the first revision is published and the third
/// is the newest. Of no organization, handed in at the store: 5 is published in its newest revision, 6 is secret. Lists
/// 1, 2 and 5 are Ann's.
async fn api() -> TestApi {
    let mut api = TestApi::start().await;
    for (user, organization, id, version) in
        [(ANN, STORE, 1, 1), (ANN, STORE, 2, 3), (ANN, SHARED, 5, 1), (ANN + 100, SHARED, 6, 1)]
    {
        api.put(own_list(user, organization, id, version)).await;
    }
    api.put([
        elsewhere(ViewKind::Decklist, SHARED, 5, ANN),
        elsewhere(ViewKind::Decklist, SHARED, 6, ANN + 100),
        published(2, 1),
        elsewhere(ViewKind::PublishedDecklist, SHARED, 5, ANN),
        marker("2", STORE, Some(1)),
        marker("2/1", STORE, Some(1)),
        marker("5", SHARED, None),
        document(ViewKind::FixedDecklist, "2/1", r#"{"name":"the first"}"#),
    ])
    .await;
    api
}

/// Returns the name of the list in a picture.
async fn title(api: &TestApi, by: &(&'static str, String), path: &str) -> String {
    let picture = api.get_by(by, path).await;
    let (_, title) = picture.text().split_once("font-weight=\"700\">").unwrap();
    title.split('<').next().unwrap().to_owned()
}

async fn names(api: &TestApi, by: &(&'static str, String), query: &str) -> (i64, Vec<(i64, String)>) {
    let page = api.get_by(by, &format!("{LISTS}{query}")).await.json();
    let name = |list: &Value| (list["id"].as_i64().unwrap(), list["name"].as_str().unwrap().to_owned());
    (page["count"].as_i64().unwrap(), page["results"].as_array().unwrap().iter().map(name).collect())
}

fn lists(of: &[(i64, i64)]) -> (i64, Vec<(i64, String)>) {
    let lists = of.iter().map(|(id, version)| (*id, format!("version {version}"))).collect();
    (i64::try_from(of.len()).unwrap(), lists)
}

async fn key(api: &mut TestApi, role: Role) -> (&'static str, String) {
    ("x-api-key", api.issue(STORE, role).await)
}

#[tokio::test]
async fn staff_finds_every_list_that_is_handed_in() {
    let mut api = api().await;
    for role in Role::ALL.iter().filter(|role| **role != Role::ReadOnly) {
        let key = key(&mut api, *role).await;
        assert_eq!(names(&api, &key, "").await, lists(&[(1, 1), (2, 3), (5, 1), (6, 1)]), "{role}");
        for id in [1, 2, 5, 6] {
            for path in addresses(id) {
                assert_eq!(api.get_by(&key, &path).await.status, 200, "{role} {path}");
            }
        }
    }
    let stranger = api.issue(OTHER, Role::Admin).await;
    assert_eq!(api.get_as(&stranger, &format!("{LISTS}6/")).await.status, 404);
    let (credential, value) = api.credential(STORE, Role::Judge);
    api.put_credential(&storage::Credential { read_only: true, ..credential }, &value).await;
    let key = ("x-api-key", value.expose().to_owned());
    assert_eq!(names(&api, &key, "").await.0, 4, "a key that only reads is one of staff");
}

#[tokio::test]
async fn who_may_only_read_finds_what_is_published_as_it_was_published() {
    let mut api = api().await;
    let key = key(&mut api, Role::ReadOnly).await;
    let members = api.person(ANN + 200, Some((STORE, Role::ReadOnly))).await;
    for by in [&key, &members[0], &members[1]] {
        assert_eq!(names(&api, by, "").await, lists(&[(2, 1), (5, 1)]), "{}", by.0);
        assert_eq!(api.get_by(by, &format!("{LISTS}1/")).await.status, 404, "{}", by.0);
    }
    assert_eq!(names(&api, &key, "?page=2&page_size=1").await, (2, vec![(5, "version 1".into())]));
    for (id, status) in [(1, 404), (2, 200), (5, 200), (6, 404), (7, 404)] {
        for path in addresses(id) {
            assert_eq!(api.get_by(&key, &path).await.status, status, "{path}");
        }
    }
    assert_eq!(api.get_by(&key, &format!("{LISTS}2/")).await.json()["name"], "version 1");
    let secret = api.get_by(&key, &format!("{LISTS}1/")).await.detail(404);
    let never = api.get_by(&key, &format!("{LISTS}9/")).await.detail(404);
    assert_eq!(secret.replace('1', "N"), never.replace('9', "N"), "the answer must not reveal which lists exist");
}

/// Returns the numbers of a list's revisions that a caller can read.
async fn revisions(api: &TestApi, by: &(&'static str, String), id: i64) -> Vec<i64> {
    let revisions = api.get_by(by, &format!("{LISTS}{id}/revisions/")).await.json();
    revisions.as_array().unwrap().iter().map(|revision| revision["number"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn the_revisions_of_a_published_list_end_with_the_one_that_was_published() {
    let mut api = api().await;
    let (reader, staff) = (key(&mut api, Role::ReadOnly).await, key(&mut api, Role::Judge).await);
    assert_eq!(revisions(&api, &reader, 2).await, [1]);
    assert_eq!(revisions(&api, &staff, 2).await, [1, 2, 3]);
    assert_eq!(revisions(&api, &reader, 5).await, [1], "published in its newest revision");
    let path = format!("{LISTS}2/revisions/");
    let (shown, all) = (api.get_by(&reader, &path).await, api.get_by(&staff, &path).await);
    assert_ne!(shown.header("etag"), all.header("etag"));

    // A list of no organization, which another organization has published in a later revision.
    api.put(own_list(ANN, SHARED, 7, 3)).await;
    api.put([published(7, 1), marker("7", SHARED, Some(2))]).await;
    assert_eq!(revisions(&api, &reader, 7).await, [1]);
    api.put([marker("7", SHARED, None)]).await;
    assert_eq!(revisions(&api, &reader, 7).await, [1], "although its newest revision is public elsewhere");
    let of_old = Document { digest: "AbC-_123AbC-_123AbC-_1".into(), ..published(7, 1) };
    api.put([of_old, marker("7", SHARED, Some(2))]).await;
    assert_eq!(revisions(&api, &reader, 7).await, [1, 2], "views of an older version do not contain the revision");
}

#[tokio::test]
async fn a_list_that_is_offered_shows_its_newest_picture_and_those_that_events_of_the_own_organization_go_by() {
    let mut api = api().await;
    // Events of the store use the first and the newest revision, and an event elsewhere uses the second.
    api.put(own_list(ANN + 100, SHARED, 6, 3)).await;
    api.put([
        sorted(document(ViewKind::Decklist, 6, &pointer(SHARED, 6, 3)), 6),
        document(ViewKind::FixedDecklist, "6/1", &pointer(SHARED, 6, 1)),
        document_of(SHARED, ViewKind::FixedDecklist, "6/1", r#"{"name":"the first"}"#),
        document_of(SHARED, ViewKind::FixedDecklist, "6/2", r#"{"name":"the second"}"#),
    ])
    .await;
    let staff = key(&mut api, Role::Judge).await;
    let [owner, _] = api.person(ANN + 100, None).await;
    let path = "/decklists/6/image.svg";
    for by in [&staff, &owner] {
        for query in ["", "?revision=3"] {
            assert_eq!(title(&api, by, &format!("{path}{query}")).await, "version 3", "{}", by.0);
        }
        assert_eq!(title(&api, by, &format!("{path}?revision=1")).await, "the first", "{}", by.0);
    }
    assert_eq!(title(&api, &owner, &format!("{path}?revision=2")).await, "the second");
    let secret = api.get_by(&staff, &format!("{path}?revision=2")).await.detail(404);
    assert_eq!(secret, api.get_by(&staff, &format!("{path}?revision=9")).await.detail(404), "like an unknown revision");
}

#[tokio::test]
async fn owners_see_theirs_as_they_are_whatever_their_role() {
    let mut api = api().await;
    for (role, others) in [(None, None), (Some(Role::ReadOnly), None), (Some(Role::Judge), Some((6, 1)))] {
        let member = role.map(|role| (STORE, role));
        let expected = [Some((1, 1)), Some((2, 3)), Some((5, 1)), others].into_iter().flatten().collect::<Vec<_>>();
        for by in api.person(ANN, member).await {
            assert_eq!(names(&api, &by, "").await, lists(&expected), "{role:?} by {}", by.0);
            assert_eq!(api.get_by(&by, &format!("{LISTS}2/")).await.json()["name"], "version 3", "{role:?}");
            let mut paged = Vec::new();
            for page in 1..=expected.len() {
                paged.append(&mut names(&api, &by, &format!("?page={page}&page_size=1")).await.1);
            }
            assert_eq!(paged, lists(&expected).1, "{role:?} by {}", by.0);
        }
    }
}

#[tokio::test]
async fn a_published_picture_is_of_the_revision_that_was_published() {
    let mut api = api().await;
    let reader = key(&mut api, Role::ReadOnly).await;
    let staff = key(&mut api, Role::Judge).await;
    let nobody = ("accept", "*/*".to_owned());
    let path = "/decklists/2/image.svg";
    for by in [&reader, &nobody] {
        assert_eq!(title(&api, by, path).await, "the first", "{}", by.0);
        assert_eq!(title(&api, by, &format!("{path}?revision=1")).await, "the first");
        assert_ne!(api.get_by(by, &format!("{path}?revision=3")).await.status, 200, "it is not published");
    }
    assert_eq!(title(&api, &staff, path).await, "version 3");
    assert_eq!(title(&api, &staff, &format!("{path}?revision=3")).await, "version 3");
    assert_eq!(title(&api, &staff, &format!("{path}?revision=1")).await, "the first");
    assert_eq!(api.get_by(&staff, &format!("{path}?revision=2")).await.status, 404, "no event uses it");
    let refused = api.get_by(&staff, &format!("{path}?revision=first")).await;
    assert!(refused.detail(400).contains("revision"));
}

#[tokio::test]
async fn a_fixed_list_that_is_as_it_was_has_the_picture_that_it_has() {
    let mut api = api().await;
    api.put([marker("1", STORE, Some(1)), marker("1/1", STORE, Some(1))]).await;
    let nobody = ("accept", "*/*".to_owned());
    for query in ["", "?revision=1"] {
        assert_eq!(title(&api, &nobody, &format!("/decklists/1/image.svg{query}")).await, "version 1");
    }
    api.put(own_list(ANN, STORE, 1, 2)).await;
    assert_eq!(api.get_by(&nobody, "/decklists/1/image.svg").await.status, 401, "the newer revision is not published");
}

#[tokio::test]
async fn the_lists_of_an_event_are_shown_to_all_roles_once_they_are_published() {
    let mut api = TestApi::start().await;
    api.put([document(ViewKind::EventDecklists, 40, r#"[{"id":1}]"#)]).await;
    let (reader, staff) = (key(&mut api, Role::ReadOnly).await, key(&mut api, Role::Judge).await);
    for (is_shown, seen) in [(false, "[]"), (true, r#"[{"id":1}]"#), (false, "[]")] {
        if is_shown {
            api.put([document(ViewKind::EventDecklistsShown, 40, "{}")]).await;
        } else {
            let shown = document(ViewKind::EventDecklistsShown, 40, "{}");
            api.commit(|batch| batch.removed.push(shown.removal())).await;
        }
        assert_eq!(api.get_by(&reader, EVENT_LISTS).await.text(), seen);
        assert_eq!(api.get_by(&staff, EVENT_LISTS).await.text(), r#"[{"id":1}]"#);
    }
    assert_eq!(api.get_by(&reader, "/api/v1/magic-events/41/decklists/").await.status, 404);
}

#[tokio::test]
async fn the_tag_of_a_list_moves_with_what_stands_in_it_for_another() {
    let mut api = api().await;
    let key = key(&mut api, Role::Judge).await;
    let tag = api.get_by(&key, LISTS).await.header("etag").to_owned();
    api.put(own_list(ANN, SHARED, 5, 2)).await;
    api.put([sorted(document(ViewKind::Decklist, 5, &pointer(SHARED, 5, 3)), 5)]).await;
    let after = api.get_by(&key, LISTS).await;
    assert_ne!(after.header("etag"), tag);
    assert!(after.text().contains(r#""id":5,"name":"version 2""#), "{}", after.text());
    assert_eq!(OwnDecklist::prefix(ANN.into()), "11/");
}

#[tokio::test]
async fn addresses_of_players_are_empty_for_callers_who_may_not_search_people() {
    const PATHS: [&str; 5] = [
        "/api/v1/magic-events/40/",
        "/api/v1/magic-events/40/registrations/",
        "/api/v1/magic-events/",
        "/api/v1/tournament-rounds/7/",
        "/api/v1/tournament-rounds/",
    ];
    let user = |redactor: &Redactor| {
        let user = json!({ "id": 1, "username": "ann", "email": redactor.contact("ann@example.org") });
        json!({ "user": user, "walletpay_order_id": redactor.contact("O-7") })
    };
    let mut api = TestApi::start().await;
    let [body, shown_to_others] = [ReaderGroup::Organizers, ReaderGroup::Everyone].map(|group| seen_by(group, user));
    api.put([
        in_versions(ViewKind::MagicEvent, 40, user),
        in_versions(ViewKind::Registrations, 40, user),
        in_versions(ViewKind::Round, 7, user),
    ])
    .await;
    let (reader, judge) = (key(&mut api, Role::ReadOnly).await, key(&mut api, Role::Judge).await);
    let staff = key(&mut api, Role::Scorekeeper).await;
    for path in PATHS {
        let listed =
            |body: String| if path.contains("/40/") || path.contains("/7/") { body } else { format!("[{body}]") };
        // The second time, the shortcut answers.
        for _ in 0..2 {
            let all = api.get_by(&staff, path).await;
            assert_eq!(all.text(), listed(body.clone()), "{path}");
            for by in [&reader, &judge] {
                let shown = api.get_by(by, path).await;
                if shown.status == 403 {
                    assert!(path.contains("registrations") && by.1 == reader.1, "{path}");
                    continue;
                }
                assert_eq!(shown.text(), listed(shown_to_others.clone()), "{path}");
                assert_ne!(shown.header("etag"), all.header("etag"), "{path}");
                let (name, key) = by;
                let known = api.send(Method::GET, path, &[(name, key), ("if-none-match", all.header("etag"))]).await;
                assert_eq!(known.status, 200, "{path}: the tag of the other form");
            }
        }
    }
}

#[tokio::test]
async fn tags_of_events_and_rounds_stay_for_readers_who_do_not_see_the_change() {
    let stored = |round: &dyn Fn(&Redactor) -> Value| {
        [(ViewKind::MagicEvent, 40), (ViewKind::Round, 7)].map(|(kind, id)| in_versions(kind, id, round))
    };
    let round = |hidden: &'static [i64]| {
        move |redactor: &Redactor| {
            let matches: Vec<Value> = hidden.iter().map(|id| json!({ "id": id })).collect();
            let judge = redactor.for_staff(hidden.first().map(|_| 5));
            json!({ "id": 7, "matches": redactor.list_for_staff(matches), "judge": judge })
        }
    };
    let mut api = TestApi::start().await;
    let (reader, judge) = (key(&mut api, Role::ReadOnly).await, key(&mut api, Role::Judge).await);
    let paths = ["magic-events/40/", "tournament-rounds/7/", "magic-events/", "tournament-rounds/"];
    let mut tags: Vec<(String, String)> = Vec::new();
    for hidden in [&[][..], &[1], &[2]] {
        api.put(stored(&round(hidden))).await;
        for (place, path) in paths.map(|path| format!("/api/v1/{path}")).iter().enumerate() {
            let [seen, all] = [api.get_by(&reader, path).await, api.get_by(&judge, path).await];
            let now = (seen.header("etag").to_owned(), all.header("etag").to_owned());
            let known = api.send(Method::GET, path, &[(reader.0, &reader.1), ("if-none-match", &now.0)]).await;
            assert_eq!(known.status, 304, "{path}");
            match tags.get_mut(place) {
                Some(before) => {
                    assert_eq!(before.0, now.0, "{path} with {hidden:?}");
                    assert_ne!(before.1, now.1, "{path} with {hidden:?}");
                    *before = now;
                }
                None => tags.push(now),
            }
        }
    }
    api.put(stored(&|_| json!({ "id": 7, "matches": [{ "id": 2 }], "judge": null }))).await;
    for (place, path) in paths.iter().enumerate() {
        assert_ne!(api.get_by(&reader, &format!("/api/v1/{path}")).await.header("etag"), tags[place].0, "{path}");
    }
}

#[tokio::test]
async fn pairings_that_are_not_published_are_for_callers_who_may_read_registrations() {
    let of = |redactor: &Redactor| {
        let matches = redactor.list_for_staff(vec![json!({ "id": 1 })]);
        json!({ "id": 7, "pairings_status": if matches.is_empty() { "NOT_GENERATED" } else { "GENERATED" }, "matches": matches })
    };
    let [round, shown] = [ReaderGroup::Organizers, ReaderGroup::Everyone].map(|group| seen_by(group, of));
    let mut api = TestApi::start().await;
    api.put([
        in_versions(ViewKind::MagicEvent, 40, of),
        in_versions(ViewKind::Round, 7, of),
        in_versions(ViewKind::RoundMatches, 7, of),
        in_versions(ViewKind::RoundTeamMatches, 7, of),
    ])
    .await;
    let (reader, staff) = (key(&mut api, Role::ReadOnly).await, key(&mut api, Role::Scorekeeper).await);
    for path in [
        "magic-events/40/",
        "tournament-rounds/7/",
        "tournament-rounds/7/matches/",
        "magic-events/",
        "tournament-rounds/",
    ] {
        let path = format!("/api/v1/{path}");
        let is_list = path.ends_with("s/") && !path.ends_with("matches/");
        let whole = |body: &str| if is_list { format!("[{body}]") } else { body.to_owned() };
        for _ in 0..2 {
            assert_eq!(api.get_by(&reader, &path).await.text(), whole(&shown), "{path}");
            assert_eq!(api.get_by(&staff, &path).await.text(), whole(&round), "{path}");
        }
    }
    assert_eq!(api.get_by(&reader, "/api/v1/tournament-rounds/7/matches/?teams=true").await.status, 403);
}
