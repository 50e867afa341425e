//! An organization's resources, whose ids fill in the addresses of routes.

use std::collections::BTreeMap;

use crate::archive::own_fixtures;
use crate::crawl::id;
use crate::people::{Credential, Person};
use crate::scene::{FULL_SLUG, Scene};
use crate::stage::{Stage, Stages};
use crate::{PICTURE, Store, TestApp, with_body};
use api_kit::description::Route;
use domain::permissions::Scheme;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::Role;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use storage::notifications::DiscordChannel;

/// An id that no resource has.
const NOBODYS: i64 = 4_000_000;
/// The address of a webhook whose name is never resolved.
const NO_RECEIVER: &str = "https://hooks.invalid/crosstable";

/// The method of a route.
pub fn method(route: &Route) -> Method {
    Method::from_bytes(route.method.as_bytes()).expect("a method")
}

/// One resource of each kind.
#[derive(Debug, Clone)]
pub struct Things {
    /// Ids by the names of the resources; none if they do not exist.
    ids: BTreeMap<&'static str, i64>,
    /// Slugs and usernames, in the same way.
    names: BTreeMap<&'static str, String>,
    /// People who each take one step.
    guests: Option<Guests>,
    /// The organization's events.
    pub stages: Stages,
}

/// People with their own tokens.
#[derive(Debug, Clone)]
struct Guests {
    /// Accepts an invitation.
    accepting: Credential,
    /// Declines an invitation.
    declining: Credential,
    /// Is a member, and leaves.
    leaving: Credential,
    /// Plays in an event.
    playing: Credential,
}

impl Things {
    /// Creates an organization's resources. `number` makes their names unique.
    pub async fn of(app: &TestApp, store: &Store, number: usize) -> Self {
        let (organization_id, key) = (store.organization, Credential::Key(store.key.clone()));
        let slug = format!("summer-{number}");
        let convention = convention(app, organization_id, &key, &slug).await;
        let event = app.import_for(organization_id, &own_fixtures()[number]).await.0;
        let round = id(&app.ask(&key, "/api/v1/tournament-rounds/").await.list()[0]);
        let list = json!({ "name": "Burn", "plaintext_list": "60 Mountain" });
        let list = made(app, &key, "/api/v1/decklists/", &list).await;
        let (run_slug, store) = (slug.clone(), format!("store-{number}"));
        let page = json!({ "slug": store });
        assert_eq!(app.tell(&key, Method::PATCH, "/api/v1/store-page/", &page).await.status, 200);
        let people = Self::people_of(app, organization_id, &number.to_string()).await;
        // Only the people of a scene answer invitations of their organization.
        let ids = [convention, organization_id.0, event, round, list, NOBODYS];
        people.with(ids, [slug, run_slug, store])
    }

    /// The same with these ids and names.
    fn with(mut self, ids: [i64; 6], names: [String; 3]) -> Self {
        self.ids.extend(["convention", "announcement", "event", "round", "list", "organization"].into_iter().zip(ids));
        self.names.extend(["slug", "run slug", "store"].into_iter().zip(names));
        self
    }

    /// Creates the resources of the app's own organization.
    pub async fn of_own(app: &TestApp) -> Self {
        let store = Store { organization: app.organization, key: app.key.clone() };
        Self::of(app, &store, 0).await
    }

    /// Creates the resources of the app's own organization and those of another one.
    pub async fn of_two(app: &TestApp) -> (Self, Self) {
        let there = app.store("Other Store").await;
        (Self::of_own(app).await, Self::of(app, &there, 1).await)
    }

    /// The resources of a scene's organization.
    pub async fn of_scene(app: &TestApp, scene: &Scene) -> Self {
        let (slug, event, round) = (FULL_SLUG.to_owned(), scene.team_event.0, scene.team_round.0);
        let run_slug = "summer".to_owned();
        let key = Credential::Key(app.key.clone());
        let convention = convention(app, app.organization, &key, &run_slug).await;
        let people = Self::people_of(app, app.organization, "0").await;
        let guests = Some(guests(app, app.organization, &people.stages).await);
        let ids = [convention, app.organization.0, event, round, scene.text_list.0, app.organization.0];
        Self { guests, ..people.with(ids, [slug, run_slug, app.organization.to_string()]) }
    }

