//! Signing in at a provider with a real browser, which follows redirects and checks the security policies of both sites.

use e2e::browser::Browser;
use e2e::line::Line;
use e2e::provider::Provider;
use e2e::{Options, TestApp};
use serde_json::json;
use service_kit::clock::{Clock, SystemClock};

#[tokio::test(flavor = "multi_thread")]
async fn a_person_signs_in_at_a_provider_comes_back_and_leaves() {
    // The provider must know the public address before the service runs.
    let line = Line::to("127.0.0.1:1").await;
    let public_url = format!("http://{}", line.address());
    let provider = Provider::start(&public_url, "club");
    let ada =
        json!({ "email": "ada@club.example", "email_verified": true, "name": "Ada", "preferred_username": "ada" });
    provider.has(&json!({ "ada": ada }));
    let options = Options { public_url: Some(public_url), provider_ports: vec![provider.port], ..Options::default() };
    let app = TestApp::with(options).await;
    app.clock.advance(SystemClock.now() - app.clock_now());
    line.mend(&app.address());
    let browser = Browser::start(&line.address()).await;
    browser.open("/me/").await;
    browser.follow("Sign in with The club").await;
    browser.fill("Enter any login", "ada").await;
    browser.fill("and password", "x").await;
    browser.press("Sign-in").await;
    browser.press("Continue").await;
    browser.arrives_at("/me/").await;
    browser.sees("You are not registered in any event.").await;
    browser.press("Sign out").await;
    browser.arrives_at("/login/").await;
    browser.open("/me/").await;
    browser.arrives_at("/login/").await;
    app.stop().await;
}
