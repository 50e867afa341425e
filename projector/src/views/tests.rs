//! Tests of all views together, of the registry, of the renderer's version, and of the recipe "How to add a view" in
//! `views/mod.rs`.

mod hidden_rounds;
mod stages;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use domain::documents::ReaderGroup;
use domain::tournament::touched::Touched;
use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, OrganizationId, RoundId};
use proto_events::tournament::{Games, MatchResult, Winner};
use proto_events::vocabulary::LifecycleStatus;
use serde_json::Value;
use storage::{Audience, ViewKind};

use super::output::digest;
use super::testing::{
    announced, body, cut, draft, finished, fixed, json, judged, keys, paired_again, pretty, seated, swiss, teams,
    waitlist,
};
use super::view::{Render, RenderTournament, Scope};
use super::{VIEWS, pages, round_standings, rounds, submitted_decklists};
use crate::settings::RENDERER_VERSION;

const OTHERS: [&str; 5] = ["mod", "output", "testing", "tests", "view"];

/// The kinds that a view renders for other organizations, and that belong to other views.
const ELSEWHERE: (&str, [ViewKind; 2]) = ("submitted_decklists", [ViewKind::Decklist, ViewKind::DecklistRevisions]);

/// Defines the kinds of documents of each view.
macro_rules! define_kinds {
    ($($view:ident of $source:ident, may_lag = $may_lag:literal {
        $($(#[$doc:meta])* $kind:ident for $seen_by:ident = $stored:literal $(as [$($document:ty),+])?,)*
    })+) => {
        const KINDS: &[(&str, &[ViewKind])] = &[$((stringify!($view), &[$(ViewKind::$kind),*])),+];
    };
}
storage::view_registry!(define_kinds);

#[test]
fn every_file_is_a_view_with_one_entry_in_the_registry() {
    let files = fs::read_dir(folder()).unwrap();
    let files = files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let mut files: Vec<String> = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    files.retain(|name| !OTHERS.contains(&&**name));
    files.sort();
    let mut names: Vec<&str> = VIEWS.iter().map(|view| view.name).collect();
    names.sort_unstable();
    assert_eq!(files, names);
}

#[test]
fn every_kind_of_document_lags_with_its_view() {
    for (view, (name, kinds)) in VIEWS.iter().zip(KINDS) {
        assert_eq!(view.name, *name);
        assert!(!kinds.is_empty() && kinds.iter().all(|kind| kind.may_lag() == view.may_lag), "{name}");
    }
}

#[test]
fn views_of_tournaments_render_the_kinds_of_their_entries() {
    for (view, (name, kinds)) in VIEWS.iter().zip(KINDS) {
        let Render::Tournament(render) = view.render else {
            assert!(!view.may_lag, "{name}: only documents of tournaments may lag");
            continue;
        };
        let mut rendered = BTreeSet::<ViewKind>::new();
        for scene in [announced(), draft(), finished(), judged(), swiss(), teams()] {
            let out = scene.render(render, &Scope::Everything);
            rendered.extend(out.documents.iter().map(|document| document.key.kind));
            rendered.extend(out.removed.iter().map(|removal| removal.key.kind));
            rendered.extend(out.records.iter().map(|_| ViewKind::ExportRecord));
        }
        let others = if *name == ELSEWHERE.0 { &ELSEWHERE.1[..] } else { &[] };
        assert!(rendered.iter().all(|kind| kinds.contains(kind) || others.contains(kind)), "{name}");
        assert!(!view.may_lag || kinds.iter().all(|kind| rendered.contains(kind)), "{name}");
    }
}

#[test]
fn snapshots_that_change_need_another_renderer_version() {
    let file = folder().join("rendered.txt");
    let recorded = fs::read_to_string(&file).unwrap();
    let version = format!("renderer {RENDERER_VERSION}\n");
    let current = format!("{version}snapshots {}\n", digest_of_snapshots());
    let is_right = recorded == current || !recorded.starts_with(&version);
    assert!(is_right, "the snapshots changed: raise `RENDERER_VERSION` in projector/src/settings.rs");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &current).unwrap();
    }
    let recorded = fs::read_to_string(file).unwrap();
    assert_eq!(recorded, current, "run this test with UPDATE_DOCS=1, which records the new version");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/views")
}

