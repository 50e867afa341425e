//! `docs/data.md`: each example runs against a service with events, and the tables of fields are those of the schemas.
//! `scripts/data-examples` installs the programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use e2e::archive::own_fixtures;
use e2e::openapi::{Json, all_schemas};
use e2e::source::{assert_part, read};
use e2e::{Options, TestApp};
use serde_json::Value;
use tempfile::TempDir;

const PAGE: &str = "docs/data.md";
/// The schemas of the records, with the headings of their tables.
const RECORDS: [(&str, &str); 6] = [
    ("TournamentRecord", "Tournaments"),
    ("StandingRecord", "`standings`"),
    ("RoundRecord", "`rounds`"),
    ("MatchRecord", "`matches`"),
    ("CardRecord", "`cards`"),
    ("ListRecord", "`decklists`"),
];

/// Runs SQL statements and prints their rows.
const DUCKDB: &str = "import sys, duckdb\nfor row in duckdb.sql(sys.stdin.read()).fetchall(): print(row)";

/// An example of the page.
#[derive(Debug)]
struct Example {
    language: String,
    code: String,
}

/// Returns the examples of the page in their order.
fn examples() -> Vec<Example> {
    let (mut examples, mut open) = (Vec::new(), None);
    for line in read(PAGE).lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => open = Some(Example { language: language.to_owned(), code: String::new() }),
            (Some(_), Some(_)) => examples.extend(open.take()),
            (Some(Example { code, .. }), None) => writeln!(code, "{line}").unwrap(),
            (None, None) => {}
        }
    }
    examples
}

/// A service with events, and the folder that the examples run in.
struct Ground {
    app: TestApp,
    folder: TempDir,
}

impl Ground {
    async fn prepare() -> Self {
        let app = TestApp::with(Options { anonymous_export: true, ..Options::default() }).await;
        for file in own_fixtures() {
            app.import(&file).await;
        }
        app.applied().await;
        let folder = tempfile::tempdir().unwrap();
        // The examples write the dumps that the service offers.
        std::fs::remove_dir_all(app.dumps()).unwrap();
        std::fs::create_dir(app.dumps()).unwrap();
        std::os::unix::fs::symlink(app.dumps(), folder.path().join("dumps")).unwrap();
        Self { app, folder }
    }

    /// Runs an example and returns what it prints.
    async fn run(&self, Example { language, code }: &Example) -> String {
        let python = test_servers::kept_folder().join("data-examples/venv/bin/python");
        let (program, arguments): (PathBuf, Vec<&str>) = match language.as_str() {
            "sh" => ("bash".into(), vec!["-euo", "pipefail", "-s"]),
            "sql" => (python, vec!["-c", DUCKDB]),
            "python" => (python, vec!["-"]),
            "r" => ("Rscript".into(), vec!["-"]),
            other => panic!("{PAGE} has an example in {other}, which no program runs"),
        };
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(self.folder.path()).envs(self.app.environment());
        let path = std::env::var("PATH").unwrap_or_default();
        let crosstable = e2e::program::program().unwrap();
        let own = crosstable.parent().unwrap();
        command.env("PATH", format!("{}:{path}", own.display())).env("NO_PROXY", "127.0.0.1");
        command.env("CROSSTABLE_URL", format!("http://{}", self.app.address())).env("CROSSTABLE_KEY", &self.app.key);
        let input = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut &input, code.as_bytes()).unwrap();
        std::io::Seek::rewind(&mut &input).unwrap();
        command.stdin(input);
        // The app runs on this thread, and answers while the program waits.
        let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}; run scripts/data-examples", program.display()));
        let [said, complained] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        assert!(output.status.success(), "{code}\n{said}\n{complained}");
        assert!(!said.trim().is_empty(), "this example prints nothing:\n{code}\n{complained}");
        said
    }
}

/// Returns the winner of each event by its name, as the service says.
async fn winners(app: &TestApp) -> BTreeMap<String, String> {
    let records = app.get("/api/v1/export/tournaments/?format=json").await.json();
    let winner = |record: &Value| {
        let lines = record["standings"].as_array().unwrap();
        let first = lines.iter().find(|line| line["place"] == 1).unwrap();
        (record["name"].as_str().unwrap().to_owned(), first["name"].as_str().unwrap().to_owned())
    };
    records.as_array().unwrap().iter().map(winner).collect()
}

