//! Posts: what they hold, the names in them, and Discord's limits.

use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, PhaseId, RegistrationId, RoundId, TournamentId};
use proto_events::tournament::{Games, Pairing, TournamentDetails, Winner};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PhaseType};
use serde_json::Value;

use super::*;
use crate::desk::testing::{registered, round_added, tournament_with};

const ROUND: RoundId = RoundId(8);

/// An event in round 1. Players are registrations 1, 2, 3 … of users 91, 92, 93 …; the last one of an odd number has a bye.
fn event(name: &str, players: i64, further: &[TournamentEvent]) -> Tournament {
    let mut events: Vec<_> = (2..=players).map(registered).collect();
    let table = |number: i64| Pairing {
        match_id: MatchId(number),
        kind: if 2 * number > players { PairingKind::Bye } else { PairingKind::Versus },
        table_number: i32::try_from(number).unwrap(),
        players: (2 * number - 1..=players.min(2 * number)).map(RegistrationId).collect(),
        ..Pairing::default()
    };
    events.extend([
        TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress },
        TournamentEvent::PhaseAdded { phase_id: PhaseId(5), order_in_phases: 1, round_type: PhaseType::Swiss },
        round_added(ROUND, PhaseId(5), 1),
        TournamentEvent::MatchesPaired { round_id: ROUND, pairings: (1..=(players + 1) / 2).map(table).collect() },
        TournamentEvent::PairingsCompleted { round_id: ROUND },
        TournamentEvent::RoundStarted { round_id: ROUND },
    ]);
    events.extend_from_slice(further);
    tournament_with(TournamentDetails::new(name, EventFormat::Modern), &events)
}

fn names(players: i64, name: impl Fn(i64) -> String) -> HashMap<UserId, String> {
    (1..=players).map(|id| (UserId(90 + id), name(id))).collect()
}

fn post(what: DiscordSubject) -> DiscordPost {
    let round = (what != DiscordSubject::Standings).then_some(ROUND);
    DiscordPost { what, tournament: TournamentId(3), before: 1, round }
}

fn written(what: DiscordSubject, event: &Tournament, names: &HashMap<UserId, String>, language: &str) -> Option<Value> {
    let body = write(&post(what), event, names, language, "https://store.example")?;
    Some(serde_json::from_str(&body).unwrap())
}

fn text(post: &Value, field: &str) -> String {
    post["embeds"][0][field].as_str().unwrap().to_owned()
}

fn report(id: i64) -> TournamentEvent {
    let games = Some(Games { first: 2, second: 1, drawn: 0 });
    TournamentEvent::ResultReported { match_id: MatchId(id), result: MatchResult::new(Winner::First, games) }
}

#[test]
fn posts_hold_tables_results_and_places_with_a_link() {
    let names = names(5, |id| ["Ann", "Bob", "Cleo", "Dan", "Eve"][usize::try_from(id - 1).unwrap()].into());
    let playing = event("Cup", 5, &[]);
    let pairings = written(DiscordSubject::Start, &playing, &names, "en").unwrap();
    assert_eq!(text(&pairings, "title"), "Round 1: Pairings – Cup");
    assert_eq!(text(&pairings, "url"), "https://store.example/events/3/rounds/1/?by=table");
    assert_eq!(text(&pairings, "description"), "**1** Ann – Bob\n**2** Cleo – Dan\nBye: Eve");
    assert_eq!(written(DiscordSubject::Round, &playing, &names, "en"), None, "the round is not over");
    let german = written(DiscordSubject::Pairings, &playing, &names, "de").unwrap();
    assert!(text(&german, "description").ends_with("Freilos: Eve"), "{german}");

    let over = [report(1), report(2), TournamentEvent::RoundCompleted { round_id: ROUND }];
    let finished =
        [&over[..], &[TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished }]].concat();
    let (over, finished) = (event("Cup", 5, &over), event("Cup", 5, &finished));
    assert_eq!(written(DiscordSubject::Pairings, &over, &names, "en"), None, "the round is over");
    let results = written(DiscordSubject::Round, &over, &names, "en").unwrap();
    assert_eq!(text(&results, "description"), "**1** Ann 2–1 Bob\n**2** Cleo 2–1 Dan\nBye: Eve");
    assert_eq!(written(DiscordSubject::Standings, &over, &names, "en"), None, "the event is not finished");
    let standings = written(DiscordSubject::Standings, &finished, &names, "en").unwrap();
    assert_eq!(text(&standings, "url"), "https://store.example/events/3/standings/");
    assert!(text(&standings, "description").contains("3 (1–0–0)"), "{standings}");
    assert_eq!(text(&standings, "description").lines().count(), 5);
}

