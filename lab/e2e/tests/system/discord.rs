//! Channels at Discord: an event is posted as everyone may see it, and failures are shown without the address.

use chrono::Duration as Span;
use e2e::crawl::id;
use e2e::hook_receiver::{Delivered, HookReceiver};
use e2e::people::Person;
use e2e::until::{until, wanted};
use e2e::visitor::Visitor;
use e2e::{Options, TestApp};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use storage::deliveries::{ChannelKind, Delivery, DeliveryPage, DeliveryState};
use storage::notifications::DiscordChannel;

use crate::given::{asks, event, member, register};

const SECRET: &str = "very_secret-end7";

struct Scene {
    app: TestApp,
    receiver: HookReceiver,
    channel: DiscordChannel,
}

/// An event of two players in round 1, which is paired and hidden.
struct Round {
    event: i64,
    round: i64,
    table: i64,
    players: Vec<String>,
}

impl Scene {
    /// An administrator adds a channel for all events.
    async fn start() -> (Self, Person) {
        let app = TestApp::with(Options { webhooks_inside: true, ..Options::default() }).await;
        let receiver = HookReceiver::start().await;
        let admin = member(&app, "admin", Role::Admin).await;
        let mut visitor = Visitor::signed_in(&app, &admin).await;
        let url = receiver.discord_url(SECRET);
        let added = visitor.fill("/admin/discord/", &[("url", &url), ("event", "")]).await;
        assert_eq!(added.status, 303, "{}", added.text());
        let channel = app.commands().events().discord_channels(app.organization).await.unwrap().remove(0);
        (Self { app, receiver, channel }, admin)
    }

    async fn paired(&self, mut fields: Value, names: [&str; 2]) -> Round {
        fields["name"] = json!("Friday @everyone");
        let event = event(&self.app, fields).await;
        let mut players = Vec::new();
        for name in names {
            let person = self.app.managed_person(name, self.app.organization).await;
            let entry = json!({ "user_id": person.user_id, "status": "COMPLETE" });
            players.push(register(&self.app, event, &entry).await.to_string());
        }
        asks(&self.app, event, "lifecycle/", &json!({ "status": "EVENT_IN_PROGRESS" })).await;
        let round = asks(&self.app, event, "rounds/", &json!({ "kind": "swiss" })).await;
        Round { event, round: id(&round), table: id(&round["matches"][0]), players }
    }

    async fn step(&self, Round { event, round, .. }: &Round, step: &str) {
        asks(&self.app, *event, &format!("rounds/{round}/{step}/"), &json!({})).await;
    }

    /// Waits until the posts, newest first, fulfil a condition.
    async fn until(&self, what: &str, is_so: impl Fn(&[Delivery]) -> bool) -> Vec<Delivery> {
        let recipient = ChannelKind::Discord.recipient(self.channel.id);
        let page = DeliveryPage { recipient, state: None, before: None, limit: 100 };
        until(what, async || {
            wanted(self.app.commands().events().deliveries(&page).await.unwrap(), |posts| is_so(posts))
        })
        .await
    }
}

fn embed(delivered: &Delivered, field: &str) -> String {
    delivered.message()["embeds"][0][field].as_str().expect("an embed").to_owned()
}

