use std::fmt::Write;

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::json;

use super::*;

fn list<'a>(name: &'a str, archetype: &'a str, plaintext: &'a str) -> List<'a> {
    List { name: name.into(), archetype: archetype.into(), plaintext_list: plaintext.into(), ..List::default() }
}

fn svg(name: &str, archetype: &str, plaintext: &str) -> String {
    let document = json!({"id": 301, "name": name, "archetype": archetype, "plaintext_list": plaintext});
    let svg = draw(Language::English, document.to_string().as_bytes()).unwrap();
    assert_sound(&svg);
    svg
}

/// Checks the properties of every picture.
#[track_caller]
fn assert_sound(svg: &str) {
    let (mut reader, mut open) = (Reader::from_str(svg), 0);
    loop {
        let element = match reader.read_event().unwrap_or_else(|error| panic!("{error}\n{svg}")) {
            Event::Start(element) => {
                open += 1;
                element
            }
            Event::Empty(element) => element,
            Event::End(_) => {
                open -= 1;
                continue;
            }
            Event::Eof => break,
            _ => continue,
        };
        let name = element.name();
        assert!(["svg", "title", "rect", "g", "text", "tspan", "path"].contains(&name.as_ref()), "{name:?}");
        for attribute in element.attributes() {
            let attribute = attribute.unwrap();
            let value = attribute.value.as_ref();
            assert!(!attribute.key.as_ref().starts_with("on") && !value.contains("url("), "{attribute:?}");
            let number =
                |name: &str| attribute.key.as_ref() == name && value.parse::<usize>().is_ok_and(|it| it > 9_999);
            assert!(!number("x") && !number("y"), "{attribute:?}");
        }
    }
    assert_eq!(open, 0);
    let forbidden = |char: char| char.is_control() && char != '\n' || u32::from(char) & 0xfffe == 0xfffe;
    assert!(!svg.contains(forbidden), "{svg:?}");
    assert!(svg.len() < 64 * 1024, "{} bytes", svg.len());
}

#[test]
fn every_board_is_drawn_with_its_count() {
    let text = "Commander\n1 Najeela, the Blade-Blossom\n\nCompanion\n1 Lurrus of the Dream-Den\n\nDeck\n\
                4 Fire // Ice\n1 Island (LEA) 288\n94 Forest\n2 Island (LEB) 289\n\nSideboard\n2 Annul\n\nTokens\n1 Saproling\nSee you there";
    insta::assert_snapshot!(svg("Warriors", "Five-Colour", text));
}

#[test]
fn a_list_that_is_kept_elsewhere_says_where() {
    insta::assert_snapshot!(svg("", "", "https://decks.example/301"));
}

#[test]
fn a_text_without_cards_gives_a_picture_too() {
    let svg = svg("Later", "", "I will bring it on Saturday.");
    assert!(svg.contains("no cards to show"), "{svg}");
}

#[test]
fn nothing_that_people_write_is_more_than_text() {
    let names = [
        "<script>alert(1)</script>",
        "\" onload=\"alert(1)",
        "]]><!-- & &amp; &#0;",
        "A\u{0}B\u{1b}[31m\u{fffe}\u{ffff}",
        "\u{202e}gnp.exe",
        "שלום עולם",
        "👩‍👩‍👧‍👦🏴‍☠️ Zoo",
        &format!("Z{}", "\u{300}".repeat(9_000)),
        &"W".repeat(9_000),
    ];
    for name in names {
        let svg = svg(name, name, &format!("4 {name}\n56 Island & {name}\n\n3 {name}"));
        assert!(!svg.contains("<script") && !svg.contains(" onload=\""), "{svg}");
    }
    assert!(svg("A & B", "", "4 Minsc & Boo").contains(">Minsc &#38; Boo<"));
}

