//! Mail, sent to a real server: `aiosmtpd` of PyPI, which `scripts/generated-clients` installs.

mod accounts;
mod addresses;

use chrono::Duration as Span;
use e2e::crawl::id;
use e2e::script::Script;
use e2e::until::{until, wanted};
use e2e::visitor::Visitor;
use e2e::{Options, TestApp};
use proto_events::ids::{OrganizationId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use storage::deliveries::{Delivery, DeliveryState};

struct Scene {
    app: TestApp,
    port: u16,
    /// The mail server, which says what it gets.
    server: Script,
}

impl Scene {
    async fn start() -> Self {
        Self::with("").await
    }

    /// With `refuse-sender`, the server refuses the address of the first mail's sender.
    async fn with(mode: &str) -> Self {
        let server = Script::python("tests/system/mail/server.py", &[mode]);
        let port = server.port();
        let app = TestApp::with(Options { mail_port: Some(port), ..Options::default() }).await;
        Self { app, port, server }
    }

    async fn person(&self, username: &str, email: &str) -> UserId {
        self.person_of(None, username, email).await
    }

    /// A person whose account an organization manages, or one's own.
    async fn person_of(&self, managed_by: Option<OrganizationId>, username: &str, email: &str) -> UserId {
        let (username, email) = (username.to_owned(), email.to_owned());
        let profile = Profile { best_identifier: username.to_uppercase(), username, email, ..Profile::default() };
        self.app.registered(profile, managed_by).await
    }

    /// Asks for a link by mail. Returns the answer without the form.
    async fn forgotten(&self, username: &str) -> (u16, String) {
        let answer = Visitor::new(&self.app).fill("/password/", &[("username", username)]).await;
        (answer.status, answer.text().to_owned())
    }

    async fn letters(&self, to: UserId) -> Vec<Delivery> {
        self.app.letters(to).await
    }

    /// Waits until the newest letter fulfils a condition.
    async fn until(&self, to: UserId, is_so: impl Fn(&Delivery) -> bool) -> Delivery {
        let newest =
            async || wanted(self.letters(to).await.into_iter().next(), |letter| letter.as_ref().is_some_and(&is_so));
        until("the letter", newest).await.unwrap()
    }
}

/// Returns the path of the link to set a password in a message.
fn link(message: &Value) -> String {
    link_below("/password/", message)
}

/// Returns the path of the link in a message.
fn link_below(path: &str, message: &Value) -> String {
    let text = message["parts"]["text/plain"].as_str().unwrap();
    let begin = text.find(path).unwrap_or_else(|| panic!("no link in {text}"));
    text[begin..].split_whitespace().next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_password_is_set_with_a_link_that_comes_by_mail() {
    let scene = Scene::start().await;
    let ada = scene.person("ada", "ada@players.example").await;
    let form = Visitor::new(&scene.app).open("/login/").await;
    assert!(form.text().contains("href=\"/password/\""));
    let known = scene.forgotten("ada").await;
    let message = scene.server.next();
    assert_eq!((&message["to"][0], message["to"].as_array().unwrap().len()), (&"ada@players.example".into(), 1));
    let headers = &message["headers"];
    assert_eq!(
        (&headers["from"], &headers["auto-submitted"]),
        (&"desk@store.example".into(), &"auto-generated".into())
    );
    assert!(!headers["subject"].as_str().unwrap().contains("pl_"));
    assert!(message["parts"]["text/html"].as_str().unwrap().contains(&link(&message)));
    let sent = scene.until(ada, |letter| letter.state == DeliveryState::Delivered).await;
    assert_eq!((sent.attempts, sent.message.payload.as_str()), (1, ""), "the link does not stay in the store");

    let mut visitor = Visitor::new(&scene.app);
    let password = "an entirely new password";
    let set = visitor.fill(&link(&message), &[("password", password), ("repeated", password)]).await;
    assert_eq!(set.status, 303, "{}", set.text());
    assert_eq!(Visitor::new(&scene.app).open(&link(&message)).await.status, 404, "it opens once");
    assert_eq!(Visitor::new(&scene.app).sign_in("ada", password).await.status, 303);

    // Nothing shows whether there is an account, or an address.
    let silent = scene.person("silent", "").await;
    let hidden = |text: &str, name: &str| text.replace(name, "");
    for name in ["silent", "unknown"] {
        let (status, text) = scene.forgotten(name).await;
        assert_eq!((status, hidden(&text, name)), (known.0, hidden(&known.1, "ada")));
    }
    assert!(scene.letters(silent).await.is_empty());
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_gets_few_links_and_a_changed_address_none() {
    let scene = Scene::start().await;
    let ada = scene.person("ada", "ada@players.example").await;
    for _ in 0..3 {
        assert_eq!(scene.forgotten("ada").await.0, 200);
        scene.server.next();
    }
    assert_eq!(scene.forgotten("ada").await.0, 429);
    assert_eq!(scene.letters(ada).await.len(), 3);
    assert_eq!(scene.forgotten("bea").await.0, 200, "another person");

    let eve = scene.app.with_password(scene.app.person("eve").await).await;
    let change_address = async |email: &str| {
        let mut visitor = Visitor::signed_in(&scene.app, &eve).await;
        let profile = [("best_identifier", "Eve"), ("email", email)];
        assert_eq!(visitor.fill("/admin/account/profile/", &profile).await.status, 303);
    };
    // Each change sends a link to confirm the address.
    change_address("eve@players.example").await;
    assert_eq!(scene.server.next()["to"][0], "eve@players.example");
    scene.app.clock.advance(Span::days(8));
    assert_eq!(scene.forgotten("eve").await.0, 200);
    assert_eq!(scene.server.next()["to"][0], "eve@players.example");
    change_address("eve@elsewhere.example").await;
    assert_eq!(scene.server.next()["to"][0], "eve@elsewhere.example");
    assert_eq!(scene.forgotten("eve").await.0, 200);
    // The letter to someone who asks later has been sent, and Eve's has not been made.
    scene.person("zoe", "zoe@players.example").await;
    assert_eq!(scene.forgotten("zoe").await.0, 200);
    assert_eq!(scene.server.next()["to"][0], "zoe@players.example");
    assert_eq!(scene.letters(eve.user_id).await.len(), 3);
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_refuses_for_now_is_tried_again_and_one_that_refuses_for_good_is_not() {
    let scene = Scene::start().await;
    let (later, gone) = (scene.person("later", "later@a.example").await, scene.person("gone", "gone@a.example").await);
    for name in ["later", "gone"] {
        assert_eq!(scene.forgotten(name).await.0, 200);
    }
    let refused = scene.until(gone, |letter| letter.state == DeliveryState::Undelivered).await;
    let last = refused.last.unwrap();
    assert_eq!((last.status, refused.message.payload.as_str()), (Some(550), ""));
    assert!(last.error.unwrap().contains("no such person here"));

    let waiting = scene.until(later, |letter| letter.attempts == 1).await;
    assert_eq!((waiting.state, waiting.last.unwrap().status), (DeliveryState::Pending, Some(451)));
    scene.app.clock.advance(Span::seconds(6));
    let id = scene.server.next()["headers"]["message-id"].clone();
    assert!(id.as_str().unwrap().ends_with("@store.example>"), "{id}");
    scene.until(later, |letter| letter.state == DeliveryState::Delivered).await;
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_stops_waits_for_the_answer_to_its_mail() {
    let scene = Scene::start().await;
    let slow = scene.person("slow", "slow@a.example").await;
    assert_eq!(scene.forgotten("slow").await.0, 200);
    // The server has the message, and answers after seconds.
    scene.server.next();
    let Scene { app, port, server } = scene;
    let app = app.restart(Options { mail_port: Some(port), ..Options::default() }).await;
    let letters = app.letters(slow).await;
    assert_eq!((letters[0].state, letters[0].attempts), (DeliveryState::Delivered, 1));
    app.stop().await;
    drop(server);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_a_player_did_not_get_is_shown_at_the_desk_without_the_address() {
    let scene = Scene::start().await;
    let app = &scene.app;
    let gone = scene.person_of(Some(app.organization), "gone", "gone@a.example").await;
    let event =
        id(&app.post("/api/v1/magic-events/", &json!({ "name": "Friday", "event_format": "MODERN" })).await.created());
    let path = |below: &str| format!("/api/v1/magic-events/{event}/{below}/");
    let entry = json!({ "user_id": gone, "status": "COMPLETE" });
    assert_eq!(app.post(&path("registrations"), &entry).await.status, 201);
    let desk = app.with_password(app.person("desk").await).await;
    app.join(app.organization, &desk, Role::Admin).await;
    let visitor = Visitor::signed_in(app, &desk).await;
    let page = format!("/desk/events/{event}/deliveries/");
    assert!(visitor.open(&page).await.text().contains("No message about this event has failed"));
    assert_eq!(app.post(&path("messages"), &json!({ "text": "Doors open at nine." })).await.status, 201);
    scene.until(gone, |letter| letter.state == DeliveryState::Undelivered).await;
    let shown = visitor.open(&page).await;
    for part in ["GONE", "Messages from the staff", "550"] {
        assert!(shown.text().contains(part), "{part}: {}", shown.text());
    }
    assert!(!shown.text().contains("a.example"), "{}", shown.text());
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_sends_a_test_message() {
    let scene = Scene::start().await;
    let ada = scene.app.with_password(scene.app.person("ada").await).await;
    scene.app.join(scene.app.organization, &ada, Role::Admin).await;
    let mut visitor = Visitor::signed_in(&scene.app, &ada).await;
    assert!(visitor.open("/admin/mail/").await.text().contains("has no e-mail address"));
    let profile = [("best_identifier", "Ada"), ("email", "ada@players.example")];
    assert_eq!(visitor.fill("/admin/account/profile/", &profile).await.status, 303);
    link_below("/confirm/", &scene.server.next());
    assert_eq!(visitor.fill("/admin/mail/", &[]).await.status, 303);
    assert_eq!(scene.server.next()["to"][0], "ada@players.example");
    scene.until(ada.user_id, |letter| letter.state == DeliveryState::Delivered).await;
    assert!(visitor.open("/admin/mail/").await.text().contains("Delivered"));
    let profile = [("best_identifier", "Ada"), ("email", "gone@players.example")];
    assert_eq!(visitor.fill("/admin/account/profile/", &profile).await.status, 303);
    scene.until(ada.user_id, |letter| letter.state == DeliveryState::Undelivered).await;
    let page = visitor.open("/admin/mail/").await;
    assert!(page.text().contains("the mail server answered 550") && !page.text().contains("no such person"));
    scene.app.stop().await;
}

#[tokio::test]
async fn without_a_mail_server_pages_say_so() {
    let app = TestApp::start().await;
    let visitor = Visitor::new(&app);
    assert!(!visitor.open("/login/").await.text().contains("href=\"/password/\""));
    let page = visitor.open("/password/").await;
    assert!(page.status == 200 && page.text().contains("Ask an administrator"), "{}", page.text());
    app.stop().await;
}
