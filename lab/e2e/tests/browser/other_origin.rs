//! A page of another origin, such as an overlay for a video stream, reads data with a key, and nothing by a cookie.

use e2e::browser::Browser;
use proto_events::vocabulary::Role;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::given::{member, sign_in};
use crate::live::{hall, report};

/// Reads standings and follows the event with a key, then tries to use the session. The address after `#` has the app's
/// address, the key and the event.
const PAGE: &str = r#"<!doctype html><title>Overlay</title><body><script type="module">
const [app, key, event] = location.hash.slice(1).split(",");
const say = text => document.body.append(Object.assign(document.createElement("p"), { textContent: text }));
const at = path => `http://${app}/api/v1${path}`, headers = { "X-API-Key": key };
const standings = async more => {
  const answer = await fetch(at(`/magic-events/${event}/current_standings/`), { headers: { ...headers, ...more } });
  return [answer.status, answer.headers.get("ETag"), answer.status === 200 ? (await answer.json()).standings.length : 0];
};
const [status, tag, lines] = await standings({});
say(`standings ${status}, ${lines > 0 && tag !== null ? "with lines and a tag" : "without"}`);
say(`the same again ${(await standings({ "If-None-Match": tag }))[0]}`);
const stream = (await fetch(at(`/magic-events/${event}/live/`), { headers })).body.getReader();
say(`stream ${(await stream.read()).done ? "ended" : "open"}`);
for (const credentials of ["include", "omit"]) {
  for (const path of ["/account/memberships/", "/members/"]) {
    const read = fetch(at(path), { credentials }).then(answer => `status ${answer.status}`, () => "unreadable");
    say(`${path} ${credentials}: ${await read}`);
  }
}
const change = fetch(at(`/magic-events/${event}/`), { method: "DELETE", headers });
say(`a change: ${await change.then(answer => answer.status, () => "refused")}`);
say("waiting");
let text = "";
while (!text.includes("event: result")) text += new TextDecoder().decode((await stream.read()).value);
say("a result arrived");
</script>"#;

/// Serves the page at an origin of its own. Returns its address.
async fn overlay() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let _ = socket.read(&mut [0; 8_192]).await;
            let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/html; charset=utf-8";
            let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{PAGE}", PAGE.len());
            let _ = socket.write_all(answer.as_bytes()).await;
        }
    });
    format!("http://{address}/")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_origin_reads_and_follows_with_a_key_and_reads_nothing_by_a_session() {
    let (app, things) = hall().await;
    let event = things.stages.playing.event;
    let person = member(&app, "ada", Role::Admin).await;
    let browser = Browser::start(&app.address()).await;
    browser.open("/login/").await;
    sign_in(&browser, &person).await;

    browser.open(&format!("{}#{},{},{event}", overlay().await, app.address(), app.key)).await;
    browser.comes_to_show("waiting").await;
    for line in [
        "standings 200, with lines and a tag",
        "the same again 304",
        "stream open",
        "/account/memberships/ include: unreadable",
        "/members/ include: unreadable",
        "/account/memberships/ omit: status 401",
        "/members/ omit: status 401",
        "a change: refused",
    ] {
        browser.sees(line).await;
    }
    report(&app, &things, [2, 0]).await;
    browser.comes_to_show("a result arrived").await;
    app.stop().await;
}
