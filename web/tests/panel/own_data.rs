//! Tests of the file with everything about a person, and of the deletion of the own account.

use proto_events::Actor;
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use serde_json::Value;
use storage::notifications::PushSubscription;
use storage::{EventStore as _, NotificationStore as _};
use write_api::accounts::{ChangeProfile, IssueToken, MailLink, MakePasswordLink, Steward};
use write_api::organizations::InviteMember;

use crate::world::{PASSWORD, World};

const DATA: &str = "/admin/account/data/";
const DELETE: &str = "/admin/account/delete/";

#[tokio::test]
async fn the_file_has_everything_about_the_person_and_no_secret() {
    let world = World::mailing().await;
    let mut ada = world.admin().await;
    let user_id = world.ada;
    let commands = &world.commands;
    let profile = Profile {
        username: "ada".into(),
        best_identifier: "Ada Ahorn".into(),
        first_name: "Ada-first".into(),
        last_name: "Ahorn-last".into(),
        email: "ada@moxhall.example".into(),
        pronouns: "she/her".into(),
        has_used_app: false,
    };
    let change = ChangeProfile { user_id, profile, steward: Steward::Person, language: "en" };
    commands.carry_out(&Actor::CommandLine, &change).await.unwrap();
    let token = IssueToken { user_id, name: "deck tool".into(), organization_id: None, expires_at: None };
    let token = commands.carry_out(&Actor::CommandLine, &token).await.unwrap().value;
    let link = MakePasswordLink { user_id, steward: Steward::Operator };
    let link = commands.carry_out(&Actor::CommandLine, &link).await.unwrap().value;
    let mail = MailLink { user_id, confirms_address: true, language: "en" };
    commands.carry_out(&Actor::System, &mail).await.unwrap();
    world.person("bea", "Bea Birke").await;
    let phone = PushSubscription {
        id: 0,
        user_id,
        endpoint: "https://push.example/phone-secret".into(),
        public_key: "phone-key".into(),
        auth: "phone-auth".into(),
        language: "de".into(),
    };
    world.events.put_push_subscription(&phone).await.unwrap();
    world.events.turn_notification_off(user_id, "mail:message", "de").await.unwrap();
    let arena = world.organization("Arena").await;
    let invite = InviteMember { organization_id: arena, user_id, role: Role::Judge, language: "en" };
    commands.carry_out(&Actor::CommandLine, &invite).await.unwrap();
    world.settled().await;

    let file = ada.get(DATA).await;
    assert_eq!((file.status, file.header("content-type")), (200, "application/json"), "{}", file.body);
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"my-data.json\"");
    assert_eq!(file.header("cache-control"), "no-store");
    let data: Value = serde_json::from_str(&file.body).unwrap();
    for (path, value) in [
        ("/account/username", "ada"),
        ("/account/best_identifier", "Ada Ahorn"),
        ("/account/first_name", "Ada-first"),
        ("/account/last_name", "Ahorn-last"),
        ("/account/email", "ada@moxhall.example"),
        ("/account/pronouns", "she/her"),
        ("/tokens/0/name", "deck tool"),
        ("/memberships/0/store_name", "Moxhall"),
        ("/invitations/0/store_name", "Arena"),
        ("/notifications/turned_off/0", "mail:message"),
        ("/notifications/phones/0/service", "push.example"),
    ] {
        assert_eq!(data.pointer(path).and_then(Value::as_str), Some(value), "{path} in {}", file.body);
    }
    for part in ["registrations", "decklists", "merged_accounts", "player_pages", "letters"] {
        assert!(data[part].is_array(), "{part}");
    }
    assert!(data["letters"].as_array().unwrap().iter().any(|letter| letter["kind"] == "email-link"));
    assert_eq!((&data["has_password"], data["password_link_expires_at"].is_string()), (&Value::Bool(true), true));

    let user = commands.user(user_id).await.unwrap().unwrap();
    let hash = world.events.password(user.state.password_id.unwrap()).await.unwrap().unwrap();
    let email_link = user.state.email_link.clone().unwrap().sha256;
    let values = [token.expose(), &token.sha256_hex(), link.expose(), &link.sha256_hex(), &email_link, &hash];
    for secret in values.into_iter().chain(["phone-secret", "phone-key", "phone-auth", "Bea", "sha256"]) {
        assert!(!file.body.contains(secret), "{secret}");
    }
    world.browser().get(DATA).await.goes_to("/login/?next=/admin/account/data/");
}

#[tokio::test]
async fn a_person_deletes_the_own_account_with_the_password_and_everything_ends() {
    let world = World::mailing().await;
    let pia = world.person("pia", "Pia Platane").await;
    world.member(world.store, pia, Role::Judge).await;
    let (mut here, mut there) = (world.signed_in("pia").await, world.signed_in("pia").await);
    here.get("/admin/account/").await.says(200, &[DELETE, DATA]);
    let page = here.get(DELETE).await;
    page.says(200, &["This cannot be undone.", "Results and lists stay"]);
    for wrong in ["", "wrong password"] {
        here.fill_in(&page, DELETE, &[("current_password", wrong)]).await.shows(422);
    }
    here.post(DELETE, &[("current_password", PASSWORD)]).await.shows(403);
    assert!(world.commands.user(pia).await.unwrap().is_some());

    here.fill_in(&page, DELETE, &[]).await.says(200, &["Your account is deleted"]);
    assert!(world.commands.user(pia).await.unwrap().is_none());
    world.settled().await;
    for browser in [&mut here, &mut there] {
        browser.get("/admin/account/").await.goes_to("/login/?next=/admin/account/");
    }
    world.browser().sign_in("pia", PASSWORD).await.shows(422);
    let store = world.commands.organization(world.store).await.unwrap().unwrap();
    assert!(store.state.member_of(pia).is_none());
    assert_eq!(world.events.erasures().await.unwrap().len(), 1);
}

#[tokio::test]
async fn the_last_administrator_names_another_one_first() {
    let world = World::mailing().await;
    let mut ada = world.admin().await;
    ada.fill(DELETE, &[]).await.says(422, &["You are the only administrator."]);
    let bea = world.person("bea", "Bea Birke").await;
    world.member(world.store, bea, Role::Admin).await;
    ada.fill(DELETE, &[]).await.says(200, &["Your account is deleted"]);
}

#[tokio::test]
async fn without_a_list_of_erasures_an_account_stays_and_the_page_says_why() {
    let world = World::start().await;
    world.person("pia", "Pia Platane").await;
    let mut pia = world.signed_in("pia").await;
    pia.fill(DELETE, &[]).await.says(422, &["Ask the operator of the service."]);
}
