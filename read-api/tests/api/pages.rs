//! Public pages: HTML for everybody.

use axum::http::Method;
use storage::ViewKind;

use crate::documents::{STORE, document, public_event, public_round, record, standings_of, store_page};
use crate::harness::TestApi;

#[tokio::test]
async fn pages_need_no_key_and_run_nothing() {
    let mut api = TestApi::start().await;
    api.put([public_event(), public_round(2), public_round(-1), standings_of("Ann")]).await;
    for (path, title) in [
        ("/events/7/", "<h1>Winter &#60;Cup&#62;</h1>"),
        ("/events/7", "<h1>Winter &#60;Cup&#62;</h1>"),
        ("/events/7/rounds/2/", "<h2>Round 2 "),
        ("/events/7/rounds/2", "<h2>Round 2 "),
        ("/events/7/rounds/-1/", "<h2>Round -1 "),
        ("/events/7/standings/", "<td data-l=\"OMW\">66.67<td data-l=\"GW\">80.00<td data-l=\"OGW\">50.00"),
        ("/events/7/standings/?round=2", "<h2>Standings after round 2</h2>"),
        ("/events/7/standings/?round=9", "<h2>Standings after round 2</h2>"),
        ("/events/7/bracket/", "The bracket appears here"),
        ("/events/7/decks/", "No decklists are published."),
        ("/events/7/players/?page=x", "<b>Ann</b>"),
    ] {
        let reply = api.send(Method::GET, path, &[("accept", "text/html")]).await;
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.text().contains(title), "{}", reply.text());
        assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
        assert!(reply.header("content-security-policy").starts_with("default-src 'none'"));
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("cache-control"), "public, no-cache");
        let again = api.send(Method::GET, path, &[("if-none-match", reply.header("etag"))]).await;
        assert_eq!((again.status, again.body.len()), (304, 0));
    }
}

#[tokio::test]
async fn files_are_kept_by_browsers_until_they_change() {
    let api = TestApi::start().await;
    let page = api.get("/").await;
    let (_, rest) = page.text().split_once("rel=\"stylesheet\" href=\"").unwrap();
    let style = api.get(rest.split('"').next().unwrap()).await;
    assert_eq!((style.status, style.header("content-type")), (200, "text/css; charset=utf-8"));
    assert_eq!(style.header("cache-control"), "public, max-age=31536000, immutable");
    assert!(style.text().contains("prefers-color-scheme: dark"));
    for file in ["style.css", "style.css?v=earlier"] {
        assert_eq!(api.get(&format!("/assets/{file}")).await.header("cache-control"), "public, no-cache", "{file}");
    }
    let icon = api.get("/assets/icon.svg").await;
    assert_eq!((icon.status, icon.header("content-type")), (200, "image/svg+xml"));
    assert_eq!(api.get("/assets/other.css").await.status, 404);
}

#[tokio::test]
async fn what_is_not_public_is_a_page_that_says_so() {
    let mut api = TestApi::start().await;
    api.put([public_event(), public_round(2), standings_of("Ann")]).await;
    for path in
        ["/events/8/", "/events/x/", "/events/07/", "/events/7/rounds/3/", "/events/7/rounds/two/", "/events/%FF"]
    {
        let reply = api.get_open(path).await;
        assert_eq!(reply.status, 404, "{path}");
        if path != "/events/%FF" {
            assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
            assert!(reply.text().contains("Not found"));
        }
    }
    for (path, accept, kind) in [
        ("/events/7/nothing/", "text/html,*/*;q=0.8", "text/html; charset=utf-8"),
        ("/nothing", "text/html", "text/html; charset=utf-8"),
        ("/nothing", "*/*", "application/problem+json"),
        ("/api/v1/nothing/", "text/html", "application/problem+json"),
    ] {
        let reply = api.send(Method::GET, path, &[("accept", accept)]).await;
        assert_eq!((reply.status, reply.header("content-type")), (404, kind), "{path} {accept}");
    }
}

#[tokio::test]
async fn a_page_is_in_the_language_of_the_link_else_of_the_cookie_else_of_the_browser() {
    let mut api = TestApi::start().await;
    api.put([public_event(), public_round(2), standings_of("Ann"), store_page()]).await;
    let (german, english) = ("<html lang=\"de\">", "<html lang=\"en\">");
    let cookie = ("cookie", "crosstable_language=de");
    for (path, header, tag) in [
        ("/events/7/", ("accept-language", "de-AT, en;q=0.8"), german),
        ("/events/7/", ("accept-language", "nl"), english),
        ("/events/7/", cookie, german),
        ("/events/7/?lang=en", cookie, english),
        ("/events/7/?lang=de", ("accept-language", "en"), german),
        ("/events/7/rounds/2/", cookie, german),
        ("/events/8/", cookie, german),
        ("/", cookie, german),
    ] {
        let reply = api.send(Method::GET, path, &[header]).await;
        assert!(reply.text().contains(tag), "{path} {header:?}: {}", reply.text());
        assert_eq!(reply.header("content-language"), if tag == german { "de" } else { "en" });
        assert_eq!(reply.header("vary"), "Accept-Encoding, Accept-Language, Cookie, Consistency-Token");
    }
    let chosen = api.get_open("/events/7/?lang=de").await;
    assert!(chosen.text().contains("Tabelle nach Runde 2") && chosen.text().contains(">66,67<"));
    assert_eq!(chosen.header("set-cookie").split(';').next(), Some("crosstable_language=de"));
    let unknown = api.get_open("/events/7/?lang=xx").await;
    assert_eq!((unknown.status, unknown.header("set-cookie")), (200, ""));
    let again = api.send(Method::GET, "/events/7/", &[cookie]).await;
    assert_eq!((again.text(), again.header("content-language")), (chosen.text(), "de"));
    assert!(api.get_open("/events/7/").await.text().contains("Standings after round 2"));
}

