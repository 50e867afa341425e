//! Tests of the keys' pages.

use chrono::Duration;
use domain::organization::{ApiKey, Organization};
use proto_events::vocabulary::Role;
use service_kit::credential_value::{CredentialValue, Kind};
use write_api::keys::ChangeApiKey;

use crate::world::World;

const NEW: &str = "/admin/keys/new/";

impl World {
    pub async fn stored(&self) -> Organization {
        self.commands.organization(self.store).await.unwrap().unwrap().state.clone()
    }

    pub async fn only_key(&self) -> ApiKey {
        let keys = self.stored().await.keys;
        assert_eq!(keys.len(), 1, "{keys:?}");
        keys[0].clone()
    }
}

#[tokio::test]
async fn a_key_is_created_and_its_value_shown_once() {
    let (world, mut admin) = World::with_admin().await;
    let fields = [("name", "Stream overlay"), ("role", "JUDGE"), ("expires_at", "2026-12-31"), ("read_only", "yes")];
    let page = admin.fill(NEW, &fields).await;
    let said =
        ["Your new key", "Stream overlay", "shown only once", "31 Dec 2026", "is read-only", "data-copy=\"value\""];
    page.says(200, &said);
    assert_eq!(page.header("cache-control"), "no-store");
    let value = page.value();
    let key = world.only_key().await;
    assert_eq!(CredentialValue::parse(Kind::ApiKey, &value).unwrap().sha256_hex(), key.sha256);
    assert_eq!((key.name.as_str(), key.read_only), ("Stream overlay", true));
    assert_eq!(key.expires_at, Some("2027-01-01T00:00:00Z".parse().unwrap()));
    assert_eq!(world.stored().await.member(key.member_id).unwrap().role, Role::Judge);

    let list = admin.get("/admin/keys/").await;
    list.says(200, &["Stream overlay", "Active", "read-only", "never", "31 Dec 2026", "Moxhall Judge"])
        .lacks(&[&value]);
}

#[tokio::test]
async fn a_form_that_was_refused_makes_one_key_however_often_it_is_sent_again() {
    let (world, mut admin) = World::with_admin().await;
    let form = admin.get(NEW).await;
    let refused = admin.fill_in(&form, NEW, &[("name", " "), ("role", "JUDGE"), ("read_only", "yes")]).await;
    let said = ["id=\"name-fault\"", "May not be empty.", "value=\"JUDGE\" required checked", "value=\"yes\" checked"];
    refused.says(422, &said);
    let fields = [("name", "Till"), ("role", "ADMIN")];
    let first = admin.fill_in(&form, NEW, &fields).await;
    let first = first.says(200, &["It is tied to Ada Ahorn"]).value();
    let again = admin.fill_in(&form, NEW, &fields).await;
    again.says(409, &["The key was created", "not shown again", "href=\"/admin/keys/\""]).lacks(&[&first]);
    world.only_key().await;
}

#[tokio::test]
async fn a_key_is_renamed_limited_and_revoked() {
    let (world, mut admin) = World::with_admin().await;
    admin.fill(NEW, &[("name", "Till"), ("role", "READ_ONLY")]).await.shows(200);
    let path = format!("/admin/keys/{}/", world.only_key().await.id);

    let reply = admin.fill(&path, &[("name", "Stream"), ("expires_at", "2026-03-20")]).await;
    admin.follow_to(&reply, "/admin/keys/").await.says(200, &["role=\"status\">Saved.", "Stream", "Ends soon"]);
    assert!(!admin.get("/admin/keys/").await.body.contains("Saved."), "the message is shown once");

    admin
        .fill(&path, &[("name", "Stream"), ("expires_at", "soon")])
        .await
        .says(422, &["Is not a date.", "value=\"soon\""]);
    admin.fill(&path, &[("name", "Stream"), ("expires_at", "")]).await.goes_to("/admin/keys/");
    assert_eq!(world.only_key().await.expires_at, None);

    let ask = format!("{path}revoke/");
    admin.get(&ask).await.says(200, &["Revoke “Stream”?", "It was never used.", "class=\"danger\""]);
    admin.fill_and_follow(&ask, &[]).await.says(200, &["The key was revoked.", "Revoked"]);
    assert!(world.only_key().await.revoked);
    admin.get(&ask).await.goes_to("/admin/keys/");
    let page = admin.get(&path).await;
    page.shows(200);
    assert!(!page.body.contains("name=\"expires_at\""), "a revoked key has no end to set");
    admin.fill(&path, &[("name", "Old stream")]).await.goes_to("/admin/keys/");
}

#[tokio::test]
async fn an_end_that_was_set_to_the_minute_stays_when_its_day_does() {
    let (world, mut admin) = World::with_admin().await;
    admin.fill(NEW, &[("name", "Till"), ("role", "READ_ONLY")]).await.shows(200);
    let key = world.only_key().await;
    let end = crate::world::now() + Duration::days(3);
    let organization_id = world.store;
    let command =
        ChangeApiKey { organization_id, key_id: key.id, name: None, expires_at: Some(write_api::OrNull(Some(end))) };
    world.commands.carry_out(&proto_events::Actor::CommandLine, &command).await.unwrap();
    let path = format!("/admin/keys/{}/", key.id);
    admin.fill(&path, &[("name", "Other"), ("expires_at", "2026-03-18")]).await.goes_to("/admin/keys/");
    assert_eq!(world.only_key().await.expires_at, Some(end));
    admin.fill(&path, &[("name", "Other"), ("expires_at", "2026-03-19")]).await.goes_to("/admin/keys/");
    assert_eq!(world.only_key().await.expires_at, Some("2026-03-20T00:00:00Z".parse().unwrap()));
}
