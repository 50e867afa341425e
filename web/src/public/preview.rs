//! What chats and search engines show of a page, and the colour of its store: the last lines of a page's head. They need
//! the public address of the service, which no other part of a page does.

use askama::Template;
use domain::documents::{PageHead, StorePageDocument};
use proto_events::Picture;

use super::head::{Head, html};
use super::{colors, files, markdown};

/// Maximum number of characters of a description.
pub(super) const DESCRIPTION: usize = 200;
/// The picture of pages without one of their own: its name, its width and height.
const STANDARD: (&str, u32, u32) = ("preview.png", 1200, 630);

/// The values of the lines.
pub(super) struct Preview<'a> {
    /// The public address of the service, without a slash at its end.
    pub(super) address: &'a str,
    /// The path of the public address.
    pub(super) base: &'a str,
    /// The page's own path, without the base path.
    pub(super) path: String,
    /// Whose page it is.
    pub(super) site: &'a str,
    pub(super) description: String,
    pub(super) picture: Option<&'a Picture>,
    /// The store's colour, as `#rrggbb`; empty for the colour of the service.
    pub(super) accent: &'a str,
}

#[derive(Template)]
#[template(path = "public/preview.html")]
struct Tags<'a> {
    /// The title of the page, as HTML.
    title: &'a str,
    preview: &'a Preview<'a>,
    description: String,
    image: String,
    width: u32,
    height: u32,
}

/// Adds the lines to the head of a page of an event with this head. `below` follows the path of its first page. `address`
/// and `base` are as in [`Preview`].
pub(super) fn with_event_preview(
    page: String,
    facts: &Head<'_>,
    [address, base]: [&str; 2],
    (head, store): (&PageHead<'_>, Option<&StorePageDocument<'_>>),
    below: &str,
) -> String {
    let about = markdown::plain(&head.about.description, DESCRIPTION);
    let facts = [facts.store, &facts.format, &facts.date, &facts.place, &about];
    let preview = Preview {
        address,
        base,
        path: format!("/events/{}/{below}", head.event_id),
        site: &head.store,
        description: described(facts),
        picture: head.picture.as_ref().or(store.and_then(|store| store.logo.as_ref())),
        accent: store.map_or("", |store| &store.accent),
    };
    with_preview(page, &preview)
}

/// Adds the lines to the head of a page.
pub(super) fn with_preview(mut page: String, preview: &Preview<'_>) -> String {
    let Some(end) = page.find("</head>") else { return page };
    let title = page[..end].split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    let address = preview.address;
    let (image, width, height) = match preview.picture {
        Some(picture) => (format!("{address}/pictures/{}", picture.sha256), picture.width, picture.height),
        None => (files::address(address, STANDARD.0), STANDARD.1, STANDARD.2),
    };
    let tags = html(&Tags {
        title: title.map_or(preview.site, |(title, _)| title),
        preview,
        description: shortened(&preview.description),
        image,
        width,
        height,
    });
    page.insert_str(end, &tags);
    page
}

/// Returns a description from facts, of which some may be empty.
pub(super) fn described<'a>(facts: impl IntoIterator<Item = &'a str>) -> String {
    facts.into_iter().filter(|fact| !fact.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// Returns a text in one line, cut after a word if it is long.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = line.char_indices().nth(DESCRIPTION) else { return line };
    let cut = line[..end].rfind(' ').unwrap_or(end);
    format!("{}…", &line[..cut])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_its_tags_at_the_end_of_its_head() {
        let preview = Preview {
            address: "https://events.example/shop",
            base: "/shop",
            path: "/events/7/".into(),
            site: "Mox \"Hall\"",
            description: "Cards\n& coffee".into(),
            picture: None,
            accent: "#1f6feb",
        };
        let page = with_preview("<head><title>A &#60;b&#62;</title></head><body></head>".into(), &preview);
        let (head, body) = page.split_once("</head>").unwrap();
        assert_eq!(body, "<body></head>");
        for tag in [
            r#"<link rel="canonical" href="https://events.example/shop/events/7/">"#,
            r#"<meta property="og:title" content="A &#60;b&#62;">"#,
            r#"<meta name="description" content="Cards &#38; coffee">"#,
            r#"<meta property="og:site_name" content="Mox &#34;Hall&#34;">"#,
            r#"<link rel="stylesheet" href="/shop/colors/1f6feb.css">"#,
        ] {
            assert!(head.contains(tag), "{tag}: {head}");
        }
        assert!(head.contains("https://events.example/shop/assets/preview.png"), "{head}");
    }

    #[test]
    fn long_texts_are_cut_after_a_word() {
        assert_eq!(shortened("a  b\nc"), "a b c");
        let long = shortened(&"wörter ".repeat(60));
        assert!(long.ends_with("wörter…") && long.chars().count() <= DESCRIPTION + 1, "{long}");
        assert_eq!(shortened(&"x".repeat(300)).chars().count(), DESCRIPTION + 1);
    }
}
