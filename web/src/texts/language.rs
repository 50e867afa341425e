//! The languages of pages, and the choice between them.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The cookie that remembers the language that was chosen by a link. It names the language and nothing else.
const COOKIE: &str = "crosstable_language";
/// Lifetime of the cookie in seconds: a year.
const SECONDS: u32 = 365 * 24 * 60 * 60;
const PARAMETER: &str = "lang";

/// Declares the languages: each with its tag and its own name.
macro_rules! languages {
    ($($name:ident $tag:literal $own_name:literal,)+) => {
        /// A language of pages.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Language {
            $(#[doc = $own_name] $name,)+
        }

        impl Language {
            /// All languages.
            pub const ALL: [Self; [$($tag),+].len()] = [$(Self::$name),+];

            /// Returns the tag of the language: `de`.
            pub const fn tag(self) -> &'static str {
                match self {
                    $(Self::$name => $tag,)+
                }
            }

            /// Returns the name of the language in the language itself.
            pub const fn own_name(self) -> &'static str {
                match self {
                    $(Self::$name => $own_name,)+
                }
            }
        }
    };
}

// A page is drawn in the first one for clients that name no language.
languages! {
    English "en" "English",
    German "de" "Deutsch",
    French "fr" "Français",
    Spanish "es" "Español",
    Italian "it" "Italiano",
    Portuguese "pt" "Português",
    Japanese "ja" "日本語",
}

impl Language {
    /// Returns the other languages with the queries of links to them, which go on from the query of the page: `?store=3`, or
    /// none.
    pub(crate) fn links(self, query: &str) -> Vec<(Self, String)> {
        let others = Self::ALL.into_iter().filter(|language| *language != self);
        others.map(|other| (other, other.query(query))).collect()
    }

    /// Returns the tags of all languages, for the documentation of the parameter.
    pub fn tags() -> Vec<&'static str> {
        Self::ALL.iter().map(|language| language.tag()).collect()
    }

    /// Returns the language of the answer to a request: that of the link, else that of the cookie, else the one that the
    /// browser prefers.
    pub fn of(query: Option<&str>, headers: &HeaderMap) -> Self {
        let chosen = Self::in_query(query).or_else(|| cookie(headers, COOKIE).and_then(Self::tagged));
        chosen.unwrap_or_else(|| Self::preferred(headers))
    }

    /// Returns the language that the link names.
    pub fn in_query(query: Option<&str>) -> Option<Self> {
        let pairs = query?.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(name, _)| *name == PARAMETER).and_then(|(_, tag)| Self::tagged(tag))
    }

    /// Returns the query of the link to the same page in this language: `?q=ada&lang=de`.
    fn query(self, current: &str) -> String {
        let others = current
            .trim_start_matches('?')
            .split('&')
            .filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(PARAMETER));
        let kept: String = others.map(|pair| format!("{pair}&")).collect();
        format!("?{kept}{PARAMETER}={}", self.tag())
    }

    /// Returns the language with the highest weight in `Accept-Language`; of equal ones the first.
    fn preferred(headers: &HeaderMap) -> Self {
        let mut best = (Self::English, 0.0);
        for range in lines(headers, &header::ACCEPT_LANGUAGE).flat_map(|line| line.split(',')) {
            let (tag, weight) = match range.split_once(';') {
                Some((tag, weight)) => (tag, weight.trim().strip_prefix("q=").and_then(|q| q.trim().parse().ok())),
                None => (range, Some(1.0)),
            };
            let primary = tag.trim().split('-').next().unwrap_or_default();
            if let (Some(language), Some(weight)) = (Self::tagged(primary), weight)
                && weight > best.1
            {
                best = (language, weight);
            }
        }
        best.0
    }

    fn tagged(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(tag))
    }

    /// Returns the `Set-Cookie` header that remembers the language.
    pub fn cookie(self) -> HeaderValue {
        set_cookie(COOKIE, self.tag(), SECONDS)
    }
}

pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let pairs = lines(headers, &header::COOKIE).flat_map(|line| line.split(';'));
    let mut pairs = pairs.filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Returns a `Set-Cookie` header for all pages. It lasts so many seconds.
pub(crate) fn set_cookie(name: &str, value: &str, seconds: u32) -> HeaderValue {
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax");
    HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""))
}

fn lines<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(query: Option<&str>, cookie: &'static str, accepted: &'static str) -> &'static str {
        let headers = [
            (header::COOKIE, HeaderValue::from_static(cookie)),
            (header::ACCEPT_LANGUAGE, HeaderValue::from_static(accepted)),
        ];
        Language::of(query, &headers.into_iter().collect()).tag()
    }

    #[test]
    fn a_link_counts_more_than_a_cookie_and_a_cookie_more_than_the_browser() {
        let german = "a=1; crosstable_language=de";
        assert_eq!(of(Some("q=x&lang=en"), german, "de"), "en");
        assert_eq!(of(Some("lang=nl"), german, "en"), "de");
        assert_eq!(of(None, german, "en"), "de");
        assert_eq!(of(None, "crosstable_language=xx", "en"), "en");
        assert_eq!(Language::of(None, &HeaderMap::new()), Language::English);
    }

    #[test]
    fn the_browser_weighs_its_languages() {
        for (accepted, tag) in [
            ("de-DE,de;q=0.9,en;q=0.8", "de"),
            ("nl, en-GB;q=0.5, de-AT;q=0.7", "de"),
            ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
            ("en,de", "en"),
            ("nl, sv", "en"),
            ("DE", "de"),
            ("de;q=0, *", "en"),
            ("de;q=x", "en"),
            ("", "en"),
        ] {
            assert_eq!(of(None, "", accepted), tag, "{accepted}");
        }
    }

    #[test]
    fn a_link_to_another_language_keeps_the_rest_of_the_query() {
        assert_eq!(Language::German.query(""), "?lang=de");
        assert_eq!(Language::German.query("?store=3"), "?store=3&lang=de");
        assert_eq!(Language::English.query("lang=de&next=/me/&q=a+b"), "?next=/me/&q=a+b&lang=en");
    }

    #[test]
    fn a_choice_is_remembered() {
        let cookie = Language::German.cookie();
        let (pair, _) = cookie.to_str().unwrap().split_once(';').unwrap();
        let headers = [(header::COOKIE, HeaderValue::try_from(pair).unwrap())].into_iter().collect();
        assert_eq!(Language::of(None, &headers), Language::German);
    }
}
