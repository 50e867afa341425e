//! Every form of a list, by the project's own fixtures.

use domain::deck_text::{Board, DeckText};

use crate::fixtures;

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
        // Texts that were read wrongly before.
        ("case_06_archidekt_out_of_deck.txt", [1, 0, 99, 0, 1], 0),
        ("case_07_deckstats.txt", [1, 0, 99, 0, 0], 0),
        ("case_08_csv_as_list.txt", [0, 0, 60, 0, 0], 0),
        ("case_09_companion_mark.txt", [1, 1, 99, 0, 0], 0),
        ("case_10_dek_commander.dek", [1, 0, 99, 0, 0], 0),
        ("case_11_headings_es.txt", [1, 1, 99, 0, 0], 0),
        ("case_11_headings_ja.txt", [0, 0, 60, 15, 0], 0),
        ("case_12_stickers.txt", [0, 0, 60, 15, 2], 0),
        ("case_13_count_in_brackets.txt", [0, 0, 60, 0, 0], 0),
        ("case_14_forge_foil.dck", [0, 0, 60, 0, 0], 0),
        ("case_15_empty_set.txt", [1, 0, 99, 0, 0], 0),
        ("case_16_comment_with_address.txt", [0, 0, 60, 0, 0], 0),
        ("case_24_cod_file.cod", [0, 0, 60, 15, 0], 0),
        ("case_25_pokemon_list.txt", [0, 0, 60, 0, 0], 0),
        ("commander.txt", [2, 0, 98, 0, 2], 0),
        ("commander_on_top.txt", [1, 0, 99, 0, 0], 0),
        // Files of deck programs.
        ("file_cockatrice_tokens.cod", [0, 0, 60, 15, 2], 0),
        ("file_deckstats.csv", [0, 0, 60, 0, 0], 0),
        ("file_dragon_shield_app.csv", [0, 0, 60, 0, 0], 0),
        ("file_dragon_shield_web.csv", [0, 0, 60, 0, 0], 0),
        ("file_forge_sections.dck", [0, 0, 60, 1, 1], 0),
        ("file_lackey.dek", [0, 0, 3, 1, 0], 0),
        ("file_mtggoldfish.csv", [0, 0, 60, 0, 0], 0),
        ("file_octgn.o8d", [0, 0, 60, 2, 1], 0),
        ("file_tcgplayer.csv", [0, 0, 60, 0, 0], 0),
        ("file_xmage.dck", [0, 0, 60, 4, 0], 0),
        ("file_xmage_commander.dck", [1, 0, 99, 0, 0], 0),
        ("forge.dck", [0, 0, 60, 2, 0], 0),
        ("grouped.txt", [0, 0, 60, 15, 0], 0),
        ("grouped_without_headings.txt", [0, 0, 60, 0, 0], 0),
        ("limited.txt", [0, 0, 40, 42, 0], 0),
        // Marks and headings.
        ("mark_arena_commander.txt", [1, 0, 59, 0, 0], 0),
        ("mark_arena_fr.txt", [0, 1, 60, 15, 0], 0),
        ("mark_forge_commander_prefix.txt", [1, 1, 99, 0, 0], 0),
        // The title is neither a card nor a comment.
        ("mark_japanese_article.txt", [0, 0, 60, 15, 0], 1),
        ("mark_moxfield_foils.txt", [0, 0, 60, 3, 0], 0),
        ("mark_number_without_set.txt", [0, 0, 60, 0, 0], 0),
        ("mark_numbered_set.txt", [0, 0, 50, 0, 0], 0),
        ("mark_old_client_title.txt", [0, 0, 60, 0, 0], 0),
        ("mark_ptcgl_copies.txt", [0, 0, 60, 0, 0], 0),
        ("mark_triple_slash.txt", [0, 0, 60, 1, 0], 0),
        ("mark_underlined_headings.txt", [0, 0, 30, 0, 0], 0),
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
            if !text.starts_with('<') || !other.contains('\u{a0}') {
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
fn marks_of_every_program_are_no_part_of_a_name() {
    for (file, board, expected) in [
        ("case_06_archidekt_out_of_deck.txt", Board::Maybeboard, "Skullclamp"),
        ("case_07_deckstats.txt", Board::Commander, "Krenko, Mob Boss"),
        ("case_07_deckstats.txt", Board::Main, "Goblin Chainwhirler;Sol Ring;Lightning Bolt;Mountain"),
        ("case_08_csv_as_list.txt", Board::Main, "Lightning Bolt;Mountain"),
        ("case_10_dek_commander.dek", Board::Commander, "Krenko, Mob Boss"),
        ("case_11_headings_es.txt", Board::Companion, "Lurrus de la Guarida de Sueños"),
        ("case_12_stickers.txt", Board::Main, "____ Goblin;Mountain"),
        ("case_13_count_in_brackets.txt", Board::Main, "Dark Ritual;Lightning Bolt;Swamp"),
        ("case_14_forge_foil.dck", Board::Main, "Sol Ring;Sol Ring;Forest"),
        ("case_15_empty_set.txt", Board::Commander, "Braids, Arisen Nightmare"),
        ("case_24_cod_file.cod", Board::Main, "Lightning Bolt;Mountain"),
        ("case_25_pokemon_list.txt", Board::Main, "Charizard;Lass;Double Colorless Energy"),
        ("file_cockatrice_tokens.cod", Board::Main, "Tide Reader;Sea & Sky"),
        ("file_deckstats.csv", Board::Main, "+2 Mace;Ilva, the \"Gate\";Plains"),
        ("file_dragon_shield_app.csv", Board::Main, "Tide Reader;Island"),
        ("file_dragon_shield_web.csv", Board::Main, "Ilva, Keeper of Gates;Plains"),
        ("file_forge_sections.dck", Board::Main, "Tide Reader;Mountain"),
        ("file_lackey.dek", Board::Main, "Tide Reader;Tide Reader;Island"),
        ("file_mtggoldfish.csv", Board::Main, "Tide Reader;Island"),
        ("file_octgn.o8d", Board::Main, "Tide Reader;Sea & Sky"),
        ("file_tcgplayer.csv", Board::Main, "Ilva, Keeper of Gates;Harbor Pathway;Plains"),
        ("file_xmage.dck", Board::Sideboard, "Katla, Dawn Rider;Word of Law"),
        ("file_xmage_commander.dck", Board::Commander, "Ilva, Keeper of Gates"),
        ("mark_arena_commander.txt", Board::Commander, "Ilva, Keeper of Gates"),
        ("mark_arena_fr.txt", Board::Main, "Montagne;Choc"),
        ("mark_forge_commander_prefix.txt", Board::Main, "Plains;Tide Reader"),
        ("mark_japanese_article.txt", Board::Sideboard, "島 // Island"),
        ("mark_moxfield_foils.txt", Board::Main, "Ember Courier;Harbor Sentry // Raise the Chain;Mountain"),
        ("mark_number_without_set.txt", Board::Main, "Hallowed Spring;Plains;Island;Sky // Sea;Wing Drill"),
        ("mark_numbered_set.txt", Board::Main, "Cold Curse;Harbor Refuge;Shadow Step"),
        ("mark_old_client_title.txt", Board::Main, "Sparkmouse;Night Coach;Double Energy"),
        (
            "mark_ptcgl_copies.txt",
            Board::Main,
            "Sparkmouse;Sparkmouse;Night Coach;Night Coach;N;Basic {L} Energy;Basic {L} Energy",
        ),
        ("mark_triple_slash.txt", Board::Main, "Hail // Farewell;Forest"),
        ("mark_underlined_headings.txt", Board::Main, "Captain Orrin, Harbor Master;Lia Stern, Novice;All Aboard"),
    ] {
        assert_eq!(names(&fixture(file), board).join(";"), expected, "{file}");
    }
}

#[test]
fn a_table_is_read_by_its_titles() {
    for (text, expected, unread) in [
        ("Name;Anzahl\nInsel;4\nBerg;56", [0, 0, 60, 0, 0], 0),
        ("Qty\tName\tSet\n4\tPonder\tM10\n\nSideboard\n2\tAnnul\tUSG", [0, 0, 4, 2, 0], 0),
        ("Board,Qty,Name,Commander\nmain,99,Forest,\nmain,1,Kinnan,True\nmaybe,1,Shock,", [1, 0, 99, 0, 1], 0),
        ("Card Name,Quantity,ID #,Set,Sideboarded\n\"Ponder\",60,1,M10,No\n\"Annul\",3,2,USG,Yes", [0, 0, 60, 3, 0], 0),
        ("Name,Set,maybeboard\nPonder,M10,false\nAnnul,USG,true", [0, 0, 1, 0, 1], 0),
        (
            "Quantity,Name,Categories\n99,Forest,Land\n1,Kinnan,Commander\n1,Shock,\"Burn,Sideboard\"",
            [1, 0, 99, 1, 0],
            0,
        ),
        ("Count,Name\n4,Krenko, Mob Boss\nfour,Ponder\n0,Annul\n,\n", [0, 0, 4, 0, 0], 2),
        ("4,Ponder,M10\n56,Island,M10", [0, 0, 60, 0, 0], 0),
        ("Ponder;4\nIsland;56", [0, 0, 60, 0, 0], 0),
        ("Burn,2026\n4 Shock\n56 Mountain", [0, 0, 60, 0, 0], 1),
    ] {
        let deck = DeckText::parse(text);
        assert_eq!((counts(&deck), deck.not_understood.len()), (expected, unread), "{text}");
    }
    let deck = DeckText::parse("sep=,\nCount,Name\n4,Ponder\n\nfour,Annul");
    assert_eq!(deck.not_understood[0].number, 5);
}

#[test]
fn a_sideboard_holds_what_its_marks_and_headings_say() {
    for (text, expected) in [
        // By marks alone, it holds the commander of a whole deck.
        ("99 Forest\nSB: 1 Kinnan", [1, 0, 99, 0, 0]),
        ("98 Forest\nSB: 1 Tymna\nSB: 1 Thrasios", [2, 0, 98, 0, 0]),
        ("60 Forest\nSB: 1 Annul", [0, 0, 60, 1, 0]),
        ("57 Forest\nSB: 3 Annul", [0, 0, 57, 3, 0]),
        ("1 Kinnan *CMDR*\n98 Forest\nSB: 1 Annul", [1, 0, 98, 1, 0]),
        ("99 Forest\nSideboard\n1 Annul", [0, 0, 99, 1, 0]),
        // A group behind the sideboard is the deck's again, and one under its heading is not.
        ("Creatures\n4 Fog Bank\nSideboard\n2 Annul\nSorceries\n4 Ponder", [0, 0, 8, 2, 0]),
        ("4 Ponder\nSideboard\n\nCreatures\n2 Fog Bank\n\nInstants\n3 Annul\n\n1 Shock", [0, 0, 4, 6, 0]),
        // Conspiracies are outside of the deck, and the card of this name is not.
        ("[Main]\n4 Conspiracy\n36 Forest\n[Sideboard]\n5 Annul\n[Conspiracy]\n2 Double Stroke", [0, 0, 40, 5, 2]),
    ] {
        assert_eq!(counts(&DeckText::parse(text)), expected, "{text}");
    }
}

#[test]
fn comments_are_never_cards_and_never_unread() {
    let text = format!(
        "# see https://decks.example/1\n// URL: http://decks.example/1\nSource: https://decks.example/1\n# {}\n60 Forest\n\
         Deck URL: https://decks.example/1\nLink: https://decks.example/1\nView online: https://decks.example/1\n\
         Imported from https://decks.example/1\nSee the full deck @ https://decks.example/1",
        "long ".repeat(500)
    );
    let deck = DeckText::parse(&text);
    assert_eq!((counts(&deck), deck.lines.comments, deck.not_understood.len()), ([0, 0, 60, 0, 0], 9, 0));
}

#[test]
fn a_card_with_an_address_in_its_comment_is_read() {
    let deck = DeckText::parse("1 Sol Ring (C21) 263 # https://a.example/263\n9 Fire // Ice // https://a.example");
    assert_eq!(names(&deck, Board::Main), ["Sol Ring", "Fire // Ice"]);
    assert_eq!((counts(&deck), deck.not_understood.len()), ([0, 0, 10, 0, 0], 0));
}

#[test]
fn a_mark_under_the_heading_of_its_board_keeps_no_other_card_there() {
    for (text, expected) in [
        (
            "Commander\n1x Krenko (ddt) 52 [Commander{top}]\n\nRamp\n1x Sol Ring (c21) [Ramp]\n98x Mountain [Land]",
            [1, 0, 99, 0, 0],
        ),
        ("Commander\n1 Krenko *CMDR*\n\n1 Sol Ring\n98 Mountain", [1, 0, 99, 0, 0]),
        ("//Commander\n1 Krenko # !Commander\n\n//Ramp\n1 Sol Ring\n\n//Land\n98 Mountain", [1, 0, 99, 0, 0]),
        ("Commander (1)\n1x Goreclaw *CMDR*\n\nCreatures (2)\n1x Aa\n1x Bb\n\nLands\n97x Forest", [1, 0, 99, 0, 0]),
        ("Companion\n1 Lurrus *CMPN*\n\n60 Mountain", [0, 1, 60, 0, 0]),
        // Comments are headings where the commander's heading is one.
        ("// Commander\n1 Krenko\n// Ramp\n1 Sol Ring\n98 Mountain", [1, 0, 99, 0, 0]),
        ("Commander\n1 Tymna\n# with\n1 Thrasios\n\n98 Forest", [2, 0, 98, 0, 0]),
    ] {
        assert_eq!(counts(&DeckText::parse(text)), expected, "{text}");
    }
}

#[test]
fn a_number_behind_a_name_is_its_count_unless_it_is_the_total_of_the_cards_below() {
    for (text, expected, unread) in [
        ("Dark Ritual (2)\nLightning Bolt (4)\n54 Swamp", [0, 0, 60, 0, 0], 0),
        ("Lightning Bolt (4)\nMountain (56)\n\nSideboard (15)\n15x Smash", [0, 0, 60, 15, 0], 0),
        ("Lightning Bolt: 4\n56 Mountain", [0, 0, 56, 0, 0], 1),
        ("Burn (4)\n4 Shock\n\nMy lands (56)\n\n56 Mountain", [0, 0, 60, 0, 0], 0),
        ("My deck (75)\n\n60 Forest\nSideboard\n15 Annul", [0, 0, 60, 15, 0], 1),
        ("稲妻×4\n山×56", [0, 0, 60, 0, 0], 0),
        ("4 稲妻\n56 山\nサイドボード\n稲妻×3\n山（2枚）", [0, 0, 60, 5, 0], 0),
    ] {
        let deck = DeckText::parse(text);
        assert_eq!((counts(&deck), deck.not_understood.len()), (expected, unread), "{text}");
    }
}

#[test]
fn totals_below_a_list_are_no_cards_and_its_sets_no_part_of_names() {
    let deck = DeckText::parse(
        "Agenda (3)\n3x Accelerated Beta Test (Core Set)\n\nOperation (46)\n46x Hedge Fund (System Gateway) ••\n\n\
         15 influence spent (max 15, available 0)\n20 agenda points (between 20 and 21)\n49 cards (min 45)\n\
         Cards up to Elevation\n\nDecklist published on https://decks.example.",
    );
    assert_eq!(names(&deck, Board::Main), ["Accelerated Beta Test", "Hedge Fund"]);
    assert_eq!((counts(&deck), deck.not_understood.len()), ([0, 0, 49, 0, 0], 0));
}

#[test]
fn both_unicode_forms_of_a_letter_are_one() {
    let deck = DeckText::parse("テ\u{3099}ッキ\n60 Lim-Du\u{302}l's Vault\nRe\u{301}serve\n15 Lim-D\u{fb}l's Vault");
    assert_eq!(counts(&deck), [0, 0, 60, 15, 0]);
    assert_eq!(names(&deck, Board::Main), names(&deck, Board::Sideboard));
}

#[test]
fn what_is_not_understood_is_told_with_its_line() {
    let prose = fixture("prose.txt");
    let lines: Vec<_> = prose.not_understood.iter().map(|line| (line.number, line.text.as_str())).collect();
    assert_eq!(lines, [(4, "I own the rest, see https://decks.example/1"), (6, "0 Fireblast"), (7, "Removal"),]);
    assert_eq!(fixture("address.txt").not_understood[0].text, "https://decks.example/decks/aB3-x_9");
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
        ("Maybeboard\n1 Shock\n\nRamp\n1 Sol Ring\nDeck\n60 Forest", [0, 0, 60, 0, 2]),
        ("Burn", [0, 0, 0, 0, 0]),
        ("I will bring it.\nIt is late", [0, 0, 0, 0, 0]),
    ] {
        assert_eq!(counts(&DeckText::parse(text)), expected, "{text}");
    }
}
