//! Claims of guests' results: with a private link and staff's consent, or with the guest's e-mail address; and attacks.

use e2e::crawl::id;
use e2e::people::{Credential, Person};
use e2e::visitor::{Visitor, filled};
use e2e::{TestApp, with_form};
use proto_events::ids::{OrganizationId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use proto_events::{StreamId, UserEvent};
use reqwest::Method;
use serde_json::json;

/// A store with a guest in one event, an account, and staff.
struct Scene {
    app: TestApp,
    guest: UserId,
    event: i64,
    /// The path of the guest's private link.
    link: String,
    ann: Person,
    staff: Person,
}

impl Scene {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let guest = guest(&app, "Ann (phone 7)", "ann@a.example").await;
        let (event, entry) = event(&app, "Friday Legacy", guest).await;
        let link = app.private_link(event, entry).await;
        let ann = app.with_password(app.person("ann").await).await;
        let staff = app.with_password(app.member(app.organization, "staff", Role::Scorekeeper).await).await;
        Self { app, guest, event, link, ann, staff }
    }

    /// Claims the results with the private link.
    async fn claim_by_link(&self, person: &Person) -> u16 {
        let mut visitor = Visitor::signed_in(&self.app, person).await;
        let page = visitor.open(&self.link).await;
        let form = filled(page.text(), "/me/claims/", &[("step", "link")]);
        let status = visitor.send("/me/claims/", &form).await.status;
        self.app.applied().await;
        status
    }

    /// Answers a claim as staff.
    async fn answer(&self, staff: &Person, by: &Person, step: &str) -> u16 {
        let mut visitor = Visitor::signed_in(&self.app, staff).await;
        let path = format!("/admin/claims/{}/", self.guest);
        let fields = [("by", &*by.user_id.to_string()), ("step", step)];
        let form = filled(visitor.open("/admin/account/").await.text(), "/logout/", &fields);
        let status = visitor.send(&path, &form).await.status;
        self.app.applied().await;
        status
    }

    /// The person sends a form of the own claims.
    async fn say(&self, person: &Person, fields: &[(&str, &str)]) -> (u16, String) {
        let mut visitor = Visitor::signed_in(&self.app, person).await;
        let form = filled(visitor.open("/admin/account/").await.text(), "/logout/", fields);
        let reply = visitor.send("/me/claims/", &form).await;
        self.app.applied().await;
        (reply.status, reply.text().to_owned())
    }

    /// Gives the account an address.
    async fn has_address(&self, person: &Person, email: &str, is_confirmed: bool) {
        let profile = Profile {
            username: person.username.clone(),
            best_identifier: person.username.to_uppercase(),
            email: email.into(),
            ..Profile::default()
        };
        let mut events = vec![UserEvent::ProfileChanged { profile }.into()];
        events.extend(is_confirmed.then(|| UserEvent::EmailConfirmed {}.into()));
        self.app.append(OrganizationId::SHARED, StreamId::user(person.user_id), events).await;
    }

    async fn merged_into(&self) -> Option<UserId> {
        let guest = self.app.commands().user(self.guest).await.unwrap().unwrap();
        guest.state.merged_into.as_ref().map(|into| into.user_id)
    }

    async fn page(&self, person: &Person, path: &str) -> String {
        Visitor::signed_in(&self.app, person).await.open(path).await.text().to_owned()
    }
}

async fn guest(app: &TestApp, name: &str, email: &str) -> UserId {
    let profile = Profile { best_identifier: name.into(), email: email.into(), ..Profile::default() };
    app.registered(profile, Some(app.organization)).await
}

/// Makes an event with one player. Returns it, and the registration.
async fn event(app: &TestApp, name: &str, player: UserId) -> (i64, i64) {
    let event =
        id(&app.post("/api/v1/magic-events/", &json!({ "name": name, "event_format": "LEGACY" })).await.created());
    let entries = format!("/api/v1/magic-events/{event}/registrations/");
    let entry = id(&app.post(&entries, &json!({ "user_id": player.0 })).await.created());
    app.applied().await;
    (event, entry)
}

