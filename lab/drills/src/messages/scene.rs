//! Who receives the drill's messages: players with mail and phones, channels at Discord, webhooks. Their receivers are another
//! program (`receivers.py`), with a real mail server from a package.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use anyhow::{Context, ensure};
use e2e::client::Request;
use e2e::crawl::id as id_of;
use e2e::script::Script;
use proto_events::ids::{OrganizationId, UserId, WebhookId};
use reqwest::Method;
use serde_json::{Value, json};
use service_kit::webhook_secret::WebhookSecret;
use storage::deliveries::{ChannelKind, Recipient};
use storage::notifications::{DiscordChannel, PushSubscription};
use storage::{Access, EventStore, open_events};

use crate::place::{Door, Place};
use crate::teller::Teller;

#[derive(Default)]
pub(super) struct Scene {
    pub(super) organizations: Vec<Organization>,
    /// The paths of those that get requests.
    pub(super) paths: BTreeMap<Recipient, String>,
    /// Those that always refuse.
    pub(super) refusing: BTreeSet<Recipient>,
    /// Those of them that do not want any further message.
    pub(super) ended: BTreeSet<Recipient>,
    /// The webhooks with their organizations and secrets, by the paths of their addresses.
    pub(super) hooks: BTreeMap<String, Hook>,
}

pub(super) struct Hook {
    pub(super) id: i64,
    pub(super) organization: OrganizationId,
    pub(super) secret: WebhookSecret,
}

pub(super) struct Organization {
    pub(super) id: OrganizationId,
    pub(super) door: Door,
    pub(super) people: Vec<i64>,
}

impl Scene {
    /// Makes organizations with this many players. Of the players of each, one has an address that the mail server refuses, one a
    /// phone whose subscription has ended, and one a phone that the push service refuses; so do a channel and a webhook.
    pub(super) async fn make(
        place: &dyn Place,
        receivers: &Receivers,
        organizations: usize,
        players: usize,
    ) -> anyhow::Result<Self> {
        let mut scene = Self::default();
        for number in 0..organizations {
            let (id, key) = place.organization(&format!("Drill {number}"))?;
            let door = Door { key, ..place.door() };
            known(&door).await?;
            let mut teller = Teller::new(&door, "scene")?;
            let mut people = Vec::new();
            for player in 0..players {
                let name = if player == 1 { "gone" } else { "player" };
                let account = json!({
                    "best_identifier": format!("Player {player}"),
                    "email": format!("{name}-{number}-{player}@players.example"),
                });
                people.push(teller.create("/api/v1/users/", account).await?);
            }
            for (path, ends) in [("/hook", false), ("/gone", true)] {
                let url = receivers.url(&format!("{path}/{number}"));
                let added = teller.done(Method::POST, "/api/v1/webhooks/", json!({ "url": url })).await?;
                let secret = added["secret"].as_str().and_then(WebhookSecret::parse).context("no secret")?;
                let (id, organization) = (id_of(&added), OrganizationId(id.parse()?));
                scene.add(WebhookId(id).into(), format!("{path}/{number}"), ends, ends);
                scene.hooks.insert(format!("{path}/{number}"), Hook { id, organization, secret });
            }
            scene.refusing.extend(people.get(1).map(|gone| Recipient::from(UserId(*gone))));
            scene.organizations.push(Organization { id: OrganizationId(id.parse()?), door, people });
        }
        let store = open_events(&place.log(), Access::Write).await.context("the log cannot be opened")?;
        scene.subscribe(&*store, receivers).await?;
        store.close().await;
        Ok(scene)
    }

    fn add(&mut self, recipient: Recipient, path: String, refuses: bool, ends: bool) {
        self.paths.insert(recipient, path);
        self.refusing.extend(refuses.then_some(recipient));
        self.ended.extend(ends.then_some(recipient));
    }

