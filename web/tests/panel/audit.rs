//! Tests of the audit page.

use proto_events::Actor;
use proto_events::vocabulary::Role;
use write_api::keys::ChangeApiKey;

use crate::world::World;

#[tokio::test]
async fn who_did_what_when_and_by_which_key_is_told() {
    let (world, mut admin) = World::with_admin().await;
    admin.fill("/admin/keys/new/", &[("name", "Till"), ("role", "JUDGE"), ("read_only", "yes")]).await.shows(200);
    let (organization_id, key_id) = (world.store, world.only_key().await.id);
    let rename = ChangeApiKey { organization_id, key_id, name: Some("Stream".into()), expires_at: None };
    world.commands.carry_out(&Actor::ApiKey(key_id), &rename).await.unwrap();
    let page = admin.get("/admin/audit/").await;
    let said = [
        "Organization “Moxhall” was created",
        "The operator of the server",
        "Ada Ahorn became a member: Administrator",
        "Key “Till” created",
        "Key “Stream” became read-only",
        &format!("Key {key_id} renamed to “Stream”"),
        "The key “Stream”",
        "Moxhall Judge became a member: Judge",
        "15 Mar 2026, 10:20",
    ];
    page.says(200, &said);
    let place = |text: &str| page.body.find(text).unwrap();
    assert!(place("renamed to") < place("Key “Till” created"), "newest first");
    assert!(place("Key “Till” created") < place("was created"));
    assert!(!page.body.contains("Older") && !page.body.contains("Newest</a>"));
}

#[tokio::test]
async fn older_events_are_on_further_pages() {
    let world = World::start().await;
    for number in 0..60 {
        let person = world.stranger("", &format!("Person {number}")).await;
        world.member(world.store, person, Role::Judge).await;
    }
    let mut admin = world.admin().await;
    let newest = admin.get("/admin/audit/").await;
    newest.says(200, &["Person 59 became", "Older"]);
    assert_eq!(newest.body.matches("became a member").count(), 50);
    let before = newest.between("href=\"/admin/audit/?before=", "\"");
    let older = admin.get(&format!("/admin/audit/?before={before}")).await;
    older.says(200, &["Person 0 became", "Person 9 became", "was created", "Newest</a>"]);
    assert!(!older.body.contains("Person 10 became") && !older.body.contains("Older"));
    admin.get("/admin/audit/?before=1").await.says(200, &["There are no older entries."]);
    admin.get("/admin/audit/?before=nonsense").await.says(200, &["Person 59 became"]);
}
