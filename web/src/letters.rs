//! Letters in words: the texts of what people get by mail and on their phones, in their language. Links begin with the configured public
//! address, never with the host that a request names.

use askama::Template;
use write_api::letters::{Contents, Letter, WrittenLetter};
use write_api::notifications::{NotificationFacts, What};

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

/// A letter before it is put into parts.
struct Words {
    subject: String,
    lead: String,
    /// The path of the link, and its label.
    link: Option<(String, String)>,
    note: String,
}

/// Writes a letter to a person, who signs in with this username. The facts are those of a notification.
pub fn write(letter: &Letter, username: &str, facts: &NotificationFacts, public_url: &str) -> WrittenLetter {
    let language = Language::ALL.into_iter().find(|language| language.tag() == letter.language);
    let texts = Texts::of(language.unwrap_or(Language::English));
    let site = public_url.split_once("://").map_or(public_url, |(_, rest)| rest);
    let Words { subject, lead, link, note } = match &letter.contents {
        Contents::PasswordLink { link } => {
            let label = texts.say("panel-set-password");
            let lead = texts.with_all("panel-letter-password", [("username", username.into()), ("site", site.into())]);
            let link = Some((format!("/password/{link}/"), label.clone()));
            Words { subject: label, lead, link, note: texts.say("panel-letter-password-note") }
        }
        Contents::EmailLink { link } => Words {
            subject: texts.say("panel-confirm-email"),
            lead: texts.with_all("panel-letter-email", [("username", username.into()), ("site", site.into())]),
            link: Some((format!("/confirm/{link}/"), texts.say("panel-confirm-email-do"))),
            note: texts.say("panel-letter-email-note"),
        },
        Contents::EmailChanged => Words {
            subject: texts.say("panel-letter-email-changed"),
            lead: texts
                .with_all("panel-letter-email-changed-lead", [("username", username.into()), ("site", site.into())]),
            link: Some(("/login/".into(), texts.say("frame-sign-in"))),
            note: texts.say("panel-letter-email-changed-note"),
        },
        Contents::Invitation { .. } => Words {
            subject: texts.with("panel-letter-invitation", "name", facts.event.as_str()),
            lead: texts.with_all(
                "panel-letter-invitation-lead",
                [("name", facts.event.as_str().into()), ("username", username.into()), ("site", site.into())],
            ),
            link: Some((facts.path.clone(), texts.say("frame-account"))),
            note: String::new(),
        },
        Contents::Test => Words {
            subject: texts.say("panel-letter-test"),
            lead: texts.with("panel-letter-test-lead", "site", site),
            link: None,
            note: String::new(),
        },
        Contents::Notification(about) => notification(texts, about.what, facts),
    };
    let path = link.as_ref().map(|(path, _)| path.clone()).unwrap_or_default();
    let link = link.map(|(path, label)| (format!("{public_url}{path}"), label));
    let address = link.as_ref().map(|(address, _)| address.clone());
    let text = [Some(lead.clone()), address, Some(note.clone()).filter(|note| !note.is_empty())];
    let text = text.into_iter().flatten().collect::<Vec<_>>().join("\n\n") + "\n";
    let page = Page { language: texts.language().tag(), subject: &subject, lead: &lead, link, note: &note };
    // Rendering texts into memory does not fail.
    let html = page.render().unwrap_or_default();
    WrittenLetter { subject, lead, text, html, path }
}

