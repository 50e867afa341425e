//! The texts of pages, from a catalogue for each language: `texts/<language>/*.ftl`.
//!
//! A page asks for a text by its key. Plurals are chosen in the catalogue, by the rules of its language. Numbers and
//! dates are written as the language writes them.
//!
//! # Adding a text
//!
//! Add the key to the same file in every language. A key begins with its area: `desk-…`, `panel-…`, `player-…`,
//! `public-…`, `live-…`, `frame-…`, `form-…`. Most areas have one file of that name; `desk-…` has a file for each group
//! of pages:
//!
//! | File | Pages of the desk |
//! |---|---|
//! | `desk.ftl` | players and one player, the round, results, standings, decklists, the next step |
//! | `settings.ftl` | labels and hints of an event's settings |
//! | `people.ftl` | search for people, pasted lists, check-in, merged accounts, private links |
//! | `field.ftl` | teams, drafts, the cut and the bracket, missed rounds, pairings by hand |
//! | `judges.ftl` | calls, penalties, deck checks, extensions, feature matches |
//! | `clock.ftl`, `paper.ftl` | the clock of a round; sheets to print |
//! | `audit.ftl` | the audit with the names of settings, undoing, finishing, canceling, deleting, one decklist |
//!
//! If in doubt, put it next to the texts that the page shows already: search `web/texts/en` for one of their keys.
//!
//! Tests find keys that no page uses, that are missing in a language, or that have other variables there. A text that
//! is the same in both languages is listed in `texts/tests.rs`.
//!
//! Words for the events of the log and for settings of an event are found by their names: `desk-audit-round-started`
//! and `desk-setting-top-cut` in `audit.ftl`, `panel-tournament-round-started` in `events.ftl`. German texts of
//! refusals: `write-api/src/lib.rs`.
//!
//! # Adding a language
//!
//! Add a folder of files, a row to [`Language`], and the ways to write dates and numbers below.

#[cfg(feature = "write-side")]
pub(crate) mod events;
mod language;
mod terms;
#[cfg(test)]
#[cfg(feature = "write-side")]
mod tests;

use std::borrow::Cow;
use std::sync::LazyLock;

use chrono::{Datelike as _, NaiveDate, NaiveDateTime};
use domain::names;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
#[cfg(feature = "write-side")]
use service_kit::message::Message;
use unic_langid::LanguageIdentifier;

pub use language::Language;

macro_rules! catalogues {
    ($($file:literal),+ $(,)?) => {
        /// The English catalogue.
        const ENGLISH: &[&str] = &[$(include_str!(concat!("../texts/en/", $file, ".ftl"))),+];
        /// The German catalogue.
        const GERMAN: &[&str] = &[$(include_str!(concat!("../texts/de/", $file, ".ftl"))),+];
    };
}

// The files of each catalogue.
catalogues![
    "desk",
    "audit",
    "clock",
    "field",
    "people",
    "judges",
    "paper",
    "settings",
    "player",
    "public",
    "archetypes",
    "live",
    "history",
    "terms",
    "frame",
    "form",
    "panel",
    "events",
];

/// Messages of the service in German. Their English texts stand where the messages are made.
const GERMAN_PROBLEMS: &[&str] = &[
    include_str!("../texts/de/problems/service.ftl"),
    include_str!("../texts/de/problems/accounts.ftl"),
    include_str!("../texts/de/problems/events.ftl"),
    include_str!("../texts/de/problems/players.ftl"),
    include_str!("../texts/de/problems/pages.ftl"),
    include_str!("../texts/de/problems/reads.ftl"),
];

