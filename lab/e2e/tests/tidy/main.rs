//! Checks of the source tree for the rules of `docs/architecture.md` and of the project.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod roads;

use std::collections::BTreeSet;

use e2e::foreign_ids;
use e2e::limits::page as table_of_limits;
use e2e::machines::diagrams;
use e2e::modules::Modules;
use e2e::permissions;
use e2e::recordings::{page as table_of_metrics, recordings};
use e2e::source::{SourceFile, assert_part, assert_written, dependencies, files, mentions, read, root};
use service_kit::metrics::table::METRICS;
use storage::ViewKind;

/// All crates but the drills and the benchmarks.
const SERVICES: &[&str] = &[
    "proto-events",
    "domain",
    "storage",
    "service-kit",
    "api-kit",
    "importers",
    "write-api",
    "sender",
    "web",
    "projector",
    "read-api",
    "crosstable",
    "test-servers",
];

/// The folder of each crate, and the workspace's crates that it may depend on.
const MAY_DEPEND_ON: [(&str, &[&str]); 16] = [
    // Its tests use its own feature `testing`.
    ("proto-events", &["proto-events"]),
    ("domain", &["proto-events"]),
    ("test-servers", &[]),
    ("storage", &["proto-events", "domain", "test-servers"]),
    ("service-kit", &["test-servers"]),
    ("api-kit", &["proto-events", "domain", "storage", "service-kit", "test-servers"]),
    ("importers", &["proto-events", "domain", "storage", "service-kit"]),
    // Its tests run an event of imported players over HTTP; the write side itself knows no importer.
    ("write-api", &["proto-events", "domain", "storage", "service-kit", "api-kit", "importers", "test-servers"]),
    ("sender", &["proto-events", "domain", "storage", "service-kit", "api-kit", "write-api"]),
    ("web", &["proto-events", "domain", "storage", "service-kit", "api-kit", "importers", "write-api"]),
    ("projector", &["proto-events", "domain", "storage", "service-kit", "test-servers"]),
    ("read-api", &["proto-events", "domain", "storage", "service-kit", "api-kit", "web"]),
    ("crosstable", SERVICES),
    ("lab/e2e", SERVICES),
    ("lab/drills", &["proto-events", "domain", "storage", "service-kit", "api-kit", "test-servers", "e2e"]),
    ("lab/bench", &["proto-events", "storage", "service-kit", "test-servers", "e2e"]),
];

/// Fails with one line for each finding.
#[track_caller]
fn assert_none(rule: &str, found: &[String]) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

/// This file, which names what it forbids.
const HERE: &str = "lab/e2e/tests/tidy/main.rs";

/// The files of Rust for which a condition holds.
fn sources(is_meant: impl Fn(&SourceFile) -> bool) -> Vec<SourceFile> {
    files(&[".rs"]).into_iter().filter(is_meant).collect()
}

/// The lines for which a condition holds, each with its place.
fn lines(files: &[SourceFile], is_found: impl Fn(&str) -> bool) -> Vec<String> {
    let of = |file: &SourceFile| places(file, (1..).zip(file.text.lines()), &is_found);
    files.iter().flat_map(of).collect()
}

/// The same of lines of code, without comments and test modules.
fn lines_of_code(files: &[SourceFile], is_found: impl Fn(&str) -> bool) -> Vec<String> {
    files.iter().flat_map(|file| places(file, file.code(), &is_found)).collect()
}

fn places<'a>(
    file: &SourceFile,
    lines: impl Iterator<Item = (usize, &'a str)>,
    is_found: impl Fn(&str) -> bool,
) -> Vec<String> {
    let found = lines.filter(|(_, line)| is_found(line));
    found.map(|(number, line)| format!("{}:{number}: {}", file.path, line.trim())).collect()
}

#[test]
fn crates_depend_on_each_other_in_one_direction() {
    let ours: BTreeSet<_> = MAY_DEPEND_ON.iter().filter_map(|(folder, _)| folder.split('/').next_back()).collect();
    let mut found = Vec::new();
    for (name, allowed) in MAY_DEPEND_ON {
        let manifest = read(&format!("{name}/Cargo.toml"));
        let sections = ["dependencies", "dev-dependencies", "build-dependencies"];
        for dependency in sections.iter().flat_map(|section| dependencies(&manifest, section)) {
            if ours.contains(dependency.as_str()) && !allowed.contains(&dependency.as_str()) {
                found.push(format!("{name} depends on {dependency}"));
            }
        }
    }
    assert_none("dependencies that docs/architecture.md does not have", &found);
}