/// Returns the digest of what the snapshots show, whatever their names are.
fn digest_of_snapshots() -> String {
    let files = fs::read_dir(folder().join("snapshots")).unwrap().map(|file| file.unwrap().path());
    let texts = files.map(|file| fs::read_to_string(file).unwrap());
    let shown = texts.map(|text| text.splitn(3, "---\n").nth(2).unwrap_or_default().to_owned());
    let mut shown: Vec<String> = shown.collect();
    shown.sort();
    digest(shown.concat().as_bytes())
}

#[test]
fn the_recipe_names_files_that_exist() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(here.join("src/views/mod.rs")).unwrap();
    let recipe: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
    let recipe = recipe.join("\n");
    let paths = recipe.split('`').filter(|part| part.ends_with(".rs") && part.contains('/') && !part.contains('<'));
    let paths: Vec<&str> = paths.collect();
    assert_eq!(paths.len(), 12, "{paths:?}");
    for path in paths {
        assert!(here.join("..").join(path).is_file(), "{path}");
    }
    for (place, name) in [
        ("storage/src/views/kinds.rs", "macro_rules! view_registry"),
        ("projector/src/views/view.rs", "enum Render"),
        ("projector/src/views/view.rs", "enum Scope"),
        ("projector/src/settings.rs", "const RENDERER_VERSION"),
    ] {
        assert!(fs::read_to_string(here.join("..").join(place)).unwrap().contains(name), "{name} in {place}");
    }
}

/// Scenes, and their documents of which there are snapshots: kind and key.
#[test]
fn documents_are_as_the_snapshots_show_them() {
    let (mut over, mut vendor, mut teams_vendor, mut teams_published) = (swiss(), swiss(), teams(), teams());
    over.tell(TournamentEvent::RoundCompleted { round_id: RoundId(202) });
    vendor.settings.vendor_field_names = true;
    teams_vendor.settings.vendor_field_names = true;
    teams_published.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::DecklistsPublished });
    for (name, scene, documents) in [
        ("announced", announced(), "magic_event 40;organized_event 40;overview 40;event_page 40"),
        ("waitlist", waitlist(), "organized_event 40;event_page 40"),
        ("seated", seated(), "event_page 40"),
        ("paired_again", paired_again(), "event_page 40"),
        ("swiss", swiss(), "magic_event 40;overview 40;round 202;round_matches 201;round_matches 202;round_page 40/2"),
        ("swiss", swiss(), "registrations 40;tagged_players 40;event_decklists 40;event_card 40"),
        ("swiss", swiss(), "round_standings 201;round_standings 202"),
        ("vendor", vendor, "registrations 40"),
        ("over", over, "round_matches 202"),
        ("judged", judged(), "event_penalties 40;judge_calls 40"),
        ("cut", cut(), "event_page 40"),
        ("finished", finished(), "magic_event 40;event_page 40;archetypes 40;public_event 40;registrations 40"),
        ("finished", finished(), "round_matches 203;round_standings 203"),
        ("fixed", fixed(), "event_decklists 40"),
        ("teams", teams(), "magic_event 40;round_matches 201;registrations 40;round_page 40/1;round_standings 201"),
        ("teams_vendor", teams_vendor, "round_team_matches 201"),
        ("teams_published", teams_published, "archetypes 40"),
        ("draft", draft(), "magic_event 40;overview 40;round_page 40/0;round_matches 200"),
    ] {
        let out = scene.render_all();
        for document in documents.split(';') {
            let at = keys(&out).iter().position(|key| key == document);
            let body = out.documents[at.unwrap()].body.seen_by(ReaderGroup::Organizers);
            insta::assert_snapshot!(format!("{name}-{}", document.replace(' ', "-")), pretty(&body));
        }
    }
}

