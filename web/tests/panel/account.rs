//! Tests of the account page.

use chrono::Duration;
use proto_events::Actor;
use proto_events::vocabulary::Role;
use service_kit::credential_value::{CredentialValue, Kind};
use write_api::organizations::InviteMember;

use crate::world::{PASSWORD, World};
use storage::LogReader as _;

#[tokio::test]
async fn a_profile_is_changed_and_a_username_stays() {
    let (_world, mut admin) = World::with_admin().await;
    let fields = [("best_identifier", "Ada A."), ("username", "boss"), ("email", "ada@moxhall.example")];
    admin
        .fill_and_follow("/admin/account/profile/", &fields)
        .await
        .says(200, &["Saved.", "Ada A.", "<dd>ada</dd>", "ada@moxhall.example"]);
    let refused = admin.fill("/admin/account/profile/", &[("best_identifier", ""), ("first_name", "Ada")]).await;
    refused.says(422, &["id=\"best_identifier-fault\"", "value=\"Ada\""]);
}

#[tokio::test]
async fn a_new_password_ends_every_other_session() {
    let world = World::start().await;
    let (mut here, mut there) = (world.admin().await, world.admin().await);
    let path = "/admin/account/password/";
    let fields =
        |current, new, repeated| [("current_password", current), ("new_password", new), ("repeated", repeated)];
    here.fill(path, &fields("wrong password", "long enough", "long enough"))
        .await
        .says(422, &["This is not your password."]);
    here.fill(path, &fields(PASSWORD, "long enough", "long")).await.says(422, &["id=\"repeated-fault\""]);
    here.fill(path, &fields(PASSWORD, "ada", "ada")).await.says(422, &["id=\"new_password-fault\""]);
    there.get("/admin/").await.shows(200);

    let reply = here.fill(path, &fields(PASSWORD, "long enough", "long enough")).await;
    here.follow_to(&reply, "/admin/account/").await.says(200, &["Your password was set."]);
    there.get("/admin/").await.goes_to("/login/");
    world.browser().sign_in("ada", PASSWORD).await.shows(422);
    world.browser().sign_in("ada", "long enough").await.goes_to("/admin/");
}

/// Every form that makes something that outlives a session, or ends it, sent by a thief with the cookie.
#[tokio::test]
async fn a_stolen_cookie_alone_changes_nothing_that_matters() {
    let world = World::start().await;
    let user_id = world.person("bert", "Bert Birke").await;
    let bert = world.member(world.store, user_id, Role::Judge).await;
    let mut owner = world.admin().await;
    owner.fill("/admin/keys/new/", &[("name", "Screen"), ("role", "JUDGE")]).await.value();
    let tokens = "/admin/account/tokens/new/";
    owner.fill(tokens, &[("name", "deck tool"), ("organization", "none")]).await.value();
    let key = world.only_key().await.id;
    let token = world.commands.user(world.ada).await.unwrap().unwrap().state.tokens[0].id;
    let member = format!("/admin/members/{bert}/");
    let organization_id = world.organization("Arena").await;
    let invitation = InviteMember { organization_id, user_id: world.ada, role: Role::Judge, language: "en" };
    world.commands.carry_out(&Actor::CommandLine, &invitation).await.unwrap();
    let before = world.events.head().await.unwrap();
    let mut thief = owner.clone();
    thief.cookies.retain(|name, _| name == "crosstable_session");
    thief.address = [198, 51, 100, 66].into();
    let forms: [(&str, &[(&str, &str)]); 14] = [
        ("/admin/account/profile/", &[("best_identifier", "Ada"), ("email", "thief@elsewhere.example")]),
        ("/admin/account/password/", &[("new_password", "thief thief"), ("repeated", "thief thief")]),
        ("/admin/account/sessions/", &[]),
        (tokens, &[("name", "x"), ("organization", "none")]),
        (&format!("/admin/account/tokens/{token}/revoke/"), &[]),
        ("/admin/keys/new/", &[("name", "x"), ("role", "ADMIN")]),
        (&format!("/admin/keys/{key}/"), &[("name", "y")]),
        (&format!("/admin/keys/{key}/revoke/"), &[]),
        ("/admin/members/new/", &[("best_identifier", "Thief"), ("username", "thief"), ("role", "ADMIN")]),
        ("/admin/members/add/", &[("username", "bert"), ("role", "ADMIN")]),
        (&member, &[("role", "ADMIN")]),
        (&format!("{member}remove/"), &[]),
        (&format!("/admin/account/invitations/{organization_id}/accept/"), &[]),
        (&format!("/admin/account/memberships/{}/leave/", world.store), &[]),
    ];
    for (path, fields) in forms {
        for (password, fault) in [("", "May not be empty."), ("wrong password", "This is not your password.")] {
            world.clock.advance(Duration::minutes(10));
            thief.password = password;
            thief.fill(path, fields).await.says(422, &["id=\"current_password-fault\"", fault, "<title>Error: "]);
        }
    }
    assert_eq!(world.events.head().await.unwrap(), before, "nothing was stored");
    thief.password = "";
    thief.fill("/admin/keys/new/", &[("name", "Typed"), ("role", "JUDGE")]).await.says(422, &["value=\"Typed\""]);
    owner.get("/admin/").await.shows(200);
}

