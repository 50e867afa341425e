//! Tests of the catalogues against each other, and against the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proto_events::StreamKind;
use proto_events::testing::samples;
use proto_events::tournament::{Organizing, TournamentDetails};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, Visitor};

use super::*;
use crate::desk::conventions::form::{FIELDS, REGIONS};
use crate::desk::event_form::{SETTINGS, Setting};
use crate::desk::series;

/// The entries of a catalogue by key.
fn entries(catalogue: &[&str]) -> BTreeMap<String, String> {
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in catalogue.iter().flat_map(|file| file.lines()) {
        if line.starts_with(|first: char| first.is_ascii_lowercase()) {
            let (key, text) = line.split_once(" =").unwrap();
            entries.push((key.to_owned(), text.trim().to_owned()));
        } else if let Some((_, text)) = entries.last_mut().filter(|_| line.starts_with([' ', '}'])) {
            text.push('\n');
            text.push_str(line);
        }
    }
    let count = entries.len();
    let entries: BTreeMap<_, _> = entries.into_iter().collect();
    assert_eq!(entries.len(), count, "a key is there twice");
    entries
}

fn variables(text: &str) -> BTreeSet<&str> {
    let names = text.split('$').skip(1);
    names
        .map(|rest| rest.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next().unwrap())
        .collect()
}

/// Text in quotes that begins like a key, in all sources and templates. A key begins with the name of an area.
fn asked(folder: &Path, areas: &BTreeSet<&str>, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            asked(&path, areas, found);
            continue;
        }
        if path.ends_with("texts/tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let is_key = |part: &&str| {
            let is_in_area = part.split_once('-').is_some_and(|(area, _)| areas.contains(area));
            is_in_area && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        found.extend(text.split('"').filter(is_key).map(str::to_owned));
    }
}

#[test]
fn the_catalogues_have_no_errors() {
    for file in Language::ALL.iter().flat_map(|language| catalogues(*language)).flatten() {
        let read = FluentResource::try_new((*file).to_owned());
        assert!(read.is_ok(), "{:?}", read.map_err(|(_, errors)| errors));
    }
}

/// The keys that pages make from names: of values of the vocabulary, of hints, of every kind of
/// event, and of every setting of an event.
fn named() -> BTreeSet<String> {
    let mut names: BTreeSet<_> = terms::keys().into_iter().collect();
    names.extend((1..=12).map(|month| format!("date-month-{month}")));
    names.extend(REGIONS.iter().filter(|name| !name.is_empty()).map(|name| key("term-region-{name}", name)));
    let settings = SETTINGS.iter().chain(FIELDS).chain(series::FIELDS);
    let groups = settings.clone().map(|setting| setting.group.0).filter(|title| title.starts_with("desk-"));
    names.extend(groups.map(|title| format!("{title}-hint")));
    names.extend(settings.filter(|setting| setting.has_hint && !setting.label.is_empty()).map(Setting::hint));
    for sample in samples() {
        let (kind, name) = (sample.stream_kind(), sample.encode().unwrap().event_type.replace('_', "-"));
        names.insert(format!("panel-{}-{name}", kind.name()));
        if kind == StreamKind::Tournament {
            names.insert(format!("desk-audit-{name}"));
            names.extend(Some(format!("desk-done-{name}")).filter(|key| Texts::of(Language::English).has(key)));
        }
    }
    for fields in [fields_of::<TournamentDetails>(), fields_of::<Organizing>()] {
        names.extend(fields.iter().map(|field| format!("desk-setting-{}", field.replace('_', "-"))));
    }
    names
}

/// The names of a type's fields, as it asks for them when it is read.
fn fields_of<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    struct Asked<'a>(&'a mut &'static [&'static str]);
    impl<'de> Deserializer<'de> for Asked<'_> {
        type Error = serde::de::value::Error;
        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
            Err(Self::Error::custom("not a type with fields"))
        }
        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            *self.0 = fields;
            self.deserialize_any(visitor)
        }
        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map enum identifier ignored_any
        }
    }
    let mut fields: &'static [&'static str] = &[];
    assert!(T::deserialize(Asked(&mut fields)).is_err());
    assert!(fields.len() > 5, "the fields were not found");
    fields
}

#[test]
fn every_text_that_pages_ask_for_is_in_the_catalogue_and_no_other() {
    let entries = texts_of(Language::English);
    let areas = entries.keys().filter_map(|key| key.split_once('-')).map(|(area, _)| area).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = named();
    asked(&root.join("src"), &areas, &mut found);
    asked(&root.join("templates"), &areas, &mut found);
    let missing: Vec<_> = found.iter().filter(|key| !entries.contains_key(*key)).collect();
    assert!(missing.is_empty(), "web/texts/en and web/texts/de lack a line for each of these keys: {missing:?}");
    let unused: Vec<_> = entries.keys().filter(|key| !found.contains(*key)).collect();
    assert!(unused.is_empty(), "no page asks for these keys of the catalogues: {unused:?}");
}