#[tokio::test]
async fn each_example_runs_and_all_programs_find_the_same() {
    let ground = Ground::prepare().await;
    let winners = winners(&ground.app).await;
    assert!(winners.len() > 1);
    let mut languages = BTreeMap::new();
    for example in examples().iter().filter(|example| example.language != "text") {
        let said = ground.run(example).await;
        *languages.entry(example.language.clone()).or_insert(0) += 1;
        if example.code.contains("winner") {
            for (event, winner) in &winners {
                assert!(said.contains(event) && said.contains(winner), "{event}, {winner}:\n{}\n{said}", example.code);
            }
        }
        if example.code.contains("tournaments.ndjson\n") && example.code.contains("wc -l tournaments") {
            assert!(said.trim().starts_with(&winners.len().to_string()), "{said}");
        }
    }
    for (language, least) in [("sh", 6), ("sql", 4), ("python", 1), ("r", 1)] {
        assert!(languages.get(language).is_some_and(|count| *count >= least), "{language}: {languages:?}");
    }
    let files = std::fs::read_dir(ground.folder.path().join("mirror/tournaments")).unwrap().count();
    assert_eq!(files, winners.len());
    dumps_have_what_the_manifest_says(&ground).await;
    ground.app.stop().await;
}

/// DuckDB counts the lines of each table, and a second dump writes nothing.
async fn dumps_have_what_the_manifest_says(ground: &Ground) {
    let manifest: Value =
        serde_json::from_slice(&std::fs::read(ground.folder.path().join("manifest.json")).unwrap()).unwrap();
    let mut lines = BTreeMap::<String, i64>::new();
    for file in manifest["files"].as_array().unwrap() {
        *lines.entry(file["table"].as_str().unwrap().to_owned()).or_default() += file["lines"].as_i64().unwrap();
    }
    for (table, expected) in &lines {
        let code = format!("import duckdb\nprint(len(duckdb.read_json('files/{table}-*.ndjson.zst')))");
        let said = ground.run(&Example { language: "python".into(), code }).await;
        assert_eq!(said.trim(), expected.to_string(), "{table}");
    }
    let again = Example { language: "sh".into(), code: "crosstable dump --out dumps/ 2>&1".into() };
    let said = ground.run(&again).await;
    assert!(said.contains("0 files written, 0 removed"), "{said}");
}

#[test]
fn the_page_has_the_fields_of_the_records() {
    assert_part(PAGE, "fields: made from projector/src/views/export_records.rs", &tables());
}

/// Returns the tables of fields.
fn tables() -> String {
    let schemas: BTreeMap<String, Json> = all_schemas().into_iter().collect();
    let mut text = String::new();
    for (schema, heading) in RECORDS {
        let schema = schemas.get(schema).unwrap_or_else(|| panic!("no schema {schema}"));
        write!(text, "\n### {heading}\n\n| Field | Type | Meaning |\n|---|---|---|\n").unwrap();
        for (name, field) in schema.get("properties").unwrap().members() {
            let field = &serde_json::to_value(field).unwrap();
            let meaning = field["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|");
            writeln!(text, "| `{name}` | {} | {meaning} |", kind(field)).unwrap();
        }
    }
    text.push('\n');
    text
}

/// Returns the type of a field in words.
fn kind(field: &Value) -> String {
    if let Some(reference) = field["$ref"].as_str() {
        return format!("`{}`", reference.rsplit('/').next().unwrap_or_default());
    }
    for list in ["oneOf", "allOf", "anyOf"] {
        if let Some(kinds) = field[list].as_array() {
            return kinds.iter().map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    let one = |name: &str| match (name, field["format"].as_str()) {
        ("array", _) => format!("array of {}", kind(&field["items"])),
        ("string", Some("date-time")) => "time".to_owned(),
        (name, _) => name.to_owned(),
    };
    match &field["type"] {
        Value::String(name) => one(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or "),
        _ => "any".to_owned(),
    }
}
