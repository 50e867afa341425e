//! Lists with mutations at random, and the longest texts.

use std::time::{Duration, Instant};

use domain::deck_text::DeckText;

use crate::corpus::fixtures;
use crate::mutate::{LONGEST, Random, check, mutate};

#[test]
fn broken_lists_break_nothing() {
    let corpus: Vec<String> = fixtures().into_iter().map(|(_, text)| text).collect();
    let mut random = Random(20_260_307);
    for case in 0..2_000 {
        let text = mutate(&mut random, &corpus);
        if let Err(what) = check(&text) {
            panic!("case {case}: {what}\n{text:?}");
        }
    }
}

#[test]
fn the_longest_text_takes_no_longer_than_its_length_asks() {
    for piece in [
        "\n",
        " ",
        "1 a\n",
        "(",
        "1 a (AB) ",
        "1 a *F* ",
        "[",
        "4 A // ",
        "/",
        "Sideboard\n",
        "A\n",
        "\u{202e}",
        "#",
        "<Deck",
        "<Deck><Cards ",
        "<Cards a=\"1\" ",
        "<Cards/>",
        "<Deck><a>",
        "<Deck>&amp;",
        "99999999999 A\n",
        "é",
        "\t",
        "A (4)\n",
    ] {
        let text: String = piece.chars().cycle().take(LONGEST / piece.chars().next().unwrap().len_utf8()).collect();
        let attributes = format!("<Deck><Cards {}/>", &text[..text.floor_char_boundary(LONGEST - 20)]);
        for text in [text, attributes] {
            let began = Instant::now();
            check(&text).unwrap_or_else(|what| panic!("{piece:?}: {what}"));
            assert!(began.elapsed() < Duration::from_secs(10), "{piece:?} takes {:?}", began.elapsed());
        }
    }
}

#[test]
fn counts_stay_within_their_type() {
    let deck = DeckText::parse("4294967295 Island\n9999999999 Forest\nSideboard\n4294967295 Swamp");
    assert_eq!(deck.total(), u32::MAX);
}
