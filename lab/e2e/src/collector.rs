//! A collector of traces: receives what processes send over OTLP.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use prost::Message;
use service_kit::hex::hex;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::until::{until, wanted};

/// An OTLP server, which listens until it is dropped.
#[derive(Debug)]
pub struct Collector {
    address: SocketAddr,
    spans: watch::Receiver<Vec<Span>>,
    serving: JoinHandle<()>,
}

/// A received span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The process that sent it.
    pub service: String,
    /// Its name.
    pub name: String,
    /// Id of the trace, in hex.
    pub trace: String,
    /// Id of the span, in hex.
    pub id: String,
    /// Id of the parent, in hex; empty for the first span of a trace.
    pub parent: String,
    /// The kind: server, consumer, or other.
    pub kind: SpanKind,
    /// Its attributes.
    pub attributes: BTreeMap<String, String>,
    /// When it began and ended, in nanoseconds since 1970.
    pub time: (u64, u64),
}

impl Collector {
    /// Listens on a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (came, spans) = watch::channel(Vec::new());
        let router = Router::new().route("/v1/traces", post(take)).with_state(came);
        let serving = tokio::spawn(serve(listener, router));
        Self { address, spans, serving }
    }

    /// The endpoint for processes.
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All spans received so far.
    pub fn spans(&self) -> Vec<Span> {
        self.spans.borrow().clone()
    }

    /// Waits until the received spans fit. Panics with `what` if they do not in time.
    pub async fn until(&self, what: &str, fits: impl Fn(&[Span]) -> bool) -> Vec<Span> {
        until(what, async || wanted(self.spans(), |spans| fits(spans))).await
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(listener: TcpListener, router: Router) {
    let stop = service_kit::lifecycle::Stop::default();
    let listening = service_kit::server::Listening::within(service_kit::limits::Limits::default());
    service_kit::server::serve(listener, router, listening, stop).await.expect("a listener");
}

async fn take(State(came): State<watch::Sender<Vec<Span>>>, headers: HeaderMap, body: Bytes) -> (StatusCode, Bytes) {
    let is_protobuf = headers.get("content-type").is_some_and(|it| it == "application/x-protobuf");
    let request = ExportTraceServiceRequest::decode(body).ok().filter(|_| is_protobuf);
    let Some(request) = request else { return (StatusCode::BAD_REQUEST, Bytes::new()) };
    came.send_modify(|spans| spans.extend(read(request)));
    (StatusCode::OK, Bytes::new())
}

fn read(request: ExportTraceServiceRequest) -> Vec<Span> {
    let mut spans = Vec::new();
    for of_process in request.resource_spans {
        let resource = of_process.resource.map(|resource| attributes(resource.attributes)).unwrap_or_default();
        let service = resource.get("service.name").cloned().unwrap_or_default();
        for span in of_process.scope_spans.into_iter().flat_map(|scope| scope.spans) {
            spans.push(Span {
                service: service.clone(),
                kind: span.kind(),
                time: (span.start_time_unix_nano, span.end_time_unix_nano),
                name: span.name,
                trace: hex(&span.trace_id),
                id: hex(&span.span_id),
                parent: hex(&span.parent_span_id),
                attributes: attributes(span.attributes),
            });
        }
    }
    spans
}

fn attributes(attributes: Vec<KeyValue>) -> BTreeMap<String, String> {
    let text = |value| match value {
        any_value::Value::StringValue(text) => text,
        any_value::Value::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    };
    let named = |it: KeyValue| (it.key, it.value.and_then(|value| value.value).map(text).unwrap_or_default());
    attributes.into_iter().map(named).collect()
}
