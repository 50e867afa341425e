//! Deleted views are rebuilt byte for byte. Rebuilding does not disturb readers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use e2e::archive::own_fixtures;
use e2e::crawl::{assert_same, crawl};
use e2e::generate::{Plan, generate};
use e2e::{Options, TestApp, scene};
use proto_events::tournament::{MatchResult, Winner};
use proto_events::{StreamId, TournamentEvent};

async fn app_with_data() -> (TestApp, scene::Scene) {
    let app = TestApp::start().await;
    let scene = scene::build(&app).await;
    let folder = tempfile::tempdir().expect("a folder");
    app.import(&generate(&Plan::new("forty", 40, 5, 3)).write_into(folder.path())).await;
    for file in own_fixtures() {
        app.import(&file).await;
    }
    // Views rendered event by event must equal those rendered in one go.
    for (winner, match_id) in [Winner::First, Winner::Second].into_iter().zip(&scene.team_match_seats) {
        let result = MatchResult::new(winner, None);
        let event = TournamentEvent::ResultCorrected { match_id: *match_id, result };
        app.append(app.organization, StreamId::tournament(scene.team_event), vec![event.into()]).await;
    }
    (app, scene)
}

#[tokio::test(flavor = "multi_thread")]
async fn views_that_were_deleted_come_back_to_the_byte() {
    let (app, _) = app_with_data().await;
    let before = crawl(&app).await;
    assert!(before.len() > 80, "only {} addresses", before.len());
    let app = app.restart_without_views(Options::default()).await;
    assert_same(&before, &crawl(&app).await);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_changes_nothing() {
    let (app, _) = app_with_data().await;
    let before = crawl(&app).await;
    let app = app.restart(Options::default()).await;
    assert_same(&before, &crawl(&app).await);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rebuild_while_serving_fails_nobody_and_changes_nothing() {
    let (app, _) = app_with_data().await;
    let before = Arc::new(crawl(&app).await);
    let app = Arc::new(app);
    let (stop, asked) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let readers: Vec<_> = (0..4)
        .map(|_| {
            let (app, before, stop, asked) = (app.clone(), before.clone(), stop.clone(), asked.clone());
            tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    for (path, (status, _, body)) in before.iter() {
                        let now = app.get(path).await;
                        assert_eq!((now.status, &now.body), (*status, body), "{path} while rebuilding");
                        asked.fetch_add(1, Ordering::Relaxed);
                    }
                }
            })
        })
        .collect();
    for _ in 0..3 {
        app.rebuild().await;
    }
    while asked.load(Ordering::Relaxed) < 500 {
        tokio::task::yield_now().await;
    }
    stop.store(true, Ordering::Relaxed);
    for reader in readers {
        reader.await.expect("no failed request");
    }
    assert_same(&before, &crawl(&app).await);
    Arc::into_inner(app).expect("readers are gone").stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_during_a_rebuild_is_not_lost() {
    let (app, scene) = app_with_data().await;
    let writing = async {
        let stream = StreamId::tournament(scene.team_event);
        for number in 0..40 {
            let event =
                TournamentEvent::TimeExtended { match_id: scene.team_match_seats[2], time_extension_seconds: number };
            app.append(app.organization, stream, vec![event.into()]).await;
            let round =
                app.get(&format!("/api/v1/tournament-rounds/{}/matches/?teams=true", scene.team_round)).await.json();
            let extended = round["matches"]
                .as_array()
                .expect("matches")
                .iter()
                .any(|seat| seat["time_extension_seconds"] == number);
            assert!(extended || number == 0, "extension {number} is read at once: {round}");
        }
    };
    tokio::join!(app.rebuild(), writing);
    let before = crawl(&app).await;
    let app = app.restart_without_views(Options::default()).await;
    assert_same(&before, &crawl(&app).await);
    app.stop().await;
}
