//! Clients that are generated from `/api/schema/`, in Python and in TypeScript, pass their type checkers, read an event
//! live, hand in a list and pull the export. An independent program reads the calendar of public events. `scripts/generated-clients` installs the generators.

use std::path::{Path, PathBuf};
use std::process::Command;

use e2e::crawl::id;
use e2e::things::Things;
use e2e::{TestApp, scene};
use serde_json::json;
use tempfile::TempDir;

/// The name of an event in the calendar: with the marks of the format, and longer than a line.
const NAME: &str = "Größe; Cup, \\ \"A\": ein Turnier mit einem Namen, der länger als eine Zeile ist – und 日本語 🂡";

/// A running event, and a folder with the document that the server answers.
struct Ground {
    app: TestApp,
    event: i64,
    folder: TempDir,
}

impl Ground {
    async fn prepare() -> Self {
        let (app, scene, _) = scene::with_finished_event().await;
        let things = Things::of_scene(&app, &scene).await;
        let folder = tempfile::tempdir().unwrap();
        let document = app.send(app.anonymous("/api/schema/")).await.json();
        std::fs::write(folder.path().join("openapi.json"), document.to_string()).unwrap();
        Self { app, event: things.stages.playing.event, folder }
    }

    /// Copies a file of this test into the folder.
    fn copy(&self, name: &str) {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface/generated_clients").join(name);
        std::fs::copy(from, self.folder.path().join(name)).unwrap();
    }

    /// Runs a program in the folder, with what a client needs to know.
    async fn run(&self, program: &Path, arguments: &[&str]) {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("ADDRESS", format!("http://{}", self.app.address()))
            .env("KEY", &self.app.key)
            .env("EVENT", self.event.to_string())
            .env("NAME", NAME)
            .env("PYTHONPATH", self.folder.path().join("client"))
            .env("NO_PROXY", "127.0.0.1");
        // The app runs on this thread, and answers while the program waits.
        let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap();
        let output =
            output.unwrap_or_else(|error| panic!("{}: {error}; run scripts/generated-clients", program.display()));
        let [said, complained] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert!(output.status.success(), "{} {arguments:?}:\n{said}\n{complained}", program.display());
    }
}

fn installed(path: &str) -> PathBuf {
    let kept = test_servers::kept_folder().join("generated-clients");
    kept.canonicalize().expect("run scripts/generated-clients").join(path)
}

#[tokio::test]
async fn a_generated_client_in_python_reads_and_writes() {
    let ground = Ground::prepare().await;
    ground.copy("config.yml");
    ground.copy("reader.py");
    let generate = [
        "generate",
        "--path",
        "openapi.json",
        "--config",
        "config.yml",
        "--fail-on-warning",
        "--output-path",
        "client",
    ];
    ground.run(&installed("venv/bin/openapi-python-client"), &generate).await;
    ground.run(&installed("venv/bin/mypy"), &["--strict", "--follow-imports=silent", "reader.py"]).await;
    ground.run(&installed("venv/bin/python"), &["reader.py"]).await;
    ground.app.stop().await;
}

#[tokio::test]
async fn an_independent_program_reads_the_calendar() {
    let mut ground = Ground::prepare().await;
    ground.copy("read_calendar.py");
    let fields = json!({ "name": NAME, "event_format": "LEGACY", "start_datetime": "2026-09-04T22:30:00Z" });
    ground.event = id(&ground.app.post("/api/v1/magic-events/", &fields).await.created());
    let canceled = json!({ "is_canceled": true });
    let path = format!("/api/v1/magic-events/{}/", ground.event);
    assert_eq!(ground.app.patch(&path, &canceled).await.status, 200);
    ground.run(&installed("venv/bin/python"), &["read_calendar.py"]).await;
    ground.app.stop().await;
}

#[tokio::test]
async fn a_generated_client_in_typescript_reads_and_writes() {
    let ground = Ground::prepare().await;
    ground.copy("reader.ts");
    std::os::unix::fs::symlink(installed("node_modules"), ground.folder.path().join("node_modules")).unwrap();
    ground.run(&installed("node_modules/.bin/openapi-typescript"), &["openapi.json", "-o", "schema.d.ts"]).await;
    let strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck"];
    let modules = ["--target", "es2022", "--module", "commonjs", "--moduleResolution", "node10", "--esModuleInterop"];
    let compile: Vec<_> = strict.into_iter().chain(modules).chain(["--types", "node", "reader.ts"]).collect();
    ground.run(&installed("node_modules/.bin/tsc"), &compile).await;
    ground.run(Path::new("node"), &["reader.js"]).await;
    ground.app.stop().await;
}
