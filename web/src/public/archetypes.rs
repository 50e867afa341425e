//! The public page of the archetypes of an event: their shares as bars, their results against each other as a table of tinted
//! cells, and all results as text. Plain HTML without scripts, readable on a phone: all results are folded.
//!
//! Names of archetypes come from people: the template escapes everything.

use std::borrow::Cow;

use askama::Template;
use domain::documents::{ArchetypeLine, ArchetypeResults, ArchetypesDocument, ENOUGH_MATCHES, Share};

use super::chart;
use super::head::{EventData, Head, html, record};
use super::preview::with_event_preview;
use super::tabs::{EventView, Tab, tabs};
use crate::texts::{Language, Texts};

/// The most archetypes on a page. Lists of players who each name their own archetype would fill a page without end.
const MOST: usize = 100;
/// The most archetypes in the table of results against each other: those with most players.
const IN_MATRIX: usize = 8;

#[derive(Template)]
#[template(path = "public/archetypes.html")]
struct ArchetypesPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    head: Head<'a>,
    tabs: Vec<Tab>,
    data: &'a ArchetypesDocument<'a>,
    rows: &'a [ArchetypeLine<'a>],
}

/// Draws the page in a language, from the archetypes of an event. Links begin with `base`; `address` is the public address of
/// the service.
pub fn draw(
    language: Language,
    [address, base]: [&str; 2],
    data: &[u8],
    event: EventData<'_>,
) -> Result<String, serde_json::Error> {
    let data: ArchetypesDocument<'_> = serde_json::from_slice(data)?;
    let (event, store) = event.read()?;
    let rows = data.archetypes.get(..MOST).unwrap_or(&data.archetypes);
    let texts = Texts::of(language);
    let head = Head::new(texts, base, &event.head, store.as_ref());
    let tabs = tabs(texts, &head.url, &event, EventView::Decks);
    let page = ArchetypesPage { texts, base, head, tabs, data: &data, rows };
    let about = (&event.head, store.as_ref());
    Ok(with_event_preview(html(&page), &page.head, [address, base], about, "archetypes/"))
}

impl<'a> ArchetypesPage<'a> {
    /// Returns the end of the scale of the bars: the largest share, rounded up to tenths.
    fn most(&self) -> f64 {
        (self.rows.iter().map(|row| row.share.value).fold(0.1, f64::max) * 10.0).ceil() / 10.0
    }

    fn scale(&self) -> [String; 3] {
        [0.0, 0.5, 1.0]
            .map(|part| self.texts.with("archetypes-percent", "percent", self.texts.percent(part * self.most(), 0)))
    }

    fn bar(&self, share: &Share) -> String {
        chart::bar(share.value, self.most())
    }

    /// Returns the archetypes of the table of results: those with a win rate against another known one.
    fn matrix(&self) -> Vec<&'a ArchetypeLine<'a>> {
        let is_rated =
            |results: &ArchetypeResults<'_>| !results.archetype.is_empty() && results.match_win_rate.is_some();
        let has_rate = |row: &&ArchetypeLine<'_>| row.opponents.iter().any(is_rated);
        self.rows.iter().filter(|row| !row.archetype.is_empty()).filter(has_rate).take(IN_MATRIX).collect()
    }
}

fn results<'a>(row: &'a ArchetypeLine<'a>, other: &ArchetypeLine<'_>) -> Option<&'a ArchetypeResults<'a>> {
    row.opponents.iter().find(|results| results.archetype == other.archetype)
}

fn tint(results: &ArchetypeResults<'_>) -> &'static str {
    results.match_win_rate.map_or("", |rate| chart::tint(rate.value))
}

fn notes(texts: &Texts, data: &ArchetypesDocument<'_>) -> [String; 4] {
    let left_out = [
        ("mirrors", data.mirror_matches.into()),
        ("draws", data.intentional_draws.into()),
        ("open", data.matches_without_result.into()),
    ];
    [
        texts.with("archetypes-how-matches", "count", data.matches),
        texts.with_all("archetypes-how-left-out", left_out),
        texts.with("archetypes-how-results", "fewest", ENOUGH_MATCHES),
        texts.say("archetypes-how-interval"),
    ]
}

fn name<'a>(texts: &Texts, archetype: &'a str) -> Cow<'a, str> {
    match archetype {
        "" => texts.say("archetypes-unknown").into(),
        name => name.into(),
    }
}

fn percentage(texts: &Texts, key: &str, fraction: f64) -> String {
    texts.with(key, "percent", texts.percent(fraction, 1))
}

fn interval(texts: &Texts, share: &Share) -> String {
    let [low, high] = [share.low, share.high].map(|fraction| texts.percent(fraction, 1));
    texts.with_all("archetypes-interval", [("low", low.into()), ("high", high.into())])
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::public::tests::head;

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
        let event = json!({ "head": head(), "rounds": [], "brackets": [], "standings": null });
        let (data, page) = (data.to_string(), event.to_string());
        let event = EventData { page: page.as_bytes(), store: None };
        let html = draw(language, ["", "/crosstable"], data.as_bytes(), event).unwrap();
        let (_, html) = html.split_once("<main").unwrap();
        html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn shares_results_and_intervals_are_shown() {
        let against = |name: &str, rate: Value| json!({ "archetype": name, "matches_won": 6, "matches_lost": 4, "matches_drawn": 0, "match_win_rate": rate });
        let burn = line("Burn <b>", 8, &share(0.6), &[against("Storm", share(0.6)), against("", Value::Null)]);
        let lines =
            [burn, line("Storm", 3, &Value::Null, &[against("Burn <b>", share(0.4))]), line("", 1, &Value::Null, &[])];
        let page = drawn(Language::English, &lines);
        assert!(!page.contains("Burn <b>"), "{page}");
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
        assert!(draw(Language::English, ["", ""], b"{}", EventData { page: b"{}", store: None }).is_err());
    }
}
