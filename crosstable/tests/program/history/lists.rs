//! An organization whose player submits lists.

use std::sync::Arc;

use crosstable::{App, RunningApp};
use reqwest::Client;
use serde_json::{Value, json};
use service_kit::clock::SystemClock;
use tempfile::TempDir;

const LISTS: &str = "/api/v1/decklists/";

pub(crate) async fn start(folder: &TempDir) -> RunningApp {
    let settings = crosstable::settings([], folder.path().join("data")).unwrap();
    App::start(settings, Arc::new(SystemClock)).await.unwrap()
}

/// A submitted list: its address, and the consistency token of the write.
pub(crate) struct HandedIn {
    pub(crate) path: String,
    pub(crate) token: String,
}

pub(crate) async fn hand_in(app: &RunningApp, key: &str, name: &str) -> HandedIn {
    let body = json!({"name": name, "plaintext_list": "60 Island"});
    let request = Client::new().post(format!("{}{LISTS}", app.address())).header("x-api-key", key).json(&body);
    loop {
        let answer = request.try_clone().unwrap().send().await.unwrap();
        let status = answer.status().as_u16();
        if status == 201 {
            let token = answer.headers()["consistency-token"].to_str().unwrap().to_owned();
            let made: Value = answer.json().await.unwrap();
            return HandedIn { path: format!("{LISTS}{}/", made["id"]), token };
        }
        assert_eq!(status, 503, "503 until the views are rendered");
    }
}

/// Returns the name of a list, or the status of a failed read.
pub(crate) async fn name_of(app: &RunningApp, key: &str, path: &str, token: Option<&str>) -> Result<String, u16> {
    let mut request = Client::new().get(format!("{}{path}", app.address())).header("x-api-key", key);
    if let Some(token) = token {
        request = request.header("consistency-token", token).header("prefer", "wait=5");
    }
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    let body: Value = answer.json().await.unwrap();
    if status == 200 { Ok(body["name"].as_str().unwrap().to_owned()) } else { Err(status) }
}
