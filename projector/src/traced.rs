//! Traces of the commands whose events are taken in: a span lasts until their documents are committed. It is a child of
//! the span of the append.

use std::collections::BTreeMap;

use proto_events::Recorded;
use service_kit::traces;
use tracing::Span;

/// Maximum number of open traces. When there are more, there is a backlog, and no response waits for any of them.
const AT_ONCE: usize = 64;

/// The open spans, by the trace they continue. A span ends when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Traced {
    spans: BTreeMap<String, Span>,
}

impl Traced {
    /// Begins a span for each trace among these events.
    pub(crate) fn begin(&mut self, events: &[Recorded]) {
        if !traces::is_on() {
            return;
        }
        for event in events {
            let Some(traceparent) = &event.traceparent else { continue };
            if self.spans.len() < AT_ONCE && !self.spans.contains_key(traceparent) {
                self.spans.insert(traceparent.clone(), project(event, traceparent));
            }
        }
    }

    /// Begins the spans of the commit. They end when the returned values are dropped.
    pub(crate) fn committing(&self, documents: usize) -> Vec<Span> {
        let commit = |span: &Span| tracing::debug_span!(target: traces::TARGET, parent: span, "commit", otel.name = "commit views", documents);
        self.spans.values().map(commit).collect()
    }
}

fn project(event: &Recorded, traceparent: &str) -> Span {
    let span = tracing::debug_span!(
        target: traces::TARGET,
        parent: None,
        "project",
        otel.kind = "consumer",
        organization_id = event.organization_id.0,
        position = event.position.0,
    );
    traces::follow(&span, traceparent);
    span
}
