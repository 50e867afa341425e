//! Follows one command from its request to the views in a collector of traces. A single test, because tracing starts
//! once for each process.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use e2e::collector::{Collector, Span};
use e2e::{Options, TestApp};
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use reqwest::Method;
use serde_json::json;
use service_kit::telemetry::init;
use service_kit::traces::{self, TraceSettings};

const LISTS: &str = "/api/v1/decklists/";
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

fn named<'a>(spans: &'a [Span], name: &str) -> Option<&'a Span> {
    spans.iter().find(|span| span.trace == TRACE && span.name == name)
}

fn begun_with_tracing(collector: &Collector) {
    let endpoint = traces::endpoint(&collector.endpoint()).unwrap();
    init(true, Some(&TraceSettings { endpoint, ratio: 0.0, service: "all-in-one".into() })).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_is_followed_from_its_request_to_the_views() {
    let collector = Collector::start().await;
    begun_with_tracing(&collector);
    let options = Options { otlp_endpoint: Some(collector.endpoint()), ..Options::default() };
    let app = TestApp::with(options).await;

    let body = json!({"name": "Burn", "plaintext_list": "60 Mountain"});
    let write = app.with_json(Method::POST, LISTS, &body);
    app.send(write.header("traceparent", format!("00-{TRACE}-{CALLER}-01"))).await.created();
    app.applied().await;
    let read = app.request(Method::GET, &format!("{LISTS}?search=whispered"));
    app.send(read.header("traceparent", format!("00-{TRACE}-{CALLER}-01"))).await;
    // These requests are not sampled: one by its header, the other because the share of new traces is zero.
    let unsampled = format!("00-{}-{CALLER}-00", TRACE.replace('4', "5"));
    app.send(app.request(Method::GET, LISTS).header("traceparent", unsampled)).await;
    app.get(LISTS).await;

    let services = if app.has_gateway() { ["write-api", "projector", "read-api"] } else { ["all-in-one"; 3] };
    let last = app.log().await.pop().unwrap();
    let key = app.key.clone();
    app.stop().await;
    traces::finish().await;
    let read = format!("GET {LISTS}");
    let spans = collector
        .until("the whole trace", |spans| named(spans, "commit views").is_some() && named(spans, &read).is_some())
        .await;

    let [request, append, project, commit, read] =
        ["POST /api/v1/decklists/", "append", "project", "commit views", &read]
            .map(|name| named(&spans, name).unwrap());
    assert_eq!((request.parent.as_str(), request.kind), (CALLER, SpanKind::Server));
    assert_eq!((&append.parent, &project.parent, &commit.parent), (&request.id, &append.id, &project.id));
    assert_eq!(last.traceparent, Some(format!("00-{TRACE}-{}-01", append.id)), "the event's trace");
    assert!(append.time.0 <= project.time.0 && project.time.0 <= commit.time.0 && commit.time.1 <= project.time.1);
    assert_eq!(append.attributes["position"], last.position.to_string());
    assert_eq!(project.attributes["position"], last.position.to_string());

    let organization = last.organization_id.to_string();
    for (span, status) in [(request, "201"), (read, "200")] {
        assert_eq!(span.attributes["http.response.status_code"], status);
        assert_eq!(span.attributes["http.route"], LISTS);
        assert_eq!(span.attributes["organization_id"], organization);
    }
    assert!(spans.iter().all(|span| span.trace == TRACE), "{spans:#?}");
    assert_eq!([request, project, read].map(|span| span.service.as_str()), services);
    let told = format!("{spans:?}");
    assert!(!told.contains("whispered") && !told.contains(&key) && !told.contains("Mountain"), "{told}");
}
