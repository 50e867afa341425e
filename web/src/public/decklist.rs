//! The public page of a decklist: its cards by board, its picture, its text to copy and, if an event has published it, the
//! event with lists of the same archetype. Readable on a phone, and without scripts.
//!
//! Names and texts come from people: the template escapes everything.

use std::borrow::Cow;

use askama::Template;
use domain::deck_text::{DeckText, Section};
use domain::decklist::is_web_address;
use domain::documents::EventPageData;

use super::deck_image::{List, merged};
use super::head::{EventData, Head, html};
use super::preview::{Preview, described, with_preview};
use super::standings::{Marks, Standings, read};
use crate::texts::{Language, Texts};

/// The most other lists that are named.
const OTHERS: usize = 24;

/// The event that published a list, and the standings on its page.
#[derive(Debug, Clone, Copy)]
pub struct PublishedBy<'a> {
    /// The event.
    pub event: EventData<'a>,
    /// The standings.
    pub standings: Option<&'a [u8]>,
}

#[derive(Template)]
#[template(path = "public/decklist.html")]
struct DecklistPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    title: Cow<'a, str>,
    archetype: &'a str,
    picture: String,
    /// The address where the list can be read, if that is all there is.
    elsewhere: Option<&'a str>,
    text: &'a str,
    boards: Vec<Section>,
    /// The event that published it.
    event: Option<Head<'a>>,
    /// The player or team that played it there; empty if not known.
    player: &'a str,
    /// Lists of the same archetype in that event: players with addresses.
    others: Vec<(&'a str, Cow<'a, str>)>,
}

/// Draws the page in a language, from the document of a list. The page of a published list has a preview; `address` and
/// `base` are as in `Preview`.
pub fn draw(
    language: Language,
    [address, base]: [&str; 2],
    list: &[u8],
    published: Option<PublishedBy<'_>>,
) -> Result<String, serde_json::Error> {
    let texts = Texts::of(language);
    let list: List<'_> = serde_json::from_slice(list)?;
    let (event, store) = published.map(|by| by.event.read()).transpose()?.unzip();
    let store = store.flatten();
    let lines = read(published.and_then(|by| by.standings))?;
    let marks = event.as_ref().map(|event| Marks { base, event });
    let revision = list.deck_image_url.split_once('?').map_or(String::new(), |(_, query)| format!("?{query}"));
    let text = list.plaintext_list.trim();
    let is_address = is_web_address(text) && !text.contains('\n');
    let (player, others) = match (&event, &marks) {
        (Some(event), Some(marks)) => played(event, &lines, marks, &format!("{base}/decklists/{}/", list.id)),
        _ => Default::default(),
    };
    let mut boards = if is_address { Vec::new() } else { DeckText::parse(text).sections };
    boards.iter_mut().for_each(|board| board.cards = merged(&board.cards));
    let page = DecklistPage {
        texts,
        base,
        title: match list.name.trim() {
            "" => texts.say("public-decklist").into(),
            name => name.into(),
        },
        archetype: list.archetype.trim(),
        picture: format!("{base}/decklists/{}/image.svg{revision}", list.id),
        elsewhere: is_address.then_some(text),
        text,
        boards,
        event: event.as_ref().map(|event| Head::new(texts, base, &event.head, store.as_ref())),
        player,
        others,
    };
    let drawn = html(&page);
    let (Some(event), Some(head)) = (&event, &page.event) else { return Ok(drawn) };
    let store = store.as_ref();
    let preview = Preview {
        address,
        base,
        path: format!("/decklists/{}/", list.id),
        site: head.store,
        description: described([player, page.archetype, head.name, &head.format, &head.date]),
        picture: event.head.picture.as_ref().or(store.and_then(|store| store.logo.as_ref())),
        accent: store.map_or("", |store| &store.accent),
    };
    Ok(with_preview(drawn, &preview))
}

/// Returns who played the list at `url` in an event, and the lists of the same archetype there, in the order of standings.
fn played<'a>(
    event: &'a EventPageData<'a>,
    lines: &'a Standings<'a>,
    marks: &'a Marks<'a>,
    url: &str,
) -> (&'a str, Vec<(&'a str, Cow<'a, str>)>) {
    let listed = || marks.listed(lines);
    let Some((own, player, _)) = listed().find(|(.., other)| other == url) else { return ("", Vec::new()) };
    let archetype_of = |id: i64| event.archetypes.get(&id).map(|name| name.to_lowercase());
    let Some(archetype) = archetype_of(own) else { return (player, Vec::new()) };
    let others = listed().filter(|(id, ..)| *id != own && archetype_of(*id).as_ref() == Some(&archetype));
    (player, others.take(OTHERS).map(|(_, name, url)| (name, url)).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{EventData, PublishedBy, draw};
    use crate::public::tests::head;
    use crate::texts::Language;

    fn page(list: &serde_json::Value) -> String {
        within(list, None)
    }

    fn within(list: &serde_json::Value, published: Option<PublishedBy<'_>>) -> String {
        let html = draw(
            Language::English,
            ["https://events.example/crosstable", "/crosstable"],
            list.to_string().as_bytes(),
            published,
        )
        .unwrap();
        let (_, html) = html.split_once("<main").unwrap();
        html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_list_is_shown_as_a_picture_and_as_text() {
        insta::assert_snapshot!(page(&json!({
            "id": 301, "name": "Winter <Burn>", "archetype": "Burn & co", "plaintext_list": "4 Fireblast\n16 Mountain\n",
            "deck_image_url": "https://events.example/crosstable/decklists/301/image.svg?revision=2",
        })));
    }

    #[test]
    fn a_published_list_leads_to_its_event_and_to_lists_of_the_same_archetype() {
        let event = json!({
            "head": head(), "rounds": [], "brackets": [], "standings": null,
            "lists": { "1": "/decklists/301/", "2": "/decklists/302/", "3": "https://decks.example/303" },
            "archetypes": { "1": "Burn", "2": "Storm", "3": "burn" },
        });
        let line = |id: i64, name: &str| {
            json!({
                "user_event_status_ids": [id], "name": name, "match_points": 3, "record": "1-0-0",
                "opponent_match_win_percentage": 0.5, "game_win_percentage": 0.5, "opponent_game_win_percentage": 0.5,
            })
        };
        let lines = json!({ "standings": [line(1, "Ann Lee"), line(2, "Bo"), line(3, "Cy <b>")] }).to_string();
        let event = event.to_string();
        let event = EventData { page: event.as_bytes(), store: None };
        let by = PublishedBy { event, standings: Some(lines.as_bytes()) };
        let list =
            json!({ "id": 301, "name": "Fire", "archetype": "Burn", "plaintext_list": "4 Fireblast\n2 Fireblast" });
        let page = within(&list, Some(by));
        assert!(page.contains("href=\"/crosstable/events/40/\"") && page.contains("Ann Lee"), "{page}");
        assert!(page.contains("https://decks.example/303") && !page.contains("decklists/302"), "{page}");
        assert!(!page.contains("Cy <b>") && page.contains(">6<"), "a card is listed once: {page}");
    }

    #[test]
    fn a_list_that_is_elsewhere_is_linked() {
        insta::assert_snapshot!(page(&json!({
            "id": 302, "name": " ", "archetype": "", "plaintext_list": "https://decks.example/b7&x",
            "deck_image_url": "https://events.example/decklists/302/image.svg",
        })));
        assert!(!page(&json!({ "id": 1, "plaintext_list": "javascript:alert(1)" })).contains("href=\"javascript"));
    }
}
