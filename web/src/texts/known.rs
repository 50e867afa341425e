//! Texts of the write side and of the HTTP interface that pages show. They are made in English, without a page; here they
//! are recognized by their English text in the catalogue and said in the language of the page.

use fluent_bundle::FluentValue;

use super::{Language, Texts};

/// The keys of these texts. Numbers in a text are its variables, in this order: `first`, `second`, `third`.
const KEYS: [&str; 31] = [
    "fault-empty",
    "fault-too-long",
    "fault-null",
    "fault-blank",
    "fault-control",
    "fault-taken",
    "fault-username-fixed",
    "fault-password-length",
    "fault-password-username",
    "fault-past",
    "fault-password-changed",
    "fault-other-site",
    "fault-other-site-change",
    "fault-other-session",
    "fault-form-large",
    "fault-form-unreadable",
    "fault-busy",
    "fault-many-sign-in",
    "fault-uncertain",
    "fault-account-not-managed",
    "fault-not-signed-in",
    "fault-session-over",
    "fault-not-a-member-there",
    "fault-members-only",
    "fault-requests",
    "fault-away",
    "fault-repaired",
    "fault-damaged",
    "fault-not-stored",
    "fault-no-room",
    "fault-little-room",
];
/// The names of the variables.
const NUMBERS: [&str; 3] = ["first", "second", "third"];

impl Texts {
    /// Returns an English text in this language. Texts that the catalogue does not have stay English.
    pub(crate) fn known(&self, text: &str) -> String {
        if self.language() == Language::English {
            return text.to_owned();
        }
        let numbers = text.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
        let values: Vec<_> =
            NUMBERS.into_iter().zip(numbers).map(|(name, digits)| (name, FluentValue::from(digits))).collect();
        let english = Self::of(Language::English);
        let key = KEYS.iter().find(|key| english.with_all(key, values.clone()) == text);
        key.map_or_else(|| text.to_owned(), |key| self.with_all(key, values))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// All Rust sources below a folder, with the lines of a text joined.
    fn sources(folder: &Path) -> String {
        let mut all = String::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                all.push_str(&sources(&path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                all.extend(text.split("\\\n").enumerate().map(|(place, part)| match place {
                    0 => part.to_owned(),
                    _ => part.trim_start().to_owned(),
                }));
            }
        }
        all
    }

    #[test]
    fn a_text_with_numbers_is_recognized() {
        let german = Texts::of(Language::German);
        assert_eq!(german.known("May not be empty."), german.say("fault-empty"));
        let said = german.known("Must have 10 to 128 characters; this has 9.");
        assert!(said.contains("10 bis 128") && said.contains('9'), "{said}");
        assert_eq!(german.known("May not contain the character U+0000."), german.say("fault-null"));
        assert_eq!(german.known("Is full."), "Is full.");
        assert_eq!(Texts::of(Language::English).known("Is taken."), "Is taken.");
    }

    #[test]
    fn every_text_is_one_that_the_service_says() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let said: String = ["web", "write-api", "api-kit"].map(|part| sources(&root.join(part).join("src"))).concat();
        let english = Texts::of(Language::English);
        for key in KEYS {
            let marks = NUMBERS.map(|name| (name, FluentValue::from("\u{1}")));
            for part in english.with_all(key, marks).split('\u{1}') {
                assert!(said.contains(part), "{key}: no source says “{part}”");
            }
        }
    }
}
