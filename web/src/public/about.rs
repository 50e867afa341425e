//! The part of an event's page in which the event speaks for itself: its text, prizes, venue, rules level, contact, and when
//! players can register.

use askama::Template;
use domain::documents::{PageAbout, PageHead};
use domain::time_zone::Zone;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proto_events::vocabulary::{LifecycleStatus, RegistrationPolicy};

use super::head::{html, readable};
use super::markdown;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "public/about.html")]
struct AboutPart<'a> {
    texts: &'static Texts,
    about: &'a PageAbout<'a>,
    /// Its text and its prizes, as HTML that is safe.
    description: String,
    prizes: String,
    /// The address of a map; empty without a venue.
    map: String,
    level: String,
    /// The address of a link to the organizer; empty if the contact is no address.
    contact: String,
    /// Who may register, and when registration opens and closes; empty if not stated, and once the event has begun.
    who: String,
    opens: String,
    closes: String,
}

impl AboutPart<'_> {
    /// Returns whether there is a list of facts next to the text.
    fn has_facts(&self) -> bool {
        let texts = [&self.map, &self.level, &self.who, &self.opens, &self.closes];
        !self.about.contact.is_empty() || texts.into_iter().any(|text| !text.is_empty())
    }
}

/// Draws the part; empty if the event says nothing.
pub(super) fn draw(texts: &'static Texts, head: &PageHead<'_>) -> String {
    let about = &head.about;
    if about.is_empty() {
        return String::new();
    }
    let is_ahead = head.status < LifecycleStatus::EventInProgress && !head.is_canceled;
    let zone = Zone::of(head.time_zone.as_deref());
    let time = |at| readable(texts, at, zone);
    let shown = |at: Option<_>| at.filter(|_| is_ahead).map(time).unwrap_or_default();
    html(&AboutPart {
        texts,
        about,
        description: markdown::html(&about.description),
        prizes: markdown::html(&about.prizes),
        map: map(&head.location),
        level: about.rules_level.map(|level| texts.term(level)).unwrap_or_default(),
        contact: contact(&about.contact),
        who: if is_ahead { who(texts, about) } else { String::new() },
        opens: shown(about.registration_opens),
        closes: shown(about.registration_closes),
    })
}

fn who(texts: &Texts, about: &PageAbout<'_>) -> String {
    let who = texts.term(about.registration_policy);
    match about.needs_approval && about.registration_policy != RegistrationPolicy::Staff {
        true => texts.with("public-who-approved", "who", who),
        false => who,
    }
}

/// Returns the address of a page with a map of a place; empty without a place.
pub(super) fn map(place: &str) -> String {
    if place.trim().is_empty() {
        return String::new();
    }
    format!("https://www.openstreetmap.org/search?query={}", utf8_percent_encode(place, NON_ALPHANUMERIC))
}

/// Returns the address of a link for a contact: a page, or an e-mail address. Empty for another text.
fn contact(text: &str) -> String {
    let text = text.trim();
    let is_mail = text.split_once('@').is_some_and(|(name, host)| {
        let is_usual = |letter: char| letter.is_ascii_alphanumeric() || ".-_+".contains(letter);
        !name.is_empty() && host.contains('.') && name.chars().all(is_usual) && host.chars().all(is_usual)
    });
    match text {
        text if is_mail => format!("mailto:{text}"),
        text if markdown::is_target(text) => text.to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::texts::Language;

    fn drawn(about: &serde_json::Value, status: &str) -> String {
        let head = json!({
            "event_id": 7, "name": "Cup", "store": "Moxhall", "format": "LEGACY", "start": null, "status": status,
            "time_zone": "Europe/Berlin", "location": about["venue_name"], "about": about,
        });
        let head = head.to_string();
        draw(Texts::of(Language::English), &serde_json::from_str(&head).unwrap())
    }

    #[test]
    fn an_event_says_what_it_is() {
        let about = json!({
            "description": "Bring **decks**.", "prizes": "1. A trophy", "venue_name": "Old <Depot>", "rules_level": "REGULAR",
            "contact": "desk@moxhall.example", "registration_opens": "2026-03-01T09:00:00Z",
        });
        let page = drawn(&about, "REGISTRATION_OPEN");
        let parts = [
            "<strong>decks</strong>",
            "A trophy",
            "Old &#60;Depot&#62;",
            "openstreetmap.org/search?query=Old%20%3CDepot%3E\"",
            "Regular",
            "href=\"mailto:desk@moxhall.example\"",
            "1 March 2026, 10:00 (Berlin)",
            "People with an account",
        ];
        for part in parts {
            assert!(page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn an_event_that_says_nothing_has_no_part() {
        assert_eq!(drawn(&json!({ "venue_name": "" }), "REGISTRATION_OPEN"), "");
        let page = drawn(&json!({ "venue_name": "", "registration_opens": "2026-03-01T09:00:00Z" }), "EVENT_FINISHED");
        assert!(!page.contains("2026"), "{page}");
    }

    #[test]
    fn who_may_register_is_said_until_the_event_begins() {
        let about = json!({ "venue_name": "", "registration_policy": "EVERYONE", "needs_approval": true });
        let who = "Everyone, with or without an account. The store confirms each registration.";
        assert!(drawn(&about, "REGISTRATION_OPEN").contains(who));
        assert!(!drawn(&about, "EVENT_IN_PROGRESS").contains(who));
        let by_staff = json!({ "venue_name": "", "registration_policy": "STAFF", "needs_approval": true });
        let page = drawn(&by_staff, "REGISTRATION_OPEN");
        assert!(page.contains("Only the staff, for players") && !page.contains("confirms"), "{page}");
    }

    #[test]
    fn a_contact_is_a_link_if_it_is_an_address() {
        assert_eq!(contact(" a.b+c@d.example "), "mailto:a.b+c@d.example");
        assert_eq!(contact("https://discord.example/x"), "https://discord.example/x");
        for text in ["", "at the counter", "javascript:alert(1)", "a@b", "a@b.c?subject=x", "a b@c.d", "@c.d"] {
            assert_eq!(contact(text), "", "{text}");
        }
    }
}
