//! Deck files in XML. Their programs write the same things under different names:
//!
//! | Program | Board | Card |
//! |---|---|---|
//! | MTGO (`.dek`) | `Sideboard="true"` of the card | `<Cards CatID="…" Quantity="4" Sideboard="false" Name="Brainstorm"/>` |
//! | Cockatrice (`.cod`) | `<zone name="side">` around it | `<card number="4" name="Brainstorm"/>` |
//! | OCTGN (`.o8d`) | `<section name="Sideboard">` around it | `<card qty="4" id="…">Brainstorm</card>` |
//! | LackeyCCG (`.dek`) | `<superzone name="Sideboard">` around it | `<card><name id="…">Brainstorm</name></card>` for each copy |

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use super::boards::find_commanders;
use super::card::{board_of_tag, is_number, number, plain_name};
use super::line::tidy;
use super::list::{Board, CardLine, DeckText, Line};

/// Characters of a broken file to show.
const SHOWN: usize = 200;
/// The beginnings of elements that such a file has.
const ELEMENTS: [&str; 5] = ["<Deck", "<Cards", "<deck", "<card", "<cockatrice_deck"];

/// Whether the text is such a file, or a part of one.
pub(super) fn is_dek(text: &str) -> bool {
    let begins = text.trim_start_matches(|char: char| char.is_whitespace() || char == '\u{feff}').starts_with('<');
    begins && ELEMENTS.iter().any(|element| text.contains(element))
}

/// Reads a file up to its first XML error. Elements that are not cards are ignored.
pub(super) fn parse(text: &str) -> DeckText {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    let mut file = DeckFile::default();
    let (mut at, mut number) = (0, 1);
    loop {
        let begin = usize::try_from(reader.buffer_position()).unwrap_or(text.len()).min(text.len());
        number += text.as_bytes()[at..begin].iter().filter(|byte| **byte == b'\n').count();
        at = begin;
        let shown = || {
            let start: String = text[at..].trim_start().chars().take(SHOWN).collect();
            Line { number, text: start.lines().next().unwrap_or_default().trim_end().to_owned() }
        };
        match reader.read_event() {
            Ok(Event::Start(element)) => file.open(&element, shown),
            Ok(Event::Empty(element)) => {
                file.open(&element, shown);
                file.close(element.local_name().as_ref());
            }
            Ok(Event::End(element)) => file.close(element.local_name().as_ref()),
            Ok(Event::Text(text)) => file.add(&text),
            Ok(Event::CData(text)) => file.add(&text),
            Ok(Event::GeneralRef(reference)) => match reference.resolve_char_ref() {
                Ok(Some(char)) => file.add(char.encode_utf8(&mut [0; 4])),
                _ => file.add(resolve_predefined_entity(&reference).unwrap_or_default()),
            },
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(_) => {
                file.end_card();
                file.deck.not_understood.push(shown());
                break;
            }
        }
    }
    file.end_card();
    find_commanders(&mut file.cards);
    file.deck.take(file.cards);
    file.deck
}

/// A file while it is read.
#[derive(Default)]
struct DeckFile {
    deck: DeckText,
    cards: Vec<(Board, CardLine)>,
    /// The board of the element around the cards.
    board: Option<Board>,
    /// The card whose element is open.
    card: Option<OpenCard>,
}

struct OpenCard {
    line: Line,
    /// Number of copies; `None` if it cannot be read.
    count: Option<u32>,
    name: Option<String>,
    board: Board,
    /// The text in the element.
    text: String,
    /// Whether the text belongs to an element that is not the name.
    is_elsewhere: bool,
}

