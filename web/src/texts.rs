//! The texts of the desk's pages, from a catalogue for each language: `texts/<language>/*.ftl`.
//!
//! A page asks for a text by its key. Plurals are chosen in the catalogue, by the rules of its language.

use std::borrow::Cow;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The English catalogue, a file for each part of the desk.
const ENGLISH: &[&str] = &[
    include_str!("../texts/en/desk.ftl"),
    include_str!("../texts/en/audit.ftl"),
    include_str!("../texts/en/clock.ftl"),
    include_str!("../texts/en/field.ftl"),
    include_str!("../texts/en/people.ftl"),
    include_str!("../texts/en/judges.ftl"),
    include_str!("../texts/en/paper.ftl"),
    include_str!("../texts/en/settings.ftl"),
];

/// The texts of one language.
pub(crate) struct Texts(FluentBundle<FluentResource>);

/// Returns the English texts.
pub(crate) fn english() -> &'static Texts {
    static TEXTS: LazyLock<Texts> = LazyLock::new(|| Texts::of(LanguageIdentifier::default(), ENGLISH));
    &TEXTS
}

impl Texts {
    /// Reads the files of a catalogue. A test checks that ours are without errors; an entry with an error is left out.
    fn of(language: LanguageIdentifier, catalogue: &[&str]) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Marks around inserted values would end up in page titles and in copied text.
        bundle.set_use_isolating(false);
        for file in catalogue {
            let (Ok(resource) | Err((resource, _))) = FluentResource::try_new((*file).to_owned());
            bundle.add_resource_overriding(resource);
        }
        Self(bundle)
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
        let args: FluentArgs<'_> = values.into_iter().collect();
        self.format(key, Some(&args)).into_owned()
    }

    /// Returns the key itself if the catalogue lacks it.
    fn format<'a>(&'a self, key: &str, args: Option<&'a FluentArgs<'_>>) -> Cow<'a, str> {
        let pattern = self.0.get_message(key).and_then(|message| message.value());
        match pattern {
            Some(pattern) => self.0.format_pattern(pattern, args, &mut Vec::new()),
            None => Cow::Owned(key.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The keys of the catalogue.
    fn keys() -> BTreeSet<String> {
        let lines = ENGLISH.iter().flat_map(|file| file.lines());
        let entries = lines.filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()));
        entries.map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    }

    /// Text in quotes that begins like a key of the desk, in all sources and templates.
    fn asked(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                asked(&path, found);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let quoted = text.split('"').filter(|part| part.starts_with("desk-") && !part.contains(' '));
            found.extend(quoted.map(str::to_owned));
        }
    }

    #[test]
    fn the_catalogue_has_no_errors() {
        for file in ENGLISH {
            let read = FluentResource::try_new((*file).to_owned());
            assert!(read.is_ok(), "{:?}", read.map_err(|(_, errors)| errors));
        }
    }

    #[test]
    fn each_text_is_in_the_catalogue_once() {
        let mut bundle = FluentBundle::new_concurrent(vec![LanguageIdentifier::default()]);
        for file in ENGLISH {
            let resource = FluentResource::try_new((*file).to_owned()).unwrap();
            assert!(bundle.add_resource(resource).is_ok());
        }
    }

    #[test]
    fn every_text_that_pages_ask_for_is_in_the_catalogue_and_no_other() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = BTreeSet::new();
        asked(&root.join("src/desk"), &mut found);
        asked(&root.join("templates/desk"), &mut found);
        assert_eq!(found, keys());
    }

    #[test]
    fn a_plural_follows_the_number() {
        let texts = Texts::of(
            LanguageIdentifier::default(),
            &["players = { $n ->\n    [one] { $n } player\n   *[other] { $n } players\n}"],
        );
        assert_eq!(texts.with("players", "n", 1), "1 player");
        assert_eq!(texts.with("players", "n", 24), "24 players");
        assert_eq!(texts.say("nothing"), "nothing");
    }
}
