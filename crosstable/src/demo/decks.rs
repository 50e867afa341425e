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
    /// Cards for the sideboard.
    side: Vec<String>,
    /// Basic lands of drafted decks.
    basics: [String; 2],
    /// One or two, for formats with commanders.
    commanders: Vec<String>,
}

/// The deck construction rules of a format.
enum Shape {
    /// At least 60 cards, at most four of each, and a sideboard of 15.
    Constructed,
    /// 40 cards from a pool; the rest of the pool is the sideboard.
    Limited,
    /// At most one of each, with a commander: this many cards in total.
    Singleton(usize),
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
    let place = rng.random_range(0..ARCHETYPES.len()).min(rng.random_range(0..ARCHETYPES.len() + 4));
    let archetype = &ARCHETYPES[place];
    let text = match shape(format) {
        Shape::Constructed => constructed(archetype, rng),
        Shape::Limited => limited(archetype, rng),
        Shape::Singleton(cards) => singleton(archetype, cards, rng),
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

fn shape(format: EventFormat) -> Shape {
    use EventFormat::*;
    match format {
        BoosterDraft | SealedDeck => Shape::Limited,
        Commander2 | Duel | PauperCommander | Predh | Multiplayer | Gladiator => Shape::Singleton(100),
        Oathbreaker | StandardBrawl => Shape::Singleton(60),
        _ => Shape::Constructed,
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

/// A decklist in text form.
#[derive(Default)]
struct List {
    lines: Vec<String>,
    cards: usize,
}

impl List {
    fn add(&mut self, count: usize, card: &str) {
        if count > 0 {
            self.lines.push(format!("{count} {card}"));
            self.cards += count;
        }
    }

    fn add_all(&mut self, cards: &[(usize, String)]) {
        cards.iter().for_each(|(count, card)| self.add(*count, card));
    }

    /// Adds basic lands of two kinds, of the first as many as named.
    fn add_basics(&mut self, [first, second]: &[String; 2], lands: usize, of_first: usize) {
        let of_first = if first == second { lands } else { of_first.min(lands) };
        self.add(of_first, first);
        self.add(lands - of_first, second);
    }

    /// Adds cards in random order, at most `most` of each, until there are `size`.
    fn fill(&mut self, cards: &[String], most: usize, size: usize, rng: &mut StdRng) {
        let mut open = size.saturating_sub(self.cards);
        let mut chosen: Vec<(usize, &String)> = cards.iter().map(|card| (rng.random_range(1..=most), card)).collect();
        chosen.shuffle(rng);
        for (count, _) in &mut chosen {
            *count = (*count).min(open);
            open -= *count;
        }
        for (count, _) in &mut chosen {
            let more = open.min(most - *count);
            *count += more;
            open -= more;
        }
        chosen.into_iter().for_each(|(count, card)| self.add(count, card));
    }
}

fn constructed(archetype: &Archetype, rng: &mut StdRng) -> String {
    let lands: usize = archetype.lands.iter().map(|(count, _)| count).sum();
    let (mut main, mut side) = (List::default(), List::default());
    main.add_all(&archetype.core);
    main.fill(&archetype.flex, 4, 60 - lands, rng);
    main.add_all(&archetype.lands);
    side.fill(&archetype.side, 3, 15, rng);
    format!("{}\n\nSideboard\n{}", main.lines.join("\n"), side.lines.join("\n"))
}

fn limited(archetype: &Archetype, rng: &mut StdRng) -> String {
    let mut pool = spells(archetype);
    pool.shuffle(rng);
    let (mut main, mut side) = (List::default(), List::default());
    pool.iter().take(23).for_each(|card| main.add(1, card));
    let lands = 40 - main.cards;
    main.add_basics(&archetype.basics, lands, rng.random_range(8..=9));
    pool.iter().skip(23).take(22).for_each(|card| side.add(1, card));
    format!("{}\n\nSideboard\n{}", main.lines.join("\n"), side.lines.join("\n"))
}

fn singleton(archetype: &Archetype, cards: usize, rng: &mut StdRng) -> String {
    let mut pool = spells(archetype);
    let leaders = &archetype.commanders;
    pool.retain(|card| !leaders.iter().any(|leader| leader == card));
    pool.shuffle(rng);
    let mut main = List::default();
    pool.iter().take(cards * 6 / 10).for_each(|card| main.add(1, card));
    let lands = cards - leaders.len() - main.cards;
    main.add_basics(&archetype.basics, lands, lands / 2);
    format!("Commander\n1 {}\n\nDeck\n{}", leaders.join("\n1 "), main.lines.join("\n"))
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

    #[test]
    fn the_file_of_archetypes_can_be_read() {
        assert_eq!(serde_json::from_str::<Vec<Archetype>>(include_str!("archetypes.json")).unwrap().len(), 12);
    }

    #[test]
    fn the_same_seed_gives_the_same_deck() {
        let [one, other] = [1, 1].map(|seed| deck(EventFormat::Legacy, &mut StdRng::seed_from_u64(seed)));
        assert_eq!(one, other);
    }
}
