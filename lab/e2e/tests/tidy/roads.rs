//! Checks the chapter "Roads" of `docs/architecture.md` against the code: every function that it names is in the named file,
//! and where it says that one function calls the next, the call is there.

use std::collections::BTreeSet;

use e2e::source::{mentions, read};

/// One named function of a road.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Step {
    file: String,
    function: String,
    /// How the road comes to it.
    by: By,
}

/// How a road comes to a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// `→`: the function before names it.
    Call,
    /// `⇢`: through a table, a trait, a channel or a small function.
    HandOver,
    /// "which uses": the function before names it, and the road goes on from that function.
    Use,
}

/// Returns the roads of the page: the numbered lists below the heading "Roads".
fn roads(page: &str) -> Vec<Vec<Step>> {
    let (_, chapter) = page.split_once("\n## Roads\n").expect("a chapter \"Roads\"");
    let chapter = chapter.split("\n## ").next().expect("text");
    let mut roads: Vec<Vec<Step>> = Vec::new();
    for line in chapter.lines() {
        let Some((number, text)) = line.split_once(". `").or_else(|| line.split_once(". ")) else { continue };
        if number.parse::<u32>().is_err() {
            continue;
        }
        if number == "1" {
            roads.push(Vec::new());
        }
        let road = roads.last_mut().expect("a road begins with its first step");
        road.extend(steps(text));
    }
    roads
}

/// Reads a line without its number: an arrow, a file, and functions with arrows between them.
fn steps(line: &str) -> Vec<Step> {
    let arrow = |text: &str| if text.contains('→') { By::Call } else { By::HandOver };
    let (file, functions) =
        line.trim_start_matches(['→', '⇢', ' ', '`']).split_once("`: ").expect("a file and functions");
    let mut by = arrow(&line[..line.len() - functions.len()]);
    let mut steps = Vec::new();
    for (place, text) in functions.split('`').enumerate().skip(1) {
        match place % 2 {
            0 if text.contains("which uses") => by = By::Use,
            0 => by = arrow(text),
            _ => steps.push(Step { file: file.into(), function: text.into(), by }),
        }
    }
    steps
}

/// Returns the bodies of all functions of that name in the file; trait methods without a body are left out.
fn bodies(source: &str, function: &str) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    let names = |line: &str| {
        let rest = line.split_once("fn ").and_then(|(_, rest)| rest.strip_prefix(function));
        rest.is_some_and(|rest| rest.starts_with(['(', '<']))
    };
    let heads = lines.iter().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//") && names(line));
    let body = |(at, head): (usize, &&str)| {
        let end = format!("{}}}", &head[..head.len() - head.trim_start().len()]);
        let length = lines[at..].iter().position(|line| **line == end)?;
        Some(lines[at + 1..at + length].join("\n"))
    };
    heads.filter_map(body).collect()
}

/// Returns what is wrong with a road.
fn faults(road: &[Step]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut before: Option<&Step> = None;
    for step in road {
        if bodies(&read(&step.file), &step.function).is_empty() {
            faults.push(format!("{} has no function {}", step.file, step.function));
        }
        if let Some(caller) = before.filter(|_| step.by != By::HandOver) {
            let bodies = bodies(&read(&caller.file), &caller.function);
            if !bodies.iter().any(|body| mentions(body, &step.function)) {
                faults.push(format!("{} in {} does not call {}", caller.function, caller.file, step.function));
            }
        }
        before = if step.by == By::Use { before } else { Some(step) };
    }
    faults
}

#[test]
fn roads_are_as_the_page_says() {
    let roads = roads(&read("docs/architecture.md"));
    assert!(roads.len() >= 4, "the page describes the roads of a result, a round, a list and standings");
    assert!(roads.iter().all(|road| road.len() >= 6), "each road goes to the store or to the answer: {roads:?}");
    let faults: Vec<_> = roads.iter().flat_map(|road| faults(road)).collect();
    assert!(faults.is_empty(), "docs/architecture.md, \"Roads\":\n{}", faults.join("\n"));
}

#[test]
fn a_request_reaches_the_log_through_few_files() {
    let roads = roads(&read("docs/architecture.md"));
    for road in roads {
        let mut files: Vec<_> = road.into_iter().map(|step| step.file).collect();
        files.dedup();
        let most = if files[0].starts_with("write-api/") { 6 } else { 16 };
        assert!(files.len() <= most, "{} files: {files:?}", files.len());
    }
}

#[test]
fn a_result_reaches_its_reader_through_few_functions_and_crates() {
    let roads = roads(&read("docs/architecture.md"));
    let with = |file: &str| roads.iter().find(|road| road.iter().any(|step| step.file == file)).expect("a road");
    let (stored, shown) = (with("write-api/src/matches/report_result.rs"), with("read-api/src/router.rs"));
    let steps: Vec<_> = stored.iter().chain(shown).collect();
    let crates: BTreeSet<_> = steps.iter().map(|step| step.file.split('/').next()).collect();
    assert!(steps.len() <= 30 && crates.len() <= 8, "{} functions in {crates:?}", steps.len());
}

#[test]
fn lines_are_read_as_they_are_meant() {
    let step = |file: &str, function: &str, by| Step { file: file.into(), function: function.into(), by };
    assert_eq!(steps("a.rs`: `one`"), [step("a.rs", "one", By::HandOver)]);
    assert_eq!(steps("→ `b.rs`: `two` → `three`"), [step("b.rs", "two", By::Call), step("b.rs", "three", By::Call)]);
    let line = "⇢ `c.rs`: `four` ⇢ `five`, which uses `six`";
    let fourth = [step("c.rs", "four", By::HandOver), step("c.rs", "five", By::HandOver), step("c.rs", "six", By::Use)];
    assert_eq!(steps(line), fourth);
}

#[test]
fn missing_functions_and_calls_are_found() {
    let code = "fn one() {\n    two_more();\n    three();\n}\n\ntrait T {\n    fn four(&self);\n}\n";
    assert_eq!(bodies(code, "one"), ["    two_more();\n    three();"]);
    assert!(bodies(code, "four").is_empty());
    assert!(mentions(&bodies(code, "one")[0], "three"));
    assert!(!mentions(&bodies(code, "one")[0], "two"));
}