    /// The credential for a route: this key, or the token of a guest if the route takes no keys.
    pub fn credential(&self, route: &Route, key: &str) -> Credential {
        let takes_keys = route.operation().is_none_or(|operation| operation.takes(Scheme::ApiKey));
        match (&self.guests, route.id) {
            _ if takes_keys => Credential::Key(key.to_owned()),
            (Some(guests), "decline_invitation") => guests.declining.clone(),
            (Some(guests), "leave_organization" | "list_own_memberships") => guests.leaving.clone(),
            (
                Some(guests),
                "list_own_registrations" | "list_own_matches" | "list_own_player_pages" | "change_player_page",
            ) => guests.playing.clone(),
            (Some(guests), _) => guests.accepting.clone(),
            (None, _) => Credential::Nothing,
        }
    }

    /// A person who is no member of an organization.
    pub fn outsider(&self) -> Credential {
        self.guests.as_ref().map_or(Credential::Nothing, |guests| guests.declining.clone())
    }

    /// Creates members and keys. `end` makes their names unique.
    async fn people_of(app: &TestApp, organization: OrganizationId, end: &str) -> Self {
        let named = |name: &str| format!("{name}-{end}");
        let keeper = app.managed_person(&named("keeper"), organization).await;
        let newcomer = app.managed_person(&named("newcomer"), organization).await;
        let [leaver, stranger] = [app.person(&named("leaver")).await, app.person(&named("stranger")).await];
        let invited = app.person(&named("invited")).await;
        let [ada, ben] = [app.person(&named("ada")).await, app.person(&named("ben")).await];
        let [cem, dora] = [app.person(&named("cem")).await, app.person(&named("dora")).await];
        let [evan, fay] = [app.person(&named("evan")).await, app.person(&named("fay")).await];
        let players = [ada, ben, cem, dora, evan, fay];
        let administrator = Credential::Key(app.key_for(organization, Role::Admin).await);
        let hooks = "/api/v1/webhooks/";
        let webhook = made(app, &administrator, hooks, &json!({ "url": NO_RECEIVER })).await;
        let stages = Stages::of(app, organization, &administrator, &players).await;
        let ids = BTreeMap::from([
            ("webhook", webhook),
            ("delivery", app.first_delivery(webhook).await),
            ("spare webhook", made(app, &administrator, hooks, &json!({ "url": NO_RECEIVER, "enabled": false })).await),
            ("discord", discord(app, organization).await),
            ("series", series(app, &administrator, (stages.announced.event, end)).await),
            ("player page", player_page(app, organization, stages.playing.players[0]).await),
            ("member", app.join(organization, &keeper, Role::Scorekeeper).await.0),
            ("spare member", app.join(organization, &leaver, Role::Scorekeeper).await.0),
            ("key", app.numbered_key(organization, Role::Admin, false).await.0.0),
            ("spare key", app.numbered_key(organization, Role::Admin, false).await.0.0),
            ("user", keeper.user_id.0),
            // An account without a username, which may be merged into the member's repeatedly.
            ("double", app.double(&named("double"), organization).await.0),
            // A person without a way to sign in.
            ("guest", made(app, &administrator, "/api/v1/users/", &json!({ "best_identifier": named("Guest") })).await),
            // An account that may be erased repeatedly.
            ("erased", app.managed_person(&named("erased"), organization).await.user_id.0),
            ("invitation", app.invite(organization, &invited).await.0),
        ]);
        let names = [("keeper", keeper), ("newcomer", newcomer), ("stranger", stranger)];
        let names = names.into_iter().map(|(name, person)| (name, person.username)).collect();
        Self { ids, names, guests: None, stages }
    }

    /// Resources that do not exist.
    pub fn never() -> Self {
        Self { ids: BTreeMap::new(), names: BTreeMap::new(), guests: None, stages: Stages::never(NOBODYS) }
    }

