//! A player's list is closed to organizations to which the player did not submit it.

use e2e::TestApp;
use e2e::crawl::id;
use e2e::people::Credential;
use reqwest::Method;
use serde_json::{Value, json};

use crate::tenancy::given::{House, Player, TEXT, attach};

/// Everything that a caller can read about a list and an event, by path.
async fn read(app: &TestApp, who: &Credential, event: &str, list: i64) -> Vec<(String, String)> {
    let mut paths = vec![
        format!("/api/v1/decklists/{list}/"),
        format!("/api/v1/decklists/{list}/revisions/"),
        format!("/decklists/{list}/image.svg"),
        "/api/v1/decklists/".into(),
        "/api/export-decklists/?num_days=36500&decklist_as_text=true".into(),
        "/api/v1/export/tournaments/?include=standings,cards,decklists".into(),
    ];
    paths.extend((1..4).map(|revision| format!("/decklists/{list}/image.svg?revision={revision}")));
    paths.extend(["registrations/", "decklists/", "audit/"].map(|path| format!("{event}{path}")));
    let mut texts = Vec::new();
    for path in paths {
        let reply = app.ask(who, &path).await;
        if reply.status == 200 {
            texts.push((path, reply.text().to_owned()));
        }
    }
    texts
}

/// Whether a caller can read the text of a list anywhere.
async fn reads(app: &TestApp, who: &Credential, event: &str, list: i64) -> bool {
    let texts = read(app, who, event, list).await;
    texts.iter().any(|(path, text)| path.contains(&format!("/{list}/")) || text.contains("Secret Card"))
}

/// Checks that staff can read a list as the player last submitted it, and none of the player's later changes.
async fn assert_as_offered(app: &TestApp, house: &House, list: i64) {
    app.applied().await;
    let texts = read(app, &house.desk, &house.event, list).await;
    let newer: Vec<_> = texts.iter().filter(|(_, text)| text.contains("Swamp") || text.contains("Forest")).collect();
    assert!(newer.is_empty(), "{newer:?}");
    let of = |path: &str| texts.iter().find(|(known, _)| known == path).map(|(_, text)| text.as_str());
    assert!(of(&format!("/api/v1/decklists/{list}/")).is_some_and(|text| text.contains("Secret Card")));
    for image in ["", "?revision=1"] {
        let picture = of(&format!("/decklists/{list}/image.svg{image}"));
        assert!(picture.is_some_and(|picture| picture.contains("Secret Card")), "{picture:?}");
    }
    let revisions = of(&format!("/api/v1/decklists/{list}/revisions/")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(revisions).unwrap().as_array().unwrap().len(), 1, "{revisions}");
}

#[tokio::test]
async fn staff_of_another_organization_attaches_reads_locks_and_publishes_no_list_of_a_player() {
    let app = TestApp::start().await;
    let (ours, theirs) = (House::own(&app).await, House::other(&app).await);
    let anna = Player::anna(&app, &ours).await;
    let list = anna.submits(&app).await;
    let registration = anna.signs_up(&app, &ours.event).await;
    anna.hands_in(&app, &ours.event, registration, list).await;
    let there = id(&theirs.sign_up(&app, &json!({ "username": anna.person.username })).await.created());

    let never = attach(&app, &theirs.desk, &theirs.event, there, 4_000_000).await;
    let attached = attach(&app, &theirs.desk, &theirs.event, there, list).await;
    assert_eq!((attached.status, attached.text()), (400, never.text()), "like a list that does not exist");
    app.applied().await;
    for who in [&theirs.desk, &theirs.admin] {
        assert!(!reads(&app, who, &theirs.event, list).await);
    }
    theirs.lock(&app, there).await;
    assert_eq!(anna.changes(&app, list, &format!("{TEXT}\n1 Plains")).await, 200, "the own event is open");
    theirs.publish(&app).await;
    for who in [&theirs.admin, &Credential::Nothing] {
        assert!(!reads(&app, who, &theirs.event, list).await);
    }
    app.stop().await;
}

#[tokio::test]
async fn the_list_of_a_player_who_left_is_neither_bound_nor_read_on_though_staff_registers_the_player_again() {
    let app = TestApp::start().await;
    let (ours, theirs) = (House::own(&app).await, House::other(&app).await);
    let anna = Player::anna(&app, &ours).await;
    let list = anna.submits(&app).await;
    let there = anna.signs_up(&app, &theirs.event).await;
    anna.hands_in(&app, &theirs.event, there, list).await;
    let drop = format!("{}registrations/{there}/drop/", theirs.event);
    app.tell(&anna.phone, Method::POST, &drop, &json!({})).await.json();
    let renamed = json!({ "name": "Better", "plaintext_list": "60 Swamp" });
    app.tell(&anna.phone, Method::PATCH, &format!("/api/v1/decklists/{list}/"), &renamed).await.json();
    assert_as_offered(&app, &theirs, list).await;

    let again = theirs.sign_up(&app, &json!({ "username": anna.person.username })).await.created();
    assert_eq!(again["registration_status"], "COMPLETE");
    assert_eq!(again["decklist"]["name"], "Mine", "the answer to a write shows the submitted list");
    theirs.lock(&app, there).await;
    app.applied().await;
    assert_eq!(anna.changes(&app, list, "60 Forest").await, 200, "only the player can submit it again");
    theirs.publish(&app).await;
    assert_as_offered(&app, &theirs, list).await;
    app.stop().await;
}
