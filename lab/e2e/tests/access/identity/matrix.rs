//! Tests every route × every role × every scheme × resources of the caller's organization, of another one, and missing
//! ones. The expected answers are derived only from `domain::permissions`.

use api_kit::description::{Route, Tag};
use domain::permissions::{Own, Scheme, may};
use e2e::people::Credential;
use e2e::permissions::routes;
use e2e::things::Things;
use e2e::{Reply, Store, TestApp};
use proto_events::vocabulary::Role;

/// A caller.
pub(crate) struct Caller {
    pub(crate) name: String,
    pub(crate) credential: Credential,
    /// The role in the app's organization.
    pub(crate) role: Option<Role>,
    pub(crate) read_only: bool,
}

/// The expected outcome of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    Done,
    /// Done, or refused because an earlier caller did it and it can be done only once.
    DoneOnce,
    Unauthorized,
    Forbidden,
    NotFound,
}

impl Expected {
    pub(crate) fn fits(self, status: u16) -> bool {
        match self {
            Self::Done => (200..300).contains(&status),
            Self::DoneOnce => (200..300).contains(&status) || [404, 409].contains(&status),
            Self::Unauthorized => status == 401,
            Self::Forbidden => status == 403,
            Self::NotFound => status == 404,
        }
    }
}

/// The owner of the resources in an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    Ours,
    Theirs,
    Nobodys,
}

/// Operations that a person may carry out for their own participation in an event, but not for another player's.
const NOT_YOURS: [&str; 5] = ["create_registration", "report_result", "confirm_result", "contest_result", "call_judge"];

/// Operations on decklists, which only staff may read until they are published.
const SECRET: [&str; 4] = ["get_decklist", "list_decklist_revisions", "show_decklist_page", "show_decklist_image"];

/// Operations that cannot be repeated, or not often, or not after another one: a confirmed result cannot be contested.
const DONE_ONCE: [&str; 7] =
    ["create_round", "answer_call", "draw_deck_checks", "delete_event", "contest_result", "send_message", "fire_queue"];

/// Derives the expected outcome from the table: the scheme must be accepted, the role must have the permission or the
/// resource be the person's own, and the resource must be reachable.
pub(crate) fn expected(route: &Route, caller: &Caller, whose: Whose) -> Expected {
    let Some(operation) = route.operation() else { return Expected::Done };
    let rule = operation.rule();
    let Some(scheme) = caller.credential.scheme().filter(|scheme| operation.takes(*scheme)) else {
        // A browser shows a page that is not there.
        return if route.id == "show_decklist_page" { Expected::NotFound } else { Expected::Unauthorized };
    };
    let by_role = caller.role.is_some_and(|role| may(role, operation)) && !(caller.read_only && rule.writes);
    if !by_role && (rule.own == Own::No || scheme == Scheme::ApiKey) {
        return Expected::Forbidden;
    }
    let done = if DONE_ONCE.contains(&route.id) { Expected::DoneOnce } else { Expected::Done };
    // The organization of an event is no secret, but another player's participation is not the person's own.
    let takes_part = NOT_YOURS.contains(&route.id);
    let names_another = route.id == "create_registration" && !by_role;
    let is_secret = SECRET.contains(&route.id) && caller.role == Some(Role::ReadOnly);
    // Invitations to answer and memberships to leave belong to the person.
    let is_persons = is_persons(route);
    match whose {
        Whose::Ours | Whose::Theirs if is_for_everybody(route) => Expected::Done,
        _ if is_persons => Expected::NotFound,
        Whose::Ours if is_secret => Expected::NotFound,
        // The resources belong to organizations, not to a person.
        Whose::Ours if by_role => done,
        _ if names_another => Expected::Forbidden,
        Whose::Ours | Whose::Theirs if takes_part && scheme != Scheme::ApiKey => Expected::Forbidden,
        _ if !route.template.contains('{') => Expected::Done,
        _ => Expected::NotFound,
    }
}

/// Whether the things in the address of a route belong to a person rather than to an organization.
pub(crate) fn is_persons(route: &Route) -> bool {
    let begins = |start: &str| route.template.starts_with(start);
    (route.template.contains("/account/") || begins("/me/")) && route.template.contains('{') && !is_for_everybody(route)
}

/// Whether the address is of a public event, in which everyone who is signed in may take part.
fn is_for_everybody(route: &Route) -> bool {
    route.template == "/me/{id}/sign-up/"
}

