//! The marks that deck programs write around the names of cards, as data: a new program is a new row or sign. Headings
//! are the words for boards and groups of cards, with any decoration.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::list::Board;

/// The place of a mark, which decides its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A whole line, a tag after a name (`[Sideboard]`, `*CMDR*`, `#!Commander`), or words before a colon and a card.
    Heading(Heading),
    /// Words before a colon and a text about the list.
    Label,
    /// Words after a name that describe the copy, not the card.
    Finish,
    /// Words in round brackets that belong to a name, although they look like a set.
    OfName,
    /// A flag of a tag: its cards are not in the deck.
    Outside,
    /// The title of a column.
    Column(Column),
    /// The value of a column whose title is a board: the card is on that board.
    Yes,
}

/// The kind of a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    /// A board.
    Board(Board),
    /// Cards of one type or purpose, within a board.
    Group,
    /// Text about the list.
    About,
}

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Count,
    Name,
    Board,
    /// Something about the copy.
    Copy,
}

const MAIN: Place = Place::Heading(Heading::Board(Board::Main));
const SIDEBOARD: Place = Place::Heading(Heading::Board(Board::Sideboard));
const COMMANDER: Place = Place::Heading(Heading::Board(Board::Commander));
const COMPANION: Place = Place::Heading(Heading::Board(Board::Companion));
const OUTSIDE: Place = Place::Heading(Heading::Board(Board::Maybeboard));
const ABOUT: Place = Place::Heading(Heading::About);
const GROUP: Place = Place::Heading(Heading::Group);
const LABEL: Place = Place::Label;
const COUNT: Place = Place::Column(Column::Count);
const NAME: Place = Place::Column(Column::Name);
const BOARD: Place = Place::Column(Column::Board);
const COPY: Place = Place::Column(Column::Copy);

