//! A decklist (17, 19), and the same object inside an event's lists (11).

use std::borrow::Cow;

use domain::decklist::Decklist;
use serde::Serialize;
use storage::ViewKind;

use super::Output;
use super::parts::{json, sort};
use crate::settings::ViewSettings;

/// A list as the interface shows it.
#[derive(Debug, Serialize)]
pub(super) struct DecklistDocument<'a> {
    id: i64,
    name: &'a str,
    deck_image_url: &'static str,
    deckhost_deck_json: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moxfield_deck_json: Option<&'a str>,
    plaintext_list: Cow<'a, str>,
    deckhost_public_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moxfield_public_id: Option<&'a str>,
    archetype: &'a str,
}

impl<'a> DecklistDocument<'a> {
    /// The document of a list.
    pub(super) fn new(list: &'a Decklist, settings: &ViewSettings) -> Self {
        let body = &list.body;
        let vendor = settings.vendor_field_names;
        Self {
            id: list.id.0,
            name: &body.name,
            deck_image_url: "",
            deckhost_deck_json: &body.deckhost_deck_json,
            moxfield_deck_json: vendor.then_some(&body.deckhost_deck_json),
            plaintext_list: list.plaintext(),
            deckhost_public_id: &body.deckhost_public_id,
            moxfield_public_id: vendor.then_some(&body.deckhost_public_id),
            archetype: &body.archetype,
        }
    }
}

/// Renders a list.
pub fn render(list: &Decklist, settings: &ViewSettings, out: &mut Output) {
    let body = json::to_bytes(&DecklistDocument::new(list, settings));
    out.put(ViewKind::Decklist, list.id, sort::number(list.id.0), body);
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::decklist::DecklistBody;
    use proto_events::ids::DecklistId;
    use proto_events::{Position, StreamId};

    use super::super::testing::{STORE, Tree};
    use super::*;

    fn written(plaintext: &str, json: &str, vendor_field_names: bool) -> Tree {
        let list = Decklist {
            id: DecklistId(301),
            organization_id: STORE,
            owner_user_id: None,
            body: DecklistBody {
                name: "Storm".into(),
                deckhost_deck_json: json.into(),
                plaintext_list: plaintext.into(),
                deckhost_public_id: "abc".into(),
                archetype: "Combo".into(),
            },
            deck_url: "https://decks.example/301".into(),
            updated_at: DateTime::UNIX_EPOCH,
            version: 1,
        };
        let settings = ViewSettings { public_url: "https://events.example".into(), vendor_field_names };
        let mut out = Output::new(StreamId::decklist(list.id), STORE, Position(5));
        render(&list, &settings, &mut out);
        Tree::parse(&out.documents[0].body)
    }

    #[test]
    fn a_list_as_it_came() {
        insta::assert_snapshot!(written("4 Dark Ritual\n56 Swamp", "", false).pretty());
    }

    #[test]
    fn the_text_is_derived_where_only_the_deck_hosts_json_came() {
        let json = r#"{"mainboard": {"Dark Ritual": {"quantity": 4}, "Swamp": {"quantity": 56}}}"#;
        insta::assert_snapshot!(written("", json, false).pretty());
    }

    #[test]
    fn vendor_names_stand_beside_ours() {
        insta::assert_snapshot!(written("60 Swamp", "{}", true).pretty());
    }
}
