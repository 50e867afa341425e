//! The lists of a file: cards by section in `deckObj`, else the text or the address in `decklist`.

use domain::decklist::is_web_address;
use domain::limits::SHORT_TEXT;
use serde_json::Value;

use crate::archive::checked_list;
use crate::object::Object;

/// The text of players who handed in no list.
const NONE: &str = "No Decklist Available";
/// The member of `deckObj` that is not a section.
const METADATA: &str = "metadata";

/// A list and its page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Deck {
    /// The text; empty if there is none.
    pub(super) text: String,
    /// The page's address.
    pub(super) page: Option<String>,
}

/// Reads the list of a row of the standings.
pub(super) fn read(row: &Object<'_>) -> Deck {
    let written = match row.value("decklist") {
        None => "",
        Some(Value::String(written)) => written.trim(),
        Some(_) => {
            row.problem("decklist", "must be a text, an address or null");
            ""
        }
    };
    let sections = row.members("deckObj", "metadata *");
    let metadata = sections.as_ref().and_then(|sections| sections.optional(METADATA));
    // Game and format are those of the tournament.
    metadata.iter().for_each(|metadata| metadata.know("importedFrom game format"));
    let imported = metadata.and_then(|metadata| metadata.value.get("importedFrom")?.as_str());
    let mut deck = Deck { text: String::new(), page: imported.and_then(address).map(str::to_owned) };
    if let Some(page) = address(written) {
        deck.page = Some(page.to_owned());
    } else if written != NONE {
        deck.text = plain(written);
    }
    if let Some(sections) = sections {
        let cards = read_sections(&sections);
        if !cards.is_empty() {
            deck.text = cards;
        }
    }
    if deck.text.contains('\0') {
        row.problem("decklist", "may not contain the character U+0000");
    }
    deck.text = checked_list(deck.text, row.path, row.problems);
    deck
}

/// Returns the text if it is an address that pages can link to.
fn address(text: &str) -> Option<&str> {
    (is_web_address(text) && text.chars().count() <= 10 * SHORT_TEXT && !text.contains(char::is_whitespace))
        .then_some(text)
}

/// Returns the text with line breaks and quotation marks in place of their escapes, and with plain headings.
fn plain(written: &str) -> String {
    let unescaped = written.replace("\\r", "").replace("\\n", "\n").replace("\\'", "'").replace("\\\"", "\"");
    let mut sections: Vec<(&str, Vec<&str>)> = vec![("", Vec::new())];
    for line in unescaped.lines().map(str::trim) {
        if let Some(heading) = line.strip_prefix("~~").and_then(|line| line.strip_suffix("~~")) {
            sections.push((heading.trim(), Vec::new()));
        } else if let Some((_, lines)) = sections.last_mut() {
            lines.push(line);
        }
    }
    joined(sections.into_iter().map(|(heading, lines)| (heading, lines.join("\n").trim().to_owned())))
}

/// Reads the cards of each section: `{"Mainboard": {"Ponder": {"id": "…", "count": 4}}}`.
fn read_sections(sections: &Object<'_>) -> String {
    let mut texts = Vec::new();
    for (heading, section) in sections.fields().filter(|(heading, _)| *heading != METADATA) {
        if !section.value.is_object() {
            // Texts about the list stand next to the sections.
            if section.value.is_array() {
                section.problem("must be an object that has the cards by name");
            }
            continue;
        }
        let Some(cards) = section.dictionary() else { continue };
        let mut lines = Vec::new();
        for (name, card) in cards.fields() {
            // The name says which card it is.
            let Some(card) = card.object("count id") else { continue };
            lines.push(format!("{} {name}", card.integer("count", (0, 100_000))));
        }
        texts.push((heading.as_str(), lines.join("\n")));
    }
    joined(texts.into_iter())
}

/// Joins the sections that have cards. The main deck has a heading only if it is not the first.
fn joined<'a>(sections: impl Iterator<Item = (&'a str, String)>) -> String {
    let mut text = String::new();
    for (heading, cards) in sections.filter(|(_, cards)| !cards.is_empty()) {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        let is_first_main = text.is_empty() && heading.eq_ignore_ascii_case("mainboard");
        if !heading.is_empty() && !is_first_main {
            text.push_str(heading);
            text.push('\n');
        }
        text.push_str(&cards);
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::object::Cursor;
    use crate::problems::{Path, ProblemSink};

    fn deck(row: &Value) -> Deck {
        let problems = ProblemSink::default();
        let deck = read(&Cursor { value: row, path: Path::Root, problems: &problems }.dictionary().unwrap());
        assert!(problems.is_empty());
        deck
    }

    #[test]
    fn texts_lose_escapes_and_marks_of_headings() {
        for (written, expected) in [
            (
                "~~Mainboard~~\\n4 Ponder\\n1 Ana\\'s Lamp\\n\\n~~Sideboard~~\\n2 Duress\\n",
                "4 Ponder\n1 Ana's Lamp\n\nSideboard\n2 Duress",
            ),
            ("~~Commanders~~\n1 Tasigur\n\n~~Mainboard~~\n59 Swamp", "Commanders\n1 Tasigur\n\nMainboard\n59 Swamp"),
            ("4 Ponder\r\n56 Island", "4 Ponder\n56 Island"),
            ("~~Mainboard~~\\n\\n~~Sideboard~~\\n", ""),
            (NONE, ""),
            ("", ""),
        ] {
            assert_eq!(
                deck(&json!({"decklist": written})),
                Deck { text: expected.to_owned(), page: None },
                "{written}"
            );
        }
    }

    #[test]
    fn an_address_is_the_page_and_cards_by_section_come_before_the_text() {
        let page = "https://decks.example/7";
        assert_eq!(deck(&json!({"decklist": page})), Deck { text: String::new(), page: Some(page.to_owned()) });
        let cards = json!({
            "Mainboard": {"Ponder": {"id": "a", "count": 4}, "Island": {"id": "b", "count": 56}},
            "Sideboard": {}, "metadata": {"format": "Legacy", "importedFrom": page},
        });
        let read = deck(&json!({"decklist": "~~Mainboard~~\\n60 Swamp", "deckObj": cards}));
        assert_eq!(read, Deck { text: "56 Island\n4 Ponder".to_owned(), page: Some(page.to_owned()) });
        let empty = deck(&json!({"decklist": "60 Swamp", "deckObj": {"Mainboard": {}}}));
        assert_eq!(empty.text, "60 Swamp");
        assert_eq!(deck(&json!({"decklist": null, "deckObj": null})), Deck::default());
    }
}
