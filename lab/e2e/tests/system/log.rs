//! The content of the log: positions without gaps, no secrets, and personal data only in the streams of people.

use std::collections::HashMap;

use e2e::archive::{Archive, own_fixtures};
use e2e::{TestApp, scene};
use proto_events::StreamKind;
use proto_events::ids::OrganizationId;

#[tokio::test]
async fn log_has_no_gaps_and_names_and_addresses_of_people_in_their_own_streams_alone() {
    let app = TestApp::start().await;
    scene::build(&app).await;
    for file in own_fixtures() {
        app.import(&file).await;
    }
    let mut personal: Vec<_> = own_fixtures().iter().flat_map(|file| Archive::read(file).players).collect();
    personal.extend(["Ines Acker", "@players.example", "she/her"].map(String::from));
    let mut versions = HashMap::new();
    for (event, position) in app.log().await.iter().zip(1..) {
        assert_eq!(event.position.0, position);
        let version = versions.entry(event.stream).or_insert(0);
        *version += 1;
        assert_eq!(event.version, *version, "{}", event.stream);
        let shared = event.organization_id == OrganizationId::SHARED;
        assert_eq!(event.stream.kind == StreamKind::User, shared, "{}", event.stream);
        let found = personal.iter().find(|text| event.encoded.payload.contains(text.as_str()));
        assert!(shared || found.is_none(), "{}: {}", event.stream, event.encoded.payload);
    }
    app.stop().await;
}
