//! The page of a store: what it says about itself, its next events, and its past ones.

use askama::Template;
use domain::documents::{PublicConvention, StorePageDocument};

use super::card::cards;
use super::convention::ConventionCard;
use super::head::{html, logo};
use super::preview::{DESCRIPTION, Preview, with_preview};
use super::{about, markdown};
use crate::texts::{Language, Texts};

/// The events on the page, as documents.
#[derive(Debug, Default)]
pub struct StoreEvents {
    /// Those that run or are to come, the next first.
    pub next: Vec<Vec<u8>>,
    /// Finished ones, the newest first.
    pub past: Vec<Vec<u8>>,
    /// Conventions that run or are to come.
    pub conventions: Vec<Vec<u8>>,
}

impl StoreEvents {
    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty() && self.past.is_empty() && self.conventions.is_empty()
    }
}

#[derive(Template)]
#[template(path = "public/store.html")]
struct StorePage<'a> {
    texts: &'static Texts,
    base: &'a str,
    store: &'a StorePageDocument<'a>,
    logo: String,
    about: String,
    map: String,
    /// The cards of events, as HTML.
    next: Vec<String>,
    past: Vec<String>,
    conventions: Vec<String>,
}

impl StorePage<'_> {
    /// Returns the web page as people write it: without the scheme.
    fn site(&self) -> &str {
        let site = &self.store.website;
        site.split_once("://").map_or(&**site, |(_, rest)| rest).trim_end_matches('/')
    }
}

/// Draws the page in a language. Links begin with `base`; `address` is the public address of the service.
pub fn draw(
    language: Language,
    base: &str,
    address: &str,
    store: &[u8],
    events: &StoreEvents,
) -> Result<String, serde_json::Error> {
    let texts = Texts::of(language);
    let store: StorePageDocument<'_> = serde_json::from_slice(store)?;
    let [next, past] = [&events.next, &events.past].map(|events| cards(texts, base, events, true));
    let convention = |body: &Vec<u8>| {
        let convention: PublicConvention = serde_json::from_slice(body)?;
        Ok::<_, serde_json::Error>(html(&ConventionCard { texts, base, convention: &convention }))
    };
    let conventions = events.conventions.iter().map(convention).collect::<Result<Vec<_>, _>>()?;
    let page = html(&StorePage {
        texts,
        base,
        store: &store,
        logo: logo(base, store.logo.as_ref()),
        about: markdown::html(&store.about),
        map: about::map(&store.address),
        next: next?,
        past: past?,
        conventions,
    });
    let about = markdown::plain(&store.about, DESCRIPTION);
    let preview = Preview {
        address,
        base,
        path: store.path(),
        site: &store.name,
        description: if about.is_empty() { store.address.to_string() } else { about },
        picture: store.logo.as_ref(),
        accent: &store.accent,
    };
    Ok(with_preview(page, &preview))
}
