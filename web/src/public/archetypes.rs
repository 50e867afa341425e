//! The public page of the archetypes of an event: their shares, and their results against each other. Plain HTML without
//! scripts, readable on a phone: tables have three columns, and the results against each other are folded.
//!
//! Names of archetypes come from people: the template escapes everything.

use std::borrow::Cow;

use askama::Template;
use domain::documents::{ArchetypeLine, ArchetypesDocument, PageHead, Share};
use domain::tournament::archetypes::ENOUGH_MATCHES;
use serde::Deserialize;

use super::head::Head;
use crate::texts::{Language, Texts};

/// The most archetypes on a page. Lists of players who each name their own archetype would fill a page without end.
const MOST: usize = 100;

#[derive(Template)]
#[template(path = "public/archetypes.html")]
struct ArchetypesPage<'a> {
    texts: &'static Texts,
    head: Head<'a>,
    players: String,
    rows: &'a [ArchetypeLine<'a>],
    /// The number of archetypes that are not shown, in words; empty if all are.
    more: String,
    /// How it is counted: paragraphs.
    notes: Vec<String>,
}

/// The part of the data of the event's page that this page shows.
#[derive(Deserialize)]
struct EventPart<'a> {
    #[serde(borrow)]
    head: PageHead<'a>,
}

/// Draws the page in a language, from the archetypes and the data of the event's page. Links begin with `base`.
///
/// # Errors
/// When a document cannot be read.
pub fn draw(language: Language, base: &str, data: &[u8], event: &[u8]) -> Result<String, serde_json::Error> {
    let data: ArchetypesDocument<'_> = serde_json::from_slice(data)?;
    let event: EventPart<'_> = serde_json::from_slice(event)?;
    // A template writes into memory, and none of its values fails to be written.
    Ok(page(Texts::of(language), base, &data, &event).render().unwrap_or_default())
}

fn page<'a>(
    texts: &'static Texts,
    base: &'a str,
    data: &'a ArchetypesDocument<'a>,
    event: &'a EventPart<'a>,
) -> ArchetypesPage<'a> {
    let left_out = [
        ("mirrors", data.mirror_matches.into()),
        ("draws", data.intentional_draws.into()),
        ("open", data.matches_without_result.into()),
    ];
    let notes = vec![
        texts.with("archetypes-how-matches", "count", data.matches),
        texts.with_all("archetypes-how-left-out", left_out),
        texts.with("archetypes-how-results", "fewest", ENOUGH_MATCHES),
        texts.say("archetypes-how-interval"),
    ];
    ArchetypesPage {
        texts,
        head: Head::new(texts, base, &event.head),
        players: texts.with("archetypes-players", "count", data.players),
        rows: data.archetypes.get(..MOST).unwrap_or(&data.archetypes),
        more: match data.archetypes.len().saturating_sub(MOST) {
            0 => String::new(),
            more => texts.with("archetypes-more", "archetypes", more),
        },
        notes,
    }
}

fn name<'a>(texts: &Texts, archetype: &'a str) -> Cow<'a, str> {
    match archetype {
        "" => texts.say("archetypes-unknown").into(),
        name => name.into(),
    }
}

/// `12–7–1`
fn record(won: u32, lost: u32, drawn: u32) -> String {
    format!("{won}–{lost}–{drawn}")
}

fn percentage(texts: &Texts, key: &str, fraction: f64) -> String {
    texts.with(key, "percent", texts.short_percent(fraction))
}

fn interval(texts: &Texts, share: &Share) -> String {
    let [low, high] = [share.low, share.high].map(|fraction| texts.short_percent(fraction));
    texts.with_all("archetypes-interval", [("low", low.into()), ("high", high.into())])
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn share(value: f64) -> Value {
        json!({ "value": value, "low": value / 2.0, "high": value + 0.1 })
    }

    fn line(name: &str, players: u32, rate: &Value, opponents: &[Value]) -> Value {
        json!({
            "archetype": name, "players": players, "share": share(0.125), "playoff_players": players / 4,
            "matches_won": 6, "matches_lost": 4, "matches_drawn": 1, "match_win_rate": rate,
            "mirror_matches": players / 2, "opponents": opponents,
        })
    }

    fn drawn(language: Language, lines: &[Value]) -> String {
        let data = json!({
            "id": 40, "players": 13, "matches": 21, "mirror_matches": 1, "intentional_draws": 2,
            "matches_without_result": 3, "archetypes": lines,
        });
        let event = json!({ "head": {
            "event_id": 40, "name": "Winter <Cup> & Co", "store": "Moxhall", "format": "LEGACY",
            "start": "2026-03-07T10:00:00Z", "status": "DECKLISTS_PUBLISHED",
        } });
        let html = draw(language, "/crosstable", data.to_string().as_bytes(), event.to_string().as_bytes()).unwrap();
        let (_, html) = html.split_once("</style>").unwrap();
        html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn shares_results_and_intervals_are_shown() {
        let against = |name: &str, rate: Value| json!({ "archetype": name, "matches_won": 6, "matches_lost": 4, "matches_drawn": 0, "match_win_rate": rate });
        let burn = line("Burn <b>", 8, &share(0.6), &[against("Storm", share(0.6)), against("", Value::Null)]);
        let lines = [burn, line("Storm", 3, &Value::Null, &[]), line("", 1, &Value::Null, &[])];
        let page = drawn(Language::English, &lines);
        assert!(!page.contains("<b>"), "{page}");
        insta::assert_snapshot!(page);
        let german = drawn(Language::German, &lines);
        assert!(german.contains("12,5 %") && german.contains("Unbekannt"), "{german}");
    }

    #[test]
    fn a_page_of_too_many_archetypes_says_that_some_are_missing() {
        let lines: Vec<_> = (0..MOST + 2).map(|number| line(&format!("Deck {number}"), 1, &Value::Null, &[])).collect();
        let page = drawn(Language::English, &lines);
        assert!(page.contains("Deck 99") && !page.contains("Deck 100"), "{page}");
        assert!(page.contains("2 further archetypes with few players are not shown."), "{page}");
    }

    #[test]
    fn an_event_without_players_says_so() {
        assert!(drawn(Language::English, &[]).contains("There are no players yet."));
    }

    #[test]
    fn what_is_no_data_is_an_error() {
        assert!(draw(Language::English, "", b"{}", b"{}").is_err());
    }
}
