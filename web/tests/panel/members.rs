//! Tests of the members' pages.

use proto_events::Actor;
use proto_events::ids::{MemberId, UserId};
use proto_events::vocabulary::Role;
use write_api::accounts::IssueToken;

use crate::world::{PASSWORD, World};

const ADD: &str = "/admin/members/add/";
const NEW: &str = "/admin/members/new/";

fn path(id: MemberId) -> String {
    format!("/admin/members/{id}/")
}

fn account(id: UserId, page: &str) -> String {
    format!("/admin/people/{id}/{page}/")
}

#[tokio::test]
async fn a_person_with_an_account_is_invited_by_username_and_joins_by_accepting() {
    let world = World::start().await;
    world.person("bert", "Bert Birke").await;
    let mut admin = world.admin().await;
    admin
        .fill(ADD, &[("username", "Bert"), ("role", "JUDGE")])
        .await
        .says(422, &["No account has this username.", "value=\"Bert\""]);
    admin.fill(ADD, &[("username", "bert")]).await.says(422, &["id=\"role-fault\""]);
    let page = admin.fill_and_follow(ADD, &[("username", "bert"), ("role", "JUDGE")]).await;
    page.says(200, &["The person is invited", "bert", "Judge", "/admin/account/", "Withdraw"]);
    page.lacks(&["Bert Birke"]);
    admin.fill(ADD, &[("username", "bert"), ("role", "ADMIN")]).await.says(422, &["Is already invited, as Judge."]);
    admin.fill(ADD, &[("username", "bert"), ("role", "JUDGE")]).await.goes_to("/admin/members/");

    let mut bert = world.browser();
    bert.sign_in("bert", PASSWORD).await.goes_to("/admin/");
    let page = bert.get("/admin/account/").await;
    page.says(200, &["Invitations", "Moxhall", "Judge"]);
    let accept = format!("/admin/account/invitations/{}/accept/", world.store);
    assert!(page.body.contains(&accept));
    bert.get(&accept).await.says(200, &["Accept the invitation of Moxhall?", "Judge", "Your current password"]);
    let reply = bert.fill(&accept, &[]).await;
    bert.follow_to(&reply, "/admin/").await.says(200, &["You are a member now.", "Moxhall"]);
    admin.get("/admin/members/").await.says(200, &["Bert Birke", "Manages the account alone"]).lacks(&["Withdraw"]);
    admin.get("/admin/audit/").await.says(200, &["“bert” was invited: Judge", "Bert Birke became a member: Judge"]);
    admin.fill(ADD, &[("username", "bert"), ("role", "ADMIN")]).await.says(422, &["Is already a member, as Judge."]);
}

#[tokio::test]
async fn an_invitation_is_declined_or_withdrawn() {
    let world = World::start().await;
    world.person("bert", "Bert Birke").await;
    let (mut admin, mut bert) = (world.admin().await, world.browser());
    admin.fill(ADD, &[("username", "bert"), ("role", "JUDGE")]).await.goes_to("/admin/members/");
    bert.sign_in("bert", PASSWORD).await.goes_to("/admin/");
    let page = bert.get("/admin/account/").await;
    let answer = |step: &str| format!("/admin/account/invitations/{}/{step}/", world.store);
    let reply = bert.fill_in(&page, &answer("decline"), &[]).await;
    bert.follow(&reply).await.says(200, &["You declined the invitation."]);
    admin.get("/admin/audit/").await.says(200, &["“bert” declined the invitation"]).lacks(&["Bert Birke"]);

    admin.fill(ADD, &[("username", "bert"), ("role", "JUDGE")]).await.goes_to("/admin/members/");
    let open = bert.get(&answer("accept")).await;
    let page = admin.get("/admin/members/").await;
    let path = page.body.split("href=\"").find(|it| it.contains("/withdraw/")).unwrap().split('"').next().unwrap();
    let path = path.to_owned();
    admin.get(&path).await.says(200, &["Withdraw this invitation?", "“bert”"]);
    admin.fill_and_follow(&path, &[]).await.says(200, &["The invitation was withdrawn."]);
    admin.get(&path).await.shows(404);
    bert.fill_in(&open, &answer("accept"), &[]).await.shows(404);
    bert.get(&answer("accept")).await.shows(404);
    assert!(!bert.get("/admin/account/").await.body.contains("Invitations"));
}

