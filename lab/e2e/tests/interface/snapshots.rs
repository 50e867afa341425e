//! Snapshots of one complete body of each endpoint, with a small fixed set of data. Every changed byte shows in review.

use e2e::crawl::id;
use e2e::{TestApp, scene};
use serde_json::{Value, json};

/// Compares with the snapshot of this name.
fn assert_json(name: &str, body: &Value) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_json_snapshot!(name, body);
    });
}

/// Compares an answer's body with the snapshot of this name. Links contain the requested host, whose port differs from
/// run to run.
async fn assert_body(app: &TestApp, name: &str, path: &str) {
    let body = app.get(path).await.json().to_string().replace(&app.address(), "HOST");
    assert_json(name, &serde_json::from_str(&body).expect("JSON"));
}

#[tokio::test]
async fn conventions_and_keys() {
    let (app, _, _) = scene::with_finished_event().await;
    assert_body(&app, "01_conventions", "/api/v1/conventions/").await;
    assert_body(&app, "02_convention", &format!("/api/v1/conventions/{}/", scene::FULL_SLUG)).await;
    assert_body(&app, "03_store_conventions", "/api/v1/store-profiles/conventions/").await;
    assert_body(&app, "04_key_conventions", "/api/v1/api-keys/conventions/?start_date_after=2026-01-01%2000:00").await;
    assert_body(&app, "05_api_keys", "/api/v1/api-keys/api_keys/").await;
    assert_body(&app, "06_whoami", "/api/v1/api-keys/whoami/").await;
    app.stop().await;
}

#[tokio::test]
async fn a_team_event_in_progress() {
    let (app, scene, _) = scene::with_finished_event().await;
    let event = format!("/api/v1/magic-events/{}", scene.team_event);
    let round = format!("/api/v1/tournament-rounds/{}", scene.team_round);
    assert_body(&app, "08_team_event", &format!("{event}/")).await;
    assert_body(&app, "09_team_registrations", &format!("{event}/registrations/")).await;
    assert_body(&app, "10_team_current_standings", &format!("{event}/current_standings/")).await;
    assert_body(&app, "11_team_decklists", &format!("{event}/decklists/")).await;
    assert_body(&app, "12_team_tagged_players", &format!("{event}/tagged_players/")).await;
    assert_body(&app, "14_team_round", &format!("{round}/")).await;
    assert_body(&app, "15_team_round_matches", &format!("{round}/matches/?teams=true")).await;
    assert_body(&app, "15_team_round_matches_without_teams", &format!("{round}/matches/")).await;
    assert_body(&app, "overview_team_event", &format!("{event}/overview/")).await;
    app.stop().await;
}

#[tokio::test]
async fn a_finished_event() {
    let (app, _, event) = scene::with_finished_event().await;
    let event = format!("/api/v1/magic-events/{event}");
    let phases = app.get(&format!("{event}/")).await.json();
    let rounds: Vec<_> = phases["tournament_phases"]
        .as_array()
        .expect("phases")
        .iter()
        .flat_map(|phase| phase["rounds"].as_array().expect("rounds"))
        .map(id)
        .collect();
    assert_body(&app, "08_finished_event", &format!("{event}/")).await;
    assert_body(&app, "10_finished_current_standings", &format!("{event}/current_standings/")).await;
    assert_body(&app, "15_finished_round_matches", &format!("/api/v1/tournament-rounds/{}/matches/", rounds[2])).await;
    assert_body(
        &app,
        "16_standings_after_the_first_round",
        &format!("/api/v1/tournament-rounds/{}/standings/", rounds[0]),
    )
    .await;
    assert_body(
        &app,
        "16_standings_after_the_last_swiss_round",
        &format!("/api/v1/tournament-rounds/{}/standings/", rounds[2]),
    )
    .await;
    assert_body(&app, "overview_finished_event", &format!("{event}/overview/")).await;
    assert_body(&app, "22_export", "/api/export-decklists/?num_days=36500").await;
    assert_body(&app, "22_export_with_text", "/api/export-decklists/?num_days=36500&decklist_as_text=true").await;
    app.stop().await;
}

#[tokio::test]
async fn lists_of_everything() {
    let (app, scene, _) = scene::with_finished_event().await;
    assert_body(&app, "07_events", "/api/v1/magic-events/").await;
    assert_body(&app, "13_rounds", "/api/v1/tournament-rounds/").await;
    assert_body(&app, "17_decklists_page", "/api/v1/decklists/?page=2&page_size=3").await;
    assert_body(&app, "19_decklist", &format!("/api/v1/decklists/{}/", scene.text_list)).await;
    assert_body(&app, "19_decklist_from_json", &format!("/api/v1/decklists/{}/", scene.json_list)).await;
    app.stop().await;
}

#[tokio::test]
async fn a_list_that_is_written() {
    let (app, _, _) = scene::with_finished_event().await;
    let body = json!({
        "name": "Red to the end", "plaintext_list": "4 Lightning Bolt\n56 Mountain\n\nSideboard\n3 Pyroblast\nand so on",
        "archetype": "Burn", "deckhost_public_id": "pub-5",
    });
    let written = app.post("/api/v1/decklists/", &body).await;
    let path = written.header("location").to_owned();
    assert_json("18_created_decklist", &written.created());
    let replaced = json!({"name": "Blue to the end", "plaintext_list": "60 Island"});
    assert_json("20_replaced_decklist", &app.put(&path, &replaced).await.json());
    assert_json("21_changed_decklist", &app.patch(&path, &body).await.json());
    assert_body(&app, "decklist_revisions", &format!("{path}revisions/")).await;
    let picture = app.get(&format!("/decklists/{}/image.svg", path.split('/').nth(4).expect("an id"))).await;
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("decklist_image", picture.text());
    });
    app.stop().await;
}

#[tokio::test]
async fn the_public_pages() {
    let (app, _, event) = scene::with_finished_event().await;
    for (name, path) in
        [("page_of_an_event", format!("/events/{event}/")), ("page_of_a_round", format!("/events/{event}/rounds/2/"))]
    {
        let page = app.send(app.anonymous(&path)).await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
        // The id is made of digests of the page's data.
        let (before, rest) = page.text().split_once("last_event_id=").unwrap();
        let (_, behind) = rest.split_once('"').unwrap();
        let page = format!("{before}last_event_id=ID\"{behind}");
        // The versions of its files.
        let mut parts = page.split("?v=");
        let first = parts.next().unwrap().to_owned();
        let page = parts.fold(first, |page, part| page + "?v=VERSION\"" + part.split_once('"').unwrap().1);
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, page);
        });
    }
    app.stop().await;
}

#[tokio::test]
async fn a_problem() {
    let (app, _, _) = scene::with_finished_event().await;
    for (name, path) in [
        ("problem_not_found", "/api/v1/magic-events/abc/"),
        ("problem_unknown_format", "/api/export-decklists/?event_format=Chess"),
        ("problem_malformed_filter", "/api/v1/store-profiles/conventions/?start_date_after=yesterday"),
    ] {
        assert_json(name, &app.get(path).await.any_json());
    }
    let body = json!({"name": "", "archetype": "a".repeat(201), "deckhost_public_id": 7});
    assert_json("problem_fields", &app.post("/api/v1/decklists/", &body).await.any_json());
    let path = app.post("/api/v1/decklists/", &json!({"name": "x"})).await.header("location").to_owned();
    let stale = app.with_json(reqwest::Method::PUT, &path, &json!({"name": "y"})).header("if-match", "\"9\"");
    assert_json("problem_precondition_failed", &app.send(stale).await.any_json());
    app.stop().await;
}