/// The feature `write-side` of `web` brings the write side with it.
#[test]
fn the_read_side_does_not_depend_on_the_write_side_through_web() {
    assert!(read("Cargo.toml").contains("\nweb = { path = \"web\", default-features = false }\n"));
    assert!(read("read-api/Cargo.toml").contains("\nweb.workspace = true"), "read-api enables a feature of web");
}

#[test]
fn modules_and_folders_form_no_circles() {
    let mut found = Vec::new();
    for (name, _) in MAY_DEPEND_ON {
        let modules = Modules::of_crate(name);
        for circle in modules.circles().into_iter().chain(modules.circles_of_folders()) {
            found.push(format!("{name}: {:?}\n  {}", circle.modules, circle.imports.join("\n  ")));
        }
    }
    assert_none("modules or folders that depend on each other", &found);
}

#[test]
fn every_crate_is_in_the_graph_and_under_the_lints() {
    let mut members: Vec<_> = read("Cargo.toml")
        .split_once("members = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .map(|(list, _)| list.split(',').map(|name| name.trim().trim_matches('"').to_owned()).collect())
        .expect("a list of members");
    members.retain(|name: &String| !name.is_empty());
    let mut graph: Vec<_> = MAY_DEPEND_ON.iter().map(|(name, _)| (*name).to_owned()).collect();
    members.sort();
    graph.sort();
    assert_eq!(members, graph, "a crate is missing from the graph");
    for name in members {
        let manifest = read(&format!("{name}/Cargo.toml"));
        assert!(manifest.contains("[lints]\nworkspace = true"), "{name} is not under the workspace's lints");
    }
}

#[test]
fn the_lints_that_rules_rest_on_are_on() {
    let manifest = read("Cargo.toml");
    for lint in [
        "unwrap_used",
        "expect_used",
        "panic",
        "todo",
        "unimplemented",
        "dbg_macro",
        "disallowed_methods",
        "too_many_lines",
    ] {
        assert!(manifest.contains(&format!("\n{lint} = \"warn\"")), "{lint} is off");
    }
    assert!(manifest.contains("unsafe_code = \"forbid\""));
    let clippy = read("clippy.toml");
    assert!(clippy.contains("too-many-lines-threshold = 70"));
    for banned in ["chrono::Utc::now", "std::time::SystemTime::now", "rand::rng", "std::thread::sleep"] {
        assert!(clippy.contains(&format!("\"{banned}\"")), "{banned} is not banned");
    }
    assert!(read(".ci/checks").contains("-D warnings"), "warnings are errors in CI");
}

#[test]
fn sql_stands_in_storage_alone() {
    let patterns: [(&str, &str); 8] = [
        ("SELECT ", " FROM "),
        ("INSERT INTO ", ""),
        ("UPDATE ", " SET "),
        ("DELETE FROM ", ""),
        ("CREATE TABLE ", ""),
        ("PRAGMA ", ""),
        ("sqlx::query", ""),
        ("BEGIN IMMEDIATE", ""),
    ];
    let outside = sources(|file| !file.path.starts_with("storage/") && file.path != HERE);
    let found = lines(&outside, |line| {
        let is_comment = line.trim_start().starts_with("//");
        !is_comment && patterns.iter().any(|(one, two)| line.contains(one) && line.contains(two))
    });
    assert_none("SQL outside storage/ and migrations/", &found);
}

#[test]
fn transactions_are_begun_in_one_place() {
    let inside = sources(|file| {
        file.path.starts_with("storage/src/") && !file.is_test() && file.path != "storage/src/transaction.rs"
    });
    // Read-only transactions are allowed.
    let begins = |line: &str| [".begin()", ".begin_with("].iter().any(|call| line.contains(call));
    let found = lines_of_code(&inside, |line| begins(line) && !line.contains("READ ONLY"));
    assert_none("transactions that do not close their connection when they fail", &found);
}

#[test]
fn files_are_written_durably() {
    let product = sources(|file| {
        let is_elsewhere = ["lab/", "test-servers/"].iter().any(|folder| file.path.starts_with(folder));
        let may_write = file.path == "storage/src/files.rs" || file.path.ends_with("build.rs");
        !file.is_test() && !is_elsewhere && !may_write
    });
    let found = lines_of_code(&product, |line| {
        let line = line.replace("NewFile::create", "");
        ["fs::write(", "File::create", "OpenOptions::new"].iter().any(|call| line.contains(call))
    });
    assert_none("files written without storage/src/files.rs", &found);
}

#[test]
fn files_stay_below_500_lines() {
    let long = files(&[".rs"]).into_iter().filter_map(|file| {
        let lines = file.text.lines().count();
        (lines > 500).then(|| format!("{} has {lines} lines", file.path))
    });
    assert_none("files above 500 lines", &long.collect::<Vec<_>>());
}

#[test]
fn no_function_is_excused_from_the_limit_of_70_lines() {
    assert_not_allowed(&["clippy::too_many_lines"], false);
}

#[test]
fn nothing_outside_tests_may_unwrap_or_panic() {
    assert_not_allowed(
        &["clippy::unwrap_used", "clippy::expect_used", "clippy::panic", "clippy::todo", "clippy::unimplemented"],
        true,
    );
}

/// Checks that no attribute lets these lints pass.
#[track_caller]
fn assert_not_allowed(lints: &[&str], tests_may: bool) {
    let files = sources(|file| file.path != HERE && !(tests_may && file.is_test()));
    let lets_pass = |line: &str| line.contains("allow(") || line.contains("expect(");
    let found = lines_of_code(&files, |line| lets_pass(line) && lints.iter().any(|lint| line.contains(lint)));
    assert_none("lints that must not be allowed there", &found);
}

#[test]
fn the_clock_and_the_dice_are_read_in_one_place() {
    let shell = ["service-kit/src/clock.rs", "service-kit/src/random.rs"];
    let outside = sources(|file| !shell.contains(&file.path.as_str()) && file.path != HERE);
    let found = lines(&outside, |line| line.contains("allow(clippy::disallowed_methods"));
    assert_none("clock or randomness outside the shell", &found);
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent = sources(|file| !file.path.ends_with("/tests.rs") && !file.text.starts_with("//!"));
    let silent = silent.into_iter().map(|file| file.path);
    assert_none("files without a head", &silent.collect::<Vec<_>>());
}

#[test]
fn nothing_is_left_for_later() {
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("XX", "X:"),
        concat!("#[ign", "ore"),
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
    ];
    let all = files(&[".rs", ".md", ".toml", ".sql", ".html", ".css"]);
    let found = lines(&all, |line| marks.iter().any(|mark| line.contains(mark)));
    assert_none("left-over marks", &found);
}

