//! The set-up in a browser, with the program as people start it: the printed link, its file, and the settings that it saves.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use tempfile::tempdir;

use crate::common::{Server, done, mode};

const FIELDS: [(&str, &str); 6] = [
    ("organization_name", "Corner Store"),
    ("time_zone", "Europe/Berlin"),
    ("best_identifier", "Ada L."),
    ("username", "ada"),
    ("password", "correct horse battery"),
    ("repeated", "correct horse battery"),
];

fn link(server: &Server) -> String {
    let line = server.lines.iter().find(|line| line.contains("/set-up/")).expect("a link");
    line.trim().to_owned()
}

async fn send(link: &str, further: &[(&str, &str)]) -> Response {
    let fields: Vec<_> = FIELDS.iter().chain(further).collect();
    let mut body = reqwest::Url::parse("http://form/").unwrap();
    body.query_pairs_mut().extend_pairs(fields);
    let client = Client::builder().redirect(Policy::none()).build().unwrap();
    let request = client.post(link).header("Content-Type", "application/x-www-form-urlencoded");
    request.body(body.query().unwrap().to_owned()).send().await.unwrap()
}

/// Waits until a condition holds, for a few seconds.
async fn comes(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..100 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what} did not come");
}

#[tokio::test]
async fn the_printed_link_is_in_a_private_file_until_it_is_used() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("data/set-up-link");
    let first = Server::serve(folder.path(), &[], &[]);
    let code = |link: &str| link.split_once("/set-up/").unwrap().1.to_owned();
    let printed = code(&link(&first));
    drop(first);
    // An interrupted set-up goes on with the same code.
    let server = Server::serve(folder.path(), &[], &[]);
    let link = link(&server);
    assert_eq!(code(&link), printed);
    assert_eq!((std::fs::read_to_string(&file).unwrap(), mode(&file)), (format!("{link}\n"), 0o600));

    let address = link.split_once("/set-up/").unwrap().0.to_owned();
    let answer = send(&link, &[("public_url", &address)]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    assert_eq!(answer.headers()["location"], "/admin/set-up/");
    comes("the end of the file", async || !file.exists()).await;
    assert!(!folder.path().join("data/settings.json").exists(), "the process has this address anyway");
    assert_eq!(send(&link, &[("public_url", &address)]).await.status(), StatusCode::NOT_FOUND, "a replay");
}

#[tokio::test]
async fn chosen_settings_apply_at_once_and_after_a_restart() {
    let folder = tempdir().unwrap();
    let server = Server::serve(folder.path(), &[], &[]);
    let link = link(&server);
    let address = link.split_once("/set-up/").unwrap().0.to_owned();
    let mail = [("smtp_url", "smtp://127.0.0.1:2525"), ("mail_from", "desk@store.example")];
    for (public_url, smtp_url) in [("events.example", mail[0].1), ("https://events.example", "mail.example")] {
        let refused = send(&link, &[("public_url", public_url), ("smtp_url", smtp_url), mail[1]]).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY, "{public_url} {smtp_url}");
    }
    let further = [mail[0], mail[1], ("public_url", "https://events.example/"), ("smtp_password", "hush")];
    let answer = send(&link, &further).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let settings = folder.path().join("data/settings.json");
    assert_eq!(mode(&settings), 0o600);

    // The process starts again by itself on the same address; requests wait meanwhile.
    let forgotten = async || Client::new().get(format!("{address}/password/")).send().await.unwrap();
    comes("mail", async || {
        let page = forgotten().await.text().await.unwrap();
        page.contains("name=\"username\"")
    })
    .await;
    let served = std::fs::read_to_string(folder.path().join("data/served-as.json")).unwrap();
    assert!(served.contains("https://events.example\""), "{served}");
    drop(server);

    let again = Server::serve(folder.path(), &[], &[]);
    assert!(!again.lines.iter().any(|line| line.contains("/set-up/")), "{:?}", again.lines);
    drop(again);
    let option = Server::serve(folder.path(), &["--public-url", "https://other.example"], &[]);
    let served = std::fs::read_to_string(folder.path().join("data/served-as.json")).unwrap();
    assert!(served.contains("https://other.example\""), "an option wins: {served}");
    drop(option);
}

#[tokio::test]
async fn init_ends_the_set_up_of_a_running_server() {
    let folder = tempdir().unwrap();
    let server = Server::serve(folder.path(), &[], &[]);
    let link = link(&server);
    done(folder.path(), &["init", "--organization", "Corner Store", "--username", "bea"]);
    assert_eq!(send(&link, &[]).await.status(), StatusCode::NOT_FOUND);
    comes("the end of the file", async || !folder.path().join("data/set-up-link").exists()).await;
}
