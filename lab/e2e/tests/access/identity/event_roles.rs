//! Roles for one event: what a member may do there, and that it is nothing more, nowhere else, and no longer afterwards.

use api_kit::description::{Answer, Route};
use e2e::people::{Credential, Person};
use e2e::stage::Stage;
use e2e::things::Things;
use e2e::visitor::{Visitor, hidden};
use e2e::{Reply, TestApp};
use proto_events::Actor;
use proto_events::ids::MemberId;
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::{Value, json};
use write_api::accounts::RegisterUser;

use crate::identity::matrix::{Caller, Whose, ask, documented, expected, is_persons};
use crate::identity::panel::pages;

/// Operations below the address of an event for which only the role in the organization counts.
const FURTHER: [&str; 3] = ["attach_decklist", "make_private_links", "move_to_child_event"];

/// An organization with events, and a member.
struct Scene {
    app: TestApp,
    things: Things,
    rita: Person,
    member_id: MemberId,
    token: Credential,
    cookie: Credential,
}

impl Scene {
    async fn start(role: Role) -> Self {
        let app = TestApp::start().await;
        let things = Things::of_own(&app).await;
        let rita = app.with_password(app.person("rita").await).await;
        let member_id = app.join(app.organization, &rita, role).await;
        let token = Credential::Token(app.token(&rita, Some(app.organization)).await);
        let cookie = Credential::Cookie(app.session(&rita, Some(app.organization)).await);
        Self { app, things, rita, member_id, token, cookie }
    }

    fn here(&self) -> &Stage {
        &self.things.stages.playing
    }

    /// Another event of the organization.
    fn there(&self) -> &Stage {
        &self.things.stages.paired
    }

    async fn assign(&self, event: i64, role: Option<Role>) {
        let path = format!("/api/v1/magic-events/{event}/staff/{}/", self.rita.user_id);
        let key = Credential::Key(self.app.key.clone());
        let role = role.map(Role::wire_name);
        self.app.tell(&key, Method::PUT, &path, &json!({ "role": role })).await.json();
        self.app.applied().await;
    }

    /// Every event that an address of the matrix names.
    fn events(&self) -> Vec<i64> {
        let settings = documented().into_iter().find(|route| route.id == "get_event_settings").unwrap();
        let path = self.things.path(&settings);
        let imported = path.split('/').find_map(|part| part.parse().ok()).unwrap();
        self.things.stages.all().iter().map(|stage| stage.event).chain([imported]).collect()
    }

    /// The member as the table sees her in this role.
    fn caller(&self, credential: &Credential, role: Role) -> Caller {
        Caller { name: format!("rita as {role}"), credential: credential.clone(), role: Some(role), read_only: false }
    }

    async fn tell(&self, stage: &Stage, method: Method, below: &str, body: &Value) -> Reply {
        self.app.tell(&self.token, method, &format!("/api/v1/magic-events/{}/{below}", stage.event), body).await
    }
}

