//! Organizations never see each other's data: resources of another one are answered 404 and are in no list.

use e2e::archive::own_fixtures;
use e2e::crawl::id;
use e2e::{TestApp, scene};

#[tokio::test]
async fn lists_hold_what_is_ones_own() {
    let app = TestApp::start().await;
    scene::build(&app).await;
    let ours = app.import(&own_fixtures()[0]).await;
    let other = app.store("Other Store").await;
    let theirs = app.import_for(other.organization, &own_fixtures()[1]).await;
    let events = app.get_as(&other.key, "/api/v1/magic-events/").await.list();
    assert_eq!(events.iter().map(id).collect::<Vec<_>>(), [theirs.0]);
    for list in ["conventions", "store-profiles/conventions", "api-keys/conventions"] {
        assert_eq!(app.get_as(&other.key, &format!("/api/v1/{list}/")).await.list().len(), 0, "{list}");
    }
    let rounds = app.get_as(&other.key, "/api/v1/tournament-rounds/").await.list();
    assert_eq!(rounds.len(), 5);
    let lists = app.get_as(&other.key, "/api/v1/decklists/").await.json();
    assert_eq!(lists["count"], 7);
    let events = app.get("/api/v1/magic-events/").await.list();
    assert!(events.iter().any(|event| id(event) == ours.0) && events.iter().all(|event| id(event) != theirs.0));
    let keys = app.get_as(&other.key, "/api/v1/api-keys/api_keys/").await.list();
    assert!(keys.iter().all(|key| key["store_name"] == "Other Store"), "{keys:?}");
    app.stop().await;
}
