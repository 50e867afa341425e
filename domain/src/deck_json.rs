//! Derives a list's text from a deck host's JSON, for lists that came without text.
//!
//! Deck hosts differ and change. This reads boards by name (`mainboard`, `Mainboard`, …), at the top or under `boards`,
//! with their cards directly in them or under `cards`; and cards by name or by id, with a `quantity` or `count`. The
//! order of the JSON is kept. Everything else in the JSON is ignored.

use std::fmt::Write;

use serde_json::value::RawValue;

use crate::json::Fields;

/// The boards of a list in the order of the text, each with the names that hosts use for it.
const BOARDS: [(&str, &[&str]); 4] = [
    ("Commander", &["commanders", "commander", "signaturespells"]),
    ("Companion", &["companions", "companion"]),
    ("Deck", &["mainboard", "maindeck", "main", "deck"]),
    ("Sideboard", &["sideboard", "side"]),
];

/// Returns the list as text: one line `4 Card` per card, with the headings `Commander`, `Companion` and `Sideboard` as
/// needed. The main deck has a heading only if another board precedes it. `None` if the JSON holds no card.
pub fn plaintext_from_deck_json(json: &str) -> Option<String> {
    let deck = fields(json)?;
    let boards = match get(&deck, "boards") {
        Some(boards) => fields(boards)?,
        None => deck,
    };
    let mut text = String::new();
    for (heading, names) in BOARDS {
        let cards: Vec<(i64, String)> = names.iter().flat_map(|name| cards(&boards, name)).collect();
        if cards.is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        if heading != "Deck" || !text.is_empty() {
            text.push_str(heading);
            text.push('\n');
        }
        for (quantity, name) in cards {
            // A card's name must not span lines, whatever the JSON contains.
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "{quantity} {name}");
        }
    }
    text.truncate(text.trim_end().len());
    (!text.is_empty()).then_some(text)
}

fn cards(boards: &Fields<'_, String>, name: &str) -> Vec<(i64, String)> {
    let Some(board) = get(boards, name) else { return Vec::new() };
    let json = fields(board).and_then(|board| get(&board, "cards")).unwrap_or(board);
    let cards: Vec<_> = match fields(json) {
        Some(by_key) => by_key.0.iter().filter_map(|(key, entry)| card(Some(key), entry.get())).collect(),
        None => {
            let entries: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
            entries.into_iter().filter_map(|entry| card(None, entry.get())).collect()
        }
    };
    cards.into_iter().filter(|(quantity, name)| *quantity > 0 && !name.trim().is_empty()).collect()
}

/// Reads a card, named by its own field or else by its key. Only an object is a card: a board may also hold numbers and
/// texts, such as `"count": 60`.
fn card(key: Option<&str>, entry: &str) -> Option<(i64, String)> {
    let entry = fields(entry)?;
    let own_name = |fields: &Fields<'_, String>| serde_json::from_str(get(fields, "name")?).ok();
    let name = get(&entry, "card").and_then(fields).and_then(|card| own_name(&card));
    let name = name.or_else(|| own_name(&entry)).or_else(|| key.map(str::to_owned))?;
    let mut quantities = ["quantity", "count"].into_iter().filter_map(|field| get(&entry, field));
    let quantity = quantities.find_map(|number| serde_json::from_str(number).ok());
    Some((quantity.unwrap_or(1), name))
}

/// Reads an object; `None` if the JSON is something else.
fn fields(json: &str) -> Option<Fields<'_, String>> {
    serde_json::from_str(json).ok()
}

/// Returns the field with this name, in any case.
fn get<'a>(fields: &Fields<'a, String>, name: &str) -> Option<&'a str> {
    fields.0.iter().find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.get())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::plaintext_from_deck_json;

    fn text(json: &str) -> String {
        plaintext_from_deck_json(json).unwrap_or_default()
    }

    #[test]
    fn boards_of_cards_by_name() {
        let json = r#"{
            "name": "Burn", "id": 7,
            "mainboard": {"Lightning Bolt": {"quantity": 4}, "Fireblast": {"quantity": 4, "foil": true}},
            "sideboard": {"Pyroblast": {"quantity": 3}},
            "maybeboard": {"Shock": {"quantity": 1}},
            "commanders": {}, "companions": {"Lurrus of the Dream-Den": {"quantity": 1}}
        }"#;
        assert_eq!(
            text(json),
            "Companion\n1 Lurrus of the Dream-Den\n\nDeck\n4 Lightning Bolt\n4 Fireblast\n\nSideboard\n3 Pyroblast"
        );
    }

    #[test]
    fn boards_of_cards_by_id() {
        let json = r#"{"boards": {
            "sideboard": {"count": 2, "cards": {"k1": {"quantity": 2, "card": {"name": "Annul"}}}},
            "mainboard": {"count": 22, "cards": {
                "zz9": {"quantity": 4, "card": {"name": "Delver of Secrets // Insectile Aberration"}},
                "aa1": {"quantity": 18, "card": {"name": "Island"}}
            }}
        }}"#;
        assert_eq!(text(json), "4 Delver of Secrets // Insectile Aberration\n18 Island\n\nSideboard\n2 Annul");
    }

    #[test]
    fn boards_with_capitals_and_counts() {
        let json = r#"{"Commanders": {"Yuriko, the Tiger's Shadow": {"id": "x", "count": 1}},
                       "Mainboard": {"Island": {"id": "y", "count": 30}}, "Sideboard": {}, "metadata": {"game": "MTG"}}"#;
        assert_eq!(text(json), "Commander\n1 Yuriko, the Tiger's Shadow\n\nDeck\n30 Island");
    }

    #[test]
    fn lists_of_cards() {
        let json = r#"{"main": [{"name": "Plains", "quantity": 20}, {"name": "Swords to Plowshares"}], "side": []}"#;
        assert_eq!(text(json), "20 Plains\n1 Swords to Plowshares");
    }

    #[test]
    fn what_holds_no_card_gives_no_text() {
        for json in [
            "",
            "{",
            "null",
            "7",
            "[]",
            "{}",
            r#"{"mainboard": 60}"#,
            r#"{"mainboard": {"count": 60}}"#,
            r#"{"mainboard": {"Shock": {"quantity": 0}, " ": {"quantity": 1}}}"#,
            r#"{"maybeboard": {"Shock": {"quantity": 1}}}"#,
        ] {
            assert_eq!(plaintext_from_deck_json(json), None, "{json}");
        }
    }

    #[test]
    fn a_name_stays_on_its_line() {
        let json = r#"{"mainboard": {"Shock\n99 Black Lotus": {"quantity": 1}}}"#;
        assert_eq!(text(json), "1 Shock 99 Black Lotus");
    }

    #[test]
    fn nesting_without_end_is_refused() {
        assert_eq!(plaintext_from_deck_json(&"[".repeat(100_000)), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_fail(json in ".*") {
            let _ = plaintext_from_deck_json(&json);
        }
    }
}
