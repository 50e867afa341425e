//! Real lists, if the folder with their files exists. `domain/tests/deck_text/forms.rs` tests the project's own lists.

use std::path::Path;

use domain::deck_text::{Board, CardLine, DeckText};
use serde_json::Value;

/// Sizes of lists that are damaged in their source: three with a part of the deck under `Sideboard`, and half a list.
const DAMAGED: [(u32, u32); 4] = [(22, 53), (18, 57), (29, 47), (43, 8)];

#[test]
fn every_real_list_is_understood_and_has_the_size_of_a_deck() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/oracle/tournaments");
    let Ok(files) = std::fs::read_dir(folder) else { return };
    let (mut lists, mut cards, mut complaints) = (0, 0, Vec::new());
    for path in files.map(|file| file.unwrap().path()) {
        for text in lists_of(&path) {
            let deck = DeckText::parse(&text);
            lists += 1;
            cards += deck.lines.cards;
            complaints.extend(complaint(&deck, &text).map(|what| format!("{}: {what}\n{text}", path.display())));
        }
    }
    assert!(cards > 0, "the folder holds no list");
    assert!(complaints.is_empty(), "{} of {lists} lists\n{}", complaints.len(), complaints.join("\n\n"));
}

/// Returns what is wrong with how the list was read, if anything.
fn complaint(deck: &DeckText, text: &str) -> Option<String> {
    if let Some(line) = deck.not_understood.first() {
        return Some(format!("not understood: {line:?}"));
    }
    if (deck.lines.headings, deck.lines.comments) != (1, 0) {
        return Some(format!("the one heading is `Sideboard`: {:?}", deck.lines));
    }
    // The files contain only counts and names, so a simple reader must find the same cards.
    let lines = text.lines().filter_map(|line| line.split_once(" "));
    let mut plain = lines.map(|(count, name)| (count.to_owned(), name.replace(" // ", "/")));
    let read = deck.sections.iter().flat_map(|section| &section.cards);
    let is_other = |card: &&CardLine| plain.next() != Some((card.count.to_string(), card.name.replace(" // ", "/")));
    if let Some(card) = read.clone().find(is_other) {
        return Some(format!("read as {card:?}"));
    }
    let (main, sideboard) = (deck.count(Board::Main), deck.count(Board::Sideboard));
    // Duel Commander lists have their commander in the sideboard.
    let is_plausible = main >= 60 && sideboard <= 15
        || main + sideboard == 100 && (1..=2).contains(&sideboard)
        || DAMAGED.contains(&(main, sideboard));
    if !is_plausible {
        return Some(format!("{main} cards and {sideboard} in the sideboard"));
    }
    headless_complaint(deck, text)
}

/// Checks the list without its heading, as MTGO writes it. The blank line must be enough.
fn headless_complaint(deck: &DeckText, text: &str) -> Option<String> {
    let headless = DeckText::parse(&text.replace("\nSideboard\n", "\n"));
    let (main, sideboard) = (deck.cards(Board::Main), deck.cards(Board::Sideboard));
    let beside = if deck.total() == 100 { Board::Commander } else { Board::Sideboard };
    let is_damaged = DAMAGED.contains(&(deck.count(Board::Main), deck.count(Board::Sideboard)));
    let is_same = headless.cards(Board::Main) == main && headless.cards(beside) == sideboard;
    (!is_same && !is_damaged).then(|| format!("without heading: {:?}", headless.sections))
}

/// Returns every list in a tournament file, whose `decklists` holds lines by player.
fn lists_of(path: &Path) -> Vec<String> {
    let archive: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let Some(lists) = archive["decklists"].as_object() else { return Vec::new() };
    let text = |lines: &Value| {
        let lines = lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap());
        lines.collect::<Vec<_>>().join("\n")
    };
    lists.values().map(text).collect()
}
