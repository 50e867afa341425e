//! Lists that the drills write, generated from a seed.

use std::fmt::Write;

use domain::documents::archetype;
use e2e::client::{Answer, Request};
use e2e::form::{Fields, Form, excerpt};
use proto_events::decklist::DecklistBody;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};

/// A list with a mark in it, so that all lists differ and each can be recognized by any of its parts.
pub(crate) fn list(rng: &mut StdRng, mark: &str) -> DecklistBody {
    let json = rng.random_ratio(1, 4);
    DecklistBody {
        name: format!("List {mark}"),
        deckhost_deck_json: if json { json!({"name": mark, "mainboard": {}}).to_string() } else { String::new() },
        plaintext_list: text(rng, mark),
        deckhost_public_id: if rng.random() { format!("pub-{mark}") } else { String::new() },
        archetype: ["Burn", "Flügel & <Feuer>", ""][rng.random_range(0..3)].to_owned(),
    }
}

/// The text of a list. One in twenty is long.
pub(crate) fn text(rng: &mut StdRng, mark: &str) -> String {
    let cards = if rng.random_ratio(1, 20) { 1_000 } else { 15 };
    let mut text = format!("1 Mark {mark}\n");
    for _ in 0..cards {
        let _ = writeln!(text, "{} Card {:03}", rng.random_range(1..=4), rng.random_range(0..400));
    }
    text.push_str("\nSideboard\n3 Lim-Dûl’s Vault\n");
    text
}

/// Changes some fields. Returns the fields to send and the list as it should be afterwards.
pub(crate) fn patch(rng: &mut StdRng, before: &DecklistBody, mark: &str) -> (Fields, DecklistBody) {
    let mut body = before.clone();
    let mut sent: Fields = Vec::new();
    if rng.random() {
        body.plaintext_list = text(rng, mark);
        sent.push(("plaintext_list", body.plaintext_list.clone()));
    } else {
        body.name = format!("List {mark}");
        sent.push(("name", body.name.clone()));
    }
    if rng.random() {
        body.archetype = format!("Patched {mark}");
        sent.push(("archetype", body.archetype.clone()));
    }
    (sent, body)
}

pub(crate) fn creation(name: &str) -> Request {
    let fields = vec![("name", name.to_owned()), ("plaintext_list", "1 Island".to_owned())];
    Request::new(Method::POST, "/api/v1/decklists/", Form::Json, fields)
}

/// A read with the token of a write, which waits for the views.
pub(crate) fn read_with_token(path: &str, token: &str) -> Request {
    Request::get(path).with("consistency-token", token).with("prefer", "wait=5")
}

/// How a request was answered, for a fault.
pub(crate) fn said(answer: Option<Answer>) -> String {
    answer.map_or("not at all".into(), |answer| answer.short())
}

pub(crate) fn fields(list: &DecklistBody) -> Fields {
    vec![
        ("name", list.name.clone()),
        ("deckhost_deck_json", list.deckhost_deck_json.clone()),
        ("plaintext_list", list.plaintext_list.clone()),
        ("deckhost_public_id", list.deckhost_public_id.clone()),
        ("archetype", list.archetype.clone()),
    ]
}

/// Returns how an answer's document differs from the list; `None` if it is the same.
pub(crate) fn difference(document: &Value, id: i64, list: &DecklistBody) -> Option<String> {
    if document["id"] != id {
        return Some(format!("has the id {}", document["id"]));
    }
    // With vendors' names, an archetype that is not known is called so.
    let is_unknown = document["archetype"] == archetype(true, &list.archetype);
    let wrong = |(name, text): &(&str, String)| match *name {
        "archetype" if is_unknown => false,
        name => document[name] != *text,
    };
    let (name, text) = fields(list).into_iter().find(wrong)?;
    Some(format!("has `{name}` {} instead of {}", excerpt(&document[name].to_string()), excerpt(&text)))
}
