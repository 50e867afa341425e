//! A small installation with data of all kinds: two organizations, two finished tournaments and one in progress, a
//! convention, lists with revisions, members, keys, a person's token and a session.

use std::fs::File;
use std::time::Duration;

use anyhow::{Context, ensure};
use e2e::archive::own_fixtures;
use e2e::client::{Answer, Client, Request};
use e2e::crawl::id;
use e2e::form::Form;
use e2e::people::{Credential, PASSWORD};
use e2e::simulate::{self, Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::place::{Door, PUBLIC_URL, Place};
use crate::site::Site;
use crate::teller::Teller;

/// Username of the person with a password, a token and a session.
const PERSON: &str = "ada";
/// The name of a caller without a credential.
const ANYONE: &str = "a caller without a credential";

#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) name: &'static str,
    pub(crate) credential: Credential,
    client: Client,
}

impl Caller {
    fn new(name: &'static str, credential: Credential, address: String) -> anyhow::Result<Self> {
        let client =
            Client::with(address, credential.header(), reqwest::Client::builder().timeout(Duration::from_secs(30)))?;
        Ok(Self { name, credential, client })
    }

    pub(crate) async fn read(&self, path: &str) -> reqwest::Result<Answer> {
        self.client.send(&Request::get(path), 0).await
    }

    /// Reads the JSON of an address. Fails if it is refused.
    pub(crate) async fn json(&self, path: &str) -> anyhow::Result<Value> {
        done(path, self.read(path).await)
    }

    /// Sends a write and returns the answer's JSON. Fails if the write fails.
    async fn write(&self, method: Method, path: &str, body: Value) -> anyhow::Result<Value> {
        done(path, self.client.send(&Request::json(method, path, body), 0).await)
    }
}

fn done(path: &str, answer: reqwest::Result<Answer>) -> anyhow::Result<Value> {
    let answer = answer.with_context(|| format!("{path} is not answered"))?;
    ensure!((200..300).contains(&answer.status), "{path} is answered {}", answer.short());
    Ok(answer.json())
}

/// Fills a site that has one organization and a key, and stops its server at the end. Returns callers with different
/// permissions.
pub(crate) async fn make(site: &Site) -> anyhow::Result<Vec<Caller>> {
    let (second, other) = site.organization("Second")?;
    for (organization, file) in ["1", &second].into_iter().zip(own_fixtures()) {
        site.ask(&["import", "--organization", organization, &file.to_string_lossy()])?;
    }
    let person = site.ask(&["users", "create", "--username", PERSON, "--managed-by", "1"])?;
    site.ask(&["members", "add", "--organization", "1", "--user", &person, "--role", "ADMIN"])?;
    let password = site.data.join("password");
    std::fs::write(&password, PASSWORD).context("a password")?;
    let mut command = site.command();
    command.args(["users", "set-password", "--user", &person, "--password-stdin"]);
    ensure!(command.stdin(File::open(&password)?).output()?.status.success(), "the password cannot be set");
    std::fs::remove_file(password)?;
    let token = site.ask(&["tokens", "issue", "--name", "drill", "--user", &person, "--organization", "1"])?;

    let (server, door) = (site.serve().await?, site.door());
    let caller = |name, credential| Caller::new(name, credential, door.address.clone());
    let mut callers = vec![
        caller("the key of an administrator", Credential::Key(site.key.clone()))?,
        caller("the key of another organization", Credential::Key(other))?,
        caller("a person's token", Credential::Token(token))?,
        caller(ANYONE, Credential::Nothing)?,
    ];
    simulate::play(&door.address, &door.key, Plan::new(8, 3, 2)).await?;
    for (number, caller) in callers[..3].iter().enumerate() {
        lists(caller, number).await?;
    }
    being_played(&door).await?;
    callers.push(caller("a session", Credential::Cookie(sign_in(&callers[3]).await?))?);
    server.stop().await?;
    Ok(callers)
}

/// The callers of an organization with a key, and no people.
pub(crate) fn of_key(door: &Door) -> anyhow::Result<Vec<Caller>> {
    let caller = |name, credential| Caller::new(name, credential, door.address.clone());
    let key = Credential::Key(door.key.clone());
    Ok(vec![caller("the key of an administrator", key)?, caller(ANYONE, Credential::Nothing)?])
}

/// Creates lists with two revisions each.
pub(crate) async fn lists(caller: &Caller, of: usize) -> anyhow::Result<()> {
    for number in 0..4 {
        let cards: Vec<_> = (0..15).map(|card| format!("4 Card {of}-{number}-{card}")).collect();
        let body = json!({ "name": format!("List {of}-{number}"), "plaintext_list": cards.join("\n") });
        let list = caller.write(Method::POST, "/api/v1/decklists/", body).await?;
        let path = format!("/api/v1/decklists/{}/", id(&list));
        caller.write(Method::PATCH, &path, json!({ "archetype": format!("Kind {number}") })).await?;
    }
    Ok(())
}

/// Creates a convention and a tournament in its first round at the convention's time.
pub(crate) async fn being_played(door: &Door) -> anyhow::Result<()> {
    let mut organizer = Teller::new(door, "organizer")?;
    let convention = json!({ "name": "Moxhall Open", "event_timezone": "Europe/Brussels" });
    organizer.done(Method::POST, "/api/v1/conventions/", convention).await?;
    let details = json!({ "name": "Friday Legacy", "event_format": "LEGACY", "swiss_rounds": 3, "seed": 7 });
    let event = organizer.create("/api/v1/magic-events/", details).await?;
    organizer.move_to(event, "REGISTRATION_OPEN").await?;
    for number in 0..4 {
        let name = format!("player-{number}");
        let account = json!({ "username": name, "best_identifier": format!("Player {number}"), "email": format!("{name}@players.example") });
        let user = organizer.create("/api/v1/users/", account).await?;
        organizer.register(event, user).await?;
    }
    organizer.move_to(event, "REGISTRATION_CLOSED").await?;
    organizer.move_to(event, "EVENT_IN_PROGRESS").await?;
    let round = id(&organizer.post(event, "rounds/", json!({ "kind": "swiss" })).await?);
    organizer.post(event, &format!("rounds/{round}/start/"), json!({})).await.map(drop)
}

/// Signs in and returns the value of the session cookie.
async fn sign_in(anyone: &Caller) -> anyhow::Result<String> {
    let fields = vec![("username", PERSON.to_owned()), ("password", PASSWORD.to_owned())];
    let request = Request::new(Method::POST, "/login/", Form::UrlEncoded, fields).with("origin", PUBLIC_URL);
    let answer = anyone.client.send(&request, 0).await.context("the sign-in is not answered")?;
    let cookies = answer.headers.get_all("set-cookie");
    let values = cookies.iter().filter_map(|cookie| cookie.to_str().ok()?.split(';').next()?.split_once('='));
    let mut found =
        values.filter(|(name, _)| name.ends_with(api_kit::session::COOKIE)).map(|(_, value)| value.to_owned());
    found.next().with_context(|| format!("the sign-in is answered {}", answer.status))
}