#[tokio::test]
async fn administrators_read_the_profile_of_managed_accounts_alone() {
    let world = World::start().await;
    let mut bert = world.browser_of("bert", Role::Judge).await;
    let fields = [("best_identifier", "Bert B."), ("last_name", "Birkenfeld"), ("email", "bert@players.example")];
    bert.fill("/admin/account/profile/", &fields).await.goes_to("/admin/account/");
    let mut admin = world.admin().await;
    let page = admin.get(&path(world.stored().await.members[1].id)).await;
    page.says(200, &["Bert B.", "<dd>bert</dd>", "Manages the account alone"]);
    page.lacks(&["Birkenfeld", "bert@players.example"]);
}

#[tokio::test]
async fn a_member_leaves_and_the_last_administrator_does_not() {
    let world = World::start().await;
    let mut bert = world.browser_of("bert", Role::Judge).await;
    let path = format!("/admin/account/memberships/{}/leave/", world.store);
    bert.get("/admin/account/").await.says(200, &[&path, "Leave"]);
    bert.get(&path).await.says(200, &["Leave Moxhall?", "your tokens and sessions for it"]);
    let reply = bert.fill(&path, &[]).await;
    bert.follow_to(&reply, "/admin/account/").await.says(200, &["You left the organization."]);
    bert.get(&path).await.shows(404);
    let mut admin = world.admin().await;
    admin.fill(&path, &[]).await.says(422, &["You are the only administrator."]);
    admin.get("/admin/account/memberships/99999/leave/").await.shows(404);
}

#[tokio::test]
async fn an_account_is_made_with_a_link_that_is_shown_once() {
    let (_world, mut admin) = World::with_admin().await;
    let form = admin.get(NEW).await;
    let fields = [("best_identifier", "Bert Birke"), ("username", "bert"), ("email", "b@b.example"), ("role", "JUDGE")];
    let made = admin.fill_in(&form, NEW, &fields).await;
    made.says(200, &["A link to set a password", "The username is “bert”", "16 Mar 2026, 10:20 UTC"]);
    let link = made.value();
    admin.fill_in(&form, NEW, &fields).await.says(409, &["The account was created"]).lacks(&[&link]);
    admin.get("/admin/members/").await.says(200, &["Bert Birke", "Link not used yet"]);
}

#[tokio::test]
async fn a_member_gets_another_role_at_once() {
    let world = World::start().await;
    let mut bert = world.browser_of("bert", Role::Judge).await;
    bert.get("/admin/keys/").await.shows(403);
    let mut admin = world.admin().await;
    let member = world.stored().await.members[1].id;
    admin.fill_and_follow(&path(member), &[("role", "ADMIN")]).await.says(200, &["The role was changed."]);
    bert.get("/admin/keys/").await.shows(200);
    let ada = world.stored().await.members[0].id;
    let reply = admin.fill(&path(ada), &[("role", "ORGANIZER")]).await;
    admin.follow_to(&reply, "/admin/").await.says(200, &["Organizer"]);
    admin.get("/admin/members/").await.shows(403);
}

#[tokio::test]
async fn who_removes_a_member_is_told_what_stops_and_it_does() {
    let world = World::start().await;
    let mut bert = world.browser_of("bert", Role::Admin).await;
    bert.fill("/admin/keys/new/", &[("name", "Bert's till"), ("role", "ADMIN")]).await.shows(200);
    let member = world.stored().await.members[1].clone();
    let token = IssueToken {
        user_id: member.user_id,
        name: "deck tool".into(),
        organization_id: Some(world.store),
        expires_at: None,
    };
    world.commands.carry_out(&Actor::User(member.user_id), &token).await.unwrap();

    let mut admin = world.admin().await;
    let ask = format!("{}remove/", path(member.id));
    let page = admin.get(&ask).await;
    page.says(200, &["Remove bert the ADMIN?", "the key “Bert&#39;s till”", "1 token of this person", "sessions"]);
    admin.fill_and_follow(&ask, &[]).await.says(200, &["The member was removed."]).lacks(&["bert the ADMIN"]);
    admin.get("/admin/keys/").await.says(200, &["Member left"]);
    bert.get("/admin/").await.goes_to("/login/");
    admin.get(&path(member.id)).await.shows(404);

    // The form is sent again for a removed member.
    admin.get(&ask).await.shows(404);
    let form_token = admin.get(ADD).await.between("name=\"form_token\" value=\"", "\"");
    let again = [("form_token", form_token.as_str()), ("current_password", PASSWORD)];
    admin.post(&ask, &again).await.goes_to("/admin/members/");
}

