//! The traces of the commands whose events are being taken in: a span from then until what they make of the views is
//! committed, as a child of the append that wrote them.

use std::collections::BTreeMap;

use proto_events::Recorded;
use service_kit::traces;
use tracing::Span;

/// Traces that are followed at once. Where more come together there is a backlog, and no answer waits for any of them.
const AT_ONCE: usize = 64;

/// The spans under way, by the trace they continue. They end when they are dropped.
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

    /// Begins the spans of the commit: they end with what is returned.
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