/// Returns the words of a notification.
fn notification(texts: &Texts, what: What, facts: &NotificationFacts) -> Words {
    let time = facts.time.map(|time| texts.long_time(time));
    let say = |key: &str| {
        let values = [
            ("event", facts.event.as_str().into()),
            ("round", facts.round.unwrap_or_default().into()),
            ("table", facts.table.unwrap_or_default().into()),
            ("opponents", facts.opponents.join(", ").into()),
            ("time", time.clone().unwrap_or_default().into()),
            ("new", facts.registrations.0.into()),
            ("total", facts.registrations.1.into()),
        ];
        texts.with_all(key, values)
    };
    let when_and_where = || {
        let parts = time.iter().chain([&facts.venue]).filter(|part| !part.is_empty());
        parts.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    let in_round = |lead| (if facts.round.is_some() { say("letter-round") } else { facts.event.clone() }, say(lead));
    let (subject, lead) = match what {
        What::PairingsPublished { .. } => in_round(match (facts.table, facts.opponents.is_empty()) {
            (Some(_), false) => "letter-pairings",
            (Some(_), true) => "letter-pairings-seat",
            (None, _) => "letter-pairings-none",
        }),
        What::ResultReported { .. } => in_round("letter-result-reported"),
        What::ResultContested { .. } => in_round("letter-result-contested"),
        What::JudgeCalled { .. } if facts.table.is_some() => in_round("letter-judge-called"),
        What::JudgeCalled { .. } => in_round("letter-judge-called-elsewhere"),
        What::CallAnswered { .. } => in_round("letter-call-answered"),
        What::ClockEnded { .. } => in_round("letter-clock-ended"),
        What::ListMissing { .. } => (say("letter-list-missing"), say("letter-list-missing-lead")),
        What::Registered => (say("letter-registered"), say("letter-registered-lead")),
        What::Waitlisted => (say("letter-waitlisted"), say("letter-waitlisted-lead")),
        What::MovedUp => (say("letter-moved-up"), say("letter-moved-up-lead")),
        What::RegistrationCanceled => (say("letter-registration-canceled"), say("letter-registration-canceled-lead")),
        What::EventMoved => (say("letter-event-moved"), say("letter-event-moved-lead")),
        What::EventCanceled => (say("letter-event-canceled"), say("letter-event-canceled-lead")),
        What::StaffMessage { .. } => (say("letter-message"), facts.text.clone()),
        What::Digest => (say("letter-digest"), say("letter-digest-lead")),
    };
    let has_time = matches!(what, What::Registered | What::Waitlisted | What::MovedUp | What::EventMoved);
    let lead = [lead, if has_time { when_and_where() } else { String::new() }].join("\n").trim_end().to_owned();
    let note = match facts.unsubscribe.as_str() {
        "" => String::new(),
        address => texts.with("letter-unsubscribe", "address", address),
    };
    Words { subject, lead, link: Some((facts.path.clone(), say("letter-open"))), note }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::Position;
    use write_api::notifications::Notification;

    use super::*;

    fn written(contents: Contents, language: &str) -> WrittenLetter {
        let letter = Letter { language: language.into(), contents };
        write(&letter, "<b>ann</b>", &NotificationFacts::default(), "https://store.example")
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
    fn notifications_are_complete_in_every_language_and_fit_a_lock_screen() {
        let (round_id, match_id, call_id, at) = (1.into(), 1.into(), 1.into(), DateTime::UNIX_EPOCH);
        let all = [
            What::PairingsPublished { round_id },
            What::ResultReported { match_id },
            What::ResultContested { match_id },
            What::JudgeCalled { call_id },
            What::CallAnswered { call_id },
            What::ClockEnded { round_id, at },
            What::ListMissing { deadline: at },
            What::Registered,
            What::Waitlisted,
            What::MovedUp,
            What::RegistrationCanceled,
            What::EventMoved,
            What::EventCanceled,
            What::StaffMessage { position: Position(9) },
            What::Digest,
        ];
        let facts = NotificationFacts {
            event: "Friday <b>Modern</b>".into(),
            time: Some(at.naive_utc()),
            venue: "Hall 2".into(),
            round: Some(3),
            table: Some(12),
            opponents: vec!["Ann".into()],
            text: "Doors open at nine.".into(),
            path: "/me/7/".into(),
            unsubscribe: "https://store.example/unsubscribe/1/".into(),
            ..NotificationFacts::default()
        };
        let without = NotificationFacts { round: None, table: None, opponents: Vec::new(), ..facts.clone() };
        let seat = NotificationFacts { opponents: Vec::new(), ..facts.clone() };
        let every = all.iter().flat_map(|what| [&facts, &without, &seat].map(|facts| (*what, facts)));
        for (what, facts) in every {
            for language in Language::ALL {
                let contents = Contents::Notification(Notification { tournament_id: 7.into(), what });
                let letter = Letter { language: language.tag().into(), contents };
                let WrittenLetter { subject, lead, text, html, path } =
                    write(&letter, "", facts, "https://store.example");
                assert!(!subject.is_empty() && subject.chars().count() < 80, "{language:?} {subject}");
                assert!(!lead.is_empty() && lead.chars().count() < 160, "{language:?} {lead}");
                for part in [&subject, &lead, &text] {
                    assert!(!part.contains(['{', '$']) && !part.contains("letter"), "{language:?} {part}");
                }
                assert!(!html.contains("<b>Modern"), "{html}");
                assert!(text.contains("https://store.example/me/7/") && path == "/me/7/", "{text}");
                assert!(text.contains(&facts.unsubscribe) && html.contains(&facts.unsubscribe), "{text}");
            }
        }
        let contents = Contents::Notification(Notification { tournament_id: 7.into(), what: all[0] });
        let letter = write(&Letter { language: "en".into(), contents }, "", &facts, "https://store.example");
        assert_eq!((&*letter.subject, &*letter.lead), ("Friday <b>Modern</b>, round 3", "Table 12, against Ann"));
    }

    #[test]
    fn a_letter_is_in_its_language() {
        let subjects: Vec<_> = ["en", "de", "xx"].map(|tag| written(Contents::Test, tag).subject).into();
        assert_ne!(subjects[0], subjects[1]);
        assert_eq!(subjects[0], subjects[2], "an unknown language");
    }
}
