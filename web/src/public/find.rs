//! "Find your name": shows the lines of a page that a search names at its top.
//!
//! A page with a search is drawn once as a *finder*: the page around what is found, and every line with the words of its
//! names. A search only picks lines from it, so that thousands of different searches cost little and are not kept.

use super::head::escaped;
use crate::names::{begins, words};
use crate::texts::{Language, Texts};

/// Maximum number of lines that are shown.
const SHOWN: usize = 20;
/// Lists of up to this many lines are shown as a whole below what was found. Longer ones are linked.
pub(super) const WHOLE_UP_TO: usize = 128;

// Marks in a finder. They contain `<`, which templates escape in everything that people write.

/// The place of the text that was searched for, in the field.
const ASKED: &str = "<!--asked-->";
/// The place of the heading above the lines, and the begin of what is left out if there are no lines.
pub(super) const FOUND: &str = "<!--found-->";
/// The place of the lines.
pub(super) const HERE: &str = "<!--here-->";
/// The end of what is left out if there are no lines.
pub(super) const END: &str = "<!--end-->";
/// The begin of a line behind the page.
const LINE: &str = "<!--line-->";
/// The end of the words of a line.
const WORDS: &str = "<!--words-->";

/// A line of a list, as it is shown and as it is found.
pub(super) struct SearchableLine {
    /// The names in it, as [`words`].
    pub(super) words: String,
    pub(super) html: String,
}

/// How a page is drawn that has a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// As a page with its lines, or with those of a page of this number if there are many.
    Page(u16),
    /// As a finder for [`page`].
    Finder,
}

impl Drawn {
    /// As the first page.
    pub const WHOLE: Self = Self::Page(1);

    /// Returns the number of the page of long lists.
    pub(super) fn page(self) -> usize {
        match self {
            Self::Page(number) => number.into(),
            Self::Finder => 1,
        }
    }

    pub(super) fn is_finder(self) -> bool {
        self == Self::Finder
    }

    /// Returns the text in the field of the search.
    pub(super) fn asked(self) -> &'static str {
        if self.is_finder() { ASKED } else { "" }
    }

    /// Returns whether a page of so many lines shows them.
    pub(super) fn shows_all(self, lines: usize) -> bool {
        !self.is_finder() || lines <= WHOLE_UP_TO
    }

    pub(super) fn with_lines<'a>(self, mut page: String, lines: impl Iterator<Item = &'a SearchableLine>) -> String {
        if self.is_finder() {
            for line in lines {
                page.extend([LINE, &line.words, WORDS, &line.html]);
            }
        }
        page
    }
}

/// Returns whether a text can be searched for: it has a word.
pub fn is_search(text: &str) -> bool {
    !words(text).is_empty()
}

/// Returns the page with the lines of which a name has all words of the text. `finder` was drawn in the language.
pub fn page(language: Language, finder: &str, text: &str) -> String {
    let (texts, search) = (Texts::of(language), words(text));
    let (page, lines) = finder.split_once(LINE).unwrap_or((finder, ""));
    let lines = lines.split(LINE).filter_map(|line| line.split_once(WORDS));
    let mut found = lines.filter(|(words, _)| begins(words, &search)).map(|(_, html)| html);
    let shown: String = found.by_ref().take(SHOWN).collect();
    let (asked, has_more) = (escaped(text.trim()), found.next().is_some());
    let Some((before, rest)) = page.split_once(FOUND) else { return page.replace(ASKED, &asked) };
    let (around, after) = rest.split_once(END).unwrap_or((rest, ""));
    let before = before.replace(ASKED, &asked);
    if shown.is_empty() {
        let none = texts.with("public-found-none", "name", asked);
        return format!("{before}<p role=\"status\">{none}</p>{after}");
    }
    let more =
        if has_more { format!("<p>{}</p>", texts.with("public-found-more", "count", SHOWN)) } else { String::new() };
    let heading = texts.with("public-found", "name", asked);
    format!("{before}<h2>{heading}</h2>{}{more}{after}", around.replacen(HERE, &shown, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finder(names: &[&str]) -> String {
        let page = format!("<input value=\"{ASKED}\">{FOUND}<ul>{HERE}</ul>{END}<footer>");
        let lines: Vec<SearchableLine> =
            names.iter().map(|name| SearchableLine { words: words(name), html: format!("<li>{name}") }).collect();
        Drawn::Finder.with_lines(page, lines.iter())
    }

    #[test]
    fn the_lines_of_a_name_are_shown_at_the_top() {
        let found = page(Language::English, &finder(&["Ann Lee", "Bo Kim", "Anna Roe"]), " ann ");
        assert!(found.starts_with("<input value=\"ann\"><h2>"), "{found}");
        assert!(found.ends_with("<ul><li>Ann Lee<li>Anna Roe</ul><footer>"), "{found}");
        let none = page(Language::English, &finder(&["Ann Lee"]), "<b>\"'&");
        assert!(none.contains("value=\"&lt;b&gt;&quot;&#39;&amp;\"") && !none.contains("<ul>"), "{none}");
        assert!(none.contains("role=\"status\"") && none.ends_with("<footer>") && !none.contains("Ann Lee"), "{none}");
    }

    #[test]
    fn a_search_shows_a_bounded_number_of_lines() {
        let names: Vec<String> = (0..50).map(|number| format!("Ann {number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let found = page(Language::English, &finder(&names), "ann");
        assert_eq!(found.matches("<li>").count(), SHOWN);
        assert!(found.contains("Type more of the name"), "{found}");
        assert_eq!(page(Language::German, &finder(&names), "ann 31").matches("<li>").count(), 1);
    }

    #[test]
    fn a_search_has_a_word() {
        assert!(is_search("7") && is_search("李 ") && !is_search("") && !is_search(" !?<>\u{1}"));
    }
}