/// Files that decide what an event means. A wildcard in a match would lose a new event without an error.
const EVENT_FILES: [&str; 6] = [
    "domain/src/convention.rs",
    "domain/src/organization.rs",
    "domain/src/user.rs",
    "domain/src/decklist.rs",
    "domain/src/tournament/facts.rs",
    "domain/src/tournament/fold.rs",
];

#[test]
fn folds_and_audits_name_every_event() {
    let files = EVENT_FILES.map(|path| SourceFile { path: path.to_owned(), text: read(path) });
    let found = lines_of_code(&files, |line| line.trim_start().starts_with("_ =>"));
    assert_none("wildcards in matches of events", &found);
}

/// Phrases that readers of plain English stumble over. They are spelled so that this file does not contain them.
const PHRASES: [&str; 9] = [
    concat!("who", "ever"),
    concat!("no", "body"),
    concat!("some", "body"),
    concat!("be", "side"),
    concat!("is ", "told"),
    concat!("are ", "told"),
    concat!("but", " for"),
    concat!("by", " turns"),
    concat!("for", " good"),
];
/// The line that may contain such a phrase: it names an account on Unix.
const MEANT: &str = "test-servers/src/process.rs";

#[test]
fn comments_and_documents_are_in_plain_english() {
    let mut found = Vec::new();
    for file in files(&[".rs", ".md", ".html"]) {
        for (number, line) in (1..).zip(file.text.lines()) {
            let prose = if file.path.ends_with(".rs") { comment_of(line) } else { line };
            let words = format!(" {} ", prose.to_lowercase().replace(|letter: char| !letter.is_alphabetic(), " "));
            if PHRASES.iter().any(|phrase| words.contains(&format!(" {phrase} "))) && file.path != MEANT {
                found.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
        }
    }
    assert_none("phrases to avoid", &found);
}

/// The comment in a line of code, if there is one.
fn comment_of(line: &str) -> &str {
    line.find("//").map_or("", |at| &line[at..])
}

#[test]
fn files_that_comments_and_pages_name_exist() {
    let all = files(&[".rs", ".md"]);
    let paths: BTreeSet<&str> = all.iter().map(|file| file.path.as_str()).collect();
    let exists = |name: &str| {
        paths
            .iter()
            .any(|path| path.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('/')))
    };
    let mut missing = Vec::new();
    for file in all.iter().filter(|file| file.path != "CHANGELOG.md") {
        for (number, line) in (1..).zip(file.text.lines()) {
            let prose = if file.path.ends_with(".rs") { comment_of(line) } else { line };
            let named = prose
                .split('`')
                .skip(1)
                .step_by(2)
                .filter(|name| name.ends_with(".rs") && !name.contains([' ', '*', '<']));
            missing.extend(named.filter(|name| !exists(name)).map(|name| format!("{}:{number}: {name}", file.path)));
        }
    }
    assert_none("files that do not exist", &missing);
}

