//! Reads every address that any caller may read, to compare a damaged installation with an undamaged one.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use api_kit::description::{Access, Answer, Route};
use bytes::Bytes;
use domain::permissions::Scheme;
use e2e::crawl::{id, text};
use e2e::permissions::routes;
use futures::{StreamExt, stream};
use serde_json::Value;

use crate::installation::Caller;
use crate::run::Faults;

/// Interval between two looks at all answers.
pub(crate) const LOOK: Duration = Duration::from_millis(50);
/// Time in which all answers must be true again.
const RECOVERY: Duration = Duration::from_secs(10);

/// Templates whose answers do not depend on a store.
const STATIC: [&str; 3] = ["/api/schema/", "/docs/", "/assets/{file}"];
/// Templates whose answers contain the time of the last use of a key or a token, which changes with each read.
const LAST_USE: [&str; 7] = [
    "/admin/account/",
    "/admin/account/tokens/{id}/revoke/",
    "/api/v1/api-keys/whoami/",
    "/api/v1/api-keys/api_keys/",
    "/admin/keys/",
    "/admin/keys/{id}/",
    "/admin/keys/{id}/revoke/",
];
/// The text before values of a page that are different each time: ids and tokens of forms.
const RANDOM: [&str; 2] = ["name=\"form_id\" value=\"", "name=\"form_token\" value=\""];
const FORMS: [(&str, &[&str]); 3] = [
    ("/api/v1/decklists/", &["?page_size=1000", "?page_size=3&page=2"]),
    (
        "/api/export-decklists/",
        &["?num_days=36500", "?num_days=36500&decklist_as_text=true", "?num_days=36500&format=ndjson"],
    ),
    ("/api/v1/tournament-rounds/{id}/matches/", &["?teams=true"]),
];

/// The parts of an answer that must be the same each time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) status: u16,
    /// Content type, strong `ETag`, `Location`.
    headers: [String; 3],
    pub(crate) body: Bytes,
}

impl Seen {
    /// Whether another answer says the same. Versions of the program may give it different tags.
    pub(crate) fn says_the_same(&self, other: &Self, with_body: bool) -> bool {
        let Self { status, headers: [content_type, _, location], body } = self;
        let other_headers = [&other.headers[0], &other.headers[2]];
        *status == other.status && (!with_body || ([content_type, location] == other_headers && *body == other.body))
    }

    /// The body of a text or JSON; `None` for pictures.
    pub(crate) fn text(&self) -> Option<&[u8]> {
        let is_text = self.headers[0].starts_with("text/") || self.headers[0].contains("json");
        is_text.then_some(&self.body)
    }

    pub(crate) fn is_json(&self) -> bool {
        self.headers[0].starts_with("application/json") || self.headers[0].starts_with("application/problem+json")
    }

    /// The body of an answer with 200, as JSON.
    pub(crate) fn json(&self) -> Option<Value> {
        serde_json::from_slice(&self.body).ok().filter(|_| self.status == 200)
    }
}

/// A question: the number of the caller, the path, and whether the body must be the same.
pub(crate) type Question = (usize, String, bool);
/// Answers; `None` if the connection broke or was refused.
pub(crate) type Answers = BTreeMap<Question, Option<Seen>>;

/// An installation with its true answers.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) callers: Vec<Caller>,
    pub(crate) questions: Vec<Question>,
    pub(crate) answers: Answers,
}

impl Known {
    /// Asks an undamaged installation everything. Fails if it refuses an answer.
    pub(crate) async fn look(callers: Vec<Caller>) -> anyhow::Result<Self> {
        let questions = questions(&callers).await?;
        let mut known = Self { callers, questions, answers: Answers::new() };
        known.answers = known.ask().await;
        for (question, answer) in &known.answers {
            let is_answered = answer.as_ref().is_some_and(|answer| answer.status < 500);
            ensure!(is_answered, "{} is refused by an undamaged installation: {answer:?}", question.1);
        }
        Ok(known)
    }

    pub(crate) async fn ask(&self) -> Answers {
        let answers = self.questions.iter().map(|question| async move {
            let caller = &self.callers[question.0];
            (question.clone(), seen(caller, &question.1).await.ok())
        });
        stream::iter(answers).buffer_unordered(8).collect().await
    }

