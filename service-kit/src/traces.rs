//! OpenTelemetry traces: they follow a command from its HTTP request to the views, across processes.
//!
//! A span belongs to a trace if its target is [`TARGET`]. Spans are sent to a collector over OTLP if one is configured;
//! otherwise no layer records them and a span costs almost nothing. The trace context travels between processes, and
//! with events, as a W3C `traceparent`.
//!
//! Spans contain no data of clients: routes are templates, and queries, headers and names are left out.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use axum::http::{HeaderMap, Uri};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::{Bytes, HeaderExtractor, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracer, SdkTracerProvider};
use tokio::runtime::Handle;
use tracing::level_filters::LevelFilter;
use tracing::{Metadata, Span, Subscriber};
use tracing_opentelemetry::{OpenTelemetryLayer, OpenTelemetrySpanExt};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::DynFilterFn;
use tracing_subscriber::registry::LookupSpan;

use crate::{ProcessError, chain, http_client};

/// The target of spans that belong to a trace.
pub const TARGET: &str = "crosstable::trace";
/// The header with a request's trace context.
pub const TRACEPARENT: &str = "traceparent";
/// The longest `traceparent` that is accepted.
const LONGEST: usize = 128;
/// How long spans are collected into a batch.
const GATHER: Duration = Duration::from_secs(1);
/// Maximum number of queued spans. Further spans are dropped.
const WAITING: usize = 8_192;
/// Time limit for sending the last spans when the process stops.
const LAST_SPANS: Duration = Duration::from_secs(3);

/// The path of traces in OTLP over HTTP, as specified.
const PATH: &str = "/v1/traces";

/// How a process traces.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceSettings {
    /// The address of the collector, from [`endpoint`].
    pub endpoint: String,
    /// The share of traces to keep, 0 to 1. Traces that began in another process are kept as that process decided.
    pub ratio: f64,
    /// The service name of the spans.
    pub service: String,
}

/// Reads the address of a collector for OTLP over HTTP. Returns the address that spans are sent to.
///
/// # Errors
/// What the address must be.
pub fn endpoint(text: &str) -> Result<String, &'static str> {
    const NO_ADDRESS: &str = "must be an address such as http://127.0.0.1:4318";
    let uri: Uri = text.trim().parse().map_err(|_| NO_ADDRESS)?;
    let authority = uri.authority().ok_or(NO_ADDRESS)?;
    if authority.as_str().contains('@') {
        return Err(
            "must not contain a user name or password; headers for the collector come from OTEL_EXPORTER_OTLP_HEADERS",
        );
    }
    if uri.scheme_str() != Some("http") {
        return Err(
            "must begin with http://; for a collector that needs TLS, run a local collector (http://127.0.0.1:4318) that forwards the traces",
        );
    }
    let path = if uri.path().len() > 1 { uri.path() } else { PATH };
    Ok(format!("http://{authority}{path}"))
}

/// Set when this process starts tracing.
static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// Starts tracing in this process. The returned layer records spans that belong to a trace.
pub(crate) fn begin<S>(settings: &TraceSettings) -> Result<impl Layer<S> + use<S>, ProcessError>
where
    S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
{
    let runtime = Handle::try_current();
    let runtime = runtime.map_err(|_| ProcessError::new("traces need an asynchronous runtime, and none is running"))?;
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(CollectorClient::new(runtime))
        .with_endpoint(&settings.endpoint)
        .with_protocol(Protocol::HttpBinary)
        .build();
    let exporter =
        exporter.map_err(|error| ProcessError::new(format!("the exporter of traces cannot be created: {error}")))?;
    let batches = BatchConfigBuilder::default().with_scheduled_delay(GATHER).with_max_queue_size(WAITING).build();
    let provider = SdkTracerProvider::builder()
        .with_resource(resource(&settings.service))
        // The caller decides whether a request is traced, so that a trace is complete or absent.
        .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(settings.ratio))))
        .with_span_processor(BatchSpanProcessor::builder(exporter).with_batch_config(batches).build())
        .build();
    let tracer: SdkTracer = provider.tracer("crosstable");
    PROVIDER.set(provider).map_err(|_| ProcessError::new("traces are set up already"))?;
    let layer = OpenTelemetryLayer::new(tracer)
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_context_activation(false);
    // Asked for each span: an answer that is remembered would not undo what the log's filter said of the event before.
    let filter = DynFilterFn::new(|metadata, _| is_traced(metadata)).with_max_level_hint(LevelFilter::DEBUG);
    Ok(layer.with_filter(filter))
}

fn resource(service: &str) -> Resource {
    let instance = crate::random::secret_base62(12);
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    Resource::builder_empty()
        .with_service_name(service.to_owned())
        .with_attributes([version, KeyValue::new("service.instance.id", instance)])
        .build()
}

fn is_traced(metadata: &Metadata<'_>) -> bool {
    metadata.is_span() && metadata.target() == TARGET
}

/// Returns whether this process traces.
pub fn is_on() -> bool {
    PROVIDER.get().is_some()
}

