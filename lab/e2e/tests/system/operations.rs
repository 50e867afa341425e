//! Health and metrics for operators, over real sockets: health on both listeners, metrics on their own.

use std::collections::BTreeSet;

use e2e::gate::{Gate, Held};
use e2e::scrape::Scrape;
use e2e::until::{until, wanted};
use e2e::{Options, Reply, TestApp};
use proto_events::ids::RoundId;
use proto_events::{StreamId, TournamentEvent};
use reqwest::Method;
use serde_json::{Value, json};
use service_kit::metrics::table::METRICS;

const LISTS: &str = "/api/v1/decklists/";

async fn held_app(metrics: bool) -> (TestApp, Gate) {
    let gate = Gate::default();
    (TestApp::with(Options { gate: Some(gate.clone()), metrics, ..Options::default() }).await, gate)
}

/// Creates a list without waiting for the views.
async fn write(app: &TestApp, name: &str) {
    let body = json!({"name": name, "plaintext_list": "60 Island"});
    app.send(app.with_json(Method::POST, LISTS, &body).header("prefer", "respond-async")).await.created();
}

/// Waits until the app is ready, or is not.
pub(crate) async fn until_ready(app: &TestApp, ready: bool) -> Reply {
    until_part_ready(app, "/readyz", ready).await
}

/// The same for a part of the app.
async fn until_part_ready(app: &TestApp, path: &str, ready: bool) -> Reply {
    until(if ready { "ready" } else { "not ready" }, async || {
        let reply = app.send(app.anonymous(path)).await;
        assert!(matches!(reply.status, 200 | 503), "{}", reply.text());
        assert_eq!(reply.header("cache-control"), "no-store");
        wanted(reply, |reply| (reply.status == 200) == ready)
    })
    .await
}

/// Prefixes of metrics about communication between processes.
const BETWEEN_PROCESSES: [&str; 3] = ["crosstable_nats_", "crosstable_follower_", "crosstable_notices_"];

async fn scrape(app: &TestApp) -> Scrape {
    let mut all = Scrape::default();
    for address in app.metrics_addresses() {
        all.add(scrape_at(app, &address).await);
    }
    all
}

async fn scrape_at(app: &TestApp, address: &str) -> Scrape {
    let reply = app.send(app.request_to(address, "/metrics")).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/plain; version=0.0.4; charset=utf-8"));
    assert_eq!(reply.header("cache-control"), "no-store");
    Scrape::parse(reply.text())
}

/// Scrapes until the value of a series without labels fits.
async fn until_value(app: &TestApp, name: &str, fits: impl Fn(f64) -> bool) {
    until(name, async || wanted(scrape(app).await.value(name, &[]), |value| value.is_some_and(&fits))).await;
}

#[tokio::test]
async fn ready_is_who_has_caught_up() {
    let (app, gate) = held_app(false).await;
    if app.has_gateway() {
        // The gateway asks the read-api, which does not know the log and follows the views.
        let checks = json!({"follower": "ok", "view_store": "ok", "views": "ok"});
        let ready = until_ready(&app, true).await.json();
        assert_eq!(ready, json!({"status": "ready", "parts": {"read": "ok"}, "checks": checks}));
        return app.stop().await;
    }
    until_part_ready(&app, "/readyz/write", true).await;
    until_part_ready(&app, "/readyz/projection", true).await;
    let ready = until_ready(&app, true).await.json();
    let checks = ["event_store", "log_writes", "projection", "view_store", "view_writes", "views"];
    let checks: Value = checks.iter().map(|check| (check.to_string(), json!("ok"))).collect();
    let parts = json!({"projection": "ok", "read": "ok", "write": "ok"});
    assert_eq!(ready, json!({"status": "ready", "parts": parts, "checks": checks}));

    gate.hold(Held::Everything);
    write(&app, "Held back").await;
    let reply = until_part_ready(&app, "/readyz/projection", false).await;
    assert_eq!(reply.problem(503), "Not ready: projection.");
    let reason = "The views are more than 2 seconds behind the log (1 events).";
    assert_eq!(reply.any_json()["errors"], json!({"projection": [reason]}));
    assert_eq!(reply.header("retry-after"), "1");
    // Reads and writes still work meanwhile.
    let ready = until_ready(&app, true).await.json();
    assert_eq!((&ready["status"], &ready["checks"]["projection"]), (&json!("degraded"), &json!(reason)));
    until_part_ready(&app, "/readyz/write", true).await;
    let alive = app.send(app.anonymous("/healthz")).await;
    assert_eq!((alive.status, alive.text(), alive.header("cache-control")), (200, "ok", "no-store"));
    assert_eq!(alive.header("content-type"), "text/plain; charset=utf-8");

    gate.hold(Held::Nothing);
    until_part_ready(&app, "/readyz/projection", true).await;
    app.stop().await;
}

