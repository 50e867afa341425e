//! The texts of pages, from a catalogue for each language: `texts/<language>/*.ftl`.
//!
//! A page asks for a text by its key. Plurals are chosen in the catalogue, by the rules of its language. Numbers and
//! dates are written as the language writes them.
//!
//! # Adding a text
//!
//! Add the key to the same file in every language. A key begins with its area: `desk-…`, `panel-…`, `player-…`,
//! `public-…`, `live-…`, `frame-…`, `form-…`, `letter-…`. Most areas have one file of that name; `desk-…` has a file for each group
//! of pages:
//!
//! | File | Pages of the desk |
//! |---|---|
//! | `desk.ftl` | players and one player, the round, results, standings, decklists, the next step |
//! | `settings.ftl` | labels and hints of an event's settings |
//! | `people.ftl` | search for people, pasted lists, check-in, merged accounts, private links |
//! | `field.ftl` | teams, drafts, the cut and the bracket, missed rounds, pairings by hand |
//! | `judges.ftl` | calls, penalties, deck checks, extensions, feature matches |
//! | `conventions.ftl` | conventions: form, schedule, hall, counter, queues, announcements |
//! | `series.ftl` | series of events |
//! | `clock.ftl`, `paper.ftl` | the clock of a round; sheets to print |
//! | `audit.ftl` | the audit with the names of settings, undoing, finishing, canceling, deleting, one decklist |
//!
//! If in doubt, put it next to the texts that the page shows already: search `web/texts/en` for one of their keys.
//!
//! Tests find keys that no page uses, that are missing in a language, or that have other variables there. A text that
//! is the same in both languages is listed in `texts/tests.rs`.
//!
//! Words for the events of the log and for settings of an event are found by their names: `desk-audit-round-started`
//! and `desk-setting-top-cut` in `audit.ftl`, `panel-tournament-round-started` in `events.ftl`; words of the vocabulary
//! by their names on the wire, `term-…`. The hint of a setting has the key of its label with `-hint`. Texts of refusals:
//! `write-api/src/lib.rs`.
//!
//! # Adding a language
//!
//! Add a folder with the same files, with `problems/` and with `same`, a row of `languages!` in `language.rs`, and an arm of
//! `catalogues`. How the language writes dates and numbers is in its `dates.ftl`, which may use any of the values that
//! `Texts::date` gives. `docs/languages.md` says who has checked it.

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
#[cfg(feature = "write-side")]
pub(crate) use language::{cookie, set_cookie};
pub(crate) use terms::TiebreakerColumn;

/// The files of a catalogue, by the folder of its language.
macro_rules! catalogue {
    ($folder:literal) => {
        catalogue!($folder: "desk", "conventions", "series", "audit", "clock", "field", "people", "judges", "paper", "settings", "player",
            "public", "archetypes", "live", "history", "terms", "frame", "form", "panel", "events", "dates",
            "letters")
    };
    ($folder:literal: $($file:literal),+) => {
        &[$(include_str!(concat!("../texts/", $folder, "/", $file, ".ftl"))),+]
    };
}

/// The messages of the service, by the folder of a language. Their English texts stand where the messages are made; those
/// in `en/problems.ftl` are for pages, where the others have names of the API.
macro_rules! problems {
    ($folder:literal) => {
        catalogue!($folder: "problems/service", "problems/accounts", "problems/events", "problems/players", "problems/pages",
            "problems/reads")
    };
}

/// Returns the texts of a language, and the messages of the service in it.
fn catalogues(language: Language) -> [&'static [&'static str]; 2] {
    match language {
        Language::English => [catalogue!("en"), catalogue!("en": "problems")],
        Language::German => [catalogue!("de"), problems!("de")],
        Language::French => [catalogue!("fr"), problems!("fr")],
        Language::Spanish => [catalogue!("es"), problems!("es")],
        Language::Italian => [catalogue!("it"), problems!("it")],
        Language::Portuguese => [catalogue!("pt"), problems!("pt")],
        Language::Japanese => [catalogue!("ja"), problems!("ja")],
    }
}

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