/// The marks in lower case, separated by `;`, with the programs that write them. No word of a heading is a card's name.
const MARKS: &[(Place, &str, &str)] = &[
    (MAIN, "deck;main;maindeck;mainboard;main board;main deck;mains;mainboards;maindecks;decks", "Arena, Forge"),
    (MAIN, "decklist;deck list;deck cards;mb;md", "MTGGoldfish, Fabrary, Manabox"),
    (MAIN, "hauptdeck;deck principal;mazo;mazo principal;mazzo;mazzo principale", "Arena: de, fr, es, it"),
    (MAIN, "baralho;baralho principal;колода;основная колода", "Arena: pt, ru"),
    (MAIN, "デッキ;メインデッキ;メイン;メインボード;덱;메인 덱;메인덱;메인", "Arena: ja, ko"),
    (MAIN, "套牌;主牌;牌库;牌组;主牌组;牌庫;牌組;主牌組", "Arena: zh-Hans, zh-Hant"),
    (SIDEBOARD, "sideboard;side board;side;side deck;sidedeck;sideboards;sb;sideboarded", "Arena, XMage, MTGO"),
    (SIDEBOARD, "!side", "EDOPro"),
    (SIDEBOARD, "réserve;reserve;reserva;banquillo;riserva;сайдборд;сайд;резерв", "Arena: fr, es, pt, it, ru"),
    (SIDEBOARD, "サイドボード;サイドデッキ;サイド;사이드보드;사이드 보드;사이드 덱;사이드덱;사이드", "Arena: ja, ko"),
    (SIDEBOARD, "备牌;副牌;備牌", "Arena: zh-Hans, zh-Hant"),
    (COMMANDER, "commander;commanders;commander zone;command zone;cmdr;cm;general;generals", "Arena, TappedOut, Forge"),
    (COMMANDER, "oathbreaker;oathbreakers;signature spell;signature spells", "Archidekt, Moxfield"),
    (COMMANDER, "leader;leaders;base;hero;legend", "SWUDB, Fabrary, Limitless, Piltover Archive"),
    (COMMANDER, "kommandeur;kommandeure;commandant;commandants;comandante;comandantes", "Arena: de, fr, es, it, pt"),
    (COMMANDER, "командир;командиры;統率者;사령관;커맨더;지휘관;指挥官;统帅;指揮官;統帥", "Arena: ru, ja, ko, zh"),
    (COMPANION, "companion;companions;cmpn", "Arena, TappedOut"),
    (COMPANION, "gefährte;gefährten;compagnon;compagnons;compañero;compañera;compañeros", "Arena: de, fr, es"),
    (COMPANION, "compagno;compagna;compagni;companheiro;companheira;companheiros", "Arena: it, pt"),
    (COMPANION, "спутник;напарник;компаньон;相棒;단짝;동료;行侣;行侶", "Arena: ru, ja, ko, zh"),
    (OUTSIDE, "maybeboard;maybeboards;maybe board;maybe;considering;wishlist;acquireboard", "Moxfield, TappedOut"),
    (OUTSIDE, "token;tokens;tokens & extras;extras;tokens/emblems;emblems", "Archidekt, Cockatrice, Untap"),
    (OUTSIDE, "sticker;stickers;sticker sheet;sticker sheets;attraction;attractions;attraction deck", "Arena"),
    (OUTSIDE, "contraption;contraptions;contraption deck;planes;planar deck;schemes;scheme deck", "Moxfield, Forge"),
    (OUTSIDE, "avatar;dungeon;dungeons;planes/schemes;draft pool;outside", "Forge, OCTGN, Scryfall"),
    // With its brackets: `Conspiracy` alone is a card.
    (OUTSIDE, "[conspiracy];conspiracies;vanguard;emblem", "Forge"),
    (OUTSIDE, "attraktion;attraktionen;stickerbögen;autocollants;pegatinas;atracciones", "Arena: de, fr, es"),
    (OUTSIDE, "adesivi;attrazioni;adesivos;atrações;наклейки;стикеры;аттракционы", "Arena: it, pt, ru"),
    (OUTSIDE, "ステッカー;アトラクション;스티커;어트랙션;贴纸;景点;貼紙;景點", "Arena: ja, ko, zh"),
    (ABOUT, "about;metadata;general info;description;info;über;à propos;acerca de;informazioni;sobre", "Arena, Forge"),
    (ABOUT, "о колоде;情報;정보;关于;關於", "Arena: ru, ja, ko, zh"),
    (GROUP, "artifact;artifacts;artifact creature;artifact creatures;aura;auras;battle;battles", "all programs"),
    (GROUP, "enchantment;enchantments;equipment;kindred;tribal;planeswalker;planeswalkers;saga;sagas", "all programs"),
    (GROUP, "creature;creatures;creature spells;legendary creatures;noncreature;non-creature", "all programs"),
    (GROUP, "noncreature spells;non-creature spells;other;others;other spells;spell;spells", "all programs"),
    (GROUP, "land;lands;basic land;basic lands;basics;nonbasic lands;non-basic lands", "all programs"),
    (GROUP, "instant;instants;sorcery;sorceries;instants & sorceries;instants and sorc", "all programs"),
    (GROUP, "instants and sorceries;sorceries and instants;vehicle;vehicles", "all programs"),
    (GROUP, "card;cards;cards total;total;total cards;total de cartes;合計;合计;總計", "MTGTop8, PTCGL, DeckMaster"),
    (GROUP, "pokémon;pokemon;trainer;supporter;item;items;stadium;tool;energy;trainer cards", "PTCGL, Limitless"),
    (GROUP, "dresseur;énergie;energie;entrenador;energía;allenatore;energia;treinador", "PTCGL: fr, de, es, it, pt"),
    (GROUP, "monster;monsters;trap;traps;extra;extra deck;arena cards;weapons;character;event", "YGOPRODeck, Fabrary"),
    (GROUP, "kreaturen;länder;spontanzauber;hexereien;artefakte;verzauberungen;zaubersprüche", "MTGTop8: de"),
    (GROUP, "créatures;terrains;éphémères;rituels;artefacts;enchantements;sorts", "MTGTop8: fr"),
    (GROUP, "criaturas;tierras;terrenos;instantáneos;conjuros;artefactos;encantamientos;hechizos", "MTGTop8: es, pt"),
    (GROUP, "terre;istantanei;stregonerie;artefatti;incantesimi;magie;feitiços;encantamentos", "MTGTop8: it, pt"),
    (GROUP, "クリーチャー;土地;呪文;インスタント;ソーサリー;アーティファクト;エンチャント", "official Japanese lists"),
    (GROUP, "생물;대지;주문;существа;земли;заклинания", "official lists: ko, ru"),
    (GROUP, "生物;地;咒语;瞬间;法术;神器;结界;咒語;瞬間;巫術;結界", "official lists: zh-Hans, zh-Hant"),
    (LABEL, "archetype;author;by;class;colors;colours;creator;date;deck;deck name;decklist", "MTGTop8, Fabrary"),
    (LABEL, "dci;event", "MTGMelee"),
    (LABEL, "deck url;link;view online", "lists in posts"),
    (LABEL, "format;location;note;notes;place;record;result;source;team;title;tournament;url;website", "MTGTop8, MWS"),
    (LABEL, "first name;last name;name;player;player name;nom;nombre;nome;имя;название;名前;이름;名称;名稱", "Arena"),
    (Place::Finish, "f;e;foil;foil etched;etched;surge foil;nonfoil;non-foil;ph", "MTGGoldfish, PTCGL"),
    (Place::Finish, "alt art;alternate art;borderless;extended art;full art;promo;retro;retro frame", "TCGplayer"),
    (Place::Finish, "showcase;textless;transform", "TCGplayer"),
    (Place::Finish, "etched foil;galaxy foil;rainbow foil;ripple foil;textured foil;★", "TCGplayer, Moxfield"),
    // Words of programs where a set is missing.
    (Place::Finish, "n/a;null;undefined", "Archidekt"),
    (Place::OfName, "red;yellow;blue", "Fabrary"),
    (Place::Outside, "nodeck", "Archidekt"),
    (COUNT, "quantity;qty;count;amount;total qty;copies;quantityx", "Moxfield, Deckstats, Delver Lens"),
    (COUNT, "anzahl;menge;quantité;cantidad;quantità;quantidade;枚数;数量;數量;수량", "spreadsheets"),
    (NAME, "name;card name;cardname;card;card title;title", "MTGO, Dragon Shield, MTGGoldfish"),
    (NAME, "karte;kartenname;nom;carte;nombre;carta;nome;カード名;牌名;카드", "spreadsheets"),
    (BOARD, "board;section;zone;category;categories", "TappedOut, Archidekt"),
    (COPY, "set;set code;set id;set name;edition;edition code;expansion code", "Moxfield, Manabox"),
    (COPY, "printing;foil;condition;language;collector number;card number;rarity;finish", "Dragon Shield"),
    (Place::Yes, "true;yes;y;x;1;✓;ja;oui;sí;si;sim", "MTGO, TappedOut, CubeCobra"),
];

