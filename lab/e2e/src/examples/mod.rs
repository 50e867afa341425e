//! Examples of the OpenAPI document: the app's answers to one request for each operation, and to requests that it must refuse.
//!
//! The scene's clock is fixed and its ids come from sequences, so the same request gets the same answer. Long lists are
//! shortened.

mod answers;
mod refusals;

use api_kit::description::{Answer, PICTURE_FILE, Route, Tag, Values};
use proto_events::vocabulary::Role;
use reqwest::RequestBuilder;

use self::answers::{LIST, json_of};
pub use self::refusals::cursor_of_another_history;
use self::refusals::shared;
use crate::openapi::json::object;
use crate::openapi::{Examples, Json, all_schemas, is_of_writer, statuses};
use crate::scene::Scene;
use crate::things::{Things, method};
use crate::{Reply, TestApp, with_body};

/// Maximum number of objects of a list in an example, outermost list first.
const SHOWN: [usize; 2] = [2, 1];

/// Requests the examples from the app, which must have the scene. The requests add data to it.
pub async fn ask(routes: &[Route], app: &TestApp, scene: &Scene) -> Examples {
    let mut examples = Examples::default();
    let read_only = app.key_for(app.organization, Role::ReadOnly).await;
    let things = Things::of_scene(app, scene).await;
    for route in routes {
        let asker = Asker { app, things: &things, route, read_only: &read_only };
        if let Some(body) = asker.body() {
            examples.bodies.insert(route.id, body);
        }
        for status in statuses(route) {
            if let Some(problem) = asker.problem(status).await {
                examples.problems.insert((route.id, status), problem);
            }
        }
        if let Some(reply) = asker.answer().await {
            examples.answers.insert(route.id, shortened(&json_of(app, &reply), 0));
            if !reply.header("location").is_empty() {
                examples.located.insert(route.id);
            }
        }
    }
    let invited = app.post("/api/v1/members/", &things.invitation()).await;
    assert_eq!(invited.status, 202, "{}", invited.text());
    examples.invitation = Some(json_of(app, &invited));
    examples.shared = shared(routes, app, &things).await;
    examples
}

/// Requests the examples of one operation.
struct Asker<'a> {
    app: &'a TestApp,
    things: &'a Things,
    route: &'a Route,
    read_only: &'a str,
}

