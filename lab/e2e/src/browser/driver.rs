//! Chromium, its driver, and the protocols to control them: WebDriver and Chromium's developer tools.

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use test_servers::process::{Folder, Server, Signal, find, free_port};

/// How to install a browser.
const INSTALL: &str = "run scripts/browser; on Debian: apt-get install chromium chromium-driver";
/// How long the driver may take to listen.
const START: Duration = Duration::from_secs(30);
/// How long a page may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Starts the driver and cleans up after it. `$1` is the folder of driver and browser; the rest is the driver's
/// command. It ends only after the browser, which would otherwise write to the folder while it is deleted.
const GUARD: &str = r#"
folder=$1; shift
"$@" & driver=$!
trap 'ended=1; kill "$driver"' TERM
wait "$driver"
while users=$(grep -ls "$folder[/]profile" /proc/[0-9]*/cmdline); [ -n "$users" ]; do
  for user in $users; do user=${user#/proc/}; kill -s KILL "${user%/cmdline}"; done
  sleep 0.05
done
wait "$driver"
[ -z "$ended" ] || rm -rf "$folder"
"#;

/// A driver with one session. Its files are in a folder that is deleted with it.
#[derive(Debug)]
pub(super) struct Driver {
    client: Client,
    session: String,
    _server: Server,
    folder: Folder,
}

impl Driver {
    /// Starts the driver, and through it the browser.
    pub(super) async fn start() -> Self {
        let chromium = find("chromium", &[], INSTALL).unwrap_or_else(|error| panic!("{error}"));
        let program = find("chromedriver", &[], INSTALL).unwrap_or_else(|error| panic!("{error}"));
        let (folder, port) = (Folder::new().expect("a folder"), free_port().expect("a port"));
        let place = folder.path().display();
        let mut command: Vec<OsString> = ["sh", "-c", GUARD, "browser-of-a-test"].map(OsString::from).to_vec();
        // Driver and browser write to the home folder and to the folder for temporary files.
        let homes = [place.to_string(), "env".into(), format!("HOME={place}"), format!("TMPDIR={place}")];
        command.extend(homes.map(OsString::from));
        command.extend([program.into(), format!("--port={port}").into()]);
        let log = folder.path().join("chromedriver.log");
        let mut server = Server::start("chromedriver", &command, &log, Signal::Term).expect("a driver");
        let listens = || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok();
        server.until(START, listens).unwrap_or_else(|error| panic!("{error}"));
        let client = Client::builder().no_proxy().timeout(PATIENCE).build().expect("a client");
        let capabilities = capabilities(&chromium, folder.path());
        let root = format!("http://127.0.0.1:{port}/session");
        let session = request(&client, Method::POST, &root, &capabilities).await;
        let session = session.unwrap_or_else(|error| panic!("no session with Chromium: {error}"));
        let session = format!("{root}/{}", session["sessionId"].as_str().expect("a session"));
        Self { client, session, _server: server, folder }
    }

    /// The browser's temporary folder.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Sends a WebDriver command.
    pub(super) async fn try_ask(&self, method: Method, path: &str, body: Value) -> Result<Value, String> {
        request(&self.client, method, &format!("{}{path}", self.session), &body).await
    }

    /// Sends a WebDriver command. Panics if it is refused.
    pub(super) async fn ask(&self, method: Method, path: &str, body: Value) -> Value {
        let asked = format!("{method} {path}");
        self.try_ask(method, path, body).await.unwrap_or_else(|error| panic!("{asked}: {error}"))
    }

    /// Sends a command of Chromium's developer tools.
    pub(super) async fn command(&self, name: &str, parameters: Value) -> Value {
        self.ask(Method::POST, "/goog/cdp/execute", json!({ "cmd": name, "params": parameters })).await
    }

    /// Runs a script in the page: to its end (`sync`), or until it calls its last argument (`async`).
    pub(super) async fn script(&self, kind: &str, script: &str, arguments: Value) -> Value {
        let body = json!({ "script": script, "args": arguments });
        self.ask(Method::POST, &format!("/execute/{kind}"), body).await
    }
}

fn capabilities(chromium: &Path, folder: &Path) -> Value {
    let arguments = [
        "--headless=new",
        "--no-sandbox", // the sandbox does not work as root
        "--disable-gpu",
        "--disable-dev-shm-usage", // small in containers
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--remote-debugging-pipe", // the pipe closes with the driver, which ends the browser
        &format!("--user-data-dir={}", folder.join("profile").display()),
    ];
    // Tests look for English texts.
    let preferences = json!({ "intl.accept_languages": "en" });
    let options = json!({ "binary": chromium, "args": arguments, "prefs": preferences });
    json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": options } } })
}

async fn request(client: &Client, method: Method, url: &str, body: &Value) -> Result<Value, String> {
    let request = client.request(method, url);
    let request = if body.is_null() { request } else { request.json(body) };
    let answer = request.send().await.map_err(|error| format!("{error:?}"))?;
    let is_well = answer.status().is_success();
    let mut said: Value = answer.json().await.map_err(|error| format!("{error:?}"))?;
    if is_well { Ok(said["value"].take()) } else { Err(said["value"]["message"].to_string()) }
}
