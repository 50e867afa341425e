//! The course of an event that causes messages: staff writes to its players, its only round is published, played and ended.

use anyhow::Context;
use e2e::crawl::id;
use reqwest::Method;
use serde_json::{Value, json};

use crate::place::Door;
use crate::teller::{Teller, of_event};

/// Messages of staff about an event, of which one is to one player.
pub(super) const LETTERS: usize = 5;

/// Runs an event of these people. Each command is repeated with its key until it is answered. Returns the texts of the
/// messages that were acknowledged.
pub(super) async fn play(door: Door, name: String, people: Vec<i64>) -> anyhow::Result<Vec<String>> {
    let mut course = Course { teller: Teller::new(&door, name.clone())?, event: 0, name, texts: Vec::new() };
    let details = json!({ "name": course.name, "event_format": "LEGACY" });
    course.event = id(&course.teller.done(Method::POST, "/api/v1/magic-events/", details).await?);
    let mut registrations = Vec::new();
    for person in people {
        let entry = json!({ "user_id": person, "status": "COMPLETE" });
        registrations.push(id(&course.post("registrations/", entry).await?));
    }
    // Phones of people without a password ring for events with a private link.
    course.post("private-links/", json!({})).await?;
    course.write(None).await?;
    course.write(registrations.first().copied()).await?;
    course.post("lifecycle/", json!({ "status": "EVENT_IN_PROGRESS" })).await?;
    course.write(None).await?;
    let round = id(&course.post("rounds/", json!({ "kind": "swiss" })).await?);
    for step in ["publish", "start"] {
        course.post(&format!("rounds/{round}/{step}/"), json!({})).await?;
        course.write(None).await?;
    }
    course.post(&format!("rounds/{round}/complete/"), json!({ "unreported": "draw" })).await?;
    course.post("lifecycle/", json!({ "status": "EVENT_FINISHED" })).await?;
    Ok(course.texts)
}

struct Course {
    teller: Teller,
    event: i64,
    name: String,
    texts: Vec<String>,
}

impl Course {
    async fn post(&mut self, below: &str, body: Value) -> anyhow::Result<Value> {
        self.teller.done(Method::POST, &of_event(self.event, below), body).await.with_context(|| self.name.clone())
    }

    /// Writes to one player, or to all.
    async fn write(&mut self, to: Option<i64>) -> anyhow::Result<()> {
        let text = format!("{}, message {}", self.name, self.texts.len());
        let mut body = json!({ "text": text });
        if let Some(registration) = to {
            body["registration_id"] = registration.into();
        }
        self.post("messages/", body).await?;
        self.texts.push(text);
        Ok(())
    }
}
