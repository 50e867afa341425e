//! Mail, sent to a real server: `aiosmtpd` of PyPI, which `scripts/generated-clients` installs.

mod addresses;

use chrono::Duration as Span;
use e2e::script::Script;
use e2e::until::{until, wanted};
use e2e::visitor::Visitor;
use e2e::{Options, TestApp};
use proto_events::ids::{OrganizationId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use storage::deliveries::{Delivery, DeliveryState};

use crate::given::{asks, event, member, register};

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

    /// Asks for a link by mail. Returns the answer.
    async fn forgets(&self, username: &str) -> String {
        let answer = Visitor::new(&self.app).fill("/password/", &[("username", username)]).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.text().to_owned()
    }

    /// The next letter, which is to this address alone.
    #[track_caller]
    fn next_to(&self, address: &str) -> Value {
        let letter = self.server.next();
        assert_eq!(letter["to"], json!([address]), "{letter}");
        letter
    }

    /// Waits until the newest letter fulfils a condition.
    async fn until(&self, to: UserId, is_so: impl Fn(&Delivery) -> bool) -> Delivery {
        let newest = async || {
            wanted(self.app.letters(to).await.into_iter().next(), |letter| letter.as_ref().is_some_and(&is_so))
        };
        until("the letter", newest).await.unwrap()
    }
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
    let known = scene.forgets("ada").await;
    let message = scene.next_to("ada@players.example");
    let link = link_below("/password/", &message);
    let headers = &message["headers"];
    assert_eq!(
        (&headers["from"], &headers["auto-submitted"]),
        (&"desk@store.example".into(), &"auto-generated".into())
    );
    assert!(!headers["subject"].as_str().unwrap().contains("pl_"));
    assert!(message["parts"]["text/html"].as_str().unwrap().contains(&link));
    let sent = scene.until(ada, |letter| letter.state == DeliveryState::Delivered).await;
    assert_eq!((sent.attempts, sent.message.payload.as_str()), (1, ""), "the link does not stay in the store");

    let mut visitor = Visitor::new(&scene.app);
    let password = "an entirely new password";
    let set = visitor.fill(&link, &[("password", password), ("repeated", password)]).await;
    assert_eq!(set.status, 303, "{}", set.text());
    assert_eq!(Visitor::new(&scene.app).open(&link).await.status, 404, "it opens once");
    assert_eq!(Visitor::new(&scene.app).sign_in("ada", password).await.status, 303);

    // Nothing shows whether there is an account, or an address.
    let silent = scene.person("silent", "").await;
    for name in ["silent", "unknown"] {
        assert_eq!(scene.forgets(name).await.replace(name, ""), known.replace("ada", ""));
    }
    assert!(scene.app.letters(silent).await.is_empty());
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_gets_few_links() {
    let scene = Scene::start().await;
    let ada = scene.person("ada", "ada@players.example").await;
    for _ in 0..3 {
        scene.forgets("ada").await;
        scene.server.next();
    }
    assert_eq!(Visitor::new(&scene.app).fill("/password/", &[("username", "ada")]).await.status, 429);
    assert_eq!(scene.app.letters(ada).await.len(), 3);
    scene.forgets("bea").await;
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_refuses_for_now_is_tried_again_and_one_that_refuses_for_good_is_not() {
    let scene = Scene::start().await;
    let (later, gone) = (scene.person("later", "later@a.example").await, scene.person("gone", "gone@a.example").await);
    for name in ["later", "gone"] {
        scene.forgets(name).await;
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
    scene.forgets("slow").await;
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
    let event = event(app, json!({})).await;
    register(app, event, &json!({ "user_id": gone, "status": "COMPLETE" })).await;
    let visitor = Visitor::signed_in(app, &member(app, "desk", Role::Admin).await).await;
    let page = format!("/desk/events/{event}/deliveries/");
    assert!(visitor.open(&page).await.text().contains("No message about this event has failed"));
    asks(app, event, "messages/", &json!({ "text": "Doors open at nine." })).await;
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
    let ada = member(&scene.app, "ada", Role::Admin).await;
    let mut visitor = Visitor::signed_in(&scene.app, &ada).await;
    assert!(visitor.open("/admin/mail/").await.text().contains("has no e-mail address"));
    let profile = [("best_identifier", "Ada"), ("email", "ada@players.example")];
    assert_eq!(visitor.fill("/admin/account/profile/", &profile).await.status, 303);
    link_below("/confirm/", &scene.server.next());
    assert_eq!(visitor.fill("/admin/mail/", &[]).await.status, 303);
    scene.next_to("ada@players.example");
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
