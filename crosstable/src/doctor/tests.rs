//! Checks of a folder as a server leaves it, sound and damaged.

use std::fs;
use std::path::Path;

use chrono::TimeDelta;
use projector::ViewSettings;
use proto_events::Actor;
use proto_events::user::Profile;
use service_kit::clock::{ManualClock, SystemClock};
use storage::Database;
use tempfile::TempDir;
use write_api::accounts::{MakePasswordLink, Steward};
use write_api::set_up_installation::SetUpInstallation;

use super::*;
use crate::{App, Settings};

fn settings(folder: &Path) -> Settings {
    Settings { public_url: Some("https://events.example".into()), ..crate::settings([], folder.to_path_buf()).unwrap() }
}

fn deployment(folder: &Path) -> Deployment {
    let database = |name: &str| Some((Database::Sqlite(folder.join(name)), Access::Write));
    Deployment {
        folder: Some(folder.to_path_buf()),
        secret_file: None,
        events: database("events.sqlite"),
        views: database("views.sqlite"),
        nats: None,
        settings: Some(ViewSettings::default()),
        free_space_floor: 0,
        parts: crate::parts::Parts::all(),
        address: None,
        public_url: None,
    }
}

async fn served() -> (TempDir, crate::RunningApp) {
    let folder = tempfile::tempdir().unwrap();
    let app = App::start(settings(folder.path()), Arc::new(SystemClock)).await.unwrap();
    let write = write_api::WriteApi::new(app.events.clone().unwrap(), Arc::new(SystemClock));
    let administrator = Profile { username: "ada".into(), best_identifier: "Ada".into(), ..Profile::default() };
    let (organization, time_zone) = ("Corner Store".to_owned(), String::new());
    let set_up = SetUpInstallation { organization, time_zone, administrator, password: None };
    let user_id = write.carry_out(&Actor::CommandLine, &set_up).await.unwrap().administrator.id;
    let link = MakePasswordLink { user_id, steward: Steward::Operator };
    write.carry_out(&Actor::CommandLine, &link).await.unwrap();
    app.caught_up().await.unwrap();
    (folder, app)
}

async fn findings(deployment: &Deployment) -> Vec<Finding> {
    examine(deployment, &SystemClock).await
}

/// Returns the names of the checks that found a problem.
async fn wrong(deployment: &Deployment) -> Vec<&'static str> {
    let findings = findings(deployment).await;
    findings.into_iter().filter(|it| it.state == State::Wrong).map(|it| it.check).collect()
}

#[tokio::test]
async fn a_folder_that_is_served_is_sound_and_so_is_its_server() {
    let (folder, app) = served().await;
    let mut deployment = deployment(folder.path());
    deployment.address = Some(app.address());
    deployment.public_url = Some(app.address());
    let found = findings(&deployment).await;
    assert!(
        found.iter().all(|it| it.state < State::Wrong && it.advice.is_none() || it.check == "free space"),
        "{found:#?}"
    );
    for check in [
        "data folder",
        "access to the data",
        "secret",
        "log database",
        "log",
        "administrators",
        "views database",
        "views",
        "readiness",
        "public address",
    ] {
        assert!(found.iter().any(|it| it.check == check), "{check}: {found:#?}");
    }
    app.stop().await.unwrap();
    assert_eq!(wrong(&deployment).await, ["running process", "public address"]);
}

#[tokio::test]
async fn an_organization_that_nobody_can_sign_in_for_is_noted() {
    let (folder, app) = served().await;
    app.stop().await.unwrap();
    // The only way to sign in is a link, which expires tomorrow.
    let tomorrow = ManualClock::at(SystemClock.now() + TimeDelta::days(1));
    for (clock, state) in [(&SystemClock as &dyn Clock, State::Fine), (&tomorrow, State::Note)] {
        let found = examine(&deployment(folder.path()), clock).await;
        let found = found.iter().find(|it| it.check == "administrators").unwrap();
        assert_eq!(found.state, state, "{found:?}");
    }
}

#[tokio::test]
async fn what_is_damaged_is_named_and_the_rest_is_looked_at() {
    let (folder, app) = served().await;
    app.stop().await.unwrap();
    let deployment = deployment(folder.path());
    let other = ViewSettings { vendor_field_names: true, ..ViewSettings::default() };
    let deployed_otherwise = Deployment { settings: Some(other), ..self::deployment(folder.path()) };
    assert_eq!(wrong(&deployed_otherwise).await, ["settings of the views"]);
    assert_eq!(wrong(&deployment).await, [""; 0]);
    fs::write(folder.path().join("secret"), "cut o").unwrap();
    fs::write(folder.path().join("events.sqlite"), "this is no database, and was never one").unwrap();
    assert_eq!(wrong(&deployment).await, ["secret", "log database"]);
    fs::remove_file(folder.path().join("views.sqlite")).unwrap();
    assert_eq!(wrong(&deployment).await, ["secret", "log database", "views database"]);
    assert!(!folder.path().join("views.sqlite").exists(), "nothing is created");
}

#[tokio::test]
async fn an_empty_folder_is_no_deployment() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(wrong(&deployment(folder.path())).await, ["data folder"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is created");
    let missing = folder.path().join("missing");
    assert_eq!(wrong(&deployment(&missing)).await, ["data folder"]);
}

#[tokio::test]
async fn a_process_other_than_the_given_one_is_named() {
    let (folder, app) = served().await;
    let (other, second) = served().await;
    let mut deployment = Deployment { address: Some(app.address()), ..deployment(other.path()) };
    let told = async |deployment: &Deployment| -> Vec<String> {
        let findings = findings(deployment).await.into_iter().filter(|it| it.state == State::Wrong);
        findings.map(|it| format!("{}: {}", it.check, it.found)).collect()
    };
    let secret = told(&deployment).await;
    assert!(secret.len() == 1 && secret[0].starts_with("installation") && secret[0].contains("another secret"));
    fs::copy(folder.path().join("secret"), other.path().join("secret")).unwrap();
    let log = told(&deployment).await;
    assert!(log.len() == 1 && log[0].contains("serves another log"), "{log:?}");
    deployment.parts = [crate::parts::Part::WriteApi].into_iter().collect();
    let role = told(&deployment).await;
    assert!(role.len() == 1 && role[0].contains("has the parts projection, read, write"), "{role:?}");
    app.stop().await.unwrap();
    second.stop().await.unwrap();
}
