//! Runs the commands of the chapter on systemd in `docs/deployment.md`, as root on an empty machine (`tests/machine`).
//! The last one is `doctor`, which fails if it finds a problem.

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::tempdir_in;

use crate::common::{stderr, stdout};

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Returns the command blocks of the chapter: for one process, and for several.
fn blocks() -> [String; 2] {
    let page = std::fs::read_to_string(format!("{PROJECT}/docs/deployment.md")).unwrap();
    let (_, chapter) = page.split_once("\n## systemd\n").expect("the chapter on systemd");
    let (chapter, _) = chapter.split_once("\n## ").expect("the next chapter");
    let blocks = chapter.split("```sh\n").skip(1).map(|rest| rest.split_once("```").expect("the end").0.to_owned());
    blocks.collect::<Vec<_>>().try_into().expect("two blocks")
}

/// Runs commands of the page in the folder of a release, and then the checks. Returns the output.
fn carried_out(commands: &str, checks: &str) -> String {
    let release = tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let copied = Command::new("cp").arg("-r").arg(format!("{PROJECT}/deploy")).arg(release.path()).status().unwrap();
    assert!(copied.success());
    std::fs::copy(env!("CARGO_BIN_EXE_crosstable"), release.path().join("crosstable")).unwrap();
    let folder = tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let script = folder.path().join("commands");
    std::fs::write(&script, format!("{commands}\n{checks}")).unwrap();
    let output = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/machine/machine"))
        .args([release.path(), &script])
        .stdin(Stdio::null())
        .output()
        .expect("bash");
    let (printed, complained) = (stdout(&output), stderr(&output));
    assert!(output.status.success(), "{printed}\n{complained}");
    printed
}

#[test]
fn one_process_is_set_up_by_the_commands_of_the_page() {
    let [commands, _] = blocks();
    let printed = carried_out(
        &commands,
        r#"
        echo "folder $(stat --format %a /var/lib/crosstable)"
        owner=$(stat --format %u /var/lib/crosstable)
        echo "files of others: $(find /var/lib/crosstable -not -user "$owner" | wc -l)"
        echo "open files: $(find /var/lib/crosstable -type f -perm /077 | wc -l)"
        echo "lines on NATS: $(grep --count --ignore-case nats /run/units/crosstable.service.log || true)"
        cat /var/lib/crosstable/served-as.json
        "#,
    );
    assert!(printed.lines().any(|line| line.starts_with("sk_")), "{printed}");
    for expected in ["folder 700", "files of others: 0", "open files: 0", "lines on NATS: 0", "https://events.example"]
    {
        assert!(printed.contains(expected), "{expected} is missing:\n{printed}");
    }
    assert!(!printed.contains("WRONG"), "{printed}");
}

#[test]
fn several_processes_are_set_up_by_the_commands_of_the_page() {
    let [_, commands] = blocks();
    let printed = carried_out(
        &commands,
        r#"
        key=$(crosstable keys issue --organization 1 --name check --role ADMIN \
          --database-url-file /etc/crosstable/secrets/events-url-write-api)
        ask() { curl --silent --fail --retry 60 --retry-delay 1 --retry-all-errors --header "X-API-Key: $key" "$@"; }
        made=$(ask --json '{"name": "Open", "event_format": "LEGACY"}' http://127.0.0.1:8080/api/v1/magic-events/)
        echo "made $made"
        id=$(sed -E 's/.*"id":([0-9]+).*/\1/' <<<"$made")
        echo "read $(ask "http://127.0.0.1:8080/api/v1/magic-events/$id/")"
        echo "secrets $(stat --format %a /etc/crosstable/secrets)"
        runuser -u nats -- cat /etc/crosstable/nats/passwords.conf >/dev/null
        runuser -u postgres -- cat /etc/crosstable/nats/passwords.conf 2>/dev/null || echo "closed to postgres"
        "#,
    );
    assert!(!printed.contains("WRONG"), "{printed}");
    for expected in ["made {", "read {", "secrets 700", "closed to postgres", "fine   NATS"] {
        assert!(printed.contains(expected), "{expected} is missing:\n{printed}");
    }
}
