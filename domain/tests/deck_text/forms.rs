//! Every form of a list, by the project's own fixtures.

use domain::deck_text::{Board, DeckText};

use crate::corpus::fixtures;

fn fixture(name: &str) -> DeckText {
    let found = fixtures().into_iter().find(|(file, _)| file == name);
    DeckText::parse(&found.unwrap_or_else(|| panic!("no fixture {name}")).1)
}

/// Cards on each board, in the order of [`Board::ALL`].
fn counts(deck: &DeckText) -> [u32; 5] {
    Board::ALL.map(|board| deck.count(board))
}

fn names(deck: &DeckText, board: Board) -> Vec<&str> {
    deck.cards(board).iter().map(|card| card.name.as_str()).collect()
}

#[test]
fn every_form_is_read() {
    let expected = [
        ("address.txt", [0, 0, 0, 0, 0], 1),
        ("archidekt.txt", [1, 0, 99, 2, 1], 0),
        ("arena.txt", [0, 1, 60, 8, 0], 0),
        ("commander.txt", [2, 0, 98, 0, 2], 0),
        ("commander_on_top.txt", [1, 0, 99, 0, 0], 0),
        ("forge.dck", [0, 0, 60, 2, 0], 0),
        ("grouped.txt", [0, 0, 60, 15, 0], 0),
        ("grouped_without_headings.txt", [0, 0, 60, 0, 0], 0),
        ("limited.txt", [0, 0, 40, 42, 0], 0),
        ("mtgo.dek", [0, 0, 60, 15, 0], 0),
        ("names_only.txt", [1, 0, 16, 0, 0], 0),
        ("plain.txt", [0, 0, 60, 15, 0], 0),
        ("prose.txt", [0, 0, 60, 0, 0], 3),
        ("untidy.txt", [0, 0, 60, 7, 0], 0),
        ("workstation.txt", [0, 0, 60, 15, 0], 0),
    ];
    let found: Vec<_> = fixtures().into_iter().map(|(name, text)| (name, DeckText::parse(&text))).collect();
    let found: Vec<_> =
        found.iter().map(|(name, deck)| (name.as_str(), counts(deck), deck.not_understood.len())).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_second_group_is_the_sideboard_by_the_number_of_cards() {
    for (first, second, sideboard) in [(60, 15, 15), (60, 16, 0), (40, 20, 0), (40, 21, 21)] {
        let deck = DeckText::parse(&format!("{first} Island\n\n{second} Swamp"));
        assert_eq!(counts(&deck), [0, 0, first + second - sideboard, sideboard, 0], "{first} and {second} cards");
    }
}

#[test]
fn line_ends_and_invisible_signs_do_not_matter() {
    for (name, text) in fixtures() {
        let deck = DeckText::parse(&text);
        for other in [
            format!("\u{feff}{}", text.replace('\n', "\r\n")),
            text.replace('\n', "\r"),
            text.replace('\n', " \t\n"),
            text.trim_end().to_owned(),
            text.replace(' ', "\u{a0}"),
            text.replace(' ', "  "),
        ] {
            // Blanks inside XML tags are left out of this test.
            if !name.ends_with(".dek") || !other.contains('\u{a0}') {
                assert_eq!(DeckText::parse(&other).sections, deck.sections, "{name}: {other:?}");
            }
        }
    }
}

#[test]
fn names_are_free_of_what_stands_around_them() {
    let arena = fixture("arena.txt");
    assert_eq!(
        names(&arena, Board::Main)[..5],
        ["Lightning Bolt", "Monastery Swiftspear", "Fire // Ice", "Rift Bolt", "Lava Spike"]
    );
    assert_eq!(names(&arena, Board::Companion), ["Lurrus of the Dream-Den"]);
    let commander = fixture("commander.txt");
    assert_eq!(names(&commander, Board::Commander), ["Tymna the Weaver", "Thrasios, Triton Hero"]);
    assert_eq!(names(&commander, Board::Main)[1], "Who // What // When // Where // Why");
    assert_eq!(names(&fixture("workstation.txt"), Board::Sideboard), ["Propaganda", "Annul", "Boomerang"]);
    assert_eq!(names(&fixture("untidy.txt"), Board::Main)[3..5], ["Counterspell", "Island"]);
    assert_eq!(
        names(&fixture("plain.txt"), Board::Sideboard)[4..],
        ["Lim-Dûl's Vault", "Erase (Not the Urza's Legacy One)"]
    );
    assert_eq!(names(&fixture("mtgo.dek"), Board::Sideboard), ["Urza's Saga & Friends"]);
}

#[test]
fn what_is_not_understood_is_told_with_its_line() {
    let prose = fixture("prose.txt");
    let lines: Vec<_> = prose.not_understood.iter().map(|line| (line.number, line.text.as_str())).collect();
    assert_eq!(lines, [(4, "I own the rest, see https://decks.example/1"), (6, "0 Fireblast"), (7, "Removal"),]);
    assert_eq!(fixture("address.txt").not_understood[0].text, "https://decks.example/decks/aB3-x_9");
}

#[test]
fn a_group_behind_the_sideboard_is_the_decks_again_and_one_under_its_heading_is_not() {
    let behind = DeckText::parse("Creatures\n4 Fog Bank\nSideboard\n2 Annul\nSorceries\n4 Ponder");
    assert_eq!(counts(&behind), [0, 0, 8, 2, 0]);
    let under = DeckText::parse("4 Ponder\nSideboard\n\nCreatures\n2 Fog Bank\n\nInstants\n3 Annul\n\n1 Shock");
    assert_eq!(counts(&under), [0, 0, 4, 6, 0]);
}

#[test]
fn a_name_without_count_is_a_card_where_that_is_plain() {
    for (text, expected) in [
        ("Commander\nKinnan\n\n99 Forest", [1, 0, 99, 0, 0]),
        ("Commander: Kinnan\nCompanion: Lurrus\n98 Forest", [1, 1, 98, 0, 0]),
        ("Commander: 1x Kinnan (IKO) 192\n99 Forest", [1, 0, 99, 0, 0]),
        ("Sideboard: 2 Annul\n4 Ponder", [0, 0, 4, 2, 0]),
        ("4 Ponder\nBrainstorm (MMQ) 61", [0, 0, 5, 0, 0]),
        ("4 Ponder\nBrainstorm", [0, 0, 4, 0, 0]),
        ("Ponder\nBrainstorm", [0, 0, 2, 0, 0]),
        ("Ponder (4)\nBrainstorm (3)", [0, 0, 7, 0, 0]),
        ("Burn", [0, 0, 0, 0, 0]),
        ("I will bring it.\nIt is late", [0, 0, 0, 0, 0]),
    ] {
        assert_eq!(counts(&DeckText::parse(text)), expected, "{text}");
    }
}