    /// The id of a resource.
    fn id(&self, name: &str) -> i64 {
        let is_never = self.ids.is_empty();
        self.ids.get(name).copied().unwrap_or_else(|| if is_never { NOBODYS } else { panic!("there is no {name}") })
    }

    /// The slug or username of a resource.
    fn name(&self, name: &str) -> &str {
        self.names.get(name).map_or("never-was", String::as_str)
    }

    /// The address of a route with these resources.
    pub fn path(&self, route: &Route) -> String {
        if let Some(stage) = self.stages.stage_for(route.id) {
            return stage.path(route);
        }
        let Some((before, rest)) = route.template.split_once('{') else { return route.template.to_owned() };
        let gone = route.method == "DELETE" || ["remove/", "revoke/"].iter().any(|end| rest.ends_with(end));
        let number = match before.trim_end_matches('/').rsplit('/').next().unwrap_or_default() {
            "conventions" if before.contains("/desk/") => self.id("convention"),
            "conventions" if route.method != "GET" => {
                return route
                    .template
                    .replace("{slug}", self.name("run slug"))
                    .replace("{announcement_id}", &self.id("announcement").to_string());
            }
            "conventions" => return route.template.replace("{slug}", self.name("slug")),
            "stores" => return route.template.replace("{slug}", self.name("store")),
            "colors" => return route.template.replace("{file}", "1f6feb.css"),
            "dumps" => return route.template.replace("{file}", crate::app::dumps::FILE),
            // No one has a picture.
            "pictures" => return route.template.replace("{file}", &"0".repeat(64)),
            "with" => return route.template.replace("{provider}", "nothing"),
            "assets" => return route.template.replace("{file}", "live.js"),
            "magic-events" | "events" => self.id("event"),
            "tournament-rounds" => self.id("round"),
            "decklists" => self.id("list"),
            "members" if gone => self.id("spare member"),
            "members" => self.id("member"),
            "api_keys" | "keys" if gone => self.id("spare key"),
            "api_keys" | "keys" => self.id("key"),
            "webhooks" if gone => self.id("spare webhook"),
            "webhooks" => self.id("webhook"),
            "discord" => self.id("discord"),
            "series" => self.id("series"),
            "users" if rest.ends_with("merge/") => self.id("double"),
            "users" if rest.ends_with("name/") => self.id("guest"),
            "claims" => self.id("guest"),
            "users" | "people" if rest.ends_with("erase/") => self.id("erased"),
            "users" | "people" => self.id("user"),
            // An account's invitations and memberships have the organization's id in their address.
            "invitations" | "memberships" | "player-pages" if before.contains("/account/") => self.id("organization"),
            "invitations" => self.id("invitation"),
            "registrations" => self.stages.playing.entries[0],
            // Tokens belong to people, not to an organization.
            "tokens" => NOBODYS,
            "players" => self.id("player page"),
            "me" => self.stages.playing.event,
            "e" => {
                return route
                    .template
                    .replace("{event}", &self.stages.playing.event.to_string())
                    .replace("{code}", "nothing");
            }
            "join" => return route.template.replace("{code}", "nothing"),
            "set-up" | "unsubscribe" => return route.template.replace("{link}", "nothing"),
            "confirm" | "password" => return route.template.replace("{link}", &format!("{NOBODYS}-pl_nothing")),
            other => panic!("{}: there is no id for {other}/", route.template),
        };
        let path = route.template.replace("{id}", &number.to_string()).replace("{number}", "1");
        path.replace("{delivery_id}", &self.id("delivery").to_string())
            .replace("{user_id}", &self.id("user").to_string())
    }

    /// A request to a route with these resources, without a credential.
    pub fn request(&self, app: &TestApp, route: &Route) -> RequestBuilder {
        let request = app.anonymous_request(method(route), &self.path(route));
        match self.body(route) {
            Some(body) => with_body(request, &body),
            None => request,
        }
    }

    /// The webhook with deliveries.
    pub fn webhook(&self) -> i64 {
        self.id("webhook")
    }

    /// The account of the member, and its username.
    pub fn keeper(&self) -> (i64, String) {
        (self.id("user"), self.name("keeper").to_owned())
    }

