//! Signing in at a real provider: `oidc-provider` of npm, which `scripts/generated-clients` installs.

mod attacks;

use std::collections::BTreeMap;

use domain::user::User;
use e2e::find::holds;
use e2e::people::PASSWORD;
use e2e::provider::Provider;
use e2e::visitor::{attribute, filled};
use e2e::{Options, Reply, TestApp, with_form};
use proto_events::vocabulary::Role;
use reqwest::{Client, Method, Url, redirect};
use serde_json::{Value, json};
use service_kit::clock::{Clock, SystemClock};

/// An app whose clock is right, with a provider that knows Ada.
async fn scene(options: Options) -> (TestApp, Provider) {
    let provider = Provider::start(PUBLIC_URL, "club");
    provider.has(&json!({ ADA: ada(&[]) }));
    let ports = [provider.port].into_iter().chain(options.provider_ports.iter().copied()).collect();
    let app = TestApp::with(Options { provider_ports: ports, ..options }).await;
    app.clock.advance(SystemClock.now() - app.clock_now());
    (app, provider)
}

fn ada(groups: &[&str]) -> Value {
    json!({
        "email": "ada@club.example", "email_verified": true, "name": "Ada Ahorn", "preferred_username": "ada",
        "groups": groups,
    })
}

/// A browser with the cookies of the app and of providers.
struct Browser<'a> {
    app: &'a TestApp,
    cookies: BTreeMap<String, String>,
    elsewhere: Client,
    of_provider: BTreeMap<String, String>,
}

/// How a person answers at a provider.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Consent {
    Given,
    Refused,
}

impl<'a> Browser<'a> {
    fn new(app: &'a TestApp) -> Self {
        let elsewhere = Client::builder().redirect(redirect::Policy::none()).build().unwrap();
        Self { app, cookies: BTreeMap::new(), elsewhere, of_provider: BTreeMap::new() }
    }

    async fn open(&mut self, path: &str) -> Reply {
        self.send(Method::GET, path, &[]).await
    }

    async fn send(&mut self, method: Method, path: &str, form: &[(String, String)]) -> Reply {
        let request = self.app.anonymous_request(method.clone(), path).header("cookie", joined(&self.cookies));
        let request = if method == Method::POST { with_form(request, form) } else { request };
        let reply = self.app.send(request).await;
        keep(&mut self.cookies, reply.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap()));
        reply
    }

    /// Fills in the form of a page, with the password if it is asked for.
    async fn fill(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let page = self.open(path).await;
        assert_eq!(page.status, 200, "{}: {}", page.asked, page.text());
        let mut form = filled(page.text(), path, fields);
        if page.text().contains("name=\"current_password\"") {
            form.push(("current_password".into(), PASSWORD.into()));
        }
        self.send(Method::POST, path, &form).await
    }

    /// Begins a sign-in, and returns the path with which the provider sends the browser back.
    async fn answered(&mut self, begin: &str, person: &str, consent: Consent) -> String {
        let begun = self.open(begin).await;
        assert_eq!(begun.status, 303, "{}: {}", begun.asked, begun.text());
        let mut next = (Method::GET, Url::parse(begun.header("location")).unwrap(), String::new());
        loop {
            let (method, url, body) = next;
            let request = self.elsewhere.request(method, url.clone()).header("cookie", joined(&self.of_provider));
            let request = request.header("content-type", "application/x-www-form-urlencoded").body(body);
            let response = request.send().await.unwrap();
            let set = response.headers().get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
            keep(&mut self.of_provider, set);
            if let Some(location) = response.headers().get("location") {
                let location = location.to_str().unwrap();
                if let Some(path) = location.strip_prefix(PUBLIC_URL) {
                    return path.to_owned();
                }
                next = (Method::GET, url.join(location).unwrap(), String::new());
                continue;
            }
            let (status, page) = (response.status(), response.text().await.unwrap());
            assert_eq!(status, 200, "{page}");
            let form = page.split_once("<form").expect("a form").1;
            let action = url.join(&attribute(form, "action")).unwrap();
            next = if form.contains("value=\"login\"") {
                (Method::POST, action, format!("prompt=login&login={person}&password=x"))
            } else if consent == Consent::Given {
                (Method::POST, action, "prompt=consent".into())
            } else {
                (Method::GET, Url::parse(&format!("{action}/abort")).unwrap(), String::new())
            };
        }
    }

    /// Signs in, or tries to.
    async fn sign_in(&mut self, begin: &str, person: &str) -> Reply {
        let back = self.answered(begin, person, Consent::Given).await;
        self.open(&back).await
    }

    fn is_signed_in(&self) -> bool {
        self.cookies.contains_key("crosstable_session")
    }
}

fn joined(cookies: &BTreeMap<String, String>) -> String {
    cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
}

fn keep<'a>(cookies: &mut BTreeMap<String, String>, set: impl Iterator<Item = &'a str>) {
    for cookie in set {
        let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
        match value.is_empty() {
            true => cookies.remove(name),
            false => cookies.insert(name.to_owned(), value.to_owned()),
        };
    }
}

async fn user_named(app: &TestApp, username: &str) -> User {
    app.commands().user_named(username).await.unwrap().expect("an account").state.clone()
}

const PUBLIC_URL: &str = "https://crosstable.example";
/// The provider's id of Ada.
const ADA: &str = "subject-of-ada";
const BEGIN: &str = "/login/with/club/";
const LINKS: &str = "/admin/account/providers/";