/// The places of each mark.
static PLACES: LazyLock<HashMap<&str, Vec<Place>>> = LazyLock::new(|| {
    let mut places: HashMap<&str, Vec<Place>> = HashMap::new();
    for (place, marks, _) in MARKS {
        marks.split(';').for_each(|mark| places.entry(mark).or_default().push(*place));
    }
    places
});

/// Returns the places of this mark, which is in lower case.
pub(super) fn places(mark: &str) -> &'static [Place] {
    PLACES.get(mark).map_or(&[], Vec::as_slice)
}

/// The beginnings of lines that are not about a card, with the programs that write them.
pub(super) const COMMENTS: [&str; 11] = [
    "//",                     // MWS, Cockatrice, Deckstats
    "#",                      // PTCGO, EDOPro, Limitless
    "***",                    // PTCGO
    "LAYOUT ",                // XMage
    "Cards up to ",           // NetrunnerDB
    "Deck built on ",         // NetrunnerDB
    "Decklist published on ", // NetrunnerDB
    "Imported from ",         // Fabrary
    "See the full deck @ ",   // Fabrary
    "sep=",                   // Dragon Shield, spreadsheets
    "\"sep=",                 // Dragon Shield, spreadsheets
];
/// Signs between a number of copies and a name: of TappedOut and Archidekt, and of Japanese and Chinese lists.
pub(super) const COPIES: [char; 8] = ['x', 'X', '×', '*', '枚', '张', '張', '장'];
/// Brackets around a set, a number or tags.
pub(super) const BRACKETS: [&str; 5] = ["[]", "()", "<>", "{}", "``"];
/// The beginnings of text after a name, up to the end of the line: of Moxfield, of Archidekt, of Forge.
pub(super) const TAILS: [&str; 3] = [" #", " ^", "|"];
/// Signs directly after a name: of Forge, and of NetrunnerDB.
pub(super) const SUFFIXES: [&str; 4] = ["+", "•", "●", "○"];
/// The words for cards after their number, in TappedOut and official lists.
const CARDS: [&str; 11] = ["cards", "card", "karten", "cartes", "cartas", "carte", "карт", "枚", "张", "張", "장"];
/// Words after a number for a total of the list, in NetrunnerDB.
const TOTALS: [&str; 3] = ["influence spent", "agenda points", "cards (min"];