#[tokio::test]
async fn signing_out_everywhere_ends_every_copy_of_the_cookie_and_signs_in_anew_here() {
    let (_world, mut owner) = World::with_admin().await;
    let mut thief = owner.clone();
    thief.get("/admin/").await.shows(200);
    owner.fill_and_follow("/admin/account/sessions/", &[]).await.says(200, &["Every other session was signed out."]);
    thief.get("/admin/").await.goes_to("/login/");
    assert_ne!(owner.cookies["crosstable_session"], thief.cookies["crosstable_session"]);
}

#[tokio::test]
async fn leaving_an_organization_prolongs_no_session() {
    let world = World::start().await;
    let user_id = world.person("bert", "Bert Birke").await;
    world.member(world.store, user_id, Role::Judge).await;
    let mut bert = world.signed_in("bert").await;
    world.clock.advance(Duration::days(6));
    bert.fill(&format!("/admin/account/memberships/{}/leave/", world.store), &[]).await.goes_to("/admin/account/");
    bert.get("/admin/account/").await.shows(200);
    world.clock.advance(Duration::days(1));
    bert.get("/admin/account/").await.goes_to("/login/?next=/admin/account/");
}

#[tokio::test]
async fn who_has_a_session_cannot_try_passwords_for_ever() {
    let (_world, mut admin) = World::with_admin().await;
    let path = "/admin/account/password/";
    let fields = [("current_password", "wrong password"), ("new_password", "long enough"), ("repeated", "long enough")];
    for _ in 0..10 {
        admin.fill(path, &fields).await.shows(422);
    }
    admin.fill(path, &fields).await.shows(429);
}

#[tokio::test]
async fn a_token_is_created_shown_once_and_revoked() {
    let (world, mut admin) = World::with_admin().await;
    let path = "/admin/account/tokens/new/";
    admin.get(path).await.says(200, &["Only for me", "As a member of Moxhall", "value=\"none\" required checked"]);
    let store = world.store.to_string();
    let fields = [("name", "deck tool"), ("organization", store.as_str()), ("expires_at", "2026-12-31")];
    let form = admin.get(path).await;
    let page = admin.fill_in(&form, path, &fields).await;
    page.says(200, &["Your new token", "header Authorization", "31 Dec 2026"]);
    let value = page.value();
    let user = world.commands.user(world.ada).await.unwrap().unwrap();
    let token = &user.state.tokens[0];
    assert_eq!(CredentialValue::parse(Kind::UserToken, &value).unwrap().sha256_hex(), token.sha256);
    assert_eq!(token.organization_id, Some(world.store));
    admin.fill_in(&form, path, &fields).await.says(409, &["The token was created"]);
    admin.get("/admin/account/").await.says(200, &["deck tool", "Moxhall", "Active"]);

    let revoke = format!("/admin/account/tokens/{}/revoke/", token.id);
    admin.get(&revoke).await.says(200, &["Revoke this token?", "deck tool"]);
    admin.fill_and_follow(&revoke, &[]).await.says(200, &["The token was revoked.", "Revoked"]);
    admin.get(&revoke).await.shows(404);
    let mut bert = world.browser_of("bert", Role::Admin).await;
    bert.get(&revoke).await.shows(404);
}

#[tokio::test]
async fn who_works_in_two_organizations_goes_from_one_to_the_other() {
    let world = World::start().await;
    let other = world.organization("Arena").await;
    world.member(other, world.ada, Role::Judge).await;
    let mut ada = world.admin().await;
    ada.get("/admin/").await.says(200, &["<h1>Arena</h1>"]);
    let store = world.store.to_string();
    let page = ada.get("/admin/account/").await;
    let reply = ada.fill_in(&page, "/admin/organization/", &[("organization", &store)]).await;
    ada.follow(&reply).await.says(200, &["<h1>Moxhall</h1>", "You now work in this organization."]);

    // A page of the other organization is refused, so that nothing is made in the wrong organization.
    let late = ada.fill_in(&page, "/admin/organization/", &[("organization", &store)]).await;
    late.says(403, &["changed the organization"]);
    let foreign = world.organization("Foreign").await.to_string();
    ada.fill_on("/admin/account/", "/admin/organization/", &[("organization", &foreign)]).await.shows(403);

    // A new session stays in the same organization.
    ada.fill("/admin/account/sessions/", &[]).await.goes_to("/admin/account/");
    ada.post("/login/", &[("username", "ada"), ("password", PASSWORD)]).await.goes_to("/admin/");
    ada.get("/admin/").await.says(200, &["<h1>Moxhall</h1>"]);
}
