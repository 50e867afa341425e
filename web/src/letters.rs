//! Letters in words: the texts of what people get by mail and on their phones, in their language. Links begin with the configured public
//! address, never with the host that a request names.

use askama::Template;
use write_api::letters::{Contents, Letter, WrittenLetter};
use write_api::notifications::{NotificationFacts, What};

use crate::public::head::readable;
use crate::texts::{Language, Texts};

/// A letter before it is put into parts, of which the template is one.
#[derive(Template)]
#[template(path = "letter.html")]
struct Words {
    language: &'static str,
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
    let say = |key: &str| {
        let event = facts.event.as_str();
        let values = [
            ("username", username.into()),
            ("site", site.into()),
            ("event", event.into()),
            ("name", event.into()),
            ("address", facts.unsubscribe.as_str().into()),
        ];
        if key.is_empty() { String::new() } else { texts.with_all(key, values) }
    };
    let words = |[subject, lead, note]: [&str; 3], link: Option<(&str, &str)>| {
        let link = link.map(|(path, label)| (path.to_owned(), say(label)));
        Words { language: texts.language().tag(), subject: say(subject), lead: say(lead), link, note: say(note) }
    };
    let mut words = match &letter.contents {
        Contents::PasswordLink { link } => words(
            ["panel-set-password", "panel-letter-password", "panel-letter-password-note"],
            Some((&format!("/password/{link}/"), "panel-set-password")),
        ),
        Contents::EmailLink { link } => words(
            ["panel-confirm-email", "panel-letter-email", "panel-letter-email-note"],
            Some((&format!("/confirm/{link}/"), "panel-confirm-email-do")),
        ),
        Contents::GuestLink { .. } => words(
            ["letter-guest-link", "letter-guest-link-lead", "letter-guest-link-note"],
            Some((&facts.path, "letter-guest-link-open")),
        ),
        Contents::EmailChanged => words(
            ["panel-letter-email-changed", "panel-letter-email-changed-lead", "panel-letter-email-changed-note"],
            Some(("/login/", "frame-sign-in")),
        ),
        Contents::AccountExists => words(
            ["panel-letter-account", "panel-letter-account-lead", "panel-letter-account-note"],
            Some(("/password/", "panel-forgotten")),
        ),
        Contents::WrongCodes => words(
            ["panel-letter-codes", "panel-letter-codes-lead", "panel-letter-codes-note"],
            Some(("/login/", "frame-sign-in")),
        ),
        Contents::Invitation { .. } => {
            words(["panel-letter-invitation", "panel-letter-invitation-lead", ""], Some((&facts.path, "frame-account")))
        }
        Contents::ClaimAnswered { is_agreed, .. } => words(
            ["letter-claim", if *is_agreed { "letter-claim-agreed" } else { "letter-claim-refused" }, ""],
            Some((&facts.path, "letter-open")),
        ),
        Contents::Test => words(["panel-letter-test", "panel-letter-test-lead", ""], None),
        Contents::Notification(about) => notification(texts, about.what, facts),
    };
    let path = words.link.as_ref().map(|(path, _)| path.clone()).unwrap_or_default();
    words.link.iter_mut().for_each(|(path, _)| path.insert_str(0, public_url));
    // Rendering texts into memory does not fail.
    let html = words.render().unwrap_or_default();
    let Words { subject, lead, link, note, .. } = words;
    let address = link.map(|(address, _)| address);
    let text = [Some(lead.clone()), address, Some(note).filter(|note| !note.is_empty())];
    let text = text.into_iter().flatten().collect::<Vec<_>>().join("\n\n") + "\n";
    WrittenLetter { subject, lead, text, html, path }
}

