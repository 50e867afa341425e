//! The lists of a record, and their cards.

use std::borrow::Cow;
use std::collections::HashMap;

use bytes::Bytes;
use domain::deck_text::{Board, DeckText};
use domain::decklist::Decklist;
use domain::tournament::Registration;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::parts::{json, lists};
use super::super::view::TournamentContext;
use super::sight::{Sight, of_entry};

/// A list in the export of changes.
#[derive(Serialize, ToSchema)]
pub(in crate::views) struct ListRecord<'a> {
    /// Id of the list.
    id: i64,
    /// Id of its player, as in the standings.
    player_id: i64,
    /// Name of the list.
    name: &'a str,
    /// Its archetype.
    archetype: &'a str,
    /// SHA-256 of its text, in lower-case hexadecimal.
    sha256: String,
    /// Its text.
    text: Cow<'a, str>,
}

/// Copies of a card in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::views) struct CardRecord<'a> {
    /// Id of the list.
    decklist_id: i64,
    /// `main`, `sideboard`, `commander`, `companion` or `maybeboard`.
    section: &'static str,
    /// Name of the card.
    name: Cow<'a, str>,
    /// Number of copies.
    #[schema(value_type = i32)]
    count: u32,
}

/// Returns the cards of the lists that readers see, and these lists, as they are stored.
pub(super) fn parts(context: &TournamentContext<'_>, sight: Sight) -> [Bytes; 2] {
    // Others than staff do not see lists of players who left before play.
    let is_seen = |entry: &Registration| sight == Sight::Whole || !entry.has_left();
    let handed_in = if sight.has_lists(context) { lists::each_once(context, is_seen) } else { Vec::new() };
    let handed_in: Vec<_> = handed_in.into_iter().map(|(entry, counting)| (entry, counting.list)).collect();
    let cards: Vec<_> = handed_in.iter().flat_map(|(_, list)| cards(list)).collect();
    let records = handed_in.iter().map(|(entry, list)| ListRecord {
        id: list.id.0,
        player_id: of_entry(context, entry),
        name: &list.body.name,
        archetype: &list.body.archetype,
        sha256: list.content_sha256(),
        text: list.plaintext(),
    });
    [json::to_bytes(&cards), json::to_bytes(&records.collect::<Vec<_>>())]
}

/// Returns the cards of a list, each once in a section.
fn cards(list: &Decklist) -> Vec<CardRecord<'static>> {
    let mut cards = Vec::<CardRecord<'static>>::new();
    for section in DeckText::parse(&list.plaintext()).sections {
        let mut known = HashMap::<String, usize>::new();
        for card in section.cards {
            match known.get(&card.name) {
                Some(at) => cards[*at].count = cards[*at].count.saturating_add(card.count),
                None => {
                    known.insert(card.name.clone(), cards.len());
                    cards.push(CardRecord {
                        decklist_id: list.id.0,
                        section: section_name(section.board),
                        name: Cow::Owned(card.name),
                        count: card.count,
                    });
                }
            }
        }
    }
    cards
}

fn section_name(board: Board) -> &'static str {
    match board {
        Board::Commander => "commander",
        Board::Companion => "companion",
        Board::Main => "main",
        Board::Sideboard => "sideboard",
        Board::Maybeboard => "maybeboard",
    }
}