pub(crate) struct Texts {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    pub(crate) fn of(language: Language) -> &'static Self {
        static TEXTS: LazyLock<[Texts; Language::ALL.len()]> = LazyLock::new(|| Language::ALL.map(Texts::read));
        &TEXTS[language as usize]
    }

    /// Reads the files of catalogues. A test checks that ours are without errors; an entry with an error is left out.
    fn read(language: Language) -> Self {
        let identifier: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // Marks around all inserted values would end up in copied text; only those that need marks get them.
        bundle.set_use_isolating(false);
        for file in catalogues(language).into_iter().flatten() {
            let (Ok(resource) | Err((resource, _))) = FluentResource::try_new((*file).to_owned());
            bundle.add_resource_overriding(resource);
        }
        let mut texts = Self { language, bundle };
        if texts.say(DECIMAL) == "," {
            texts.bundle.set_formatter(Some(|value, _| match value {
                FluentValue::Number(number) => Some(number.as_string().replace('.', ",")),
                _ => None,
            }));
        }
        texts
    }

    pub(crate) fn language(&self) -> Language {
        self.language
    }

    pub(crate) fn say(&self, key: &str) -> String {
        self.format(key, None).into_owned()
    }

    pub(crate) fn with<'a>(&self, key: &str, name: &'a str, value: impl Into<FluentValue<'a>>) -> String {
        self.with_all(key, [(name, value.into())])
    }

    pub(crate) fn with_all<'a>(
        &self,
        key: &str,
        values: impl IntoIterator<Item = (&'a str, FluentValue<'a>)>,
    ) -> String {
        let args: FluentArgs<'_> = values.into_iter().map(|(name, value)| (name, isolated(value))).collect();
        self.format(key, Some(&args)).into_owned()
    }

    /// Returns a message of the service in this language, by its code: `texts/<language>/problems/`. Most English texts
    /// stand where the messages are made.
    #[cfg(feature = "write-side")]
    pub(crate) fn message(&self, message: &Message) -> String {
        let key = format!("problem-{}", message.code());
        if !self.bundle.has_message(&key) {
            return message.text().to_owned();
        }
        self.with_all(&key, message.arguments().iter().map(|(name, value)| (*name, FluentValue::from(value.as_str()))))
    }

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

    /// Returns a fraction as a percentage with so many decimals: `66.67` or `66,67`.
    pub(crate) fn percent(&self, fraction: f64, decimals: usize) -> String {
        format!("{:.decimals$}", fraction * 100.0).replace('.', &self.say(DECIMAL))
    }

    /// Returns a day in short form: `7 Mar 2026` or `07.03.2026`.
    #[cfg(feature = "write-side")]
    pub(crate) fn day(&self, day: NaiveDate) -> String {
        self.date("date-short", day)
    }

    /// Returns a time in short form: `7 Mar 2026, 10:00` or `07.03.2026, 10:00`.
    #[cfg(feature = "write-side")]
    pub(crate) fn time(&self, time: NaiveDateTime) -> String {
        format!("{}, {}", self.day(time.date()), time.format("%H:%M"))
    }

    /// Returns a day for everyone: `7 March 2026` or `7. März 2026`.
    pub(crate) fn long_day(&self, day: NaiveDate) -> String {
        self.date("date-long", day)
    }

    /// Returns a time for everyone: `7 March 2026, 10:00` or `7. März 2026, 10:00 Uhr`.
    pub(crate) fn long_time(&self, time: NaiveDateTime) -> String {
        let values = [("day", self.long_day(time.date())), ("time", time.format("%H:%M").to_string())];
        self.with_all("date-time", values.map(|(name, value)| (name, value.into())))
    }

    /// Returns the first letters of a day's month, as many as tell the months apart: `Mar` or `Mär`.
    pub(crate) fn short_month(&self, day: NaiveDate) -> String {
        let letters = self.say("date-abbreviation-letters").parse().unwrap_or(3);
        self.month(day).chars().take(letters).collect()
    }

    fn month(&self, day: NaiveDate) -> String {
        self.say(&key("date-month-{name}", &day.month().to_string()))
    }

    fn date(&self, pattern: &str, day: NaiveDate) -> String {
        let (month, abbreviated) = (self.month(day), self.short_month(day));
        let numbers = ["%Y", "%-d", "%d", "%m"].map(|part| day.format(part).to_string());
        let [year, number, two_digits, month_two_digits] = numbers;
        let values = [
            ("year", year),
            ("month", month),
            ("abbreviated", abbreviated),
            ("month-number", month_two_digits),
            ("day", number),
            ("day-number", two_digits),
        ];
        self.with_all(pattern, values.map(|(name, value)| (name, value.into())))
    }
}

/// The key of the mark between units and decimals.
const DECIMAL: &str = "date-decimal-mark";

/// Returns the key of the text for a name in the log or on the wire, from a pattern with `{name}`.
pub(crate) fn key(pattern: &str, name: &str) -> String {
    pattern.replace("{name}", &name.to_lowercase().replace(['_', '.'], "-"))
}

/// Returns a text of a page's own catalogue, which is in the page's language already, as a message.
#[cfg(feature = "write-side")]
pub(crate) fn said(text: String) -> Message {
    Message::new("said", Vec::new(), text)
}
