//! `crosstable doctor` on PostgreSQL databases and NATS.

use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;
use test_servers::nats::{Encryption, Login, Version};
use test_servers::{Nats, Postgres};

use crate::common::{refused, run, said, stderr, stdout, store};

/// Returns the names of the checks that found a problem, and the whole report.
fn wrong(folder: &Path, arguments: &[&str]) -> (Vec<String>, String) {
    let output = run(folder, &[&["doctor", "--json"], arguments].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    let findings = report["findings"].as_array().unwrap();
    let wrong = findings.iter().filter(|finding| finding["state"] == "wrong");
    let wrong: Vec<String> = wrong.map(|finding| finding["check"].as_str().unwrap().to_owned()).collect();
    assert_eq!((output.status.success(), report["sound"] == true), (wrong.is_empty(), wrong.is_empty()));
    (wrong, stdout(&output))
}

#[tokio::test]
async fn each_process_is_checked_for_the_rights_that_it_needs() {
    let folder = tempdir().unwrap();
    let postgres = Postgres::shared().unwrap();
    postgres.role("doctor_reader").unwrap();
    let (events, views) = (postgres.database().await.unwrap(), postgres.database().await.unwrap());
    let as_owner = (events.url(), views.url());
    let as_reader = (events.url_as("doctor_reader"), views.url_as("doctor_reader"));
    let empty = wrong(folder.path(), &["--database-url", &as_owner.0, "--views-database-url", &as_owner.1]).0;
    assert_eq!(empty, ["log database", "views database"]);
    let owner_reading = ["--roles", "read-api", "--views-database-url", &as_owner.1];
    let (_, report) = wrong(folder.path(), &owner_reading);
    assert!(report.contains("run `crosstable migrate`"), "{report}");

    let migrate = ["migrate", "--database-url", &as_owner.0, "--views-database-url", &as_owner.1];
    said(folder.path(), &migrate);
    let reading = ["--roles", "read-api", "--views-database-url", &as_reader.1];
    let (found, report) = wrong(folder.path(), &reading);
    assert!(found == ["rights on the views"] && report.contains("grant_reading"), "{report}");

    let grants = ["--log-readers", "doctor_reader", "--views-readers", "doctor_reader"];
    said(folder.path(), &[&migrate[..], &grants].concat());
    let (found, report) = wrong(folder.path(), &reading);
    assert!(found.is_empty() && report.contains("may read, and nothing else"), "{report}");

    assert_eq!(wrong(folder.path(), &owner_reading).0, ["rights on the views"], "too much");
    let projector = ["--roles", "projector", "--database-url", &as_reader.0, "--views-database-url", &as_owner.1];
    let (found, report) = wrong(folder.path(), &projector);
    assert!(found.is_empty(), "{report}");
    // The role of a projector may not read passwords, and everything else is sound.
    let as_projector = ["--database-url", &as_reader.0, "--views-database-url", &as_owner.1, "verify"];
    let verified = refused(folder.path(), &as_projector);
    assert!(verified.contains("could not be checked, because this role may not read them"), "{verified}");
    assert!(verified.contains("Nothing wrong was found") && !verified.contains("Not sound"), "{verified}");
    let too_little = ["--roles", "projector", "--database-url", &as_reader.0, "--views-database-url", &as_reader.1];
    assert_eq!(wrong(folder.path(), &too_little).0, ["rights on the views"]);

    let nowhere = ["--roles", "read-api", "--views-database-url", "postgres://reader:hush@127.0.0.1:1/views"];
    let (found, report) = wrong(folder.path(), &nowhere);
    assert!(found == ["views database"] && !report.contains("hush"), "{report}");
}

#[tokio::test]
async fn nats_is_looked_at() {
    let (folder, _) = store();
    let nats = Nats::private(Version::Debian).unwrap();
    let url = nats.url();
    assert_eq!(wrong(folder.path(), &["--nats-url", &url]).0, [""; 0]);
    let locked = Nats::secured(Version::Debian, Login::Password, Encryption::None).unwrap();
    std::fs::write(folder.path().join("password"), "wrong").unwrap();
    let login = ["--nats-url", &locked.url(), "--nats-user", "ada", "--nats-password-file", "password"];
    let (found, report) = wrong(folder.path(), &login);
    assert!(found == ["NATS"] && report.contains("refuses the login"), "{report}");
    nats.stop();
    assert_eq!(wrong(folder.path(), &["--nats-url", &url]).0, ["NATS"]);
}