impl Asker<'_> {
    fn request(&self, query: &str) -> RequestBuilder {
        self.request_at(&self.things.path(self.route), query)
    }

    fn request_at(&self, address: &str, query: &str) -> RequestBuilder {
        let request = self.app.anonymous_request(method(self.route), &format!("{address}{query}"));
        let request = self.things.credential(self.route, &self.app.key).sign(request);
        match self.body() {
            Some(_) if self.route.body.is_some_and(|body| body.name == PICTURE_FILE) => {
                with_body(request, &self.things.body(self.route).unwrap_or_default())
            }
            Some(body) => request.header("content-type", "application/json").body(format!("{body}\n")),
            None => request,
        }
    }

    /// The body of a request to the operation.
    fn body(&self) -> Option<Json> {
        self.route.body.map(|schema| match schema.name {
            "DecklistBody" => object! { "name" => "Goblins", "plaintext_list" => LIST, "archetype" => "Burn" },
            "DecklistChange" => object! { "archetype" => "Goblins" },
            "NewMember" => Json::of(&self.things.body(self.route)),
            "MemberChange" => object! { "role" => "SCOREKEEPER" },
            "NewUser" => object! {
                "username" => "grace.ito", "best_identifier" => "Grace Ito", "email" => "grace@players.example",
            },
            "UserChange" => object! { "pronouns" => "she/her" },
            "NewApiKey" => object! {
                "name" => "Stream overlay", "role" => "READ_ONLY", "expires_at" => "2027-01-01T00:00:00Z",
            },
            "NewWebhook" => object! {
                "url" => "https://hooks.example.org/crosstable", "description" => "Screens in the hall",
                "event_types" => Json::List(vec!["round.published".into(), "standings.final".into()]),
            },
            "ApiKeyChange" => object! { "name" => "Pairings on the screen", "expires_at" => Json::Null },
            other => {
                let body = self.things.body(self.route);
                Json::of(&body.unwrap_or_else(|| panic!("there is no example of a {other}")))
            }
        })
    }

    async fn answer(&self) -> Option<Reply> {
        let query = match self.route.id {
            "get_round_matches" => "?teams=true",
            "list_decklists" => "?page=2&page_size=3",
            "export_tournaments" => "?num_days=36500&decklist_as_text=true",
            "export_changes" => "?format=json&include=standings,rounds,matches,cards,decklists",
            _ => "",
        };
        if self.route.tag == Tag::Webhooks {
            self.app.messages_sent(self.things.webhook()).await;
        }
        match self.route.answer {
            Answer::Json(..)
            | Answer::JsonArray(_)
            | Answer::JsonArrayOrSummaries(..)
            | Answer::JsonArrayOrLines(_)
            | Answer::LinesOrJsonOrCsv(_) => {
                let reply = self.app.send(self.request(query)).await;
                assert!((200..300).contains(&reply.status), "{}: {}", reply.asked, reply.text());
                Some(reply)
            }
            _ => None,
        }
    }

    /// An error that depends on the operation.
    async fn problem(&self, status: u16) -> Option<Json> {
        let request = match status {
            400 => self.malformed(),
            403 => self.forbidden(),
            404 if self.route.id == "list_dumps" => Some(self.request("")),
            404 => self.nowhere(),
            _ => None,
        };
        let asked = self.app.send(request?);
        let reply = if status == 404 { self.app.without_dumps(asked).await } else { asked.await };
        assert_eq!(reply.status, status, "{}: {}", reply.asked, reply.text());
        (reply.header("content-type") == "application/problem+json").then(|| json_of(self.app, &reply))
    }

    fn malformed(&self) -> Option<RequestBuilder> {
        let is_read_from_cache = self.route.method == "GET" && !is_of_writer(self.route);
        if !is_read_from_cache && self.route.body.is_none() {
            return Some(self.request("?dry_run=true"));
        }
        if let Some(schema) = self.route.body {
            let wrong = object! {
                "name" => 7_i64, "deckhost_deck_json" => "{", "role" => "CHIEF", "best_identifier" => 7_i64, "pronouns" => 7_i64,
                "status" => 7_i64, "kind" => "knockout", "by_standing" => 7_i64, "matches" => 7_i64, "unreported" => 7_i64,
                "size" => "eight", "games_won" => 7_i64, "is_feature_match" => 7_i64,
                "username" => 7_i64, "mark_as_paid" => 7_i64, "event_id" => "next", "count" => "all", "decklist_id" => "burn",
                "registration_id" => "ada", "team_name" => 7_i64, "dry_run" => true,
            };
            let schema = all_schemas().into_iter().find(|(name, _)| name == schema.name).map(|(_, schema)| schema);
            let known = |name: &str| schema.as_ref().and_then(|schema| schema.get("properties")?.get(name)).is_some();
            let members = wrong.members().filter(|(name, _)| known(name) || *name == "dry_run");
            let members = members.map(|(name, value)| (name.clone(), value.clone()));
            return Some(self.request("").body(Json::Object(members.collect()).to_string()));
        }
        // Any short text is right.
        let named = |parameter: &&api_kit::description::Parameter| {
            !matches!(parameter.values, Values::OneOf(_) | Values::Preferably(_) | Values::Text(_))
        };
        let parameters = self.route.parameters;
        let parameter = parameters.iter().find(|parameter| parameter.name == "event_format");
        // Any text can be searched for, any id resets a stream, and files of any version are the newest ones.
        let is_any_text = |name| ["search", "last_event_id", "v"].contains(&name);
        let parameters = parameters.iter().filter(|parameter| !is_any_text(parameter.name)).collect::<Vec<_>>();
        match parameter.or_else(|| parameters.into_iter().find(named)) {
            Some(parameter) => Some(self.request(&format!("?{}=chess", parameter.name))),
            // The write side answers with the newest state, and needs no token.
            None if is_of_writer(self.route) => Some(self.request("?dry_run=true")),
            None => Some(self.request("").header("consistency-token", "invented")),
        }
    }

    fn forbidden(&self) -> Option<RequestBuilder> {
        let query = match self.route.id {
            "get_round_matches" => "?teams=true",
            "list_api_keys" => "?all=true",
            _ => "",
        };
        let roles = self.route.operation().map_or(0, |operation| operation.rule().roles.len());
        if roles == Role::ALL.len() && query.is_empty() {
            return Some(self.things.outsider().sign(self.app.anonymous(&self.things.path(self.route))));
        }
        let mut request = self.request(query).build().expect("a request");
        request.headers_mut().insert("x-api-key", self.read_only.parse().expect("a header"));
        Some(RequestBuilder::from_parts(reqwest::Client::new(), request))
    }

    fn nowhere(&self) -> Option<RequestBuilder> {
        if !self.route.template.contains('{') {
            // The app under test offers dumps.
            return (self.route.id != "list_dumps").then(|| self.request("?page=1000"));
        }
        let mut address = Things::never().path(self.route);
        for (file, nothing) in [
            ("page.css", "nothing.css"),
            ("live.js", "nothing.js"),
            ("tournaments-", "nothing-"),
            ("1f6feb", "nothing"),
            ("stores.xml", "nothing.xml"),
        ] {
            address = address.replace(file, nothing);
        }
        Some(self.request_at(&address, ""))
    }
}

/// Returns the value with fewer objects in its lists. `depth` is the number of lists around it.
fn shortened(value: &Json, depth: usize) -> Json {
    match value {
        Json::List(items) => {
            let shown = match items.first() {
                Some(Json::Object(_)) => SHOWN[depth.min(SHOWN.len() - 1)],
                _ => items.len(),
            };
            Json::List(items.iter().take(shown).map(|item| shortened(item, depth + 1)).collect())
        }
        Json::Object(members) => {
            Json::Object(members.iter().map(|(name, value)| (name.clone(), shortened(value, depth))).collect())
        }
        other => other.clone(),
    }
}