/// The longest words of a heading, in bytes.
const LONGEST: usize = 60;

/// Returns the heading, if the whole line is one.
pub(super) fn heading(line: &str) -> Option<Heading> {
    let named = |words: &str| {
        places(words).iter().find_map(|place| if let Place::Heading(heading) = place { Some(*heading) } else { None })
    };
    let total = || is_total(line).then_some(Heading::Group);
    named(&key(line)?).or_else(|| named(&line.to_lowercase())).or_else(total)
}

/// Whether the line is a total that its program writes below the cards: `15 influence spent (max 15, available 0)`.
pub(super) fn is_total(line: &str) -> bool {
    let words = line.trim_start_matches(|char: char| char.is_ascii_digit());
    words.len() < line.len() && TOTALS.iter().any(|total| words.trim_start().starts_with(total))
}

/// Whether these words before a colon introduce a text about the list.
pub(super) fn is_label(words: &str) -> bool {
    key(words).is_some_and(|key| places(&key).contains(&Place::Label))
}

/// Returns the words of a heading in lower case, without decoration and without the number of cards:
/// `## Sideboard (15 cards)` → `sideboard`.
fn key(line: &str) -> Option<String> {
    let is_around = |char: char| char.is_ascii_digit() || is_decoration(char);
    let words = line.trim_matches(is_around);
    if words.is_empty() || words.len() > LONGEST {
        return None;
    }
    let mut words = words.to_lowercase();
    // `Commander(s)`, whose closing bracket has been removed already.
    if words.ends_with("(s") {
        words.replace_range(words.len() - 2.., "s");
    }
    // `15 cards` after the words; alone it is a heading of its own.
    let without_cards = |word: &&str| {
        let number = words.strip_suffix(*word)?.trim_end();
        let rest = number.trim_end_matches(is_around);
        (number.ends_with(|char: char| char.is_ascii_digit()) && !rest.is_empty()).then_some(rest.len())
    };
    if let Some(length) = CARDS.iter().find_map(without_cards) {
        words.truncate(length);
    }
    Some(words)
}