fn attempts(posts: &[Delivery]) -> i64 {
    posts.iter().map(|post| post.attempts).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_posted_once_although_discord_asks_for_pauses_and_fails() {
    let (scene, admin) = Scene::start().await;
    let hello = scene.receiver.gets(1).await.remove(0);
    assert!(hello.message()["content"].as_str().unwrap().contains(&scene.app.public_url()), "{hello:?}");
    let page = Visitor::signed_in(&scene.app, &admin).await.open("/admin/discord/").await;
    assert!(page.text().contains("…end7") && !page.text().contains("very_secret"), "{}", page.text());

    let round = scene.paired(json!({}), ["@everyone", "<@1>"]).await;
    scene.receiver.answers(&["429 Too Many Requests\r\nRetry-After: 30", "500 Oops"]);
    scene.step(&round, "publish").await;
    scene.until("one attempt", |posts| attempts(posts) == 1).await;
    scene.step(&round, "start").await;
    scene.app.clock.advance(Span::seconds(20));
    scene.until("two posts", |posts| posts.len() == 2 && attempts(posts) == 1).await;
    scene.app.clock.advance(Span::seconds(20));
    scene.until("a second attempt", |posts| attempts(posts) == 2).await;
    scene.app.clock.advance(Span::minutes(6));
    // The start publishes nothing new.
    let is_done = |post: &Delivery| post.state != DeliveryState::Pending;
    scene.until("pairings", |posts| posts.len() == 2 && posts.iter().all(is_done)).await;
    let pairings = scene.receiver.gets(4).await.remove(3);
    assert!(embed(&pairings, "description").contains("**1** "), "{pairings:?}");
    assert!(embed(&pairings, "url").ends_with(&format!("/events/{}/rounds/1/?by=table", round.event)));
    assert_eq!(pairings.message()["allowed_mentions"], json!({ "parse": [] }));
    for mention in ["@everyone", "<@1>"] {
        assert!(!pairings.body.contains(mention), "{pairings:?}");
    }

    let result = json!({ "games_won": { round.players[0].as_str(): 2, round.players[1].as_str(): 1 } });
    asks(&scene.app, round.event, &format!("matches/{}/result/", round.table), &result).await;
    scene.step(&round, "complete").await;
    asks(&scene.app, round.event, "lifecycle/", &json!({ "status": "EVENT_FINISHED" })).await;
    let got = scene.receiver.gets(6).await;
    assert!(embed(&got[4], "title").starts_with("Round 1: Results"), "{got:?}");
    assert!(embed(&got[5], "title").starts_with("Final standings"), "{got:?}");
    scene.until("all are done", |posts| posts.len() == 4 && posts.iter().all(is_done)).await;
    assert_eq!(scene.receiver.got().len(), 6);
    let log = format!("{:?}", scene.app.log().await);
    assert!(!log.contains("very_secret"), "the address is in no event");
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_that_discord_asks_for_is_for_posts_about_all_events() {
    let (scene, _) = Scene::start().await;
    let (one, two) = (scene.paired(json!({}), ["ada", "ben"]).await, scene.paired(json!({}), ["cem", "dan"]).await);
    let (url, tournament_id) = (scene.receiver.discord_url("another"), Some(two.event.into()));
    let another = DiscordChannel { url, tournament_id, ..scene.channel.clone() };
    scene.app.commands().events().put_discord_channel(&another).await.unwrap();
    scene.receiver.answers(&["429 Too Many Requests\r\nRetry-After: 30\r\nX-RateLimit-Global: true"]);
    scene.step(&one, "publish").await;
    scene.until("one attempt", |posts| attempts(posts) == 1).await;
    scene.step(&two, "publish").await;
    scene.until("two posts", |posts| posts.len() == 2 && attempts(posts) == 1).await;
    let now = scene.app.clock_now();
    let due = async |seconds| {
        let at = now + Span::seconds(seconds);
        scene.app.commands().events().due_queues(ChannelKind::Discord, at).await.unwrap().len()
    };
    assert_eq!((due(29).await, due(31).await), (0, 2));
    // The post itself is tried again up to a tenth later.
    scene.app.clock.advance(Span::seconds(34));
    scene.receiver.gets(5).await;
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_is_gone_is_shown_and_what_is_not_public_is_not_posted() {
    let (scene, admin) = Scene::start().await;
    let mut visitor = Visitor::signed_in(&scene.app, &admin).await;
    for url in
        ["https://hooks.example.org/api/webhooks/1/x", "https://discord.com/", "http://10.0.0.1/api/webhooks/1/x"]
    {
        let refused = visitor.fill("/admin/discord/", &[("url", url), ("event", "")]).await;
        assert_eq!(refused.status, 422, "{url}: {}", refused.text());
    }
    scene.receiver.answers(&["401 Unauthorized"]);
    let url = scene.receiver.discord_url("other");
    let refused = visitor.fill("/admin/discord/", &[("url", &url), ("event", "")]).await;
    assert!(refused.status == 422 && refused.text().contains("does not accept"), "{}", refused.text());

    let hidden = scene.paired(json!({ "is_unlisted": true }), ["ada", "ben"]).await;
    scene.step(&hidden, "publish").await;
    let refused = |posts: &[Delivery]| posts.iter().all(|post| post.state == DeliveryState::Undelivered);
    scene.until("nothing is posted", |posts| posts.len() == 1 && refused(posts)).await;
    assert_eq!(scene.receiver.got().len(), 2, "only the first posts of channels");

    let shown = scene.paired(json!({}), ["cem", "dan"]).await;
    scene.receiver.answers(&["404 Not Found"]);
    scene.step(&shown, "publish").await;
    let posts = scene.until("it is refused", |posts| posts.len() == 2 && refused(posts)).await;
    assert_eq!((posts[0].attempts, posts[0].message.payload.as_str()), (1, ""));
    let page = visitor.open("/admin/discord/").await;
    assert!(page.text().contains("404") && !page.text().contains("very_secret"), "{}", page.text());

    let removed = visitor.fill(&format!("/admin/discord/{}/remove/", scene.channel.id), &[]).await;
    assert_eq!(removed.status, 303, "{}", removed.text());
    assert!(scene.app.commands().events().discord_channels(scene.app.organization).await.unwrap().is_empty());
    scene.step(&shown, "start").await;
    scene.app.stop().await;
}