    /// Returns how many answers are refused (5xx, or none), and those that are wrong.
    pub(crate) fn judge(&self, answers: &Answers) -> (usize, Vec<String>) {
        let (mut refused, mut wrong) = (0, Vec::new());
        for (question, seen) in answers {
            let Some(Some(right)) = self.answers.get(question) else { continue };
            match seen {
                Some(seen) if seen == right || (!question.2 && seen.status == right.status) => {}
                Some(seen) if seen.status < 500 => {
                    let (caller, path) = (self.callers[question.0].name, &question.1);
                    wrong.push(format!("{path} for {caller}: {}", difference(right, seen)));
                }
                _ => refused += 1,
            }
        }
        (refused, wrong)
    }

    /// Asks until all answers are true, for a limited time. Wrong ones are faults, unless they are tolerated for a time. Returns
    /// how many answers were refused at last, and how long wrong ones were served.
    pub(crate) async fn until_true(
        &self,
        name: &str,
        since: Instant,
        (tolerated, at_most): (Duration, Duration),
        faults: &Faults,
    ) -> (usize, Duration) {
        let mut shown = Duration::ZERO;
        loop {
            let begun = since.elapsed();
            let (refused, wrong) = self.judge(&self.ask().await);
            if !wrong.is_empty() && begun >= tolerated {
                let wrong = wrong.into_iter().take(3);
                faults.note_all(wrong.map(|wrong| format!("{name}, after {begun:.1?}: {wrong}")));
                return (refused, shown);
            }
            if !wrong.is_empty() {
                shown = since.elapsed();
            } else if refused == 0 || begun > at_most {
                return (refused, shown);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// The same with [`RECOVERY`], after which none may be refused. Returns how long wrong ones were served.
    pub(crate) async fn expect_true(
        &self,
        name: &str,
        since: Instant,
        tolerated: Duration,
        faults: &Faults,
    ) -> Duration {
        let (refused, shown) = self.until_true(name, since, (tolerated, RECOVERY), faults).await;
        if refused > 0 {
            faults.note(format!("{name}: {refused} answers are still refused after {RECOVERY:?}"));
        }
        shown
    }
}

async fn questions(callers: &[Caller]) -> anyhow::Result<Vec<Question>> {
    let mut things = Things::default();
    for caller in callers.iter().filter(|caller| caller.credential.scheme() == Some(Scheme::ApiKey)) {
        things.add(caller).await.with_context(|| format!("what {} may read", caller.name))?;
    }
    let mut all = BTreeSet::new();
    let is_asked = |route: &&Route| {
        // A stream does not end.
        let is_stream = route.answer == Answer::EventStream;
        route.method == "GET" && !is_stream && !STATIC.contains(&route.template)
    };
    for route in routes().iter().filter(is_asked) {
        let forms = FORMS.iter().find(|(template, _)| *template == route.template).map_or(&[][..], |(_, forms)| *forms);
        for path in things.paths(route.template) {
            for (number, _) in callers.iter().enumerate().filter(|(_, caller)| is_taken(route, caller)) {
                let is_same = !LAST_USE.contains(&route.template);
                all.insert((number, path.clone(), is_same));
                all.extend(forms.iter().map(|form| (number, format!("{path}{form}"), is_same)));
            }
        }
    }
    Ok(all.into_iter().collect())
}

/// Whether a route takes a caller's credential; a caller without one reads open routes.
fn is_taken(route: &Route, caller: &Caller) -> bool {
    match caller.credential.scheme() {
        Some(scheme) => route.operation().is_some_and(|operation| operation.rule().schemes.contains(&scheme)),
        None => matches!(route.access, Access::Open | Access::KeyOrOpen(_)),
    }
}

pub(crate) async fn seen(caller: &Caller, path: &str) -> reqwest::Result<Seen> {
    let answer = caller.read(path).await?;
    // A weak tag depends on the state of the store and may change.
    let tag = Some(answer.header("etag")).filter(|tag| !tag.starts_with("W/")).unwrap_or_default();
    // The tag of the export changes with the time.
    let tag = if path.starts_with("/api/export-decklists/") { "" } else { tag };
    let headers = [answer.header("content-type"), tag, answer.header("location")].map(str::to_owned);
    Ok(Seen { status: answer.status, headers, body: without_random_values(answer.body) })
}

fn without_random_values(body: Bytes) -> Bytes {
    let Ok(page) = std::str::from_utf8(&body) else { return body };
    if !RANDOM.iter().any(|before| page.contains(before)) {
        return body;
    }
    RANDOM.iter().fold(page.to_owned(), |page, before| without_values_after(&page, before)).into()
}

fn without_values_after(page: &str, before: &str) -> String {
    let mut parts = page.split(before);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |page, part| page + before + part.find('"').map_or("", |end| &part[end..]))
}

pub(crate) fn difference(right: &Seen, seen: &Seen) -> String {
    if seen.status != right.status {
        let said: String = String::from_utf8_lossy(&seen.body).chars().take(100).collect();
        return format!("{} instead of {}: {said}", seen.status, right.status);
    }
    if seen.headers != right.headers {
        return format!("the headers {:?} instead of {:?}", seen.headers, right.headers);
    }
    let same = seen.body.iter().zip(&right.body).take_while(|(one, other)| one == other).count();
    let part = |body: &Bytes| {
        let part = &body[same.saturating_sub(30)..body.len().min(same + 50)];
        String::from_utf8_lossy(part).into_owned()
    };
    format!("`…{}…` instead of `…{}…`", part(&seen.body), part(&right.body))
}

#[derive(Debug, Default)]
struct Things {
    slugs: BTreeSet<String>,
    lists: BTreeSet<i64>,
    events: BTreeSet<i64>,
    users: BTreeSet<i64>,
    /// Event and number of each round.
    numbers: BTreeSet<(i64, i64)>,
    players: BTreeSet<(i64, i64)>,
    rounds: BTreeSet<i64>,
}

impl Things {
    async fn add(&mut self, caller: &Caller) -> anyhow::Result<()> {
        for convention in array(&caller.json("/api/v1/conventions/").await?) {
            self.slugs.insert(text(&convention["slug"]).to_owned());
        }
        for event in array(&caller.json("/api/v1/magic-events/").await?) {
            self.events.insert(id(event));
            let rounds = array(&event["tournament_phases"]).iter().flat_map(|phase| array(&phase["rounds"]));
            self.numbers.extend(rounds.filter_map(|round| Some((id(event), round["round_number"].as_i64()?))));
        }
        for member in array(&caller.json("/api/v1/members/").await?) {
            self.users.insert(id(&member["user"]));
        }
        for list in array(&caller.json("/api/v1/decklists/?page_size=1000").await?["results"]) {
            self.lists.insert(id(list));
        }
        for round in array(&caller.json("/api/v1/tournament-rounds/").await?) {
            let round = id(round);
            self.rounds.insert(round);
            let standings = caller.json(&format!("/api/v1/tournament-rounds/{round}/standings/")).await?;
            let players = array(&standings["standings"]).iter().filter_map(|line| line["player_id"].as_i64());
            let players: Vec<_> = players.take(2).collect();
            self.users.extend(&players);
            self.players.extend(players.into_iter().map(|player| (round, player)));
        }
        Ok(())
    }

    fn paths(&self, template: &str) -> Vec<String> {
        let one = |name: &str, ids: Vec<String>| -> Vec<String> {
            ids.iter().map(|id| template.replacen(name, id, 1)).collect()
        };
        let numbers = |ids: &BTreeSet<i64>| ids.iter().map(ToString::to_string).collect();
        let two = |name: &str, pairs: &BTreeSet<(i64, i64)>| -> Vec<String> {
            let path = |(id, other): &(i64, i64)| {
                template.replacen("{id}", &id.to_string(), 1).replacen(name, &other.to_string(), 1)
            };
            pairs.iter().map(path).collect()
        };
        match template {
            _ if !template.contains('{') => vec![template.to_owned()],
            _ if template.contains("{number}") => two("{number}", &self.numbers),
            _ if template.contains("{player_id}") => two("{player_id}", &self.players),
            _ if template.contains("/conventions/") => one("{slug}", self.slugs.iter().cloned().collect()),
            // Attempts to guess a code are limited, and a drill asks too often.
            _ if ["{code}", "/unsubscribe/", "/set-up/"].iter().any(|it| template.contains(it)) => Vec::new(),
            _ if template.contains("/password/") => one("{link}", vec!["unknown".into()]),
            _ if template.contains("/decklists/{id}") => one("{id}", numbers(&self.lists)),
            _ if template.contains("events/{id}") => one("{id}", numbers(&self.events)),
            _ if template.contains("-rounds/{id}") => one("{id}", numbers(&self.rounds)),
            _ if template.contains("/users/{id}") => one("{id}", numbers(&self.users)),
            // Keys, members and tokens, some of which exist.
            _ => one("{id}", (1..=6).map(|id| id.to_string()).collect()),
        }
    }
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