#[test]
fn match_that_both_lose_is_a_loss_of_each_in_every_document() {
    let mut scene = swiss();
    let result = MatchResult::new(Winner::Neither, Some(Games { first: 0, second: 0, drawn: 0 }));
    scene.tell(TournamentEvent::ResultReported { match_id: MatchId(505), result });
    let out = scene.render_all();
    let matches = json(&out, ViewKind::RoundMatches, 202)["matches"].clone();
    let lost = matches.as_array().unwrap().iter().find(|table| table["id"] == 505).unwrap();
    assert_eq!((&lost["match_is_loss"], &lost["winning_player"]), (&true.into(), &Value::Null));
    assert_eq!((&lost["match_is_bye"], &lost["match_is_unintentional_draw"]), (&false.into(), &false.into()));
    assert_eq!(lost["players"].as_array().unwrap().len(), 2);
    assert_eq!(json(&out, ViewKind::RoundPage, "40/2")["matches"][1]["result"], "both_lost");
    for person in [13, 14] {
        let own = &json(&out, ViewKind::OwnRegistration, format!("{person}/40"))["matches"][1];
        assert_eq!((&own["match_is_loss"], &own["result"]["outcome"]), (&true.into(), &"LOST".into()));
    }
    let matches = out.records[0].seen_by(Audience::Staff).unwrap().parts[2].clone();
    let matches: Value = serde_json::from_slice(&matches).unwrap();
    let lost = matches.as_array().unwrap().iter().find(|record| record["id"] == 505).unwrap();
    assert_eq!((&lost["winner"], &lost["is_assigned_loss"]), (&Value::Null, &true.into()));
    assert_eq!((&lost["is_draw"], &lost["games_won"]), (&false.into(), &serde_json::json!([0, 0])));
    assert_eq!(lost["players"].as_array().unwrap().len(), 2);
}

#[test]
fn only_what_the_scope_wants_is_rendered() {
    let mut from_elsewhere = finished();
    for list in from_elsewhere.decklists.values_mut() {
        Arc::make_mut(list).organization_id = OrganizationId::SHARED;
    }
    for (scene, render, rounds, standings, expected) in [
        (swiss(), rounds::render as RenderTournament, &[201][..], &[202][..], &["round 201", "round_event 201"][..]),
        (swiss(), pages::render, &[], &[202], &["event_page 40", "round_page 40/2"]),
        (swiss(), round_standings::render, &[], &[201], &["round_standings 201", "current_standings 40"]),
        (from_elsewhere, submitted_decklists::render, &[], &[], &[]),
    ] {
        let [rounds, standings] = [rounds, standings].map(|ids| ids.iter().copied().map(RoundId).collect());
        let out = scene.render(render, &Scope::Rounds(Touched { rounds, standings, ..Touched::default() }));
        assert_eq!(keys(&out), expected);
    }
    assert_eq!(json(&swiss().render_all(), ViewKind::RoundEvent, 201), serde_json::json!({ "event": 40 }));
}

#[test]
fn rendering_twice_gives_the_same_bytes() {
    for scene in [swiss, teams, finished] {
        let (once, again) = (scene().render_all(), scene().render_all());
        assert_eq!(once.documents, again.documents);
        assert_eq!(once.exports, again.exports);
    }
}

#[test]
fn vendor_names_stand_right_behind_ours_and_nowhere_else() {
    let mut scene = teams();
    let plain = scene.render_all();
    scene.settings.vendor_field_names = true;
    let vendor = scene.render_all();
    let aliases = ["stripe_", "paypal_", "moxfield_", "astrolabe_"];
    for (before, after) in plain.documents.iter().zip(&vendor.documents) {
        let (before, after) = (before.body.for_everyone(), after.body.for_everyone());
        let (before, after) = (String::from_utf8_lossy(&before), String::from_utf8_lossy(&after));
        assert!(aliases.iter().all(|alias| !before.contains(alias)));
        assert!(after.len() >= before.len());
    }
    let text = String::from_utf8_lossy(&body(&vendor, ViewKind::RoundTeamMatches, 201)).into_owned();
    for alias in ["astrolabe_url", "stripe_payment_intent_status", "moxfield_public_id"] {
        assert!(text.contains(&format!("\"{alias}\":")), "{alias}");
    }
}
