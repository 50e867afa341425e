//! What public clients of this interface were seen to do, and what they need: each test behaves as such a client does.

use domain::decklist::DeckHost;
use e2e::archive::{Archive, own_fixtures};
use e2e::crawl::text;
use e2e::scenario::{announced, at, details, round};
use e2e::{Options, TestApp, scene};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, MatchId, PhaseId, RegistrationId, RoundId, Sequence, TournamentId, UserId};
use proto_events::tournament::{Pairing, PairingKind, TournamentDetails};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PhaseType, RoundType};
use proto_events::{DecklistEvent, DomainEvent, StreamId, TournamentEvent};
use serde_json::Value;

const EXPORT: &str = "/api/export-decklists/?num_days=36500";

/// A finished event with a list for each player.
struct Finished {
    event: TournamentId,
    lists: Vec<i64>,
}

/// Appends a finished event whose players have handed in lists that have only an id on the deck host, or also a text.
async fn finished(app: &TestApp, lists: &[(&str, &str)]) -> Finished {
    let event = TournamentId(app.reserve(Sequence::Tournament, 1).await);
    let users = app.reserve(Sequence::User, lists.len()).await;
    let entries = app.reserve(Sequence::Registration, lists.len()).await;
    let first = app.reserve(Sequence::Decklist, lists.len()).await;
    let players = (0..).take(lists.len()).map(|place| (RegistrationId(entries + place), UserId(users + place)));
    let mut events = announced(details("Lists at the Depot", EventFormat::Pauper, 60), 1, players);
    for (place, (public_id, plaintext_list)) in (0..).zip(lists) {
        let body = DecklistBody {
            name: format!("List {place}"),
            plaintext_list: (*plaintext_list).into(),
            deckhost_public_id: (*public_id).into(),
            ..DecklistBody::default()
        };
        let submitted =
            DecklistEvent::Submitted { owner_user_id: Some(UserId(users + place)), body, deck_url: String::new() };
        let stream = StreamId::decklist(DecklistId(first + place));
        app.append_at(at(59), app.organization, stream, vec![submitted.into()]).await;
        events.push(TournamentEvent::DecklistAttached {
            registration_id: RegistrationId(entries + place),
            decklist_id: Some(DecklistId(first + place)),
        });
    }
    events.push(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress });
    events.extend(round_of_byes(app, entries, lists.len()).await);
    events.push(TournamentEvent::LifecycleChanged { status: LifecycleStatus::DecklistsPublished });
    let events = events.into_iter().map(DomainEvent::from).collect();
    app.append_at(at(61), app.organization, StreamId::tournament(event), events).await;
    Finished { event, lists: (first..).take(lists.len()).collect() }
}

/// A round in which every player has a bye.
async fn round_of_byes(app: &TestApp, entries: i64, players: usize) -> Vec<TournamentEvent> {
    let phase_id = PhaseId(app.reserve(Sequence::Phase, 1).await);
    let round_id = RoundId(app.reserve(Sequence::Round, 1).await);
    let matches = app.reserve(Sequence::Match, players).await;
    let pairings = (0..).take(players).map(|place| Pairing {
        match_id: MatchId(matches + place),
        kind: PairingKind::Bye,
        table_number: i32::try_from(place).unwrap() + 1,
        pod_number: 0,
        players: vec![RegistrationId(entries + place)],
        is_ghost: false,
        is_consolation: false,
    });
    vec![
        TournamentEvent::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::Swiss },
        round(round_id, phase_id, 1, RoundType::PlayVsOpponent, false),
        TournamentEvent::MatchesPaired { round_id, pairings: pairings.collect() },
        TournamentEvent::PairingsCompleted { round_id },
        TournamentEvent::RoundStarted { round_id },
        TournamentEvent::RoundCompleted { round_id },
    ]
}

fn exported_lists(export: &[Value]) -> Vec<&str> {
    let entries = export.iter().flat_map(|event| event["standings"].as_array().expect("entries"));
    entries.map(|entry| text(&entry["decklist"])).collect()
}

/// Returns the status of each phase of an event, in its overview and in its whole document.
async fn phases(app: &TestApp, event: TournamentId) -> Vec<String> {
    let path = format!("/api/v1/magic-events/{event}/");
    let statuses = |document: Value| -> Vec<String> {
        let phases = document["tournament_phases"].as_array().expect("phases");
        phases.iter().map(|phase| text(&phase["status"]).to_owned()).collect()
    };
    let (light, whole) = (app.get(&format!("{path}overview/")).await.json(), app.get(&path).await.json());
    let (light, whole) = (statuses(light), statuses(whole));
    assert_eq!(light, whole);
    light
}

/// A client waits until every phase is complete, and then shows the final standings.
#[tokio::test]
async fn an_event_does_not_read_finished_between_its_rounds() {
    let app = TestApp::start().await;
    let event = TournamentId(app.reserve(Sequence::Tournament, 1).await);
    let (users, entries) = (app.reserve(Sequence::User, 2).await, app.reserve(Sequence::Registration, 2).await);
    let players = (0..2).map(|place| (RegistrationId(entries + place), UserId(users + place)));
    let plan = TournamentDetails { top_cut: 2, ..details("Two rounds and a final", EventFormat::Pauper, 60) };
    let tell = async |events: Vec<TournamentEvent>| {
        let events = events.into_iter().map(DomainEvent::from).collect();
        app.append_at(at(61), app.organization, StreamId::tournament(event), events).await;
    };
    tell(announced(plan, 1, players)).await;
    assert_eq!(phases(&app, event).await, ["UPCOMING", "UPCOMING"]);
    tell(round_of_byes(&app, entries, 2).await).await;
    assert_eq!(phases(&app, event).await, ["IN_PROGRESS", "UPCOMING"], "two more rounds are planned, and a playoff");
    let overview = app.get(&format!("/api/v1/magic-events/{event}/overview/")).await.json();
    assert_eq!(overview["current_round"]["round_number"], 1);
    tell(vec![TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished }]).await;
    assert_eq!(phases(&app, event).await, ["COMPLETE"]);
    app.stop().await;
}

