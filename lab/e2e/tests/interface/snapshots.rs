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

/// The same for a text.
fn assert_text(name: &str, text: &str) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

/// Compares an answer's body with the snapshot of this name. Links contain the requested host, whose port differs from
/// run to run.
async fn assert_body(app: &TestApp, name: &str, path: &str) {
    let body = app.get(path).await.json().to_string().replace(&app.address(), "HOST");
    assert_json(name, &serde_json::from_str(&body).expect("JSON"));
}

#[tokio::test]
async fn what_is_read() {
    let (app, scene, finished) = scene::with_finished_event().await;
    let v1 = |path: &str| format!("/api/v1/{path}");
    let team = |part: &str| v1(&format!("magic-events/{}/{part}", scene.team_event));
    let team_round = |part: &str| v1(&format!("tournament-rounds/{}/{part}", scene.team_round));
    let over = |part: &str| v1(&format!("magic-events/{finished}/{part}"));
    let event = app.get(&over("")).await.json();
    let phases = event["tournament_phases"].as_array().expect("phases").iter();
    let rounds: Vec<_> = phases.flat_map(|phase| phase["rounds"].as_array().expect("rounds")).map(id).collect();
    let round = |place: usize, part: &str| v1(&format!("tournament-rounds/{}/{part}", rounds[place]));
    let export = "/api/export-decklists/?num_days=36500";
    for (name, path) in [
        ("01_conventions", v1("conventions/")),
        ("02_convention", v1(&format!("conventions/{}/", scene::FULL_SLUG))),
        ("03_store_conventions", v1("store-profiles/conventions/")),
        ("04_key_conventions", v1("api-keys/conventions/?start_date_after=2026-01-01%2000:00")),
        ("05_api_keys", v1("api-keys/api_keys/")),
        ("06_whoami", v1("api-keys/whoami/")),
        ("07_events", v1("magic-events/")),
        ("08_team_event", team("")),
        ("08_finished_event", over("")),
        ("09_team_registrations", team("registrations/")),
        ("10_team_current_standings", team("current_standings/")),
        ("10_finished_current_standings", over("current_standings/")),
        ("11_team_decklists", team("decklists/")),
        ("12_team_tagged_players", team("tagged_players/")),
        ("13_rounds", v1("tournament-rounds/")),
        ("14_team_round", team_round("")),
        ("15_team_round_matches", team_round("matches/?teams=true")),
        ("15_team_round_matches_without_teams", team_round("matches/")),
        ("15_finished_round_matches", round(2, "matches/")),
        ("16_standings_after_the_first_round", round(0, "standings/")),
        ("16_standings_after_the_last_swiss_round", round(2, "standings/")),
        ("17_decklists_page", v1("decklists/?page=2&page_size=3")),
        ("19_decklist", v1(&format!("decklists/{}/", scene.text_list))),
        ("19_decklist_from_json", v1(&format!("decklists/{}/", scene.json_list))),
        ("22_export", export.to_owned()),
        ("22_export_with_text", format!("{export}&decklist_as_text=true")),
        ("overview_team_event", team("overview/")),
        ("overview_finished_event", over("overview/")),
    ] {
        assert_body(&app, name, &path).await;
    }
    for (name, part) in [("page_of_an_event", ""), ("page_of_a_round", "rounds/2/")] {
        assert_page(&app, name, &format!("/events/{finished}/{part}")).await;
    }
    app.stop().await;
}

/// Compares a public page with the snapshot of this name, without ids and versions that differ from run to run.
async fn assert_page(app: &TestApp, name: &str, path: &str) {
    let page = app.send(app.anonymous(path)).await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    // The id is made of digests of the page's data.
    let (before, rest) = page.text().split_once("last_event_id=").unwrap();
    let (_, behind) = rest.split_once('"').unwrap();
    let page = format!("{before}last_event_id=ID\"{behind}");
    // The versions of its files.
    let mut parts = page.split("?v=");
    let first = parts.next().unwrap().to_owned();
    let page = parts.fold(first, |page, part| page + "?v=VERSION\"" + part.split_once('"').unwrap().1);
    assert_text(name, &page);
}

#[tokio::test]
async fn what_is_written_and_refused() {
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
    assert_text("decklist_image", picture.text());

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
