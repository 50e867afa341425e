//! Attacks on a sign-in at a provider, and providers that do not work. Wrong tokens are tested in `service-kit`.

use chrono::Duration;
use e2e::Options;
use reqwest::Url;

use super::*;

/// Checks that an answer was refused with a text, and signed no one in.
#[track_caller]
fn assert_refused(browser: &Browser<'_>, reply: &Reply, why: &str) {
    let is_refused = (400..=503).contains(&reply.status) && reply.text().contains(why);
    assert!(is_refused && !browser.is_signed_in(), "{}: {}", reply.status, reply.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_other_browsers_and_used_ones_sign_no_one_in() {
    let (app, _provider) = scene(Options::default()).await;
    let [mut ada, mut victim] = [(); 2].map(|()| Browser::new(&app));
    let back = ada.answered(BEGIN, ADA, Consent::Given).await;
    // A stranger's link would sign the victim in to the stranger's account.
    let refused = victim.open(&back).await;
    assert_refused(&victim, &refused, "not begun in this browser");
    victim.open(BEGIN).await;
    let refused = victim.open(&back).await;
    assert_refused(&victim, &refused, "not begun in this browser");

    let begun = ada.cookies.clone();
    assert_eq!(ada.open(&back).await.status, 303);
    // A thief of the address and the cookies cannot use them again.
    let mut thief = Browser::new(&app);
    thief.cookies = begun;
    let refused = thief.open(&back).await;
    assert_refused(&thief, &refused, "used before");

    let mut late = Browser::new(&app);
    let back = late.answered(BEGIN, ADA, Consent::Given).await;
    app.clock.advance(Duration::minutes(11));
    let refused = late.open(&back).await;
    assert_refused(&late, &refused, "took too long");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_one_provider_are_not_those_of_another() {
    let guild = Provider::start(PUBLIC_URL, "guild");
    guild.has(&json!({ ADA: ada(&[]) }));
    let (app, _club) = scene(Options { provider_ports: vec![guild.port], ..Options::default() }).await;
    let mut browser = Browser::new(&app);
    let back = browser.answered(BEGIN, ADA, Consent::Given).await;
    let refused = browser.open(&back.replace("/club/", "/guild/")).await;
    assert_refused(&browser, &refused, "not begun in this browser");

    // A wrong provider brings the browser back with the state of the right one.
    for iss in [Some(format!("http://127.0.0.1:{}", guild.port)), None] {
        let mut browser = Browser::new(&app);
        let back = browser.answered(BEGIN, ADA, Consent::Given).await;
        let mut mixed = Url::parse(PUBLIC_URL).unwrap().join(&back).unwrap();
        let pairs: Vec<_> = mixed.query_pairs().into_owned().filter(|(name, _)| name != "iss").collect();
        mixed.query_pairs_mut().clear().extend_pairs(pairs).extend_pairs(iss.map(|iss| ("iss", iss)));
        let refused = browser.open(&format!("{}?{}", mixed.path(), mixed.query().unwrap())).await;
        assert_refused(&browser, &refused, "valid answer");
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_leads_to_own_pages_alone_and_a_code_of_another_attempt_is_refused() {
    let (app, _provider) = scene(Options::default()).await;
    let mut browser = Browser::new(&app);
    let reply = browser.sign_in("/login/with/club/?next=https%3A%2F%2Fevil.example%2F", ADA).await;
    assert_eq!((reply.status, reply.header("location")), (303, "/admin/"));

    let [mut one, mut other] = [(); 2].map(|()| Browser::new(&app));
    let code = |back: &str| {
        let url = Url::parse(PUBLIC_URL).unwrap().join(back).unwrap();
        url.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned()
    };
    let stolen = code(&one.answered(BEGIN, ADA, Consent::Given).await);
    let back = other.answered(BEGIN, ADA, Consent::Given).await;
    let refused = other.open(&back.replace(&code(&back), &stolen)).await;
    assert_refused(&other, &refused, "valid answer");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_consent_wrong_clocks_and_absent_providers_are_said() {
    let gone = {
        let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        socket.local_addr().unwrap().port()
    };
    let (app, provider) = scene(Options { provider_ports: vec![gone], ..Options::default() }).await;
    let mut browser = Browser::new(&app);
    let refused = browser.open("/login/with/guild/").await;
    assert_refused(&browser, &refused, "does not answer");
    let back = browser.answered(BEGIN, ADA, Consent::Refused).await;
    let refused = browser.open(&back).await;
    assert_refused(&browser, &refused, "did not agree");

    let back = browser.answered(BEGIN, ADA, Consent::Given).await;
    drop(provider);
    let refused = browser.open(&back).await;
    assert_refused(&browser, &refused, "does not answer");

    let (app_of_future, _provider) = scene(Options::default()).await;
    app_of_future.clock.advance(Duration::hours(2));
    let mut browser = Browser::new(&app_of_future);
    let refused = browser.sign_in(BEGIN, ADA).await;
    assert_refused(&browser, &refused, "the clock of this server is wrong");
    app.stop().await;
    app_of_future.stop().await;
}
