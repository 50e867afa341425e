//! MTGO's deck files: XML with `<Cards CatID="…" Quantity="4" Sideboard="false" Name="Brainstorm" Annotation="0"/>`.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use super::card::plain_name;
use super::clean::tidy;
use super::count::{is_number, number};
use super::list::{Board, CardLine, DeckText, Line};

/// Characters of a broken file to show.
const SHOWN: usize = 200;

/// Whether the text is such a file, or a part of one.
pub(super) fn is_dek(text: &str) -> bool {
    let begins = text.trim_start_matches(|char: char| char.is_whitespace() || char == '\u{feff}').starts_with('<');
    begins && (text.contains("<Deck") || text.contains("<Cards"))
}

/// Reads a file up to its first XML error. Elements that are not cards are ignored.
pub(super) fn parse(text: &str) -> DeckText {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    let (mut deck, mut cards) = (DeckText::default(), Vec::new());
    let (mut at, mut number) = (0, 1);
    loop {
        let begin = usize::try_from(reader.buffer_position()).unwrap_or(text.len()).min(text.len());
        number += text.as_bytes()[at..begin].iter().filter(|byte| **byte == b'\n').count();
        at = begin;
        let shown = |rest: &str| {
            let start: String = rest.trim_start().chars().take(SHOWN).collect();
            Line { number, text: start.lines().next().unwrap_or_default().trim_end().to_owned() }
        };
        match reader.read_event() {
            Ok(Event::Empty(element) | Event::Start(element)) if is_card(&element) => match card(&element) {
                Some(card) => cards.push(card),
                None => deck.not_understood.push(shown(&text[at..])),
            },
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(_) => {
                deck.not_understood.push(shown(&text[at..]));
                break;
            }
        }
    }
    deck.take(cards);
    deck
}

fn is_card(element: &BytesStart<'_>) -> bool {
    element.local_name().as_ref().eq_ignore_ascii_case("Cards")
}

fn card(element: &BytesStart<'_>) -> Option<(Board, CardLine)> {
    let (mut count, mut name, mut board) = (None, None, Board::Main);
    // Without the check for duplicate attributes, whose cost grows with the square of their number.
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.ok()?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
        let value = tidy(&value);
        match attribute.key.local_name().as_ref().to_ascii_lowercase().as_str() {
            "quantity" if is_number(&value) => count = Some(self::number(&value)),
            "name" => name = plain_name(&value),
            "sideboard" if value.eq_ignore_ascii_case("true") || value == "1" => board = Board::Sideboard,
            _ => {}
        }
    }
    Some((board, CardLine { count: count.filter(|count| *count > 0)?, name: name? }))
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

    fn read(deck: &DeckText) -> Vec<(Board, u32, &str)> {
        let cards = deck.sections.iter().flat_map(|section| section.cards.iter().map(|card| (section.board, card)));
        cards.map(|(board, card)| (board, card.count, card.name.as_str())).collect()
    }

    #[test]
    fn a_file_is_read() {
        for text in [DEK.to_owned(), format!("\u{feff}{DEK}"), DEK.replace('\n', "\r\n"), DEK.replace('\n', "")] {
            let deck = DeckText::parse(&text);
            let expected = [
                (Board::Main, 4, "Fire // Ice"),
                (Board::Main, 56, "Dungeons & Dragons"),
                (Board::Sideboard, 2, "Urza's Saga"),
            ];
            assert_eq!(read(&deck), expected);
            assert_eq!((deck.not_understood.len(), deck.lines.cards), (0, 3));
        }
    }

    #[test]
    fn what_is_broken_is_told_with_its_line_and_the_rest_is_read() {
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