    /// The slug of the convention.
    pub fn slug(&self) -> String {
        self.name("slug").to_owned()
    }

    /// The page of the member whose account the organization manages.
    pub fn member_page(&self) -> String {
        format!("/admin/members/{}/", self.id("member"))
    }

    /// The body of `POST /api/v1/members/` for a person who is invited.
    pub fn invitation(&self) -> Value {
        json!({ "username": self.name("stranger"), "role": "JUDGE" })
    }

    /// The body of a request that the route accepts.
    pub fn body(&self, route: &Route) -> Option<Value> {
        if self.stages.stage_for(route.id).is_some() {
            return self.stages.body(route.id);
        }
        let body = match (route.method, route.template) {
            ("GET" | "DELETE", _)
            | (_, "/api/v1/users/{id}/password-link/" | "/api/v1/users/{id}/unmerge/" | "/api/v1/users/{id}/erase/") => {
                return None;
            }
            (_, "/api/v1/webhooks/{id}/rotate-secret/" | "/api/v1/webhooks/{id}/deliveries/{delivery_id}/resend/") => {
                return None;
            }
            (_, "/api/v1/series/{id}/end/") => return None,
            ("POST", "/api/v1/webhooks/") => json!({ "url": NO_RECEIVER }),
            ("POST", "/api/v1/series/") => series_of(self.stages.announced.event),
            ("PATCH", "/api/v1/series/{id}/") => json!({ "weeks_ahead": 8 }),
            ("PATCH", "/api/v1/webhooks/{id}/") => json!({ "description": "Screens" }),
            ("POST", "/api/v1/webhooks/{id}/resend/") => {
                json!({ "from": "2026-03-15T18:00:00Z", "to": "2026-03-15T23:00:00Z" })
            }
            (_, "/api/v1/users/{id}/name/") => json!({ "best_identifier": "Kim Kay" }),
            ("PUT", "/api/v1/magic-events/{id}/staff/{user_id}/") => json!({ "role": "JUDGE" }),
            ("PUT", "/api/v1/magic-events/{id}/picture/" | "/api/v1/store-page/logo/") => json!(PICTURE),
            ("PUT", "/api/v1/conventions/{slug}/picture/") => json!(PICTURE),
            ("POST", "/api/v1/conventions/{slug}/announcements/") => json!({ "text": "Doors open." }),
            (_, "/api/v1/users/{id}/merge/") => json!({ "into": self.id("user") }),
            (_, "/api/v1/account/player-pages/{id}/") => json!({ "is_shown": true }),
            (_, template) if template.contains("/account/") => return None,
            (_, template) if template.contains("/decklists/") => json!({ "name": "Storm" }),
            ("POST", "/api/v1/members/") => json!({ "username": self.name("newcomer"), "role": "JUDGE" }),
            ("PATCH", "/api/v1/members/{id}/") => json!({ "role": "SCOREKEEPER" }),
            ("POST", "/api/v1/users/") => json!({ "username": "kim", "best_identifier": "Kim" }),
            ("PATCH", "/api/v1/users/{id}/") => json!({ "pronouns": "they" }),
            ("POST", "/api/v1/api-keys/api_keys/") => json!({ "name": "Screen" }),
            ("PATCH", "/api/v1/api-keys/api_keys/{id}/") => json!({ "name": "Screen" }),
            ("POST", "/api/v1/conventions/") => json!({ "name": "Moxhall Open", "event_timezone": "Europe/Brussels" }),
            ("PATCH", "/api/v1/store-page/") => json!({ "about": "Cards and coffee." }),
            ("PATCH", "/api/v1/conventions/{slug}/") => json!({ "name_of_location": "Old Mint" }),
            ("POST", "/api/v1/conventions/{slug}/status/") => json!({ "status": "SCHEDULED" }),
            ("POST", "/api/v1/magic-events/") => {
                json!({ "name": "Friday Legacy", "event_format": "LEGACY", "capacity": 32 })
            }
            (method, template) => panic!("there is no body for {method} {template}"),
        };
        Some(body)
    }

