//! Deleted views are rebuilt byte for byte. Rebuilding does not disturb readers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use e2e::archive::own_fixtures;
use e2e::crawl::{Crawl, assert_same, crawl};
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

/// One after the other on the same data, because it takes long to make.
#[tokio::test(flavor = "multi_thread")]
async fn views_are_the_same_after_restarts_and_rebuilds_which_disturb_nobody_and_lose_nothing() {
    let (app, scene) = app_with_data().await;
    let before = Arc::new(crawl(&app).await);
    assert!(before.len() > 80, "only {} addresses", before.len());
    let app = app.restart(Options::default()).await;
    assert_same(&before, &crawl(&app).await);
    let app = app.restart_without_views(Options::default()).await;
    assert_same(&before, &crawl(&app).await);
    let app = Arc::new(app);
    rebuilds_fail_nobody(&app, &before).await;
    assert_same(&before, &crawl(&app).await);

    let app = Arc::into_inner(app).expect("readers are gone");
    tokio::join!(app.rebuild(), write(&app, &scene));
    let before = crawl(&app).await;
    let app = app.restart_without_views(Options::default()).await;
    assert_same(&before, &crawl(&app).await);
    app.stop().await;
}

/// Rebuilds while others read.
async fn rebuilds_fail_nobody(app: &Arc<TestApp>, before: &Arc<Crawl>) {
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
}

/// Writes often, and reads what was written.
async fn write(app: &TestApp, scene: &scene::Scene) {
    let (stream, match_id) = (StreamId::tournament(scene.team_event), scene.team_match_seats[2]);
    let path = format!("/api/v1/tournament-rounds/{}/matches/?teams=true", scene.team_round);
    for number in 0..40 {
        let event = TournamentEvent::TimeExtended { match_id, time_extension_seconds: number };
        app.append(app.organization, stream, vec![event.into()]).await;
        let round = app.get(&path).await.json();
        let mut seats = round["matches"].as_array().expect("matches").iter();
        let extended = seats.any(|seat| seat["time_extension_seconds"] == number);
        assert!(extended || number == 0, "extension {number} is read at once: {round}");
    }
}
