//! `/desk/people/?q=`: the people whom the organization knows, found by name.

use api_kit::known_people::Found;
use askama::Template;

use crate::parts::frame::Frame;
use crate::serving::failures::PageResult;
use crate::serving::session::UserRequest;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/people.html")]
struct PeoplePage {
    frame: Frame,
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
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let (texts, text) = (request.texts, request.query("q").unwrap_or_default());
    let found = request.shared.people.search(request.session.organization_id()?, &text).await?;
    let people: Vec<_> = found.iter().map(|found| Person::new(texts, found)).collect();
    let status = texts.with("desk-people-found", "count", people.len());
    request.page(&PeoplePage { frame: request.frame(), asked: text, people, status })
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