/// Returns the texts of a language without the messages of the service.
fn texts_of(language: Language) -> BTreeMap<String, String> {
    entries(catalogues(language)[0])
}

/// All languages but English, of which the others are translations.
fn translations() -> impl Iterator<Item = Language> {
    Language::ALL.into_iter().filter(|language| *language != Language::English)
}

#[test]
fn every_text_is_in_each_language_with_the_same_variables() {
    let english = texts_of(Language::English);
    for language in translations() {
        let (tag, texts) = (language.tag(), texts_of(language));
        let missing: Vec<_> = english.keys().filter(|key| !texts.contains_key(*key)).collect();
        assert!(missing.is_empty(), "web/texts/{tag} lacks a line for each of these keys: {missing:?}");
        let unknown: Vec<_> = texts.keys().filter(|key| !english.contains_key(*key)).collect();
        assert!(unknown.is_empty(), "web/texts/{tag} has keys that web/texts/en lacks: {unknown:?}");
        for (key, text) in english.iter().filter(|(key, _)| !key.starts_with("date-")) {
            assert_eq!(variables(text), variables(&texts[key]), "{tag}: {key}");
        }
    }
}

#[test]
fn nothing_is_left_untranslated() {
    let english = texts_of(Language::English);
    for language in translations() {
        let (tag, texts) = (language.tag(), texts_of(language));
        let same: Vec<_> = english.iter().filter(|(key, text)| texts[*key] == **text).map(|(key, _)| &**key).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("texts").join(tag).join("same");
        let stated = fs::read_to_string(path).unwrap();
        let stated: Vec<_> = stated.lines().collect();
        assert_eq!(same, stated, "{tag}: texts that are the same as in English; web/texts/{tag}/same lists them");
    }
}

/// The product sources of the crates that make messages.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() && name != "tests" {
            sources(&path, found);
        } else if name.ends_with(".rs") && !["tests.rs", "message.rs"].contains(&name.as_str()) {
            let text = fs::read_to_string(&path).unwrap();
            let tests = ["mod ", "pub(crate) mod "].map(|module| text.find(&format!("\n#[cfg(test)]\n{module}")));
            found.push(text[..tests.into_iter().flatten().min().unwrap_or(text.len())].to_owned());
        }
    }
}

/// Returns the text of a string literal, from behind its first quotation mark, with single spaces.
fn literal(source: &str) -> String {
    let mut said = String::new();
    let mut is_escaped = false;
    for letter in source.chars() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => break,
            _ => said.push(letter),
        }
    }
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The messages of the service: each code with its English texts. The text of a constant is its name.
fn messages() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut texts = Vec::new();
    for part in ["service-kit", "api-kit", "importers", "write-api", "read-api", "web", "crosstable"] {
        sources(&root.join(part).join("src"), &mut texts);
    }
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for rest in texts.iter().flat_map(|text| text.split("message!(").skip(1)) {
        let Some((code, rest)) = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"')) else {
            continue;
        };
        let text = rest.trim_start_matches([',', ' ', '\n']);
        let said = match text.strip_prefix('"') {
            Some(text) => literal(text),
            None => text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').take(1).collect(),
        };
        messages.entry(code.to_owned()).or_default().insert(said);
    }
    messages
}

#[test]
fn every_message_has_one_english_text_and_one_in_each_language_with_its_variables() {
    let messages = messages();
    assert!(messages.len() > 300, "the sources were not found: {}", messages.len());
    for (code, texts) in &messages {
        assert_eq!(texts.len(), 1, "{code} has several texts: {texts:?}");
    }
    let inside = |text: &str| {
        let parts = text.split('{').skip(1).filter(|part| !part.is_empty());
        parts.filter_map(|part| part.split_once('}')).map(|(name, _)| name.to_owned()).collect::<BTreeSet<_>>()
    };
    for language in Language::ALL {
        let (tag, said) = (language.tag(), entries(catalogues(language)[1]));
        let missing: Vec<_> = messages.keys().filter(|code| !said.contains_key(&format!("problem-{code}"))).collect();
        assert!(missing.is_empty() || language == Language::English, "{tag}: messages without a text: {missing:?}");
        let unused: Vec<_> = said.keys().filter(|key| !messages.contains_key(&key["problem-".len()..])).collect();
        assert!(unused.is_empty(), "{tag}: texts without a message: {unused:?}");
        for (code, texts) in &messages {
            let Some(own) = said.get(&format!("problem-{code}")) else { continue };
            let english: BTreeSet<String> = texts.iter().flat_map(|text| inside(text)).collect();
            let known = |name: &&str| !english.contains(*name);
            let unknown: Vec<_> = variables(own).into_iter().filter(known).collect();
            assert!(unknown.is_empty(), "{tag}: the text of {code} has variables that the message lacks: {unknown:?}");
        }
    }
}