/// Sends the remaining spans and ends tracing. Call it after everything that creates spans has ended.
pub async fn finish() {
    let Some(provider) = PROVIDER.get().cloned() else { return };
    // It blocks, and it sends on this runtime.
    let ended = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(LAST_SPANS)).await;
    if !matches!(ended, Ok(Ok(()))) {
        tracing::warn!("the last spans were not delivered");
    }
}

/// Adds a span to the trace named in a request's headers, if there is one and this process traces.
pub(crate) fn follow_headers(span: &Span, headers: &HeaderMap) {
    if is_on() && headers.get(TRACEPARENT).is_some_and(|value| value.len() <= LONGEST) {
        follow_context(span, &HeaderExtractor(headers));
    }
}

/// Adds a span to the trace that an event or a message belongs to.
pub fn follow(span: &Span, traceparent: &str) {
    if is_on() && traceparent.len() <= LONGEST {
        let carrier = std::collections::HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]);
        follow_context(span, &carrier);
    }
}

fn follow_context(span: &Span, carrier: &dyn Extractor) {
    let context = TraceContextPropagator::new().extract_with_context(&Context::new(), carrier);
    if context.span().span_context().is_valid() {
        // A span that is not recorded has no parent either.
        let _ = span.set_parent(context);
    }
}

/// Returns the `traceparent` of a span, or `None` if the span is not recorded.
pub fn of(span: &Span) -> Option<String> {
    let context = is_on().then(|| span.context())?;
    let span = context.span();
    let place = span.span_context();
    let recorded = place.is_valid() && place.is_sampled();
    recorded.then(|| format!("00-{}-{}-{:02x}", place.trace_id(), place.span_id(), place.trace_flags()))
}

/// Returns the trace id of a `traceparent`, if it is valid.
pub(crate) fn trace_id(traceparent: &str) -> Option<&str> {
    let mut parts = traceparent.split('-');
    let (version, id) = (parts.next()?, parts.next()?);
    let is_hex = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit));
    let is_id = id.len() == 32 && is_hex(id) && id.bytes().any(|digit| digit != b'0');
    (version.len() == 2 && is_hex(version) && is_id && parts.next()?.len() == 16).then_some(id)
}

/// Maximum number of bytes read from an answer of the collector.
const COLLECTOR_ANSWER: usize = 64 * 1024;

/// Sends spans to the collector. It sends on the runtime, because the exporter calls it from its own thread.
#[derive(Debug)]
struct CollectorClient {
    runtime: Handle,
    /// Whether the last request failed. A failure is logged once, not for every batch.
    failing: AtomicBool,
}

impl CollectorClient {
    fn new(runtime: Handle) -> Self {
        Self { runtime, failing: AtomicBool::new(false) }
    }

    fn note(&self, failure: Option<String>) {
        let failed_before = self.failing.swap(failure.is_some(), Ordering::Relaxed);
        match failure {
            Some(error) if !failed_before => tracing::warn!(error, "traces are not delivered"),
            None if failed_before => tracing::info!("traces are delivered again"),
            _ => {}
        }
    }
}

#[async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let sent = self.runtime.spawn(http_client::send(request, COLLECTOR_ANSWER)).await;
        let answer = sent.map_err(HttpError::from).and_then(|answer| Ok(answer?));
        self.note(match &answer {
            Ok(answer) if answer.status().is_success() => None,
            Ok(answer) => Some(format!("the collector answers with {}", answer.status())),
            Err(error) => Some(chain(&**error)),
        });
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trace_of_a_traceparent_is_found_and_nothing_else() {
        let id = "4bf92f3577b34da6a3ce929d0e0e4736";
        assert_eq!(trace_id(&format!("00-{id}-00f067aa0ba902b7-01")), Some(id));
        for wrong in [
            String::new(),
            id.to_owned(),
            format!("00-{id}"),
            format!("00-{}-00f067aa0ba902b7-01", id.to_uppercase()),
            format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
            format!("00-{}\n-00f067aa0ba902b7-01", &id[..31]),
        ] {
            assert_eq!(trace_id(&wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn where_nothing_is_traced_nothing_is_passed_on() {
        assert!(!is_on());
        let span = tracing::debug_span!(target: TARGET, "work");
        follow(&span, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        assert_eq!(of(&span), None);
    }

    #[test]
    fn an_address_without_a_path_gets_the_usual_one() {
        for (given, found) in [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("http://collector:4318/", "http://collector:4318/v1/traces"),
            ("http://[::1]:4318/otlp/v1/traces", "http://[::1]:4318/otlp/v1/traces"),
        ] {
            assert_eq!(endpoint(given).unwrap(), found);
        }
    }

    #[test]
    fn what_is_no_address_of_a_collector_is_refused_with_what_is() {
        let refused = |text: &str| endpoint(text).unwrap_err();
        assert!(refused("collector:4318").starts_with("must begin with http://"));
        assert!(refused("/v1/traces").starts_with("must be an address"));
        assert!(refused("https://collector:4318").starts_with("must begin with http://"));
        assert!(refused("http://ada:secret@collector:4318").starts_with("must not contain a user name"));
    }
}