#[test]
fn pods_are_posted_with_all_their_players_by_seat() {
    let names = names(4, |id| ["Ann", "Bob", "Cleo", "Dan"][usize::try_from(id - 1).unwrap()].into());
    let pod = Pairing {
        match_id: MatchId(9),
        table_number: 9,
        players: [3, 1, 4, 2].map(RegistrationId).into(),
        ..Pairing::default()
    };
    let paired = TournamentEvent::MatchesPaired { round_id: ROUND, pairings: vec![pod] };
    let pairings =
        written(DiscordSubject::Start, &event("Cup", 4, std::slice::from_ref(&paired)), &names, "en").unwrap();
    assert!(text(&pairings, "description").ends_with("\n**9** 1 Cleo, 2 Ann, 3 Dan, 4 Bob"), "{pairings}");
    let result = MatchResult { places: Some([2, 2, 2, 1, 0]), ..MatchResult::new(Winner::Fourth, None) };
    let won = TournamentEvent::ResultReported { match_id: MatchId(9), result };
    let over = event("Cup", 4, &[paired, won, TournamentEvent::RoundCompleted { round_id: ROUND }]);
    let results = written(DiscordSubject::Round, &over, &names, "en").unwrap();
    assert!(text(&results, "description").ends_with("4 Bob – Seat 4"), "{results}");
}

#[test]
fn names_mention_no_one_and_make_no_links_or_forms() {
    for (name, expected) in [
        ("Ann O'Neil-Smith (Berlin) #7", "Ann O'Neil-Smith (Berlin) #7"),
        ("Zoë 山田", "Zoë 山田"),
        ("@everyone", "@\u{200b}everyone"),
        ("<@1>", "\\<@\u{200b}1\\>"),
        ("<@&1> <#2> <:a:3>", "\\<@\u{200b}&1\\> \\<#2\\> \\<\\:a\\:3\\>"),
        ("`code` ```x", "\\`code\\` \\`\\`\\`x"),
        ("||spoiler|| ~~x~~", "\\|\\|spoiler\\|\\| \\~\\~x\\~\\~"),
        ("**a** _b_", "\\*\\*a\\*\\* \\_b\\_"),
        ("[a](https://evil.example)", "\\[a\\](https\\://evil.example)"),
        ("a\\`b", "a\\\\\\`b"),
        ("a\n# b\r\n> c", "a # b \\> c"),
        ("", ""),
    ] {
        assert_eq!(escaped(name), expected, "{name}");
    }
    let long = escaped(&"@".repeat(10_000));
    assert_eq!(long.chars().filter(|letter| *letter == '@').count(), NAME);
    assert!(long.ends_with('…'));
    let names = names(2, |_| "@here <@1>".into());
    let pairings = written(DiscordSubject::Start, &event("@everyone", 2, &[]), &names, "en").unwrap();
    assert_eq!(pairings["allowed_mentions"], json!({"parse": []}));
    for mention in ["@everyone", "@here", "<@1>"] {
        assert!(!pairings.to_string().contains(mention), "{pairings}");
    }
}

#[test]
fn posts_of_large_events_keep_discords_limits() {
    let completed = TournamentEvent::RoundCompleted { round_id: ROUND };
    let finished = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished };
    for letter in ["x", "|", "𝔄", "@"] {
        let names = names(3_000, |_| letter.repeat(200));
        let name = letter.repeat(200);
        let (playing, over) = (event(&name, 3_000, &[]), event(&name, 3_000, &[completed.clone(), finished.clone()]));
        for (what, event) in
            [(DiscordSubject::Pairings, &playing), (DiscordSubject::Round, &over), (DiscordSubject::Standings, &over)]
        {
            for language in ["de", "ja"] {
                let post = written(what, event, &names, language).unwrap();
                let [title, description] = ["title", "description"].map(|field| text(&post, field));
                let length = |text: &str| text.encode_utf16().count();
                assert!(length(&title) <= 256, "{title}");
                assert!(length(&description) <= 4_096, "{}", length(&description));
                assert!(description.contains("](https://store.example/events/3/"), "a link to all: {description}");
            }
        }
    }
}
