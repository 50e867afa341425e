//! The list of conventions, and the choice between conventions of the same slug.

use askama::Template;
use chrono::{DateTime, Utc};
use domain::documents::PublicConvention;

use super::card::ConventionCard;
use crate::public::head::html;
use crate::public::preview::{Preview, with_preview};
use crate::texts::{Language, Texts};

/// The conventions to show, as documents.
#[derive(Debug, Default)]
pub struct ConventionLists {
    /// Those that run or are to come.
    pub coming: Vec<Vec<u8>>,
    /// Those that are over.
    pub past: Vec<Vec<u8>>,
}

#[derive(Template)]
#[template(path = "public/conventions.html")]
struct ListPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    /// Whether visitors choose between conventions of the same slug.
    is_choice: bool,
    /// Cards, as HTML.
    coming: Vec<String>,
    past: Vec<String>,
}

/// Draws the list in a language: coming conventions by start, past ones the latest first. Links begin with `base`;
/// `address` is the public address of the service.
///
/// # Errors
/// When a document cannot be read.
pub fn draw(
    language: Language,
    [address, base]: [&str; 2],
    lists: &ConventionLists,
) -> Result<String, serde_json::Error> {
    let texts = Texts::of(language);
    let (mut coming, mut past) = (read(&lists.coming)?, read(&lists.past)?);
    coming.sort_by_key(|(start, _)| (start.is_none(), *start));
    past.sort_by_key(|(start, _)| std::cmp::Reverse(*start));
    let cards = |sorted: Vec<(_, &[u8])>| -> Result<Vec<_>, serde_json::Error> {
        sorted.into_iter().map(|(_, body)| card(texts, base, body, "")).collect()
    };
    let page = html(&ListPage { texts, base, is_choice: false, coming: cards(coming)?, past: cards(past)? });
    Ok(with_preview(page, &preview(texts, [address, base], "/conventions/".to_owned())))
}

/// The document of a convention, with its start.
type Started<'a> = (Option<DateTime<Utc>>, &'a [u8]);

/// Reads the starts of conventions.
fn read(bodies: &[Vec<u8>]) -> Result<Vec<Started<'_>>, serde_json::Error> {
    let start = |body: &[u8]| serde_json::from_slice::<PublicConvention<'_>>(body).map(|convention| convention.start);
    bodies.iter().map(|body| Ok((start(body)?, body.as_slice()))).collect()
}

/// Draws the choice between conventions of the same slug, each with the name of its store.
///
/// # Errors
/// When a document cannot be read.
pub fn draw_choice(
    language: Language,
    [address, base]: [&str; 2],
    slug: &str,
    conventions: &[(Vec<u8>, String)],
) -> Result<String, serde_json::Error> {
    let texts = Texts::of(language);
    let cards: Result<Vec<_>, _> = conventions.iter().map(|(body, store)| card(texts, base, body, store)).collect();
    let page = html(&ListPage { texts, base, is_choice: true, coming: cards?, past: Vec::new() });
    Ok(with_preview(page, &preview(texts, [address, base], format!("/conventions/{slug}/"))))
}

fn card(texts: &'static Texts, base: &str, body: &[u8], store: &str) -> Result<String, serde_json::Error> {
    let convention: PublicConvention<'_> = serde_json::from_slice(body)?;
    Ok(html(&ConventionCard::new(texts, base, &convention, store)))
}

fn preview<'a>(texts: &Texts, [address, base]: [&'a str; 2], path: String) -> Preview<'a> {
    let description = texts.say("public-conventions-description");
    Preview { address, base, path, site: "Crosstable", description, picture: None, accent: "" }
}