/// One after the other on the same app.
#[tokio::test]
async fn addresses_are_where_they_belong_requests_are_counted_by_route_and_metrics_are_those_of_the_table() {
    let app = TestApp::with(Options { metrics: true, ..Options::default() }).await;
    addresses_are_where_they_belong(&app).await;
    requests_are_counted_by_route(&app).await;
    what_is_scraped_is_the_table(&app).await;
    app.stop().await;
}

async fn addresses_are_where_they_belong(app: &TestApp) {
    let (main, operations) = (app.address(), app.metrics_address());
    until_ready(app, true).await;
    for (listener, path, status) in [
        (&main, "/healthz", 200),
        (&main, "/readyz", 200),
        (&main, "/metrics", 404),
        (&operations, "/healthz", 200),
        (&operations, "/readyz", 200),
        (&operations, "/metrics", 200),
        (&operations, LISTS, 404),
    ] {
        assert_eq!(app.send(app.request_to(listener, path)).await.status, status, "{listener}{path}");
    }
    for path in ["/healthz", "/readyz"] {
        let refused = app.send(app.request(Method::POST, path)).await;
        refused.problem(405);
        assert_eq!(refused.header("allow"), "GET, HEAD", "{path}");
        assert_eq!(app.send(app.request(Method::HEAD, path)).await.status, 200, "{path}");
    }
}

async fn requests_are_counted_by_route(app: &TestApp) {
    let list = app.post(LISTS, &json!({"name": "Burn"})).await.header("location").to_owned();
    let revisions = format!("{list}revisions/");
    let labels = |status| [("method", "GET"), ("route", "/api/v1/decklists/{id}/revisions/"), ("status", status)];
    let before = scrape(app).await;
    for path in [revisions.as_str(), revisions.trim_end_matches('/'), &revisions] {
        app.get(path).await.json();
    }
    app.get("/api/v1/decklists/987654321/revisions/").await.problem(404);
    app.send(app.anonymous(&revisions)).await.problem(401);
    app.send(app.request(Method::DELETE, "/no/such/place/4711")).await.problem(404);
    app.send(app.request(Method::from_bytes(b"BREW").unwrap(), "/no/such/place/4711")).await.problem(404);

    let after = scrape(app).await;
    let count =
        |scrape: &Scrape, status| scrape.value("crosstable_http_requests_total", &labels(status)).unwrap_or(0.0);
    for (status, more) in [("200", 3.0), ("404", 1.0), ("401", 1.0)] {
        assert_eq!(count(&after, status) - count(&before, status), more, "{status}");
    }
    let measured = after.value("crosstable_http_request_duration_seconds_count", &labels("")[..2]);
    assert_eq!(measured, Some(5.0));
    let nowhere = |method| [("method", method), ("route", "none"), ("status", "404")];
    for method in ["DELETE", "other"] {
        assert!(after.value("crosstable_http_requests_total", &nowhere(method)) >= Some(1.0), "{method}");
    }
    let gained = |name| after.value(name, &[]).unwrap() - before.value(name, &[]).unwrap();
    assert!(gained("crosstable_cache_misses_total") >= 1.0 && gained("crosstable_cache_hits_total") >= 2.0);
    let holds = |name| after.value(name, &[]).unwrap();
    assert!(holds("crosstable_cache_entries") >= 1.0 && holds("crosstable_cache_bytes") > 512.0);
    for series in after.0.values().flat_map(|family| &family.series) {
        for value in series.labels.values() {
            let is_path = value.contains("987654321") || value.contains("4711") || *value == revisions;
            assert!(!is_path, "{series:?}");
        }
    }
}

