//! A deck that is written in any form and read again stays the same, and every line of any text is accounted for.

use std::fmt::Write;

use domain::deck_text::{Board, CardLine, DeckText};
use proptest::prelude::*;
use proptest::sample::select;

use crate::mutate::check;

/// Names that contain marks which are not part of other names.
const NAMES: [&str; 16] = [
    "Brainstorm",
    "Fire // Ice",
    "Who // What // When // Where // Why",
    "Erase (Not the Urza's Legacy One)",
    "Hazmat Suit (Used)",
    "Circle of Protection: Red",
    "1996 World Champion",
    "+2 Mace",
    "Borrowing 100,000 Arrows",
    "B.F.M. (Big Furry Monster)",
    "Ach! Hans, Run!",
    "Lim-Dûl's Vault",
    "Sideboard Guide",
    "Commander's Sphere",
    "Deck of Many Things",
    "思案",
];

#[derive(Debug, Clone, Copy)]
enum Form {
    BlankLine,
    Crossed,
    Arena,
    Prefixed,
    Commented,
    Tagged,
    Grouped,
    Columns,
    Dek,
}

const FORMS: [Form; 9] = [
    Form::BlankLine,
    Form::Crossed,
    Form::Arena,
    Form::Prefixed,
    Form::Commented,
    Form::Tagged,
    Form::Grouped,
    Form::Columns,
    Form::Dek,
];

/// A deck: up to two commanders, 60 cards, up to 15 in the sideboard.
#[derive(Debug, Clone)]
struct Deck {
    commanders: Vec<CardLine>,
    main: Vec<CardLine>,
    sideboard: Vec<CardLine>,
}

fn name() -> impl Strategy<Value = String> {
    let word = "Z[a-zé]{1,9}('s)?(, Z[a-z]{1,5})?( of the Z[a-z]{1,6})?";
    prop_oneof![select(&NAMES[..]).prop_map(str::to_owned), word]
}

fn cards(count: u32, most: usize) -> impl Strategy<Value = Vec<CardLine>> {
    let card = (1..=count, name()).prop_map(|(count, name)| CardLine { count, name });
    prop::collection::vec(card, 0..=most)
}

fn deck() -> impl Strategy<Value = Deck> {
    (cards(1, 2), cards(4, 14), cards(3, 5)).prop_map(|(commanders, mut main, sideboard)| {
        let rest = 60 - main.iter().map(|card| card.count).sum::<u32>();
        main.push(CardLine { count: rest, name: "Island".into() });
        Deck { commanders, main, sideboard }
    })
}

impl Deck {
    fn boards(&self, form: Form) -> Vec<(Board, &[CardLine])> {
        let commanders: &[CardLine] = match form {
            Form::Arena | Form::Commented | Form::Tagged => &self.commanders,
            _ => &[],
        };
        let boards =
            [(Board::Commander, commanders), (Board::Main, &self.main[..]), (Board::Sideboard, &self.sideboard)];
        boards.into_iter().filter(|(_, cards)| !cards.is_empty()).collect()
    }

    fn written(&self, form: Form) -> String {
        let mut text = String::from(match form {
            Form::Arena => "About\nName Any Deck\n\n",
            Form::Commented => "// Name: any deck\n// 75 cards\n",
            Form::Dek => "<?xml version=\"1.0\"?>\n<Deck>\n  <NetDeckID>0</NetDeckID>\n",
            _ => "",
        });
        for (board, cards) in self.boards(form) {
            text += &heading(form, board, cards);
            for (index, card) in cards.iter().enumerate() {
                text += &line(form, board, index, card);
            }
        }
        if matches!(form, Form::Dek) {
            text += "</Deck>\n";
        }
        text
    }
}

fn heading(form: Form, board: Board, cards: &[CardLine]) -> String {
    let total: u32 = cards.iter().map(|card| card.count).sum();
    let name = board.name();
    match form {
        Form::BlankLine | Form::Columns if board == Board::Sideboard => "\n".to_owned(),
        Form::Crossed if board == Board::Sideboard => "\nSIDEBOARD:\n".to_owned(),
        Form::Arena => format!("\n{name}\n"),
        Form::Commented => format!("\n// {name} ({total})\n"),
        Form::Grouped if board == Board::Sideboard => format!("Sideboard [{total}]\n"),
        Form::Grouped => "Creatures (12)\n".to_owned(),
        _ => String::new(),
    }
}

fn line(form: Form, board: Board, index: usize, card: &CardLine) -> String {
    let CardLine { count, name } = card;
    match form {
        Form::BlankLine => format!("{count} {name}\n"),
        Form::Crossed => format!("- {count}x {name}\r\n"),
        Form::Arena => format!("{count} {name} (MH{}) {index}\n", index % 4),
        Form::Prefixed if board == Board::Sideboard => format!("SB: {count} [6E] {name}\n"),
        Form::Prefixed => format!("    {count} [6E] {name} *F*\n"),
        Form::Commented => format!("{count} {}\n", name.replace(" // ", "//")),
        Form::Tagged => {
            let tag = if board == Board::Main { "Ramp" } else { board.name() };
            format!("{count}x {name} (c{index}x) {index}a [{tag}{{top}}] ^Have,#37d67a^\n")
        }
        Form::Grouped => {
            let group = if index % 5 == 4 { "\nOther spells (9)\n" } else { "" };
            format!("{count} {name} #tag\n{group}")
        }
        Form::Columns => format!("{count}\t{name}\tMMQ\n"),
        Form::Dek => {
            let name = name.replace(" // ", "/").replace('&', "&amp;");
            let mut line = String::new();
            let beside = board == Board::Sideboard;
            writeln!(line, "  <Cards CatID=\"7\" Quantity=\"{count}\" Sideboard=\"{beside}\" Name=\"{name}\"/>")
                .unwrap();
            line
        }
    }
}

proptest! {
    #[test]
    fn a_deck_in_any_form_is_the_same_deck(deck in deck(), form in select(&FORMS[..])) {
        let text = deck.written(form);
        let read = DeckText::parse(&text);
        prop_assert!(read.not_understood.is_empty(), "{form:?}: {:?}\n{text}", read.not_understood);
        let found: Vec<_> = read.sections.iter().map(|section| (section.board, &section.cards[..])).collect();
        prop_assert_eq!(found, deck.boards(form), "{:?}\n{}", form, text);
    }

    #[test]
    fn every_line_of_any_text_is_accounted_for(text in "(?s).{0,400}") {
        check(&text).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn every_line_of_what_looks_like_a_list_is_accounted_for(
        text in "((SB: ?|// ?|# ?|\\[)?([0-9]{1,12}x? ?)?([A-Z][a-z]{0,4}|Deck|Sideboard|Lands|Commander)?[ \t]?(\\([A-Z]{3}\\)|\\([0-9]\\)|\\*F\\*|:|\\])?[\n\r]{0,3}){0,20}"
    ) {
        check(&text).map_err(TestCaseError::fail)?;
    }
}

/// A line `A(0)` among names without counts heads an empty group; it is no card of which there are none.
#[test]
fn a_name_with_the_number_zero_is_no_card() {
    let read = DeckText::parse("Alpha\nBeta(0)\nGamma");
    check("SB:A\nA(0)\nBeta").unwrap();
    let cards: Vec<_> =
        read.sections.iter().flat_map(|section| &section.cards).map(|card| (card.count, &*card.name)).collect();
    assert_eq!(cards, [(1, "Alpha"), (1, "Gamma")]);
}
