//! What an organization has, by which the addresses of routes are filled in.

use api_kit::description::Route;
use proto_events::Actor;
use proto_events::convention::ConventionDetails;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::{ConventionStatus, Role};
use reqwest::Method;
use serde_json::{Value, json};
use write_api::commands::conventions::create_convention::CreateConvention;

use crate::archive::own_fixtures;
use crate::crawl::id;
use crate::people::Credential;
use crate::scene::{FULL_SLUG, Scene};
use crate::stage::Stages;
use crate::{Store, TestApp};

/// An id that nothing has.
const NOBODYS: i64 = 4_000_000;

/// One of each.
#[derive(Debug, Clone)]
pub struct Things {
    slug: String,
    /// The slug of a convention that can be changed.
    run_slug: String,
    event: i64,
    round: i64,
    list: i64,
    member: i64,
    /// A member that may be let go, however often.
    leaver: i64,
    key: i64,
    /// A key that may be revoked, however often.
    spare_key: i64,
    /// The account of the member.
    user: i64,
    /// The username of somebody who may become a member, however often.
    newcomer: String,
    /// Events that are run here.
    pub stages: Stages,
}

impl Things {
    /// What an organization has after this, with names of its own.
    pub async fn of(app: &TestApp, store: &Store, number: usize) -> Self {
        let (organization_id, key) = (store.organization, Credential::Key(store.key.clone()));
        let slug = format!("summer-{number}");
        convention(app, organization_id, &slug).await;
        let event = app.import_for(organization_id, &own_fixtures()[number]).await.0;
        let round = id(&app.ask(&key, "/api/v1/tournament-rounds/").await.list()[0]);
        let list = json!({ "name": "Burn", "plaintext_list": "60 Mountain" });
        let list = id(&app.tell(&key, Method::POST, "/api/v1/decklists/", &list).await.created());
        let run_slug = slug.clone();
        Self { slug, run_slug, event, round, list, ..Self::people_of(app, organization_id, &number.to_string()).await }
    }

    /// What the organization of a scene has.
    pub async fn of_scene(app: &TestApp, scene: &Scene) -> Self {
        let (slug, event, round) = (FULL_SLUG.to_owned(), scene.team_event.0, scene.team_round.0);
        let run_slug = "summer".to_owned();
        convention(app, app.organization, &run_slug).await;
        Self {
            slug,
            run_slug,
            event,
            round,
            list: scene.text_list.0,
            ..Self::people_of(app, app.organization, "0").await
        }
    }

    /// Members and keys, with names that end so.
    async fn people_of(app: &TestApp, organization: OrganizationId, end: &str) -> Self {
        let named = |name: &str| format!("{name}-{end}");
        let keeper = app.managed_person(&named("keeper"), organization).await;
        let [leaver, newcomer] = [app.person(&named("leaver")).await, app.person(&named("newcomer")).await];
        let [ada, ben] = [app.person(&named("ada")).await, app.person(&named("ben")).await];
        let [cem, dora] = [app.person(&named("cem")).await, app.person(&named("dora")).await];
        let [evan, fay] = [app.person(&named("evan")).await, app.person(&named("fay")).await];
        let players = [ada, ben, cem, dora, evan, fay];
        let administrator = Credential::Key(app.key_for(organization, Role::Admin, None).await);
        Self {
            stages: Stages::of(app, organization, &administrator, &players).await,
            member: app.join(organization, &keeper, Role::Scorekeeper).await.0,
            leaver: app.join(organization, &leaver, Role::Scorekeeper).await.0,
            key: app.numbered_key(organization, Role::Admin).await.0.0,
            spare_key: app.numbered_key(organization, Role::Admin).await.0.0,
            user: keeper.user_id.0,
            newcomer: newcomer.username,
            ..Self::never()
        }
    }

    /// What nobody ever had.
    pub fn never() -> Self {
        let (slug, newcomer) = ("never-was".to_owned(), "nobody".into());
        let [event, round, list, member, leaver, key, spare_key, user] = [NOBODYS; 8];
        let stages = Stages::never(NOBODYS);
        Self {
            run_slug: slug.clone(),
            slug,
            event,
            round,
            list,
            member,
            leaver,
            key,
            spare_key,
            user,
            newcomer,
            stages,
        }
    }