/// Messages that only clients of the API get, so that they may have its names.
const OF_API: [&str; 29] = [
    "authorization-not-understood",
    "body-part-charset",
    "body-part-transfer-encoding",
    "boundary-needed",
    "content-type-not-json",
    "encoded-body",
    "header-too-large",
    "invalid-field",
    "invalid-fields",
    "invalid-host",
    "invalid-if-match",
    "malformed-api-key",
    "malformed-token",
    "many-invalid-fields",
    "missing-host",
    "no-credential",
    "no-token",
    "not-draw-or-loss",
    "not-the-id-of-a-registration",
    "registration-is-moved",
    "registration-no-beginning",
    "several-hosts",
    "tables-need-players",
    "tables-need-teams",
    "unknown-event-format",
    "unknown-part",
    "unsupported-charset",
    "unsupported-content-type",
    "unused-parameters",
];
/// A text of names that people type.
const OF_NAMES: &str = "desk-event-tiebreakers-hint";

#[test]
fn no_text_of_a_page_has_names_of_the_api() {
    let is_name = |word: &str| {
        let is_all =
            |is: fn(&u8) -> bool| word.split('_').all(|part| !part.is_empty() && part.bytes().all(|byte| is(&byte)));
        word.contains('_') && (is_all(u8::is_ascii_uppercase) || is_all(u8::is_ascii_lowercase))
    };
    // The name of a variable begins with a dollar sign, so it is none of the API.
    let is_part = |letter: char| letter == '_' || letter == '$' || letter.is_ascii_alphanumeric();
    let has_name = |shown: &str| shown.contains('`') || shown.split(|letter: char| !is_part(letter)).any(is_name);
    let is_of_api = |key: &str| key.strip_prefix("problem-").is_some_and(|code| OF_API.contains(&code));
    for language in Language::ALL {
        let texts = catalogues(language).concat();
        let is_checked = |key: &str| key != OF_NAMES && !is_of_api(key);
        for (key, text) in entries(&texts).iter().filter(|(key, _)| is_checked(key.as_str())) {
            // The names of variants, such as `[CANCELED]`, are no text.
            let shown = text.lines().map(|line| line.split_once(']').map_or(line, |(_, said)| said));
            let shown = shown.collect::<Vec<_>>().join(" ");
            assert!(!has_name(shown.as_str()), "{}: {key} has a name of the API: {shown}", language.tag());
        }
    }
    let (own, messages) = (entries(catalogues(Language::English)[1]), messages());
    let unknown: Vec<_> = OF_API.iter().filter(|code| !messages.contains_key(**code)).collect();
    assert!(unknown.is_empty(), "no source has these messages: {unknown:?}");
    for (code, texts) in messages.iter().filter(|(code, _)| !OF_API.contains(&code.as_str())) {
        if own.contains_key(&format!("problem-{code}")) {
            continue;
        }
        // A constant has its name in place of its text.
        for text in texts.iter().filter(|text| text.contains(' ')) {
            let is_named = has_name(text.replace('{', "$").as_str());
            assert!(!is_named, "web/texts/en/problems.ftl lacks a text of {code} without names of the API: {text}");
        }
    }
}

#[test]
fn message_is_said_in_the_language_of_the_page() {
    let message =
        service_kit::message!("too-long", "May have at most {max} characters; this has {length}.", max = 5, length = 9);
    assert_eq!(Texts::of(Language::English).message(&message), message.text());
    let said = Texts::of(Language::German).message(&message);
    assert_eq!(said, "Höchstens 5 Zeichen sind möglich; das sind 9.");
    let own = super::said("Auf der Seite gesagt.".to_owned());
    assert_eq!(Texts::of(Language::German).message(&own), "Auf der Seite gesagt.");
}

#[test]
fn a_plural_follows_the_number() {
    let english = Texts::of(Language::English);
    assert_eq!(english.with("desk-players-count", "count", 1), "1 player");
    assert_eq!(english.with("desk-players-count", "count", 24), "24 players");
    let german = Texts::of(Language::German);
    assert_eq!(german.with("desk-teams-count", "count", 1), "1 Team");
    assert_eq!(german.with("desk-teams-count", "count", 24), "24 Teams");
    assert_eq!(german.say("nothing"), "nothing");
}

#[test]
fn numbers_and_dates_are_written_as_the_language_writes_them() {
    let (english, german) = (Texts::of(Language::English), Texts::of(Language::German));
    let time = NaiveDate::from_ymd_opt(2026, 3, 7).and_then(|day| day.and_hms_opt(10, 5, 0)).unwrap();
    assert_eq!((english.time(time), german.time(time)), ("7 Mar 2026, 10:05".into(), "07.03.2026, 10:05".into()));
    assert_eq!(english.long_time(time), "7 March 2026, 10:05");
    assert_eq!(german.long_time(time), "7. März 2026, 10:05 Uhr");
    assert_eq!((english.percent(2.0 / 3.0, 2), german.percent(2.0 / 3.0, 2)), ("66.67".into(), "66,67".into()));
    assert_eq!(english.with("desk-extension-now", "minutes", 2.5), "Extra time: 2.5 min");
    assert_eq!(german.with("desk-extension-now", "minutes", 2.5), "Zeitzugabe: 2,5 Min.");
}
