//! `/desk/people/?q=`: the people whom the organization knows, found by name.

use api_kit::known_people::Found;
use askama::Template;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::parts::frame::Frame;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/people.html")]
struct PeoplePage {
    frame: Frame,
    texts: &'static Texts,
    /// The text that names begin with.
    asked: String,
    people: Vec<Person>,
    status: String,
}

/// A person who was found.
pub(crate) struct Person {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// Tells people of one name apart: username and last event.
    pub(crate) about: String,
}

/// Shows the people. The field for a player takes its options from this page.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let (texts, text) = (request.texts, request.query("q").unwrap_or_default());
    let found = request.shared.people.search(session.organization_id()?, &text).await?;
    let people: Vec<_> = found.iter().map(|found| Person::new(texts, found)).collect();
    let status = texts.with("desk-people-found", "count", people.len());
    request.page(&PeoplePage { frame: session.frame(&request), texts, asked: text, people, status })
}

impl Person {
    /// Returns a person with what tells people of one name apart.
    pub(crate) fn new(texts: &Texts, found: &Found) -> Self {
        let event = match &found.last_event {
            Some(event) => texts.with("desk-people-last", "event", event.name.as_str()),
            None => texts.say("desk-people-no-event"),
        };
        let username = &found.person.username;
        let about = if username.is_empty() { event } else { format!("{username} · {event}") };
        Self { id: found.person.user_id.0, name: found.person.name.clone(), about }
    }
}