#[tokio::test(flavor = "multi_thread")]
async fn first_sign_in_makes_an_account_whose_role_follows_the_claims() {
    let (app, provider) = scene(Options::default()).await;
    let role = async |user: &User| {
        let organization = app.commands().organization(app.organization).await.unwrap().unwrap();
        organization.state.member_of(user.id).map(|member| member.role)
    };
    let mut browser = Browser::new(&app);
    let login = browser.open("/login/?next=/me/").await;
    assert!(login.text().contains("href=\"/login/with/club/?next=%2Fme%2F\""), "{}", login.text());
    let reply = browser.sign_in("/login/with/club/?next=%2Fme%2F", ADA).await;
    assert_eq!((reply.status, reply.header("location")), (303, "/me/"), "{}", reply.text());
    assert_eq!(browser.open("/admin/account/").await.status, 200);
    let user = user_named(&app, "ada").await;
    let profile = &user.profile;
    assert_eq!((&*profile.best_identifier, &*profile.email), ("Ada Ahorn", "ada@club.example"));
    assert!(user.is_email_confirmed && !user.is_unproven() && user.providers.len() == 1);
    assert_eq!(role(&user).await, None);

    for (groups, expected) in [
        (&["judges"][..], Some(Role::Judge)),
        (&["judges", "heads"], Some(Role::Organizer)),
        (&["judges"], Some(Role::Judge)),
        (&["other"], None),
    ] {
        provider.has(&json!({ ADA: ada(groups) }));
        assert_eq!(Browser::new(&app).sign_in(BEGIN, ADA).await.status, 303);
        assert_eq!(role(&user).await, expected, "{groups:?}");
    }
    for secret in [ADA, "a secret of the client"] {
        let places = app.raw().into_iter().filter(|(_, bytes)| holds(bytes, secret));
        let places: Vec<_> = places.map(|(place, _)| place).collect();
        assert!(places.is_empty(), "{secret} is in {places:?}");
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_the_same_address_is_linked_with_its_password_and_not_taken_over() {
    let (app, _provider) = scene(Options::default()).await;
    let ada = app.with_password(app.person("ada").await).await;
    let mut browser = Browser::new(&app);
    let sign_in = [("username", "ada"), ("password", PASSWORD)];
    assert_eq!(browser.fill("/login/", &sign_in).await.status, 303);
    let asked = browser.sign_in("/login/with/club/?link=1", ADA).await;
    assert_eq!((asked.status, asked.header("location")), (303, LINKS), "{}", asked.text());
    assert!(browser.open(LINKS).await.text().contains("ada@club.example"));
    assert!(user_named(&app, "ada").await.providers.is_empty(), "not without the password");
    let linked = browser.fill(LINKS, &[]).await;
    assert_eq!(linked.status, 303, "{}", linked.text());

    let mut other = Browser::new(&app);
    assert_eq!(other.sign_in(BEGIN, ADA).await.status, 303);
    let issuer = user_named(&app, "ada").await.providers[0].issuer.clone();
    let unlinked = other.fill(LINKS, &[("issuer", &issuer)]).await;
    assert_eq!(unlinked.status, 303, "{}", unlinked.text());
    assert!(user_named(&app, "ada").await.providers.is_empty());
    // The account stays Ada's, and does not begin a second one.
    let refused = Browser::new(&app).sign_in(BEGIN, ADA).await;
    assert!(refused.status == 422 && refused.text().contains("You have an account here already"), "{}", refused.text());
    assert_eq!(user_named(&app, "ada").await.id, ada.user_id);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confirmed_address_of_another_account_and_an_unverified_one_make_no_account() {
    let (app, provider) = scene(Options::default()).await;
    assert_eq!(Browser::new(&app).sign_in(BEGIN, ADA).await.status, 303);
    let with = |field: &str, value: Value| {
        let mut claims = ada(&[]);
        claims[field] = value;
        claims
    };
    provider.has(&json!({
        "2": with("preferred_username", json!("bea")), "3": with("email_verified", json!(false)), "4": with("email", json!(null)),
    }));
    for (person, why) in [("2", "You have an account here already"), ("3", "has verified"), ("4", "has verified")] {
        let mut browser = Browser::new(&app);
        let refused = browser.sign_in(BEGIN, person).await;
        assert!(refused.status == 422 && refused.text().contains(why), "{person}: {}", refused.text());
        assert!(!browser.is_signed_in());
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_passwords_people_sign_in_at_providers_or_with_a_link_and_are_not_locked_out() {
    let (app, _provider) = scene(Options { no_passwords: true, ..Options::default() }).await;
    let mut browser = Browser::new(&app);
    let login = browser.open("/login/").await;
    assert!(login.text().contains(BEGIN) && !login.text().contains("name=\"password\""), "{}", login.text());
    app.with_password(app.person("bea").await).await;
    let sign_in =
        [("username", "bea"), ("password", PASSWORD)].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(browser.send(Method::POST, "/login/", &sign_in).await.header("location"), "/login/");
    assert!(browser.open("/password/").await.text().contains("not with passwords"));
    assert!(browser.open("/account/").await.text().contains(BEGIN));

    assert_eq!(browser.sign_in(BEGIN, ADA).await.status, 303);
    let issuer = user_named(&app, "ada").await.providers[0].issuer.clone();
    let refused = browser.fill(LINKS, &[("issuer", &issuer)]).await;
    assert!(refused.status == 422 && refused.text().contains("only way to sign in"), "{}", refused.text());
    // A sign-in of a while ago does not stand for a password.
    app.clock.advance(chrono::Duration::minutes(16));
    let again = browser.open("/admin/account/profile/").await;
    assert_eq!(again.header("location"), "/login/with/club/?next=%2Fadmin%2Faccount%2Fprofile%2F");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_providers_nothing_of_them_is_shown() {
    let app = TestApp::start().await;
    let mut browser = Browser::new(&app);
    assert!(!browser.open("/login/").await.text().contains("/login/with/"));
    assert_eq!(browser.open(BEGIN).await.status, 404);
    app.stop().await;
}