/// All kinds of callers, as seen from one organization.
pub(crate) async fn everybody(app: &TestApp) -> Vec<Caller> {
    let here = app.organization;
    let mut all = Vec::new();
    for role in Role::ALL {
        let member = app.with_password(app.member(here, &format!("member-{role}"), *role).await).await;
        let key = Credential::Key(app.key_for(here, *role).await);
        let token = Credential::Token(app.token(&member, Some(here)).await);
        let cookie = Credential::Cookie(app.session(&member, Some(here)).await);
        for (name, credential) in [("key", key), ("token", token), ("cookie", cookie)] {
            all.push(Caller { name: format!("{role} by {name}"), credential, role: Some(*role), read_only: false });
        }
    }
    let narrow = Credential::Key(app.numbered_key(here, Role::Admin, true).await.1);
    all.push(Caller { name: "read-only key".into(), credential: narrow, role: Some(Role::Admin), read_only: true });
    let player = app.with_password(app.person("player").await).await;
    let token = Credential::Token(app.token(&player, None).await);
    let cookie = Credential::Cookie(app.session(&player, None).await);
    for (name, credential) in [("token", token), ("cookie", cookie)] {
        all.push(Caller { name: format!("player by {name}"), credential, role: None, read_only: false });
    }
    all.push(Caller { name: "no credential".into(), credential: Credential::Nothing, role: None, read_only: false });
    all
}

pub(crate) async fn ask(app: &TestApp, route: &Route, caller: &Caller, things: &Things) -> Reply {
    let reply = app.send(caller.credential.sign(things.request(app, route))).await;
    assert!(!reply.has_mark(), "{}", reply.asked);
    reply
}

/// The routes of the OpenAPI document; the panel's are in `panel.rs`.
pub(crate) fn documented() -> Vec<Route> {
    routes().into_iter().filter(|route| route.tag != Tag::Panel).collect()
}

/// Everything that another organization's administrator can read and a caller might have changed.
async fn all_of(app: &TestApp, store: &Store) -> Vec<serde_json::Value> {
    let mut all = Vec::new();
    for path in ["decklists/", "members/", "magic-events/", "conventions/", "tournament-rounds/"] {
        all.push(app.get_as(&store.key, &format!("/api/v1/{path}")).await.json());
    }
    let mut keys = app.get_as(&store.key, "/api/v1/api-keys/api_keys/?all=true").await.list();
    keys.iter_mut().for_each(|key| key["last_used_at"].take().as_null().unwrap_or_default());
    all.extend(keys);
    all
}

/// Requests every route as every caller, for every owner's resources. Returns the unexpected answers and the number of
/// requests.
async fn ask_for_everything(app: &TestApp, ours: &Things, theirs: &Things) -> (Vec<String>, usize) {
    let (callers, nobodys) = (everybody(app).await, Things::never());
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for route in documented() {
        // A route without an id has no owner, and a public route shows nothing of an organization.
        let names_things = route.template.contains('{') && route.operation().is_some();
        for (whose, things) in [(Whose::Ours, ours), (Whose::Theirs, theirs), (Whose::Nobodys, &nobodys)] {
            if whose != Whose::Ours && !names_things {
                continue;
            }
            for caller in &callers {
                let (reply, expected) = (ask(app, &route, caller, things).await, expected(&route, caller, whose));
                asked += 1;
                if !expected.fits(reply.status) {
                    let told: String = reply.text().chars().take(200).collect();
                    let what = format!("{} of {whose:?} resources by {}", route.id, caller.name);
                    wrong.push(format!("{what}: {}, not {expected:?}: {told}", reply.status));
                }
            }
        }
    }
    (wrong, asked)
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_may_what_the_table_says_and_nobody_reaches_another_organization() {
    let app = TestApp::start().await;
    let here = Store { organization: app.organization, key: app.key.clone() };
    let there = app.store("Other Store").await;
    let [ours, theirs] = [Things::of(&app, &here, 0).await, Things::of(&app, &there, 1).await];
    let before = all_of(&app, &there).await;
    let (wrong, asked) = ask_for_everything(&app, &ours, &theirs).await;
    assert!(wrong.is_empty(), "{} of {asked}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(asked > 1_000, "only {asked} requests");
    assert_eq!(all_of(&app, &there).await, before, "the other organization is unchanged");
    app.stop().await;
}