#[tokio::test]
async fn archetypes_are_shown_once_their_lists_are_published() {
    let mut api = TestApi::start().await;
    let archetypes = r#"{"id":7,"players":2,"matches":1,"mirror_matches":0,"intentional_draws":0,
        "matches_without_result":0,"archetypes":[{"archetype":"Burn","players":2,"share":{"value":1,"low":0.5,"high":1},
        "playoff_players":0,"matches_won":1,"matches_lost":0,"matches_drawn":0,"match_win_rate":null,
        "mirror_matches":0,"opponents":[]}]}"#;
    let (page, path) = ("/events/7/archetypes/", "/api/v1/magic-events/7/archetypes/");
    api.put([public_event(), document(ViewKind::Overview, 7, "{}")]).await;
    assert_eq!(api.get_open(page).await.status, 404);
    let detail = api.get(path).await.detail(404);
    assert!(detail.contains("has not published its decklists"), "{detail}");
    // An event that is not public: its organization alone sees them.
    api.put([document(ViewKind::Archetypes, 7, archetypes)]).await;
    assert_eq!(api.get(path).await.json()["archetypes"][0]["archetype"], "Burn");
    assert_eq!(api.get_open(page).await.status, 404);
    api.put([record(ViewKind::PublicArchetypes, 7, &serde_json::json!({ "organization_id": STORE }))]).await;
    let reply = api.send(Method::GET, page, &[("accept-language", "de")]).await;
    assert_eq!((reply.status, reply.header("content-language")), (200, "de"));
    assert!(reply.text().contains("Burn") && reply.text().contains("100,0 %"), "{}", reply.text());
    assert!(reply.header("content-security-policy").starts_with("default-src 'none'"));
    for path in ["/events/8/archetypes/", "/events/x/archetypes/", "/events/07/archetypes/"] {
        assert_eq!(api.get_open(path).await.status, 404, "{path}");
    }
}

/// The data of a round in which Ann meets Bo, and of many others.
fn round_of(players: usize) -> storage::Document {
    let game = |table: usize| {
        let (first, second) = match table {
            1 => ("Ann Lee".to_owned(), "Bo Kim".to_owned()),
            other => (format!("Cy No {other}"), format!("Di No {other}")),
        };
        serde_json::json!({ "table": table, "first": first, "second": { "named": second }, "result": "open" })
    };
    let page = serde_json::json!({
        "name": { "number": 2 }, "status": "IN_PROGRESS", "team_matches": [], "seatings": [], "standings": null,
        "matches": (1..=players / 2).map(game).collect::<Vec<_>>(),
    });
    record(ViewKind::RoundPage, "7/2", &page)
}

#[tokio::test]
async fn a_name_is_found_and_the_other_lines_are_left_out() {
    let mut api = TestApi::start().await;
    api.put([public_event(), round_of(1_000)]).await;
    let whole = api.get("/events/7/rounds/2/").await;
    let last = api.get("/events/7/rounds/2/?page=999").await;
    assert!(!whole.text().contains("Ann Lee") && last.text().contains("Ann Lee"), "players are listed by last name");
    let search = "/events/7/rounds/2/?find=LEE%20a";
    let found = api.get(search).await;
    assert!(found.text().contains("<li><b>Lee, Ann</b><span>Table 1</span>"), "{}", found.text());
    assert!(!found.text().contains("Cy No"), "{}", found.text());
    assert_eq!(api.get_with(search, &[("if-none-match", found.header("etag"))]).await.status, 304);
    let by_table = api.get("/events/7/rounds/2/?by=table&find=kim").await;
    assert!(by_table.text().contains("<tr><td>1<td>Ann Lee<td><td>Bo Kim"), "{}", by_table.text());
    let none = api.get("/events/7/rounds/2/?find=%3Cscript%3E").await;
    assert!(none.text().contains("&lt;script&gt;") && !none.text().contains("<script>"), "{}", none.text());
    assert_eq!(api.get("/events/7/rounds/2/?find=%20").await.text(), whole.text(), "nothing is searched for");
    assert_eq!(api.get("/events/7/rounds/2/?by=name").await.text(), whole.text());
    api.get(&format!("/events/7/rounds/2/?find={}", "x".repeat(101))).await.problem(400);
    api.put([round_of(2)]).await;
    assert!(!api.get("/events/7/rounds/2/?find=no").await.text().contains("Cy No"), "it is not kept beyond a change");
}