    /// A text without the names and ids of these resources, to compare it with the text for others.
    pub fn unnamed(&self, text: &str) -> String {
        let of_stages = self.stages.all().into_iter().flat_map(Stage::numbers);
        let ids = self.ids.values().copied().chain(of_stages).chain([NOBODYS]).map(|id| id.to_string());
        let mut names: Vec<_> = ids.chain([self.name("slug").to_owned()]).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let unnamed = |text: String, name: &String| {
            text.replace(&format!("`{name}`"), "`N`").replace(&format!(":\"{name}\""), ":\"N\"")
        };
        names.iter().fold(text.to_owned(), unnamed)
    }
}

async fn guests(app: &TestApp, organization: OrganizationId, stages: &Stages) -> Guests {
    let mut credentials = Vec::new();
    for name in ["accepting", "declining", "leaving"] {
        let guest = app.person(name).await;
        match name {
            "leaving" => app.join(organization, &guest, Role::Judge).await,
            _ => app.invite(organization, &guest).await,
        };
        credentials.push(Credential::Token(app.token(&guest, None).await));
    }
    let Ok([accepting, declining, leaving]) = <[Credential; 3]>::try_from(credentials) else { unreachable!() };
    let playing = playing(app, stages.playing.players[0]).await;
    Guests { accepting, declining, leaving, playing }
}

/// Creates something, and returns its id.
async fn made(app: &TestApp, administrator: &Credential, path: &str, body: &Value) -> i64 {
    id(&app.tell(administrator, Method::POST, path, body).await.created())
}

/// A plan of a series. Its first day is far ahead, so it makes no events.
fn series_of(template: i64) -> Value {
    json!({ "template_id": template, "first_day": "2099-01-02", "starts": "18:30", "time_zone": "Europe/Berlin" })
}

/// Plans series, and returns the number of the last: another one in each organization, which counts its own.
async fn series(app: &TestApp, administrator: &Credential, (template, end): (i64, &str)) -> i64 {
    let mut last = 0;
    for every_weeks in 1..=end.parse::<i64>().unwrap_or_default() + 1 {
        let mut plan = series_of(template);
        plan["every_weeks"] = json!(every_weeks);
        last = made(app, administrator, "/api/v1/series/", &plan).await;
    }
    last
}

/// Adds a channel at Discord. Nothing answers at its address.
async fn discord(app: &TestApp, organization_id: OrganizationId) -> i64 {
    let (url, language) = (NO_RECEIVER.to_owned(), "en".to_owned());
    let channel = DiscordChannel { id: 0, organization_id, tournament_id: None, url, language };
    app.commands().events().put_discord_channel(&channel).await.expect("a channel")
}

/// The token of a player.
async fn playing(app: &TestApp, user: i64) -> Credential {
    let player = Person { user_id: UserId(user), username: String::new() };
    Credential::Token(app.token(&player, None).await)
}

/// A player shows the own page. Returns its id.
async fn player_page(app: &TestApp, organization: OrganizationId, user: i64) -> i64 {
    let path = format!("/api/v1/account/player-pages/{organization}/");
    app.applied().await;
    let shown = app.tell(&playing(app, user).await, Method::PUT, &path, &json!({ "is_shown": true })).await.json();
    let id = shown["url"].as_str().and_then(|url| url.trim_end_matches('/').rsplit('/').next());
    id.and_then(|id| id.parse().ok()).expect("the id of a page")
}

/// Creates a convention with few details, and with announcements, so many that the number of the last one is the organization's
/// id: another one in each organization. Returns its id.
async fn convention(app: &TestApp, organization_id: OrganizationId, key: &Credential, slug: &str) -> i64 {
    let new = json!({ "slug": slug, "name": "Summer" });
    let convention = made(app, key, "/api/v1/conventions/", &new).await;
    let announcements = format!("/api/v1/conventions/{slug}/announcements/");
    for number in 1..=organization_id.0 {
        let text = format!("Door {number} is open.");
        app.tell(key, Method::POST, &announcements, &json!({ "text": text })).await.created();
    }
    convention
}
