//! Changes while an event is played are visible at once, and a damaged stream does not affect others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use e2e::archive::own_fixtures;
use e2e::crawl::{id, text};
use e2e::{TestApp, scenario, scene};
use proto_events::ids::{RoundId, TournamentId};
use proto_events::user::Profile;
use proto_events::{StreamId, TournamentEvent, UserEvent};
use serde_json::Value;

/// An app with the finished event of eight players, the event's id, and the ids of its rounds.
async fn finished_event() -> (TestApp, TournamentId, Vec<i64>) {
    let app = TestApp::start().await;
    let event = app.import(&own_fixtures()[1]).await;
    let overview = app.get(&format!("/api/v1/magic-events/{event}/overview/")).await.json();
    let phases = overview["tournament_phases"].as_array().expect("phases");
    let rounds = phases.iter().flat_map(|phase| phase["rounds"].as_array().expect("rounds")).map(id).collect();
    (app, event, rounds)
}

async fn standings(app: &TestApp, round: i64) -> Value {
    app.get(&format!("/api/v1/tournament-rounds/{round}/standings/")).await.json()
}

/// Appends events to a tournament of the test's organization.
async fn tell(app: &TestApp, event: TournamentId, events: Vec<TournamentEvent>) {
    let events = events.into_iter().map(Into::into).collect();
    app.append(app.organization, StreamId::tournament(event), events).await;
}

#[tokio::test]
async fn a_new_name_shows_wherever_the_person_does() {
    let (app, event, rounds) = finished_event().await;
    let before = standings(&app, rounds[4]).await;
    let user = before["standings"][0]["player_id"].as_i64().expect("an id");
    let profile = Profile { best_identifier: "Edda of the Elms".into(), ..Profile::default() };
    let shared = proto_events::ids::OrganizationId::SHARED;
    app.append(shared, StreamId::user(user.into()), vec![UserEvent::ProfileChanged { profile }.into()]).await;
    for path in [
        format!("/api/v1/tournament-rounds/{}/standings/", rounds[4]),
        format!("/api/v1/magic-events/{event}/"),
        format!("/api/v1/magic-events/{event}/registrations/"),
        "/api/export-decklists/?num_days=36500".into(),
        format!("/events/{event}/"),
    ] {
        let answer = app.get(&path).await;
        assert!(
            answer.text().contains("Edda of the Elms") && !answer.text().contains("Edda Erle"),
            "{path}: {}",
            answer.text()
        );
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_never_see_the_past_again() {
    let app = Arc::new(TestApp::start().await);
    let scene = scene::build(&app).await;
    let done = Arc::new(AtomicBool::new(false));
    let path = format!("/api/v1/tournament-rounds/{}/matches/", scene.team_round);
    let readers: Vec<_> = (0..6)
        .map(|_| {
            let (app, done, path) = (app.clone(), done.clone(), path.clone());
            tokio::spawn(async move {
                let (mut newest, mut reads) = (0, 0);
                while !done.load(Ordering::Relaxed) {
                    let round = app.get(&path).await.json();
                    let seconds = round["matches"][2]["time_extension_seconds"].as_i64().expect("seconds");
                    assert!(seconds >= newest, "{seconds} was read after {newest}");
                    (newest, reads) = (seconds, reads + 1);
                }
                reads
            })
        })
        .collect();
    for seconds in 1_000..1_100 {
        let event =
            TournamentEvent::TimeExtended { match_id: scene.team_match_seats[2], time_extension_seconds: seconds };
        tell(&app, scene.team_event, vec![event]).await;
        let round = app.get(&path).await.json();
        assert_eq!(round["matches"][2]["time_extension_seconds"], seconds, "the writer reads what it wrote");
    }
    done.store(true, Ordering::Relaxed);
    for reader in readers {
        assert!(reader.await.expect("a reader") > 0);
    }
    Arc::into_inner(app).expect("readers are gone").stop().await;
}

#[tokio::test]
async fn a_stream_that_cannot_be_read_is_set_aside_alone() {
    let (app, event, rounds) = finished_event().await;
    let other = app.import(&own_fixtures()[0]).await;
    let before = app.get(&format!("/api/v1/magic-events/{event}/")).await;
    assert_eq!(before.header("crosstable-stale"), "");
    tell(&app, event, vec![TournamentEvent::RoundStarted { round_id: RoundId(999_999) }]).await;

    let parked = app.get(&format!("/api/v1/magic-events/{event}/")).await;
    assert_eq!((parked.status, &parked.body), (200, &before.body), "the last documents are still served");
    assert_eq!(parked.header("crosstable-stale"), "parked");
    assert_eq!(app.get(&format!("/api/v1/tournament-rounds/{}/standings/", rounds[0])).await.status, 200);

    let mut details = scenario::details("Renamed", proto_events::vocabulary::EventFormat::Legacy, 0);
    details.top_cut = 0;
    tell(&app, other, vec![TournamentEvent::DetailsChanged { details }]).await;
    let healthy = app.get(&format!("/api/v1/magic-events/{other}/")).await;
    assert_eq!(text(&healthy.json()["name"]), "Renamed", "other streams are not affected");
    assert_eq!(healthy.header("crosstable-stale"), "");
    app.stop().await;
}