/// Whether the role for an event counts for a route.
fn counts(route: &Route) -> bool {
    let is_write = route.template.starts_with("/api/v1/magic-events/{id}/") && route.method != "GET";
    let is_page = route.template.starts_with("/desk/events/{id}/");
    let is_list = ["/desk/", "/desk/floor/"].contains(&route.template);
    (is_write || is_page || is_list) && !FURTHER.contains(&route.id)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_role_for_an_event_allows_what_the_table_says_and_nothing_of_the_organization() {
    let scene = Scene::start(Role::ReadOnly).await;
    let (mut wrong, mut counted) = (Vec::new(), 0);
    for role in [Role::Judge, Role::Scorekeeper] {
        for event in scene.events() {
            scene.assign(event, Some(role)).await;
        }
        // Pages first: requests change the events.
        let pages = pages("GET").into_iter().filter(|route| route.answer == Answer::Html);
        for (route, credential) in
            pages.map(|route| (route, &scene.cookie)).chain(documented().into_iter().map(|route| (route, &scene.token)))
        {
            let caller = scene.caller(credential, if counts(&route) { role } else { Role::ReadOnly });
            counted += usize::from(counts(&route));
            let whose = if is_persons(&route) { Whose::Nobodys } else { Whose::Ours };
            let expected = expected(&route, &caller, whose);
            let reply = ask(&scene.app, &route, &caller, &scene.things).await;
            if !expected.fits(reply.status) {
                wrong.push(format!("{} as {role}: {}, not {expected:?}", route.id, reply.status));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counted > 130, "only {counted} requests depend on the role for an event");
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_of_one_event_judges_there_alone_and_until_it_ends() {
    let scene = Scene::start(Role::ReadOnly).await;
    let (here, there) = (scene.here(), scene.there());
    let answer = format!("calls/{}/answer/", here.call);
    let penalty = |stage: &Stage| {
        let entry = stage.entries[0];
        json!({ "registration_id": entry, "infraction": "Tardiness", "penalty": "WARNING" })
    };
    scene.tell(here, Method::POST, &answer, &json!({})).await.problem(403);
    scene.assign(here.event, Some(Role::Judge)).await;
    assert_eq!(scene.tell(here, Method::POST, &answer, &json!({})).await.status, 200);
    scene.tell(here, Method::POST, "penalties/", &penalty(here)).await.created();
    scene.tell(there, Method::POST, "penalties/", &penalty(there)).await.problem(403);
    // The permissions of judges are all that she has here.
    let result = format!("matches/{}/result/", here.tables[0]);
    scene.tell(here, Method::PUT, &result, &here.result()).await.problem(403);
    scene.tell(here, Method::PATCH, "", &json!({ "name": "Mine" })).await.problem(403);
    // Programs read with the role in the organization.
    let read = format!("/api/v1/magic-events/{}/", here.event);
    assert_eq!(scene.app.ask(&scene.token, &read).await.status, 200);
    scene.assign(here.event, None).await;
    scene.tell(here, Method::POST, "penalties/", &penalty(here)).await.problem(403);
    // Who leaves the organization loses the role, which the event still has.
    scene.assign(here.event, Some(Role::Judge)).await;
    scene.app.leave(scene.app.organization, scene.member_id).await;
    scene.tell(here, Method::POST, "penalties/", &penalty(here)).await.problem(401);
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_opens_for_the_events_of_a_person_alone() {
    let scene = Scene::start(Role::ReadOnly).await;
    let (here, there) = (scene.here().event, scene.there().event);
    let open = async |path: &str| scene.app.ask(&scene.cookie, path).await;
    let before = [open("/desk/").await.status, open(&format!("/desk/events/{here}/judges/")).await.status];
    assert_eq!(before, [403; 2]);
    let admin = scene.app.with_password(scene.app.member(scene.app.organization, "boss", Role::Organizer).await).await;
    let mut admin = Visitor::signed_in(&scene.app, &admin).await;
    let staff = format!("/desk/events/{here}/staff/");
    let id = scene.rita.user_id.to_string();
    assert_eq!(admin.fill(&staff, &[("person", &id), ("role", "JUDGE")]).await.status, 303);
    scene.app.applied().await;
    let audit = admin.open(&format!("/desk/events/{here}/audit/")).await;
    assert!(audit.text().contains("RITA") && audit.text().contains("Judge"), "{}", audit.text());

    let list = open("/desk/").await;
    assert_eq!(list.status, 200);
    assert!(list.text().contains(&format!("/desk/events/{here}/")), "{}", list.text());
    assert!(!list.text().contains(&format!("/desk/events/{there}/")) && !list.text().contains("/desk/events/new/"));
    let judges = format!("/desk/events/{here}/judges/");
    for page in ["/admin/", "/me/", "/desk/floor/", &judges] {
        assert!(open(page).await.text().contains("href=\"/desk/\""), "{page} leads to the desk");
    }
    let settings = format!("href=\"/desk/events/{here}/settings/\"");
    assert!(!open(&judges).await.text().contains(&settings) && admin.open(&judges).await.text().contains(&settings));
    let mut rita = Visitor::signed_in(&scene.app, &scene.rita).await;
    let mut form = hidden(rita.open(&judges).await.text(), &judges);
    form.push(("take".into(), scene.here().call.to_string()));
    assert_eq!(rita.send(&judges, &form).await.status, 303);
    for page in ["settings", "staff", "copy", "check-in"] {
        assert_eq!(rita.open(&format!("/desk/events/{here}/{page}/")).await.status, 403, "{page}");
    }
    for page in ["judges", "players", "round"] {
        assert_eq!(rita.open(&format!("/desk/events/{there}/{page}/")).await.status, 403, "{page}");
    }
    assert_eq!(rita.send(&format!("/desk/events/{here}/results/"), &form).await.status, 403);
    assert_eq!(rita.send(&format!("/desk/events/{there}/judges/"), &form).await.status, 403);

    assert_eq!(admin.fill(&staff, &[("end", &id)]).await.status, 303);
    scene.app.applied().await;
    assert_eq!([open("/desk/").await.status, rita.open(&judges).await.status], [403; 2]);
    assert_eq!(rita.send(&judges, &form).await.status, 403);
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_shows_staff_of_one_event_no_address_of_a_player_who_did_not_sign_up() {
    let scene = Scene::start(Role::ReadOnly).await;
    let (app, open) = (&scene.app, &scene.things.stages.open);
    let profile = Profile { email: "ada@players.example".into(), best_identifier: "Ada".into(), ..Profile::default() };
    let command = RegisterUser { profile, managed_by: Some(app.organization) };
    let ada = app.commands().carry_out(&Actor::CommandLine, &command).await.unwrap().folded.state.id;
    scene.assign(open.event, Some(Role::Scorekeeper)).await;
    let entry = scene.tell(open, Method::POST, "registrations/", &json!({ "user_id": ada })).await.created();
    app.applied().await;
    let page = format!("/desk/events/{}/players/{}/", open.event, entry["id"]);
    let boss = app.member(app.organization, "boss", Role::Scorekeeper).await;
    let boss = Credential::Cookie(app.session(&boss, Some(app.organization)).await);
    for (reader, is_shown) in [(&scene.cookie, false), (&boss, true)] {
        let page = app.ask(reader, &page).await;
        assert_eq!(page.status, 200);
        // The button that makes a private link, and the address.
        for of_the_organization in ["value=\"link\"", "ada@players.example"] {
            assert_eq!(page.text().contains(of_the_organization), is_shown, "{of_the_organization}: {}", page.text());
        }
    }
    scene.app.stop().await;
}
