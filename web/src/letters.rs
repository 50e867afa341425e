//! Letters in words: the texts of what people get by mail, in their language. Links begin with the configured public
//! address, never with the host that a request names.

use askama::Template;
use write_api::letters::{Contents, Letter, WrittenLetter};

use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "letter.html")]
struct Page<'a> {
    language: &'a str,
    subject: &'a str,
    lead: &'a str,
    link: Option<(String, String)>,
    note: &'a str,
}

/// Writes a letter to a person, who signs in with this username.
pub fn write(letter: &Letter, username: &str, public_url: &str) -> WrittenLetter {
    let language = Language::ALL.into_iter().find(|language| language.tag() == letter.language);
    let texts = Texts::of(language.unwrap_or(Language::English));
    let site = public_url.split_once("://").map_or(public_url, |(_, rest)| rest);
    let (subject, lead, link, note) = match &letter.contents {
        Contents::PasswordLink { link } => {
            let label = texts.say("panel-set-password");
            let lead = texts.with_all("panel-letter-password", [("username", username.into()), ("site", site.into())]);
            let link = Some((format!("{public_url}/password/{link}/"), label.clone()));
            (label, lead, link, texts.say("panel-letter-password-note"))
        }
        Contents::Test => {
            (texts.say("panel-letter-test"), texts.with("panel-letter-test-lead", "site", site), None, String::new())
        }
    };
    let address = link.as_ref().map(|(address, _)| address.clone());
    let text = [Some(lead.clone()), address, Some(note.clone()).filter(|note| !note.is_empty())];
    let text = text.into_iter().flatten().collect::<Vec<_>>().join("\n\n") + "\n";
    let page = Page { language: texts.language().tag(), subject: &subject, lead: &lead, link, note: &note };
    // Rendering texts into memory does not fail.
    let html = page.render().unwrap_or_default();
    WrittenLetter { subject, text, html }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(contents: Contents, language: &str) -> WrittenLetter {
        let letter = Letter { language: language.into(), contents };
        write(&letter, "<b>ann</b>", "https://store.example")
    }

    #[test]
    fn a_letter_holds_its_link_in_both_parts_and_not_in_the_subject() {
        let link = "9-pl_abc";
        let letter = written(Contents::PasswordLink { link: link.into() }, "en");
        let address = format!("https://store.example/password/{link}/");
        assert!(letter.text.contains(&address) && letter.html.contains(&format!("href=\"{address}\"")), "{letter:?}");
        assert!(!letter.subject.contains("pl_"));
        assert!(letter.text.contains("<b>ann</b>") && !letter.html.contains("<b>ann</b>"), "{letter:?}");
    }

    #[test]
    fn a_letter_is_in_its_language() {
        let subjects: Vec<_> = ["en", "de", "xx"].map(|tag| written(Contents::Test, tag).subject).into();
        assert_ne!(subjects[0], subjects[1]);
        assert_eq!(subjects[0], subjects[2], "an unknown language");
    }
}
