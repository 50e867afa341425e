//! Tests every document at every stage of an event, from announcement to publication.

use std::collections::BTreeSet;

use proto_events::TournamentEvent;
use proto_events::ids::RoundId;
use proto_events::testing::round_added;
use proto_events::vocabulary::{LifecycleStatus, RoundType};
use serde_json::Value;
use storage::ViewKind;

use crate::views::output::Output;
use crate::views::testing::{
    EVENT, Scene, announced, cut, draft, finished, json, paired_again, seated, swiss, teams, waitlist,
};

/// Returns the standings of the active round as a reader gets them.
fn current_standings(out: &Output) -> Value {
    let current = json(out, ViewKind::CurrentStandings, EVENT);
    match &current["round_id"] {
        Value::Null => current,
        round => json(out, ViewKind::RoundStandings, round),
    }
}

fn matches_in(document: &Value) -> BTreeSet<i64> {
    match document {
        Value::Object(fields) => {
            let own = fields.get("matches").and_then(Value::as_array).into_iter().flatten();
            let own: Vec<i64> = own.map(|game| game["id"].as_i64().unwrap()).collect();
            fields.values().flat_map(matches_in).chain(own).collect()
        }
        Value::Array(items) => items.iter().flat_map(matches_in).collect(),
        _ => BTreeSet::new(),
    }
}

/// Asserts what clients rely on at any time.
fn assert_right(scene: &Scene, out: &Output) {
    let tournament = &scene.tournament;
    for document in &out.documents {
        assert!(
            serde_json::from_slice::<Value>(&document.body.for_everyone()).is_ok(),
            "{}",
            document.key.kind.stored_name()
        );
    }
    let rounds: Vec<_> = tournament.rounds().map(|(_, round)| round).collect();
    let of_rounds = rounds.iter().map(|round| json(out, ViewKind::RoundStandings, round.id));
    for standings in of_rounds.chain([current_standings(out)]) {
        assert!(standings["round_number"].as_i64().unwrap() > 0, "{standings}");
        for line in standings["standings"].as_array().unwrap() {
            assert!(line.as_object().unwrap().values().all(|value| !value.is_null()), "{line}");
        }
    }
    let event = json(out, ViewKind::MagicEvent, EVENT);
    let there: BTreeSet<i64> = rounds.iter().flat_map(|round| round.all_matches()).map(|table| table.id().0).collect();
    assert_eq!(matches_in(&event), there, "discarded matches are gone");
    let featured = event["featured_matches"].as_array().unwrap();
    assert!(featured.iter().all(|game| there.contains(&game["id"].as_i64().unwrap())));
    for document in [&event, &json(out, ViewKind::Overview, EVENT)] {
        for phase in document["tournament_phases"].as_array().unwrap() {
            let rounds = phase["rounds"].as_array().unwrap();
            assert!(rounds.is_sorted_by_key(|round| round["round_number"].as_i64()), "{phase}");
        }
    }
    let is_exported = !out.exports.is_empty();
    let is_over = matches!(
        tournament.lifecycle,
        LifecycleStatus::EventFinished | LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished
    );
    assert_eq!(is_exported, is_over);
}

#[test]
fn every_document_is_right_after_every_event() {
    for scene in [announced, waitlist, seated, paired_again, swiss, cut, draft, teams, finished] {
        let mut scene = scene();
        for events in (1..=scene.length()).rev() {
            scene.rewind(events);
            assert_right(&scene, &scene.render_all());
        }
    }
}

#[test]
fn a_round_that_is_paired_again_shows_the_new_tables_alone() {
    let mut scene = paired_again();
    let tables = |scene: &Scene| matches_in(&json(&scene.render_all(), ViewKind::RoundMatches, 201));
    assert_eq!(tables(&scene), BTreeSet::from([505, 506]));
    let paired = scene.length();
    scene.rewind(paired - 3);
    assert_eq!(tables(&scene), BTreeSet::new());
    let out = scene.render_all();
    assert_eq!(json(&out, ViewKind::RoundMatches, 201)["pairings_status"], "NOT_GENERATED");
    scene.rewind(paired - 5);
    assert_eq!(tables(&scene), BTreeSet::from([503, 504]));
}

