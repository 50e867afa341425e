//! The packages `standardwebhooks` of PyPI and npm verify messages. `scripts/generated-clients` installs them.

use std::path::{Path, PathBuf};
use std::process::Command;

use e2e::hook_receiver::Delivered;
use serde_json::json;

use crate::webhooks::given::Scene;

fn installed(path: &str) -> PathBuf {
    let kept = test_servers::kept_folder().join("generated-clients");
    kept.canonicalize().expect("run scripts/generated-clients").join(path)
}

/// Two messages: one with one signature, one from while the secret rotates; and the two secrets.
async fn messages() -> (Vec<Delivered>, [String; 2]) {
    let scene = Scene::start().await;
    let event = scene.event().await;
    scene.receiver.gets(1).await;
    let secret = scene.tell("rotate-secret/").await.json()["secret"].as_str().unwrap().to_owned();
    scene.rename(event, "Größe; 日本語").await;
    let got = scene.receiver.gets(2).await;
    scene.app.stop().await;
    (got, [scene.secret, secret])
}

/// Runs a program that verifies messages. It fails if one that must be right is not, or the other way around.
fn verify((got, [old, new]): &(Vec<Delivered>, [String; 2]), program: &Path, script: &str) {
    let folder = tempfile::tempdir().unwrap();
    let script_file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/system/webhooks").join(script);
    std::fs::copy(script_file, folder.path().join(script)).unwrap();
    std::os::unix::fs::symlink(installed("node_modules"), folder.path().join("node_modules")).unwrap();
    let case = |delivered: &Delivered, secret: &str, body: &str, is_right: bool| {
        let headers = ["webhook-id", "webhook-timestamp", "webhook-signature"];
        let headers: serde_json::Map<_, _> =
            headers.into_iter().map(|name| (name.to_owned(), json!(delivered.header(name)))).collect();
        json!({ "secret": secret, "headers": headers, "body": body, "right": is_right })
    };
    let (first, second) = (&got[0], &got[1]);
    let cases = json!([
        case(first, old, &first.body, true),
        case(first, new, &first.body, false),
        case(second, old, &second.body, true),
        case(second, new, &second.body, true),
        case(second, new, &first.body, false),
    ]);
    std::fs::write(folder.path().join("cases.json"), cases.to_string()).unwrap();
    let output = Command::new(program).arg(script).current_dir(folder.path()).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}; run scripts/generated-clients", program.display()));
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}

#[tokio::test]
async fn independent_programs_in_python_and_javascript_verify_messages() {
    let sent = messages().await;
    verify(&sent, &installed("venv/bin/python"), "verify.py");
    verify(&sent, Path::new("node"), "verify.js");
}
