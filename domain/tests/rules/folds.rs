//! Events that do not fit are refused and leave the state unchanged. Decklists: revisions, and the list as text.

use domain::FoldError;
use domain::decklist::Decklist;
use domain::tournament::Tournament;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{
    ApiKeyId, DecklistId, MatchId, OrganizationId, PhaseId, RegistrationId, RoundId, TeamId, TeamMatchId, UserId,
};
use proto_events::testing;
use proto_events::tournament::{MatchResult, Winner};
use proto_events::vocabulary::{PhaseType, RegistrationStatus, RoundType};
use proto_events::{Actor, DecklistEvent, DomainEvent, Envelope, OrganizationEvent, StreamId, TournamentEvent};

use crate::support::{Script, details, envelope, envelopes, match_id, round, table};
use crate::teams;

/// Returns the refusal of an event, after checking that the event changed nothing.
fn refused(script: &Script, event: TournamentEvent) -> FoldError {
    let mut tournament = script.fold();
    let before = format!("{tournament:?}");
    let refusal = tournament.apply(&envelope(1_000, event)).unwrap_err();
    // Maps print in any order, but an unchanged map prints the same again.
    assert_eq!(format!("{tournament:?}"), before);
    refusal
}

fn script() -> Script {
    Script::new(4).open(PhaseType::Swiss, 1, &["1v2 2-0", "3v4 ?"])
}

#[test]
fn a_stream_begins_with_its_first_event_and_has_it_once() {
    assert_eq!(Tournament::from_events(&[]).unwrap_err(), FoldError::NotCreated);
    let headless = &envelopes(&Script::new(1).events)[1..];
    assert_eq!(Tournament::from_events(headless).unwrap_err(), FoldError::NotCreated);
    let twice = TournamentEvent::Created { details: details(), seed: 1 };
    assert!(matches!(refused(&script(), twice), FoldError::Duplicate { what: "tournament", .. }));
}

#[test]
fn an_event_of_another_kind_is_refused() {
    let mut foreign = envelope(1_000, TournamentEvent::RoundStarted { round_id: round(1) });
    foreign.event = DomainEvent::Organization(OrganizationEvent::Renamed { name: "Moxhall".into() });
    let refusal = script().fold().apply(&foreign).unwrap_err();
    assert_eq!(refusal, FoldError::WrongKind { expected: "tournament", found: "organization" });
}

#[test]
fn an_event_that_does_not_fit_is_refused_whole_and_by_name() {
    let result = MatchResult::new(Winner::First, None);
    let (registration_id, known) = (RegistrationId(99), RegistrationId(1));
    let (user_id, status) = (UserId(5), RegistrationStatus::Complete);
    let unknown = |what, id| FoldError::Unknown { what, id };
    let twice = |what, id| FoldError::Duplicate { what, id };
    let paired = |pairings: [(i64, &str); 2]| {
        let pairings = pairings.map(|(id, text)| table(MatchId(id), text).0).to_vec();
        TournamentEvent::MatchesPaired { round_id: round(1), pairings }
    };
    let there = match_id(1, 0).0;
    let (phase_id, round_type) = (PhaseId(1), PhaseType::Swiss);
    for (event, expected) in [
        (TournamentEvent::PlayerDropped { registration_id }, unknown("registration", 99)),
        (TournamentEvent::ResultReported { match_id: MatchId(99), result }, unknown("match", 99)),
        (TournamentEvent::TeamResultReported { team_match_id: TeamMatchId(99), result }, unknown("team match", 99)),
        (TournamentEvent::RoundStarted { round_id: RoundId(99) }, unknown("round", 99)),
        (TournamentEvent::RoundCompleted { round_id: RoundId(99) }, unknown("round", 99)),
        (TournamentEvent::TeamDropped { team_id: TeamId(99) }, unknown("team", 99)),
        (
            TournamentEvent::CutMade { after_round_number: 1, advancing: vec![known, registration_id] },
            unknown("registration", 99),
        ),
        (testing::round_added(RoundId(9), PhaseId(99), 9, RoundType::PlayVsOpponent), unknown("phase", 99)),
        (paired([(50, "1v2 ?"), (51, "3v99 ?")]), unknown("registration", 99)),
        (paired([(50, "1v2 ?"), (there, "3v4 ?")]), twice("match", there)),
        (paired([(50, "1v2 ?"), (50, "3v4 ?")]), twice("match", 50)),
        (TournamentEvent::PlayerRegistered { registration_id: known, user_id, status }, twice("registration", 1)),
        (TournamentEvent::PhaseAdded { phase_id, order_in_phases: 2, round_type }, twice("phase", 1)),
    ] {
        assert_eq!(refused(&script(), event), expected);
    }
}

