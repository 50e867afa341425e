//! Standings on the page of an event.

use serde_json::json;

use super::{drawn, drawn_view, event_page, head, of, shown, sources, standings};
use crate::public::find::{self, Drawn};
use crate::public::{EventView, event};
use crate::texts::Language;

#[test]
fn standings_of_pools_are_shown_by_pool() {
    let mut standings_by_pool = shown(&json!({ "after": 3 }));
    standings_by_pool["pools_of"] = 2.into();
    let page = json!({
        "head": head(), "rounds": [], "brackets": [], "standings": standings_by_pool,
        "pools": { "1": { "101": 1, "104": 1 }, "2": { "101": 2, "102": 1, "103": 2 } },
        "structure": { "top_cut": 2, "team_size": 1, "pool_size": 3, "playoff": "DOUBLE_ELIMINATION" },
    });
    let lines = standings(&["Ann Lee", "Bo Kim", "Cy Roe", "Di Poe"]);
    let drawn = drawn_view(&page, Some(&lines), EventView::Standings);
    let parts = [">Pool 1<", "<td>1<td>Bo Kim", ">Pool 2<", "<td>1<td>Ann Lee", "<td>2<td>Cy Roe", "<td>1<td>Di Poe"];
    let places: Vec<_> = parts.map(|part| drawn.find(part).unwrap_or_else(|| panic!("{part} in {drawn}"))).into();
    assert!(places.is_sorted() && drawn.matches("<table").count() == 3, "the last one has no pool: {drawn}");
    assert!(!drawn.contains("class=\"cut\"") && drawn.matches("id=\"standings\"").count() == 1, "{drawn}");
    let overview = drawn_view(&page, Some(&lines), EventView::Overview);
    assert!(overview.contains("Pools of up to 3, then top 2 · Double elimination with one final"), "{overview}");
    assert!(!overview.contains("Pool 1") && overview.contains("<td>4<td>Di Poe"), "{overview}");
}

#[test]
fn standings_mark_who_dropped_and_a_search_shows_its_rows() {
    let names: Vec<String> = (1..=300).map(|number| format!("Ann No {number}")).collect();
    let lines = standings(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let page = json!({
        "head": head(), "rounds": [], "brackets": [], "standings": shown(&json!("final")), "dropped": [107],
    });
    let whole = drawn_view(&page, Some(&lines), EventView::Standings);
    assert_eq!(whole.matches("<small>dropped</small>").count(), 1);
    assert!(whole.contains("<td>Ann No 7 <small>dropped</small><td>6<td>2–1–0<td data-l=\"OMW\">50.00"), "{whole}");
    assert_eq!(whole.matches("<tr").count(), 101, "a page of them");
    assert!(whole.contains("standings/?page=3\">201–300<"), "{whole}");
    let found = event_page(&page, Some(&lines), EventView::Overview, Drawn::Finder);
    let found = drawn(&find::page(Language::English, &found, "no 299"));
    assert!(found.contains("<tr><td>299<td>Ann No 299<td>"), "{found}");
    assert_eq!(found.matches("<tr><td>").count(), 1, "{found}");
}

#[test]
fn standings_under_other_rules_have_their_own_columns_and_legend() {
    let mut lines: serde_json::Value = serde_json::from_slice(&standings(&["Ann", "Bo"])).unwrap();
    for line in lines["standings"].as_array_mut().unwrap() {
        line["tiebreakers"] = json!([{ "name": "sos", "value": 3.333_333 }, { "name": "oomw", "value": 0.5 }]);
    }
    let page = json!({
        "head": head(), "rounds": [], "brackets": [], "standings": shown(&json!("final")),
        "structure": { "top_cut": 0, "team_size": 1, "rules": ["NETRUNNER", true] },
        "tiebreakers": ["sos", "oomw", "head_to_head"],
    });
    let drawn = drawn_view(&page, Some(lines.to_string().as_bytes()), EventView::Standings);
    let parts = [
        "<abbr title=\"Strength of schedule\">SoS</abbr>",
        "<td data-l=\"SoS\">3.3333<td data-l=\"OOMW\">50.00",
        ">OOMW %</abbr></th></tr></thead>",
        "Strength of schedule (SoS) · Opponents’ opponents’ match-win percentage (OOMW) · Head-to-head result. Then by lot.",
    ];
    for part in parts {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
    assert!(!drawn.contains("OGW"), "{drawn}");
    assert!(drawn_view(&page, None, EventView::Overview).contains("Rules: Netrunner, changed by the organizer"));
}

#[test]
fn standings_say_who_advances_and_how_places_changed() {
    let (lines, before) = (standings(&["Ann", "Bo", "Cy"]), standings(&["Bo", "Cy", "Ann"]));
    let before = String::from_utf8(before).unwrap();
    let before = before.replace("[101]", "[x2]").replace("[102]", "[x3]").replace("[103]", "[x1]").replace("[x", "[10");
    let page = json!({
        "head": head(), "rounds": [], "brackets": [], "standings": shown(&json!({ "after": 2 })),
        "structure": { "swiss_rounds": 3, "top_cut": 2, "best_of": 3, "round_minutes": 50, "team_size": 1 },
    });
    let data = page.to_string();
    let sources = event::Sources { before: Some(before.as_bytes()), ..sources(&data, Some(&lines)) };
    let page = event::draw(Language::English, ["", ""], EventView::Standings, sources, Drawn::WHOLE).unwrap();
    assert!(page.contains("▲2</span><span class=\"hidden\">up 2 places</span>"), "{page}");
    assert!(page.contains("<tr class=\"cut\"><td>2") && page.contains("The top 2 advance to the playoff."), "{page}");
    let during = data.replace("\"after\"", "\"during\"");
    let during = event::Sources { event: of(&during), ..sources };
    let during = event::draw(Language::English, ["", ""], EventView::Standings, during, Drawn::WHOLE).unwrap();
    assert!(!during.contains('▲'), "places move while results come in: {during}");
    let overview = event::draw(Language::English, ["", ""], EventView::Overview, sources, Drawn::WHOLE).unwrap();
    for text in ["3 Swiss rounds, then top 2", "Best of 3", "50 minutes per round"] {
        assert!(overview.contains(text), "{text}: {overview}");
    }
}