#[tokio::test(flavor = "multi_thread")]
async fn claim_by_link_waits_for_staff_which_sees_both_names_and_can_undo_it() {
    let scene = Scene::start().await;
    let anyone = scene.app.ask(&Credential::Nothing, &scene.link).await;
    assert!(!anyone.text().contains("/me/claims/"), "nobody is signed in");
    assert!(scene.page(&scene.ann, &scene.link).await.contains("Are you Ann (phone 7)?"));
    assert_eq!(scene.claim_by_link(&scene.ann).await, 303);
    assert_eq!(scene.merged_into().await, None, "staff has not agreed");
    assert!(scene.page(&scene.ann, &scene.link).await.contains("The organizer is asked"));
    let claims = scene.page(&scene.staff, "/admin/claims/").await;
    for shown in ["Ann (phone 7)", "ANN", "Friday Legacy"] {
        assert!(claims.contains(shown), "{claims}");
    }
    assert!(scene.page(&scene.staff, "/admin/").await.contains("One person claims"));

    assert_eq!(scene.answer(&scene.staff, &scene.ann, "agree").await, 303);
    assert_eq!(scene.merged_into().await, Some(scene.ann.user_id));
    assert!(scene.page(&scene.staff, "/admin/claims/").await.contains("No results are claimed."));
    assert!(scene.page(&scene.ann, "/me/").await.contains("Friday Legacy"));
    let link = scene.app.ask(&Credential::Nothing, &scene.link).await;
    assert!(link.status == 200 && link.text().contains("ANN"), "the private link works as before");

    scene.app.post(&format!("/api/v1/users/{}/unmerge/", scene.guest), &json!({})).await.json();
    scene.app.applied().await;
    assert_eq!(scene.merged_into().await, None);
    assert!(
        scene.page(&scene.staff, "/admin/claims/").await.contains("No results are claimed."),
        "it is not open again"
    );
    assert!(!scene.page(&scene.ann, &scene.link).await.contains("/me/claims/"), "and not offered again");
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn confirmed_address_of_the_guest_finds_the_results_and_needs_no_staff() {
    let scene = Scene::start().await;
    let guest = scene.guest.to_string();
    let mine = [("guest", &*guest), ("step", "mine")];
    scene.has_address(&scene.ann, "ann@a.example", false).await;
    assert!(!scene.page(&scene.ann, "/me/").await.contains("/me/claims/"), "not confirmed");
    assert_eq!(scene.say(&scene.ann, &mine).await.0, 422);
    scene.has_address(&scene.ann, "Ann@A.example", true).await;
    assert!(scene.page(&scene.ann, "/me/").await.contains("/me/claims/"));
    let offered = scene.page(&scene.ann, "/me/claims/").await;
    assert!(offered.contains("Ann (phone 7)") && offered.contains("one event"), "{offered}");

    assert_eq!(scene.say(&scene.ann, &mine).await.0, 303);
    assert_eq!(scene.merged_into().await, Some(scene.ann.user_id));
    let after = scene.page(&scene.ann, "/me/claims/").await;
    assert!(!after.contains("Ann (phone 7)"), "{after}");
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_and_other_organizations_get_no_results() {
    let scene = Scene::start().await;
    let app = &scene.app;
    let eve = app.with_password(app.person("eve").await).await;
    let elsewhere = app.store("Other Store").await;
    let rival = app.with_password(app.member(elsewhere.organization, "rival", Role::Admin).await).await;
    scene.has_address(&eve, "eve@a.example", true).await;
    let (event, guest) = (scene.event.to_string(), scene.guest.to_string());
    // Another's results by id, with a wrong code, and with the code of another event.
    let wrong = "a".repeat(24);
    let code = scene.link.trim_end_matches('/').rsplit('/').next().unwrap();
    for fields in [
        vec![("step", "mine"), ("guest", &*guest)],
        vec![("step", "mine"), ("guest", "4000000")],
        vec![("step", "other"), ("guest", &*guest)],
        vec![("step", "link"), ("event", &*event), ("code", &*wrong)],
        vec![("step", "link"), ("event", "4000000"), ("code", code)],
        vec![("step", "link"), ("guest", &*guest)],
    ] {
        let (status, _) = scene.say(&eve, &fields).await;
        assert!([404, 422].contains(&status), "{fields:?}: {status}");
    }
    let known = scene.say(&eve, &[("step", "mine"), ("guest", &*guest)]).await.0;
    assert_eq!(known, scene.say(&eve, &[("step", "mine"), ("guest", "4000000")]).await.0, "no one learns which exist");
    let log = app.stream(StreamId::user(scene.guest)).await.len();

    assert_eq!(scene.claim_by_link(&eve).await, 303);
    assert_eq!(scene.answer(&rival, &eve, "agree").await, 404);
    assert_eq!(scene.answer(&rival, &eve, "refuse").await, 404);
    assert!(scene.page(&rival, "/admin/claims/").await.contains("No results are claimed."));
    let theirs = Credential::Key(elsewhere.key);
    let merge = format!("/api/v1/users/{guest}/merge/");
    app.tell(&theirs, Method::POST, &merge, &json!({ "into": eve.user_id.0 })).await.problem(404);
    assert_eq!(scene.answer(&scene.staff, &scene.ann, "agree").await, 422, "Ann has claimed nothing");
    assert_eq!(scene.answer(&scene.staff, &eve, "refuse").await, 303);
    assert_eq!(app.stream(StreamId::user(scene.guest)).await.len(), log + 2);
    assert!(!scene.page(&eve, &scene.link).await.contains("/me/claims/"), "a refused claim is not made again");
    let again = [("step", "link"), ("event", &*event), ("code", code)];
    assert_eq!(scene.say(&eve, &again).await.0, 422);
    assert_eq!(app.stream(StreamId::user(scene.guest)).await.len(), log + 2);
    assert_eq!(scene.merged_into().await, None);
    // A page of another site sends the form.
    let request = app.anonymous_request(Method::POST, "/me/claims/").header("sec-fetch-site", "cross-site");
    let request = with_form(request, &[("step", "link"), ("event", "1"), ("code", "a")]);
    let session = Credential::Cookie(app.session(&eve, None).await);
    assert_eq!(app.send(session.sign(request)).await.status, 403);
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn person_of_a_claimed_guest_is_in_the_event_once() {
    let scene = Scene::start().await;
    assert_eq!(scene.claim_by_link(&scene.ann).await, 303);
    assert_eq!(scene.answer(&scene.staff, &scene.ann, "agree").await, 303);
    let entries = format!("/api/v1/magic-events/{}/registrations/", scene.event);
    let ann = Credential::Token(scene.app.token(&scene.ann, None).await);
    let again = scene.app.tell(&ann, Method::POST, &entries, &json!({})).await;
    assert!(again.text().contains("is registered already"), "{}", again.text());
    assert_eq!(again.status, 409);

    let second = guest(&scene.app, "Ann B.", "").await;
    let entry = id(&scene.app.post(&entries, &json!({ "user_id": second.0 })).await.created());
    scene.app.applied().await;
    let link = scene.app.private_link(scene.event, entry).await;
    let other = Scene { guest: second, link, ..scene };
    assert_ne!(other.claim_by_link(&other.ann).await, 303, "both are registered");
    let claims = other.app.commands().user(second).await.unwrap().unwrap().state.claims.len();
    assert_eq!(claims, 0);
    other.app.stop().await;
}
