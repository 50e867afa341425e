//! What an organization learns about people whose accounts another organization manages.

use e2e::TestApp;
use e2e::crawl::id;
use serde_json::json;

use crate::given::{House, NAME, PRIVATE, Player};

#[tokio::test]
async fn an_id_of_somebody_elses_player_is_answered_like_one_that_never_was() {
    let app = TestApp::start().await;
    let (ours, theirs) = (House::own(&app).await, House::other(&app).await);
    let anna = Player::anna(&app, &ours).await;
    let never = theirs.sign_up(&app, &json!({ "user_id": 4_000_000 })).await;
    let before = app.head().await;
    let foreign = theirs.sign_up(&app, &json!({ "user_id": anna.person.user_id })).await;
    assert_eq!((foreign.status, foreign.text()), (400, never.text()));
    assert_eq!(app.head().await, before, "nothing was stored");
    let own = ours.sign_up(&app, &json!({ "user_id": anna.person.user_id })).await.created();
    assert_eq!(own["user"]["email"], PRIVATE[2], "the organization that manages the account reads it");
    app.stop().await;
}

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
    let second = House { event: crate::given::announce(&app, &theirs.admin, "Second").await, ..theirs };
    let by_id = second.sign_up(&app, &json!({ "user_id": anna.person.user_id })).await.created();
    assert_eq!((&by_id["user"]["best_identifier"], &by_id["user"]["email"]), (&json!(NAME), &json!("")));
    app.stop().await;
}
