//! The on-demand queues of a convention: what is played, how many wait, and where to join. They are played while the
//! convention lasts, so the page is for phones in the hall.

use askama::Template;
use domain::documents::PublicEvent;
use domain::time_zone::Zone;
use proto_events::vocabulary::{LifecycleStatus, RegistrationPolicy};

use super::head::{Hub, HubHead};
use crate::public::files;
use crate::public::head::html;
use crate::public::tabs::{path_to_register, queue, queue_begins};
use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/queues.html")]
struct QueuesPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    head: &'a HubHead<'a>,
    queues: Vec<Queue<'a>>,
}

struct Queue<'a> {
    event: &'a PublicEvent<'a>,
    /// `Booster draft · Begins: 7 March 2026, 10:00 (Berlin) · Hall 2 · 15 €`
    facts: String,
    /// Says with how many players it begins, and how many wait.
    line: String,
    /// Where players register, without the base path; empty while they cannot.
    join: String,
}

/// Draws the page in a language. Links begin with `base`; `address` is the public address of the service.
pub fn draw(language: Language, [address, base]: [&str; 2], hub: &Hub<'_>) -> String {
    let texts = Texts::of(language);
    let head = HubHead::new(texts, base, hub);
    let page = html(&QueuesPage {
        texts,
        base,
        head: &head,
        queues: hub.queues().map(|event| Queue::new(texts, event)).collect(),
    });
    hub.with_preview(page, &head, [address, base], "queues/")
}

impl<'a> Queue<'a> {
    fn new(texts: &Texts, event: &'a PublicEvent<'a>) -> Self {
        let fee =
            if event.fee_note.is_empty() { String::new() } else { texts.with("public-fee", "fee", &*event.fee_note) };
        let zone = Zone::of(event.time_zone.as_deref());
        let begins = event.start.map_or_else(String::new, |start| queue_begins(texts, zone, start));
        let facts = [texts.game_format(event.format), begins, event.place.to_string(), fee];
        let facts: Vec<_> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        let is_open =
            event.status == LifecycleStatus::RegistrationOpen && event.registration_policy != RegistrationPolicy::Staff;
        let join = is_open.then(|| path_to_register(event.id, event.registration_policy));
        let line = queue(texts, usize::try_from(event.queue_size).unwrap_or_default(), event.waiting);
        Self { event, facts: facts.join(" · "), line, join: join.unwrap_or_default() }
    }
}
