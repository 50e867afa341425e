//! Tests of all views together, of the registry, of the renderer's version, and of the recipe "How to add a view" in
//! `views/mod.rs`.

mod hidden_rounds;
mod stages;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use storage::ViewKind;

use super::VIEWS;
use super::output::digest;
use super::testing::{
    EVENT, Tree, announced, body, cut, draft, finished, judged, paired_again, seated, swiss, teams, waitlist,
};
use super::view::{Render, Scope};
use crate::settings::RENDERER_VERSION;

/// Files in this folder that are not views.
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
    assert_eq!(paths.len(), 9, "{paths:?}");
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

#[test]
fn what_the_public_sees_of_each_stage() {
    for (name, scene) in [("waitlist", waitlist()), ("seated", seated()), ("paired", paired_again()), ("cut", cut())] {
        let page = body(&scene.render_all(VIEWS), ViewKind::EventPage, EVENT);
        insta::assert_snapshot!(name, Tree::parse(&page).pretty());
    }
}

#[test]
fn rendering_twice_gives_the_same_bytes() {
    for scene in [swiss, teams, finished] {
        let (once, again) = (scene().render_all(VIEWS), scene().render_all(VIEWS));
        assert_eq!(once.documents, again.documents);
        assert_eq!(once.exports, again.exports);
    }
}

#[test]
fn vendor_names_stand_right_behind_ours_and_nowhere_else() {
    let mut scene = teams();
    let plain = scene.render_all(VIEWS);
    scene.settings.vendor_field_names = true;
    let vendor = scene.render_all(VIEWS);
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
