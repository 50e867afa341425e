//! Renders a decklist (17, 19). An event's lists (11) contain the same object.

use domain::decklist::Decklist;
use domain::documents::DecklistDocument;
use storage::{ADDRESS_MARK, ViewKind};

use super::output::Output;
use super::parts::sort;
use crate::settings::ViewSettings;

/// Renders a list.
pub(super) fn render(list: &Decklist, settings: &ViewSettings, out: &mut Output) {
    let body = DecklistDocument::new(list, ADDRESS_MARK, &settings.deck_host, settings.vendor_field_names).to_json();
    out.put_versioned(ViewKind::Decklist, list.id, sort::number(list.id.0), list.version, body);
    out.owned_by(list.owner_user_id);
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::decklist::DecklistBody;
    use proto_events::ids::DecklistId;
    use proto_events::{Actor, Position, StreamId};

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
            recorded_at: DateTime::UNIX_EPOCH,
            position: Position(1),
            actor: Actor::System,
            earlier: Vec::new(),
            is_deleted: false,
        };
        let mut out = Output::new(StreamId::decklist(list.id), STORE, Position(5));
        render(&list, &ViewSettings { vendor_field_names, ..ViewSettings::default() }, &mut out);
        Tree::parse(&out.documents[0].body.for_everyone())
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
