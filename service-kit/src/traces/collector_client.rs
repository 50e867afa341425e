//! Sends spans to the collector with the HTTP library of the server.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use tokio::runtime::Handle;

use crate::chain;

/// Time limit of a request to the collector.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// Maximum number of bytes read from its answer.
const ANSWER: usize = 64 * 1024;

/// Sends requests on the runtime, because the exporter calls it from its own thread.
#[derive(Debug)]
pub(super) struct CollectorClient {
    runtime: Handle,
    client: Client<HttpConnector, Full<Bytes>>,
    /// Whether the last request failed. A failure is logged once, not for every batch.
    failing: AtomicBool,
}

impl CollectorClient {
    pub(super) fn new(runtime: Handle) -> Self {
        Self { runtime, client: Client::builder(TokioExecutor::new()).build_http(), failing: AtomicBool::new(false) }
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
        let sending = send(self.client.clone(), request);
        let sent = self.runtime.spawn(async move { tokio::time::timeout(TIME_LIMIT, sending).await }).await;
        let answer = match sent {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err("the collector did not answer in time".into()),
            Err(ended) => Err(ended.into()),
        };
        self.note(match &answer {
            Ok(answer) if answer.status().is_success() => None,
            Ok(answer) => Some(format!("the collector answers with {}", answer.status())),
            Err(error) => Some(chain(&**error)),
        });
        answer
    }
}

async fn send(
    client: Client<HttpConnector, Full<Bytes>>,
    request: Request<Bytes>,
) -> Result<Response<Bytes>, HttpError> {
    let (parts, body) = client.request(request.map(Full::new)).await?.into_parts();
    let body = Limited::new(body, ANSWER).collect().await?.to_bytes();
    Ok(Response::from_parts(parts, body))
}