fn notification(texts: &Texts, what: What, facts: &NotificationFacts) -> Words {
    let time = facts.time.map(|(time, zone)| readable(texts, time, zone));
    let say = |key: &str| {
        let values = [
            ("event", facts.event.as_str().into()),
            ("round", facts.round.unwrap_or_default().into()),
            ("table", facts.table.unwrap_or_default().into()),
            ("seat", facts.seat.unwrap_or_default().into()),
            ("opponents", facts.opponents.join(", ").into()),
            ("time", time.clone().unwrap_or_default().into()),
            ("team", facts.text.as_str().into()),
            ("new", facts.registrations.0.into()),
            ("total", facts.registrations.1.into()),
        ];
        texts.with_all(key, values)
    };
    let with_time = |subject, lead| {
        let parts = time.iter().chain([&facts.venue]).filter(|part| !part.is_empty());
        let when_and_where = parts.map(String::as_str).collect::<Vec<_>>().join(", ");
        (say(subject), format!("{}\n{when_and_where}", say(lead)))
    };
    let in_round = |lead| (if facts.round.is_some() { say("letter-round") } else { facts.event.clone() }, say(lead));
    let (subject, lead) = match what {
        What::PairingsPublished { .. } => in_round(match (facts.table, facts.opponents.is_empty()) {
            (Some(_), false) if facts.seat.is_some() => "letter-pairings-pod",
            (Some(_), false) => "letter-pairings",
            (Some(_), true) => "letter-pairings-seat",
            (None, _) => "letter-pairings-none",
        }),
        What::ResultReported { .. } => in_round("letter-result-reported"),
        What::ResultContested { .. } if facts.opponents.is_empty() => in_round("letter-result-contested-pod"),
        What::ResultContested { .. } => in_round("letter-result-contested"),
        What::JudgeCalled { .. } if facts.table.is_some() => in_round("letter-judge-called"),
        What::JudgeCalled { .. } => in_round("letter-judge-called-elsewhere"),
        What::CallAnswered { .. } => in_round("letter-call-answered"),
        What::ClockEnded { .. } => in_round("letter-clock-ended"),
        What::ListMissing { .. } => (say("letter-list-missing"), say("letter-list-missing-lead")),
        What::Registered => with_time("letter-registered", "letter-registered-lead"),
        What::WaitsForApproval => with_time("letter-waits-for-approval", "letter-waits-for-approval-lead"),
        What::Waitlisted => with_time("letter-waitlisted", "letter-waitlisted-lead"),
        What::MovedUp => with_time("letter-moved-up", "letter-moved-up-lead"),
        What::Approved => with_time("letter-registered", "letter-approved-lead"),
        What::PlaceOffered { .. } => (say("letter-place-offered"), say("letter-place-offered-lead")),
        What::CalledByQueue { .. } => (say("letter-called"), say("letter-called-lead")),
        What::RegistrationCanceled => (say("letter-registration-canceled"), say("letter-registration-canceled-lead")),
        What::TeamInvited { .. } => (say("letter-team-invited"), say("letter-team-invited-lead")),
        What::TeamComplete { .. } => (say("letter-team-complete"), say("letter-team-complete-lead")),
        What::TeamLacks { .. } => (say("letter-team-lacks"), say("letter-team-lacks-lead")),
        What::EventMoved => with_time("letter-event-moved", "letter-event-moved-lead"),
        What::EventCanceled => (say("letter-event-canceled"), say("letter-event-canceled-lead")),
        What::StaffMessage { .. } => (say("letter-message"), facts.text.clone()),
        What::Digest => (say("letter-digest"), say("letter-digest-lead")),
    };
    let lead = lead.trim_end().to_owned();
    let note = match facts.unsubscribe.as_str() {
        "" => String::new(),
        address => texts.with("letter-unsubscribe", "address", address),
    };
    let link = Some((facts.path.clone(), say("letter-open")));
    Words { language: texts.language().tag(), subject, lead, link, note }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::time_zone::Zone;
    use proto_events::Position;
    use write_api::notifications::Notification;

    use super::*;

    fn written(contents: Contents, language: &str, facts: &NotificationFacts) -> WrittenLetter {
        write(&Letter { language: language.into(), contents }, "<b>ann</b>", facts, "https://store.example")
    }

    #[test]
    fn a_letter_holds_its_link_in_both_parts_and_not_in_the_subject() {
        let link = "9-pl_abc";
        let letter = written(Contents::PasswordLink { link: link.into() }, "en", &NotificationFacts::default());
        let address = format!("https://store.example/password/{link}/");
        assert!(letter.text.contains(&address) && letter.html.contains(&format!("href=\"{address}\"")), "{letter:?}");
        assert!(!letter.subject.contains("pl_"));
        assert!(letter.text.contains("<b>ann</b>") && !letter.html.contains("<b>ann</b>"), "{letter:?}");
    }

    #[test]
    fn letter_with_a_guests_link_holds_it_in_both_parts_and_not_in_the_subject() {
        for language in Language::ALL {
            let (event, path) = ("Friday <b>".to_owned(), "/e/7/abc/".to_owned());
            let unsubscribe = "https://store.example/unsubscribe/1/".to_owned();
            let facts = NotificationFacts { event, path, unsubscribe, ..NotificationFacts::default() };
            let letter = written(Contents::GuestLink { event_id: 7.into() }, language.tag(), &facts);
            for shown in ["https://store.example/e/7/abc/", "https://store.example/unsubscribe/1/"] {
                assert!(letter.text.contains(shown) && letter.html.contains(shown), "{letter:?}");
            }
            assert!(letter.subject.contains("Friday") && !letter.subject.contains("abc"), "{letter:?}");
            assert!(!letter.html.contains("<b>") && !letter.text.contains(concat!("letter", "-")), "{letter:?}");
        }
    }

    #[test]
    fn notifications_are_complete_in_every_language_and_fit_a_lock_screen() {
        let notification = |what| Contents::Notification(Notification { tournament_id: 7.into(), what });
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
            What::WaitsForApproval,
            What::Waitlisted,
            What::MovedUp,
            What::Approved,
            What::PlaceOffered { until: at },
            What::CalledByQueue { until: at },
            What::RegistrationCanceled,
            What::TeamInvited { team_id: 1.into() },
            What::TeamComplete { team_id: 1.into() },
            What::TeamLacks { team_id: 1.into() },
            What::EventMoved,
            What::EventCanceled,
            What::StaffMessage { position: Position(9) },
            What::Digest,
        ];
        let facts = NotificationFacts {
            event: "Friday <b>Modern</b>".into(),
            time: Some((at, Zone::of(Some("Europe/Berlin")))),
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
        let pod = NotificationFacts { seat: Some(2), ..facts.clone() };
        let every = all.iter().flat_map(|what| [&facts, &without, &seat, &pod].map(|facts| (*what, facts)));
        for (what, facts) in every {
            for language in Language::ALL {
                let WrittenLetter { subject, lead, text, html, path } =
                    written(notification(what), language.tag(), facts);
                assert!(!subject.is_empty() && subject.chars().count() < 80, "{language:?} {subject}");
                let says_time = ["1970", "01:00"].iter().all(|part| lead.contains(part));
                assert_eq!(says_time, lead.contains("Berlin"), "{language:?} {lead}");
                assert!(!lead.is_empty() && lead.chars().count() < 160, "{language:?} {lead}");
                for part in [&subject, &lead, &text] {
                    assert!(!part.contains(['{', '$']) && !part.contains("letter"), "{language:?} {part}");
                }
                assert!(!html.contains("<b>Modern"), "{html}");
                assert!(text.contains("https://store.example/me/7/") && path == "/me/7/", "{text}");
                assert!(text.contains(&facts.unsubscribe) && html.contains(&facts.unsubscribe), "{text}");
            }
        }
        let english = |facts| written(notification(all[0]), "en", facts);
        assert_eq!(english(&facts).subject, "Friday <b>Modern</b>, round 3");
        assert_eq!(english(&facts).lead, "Table 12, against Ann");
        assert_eq!(english(&pod).lead, "Table 12, seat 2, against Ann");
    }

    #[test]
    fn answered_claim_is_said_in_every_language() {
        let facts = NotificationFacts { event: "Moxhall".into(), path: "/me/".into(), ..NotificationFacts::default() };
        for (language, is_agreed) in
            Language::ALL.into_iter().flat_map(|language| [(language, true), (language, false)])
        {
            let contents = Contents::ClaimAnswered { organization_id: 1.into(), is_agreed };
            let WrittenLetter { subject, lead, text, .. } = written(contents, language.tag(), &facts);
            assert!(subject.contains("Moxhall") && lead.contains("Moxhall"), "{language:?} {subject} {lead}");
            assert!(text.contains("https://store.example/me/") && !lead.contains("letter"), "{text}");
        }
    }

    #[test]
    fn a_letter_is_in_its_language() {
        let facts = NotificationFacts::default();
        let subjects = ["en", "de", "xx"].map(|tag| written(Contents::Test, tag, &facts).subject);
        assert_ne!(subjects[0], subjects[1]);
        assert_eq!(subjects[0], subjects[2], "an unknown language");
    }
}