#[tokio::test]
async fn an_exported_list_leads_to_its_deck_host_or_to_its_page_here() {
    let app = TestApp::start().await;
    let made = finished(&app, &[("b7Xk", ""), ("", "60 Swamp")]).await;
    let export = app.get(EXPORT).await.list();
    let here: Vec<String> = made.lists.iter().map(|id| format!("{}/decklists/{id}/", app.public_url())).collect();
    let mut shown = exported_lists(&export);
    shown.sort_unstable();
    assert_eq!(shown, here);
    // A list that is only known to its deck host has a text nevertheless.
    let list = app.get(&format!("/api/v1/decklists/{}/", made.lists[0])).await.json();
    assert_eq!(text(&list["plaintext_list"]), here[0]);
    // A reader without a key follows the address, from the export and from the page of the event.
    let page = app.send(app.anonymous(&format!("/decklists/{}/", made.lists[1]))).await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(
        page.text().contains("60 Swamp") && page.text().contains(&format!("/decklists/{}/image.svg", made.lists[1]))
    );
    let picture = app.send(app.anonymous(&format!("/decklists/{}/image.svg", made.lists[1]))).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"));
    app.stop().await;

    let host = DeckHost::new("https://decks.example/d/{id}").unwrap();
    let hosted = TestApp::with(Options { deck_host: host, ..Options::default() }).await;
    let made = finished(&hosted, &[("b7Xk", ""), ("", "60 Swamp")]).await;
    let export = hosted.get(EXPORT).await.list();
    let mut shown = exported_lists(&export);
    shown.sort_unstable();
    let here = format!("{}/decklists/{}/", hosted.public_url(), made.lists[1]);
    assert_eq!(shown, [here.as_str(), "https://decks.example/d/b7Xk"]);
    hosted.stop().await;
}

/// Divides a text as Python's `str.splitlines` does.
fn splitlines(text: &str) -> Vec<&str> {
    let is_end =
        |c| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    text.split_terminator(is_end).collect()
}

#[tokio::test]
async fn every_line_of_an_export_is_json_wherever_a_language_ends_a_line() {
    let app = TestApp::start().await;
    let folder = tempfile::tempdir().unwrap();
    let mut archive = Archive::read(&own_fixtures()[1]);
    archive.players[0] = "Ada\u{2028}Ahorn\u{85}\u{2029}.".into();
    app.import(&archive.write_into(folder.path())).await;
    let lines = app.get(&format!("{EXPORT}&format=ndjson&decklist_as_text=true")).await;
    let read: Vec<Value> =
        splitlines(lines.text()).into_iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, app.get(&format!("{EXPORT}&decklist_as_text=true")).await.list());
    assert!(read[0].to_string().contains("Ada Ahorn ."), "a name has no line ends");
    for path in ["/api/v1/magic-events/", "/api/v1/tournament-rounds/"] {
        let answer = app.get(path).await;
        assert!(splitlines(answer.text()).len() == 1 && answer.text().contains("Ada Ahorn ."), "{path}");
    }
    app.stop().await;
}

#[tokio::test]
async fn vendor_names_say_that_an_archetype_is_unknown_and_where_a_list_is() {
    let host = DeckHost::of_vendor();
    let app = TestApp::with(Options { vendor_field_names: true, deck_host: host, ..Options::default() }).await;
    let made = finished(&app, &[("b7Xk", "")]).await;
    let list = app.get(&format!("/api/v1/decklists/{}/", made.lists[0])).await.json();
    assert_eq!(
        (text(&list["archetype"]), text(&list["plaintext_list"])),
        ("Unknown", "https://www.moxfield.com/decks/b7Xk")
    );
    let entries = app.get(&format!("/api/v1/magic-events/{}/registrations/", made.event)).await.list();
    assert_eq!(entries[0]["decklist"]["archetype"], "Unknown");
    assert_eq!(exported_lists(&app.get(EXPORT).await.list()), ["https://www.moxfield.com/decks/b7Xk"]);
    // The client shows `error` and `details`.
    let refused = app.get(&format!("{EXPORT}&event_format=Chess")).await;
    let refused = refused.any_json();
    assert_eq!(refused["error"], refused["detail"]);
    assert!(text(&refused["error"]).contains("Chess") && refused["details"]["event_format"].is_array(), "{refused}");
    app.stop().await;
}

#[tokio::test]
async fn the_page_of_an_event_is_also_where_vendors_have_it() {
    let (app, _, event) = scene::with_finished_event().await;
    let page = app.send(app.anonymous(&format!("/events/{event}/"))).await;
    for path in [format!("/events/{event}/tournament"), format!("/events/{event}/tournament/")] {
        let reply = app.send(app.anonymous(&path)).await;
        assert_eq!((reply.status, &reply.body), (200, &page.body), "{path}");
    }
    assert_eq!(app.send(app.anonymous("/events/999999/tournament")).await.status, 404);
    app.stop().await;
}