#[test]
fn what_was_shown_of_a_round_is_withdrawn_with_it() {
    let mut scene = paired_again();
    scene.tell(TournamentEvent::RoundRemoved { round_id: RoundId(201) });
    let withdrawn = |scene: &Scene| -> BTreeSet<String> {
        let removed = scene.render_all().removed.into_iter().map(|removal| removal.key);
        removed.map(|key| format!("{} {}", key.kind.stored_name(), key.key)).filter(|key| key.contains('1')).collect()
    };
    let of_the_round = [
        "round 201",
        "round_event 201",
        "round_matches 201",
        "round_page 40/1",
        "round_standings 201",
        "round_team_matches 201",
    ];
    assert!(withdrawn(&scene).is_superset(&of_the_round.map(str::to_owned).into()), "{:?}", withdrawn(&scene));
    let out = scene.render_all();
    assert!(out.documents.iter().all(|document| document.key.key != "201" && document.key.key != "40/1"));
    assert_eq!(matches_in(&json(&out, ViewKind::MagicEvent, EVENT)).len(), 2, "the matches of the meeting");

    let phase_id = scene.tournament.phases[0].id;
    scene.tell(round_added(RoundId(299), phase_id, 1, RoundType::PlayVsOpponent));
    assert!(!withdrawn(&scene).contains("round_page 40/1"), "another round has its number, and its page");
    assert!(withdrawn(&scene).contains("round 201"));
}

#[test]
fn between_two_days_the_standings_are_those_of_the_first() {
    let out = cut().render_all();
    let after_swiss = json(&out, ViewKind::RoundStandings, 202);
    assert_eq!(after_swiss["round_number"], 2);
    assert_eq!(json(&out, ViewKind::RoundStandings, 200), after_swiss, "the second meeting");
    assert_eq!(current_standings(&out), after_swiss);
    let statuses = json(&out, ViewKind::MagicEvent, EVENT)["user_statuses"].clone();
    let statuses: Vec<_> = statuses.as_array().unwrap().iter().map(|it| it["registration_status"].clone()).collect();
    assert_eq!(statuses, ["COMPLETE", "COMPLETE", "COMPLETE", "COMPLETE", "ELIMINATED"]);
}

#[test]
fn who_waits_or_gave_up_is_not_enrolled() {
    let out = waitlist().render_all();
    let event = json(&out, ViewKind::MagicEvent, EVENT);
    assert_eq!((&event["enrolled_player_count"], event["user_statuses"].as_array().unwrap().len()), (&2.into(), 5));
    assert_eq!(json(&out, ViewKind::Overview, EVENT)["lifecycle_status"], "WAITLIST_ONLY");
    let waiting = json(&out, ViewKind::Registrations, EVENT);
    assert!(waiting[2]["registration_completed_datetime"].is_null() && !waiting[2]["waitlisted_datetime"].is_null());
}

#[test]
fn lists_come_out_with_publishing_and_not_before() {
    let mut scene = finished();
    let texts = |scene: &Scene| {
        let export = scene.render_all().exports.remove(0);
        [export.body, export.body_with_text].map(|body| String::from_utf8(body.to_vec()).unwrap())
    };
    for (status, is_out) in [
        (LifecycleStatus::EventFinished, false),
        (LifecycleStatus::DecklistsPublishing, true),
        (LifecycleStatus::DecklistsPublished, true),
    ] {
        scene.tell(TournamentEvent::LifecycleChanged { status });
        let [plain, with_text] = texts(&scene);
        assert_eq!((plain.contains("decks.example"), with_text.contains("Dark Ritual")), (is_out, is_out), "{status}");
    }
}
