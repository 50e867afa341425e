//! The server: started in process, as in all end-to-end tests, and as a program.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;

use chrono::DateTime;
use crosstable::{App, RunningApp};
use reqwest::{Client, StatusCode};
use service_kit::clock::ManualClock;
use tempfile::tempdir;

use crate::common::{Server, crosstable, done, mode, stderr};

async fn start(folder: &Path) -> RunningApp {
    let settings = crosstable::settings([], folder.to_path_buf()).unwrap();
    App::start(settings, Arc::new(ManualClock::at(DateTime::UNIX_EPOCH))).await.unwrap()
}

async fn get(address: &str, path: &str, key: &str) -> (StatusCode, serde_json::Value) {
    let mut request = Client::new().get(format!("{address}{path}"));
    if !key.is_empty() {
        request = request.header("X-API-Key", key);
    }
    let answer = request.send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

// A command waits for the server, whose tasks need another thread than the one that waits for the command.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn installation_without_organization_says_how_to_begin() {
    let folder = tempdir().unwrap();
    let app = start(&folder.path().join("data")).await;
    let page = async |path: &str, language: &str| {
        let request = Client::new().get(format!("{}{path}", app.address())).header("Accept-Language", language);
        request.send().await.unwrap().text().await.unwrap()
    };
    for (path, language, said) in [
        ("/", "en", "Is this your installation?"),
        ("/", "de", "Ist das Ihre Installation?"),
        ("/login/", "en", "This installation waits to be set up."),
        ("/login/", "de", "Diese Installation ist noch nicht eingerichtet."),
    ] {
        let body = page(path, language).await;
        assert!(body.contains(said) && body.contains("set-up-link"), "{path} {language}: {body}");
        assert!(!body.contains("/set-up/"), "the link is not shown: {body}");
    }
    done(folder.path(), &["organizations", "create", "--name", "Corner Store"]);
    app.caught_up().await.unwrap();
    assert!(!page("/login/", "en").await.contains("waits to be set up"));
    app.stop().await.unwrap();
}

#[tokio::test]
async fn a_busy_port_is_told_with_the_way_out() {
    let folder = tempdir().unwrap();
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = busy.local_addr().unwrap().to_string();
    for (command, option) in [("serve", "--listen"), ("demo", "--listen"), ("serve", "--metrics-listen")] {
        let mut program = crosstable(folder.path());
        let refused =
            program.env("CROSSTABLE_LISTEN", "127.0.0.1:0").args([command, option, &address]).output().unwrap();
        assert_eq!(refused.status.code(), Some(1));
        assert!(stderr(&refused).contains(&format!("another address with {option}")), "{}", stderr(&refused));
    }
}

#[tokio::test]
async fn metrics_are_served_where_that_is_asked_for_and_nothing_else_listens() {
    let (options, variable) = (["--metrics-listen", "127.0.0.1:0"], ("CROSSTABLE_METRICS_LISTEN", "127.0.0.1:0"));
    for (more, environment, is_asked_for) in
        [(&options[..], &[][..], true), (&[], &[variable][..], true), (&[], &[], false)]
    {
        let folder = tempdir().unwrap();
        let server = Server::serve(folder.path(), more, environment);
        let metrics = server.told("Metrics are at ");
        assert_eq!(metrics.is_some(), is_asked_for, "{metrics:?}");
        #[cfg(target_os = "linux")]
        assert_eq!(server.listeners(), 1 + usize::from(is_asked_for));
        if let Some(metrics) = metrics {
            let answer = Client::new().get(&metrics).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK, "{metrics}");
            assert!(answer.text().await.unwrap().contains("# TYPE crosstable_append_queue_requests gauge"));
        }
        let address = server.told(" on ").expect("an address");
        assert_eq!(get(&address, "/metrics", "").await.0, StatusCode::NOT_FOUND);
        let alive = Client::new().get(format!("{address}/healthz")).send().await.unwrap();
        assert_eq!((alive.status(), alive.text().await.unwrap().as_str()), (StatusCode::OK, "ok"));
    }
}

#[tokio::test]
async fn a_store_that_does_not_answer_is_named() {
    for name in ["event_store", "view_store"] {
        let folder = tempdir().unwrap();
        let app = start(folder.path()).await;
        match name {
            "event_store" => app.events.as_ref().unwrap().close().await,
            _ => app.views.close().await,
        }
        // Without its log, the process still answers reads; without views, it answers nothing.
        let (status, answer) = get(&app.address(), "/readyz", "").await;
        let expected = if name == "event_store" { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        assert_eq!(status, expected, "{answer}");
        assert_eq!(answer["parts"]["write"], "failing");
        let (status, problem) = get(&app.address(), "/readyz/write", "").await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(name), "{problem}");
        let told = problem["errors"][name][0].as_str().unwrap();
        assert!(told.ends_with("store does not answer."), "{problem}");
        let alive = Client::new().get(format!("{}/healthz", app.address())).send().await.unwrap();
        assert_eq!(alive.status(), StatusCode::OK);
        app.stop().await.unwrap();
    }
}

#[tokio::test]
async fn the_demo_answers_and_keeps_its_key_and_its_data() {
    let folder = tempdir().unwrap();
    let arguments = ["demo", "--listen", "127.0.0.1:0"];
    let first = Server::start(folder.path(), &arguments, 5);
    let key = first.lines[0].strip_prefix("API key: ").unwrap().to_owned();
    assert_eq!(mode(&folder.path().join("data/demo-keys.json")), 0o600);
    let address = |server: &Server| {
        let command = &server.lines[1];
        command[command.find("http://").unwrap()..command.find("/api/").unwrap()].to_owned()
    };
    let (status, conventions) = get(&address(&first), "/api/v1/conventions/", &key).await;
    assert_eq!((status, conventions.as_array().unwrap().len()), (StatusCode::OK, 3));
    let standings = first.lines[2].split("magic-events").nth(1).unwrap();
    let (status, standings) = get(&address(&first), &format!("/api/v1/magic-events{standings}"), &key).await;
    assert_eq!((status, &standings["round_number"]), (StatusCode::OK, &serde_json::json!(7)));
    let (_, exported) = get(&address(&first), "/api/export-decklists/?num_days=370", &key).await;
    assert_eq!(exported.as_array().unwrap().len(), 59, "sixty, of which one is a test event");
    let link = |server: &Server| {
        let link = server.lines[4].strip_prefix("Sign in as demo: set a password at ").unwrap();
        assert!(link.starts_with(&format!("{}/password/", address(server))), "{link}");
        link.to_owned()
    };
    let page = Client::new().get(link(&first)).send().await.unwrap();
    assert_eq!(page.status(), StatusCode::OK);
    drop(first);

    let second = Server::start(folder.path(), &arguments, 5);
    assert_eq!(second.lines[0], format!("API key: {key}"));
    assert_eq!(Client::new().get(link(&second)).send().await.unwrap().status(), StatusCode::OK, "a new link");
    let (_, again) = get(&address(&second), "/api/export-decklists/?num_days=370", &key).await;
    assert_eq!(again.as_array().unwrap().len(), 59);
    drop(second);

    let third = Server::start(folder.path(), &["demo", "--listen", "127.0.0.1:0", "--fresh"], 1);
    assert_ne!(third.lines[0], format!("API key: {key}"));
}