    /// The address of a route, with what is here.
    pub fn path(&self, route: &Route) -> String {
        if let Some(stage) = self.stages.stage_for(route.description.id) {
            return stage.path(route);
        }
        let Some((before, rest)) = route.template.split_once('{') else { return route.template.to_owned() };
        let gone = route.method == "DELETE" || ["remove/", "revoke/"].iter().any(|end| rest.ends_with(end));
        let number = match before.trim_end_matches('/').rsplit('/').next().unwrap_or_default() {
            "conventions" if route.method != "GET" => return route.template.replace("{slug}", &self.run_slug),
            "conventions" => return route.template.replace("{slug}", &self.slug),
            "docs" => return route.template.replace("{file}", "page.css"),
            "magic-events" | "events" => self.event,
            "tournament-rounds" => self.round,
            "decklists" => self.list,
            "members" if gone => self.leaver,
            "members" => self.member,
            "api_keys" | "keys" if gone => self.spare_key,
            "api_keys" | "keys" => self.key,
            "users" => self.user,
            // Tokens are people's, and no organization's.
            "tokens" => NOBODYS,
            "password" => return route.template.replace("{link}", &format!("{NOBODYS}-pl_nothing")),
            other => panic!("{}: it is not said here what stands behind {other}/", route.template),
        };
        route.template.replace("{id}", &number.to_string()).replace("{number}", "1")
    }

    /// The page of the member whose account the organization looks after.
    pub fn member_page(&self) -> String {
        format!("/admin/members/{}/", self.member)
    }

    /// What is sent to a route that it carries out.
    pub fn body(&self, route: &Route) -> Option<Value> {
        if self.stages.stage_for(route.description.id).is_some() {
            return self.stages.body(route.description.id);
        }
        let body = match (route.method, route.template) {
            ("GET" | "DELETE", _) | (_, "/api/v1/users/{id}/password-link/") => return None,
            (_, template) if template.contains("/decklists/") => json!({ "name": "Storm" }),
            ("POST", "/api/v1/members/") => json!({ "username": self.newcomer, "role": "JUDGE" }),
            ("PATCH", "/api/v1/members/{id}/") => json!({ "role": "SCOREKEEPER" }),
            ("POST", "/api/v1/users/") => json!({ "username": "kim", "best_identifier": "Kim" }),
            ("PATCH", "/api/v1/users/{id}/") => json!({ "pronouns": "they" }),
            ("POST", "/api/v1/api-keys/api_keys/") => json!({ "name": "Screen" }),
            ("PATCH", "/api/v1/api-keys/api_keys/{id}/") => json!({ "name": "Screen" }),
            ("POST", "/api/v1/conventions/") => json!({ "name": "Moxhall Open", "event_timezone": "Europe/Brussels" }),
            ("PATCH", "/api/v1/conventions/{slug}/") => json!({ "name_of_location": "Old Mint" }),
            ("POST", "/api/v1/conventions/{slug}/status/") => json!({ "status": "SCHEDULED" }),
            ("POST", "/api/v1/magic-events/") => {
                json!({ "name": "Friday Legacy", "event_format": "LEGACY", "capacity": 32 })
            }
            (method, template) => panic!("it is not said here what {method} {template} is sent"),
        };
        Some(body)
    }

    /// A text without the names of what is here, to compare it with what is said of something else.
    pub fn unnamed(&self, text: &str) -> String {
        let numbers =
            [self.event, self.round, self.list, self.member, self.leaver, self.key, self.spare_key, self.user];
        let of_stages: Vec<_> = self.stages.all().iter().flat_map(|stage| stage.numbers()).collect();
        let mut names: Vec<_> =
            numbers.iter().chain(&of_stages).map(ToString::to_string).chain([self.slug.clone()]).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        names.iter().fold(text.to_owned(), |text, name| text.replace(&format!("`{name}`"), "`N`"))
    }
}

/// A convention that nobody knows much of.
async fn convention(app: &TestApp, organization_id: OrganizationId, slug: &str) {
    let details = ConventionDetails { slug: slug.into(), name: "Summer".into(), ..ConventionDetails::default() };
    let command = CreateConvention { organization_id, details, status: ConventionStatus::Scheduled };
    app.commands().create_convention(&Actor::CommandLine, &command, None).await.expect("a convention");
}