impl DeckFile {
    fn open(&mut self, element: &BytesStart<'_>, line: impl Fn() -> Line) {
        match element.local_name().as_ref().to_ascii_lowercase().as_str() {
            "zone" | "section" | "superzone" => {
                self.board = attribute(element, &["name"]).and_then(|name| board_of_tag(&name));
            }
            "card" | "cards" => {
                self.end_card();
                let name = attribute(element, &["name"]);
                let count = match attribute(element, &["quantity", "number", "qty", "count"]) {
                    Some(count) => is_number(&count).then(|| number(&count)),
                    None => name.is_none().then_some(1),
                };
                let sideboard = attribute(element, &["sideboard"]).unwrap_or_default();
                let is_beside = sideboard.eq_ignore_ascii_case("true") || sideboard == "1";
                self.card = Some(OpenCard {
                    line: line(),
                    count,
                    name: name.and_then(|name| plain_name(&name)),
                    board: if is_beside { Board::Sideboard } else { self.board.unwrap_or(Board::Main) },
                    text: String::new(),
                    is_elsewhere: false,
                });
            }
            other => {
                if let Some(card) = &mut self.card {
                    card.is_elsewhere = other != "name";
                }
            }
        }
    }

    fn close(&mut self, element: &str) {
        match element.to_ascii_lowercase().as_str() {
            "zone" | "section" | "superzone" => self.board = None,
            "card" | "cards" => self.end_card(),
            _ => {
                if let Some(card) = &mut self.card {
                    card.is_elsewhere = false;
                }
            }
        }
    }

    fn add(&mut self, text: &str) {
        if let Some(card) = self.card.as_mut().filter(|card| !card.is_elsewhere) {
            card.text.push_str(text);
        }
    }

    /// Adds the open card to the list, if there is one.
    fn end_card(&mut self) {
        let Some(OpenCard { line, count, name, board, text, .. }) = self.card.take() else { return };
        match (count.filter(|count| *count > 0), name.or_else(|| plain_name(&in_one_line(&text)))) {
            (Some(count), Some(name)) => self.cards.push((board, CardLine { count, name })),
            _ => self.deck.not_understood.push(line),
        }
    }
}

/// Returns the text without tabs, which `tidy` keeps for columns.
fn in_one_line(text: &str) -> String {
    tidy(text).replace('\t', " ")
}

/// Returns the value of the first attribute with one of these names.
fn attribute(element: &BytesStart<'_>, names: &[&str]) -> Option<String> {
    // Without the check for duplicate attributes, whose cost grows with the square of their number.
    let mut attributes = element.attributes();
    let attribute = attributes.with_checks(false).map_while(Result::ok).find(|attribute| {
        let key = attribute.key.local_name();
        names.iter().any(|name| key.as_ref().eq_ignore_ascii_case(name))
    })?;
    attribute.normalized_value(XmlVersion::Implicit1_0).ok().map(|value| in_one_line(&value))
}

#[cfg(test)]
mod tests {
    use super::super::DeckText;
    use super::*;

    const DEK: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <NetDeckID>0</NetDeckID>
  <PreconstructedDeckID>0</PreconstructedDeckID>
  <Cards CatID="1234" Quantity="4" Sideboard="false" Name="Fire/Ice" Annotation="0" />
  <Cards CatID="1235" Quantity="56" Sideboard="false" Name="Dungeons &amp; &#68;ragons" Annotation="0"></Cards>
  <Cards CatID="1236" Quantity="2" Sideboard="true" Name="Urza's Saga" Annotation="0" />
</Deck>
"#;

    #[test]
    fn what_is_broken_is_told_with_its_line_and_the_rest_is_read() {
        assert_eq!(DeckText::parse(&DEK.replace('\n', "")).sections, DeckText::parse(DEK).sections);
        let no_count = DEK.replace(r#"Quantity="4""#, r#"Quantity="four""#);
        let deck = DeckText::parse(&no_count);
        assert_eq!(deck.count(Board::Main), 56);
        assert_eq!(deck.not_understood.len(), 1);
        assert_eq!(deck.not_understood[0].number, 5);
        assert!(deck.not_understood[0].text.starts_with(r#"<Cards CatID="1234""#));

        let cut = &DEK[..DEK.find("1236").unwrap()];
        let deck = DeckText::parse(cut);
        assert_eq!((deck.total(), deck.not_understood.len()), (60, 1));
        assert_eq!(deck.not_understood[0].number, 7);
    }
}