#[test]
fn no_file_names_a_place_on_somebodys_machine() {
    let here = root().parent().map(|folder| format!("{}/", folder.display())).expect("a folder around the checkout");
    if here.len() < 4 {
        return;
    }
    let found = files(&[".rs", ".md", ".toml", ".sql", ".html", ".snap", ".json", ".yml"]);
    let found = found.into_iter().filter(|file| file.text.contains(&here)).map(|file| file.path);
    assert_none("paths of one machine", &found.collect::<Vec<_>>());
}

#[test]
fn every_kind_of_view_is_rendered_and_has_a_name_of_its_own() {
    let projector: String = files(&[".rs"])
        .into_iter()
        .filter(|file| file.path.starts_with("projector/src/"))
        .flat_map(|file| file.code().map(|(_, line)| format!("{line}\n")).collect::<Vec<_>>())
        .collect();
    let unrendered = ViewKind::ALL.iter().map(|kind| format!("ViewKind::{kind:?}"));
    let unrendered: Vec<_> = unrendered.filter(|name| !mentions(&projector, name)).collect();
    assert_none("views that nothing renders", &unrendered);
    let names: BTreeSet<_> = ViewKind::ALL.iter().map(|kind| kind.stored_name()).collect();
    assert_eq!(names.len(), ViewKind::ALL.len());
}

#[test]
fn every_dependency_says_what_it_earns_its_place_by() {
    let manifest = read("Cargo.toml");
    let earned = manifest.split_once("# Earned").expect("the block of what was earned").1;
    let earned = earned.split_once("\n[").expect("the end of the block").0;
    let lines = earned.lines().skip(1).map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let silent: Vec<_> = lines.filter(|line| !line.contains(" # ")).map(String::from).collect();
    assert_none("dependencies without a reason", &silent);
}

#[test]
fn the_page_of_permissions_is_the_table_in_the_code() {
    assert_written("docs/permissions.md", &permissions::page());
}

#[test]
fn every_metric_is_recorded_and_everything_recorded_is_in_the_table() {
    let (mut found, mut recorded) = (Vec::new(), BTreeSet::new());
    for recording in recordings() {
        let metric = METRICS.iter().find(|metric| Some(metric.name) == recording.name.as_deref());
        let fits = metric.is_some_and(|metric| {
            recorded.insert(metric.name);
            let labels: BTreeSet<_> = metric.labels.iter().map(ToString::to_string).collect();
            metric.kind.name() == recording.kind && labels == recording.labels
        });
        if !fits {
            found.push(format!("{recording:?}"));
        }
    }
    found.extend(METRICS.iter().filter(|it| !recorded.contains(it.name)).map(|it| format!("{} never", it.name)));
    assert_none("recordings that are not as service-kit/src/metrics/table.rs says", &found);
}

#[test]
fn tables_and_diagrams_of_pages_are_those_in_the_code() {
    for (path, mark, fresh) in [
        ("docs/operations.md", "metrics: made from service-kit/src/metrics/table.rs", table_of_metrics()),
        ("docs/security.md", "limits: made from service-kit/src/limits.rs", table_of_limits()),
        ("docs/security.md", "foreign ids: made from lab/e2e/src/foreign_ids.rs", foreign_ids::page()),
        ("docs/organizer.md", "machines: made from domain/src/machines.rs", diagrams()),
    ] {
        assert_part(path, mark, &fresh);
    }
}