/// Keeps a text that people wrote from turning the sentence around it.
fn isolated(value: FluentValue<'_>) -> FluentValue<'_> {
    match value {
        FluentValue::String(text) => match names::isolated(&text) {
            Cow::Owned(isolated) => FluentValue::String(isolated.into()),
            Cow::Borrowed(_) => FluentValue::String(text),
        },
        other => other,
    }
}

/// The texts of one language.
pub(crate) struct Texts {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    /// Returns the texts of a language.
    pub(crate) fn of(language: Language) -> &'static Self {
        static TEXTS: LazyLock<[Texts; 2]> = LazyLock::new(|| {
            [Texts::read(Language::English, &[ENGLISH]), Texts::read(Language::German, &[GERMAN, GERMAN_PROBLEMS])]
        });
        let [english, german] = &*TEXTS;
        match language {
            Language::English => english,
            Language::German => german,
        }
    }

    /// Reads the files of catalogues. A test checks that ours are without errors; an entry with an error is left out.
    fn read(language: Language, catalogues: &[&[&str]]) -> Self {
        let identifier: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // Marks around all inserted values would end up in copied text; only those that need marks get them.
        bundle.set_use_isolating(false);
        if language == Language::German {
            bundle.set_formatter(Some(|value, _| match value {
                FluentValue::Number(number) => Some(number.as_string().replace('.', ",")),
                _ => None,
            }));
        }
        for file in catalogues.iter().copied().flatten() {
            let (Ok(resource) | Err((resource, _))) = FluentResource::try_new((*file).to_owned());
            bundle.add_resource_overriding(resource);
        }
        Self { language, bundle }
    }

    /// Returns their language.
    pub(crate) fn language(&self) -> Language {
        self.language
    }

    /// Returns a text.
    pub(crate) fn say(&self, key: &str) -> String {
        self.format(key, None).into_owned()
    }

    /// Returns a text with a value in it.
    pub(crate) fn with<'a>(&self, key: &str, name: &'a str, value: impl Into<FluentValue<'a>>) -> String {
        self.with_all(key, [(name, value.into())])
    }

    /// Returns a text with values in it.
    pub(crate) fn with_all<'a>(
        &self,
        key: &str,
        values: impl IntoIterator<Item = (&'a str, FluentValue<'a>)>,
    ) -> String {
        let args: FluentArgs<'_> = values.into_iter().map(|(name, value)| (name, isolated(value))).collect();
        self.format(key, Some(&args)).into_owned()
    }

    /// Returns a message of the service in this language, by its code: `texts/<language>/problems/`. English texts stand
    /// where the messages are made.
    #[cfg(feature = "write-side")]
    pub(crate) fn message(&self, message: &Message) -> String {
        let key = format!("problem-{}", message.code());
        if self.language == Language::English || !self.bundle.has_message(&key) {
            return message.text().to_owned();
        }
        self.with_all(&key, message.arguments().iter().map(|(name, value)| (*name, FluentValue::from(value.as_str()))))
    }

    /// Returns whether the catalogue has a text.
    #[cfg(feature = "write-side")]
    pub(crate) fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// Returns the key itself if the catalogue lacks it.
    fn format<'a>(&'a self, key: &str, args: Option<&'a FluentArgs<'_>>) -> Cow<'a, str> {
        let pattern = self.bundle.get_message(key).and_then(|message| message.value());
        match pattern {
            Some(pattern) => self.bundle.format_pattern(pattern, args, &mut Vec::new()),
            None => Cow::Owned(key.to_owned()),
        }
    }

    /// Returns a fraction as a percentage with two decimals: `66.67` or `66,67`.
    pub(crate) fn percent(&self, fraction: f64) -> String {
        self.decimal(format!("{:.2}", fraction * 100.0))
    }

    /// Returns a fraction as a percentage with one decimal: `66.7` or `66,7`.
    pub(crate) fn short_percent(&self, fraction: f64) -> String {
        self.decimal(format!("{:.1}", fraction * 100.0))
    }

    /// Returns a number with the decimal mark of the language.
    fn decimal(&self, number: String) -> String {
        match self.language {
            Language::English => number,
            Language::German => number.replace('.', ","),
        }
    }

    /// Returns a day in short form: `7 Mar 2026` or `07.03.2026`.
    #[cfg(feature = "write-side")]
    pub(crate) fn day(&self, day: NaiveDate) -> String {
        let pattern = match self.language {
            Language::English => "%-d %b %Y",
            Language::German => "%d.%m.%Y",
        };
        day.format(pattern).to_string()
    }

    /// Returns a time in short form: `7 Mar 2026, 10:00` or `07.03.2026, 10:00`.
    #[cfg(feature = "write-side")]
    pub(crate) fn time(&self, time: NaiveDateTime) -> String {
        format!("{}, {}", self.day(time.date()), time.format("%H:%M"))
    }

    /// Returns a day for everyone: `7 March 2026` or `7. März 2026`.
    pub(crate) fn long_day(&self, day: NaiveDate) -> String {
        match self.language {
            Language::English => day.format("%-d %B %Y").to_string(),
            Language::German => {
                let month = usize::try_from(day.month0()).ok().and_then(|month| GERMAN_MONTHS.get(month));
                day.format(&format!("%-d. {} %Y", month.unwrap_or(&""))).to_string()
            }
        }
    }

    /// Returns a time for everyone: `7 March 2026, 10:00` or `7. März 2026, 10:00 Uhr`.
    pub(crate) fn long_time(&self, time: NaiveDateTime) -> String {
        let day = self.long_day(time.date());
        match self.language {
            Language::English => format!("{day}, {}", time.format("%H:%M")),
            Language::German => format!("{day}, {} Uhr", time.format("%H:%M")),
        }
    }
}

/// Returns a text of a page's own catalogue, which is in the page's language already, as a message.
#[cfg(feature = "write-side")]
pub(crate) fn said(text: String) -> Message {
    Message::new("said", Vec::new(), text)
}

const GERMAN_MONTHS: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