/// Whether a character decorates a heading.
fn is_decoration(char: char) -> bool {
    char.is_ascii_punctuation() && !matches!(char, '&' | '\'' | '"' | '+' | '!' | '?')
        || matches!(char, ' ' | '\t' | '–' | '—' | '•' | '★' | '：' | '（' | '）' | '【' | '】' | '「' | '」' | '・')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_mean_one_thing_in_each_place() {
        for (mark, places) in PLACES.iter() {
            let headings = places.iter().filter(|place| matches!(place, Place::Heading(_)));
            assert!(headings.count() <= 1, "{mark:?}: {places:?}");
            assert!(!mark.is_empty() && (*mark == mark.to_lowercase() || !matches!(places[0], Place::Heading(_))));
        }
        assert!(MARKS.iter().all(|(.., programs)| !programs.is_empty()));
    }

    #[test]
    fn headings_are_known_in_every_language_of_the_game_clients() {
        let boards = [MAIN, SIDEBOARD, COMMANDER, COMPANION];
        for (language, headings) in [
            ("en", "Deck;Sideboard;Commander;Companion"),
            ("de", "Deck;Sideboard;Kommandeur;Gefährte"),
            ("fr", "Deck;Réserve;Commandant;Compagnon"),
            ("es", "Mazo;Banquillo;Comandante;Compañero"),
            ("it", "Mazzo;Sideboard;Comandante;Compagno"),
            ("pt", "Baralho;Reserva;Comandante;Companheiro"),
            ("ja", "デッキ;サイドボード;統率者;相棒"),
            ("ko", "덱;사이드보드;사령관;단짝"),
            ("ru", "Колода;Сайдборд;Командир;Спутник"),
            ("zh-Hans", "套牌;备牌;指挥官;行侣"),
            ("zh-Hant", "套牌;備牌;指揮官;行侶"),
        ] {
            for (word, board) in headings.split(';').zip(boards) {
                assert!(places(&word.to_lowercase()).contains(&board), "{language}: {word}");
            }
        }
    }

    #[track_caller]
    fn assert_all(lines: &str, expected: Option<Heading>) {
        for line in lines.split(';') {
            assert_eq!(heading(line), expected, "{line:?}");
        }
    }

    #[test]
    fn boards_are_known_by_their_words() {
        assert_all(
            "Sideboard;SIDEBOARD:;// sideboard;# Sideboard (15);[Sideboard];Sideboard [15];15 Sideboard;**Sideboard**;\
             == Sideboards ==;Sideboard (15 cards);Side Board - 15;SB:;Sideboard: 1 card",
            Some(Heading::Board(Board::Sideboard)),
        );
        assert_all("Deck;Main (60);// Mainboard;MAINBOARD:;Maindeck", Some(Heading::Board(Board::Main)));
        assert_all(
            "Commander;Commander(s);COMMANDERS:;# Commander (1);[commander]",
            Some(Heading::Board(Board::Commander)),
        );
        assert_all("companion:;Companions", Some(Heading::Board(Board::Companion)));
        assert_all(
            "Maybeboard;Considering:;Tokens;Stickers;ATTRACTIONS (10);[Conspiracy];Conspiracies;Vanguard;Emblem",
            Some(Heading::Board(Board::Maybeboard)),
        );
        assert_all(
            "サイドボード（15枚）;【サイドボード】;RÉSERVE : 15 cartes;Сайдборд (15)",
            Some(Heading::Board(Board::Sideboard)),
        );
    }

    #[test]
    fn groups_are_known_by_their_words() {
        assert_all(
            "Creatures (12);24 LANDS;22 INSTANTS and SORC.;60 cards;Other spells:;cards;Lands;\
             15 influence spent (max 15, available 0);20 agenda points (between 20 and 21);49 cards (min 45)",
            Some(Heading::Group),
        );
        assert_all("About;[metadata]", Some(Heading::About));
    }

    #[test]
    fn a_card_is_no_heading() {
        assert_all(";12;4 Brainstorm;Deck Builder's Toolkit;Sideboard Guide;1 Battle Cry;4 Conspiracy", None);
    }
}
