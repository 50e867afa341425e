//! What an organization learns about people whose accounts another organization manages.

use e2e::TestApp;
use e2e::crawl::id;
use e2e::people::Credential;
use serde_json::{Value, json};

use crate::tenancy::given::{House, NAME, PRIVATE, Player};

#[tokio::test]
async fn staff_that_knows_a_username_learns_a_name_and_nothing_more() {
    let app = TestApp::start().await;
    let (ours, theirs) = (House::own(&app).await, House::other(&app).await);
    let anna = Player::anna(&app, &ours).await;
    let signed_up = theirs.sign_up(&app, &json!({ "username": anna.person.username })).await;
    assert_eq!(signed_up.created()["user"]["best_identifier"], NAME);
    let registration = id(&signed_up.created());
    let mut texts = vec![signed_up.text().to_owned()];
    app.applied().await;
    for path in
        ["", "registrations/", "overview/", "settings/", "audit/", "tagged_players/", "decklists/", "penalties/"]
    {
        texts.push(app.ask(&theirs.admin, &format!("{}{path}", theirs.event)).await.text().to_owned());
    }
    texts.push(theirs.lock(&app, registration).await.to_string());
    for text in texts {
        let told: Vec<_> = PRIVATE.iter().chain([&"anna-at-home"]).filter(|secret| text.contains(**secret)).collect();
        assert!(told.is_empty(), "{told:?} in {text}");
    }
    app.stop().await;
}

#[tokio::test]
async fn who_signs_up_is_known_to_the_staff_of_that_event_alone() {
    let app = TestApp::start().await;
    let (ours, theirs) = (House::own(&app).await, House::other(&app).await);
    let anna = Player::anna(&app, &ours).await;
    anna.signs_up(&app, &theirs.event).await;
    app.applied().await;
    let registrations = app.ask(&theirs.desk, &format!("{}registrations/", theirs.event)).await.list();
    assert_eq!(registrations[0]["user"]["email"], PRIVATE[2]);
    let second = House { event: crate::tenancy::given::announce(&app, &theirs.admin, "Second").await, ..theirs };
    let by_id = second.sign_up(&app, &json!({ "user_id": anna.person.user_id })).await.created();
    assert_eq!((&by_id["user"]["best_identifier"], &by_id["user"]["email"]), (&json!(NAME), &json!("")));
    app.stop().await;
}

/// The people whom a search finds, as the answer has them.
async fn found(app: &TestApp, by: &Credential, text: &str) -> Vec<Value> {
    app.ask(by, &format!("/api/v1/users/?search={text}")).await.list()
}

#[tokio::test]
async fn a_search_finds_people_within_reach_alone_and_tells_no_more_than_names() {
    let app = TestApp::start().await;
    let (ours, theirs) = (House::own(&app).await, House::other(&app).await);
    let anna = Player::anna(&app, &ours).await;
    app.applied().await;
    let first_word = NAME.split(' ').next().unwrap().to_lowercase();
    let own = found(&app, &ours.desk, &first_word).await;
    assert_eq!(own.len(), 1, "{own:?}");
    assert_eq!((&own[0]["id"], &own[0]["best_identifier"]), (&json!(anna.person.user_id), &json!(NAME)));
    assert_eq!(found(&app, &theirs.desk, &first_word).await, Vec::<Value>::new(), "another organization's person");
    let never = found(&app, &theirs.desk, "nobody-of-this-name").await;
    assert_eq!(never, Vec::<Value>::new());

    theirs.sign_up(&app, &json!({ "username": anna.person.username })).await.created();
    app.applied().await;
    let registered = found(&app, &theirs.desk, &first_word).await;
    assert_eq!(registered, Vec::<Value>::new(), "staff that registers a person by username makes no one known");

    let second = House { event: crate::tenancy::given::announce(&app, &theirs.admin, "Second").await, ..theirs };
    anna.signs_up(&app, &second.event).await;
    app.applied().await;
    let signed_up = found(&app, &second.desk, &first_word).await;
    assert_eq!(signed_up[0]["id"], json!(anna.person.user_id), "who signed up is known");
    for text in [&own, &signed_up].map(|list| json!(list).to_string()) {
        let told: Vec<_> = PRIVATE.iter().filter(|secret| text.contains(**secret)).collect();
        assert!(told.is_empty(), "{told:?} in {text}");
    }
    let elsewhere = json!(found(&app, &ours.desk, &first_word).await).to_string();
    assert!(!elsewhere.contains("Second"), "the events of another organization are not named: {elsewhere}");
    app.stop().await;
}
