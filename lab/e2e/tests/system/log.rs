//! The content of the log: positions without gaps, no secrets, and personal data only in the streams of people.

use std::collections::HashMap;

use e2e::archive::{Archive, own_fixtures};
use e2e::{TestApp, scene};
use proto_events::StreamKind;
use proto_events::ids::OrganizationId;

async fn app_with_data() -> TestApp {
    let app = TestApp::start().await;
    scene::build(&app).await;
    for file in own_fixtures() {
        app.import(&file).await;
    }
    app
}

#[tokio::test]
async fn positions_and_versions_have_no_gaps() {
    let app = app_with_data().await;
    let mut versions = HashMap::new();
    for (event, position) in app.log().await.iter().zip(1..) {
        assert_eq!(event.position.0, position);
        let version = versions.entry(event.stream).or_insert(0);
        *version += 1;
        assert_eq!(event.version, *version, "{}", event.stream);
    }
    app.stop().await;
}

#[tokio::test]
async fn names_and_addresses_of_people_stand_in_their_own_streams() {
    let app = app_with_data().await;
    let mut personal: Vec<_> = own_fixtures().iter().flat_map(|file| Archive::read(file).players).collect();
    personal.extend(["Ines Acker", "@players.example", "she/her"].map(String::from));
    for event in app.log().await {
        let shared = event.organization_id == OrganizationId::SHARED;
        assert_eq!(event.stream.kind == StreamKind::User, shared, "{}", event.stream);
        let found = personal.iter().find(|text| event.encoded.payload.contains(text.as_str()));
        assert!(shared || found.is_none(), "{}: {}", event.stream, event.encoded.payload);
    }
    app.stop().await;
}