    /// Subscribes phones, and adds channels.
    async fn subscribe(&mut self, store: &dyn EventStore, receivers: &Receivers) -> anyhow::Result<()> {
        let mut added = Vec::new();
        for (number, Organization { id, people, .. }) in self.organizations.iter().enumerate() {
            for (player, user) in people.iter().enumerate() {
                let kind = ["push", "push", "gone", "large"].get(player).unwrap_or(&"push");
                let path = format!("/{kind}/{user}");
                store.put_push_subscription(&receivers.subscription(*user, &path)).await?;
                let stored = store.push_subscriptions(&[UserId(*user)]).await?;
                let subscription = stored.first().context("no subscription")?.id;
                added.push((ChannelKind::Push.recipient(subscription), path, player));
            }
            for (kind, player) in [("", 0), ("/missing", 3)] {
                let path = format!("{kind}/api/webhooks/{}/secret", number + 1);
                let (url, language) = (receivers.url(&path), "en".to_owned());
                let channel = DiscordChannel { id: 0, organization_id: *id, tournament_id: None, url, language };
                let channel = ChannelKind::Discord.recipient(store.put_discord_channel(&channel).await?);
                added.push((channel, path, player));
            }
        }
        for (recipient, path, player) in added {
            self.add(recipient, path, player == 2 || player == 3, player == 2);
        }
        Ok(())
    }

    pub(super) fn recipients(&self) -> impl Iterator<Item = Recipient> {
        let people = self.organizations.iter().flat_map(|it| it.people.iter().map(|user| UserId(*user).into()));
        people.chain(self.paths.keys().copied())
    }
}

/// Waits until the key, which was issued a moment ago, is known.
async fn known(door: &Door) -> anyhow::Result<()> {
    let client = door.client()?;
    for _ in 0..500 {
        let answer = client.answer(&Request::get("/api/v1/api-keys/whoami/")).await.context("no answer")?;
        if answer.status == 200 {
            return Ok(());
        }
        ensure!(answer.status == 401, "{}", answer.short());
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    anyhow::bail!("a key is not known")
}

/// A message that was accepted: when its connection began, and when it was accepted, in seconds since 1970.
#[derive(Debug, Clone, Copy)]
pub(super) struct Acceptance {
    pub(super) begun: f64,
    pub(super) at: f64,
}

/// A request of a webhook that arrived, whatever it was answered.
#[derive(Debug, Clone)]
pub(super) struct Arrival {
    pub(super) path: String,
    /// The id of the message, its time, its signature, and the body.
    pub(super) signed: [String; 4],
}

#[derive(Debug, Default)]
pub(super) struct Got {
    /// When each message was accepted, by what it is.
    pub(super) accepted: BTreeMap<String, Vec<Acceptance>>,
    /// Requests of webhooks, as they came.
    pub(super) arrivals: Vec<Arrival>,
}

pub(super) struct Receivers {
    pub(super) smtp: i64,
    http: i64,
    keys: [String; 2],
    script: Script,
    got: Mutex<Got>,
}

impl Receivers {
    /// Starts receivers of which this percentage of requests fails.
    pub(super) fn start(seed: u64, percent: u32, careless: bool) -> anyhow::Result<Self> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/messages/receivers.py");
        let (seed, percent) = (seed.to_string(), percent.to_string());
        let words = [seed.as_str(), &percent].into_iter().chain(careless.then_some("careless"));
        let script = Script::python(script, &words.collect::<Vec<_>>());
        let first = script.next();
        let port = |at: usize| first["ports"][at].as_i64().context("no port");
        let key = |name: &str| first[name].as_str().unwrap_or_default().to_owned();
        let (smtp, http, keys) = (port(0)?, port(1)?, ["public_key", "auth"].map(key));
        Ok(Self { smtp, http, keys, script, got: Mutex::default() })
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.http)
    }

    pub(super) fn subscription(&self, user: i64, path: &str) -> PushSubscription {
        let ([public_key, auth], language) = (self.keys.clone(), "en".to_owned());
        PushSubscription { id: 0, user_id: UserId(user), endpoint: self.url(path), public_key, auth, language }
    }

    pub(super) fn got(&self) -> MutexGuard<'_, Got> {
        let mut got = self.got.lock().unwrap();
        self.script.so_far().for_each(|said| take(&said, &mut got));
        got
    }
}

fn take(said: &Value, got: &mut Got) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if said["hook"].is_string() {
        let signed = [0, 1, 2, 3].map(|at| text(&said["signed"][at]));
        got.arrivals.push(Arrival { path: text(&said["hook"]), signed });
        return;
    }
    let time = |name: &str| said[name].as_f64().unwrap_or_default();
    let what = text(&said["what"]);
    got.accepted.entry(what).or_default().push(Acceptance { begun: time("begun"), at: time("at") });
}
