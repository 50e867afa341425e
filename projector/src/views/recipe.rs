//! Tests of the registry, and of the recipe "How to add a view" in `views/mod.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use storage::ViewKind;

use super::VIEWS;
use super::testing::{announced, draft, finished, judged, swiss, teams};
use super::view::{Render, Scope};

/// Files in this folder that are not views.
const OTHERS: [&str; 8] = ["interface_keys", "mod", "output", "recipe", "schemas", "stages", "testing", "view"];

/// The kinds that a view renders for other organizations, and that belong to other views.
const ELSEWHERE: (&str, [ViewKind; 3]) =
    ("attached_decklists", [ViewKind::Decklist, ViewKind::DecklistRevisions, ViewKind::FixedDecklist]);

#[test]
fn every_file_is_a_view_with_one_entry_in_the_registry() {
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/views")).unwrap();
    let files = files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let mut files: Vec<String> = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    files.retain(|name| !OTHERS.contains(&&**name));
    files.sort();
    let mut names: Vec<&str> = VIEWS.iter().map(|view| view.name).collect();
    names.sort_unstable();
    assert_eq!(files, names);
}

#[test]
fn every_kind_of_document_has_one_view() {
    let kinds: Vec<ViewKind> = VIEWS.iter().flat_map(|view| view.kinds).copied().collect();
    assert_eq!(kinds, ViewKind::ALL);
    for view in VIEWS {
        assert!(view.kinds.iter().all(|kind| kind.may_lag() == view.may_lag), "{}", view.name);
        assert_eq!(view.kinds.is_empty(), view.name == ELSEWHERE.0, "{}", view.name);
    }
}

#[test]
fn views_of_tournaments_render_the_kinds_of_their_entries() {
    let mut rendered = BTreeMap::<&str, BTreeSet<ViewKind>>::new();
    for view in VIEWS {
        let Render::Tournament(render) = view.render else {
            assert!(!view.may_lag, "{}: only documents of tournaments may lag", view.name);
            continue;
        };
        for scene in [announced(), draft(), finished(), judged(), swiss(), teams()] {
            let out = scene.render(render, &Scope::Everything);
            let kinds = out.documents.iter().map(|document| document.key.kind);
            let kinds = kinds.chain(out.removed.iter().map(|removal| removal.key.kind));
            let kinds = kinds.chain(out.records.iter().map(|_| ViewKind::ExportRecord));
            rendered.entry(view.name).or_default().extend(kinds);
        }
        let others = if view.name == ELSEWHERE.0 { &ELSEWHERE.1[..] } else { &[] };
        let rendered = &rendered[view.name];
        assert!(rendered.iter().all(|kind| view.kinds.contains(kind) || others.contains(kind)), "{}", view.name);
        assert!(!view.may_lag || view.kinds.iter().all(|kind| rendered.contains(kind)), "{}", view.name);
    }
}

#[test]
fn the_recipe_names_files_that_exist() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(here.join("src/views/mod.rs")).unwrap();
    let recipe: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
    let recipe = recipe.join("\n");
    let paths = recipe.split('`').filter(|part| part.ends_with(".rs") && !part.contains('<'));
    let paths: Vec<&str> = paths.collect();
    assert_eq!(paths.len(), 5, "{paths:?}");
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