#[test]
fn a_team_match_is_named_once_and_its_teams_are_known() {
    let paired = |pairings| TournamentEvent::TeamsPaired { round_id: round(1), pairings };
    let formed = |team, registration| teams::formed(team, vec![teams::member(registration, 1)]);
    let bye = |team| teams::team_match(7, &[team], Vec::new());
    let script = script().then(formed(1, 1));
    let twice = refused(&script, paired(vec![bye(1), bye(1)]));
    assert_eq!(twice, FoldError::Duplicate { what: "team match", id: 7 });
    assert_eq!(refused(&script, paired(vec![bye(2)])), FoldError::Unknown { what: "team", id: 2 });
    assert_eq!(refused(&script, formed(1, 2)), FoldError::Duplicate { what: "team", id: 1 });
    assert_eq!(refused(&script, formed(2, 99)), FoldError::Unknown { what: "registration", id: 99 });
}

fn told(version: i64, event: DecklistEvent) -> Envelope {
    let any = envelope(version, TournamentEvent::RoundStarted { round_id: round(1) });
    Envelope { stream: StreamId::decklist(DecklistId(5)), event: DomainEvent::Decklist(event), ..any }
}

fn submitted(body: DecklistBody) -> Envelope {
    told(
        1,
        DecklistEvent::Submitted { owner_user_id: Some(UserId(8)), body, deck_url: "https://decks.example/5".into() },
    )
}

fn body(plaintext_list: &str, deckhost_deck_json: &str) -> DecklistBody {
    DecklistBody {
        name: "Burn".into(),
        plaintext_list: plaintext_list.into(),
        deckhost_deck_json: deckhost_deck_json.into(),
        ..DecklistBody::default()
    }
}

const JSON: &str = r#"{"mainboard": {"Fireblast": {"quantity": 4}}}"#;

#[test]
fn the_newest_revision_counts_and_the_rest_stays() {
    let revised = told(2, DecklistEvent::Revised { body: body("4 Shock", "") });
    let list = Decklist::from_events(&[submitted(body("4 Lightning Bolt", "")), revised]).unwrap();
    assert_eq!((list.body.plaintext_list.as_str(), list.version), ("4 Shock", 2));
    assert_eq!((list.id, list.organization_id), (DecklistId(5), OrganizationId(1)));
    assert_eq!((list.owner_user_id, list.deck_url.as_str()), (Some(UserId(8)), "https://decks.example/5"));
}

#[test]
fn every_revision_is_told_apart_by_the_hash_of_the_text_answered() {
    let derived = told(2, DecklistEvent::Revised { body: body("", JSON) });
    let by_key = Envelope {
        actor: Actor::ApiKey(ApiKeyId(7)),
        ..told(3, DecklistEvent::Revised { body: body("4 Lightning Bolt", "") })
    };
    let list = Decklist::from_events(&[submitted(body("4 Lightning Bolt", "")), derived, by_key]).unwrap();
    let revisions: Vec<_> = list.earlier.iter().cloned().chain([list.newest()]).collect();
    let hashes: Vec<&str> = revisions.iter().map(|revision| revision.content_sha256.as_str()).collect();
    let bolts = "b253ee80";
    assert_eq!(hashes[0], hashes[2]);
    assert_eq!(list.content_sha256(), hashes[2]);
    assert_eq!((&hashes[0][..8], hashes[0].len()), (bolts, 64));
    assert_ne!(hashes[0], hashes[1], "the text derived from the JSON has a hash of its own");
    assert_eq!(revisions.iter().map(|revision| revision.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((&revisions[1].actor, &revisions[2].actor), (&Actor::System, &Actor::ApiKey(ApiKeyId(7))));
}

#[test]
fn the_text_is_as_it_came_or_else_derived_or_else_the_address() {
    let text =
        |plaintext, json| Decklist::from_events(&[submitted(body(plaintext, json))]).unwrap().plaintext().into_owned();
    assert_eq!(text("4 Shock\n", JSON), "4 Shock\n");
    assert_eq!(text("", JSON), "4 Fireblast");
    assert_eq!(text(" \n", JSON), "4 Fireblast");
    assert_eq!(text("", "not JSON"), "https://decks.example/5", "clients treat a list without text as an error");
}

#[test]
fn a_stream_that_does_not_fit_is_refused() {
    let revised = told(1, DecklistEvent::Revised { body: body("", "") });
    assert_eq!(Decklist::from_events(&[revised]), Err(FoldError::NotCreated));
    assert_eq!(Decklist::from_events(&[]), Err(FoldError::NotCreated));
    let twice = [submitted(body("", "")), submitted(body("", ""))];
    assert_eq!(Decklist::from_events(&twice), Err(FoldError::Duplicate { what: "decklist", id: 5 }));
}