#[test]
fn lines_that_were_not_read_are_named_by_their_numbers() {
    let note = "3 lines could not be read as cards: 2, 3, 4.";
    assert!(svg("Burn", "", "60 Mountain\nand so on\n0 Shock\nsee you").contains(note));
    let many = format!("60 Mountain\n{}", "and so on\n".repeat(7));
    assert!(svg("Burn", "", &many).contains("7 lines could not be read as cards: 2, 3, 4, 5, 6, …."));
}

#[test]
fn what_is_too_much_is_counted() {
    let mut text = String::new();
    for number in 0..5_000 {
        writeln!(text, "1 Card number {number} of a deck that is larger than any other").unwrap();
    }
    text += "\nSideboard\n";
    for number in 0..100 {
        writeln!(text, "1 Sideboard card {number}").unwrap();
    }
    let svg = svg("Everything", "Pile", &text);
    assert_eq!(svg.matches("text-anchor=\"end\" fill").count(), 240, "cards that are drawn");
    assert!(svg.contains(">and 4820 more<") && svg.contains(">and 40 more<"), "{svg}");
    assert!(svg.contains("5000") && svg.contains(">100<"), "counts are those of all cards");
}

#[test]
fn long_names_are_shortened_and_told_in_full() {
    let name = "Asmoranomardicadaistinaculdacar and a Friend";
    let svg = svg("Food", "", &format!("4 {name}\n56 Swamp"));
    assert!(svg.contains(&format!("<title>{name}</title>")), "{svg}");
    assert!(svg.contains("…</tspan>"), "{svg}");
}

#[test]
fn no_row_hangs_over_the_edge() {
    for lines in (1..=99).chain([150, 239, 240, 500]) {
        let text: String =
            (0..lines).map(|number| format!("1 Spell number {number} {}\n", "i".repeat(number % 60))).collect();
        let picture = picture(Texts::of(Language::English), &list("Sizes", "", &format!("{text}\nSideboard\n{text}")));
        let Picture { width, height, .. } = picture;
        for column in &picture.columns {
            assert!(column.x + picture.column_width + MARGIN <= width, "{lines}");
            let highest = column.rows.iter().map(|row| picture.top + row.y + ROW).max().unwrap();
            assert!(highest <= height, "{lines}");
            assert!(column.rows.is_sorted_by(|one, two| one.y + ROW <= two.y), "{lines}");
            assert!(matches!(column.rows[0].kind, RowKind::Heading { .. } | RowKind::Continued { .. }), "{lines}");
            assert!(!matches!(column.rows.last().unwrap().kind, RowKind::Heading { .. }), "{lines}");
        }
        let cards = picture.columns.iter().flat_map(|column| &column.rows);
        let cards = cards.filter(|row| matches!(row.kind, RowKind::Card { .. })).count();
        assert_eq!(cards, (2 * lines).min(MOST_LINES));
        assert!(width < 4_000 && height < 1_500, "{lines}: {width} × {height}");
        assert!(width * 10 > height * 6, "{lines}: {width} × {height} is a strip");
    }
}

#[test]
fn what_xml_cannot_hold_is_gone() {
    assert_eq!(clean("A\u{0}B\u{b}\n C\u{fffe}\u{ffff}\u{1fffe}\u{202e}D\u{85}"), "A B CD");
    assert_eq!(clean("  "), "");
    assert_eq!(clean(&"é".repeat(1_000)).chars().count(), 300);
}

#[test]
fn what_is_too_long_ends_in_dots() {
    assert_eq!(shorten("Brainstorm", 10), "Brainstorm");
    assert_eq!(shorten("Brainstorm!", 10), "Brainstor…");
    assert_eq!(shorten("Force of Will", 7), "Force…");
    assert_eq!(shorten("渦まく知識", 8), "渦まく…");
    let heap = format!("Z{}", "\u{300}".repeat(500));
    assert!(shorten(&heap, 10).chars().count() <= 21);
    assert_eq!(shorten("abc", 0), "…");
}
