//! Decklists: revisions, and the list as text.

use domain::FoldError;
use domain::decklist::Decklist;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{ApiKeyId, DecklistId, OrganizationId, UserId};
use proto_events::{Actor, DecklistEvent, DomainEvent, Envelope, StreamId, TournamentEvent};

use crate::support::{envelope, round};

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
