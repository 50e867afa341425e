//! Generates decklists of an archetype with small differences: plausible, not tuned, and not checked for legality.

use std::sync::LazyLock;

use proto_events::decklist::DecklistBody;
use proto_events::vocabulary::EventFormat;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use serde::Deserialize;

/// Every archetype, the most frequent first. A test reads the file.
static ARCHETYPES: LazyLock<Vec<Archetype>> =
    LazyLock::new(|| serde_json::from_str(include_str!("archetypes.json")).unwrap_or_default());

/// A deck archetype of well-known cards.
#[derive(Deserialize)]
struct Archetype {
    name: String,
    /// Cards in every such deck, with their number.
    core: Vec<(usize, String)>,
    /// Cards of which some are in each deck.
    flex: Vec<String>,
    lands: Vec<(usize, String)>,
    side: Vec<String>,
    /// Basic lands of drafted decks.
    basics: [String; 2],
    /// One or two, for formats with commanders.
    commanders: Vec<String>,
}

/// A deck to submit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    /// The decklist.
    pub body: DecklistBody,
    /// Its page on a deck-hosting site; empty if the list was typed in.
    pub url: String,
}

/// Returns a deck for a format. Popular archetypes are more frequent.
pub fn deck(format: EventFormat, rng: &mut StdRng) -> Deck {
    use EventFormat::*;
    let place = rng.random_range(0..ARCHETYPES.len()).min(rng.random_range(0..ARCHETYPES.len() + 4));
    let archetype = &ARCHETYPES[place];
    let text = match format {
        BoosterDraft | SealedDeck => limited(archetype, rng),
        Commander2 | Duel | PauperCommander | Predh | Multiplayer | Gladiator => singleton(archetype, 100, rng),
        Oathbreaker | StandardBrawl => singleton(archetype, 60, rng),
        _ => constructed(archetype, rng),
    };
    let hosted = rng.random_bool(0.7);
    let public_id = if hosted { public_id(rng) } else { String::new() };
    let name = match rng.random_range(0..3) {
        0 => archetype.name.clone(),
        1 => format!("Tuned {}", archetype.name),
        _ => format!("{} {}", archetype.name, format.display_name()),
    };
    Deck {
        url: if hosted { format!("https://decks.example.org/decks/{public_id}") } else { String::new() },
        body: DecklistBody {
            name,
            deckhost_deck_json: if hosted { deck_json(&public_id, &text) } else { String::new() },
            plaintext_list: text,
            deckhost_public_id: public_id,
            archetype: archetype.name.clone(),
        },
    }
}

fn public_id(rng: &mut StdRng) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    (0..22).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect()
}

/// Returns a short version of a deck host's JSON for a list.
fn deck_json(public_id: &str, text: &str) -> String {
    let mainboard = text.split("\n\n").next().unwrap_or_default();
    let cards = mainboard
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(count, card)| Some((card, count.parse::<u32>().ok()?)));
    let cards: serde_json::Map<String, serde_json::Value> =
        cards.map(|(card, count)| (card.to_owned(), count.into())).collect();
    serde_json::json!({ "publicId": public_id, "mainboard": cards }).to_string()
}

/// Cards with their numbers.
type Cards<'a> = Vec<(usize, &'a str)>;

fn size(cards: &[(usize, &str)]) -> usize {
    cards.iter().map(|(count, _)| count).sum()
}

fn text(cards: &[(usize, &str)]) -> String {
    cards.iter().map(|(count, card)| format!("{count} {card}")).collect::<Vec<_>>().join("\n")
}

fn counted(cards: &[(usize, String)]) -> Cards<'_> {
    cards.iter().map(|(count, card)| (*count, card.as_str())).collect()
}

/// Adds cards in random order, `most` of each, until there are `full`.
fn fill<'a>(deck: &mut Cards<'a>, cards: &'a [String], most: usize, full: usize, rng: &mut StdRng) {
    let mut cards: Vec<&String> = cards.iter().collect();
    cards.shuffle(rng);
    for card in cards {
        let count = most.min(full.saturating_sub(size(deck)));
        deck.extend((count > 0).then_some((count, card.as_str())));
    }
}

/// Returns basic lands of two kinds, of the first as many as named.
fn basics([first, second]: &[String; 2], lands: usize, of_first: usize) -> Cards<'_> {
    if first == second {
        return vec![(lands, first)];
    }
    vec![(of_first, first), (lands - of_first, second)]
}

/// At least 60 cards, at most four of each, and a sideboard of 15.
fn constructed(archetype: &Archetype, rng: &mut StdRng) -> String {
    let (mut main, lands, mut side) = (counted(&archetype.core), counted(&archetype.lands), Vec::new());
    fill(&mut main, &archetype.flex, 4, 60 - size(&lands), rng);
    main.extend(lands);
    fill(&mut side, &archetype.side, 3, 15, rng);
    format!("{}\n\nSideboard\n{}", text(&main), text(&side))
}

/// 40 cards from a pool; the rest of the pool is the sideboard.
fn limited(archetype: &Archetype, rng: &mut StdRng) -> String {
    let mut pool: Cards<'_> = spells(archetype).into_iter().map(|card| (1, card)).collect();
    pool.shuffle(rng);
    let mut main: Cards<'_> = pool.drain(..23).collect();
    main.extend(basics(&archetype.basics, 17, rng.random_range(8..=9)));
    pool.truncate(22);
    format!("{}\n\nSideboard\n{}", text(&main), text(&pool))
}

/// At most one of each, with a commander: this many cards in total.
fn singleton(archetype: &Archetype, cards: usize, rng: &mut StdRng) -> String {
    let leaders = &archetype.commanders;
    let spells = spells(archetype).into_iter().filter(|card| !leaders.iter().any(|leader| leader == card));
    let mut main: Cards<'_> = spells.map(|card| (1, card)).collect();
    main.shuffle(rng);
    main.truncate(cards * 6 / 10);
    let lands = cards - leaders.len() - main.len();
    main.extend(basics(&archetype.basics, lands, lands / 2));
    format!("Commander\n1 {}\n\nDeck\n{}", leaders.join("\n1 "), text(&main))
}

/// Returns spells for such a deck without repetitions: those of the archetype first, then those of all others.
fn spells(archetype: &Archetype) -> Vec<&str> {
    let mut spells: Vec<&str> = Vec::new();
    for one in std::iter::once(archetype).chain(&*ARCHETYPES) {
        for card in one.core.iter().map(|(_, card)| card).chain(&one.flex) {
            if !spells.contains(&card.as_str()) {
                spells.push(card);
            }
        }
    }
    spells
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn count(lines: &str) -> usize {
        lines.lines().filter_map(|line| line.split_once(' ')?.0.parse::<usize>().ok()).sum()
    }

    #[test]
    fn decks_have_the_size_of_their_format() {
        let mut rng = StdRng::seed_from_u64(3);
        for _ in 0..200 {
            let text = deck(EventFormat::Modern, &mut rng).body.plaintext_list;
            let (main, side) = text.split_once("\n\nSideboard\n").expect("a sideboard");
            assert_eq!(count(main), 60, "{text}");
            assert_eq!(count(side), 15, "{text}");
            assert_eq!(count(deck(EventFormat::Commander2, &mut rng).body.plaintext_list.as_str()), 100);
            assert_eq!(count(deck(EventFormat::Oathbreaker, &mut rng).body.plaintext_list.as_str()), 60);
            let text = deck(EventFormat::SealedDeck, &mut rng).body.plaintext_list;
            assert_eq!(count(text.split("\n\n").next().unwrap_or_default()), 40, "{text}");
        }
    }
}