async fn what_is_scraped_is_the_table(app: &TestApp) {
    app.post(LISTS, &json!({"name": "Burn"})).await.created();
    app.applied().await;
    let mut scrapes = Vec::new();
    for address in app.metrics_addresses() {
        scrapes.push(scrape_at(app, &address).await);
    }
    // Communication between processes is counted only if there are several.
    let is_told = |name: &str| scrapes.len() > 1 || !BETWEEN_PROCESSES.iter().any(|part| name.starts_with(part));
    // A series with labels exists from its first increase on.
    let may_be_absent = |name: &str| {
        ["crosstable_http_connections_dropped_total", "crosstable_http_refused_total", "crosstable_scrubs_total"]
            .contains(&name)
    };
    let missing = METRICS.iter().filter(|metric| !may_be_absent(metric.name));
    let missing = missing.filter(|metric| !scrapes.iter().any(|scrape| scrape.0.contains_key(metric.name)));
    let missing: Vec<_> = missing
        .filter(|it| is_told(it.name) && (!it.help.contains("only on Linux") || cfg!(target_os = "linux")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    for (name, family) in scrapes.iter().flat_map(|scrape| &scrape.0) {
        let metric = METRICS.iter().find(|metric| metric.name == name).unwrap_or_else(|| panic!("{name}: no row"));
        assert_eq!((family.kind.as_str(), family.help.as_str()), (metric.kind.name(), metric.help));
        for series in &family.series {
            let labels: BTreeSet<_> = series.labels.keys().map(String::as_str).filter(|it| *it != "le").collect();
            assert_eq!(labels, metric.labels.iter().copied().collect(), "{series:?}");
        }
    }
    let most = |name: &str, labels: &[(&str, &str)]| {
        let values = scrapes.iter().filter_map(|scrape| scrape.value(name, labels));
        values.reduce(f64::max).unwrap_or_else(|| panic!("{name}"))
    };
    assert!(most("crosstable_http_connections", &[("listener", "main")]) >= 1.0);
    assert!(most("crosstable_http_connections", &[("listener", "operations")]) >= 1.0);
    for name in ["crosstable_append_batch_requests_count", "crosstable_append_batch_duration_seconds_count"] {
        assert!(most(name, &[]) >= 1.0, "at least one list was appended: {name}");
    }
    let projected = most("crosstable_projection_batch_events_sum", &[]);
    assert!(projected >= 4.0, "the organization, its member, the key and the list, in whatever batches: {projected}");
    assert!(most("crosstable_projection_commit_duration_seconds_sum", &[]) > 0.0);
    let began = most("crosstable_process_start_time_seconds", &[]);
    assert_eq!(began, app.clock_now().timestamp() as f64, "the clock has not advanced");
}

#[tokio::test]
async fn what_the_views_lack_is_measured() {
    let (app, gate) = held_app(true).await;
    gate.hold(Held::Everything);
    write(&app, "One").await;
    write(&app, "Two").await;
    app.clock.advance(chrono::TimeDelta::seconds(90));
    until_value(&app, "crosstable_projection_behind_positions", |positions| positions >= 2.0).await;
    until_value(&app, "crosstable_projection_behind_seconds", |seconds| seconds >= 90.0).await;
    gate.hold(Held::Nothing);
    until_value(&app, "crosstable_projection_behind_positions", |positions| positions == 0.0).await;
    until_value(&app, "crosstable_projection_behind_seconds", |seconds| seconds == 0.0).await;
    until_value(&app, "crosstable_append_queue_requests", |waiting| waiting == 0.0).await;
    app.stop().await;
}

#[tokio::test]
async fn rebuilds_and_what_is_parked_are_counted() {
    let app = TestApp::with(Options { metrics: true, ..Options::default() }).await;
    let rebuilds = scrape(&app).await.value("crosstable_projection_rebuilds_total", &[]).unwrap();
    let event = app.import(&e2e::archive::own_fixtures()[0]).await;
    app.rebuild().await;
    until_value(&app, "crosstable_projection_rebuilds_total", |now| now > rebuilds).await;
    let broken = vec![TournamentEvent::RoundStarted { round_id: RoundId(999_999) }.into()];
    app.append(app.organization, StreamId::tournament(event), broken).await;
    until_value(&app, "crosstable_projection_parked_streams", |streams| streams >= 1.0).await;
    let checks: Value = until_ready(&app, true).await.json();
    assert_eq!(checks["status"], "ready", "only one stream is parked");
    app.stop().await;
}
