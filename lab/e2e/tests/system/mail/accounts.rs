//! Accounts that people create, with their letters, over a real mail server.

use super::*;

const PASSWORD: &str = "correct horse battery";

async fn create<'a>(app: &'a TestApp, username: &str, email: &str) -> Visitor<'a> {
    let mut visitor = Visitor::new(app);
    let fields = [("best_identifier", "Pia"), ("username", username), ("email", email), ("password", PASSWORD)];
    let made = visitor.fill("/account/", &fields).await;
    assert_eq!(made.status, 303, "{}", made.text());
    visitor
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_creates_an_account_confirms_it_and_registers() {
    let scene = Scene::start().await;
    let app = &scene.app;
    let event = json!({ "name": "Friday", "event_format": "MODERN" });
    let event = id(&app.post("/api/v1/magic-events/", &event).await.created());
    app.applied().await;
    let mut pia = create(app, "pia", "pia@players.example").await;
    let register = format!("/me/{event}/sign-up/");
    let refused = pia.fill(&register, &[]).await;
    assert!(refused.status != 303 && refused.text().contains("is not confirmed yet"), "{}", refused.text());

    let letter = scene.server.next();
    assert_eq!(letter["to"], json!(["pia@players.example"]));
    let confirmed = pia.fill(&link_below("/confirm/", &letter), &[]).await;
    assert_eq!((confirmed.status, confirmed.headers["location"].to_str().unwrap()), (303, "/me/"));
    let registered = pia.fill(&register, &[]).await;
    assert_eq!(registered.status, 303, "{}", registered.text());

    // The same address again, in other letters: its owner reads of the first account.
    create(app, "pia2", "Pia@Players.example").await;
    // The receipt of the registration comes as well, in any order.
    let letters = [scene.server.next(), scene.server.next()];
    assert!(letters.iter().all(|letter| letter["to"] == json!(["pia@players.example"])), "{letters:?}");
    let texts = letters.map(|letter| letter["parts"]["text/plain"].as_str().unwrap().to_owned());
    let text = texts.iter().find(|text| text.contains("/password/")).expect("a letter about the first account");
    assert!(text.contains("“pia”") && texts.iter().all(|text| !text.contains("/confirm/")), "{texts:?}");
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_not_confirmed_is_erased_by_itself_and_a_confirmed_one_stays() {
    let scene = Scene::start().await;
    let app = &scene.app;
    let mut zoe = create(app, "zoe", "zoe@players.example").await;
    assert_eq!(zoe.fill(&link_below("/confirm/", &scene.server.next()), &[]).await.status, 303);
    create(app, "pia", "pia@players.example").await;
    let pia = app.commands().user_named("pia").await.unwrap().unwrap().state.id;
    scene.server.next();
    app.clock.advance(Span::hours(49));
    until("the account is erased", async || wanted(app.commands().user(pia).await.unwrap(), Option::is_none)).await;
    assert!(app.commands().user_named("pia").await.unwrap().is_none());
    assert!(app.commands().user_named("zoe").await.unwrap().is_some());
    scene.app.stop().await;
}