#[tokio::test]
async fn who_removes_themselves_goes_on_alone() {
    let world = World::start().await;
    let mut bert = world.browser_of("bert", Role::Admin).await;
    let member = world.stored().await.members[1].id;
    let ask = format!("{}remove/", path(member));
    bert.get(&ask).await.says(200, &["this is you"]);
    let reply = bert.fill(&ask, &[]).await;
    let reply = bert.follow_to(&reply, "/admin/").await;
    bert.follow(&reply).await.says(200, &["My events", "The member was removed."]);
}

#[tokio::test]
async fn an_administrator_looks_after_accounts_of_the_organization_alone() {
    let (world, mut admin) = World::with_admin().await;
    let fields = [("best_identifier", "Bert Birke"), ("username", "bert"), ("role", "JUDGE")];
    let first = admin.fill(NEW, &fields).await.value();
    let member = world.stored().await.members[1].clone();
    let managed = path(member.id);
    admin.get(&managed).await.says(200, &["Change the profile", "Create a password link"]);
    let profile = account(member.user_id, "profile");
    admin.fill(&profile, &[("best_identifier", "")]).await.says(422, &["id=\"best_identifier-fault\""]);
    let fields = [("best_identifier", "Bert Buche"), ("username", "other"), ("pronouns", "they/them")];
    admin.fill_and_follow(&profile, &fields).await.says(200, &["Saved.", "Bert Buche", "they/them", "<dd>bert</dd>"]);

    let ask = account(member.user_id, "password-link");
    let form = admin.get(&ask).await;
    let second = admin.fill_in(&form, &ask, &[]).await.value();
    admin.fill_in(&form, &ask, &[]).await.says(409, &["The link was created"]);
    let at = |link: &str| link.strip_prefix("https://events.example").unwrap().to_owned();
    world.browser().get(&at(&first)).await.shows(404);
    world.browser().get(&at(&second)).await.shows(200);

    let carl = world.person("carl", "Carl").await;
    let own = path(world.member(world.store, carl, Role::Judge).await);
    let page = admin.get(&own).await;
    page.says(200, &["The person manages this account."]).lacks(&["password-link"]);
    for page in ["profile", "password-link"] {
        admin.get(&account(carl, page)).await.says(403, &["Your organization does not manage this account"]);
    }
    let form_token = page.between("name=\"form_token\" value=\"", "\"");
    let fields = [("form_token", &*form_token), ("form_id", "0123456789012345678901"), ("best_identifier", "Eve")];
    for page in ["profile", "password-link"] {
        admin.post(&account(carl, page), &fields).await.shows(403);
    }
    world.browser().sign_in("carl", PASSWORD).await.goes_to("/admin/");
}

#[tokio::test]
async fn people_whom_the_organization_knows_are_found_by_name_and_added_at_once() {
    let world = World::start().await;
    let cleo = world.managed("cleo", "Cleo Dorn").await;
    let nameless = world.managed("", "Clea Dahl").await;
    let stranger = world.person("clemens", "Clemens Dick").await;
    let mut admin = world.admin().await;
    admin.get("/admin/members/").await.says(200, &["/admin/people/"]);
    admin.get("/admin/people/").await.says(200, &["Find a person"]);
    let page = admin.get("/admin/people/?q=cle+d").await;
    page.says(200, &["2 people found.", "Cleo Dorn", "Clea Dahl", &account(cleo, "password-link")]);
    page.says(200, &["/admin/members/add/?username=cleo", &account(nameless, "profile")]);
    // Clea has no username to sign in with, and the organization does not know Clemens.
    page.lacks(&[&account(nameless, "password-link"), "Clemens"]);
    for page in ["profile", "password-link"] {
        admin.get(&account(stranger, page)).await.shows(404);
    }
    admin.get("/admin/members/add/?username=cleo").await.says(200, &["value=\"cleo\""]);
    let members = admin.fill_and_follow(ADD, &[("username", "cleo"), ("role", "JUDGE")]).await;
    members.says(200, &["The member was added.", "Cleo Dorn", "No password yet"]);

    let fields = [("best_identifier", "Clea Dahl"), ("username", "clea")];
    let reply = admin.fill(&account(nameless, "profile"), &fields).await;
    reply.goes_to("/admin/people/");
    let ask = account(nameless, "password-link");
    let link = admin.fill(&ask, &[]).await.value();
    let path = link.strip_prefix("https://events.example").unwrap().to_owned();
    world.browser().get(&path).await.shows(200);
    admin.get("/admin/people/?q=zz").await.says(200, &["0 people found.", "/admin/members/add/"]);
}
