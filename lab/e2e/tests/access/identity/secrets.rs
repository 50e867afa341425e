//! Secrets appear only on the page that shows them once. The tests use and misuse every kind of secret, and then search
//! for them in logs at level `trace`, events and backups, refusals, metrics, traces and files.

use e2e::collector::Collector;
use e2e::find::holds;
use e2e::people::{Credential, PASSWORD, Person};
use e2e::visitor::{Visitor, shown_once};
use e2e::{Options, Reply, TestApp, overheard};
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::json;
use service_kit::credential_value::{CredentialValue, Kind};

use crate::identity::LISTS;

/// Secret values with their names.
type Secrets = Vec<(&'static str, String)>;

const WRONG: &str = "wrong horse battery staple";
const SHORT: &str = "2 short";
const NEXT: &str = "next horse battery staple";

/// The part of a value that is unique to it: without the common prefix and the check digits.
fn heart(value: &str) -> String {
    let value = value.split_once('_').filter(|(kind, _)| kind.len() == 2).map_or(value, |(_, value)| value);
    value[..value.len().min(30)].to_owned()
}

/// Returns the names of the secrets that a text contains.
fn found(secrets: &Secrets, text: &str) -> Vec<&'static str> {
    let stands = |(_, value): &&(&'static str, String)| holds(text, heart(value));
    secrets.iter().filter(stands).map(|(name, _)| *name).collect()
}

/// The texts of all refusals.
#[derive(Default)]
struct Said(String);

impl Said {
    fn hear(&mut self, reply: &Reply) {
        if reply.status >= 400 {
            self.0 += &format!("{} {:?}\n", reply.text(), reply.headers);
        }
    }

    /// Uses a value as every kind of credential, in correct and incorrect requests.
    async fn misuse(&mut self, app: &TestApp, value: &str) {
        let (key, token) = (Credential::Key(value.into()), Credential::Token(value.into()));
        let requests = [
            key.sign(app.anonymous(LISTS)),
            key.sign(app.anonymous("/api/v1/magic-events/4000000/")),
            token.sign(app.anonymous(LISTS)),
            token.sign(key.sign(app.anonymous(LISTS))),
            Credential::Key(format!("{value}x")).sign(app.anonymous(LISTS)),
            Credential::Cookie(value.into()).sign(app.anonymous(LISTS)),
            app.anonymous(LISTS).header("authorization", format!("Bearer {value}")),
            key.sign(app.anonymous(LISTS)).header("consistency-token", value),
            key.sign(app.anonymous_write(Method::POST, LISTS, &json!({ "name": 7 }))),
        ];
        for request in requests {
            let reply = app.send(request).await;
            self.hear(&reply);
        }
    }
}

/// A person gets a password link, sets a password, mistypes it and changes it.
async fn passwords(app: &TestApp, ada: &Person, secrets: &mut Secrets, said: &mut Said) {
    let made = app.post(&format!("/api/v1/users/{}/password-link/", ada.user_id), &json!({})).await.created();
    let link = made["url"].as_str().unwrap().strip_prefix(&app.public_url()).unwrap().to_owned();
    let value = link.trim_end_matches('/').rsplit('-').next().unwrap();
    let mut visitor = Visitor::new(app);
    for (password, repeated) in [(SHORT, SHORT), (PASSWORD, WRONG), (PASSWORD, PASSWORD)] {
        let page = visitor.fill(&link, &[("password", password), ("repeated", repeated)]).await;
        // The page contains the link as the address of its form.
        said.0 += &page.text().replace(&link, "");
    }
    said.hear(&visitor.open(&link).await);
    said.misuse(app, value).await;
    secrets.push(("the hash", app.password_hash(ada.user_id).await));
    secrets.extend(cookie(&visitor));
    let mut visitor = Visitor::new(app);
    for (username, password) in [("ada", WRONG), ("nobody", PASSWORD), ("ada", PASSWORD)] {
        said.hear(&visitor.sign_in(username, password).await);
    }
    secrets.extend(cookie(&visitor));
    let changed = [("current_password", PASSWORD), ("new_password", NEXT), ("repeated", NEXT)];
    said.hear(&visitor.fill("/admin/account/password/", &changed).await);
    secrets.push(("the next hash", app.password_hash(ada.user_id).await));
    secrets.extend(cookie(&visitor));
    secrets.push(("a link", value.to_owned()));
    secrets.extend(
        [("a password", PASSWORD), ("a wrong one", WRONG), ("the next one", NEXT)]
            .map(|(name, value)| (name, value.to_owned())),
    );
}

fn cookie(visitor: &Visitor<'_>) -> Option<(&'static str, String)> {
    match visitor.credential() {
        Credential::Cookie(value) => Some(("a cookie", value)),
        _ => None,
    }
}

/// Creates, uses, misuses and revokes keys and tokens, on pages and through the API.
async fn keys_and_tokens(app: &TestApp, ada: &Person, secrets: &mut Secrets, said: &mut Said) {
    let mut visitor = Visitor::new(app);
    assert_eq!(visitor.sign_in(&ada.username, NEXT).await.status, 303);
    let key = shown_once(&visitor.fill("/admin/keys/new/", &[("name", "Screen"), ("role", "JUDGE")]).await);
    let token =
        shown_once(&visitor.fill("/admin/account/tokens/new/", &[("name", "Phone"), ("organization", "none")]).await);
    let made = app.post("/api/v1/api-keys/api_keys/", &json!({ "name": "Program", "role": "JUDGE" })).await.created();
    let by_program = made["key"].as_str().unwrap().to_owned();
    for value in [&key, &token, &by_program] {
        said.misuse(app, value).await;
    }
    let revoke = format!("/api/v1/api-keys/api_keys/{}/", made["id"]);
    assert_eq!(app.send(app.request(Method::DELETE, &revoke)).await.status, 204);
    said.misuse(app, &by_program).await;
    secrets.extend(cookie(&visitor));
    visitor.fill("/admin/account/sessions/", &[]).await;
    secrets.extend(cookie(&visitor));
    assert_eq!(visitor.fill("/logout/", &[]).await.status, 303);
    secrets.extend([
        ("a key", key),
        ("a token", token),
        ("a key from the API", by_program),
        ("the first key", app.key.clone()),
    ]);
    let never = CredentialValue::generate(Kind::ApiKey).expose().to_owned();
    said.misuse(app, &never).await;
    secrets.push(("an unknown key", never));
}

/// Starts an app with the most verbose log, metrics, and a collector of traces.
async fn talkative(collector: &Collector) -> TestApp {
    overheard::listen();
    let otlp_endpoint = Some(collector.endpoint());
    let all = Options { metrics: true, everything_is_logged: true, traced: true, otlp_endpoint, ..Options::default() };
    TestApp::with(all).await
}

/// Creates, uses, misuses and revokes each kind of secret. Returns the secrets and the texts of refusals.
async fn a_day(app: &TestApp) -> (Secrets, Said) {
    let ada = app.managed_person("ada", app.organization).await;
    app.join(app.organization, &ada, Role::Admin).await;
    let (mut secrets, mut said) = (Secrets::new(), Said::default());
    passwords(app, &ada, &mut secrets, &mut said).await;
    keys_and_tokens(app, &ada, &mut secrets, &mut said).await;
    app.applied().await;
    assert!(secrets.len() > 12 && secrets.iter().all(|(_, value)| value.len() >= 20), "{secrets:?}");
    (secrets, said)
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_stands_where_it_is_not_shown() {
    let collector = Collector::start().await;
    let app = talkative(&collector).await;
    let (secrets, said) = a_day(&app).await;
    let (events, backup) = (format!("{:?}", app.log().await), app.backup().await.join("\n"));
    let logs = app.heard();
    assert!(logs.len() > 100_000, "only {} bytes were logged", logs.len());
    let places = [("logs", logs), ("refusals", said.0), ("events", events), ("backups", backup)];
    for (place, text) in places.into_iter().chain([("metrics", metrics(&app).await)]) {
        assert!(text.len() > 500, "there is no text of {place}: {text}");
        assert_eq!(found(&secrets, &text), [""; 0], "in {place}");
    }
    look_at_files(&app, &secrets);
    planted_secret_is_found(&app, &secrets).await;
    let has_gateway = app.has_gateway();
    app.stop().await;
    // In one process, the log has the data of traces: each span with all its fields.
    if has_gateway {
        let spans = collector.until("requests", |spans| spans.len() > 40).await;
        assert_eq!(found(&secrets, &format!("{spans:?}")), [""; 0], "in traces");
    }
}

async fn metrics(app: &TestApp) -> String {
    let mut all = String::new();
    for address in app.metrics_addresses() {
        all += app.send(app.request_to(&address, "/metrics")).await.text();
    }
    all
}

/// Searches the data files for all secrets except hashes, which are stored there.
fn look_at_files(app: &TestApp, secrets: &Secrets) {
    let kept = |name: &str| name.ends_with("hash");
    let others: Secrets = secrets.iter().filter(|(name, _)| !kept(name)).cloned().collect();
    for file in std::fs::read_dir(app.folder()).unwrap().flatten().filter(|file| file.path().is_file()) {
        let text = String::from_utf8_lossy(&std::fs::read(file.path()).unwrap()).into_owned();
        assert_eq!(found(&others, &text), [""; 0], "in {}", file.path().display());
    }
}

/// Shows that the search finds secrets.
async fn planted_secret_is_found(app: &TestApp, secrets: &Secrets) {
    tracing::trace!(key = app.key, "planted");
    assert_eq!(found(secrets, &app.heard()), ["the first key"]);
    let list = json!({ "name": "Burn", "plaintext_list": app.key });
    app.post(LISTS, &list).await.created();
    assert_eq!(found(secrets, &format!("{:?}", app.log().await)), ["the first key"]);
    assert_eq!(found(secrets, &app.backup().await.join("\n")), ["the first key"]);
}
