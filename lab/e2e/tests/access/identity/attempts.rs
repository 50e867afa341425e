//! Password attempts are counted in one place, whichever process answers, and survive a restart.

use e2e::people::PASSWORD;
use e2e::visitor::Visitor;
use e2e::{Options, TestApp};

/// In the shape of several processes, two processes handle sign-ins in turn.
#[tokio::test(flavor = "multi_thread")]
async fn processes_share_the_attempts_and_a_restart_forgets_none() {
    let app = TestApp::with(Options { writers: 2, ..Options::default() }).await;
    app.with_password(app.person("ada").await).await;
    app.with_password(app.person("zoe").await).await;
    app.applied().await;
    for _ in 0..10 {
        assert_eq!(Visitor::new(&app).sign_in("ada", "not the password").await.status, 422);
    }
    // Both processes must refuse.
    for _ in 0..4 {
        let refused = Visitor::new(&app).sign_in("ada", PASSWORD).await;
        assert_eq!((refused.status, refused.header("retry-after")), (429, "600"), "{}", refused.text());
    }
    assert_eq!(Visitor::new(&app).sign_in("zoe", PASSWORD).await.status, 303);

    let app = app.restart(Options::default()).await;
    assert_eq!(Visitor::new(&app).sign_in("ada", PASSWORD).await.status, 429);
    app.clock.advance(chrono::Duration::minutes(10));
    assert_eq!(Visitor::new(&app).sign_in("ada", PASSWORD).await.status, 303);
    app.stop().await;
}
