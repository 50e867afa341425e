//! The installation that a mirror follows.

use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use axum::body::Bytes;
use axum::http::{HeaderName, Request, StatusCode, Uri, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use service_kit::http_client::{Arriving, Connection, next_piece};

use super::folder::{Folder, Head};
use super::receiving::Body;

/// The path of the export below an installation's address.
const EXPORT: &str = "/api/v1/export/tournaments/";
const CURSOR: HeaderName = HeaderName::from_static("export-cursor");
const COUNT: HeaderName = HeaderName::from_static("export-count");
/// How long the next piece of an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How much of a refusal is read.
const MOST_OF_REFUSAL: usize = 64 << 10;

/// Why a pull failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// It would fail again.
    Final(anyhow::Error),
    /// It may succeed later.
    Later {
        why: anyhow::Error,
        /// How long the source asks to wait.
        wait: Option<Duration>,
    },
}

/// The answer of a source.
#[derive(Debug)]
pub(super) enum Fetched {
    Unchanged,
    /// The source does not know the cursor: everything must be pulled again.
    CursorRefused(String),
    /// The folder has received the answer whole.
    Answer,
}

/// An installation whose export is pulled.
pub(crate) struct Source {
    pub(super) address: String,
    uri: Uri,
    /// The filters, as in the query of a request.
    pub(super) query: String,
    key: Option<String>,
}

impl Source {
    /// Creates a source from an installation's address, without a trailing slash. The filters are parameters of the
    /// request with their values.
    pub(crate) fn new(address: &str, filters: &[(&str, String)], key: Option<String>) -> anyhow::Result<Self> {
        let uri: Uri = address.parse().with_context(|| format!("{address} is not an address"))?;
        let is_printable = |key: &String| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        ensure!(key.as_ref().is_none_or(is_printable), "the key is not one: a key has letters and digits only");
        let pairs = filters.iter().map(|(name, value)| format!("{name}={}", encoded(value)));
        let query = pairs.collect::<Vec<_>>().join("&");
        Ok(Self { address: address.to_owned(), uri, query, key })
    }

    /// Requests what changed since a cursor, or everything, and stores the answer in the folder.
    pub(super) async fn fetch(&self, since: Option<&str>, folder: &Folder) -> Result<Fetched, Failure> {
        let request = self.request(since).map_err(Failure::Final)?;
        let mut connection = Connection::open(&self.uri).await.map_err(later)?;
        let mut answer = match tokio::time::timeout(PATIENCE, connection.begin(request)).await {
            Ok(answer) => answer.map_err(later)?,
            Err(_) => return Err(later(anyhow!("no answer within a minute"))),
        };
        match answer.status() {
            StatusCode::OK => self.receive(&mut answer, since, folder).await,
            StatusCode::GONE | StatusCode::BAD_REQUEST if since.is_some() => {
                Ok(Fetched::CursorRefused(said(&mut answer).await))
            }
            _ => Err(refusal(&mut answer).await),
        }
    }

    fn request(&self, since: Option<&str>) -> anyhow::Result<Request<Bytes>> {
        let base = self.uri.path().trim_end_matches('/');
        let since = since.map(|cursor| format!("since={}", encoded(cursor)));
        let query = [since, Some(self.query.clone()).filter(|query| !query.is_empty())];
        let query = query.into_iter().flatten().collect::<Vec<_>>().join("&");
        let mut request = Request::get(format!("{base}{EXPORT}?{query}"));
        request = request.header(header::ACCEPT, "application/x-ndjson").header(header::ACCEPT_ENCODING, "gzip");
        if let Some(key) = &self.key {
            request = request.header("x-api-key", key);
        }
        Ok(request.body(Bytes::new())?)
    }

    /// Stores an answer, piece by piece.
    async fn receive(&self, answer: &mut Arriving, since: Option<&str>, folder: &Folder) -> Result<Fetched, Failure> {
        let text = |name: &HeaderName| answer.headers().get(name).and_then(|value| value.to_str().ok());
        let (Some(cursor), Some(count)) = (text(&CURSOR), text(&COUNT).and_then(|count| count.parse::<u64>().ok()))
        else {
            let why = format!("{} does not answer as the export of Crosstable does", self.address);
            return Err(Failure::Final(anyhow!(why)));
        };
        if count == 0 && since == Some(cursor) {
            return Ok(Fetched::Unchanged);
        }
        let (source, query, is_full) = (self.address.clone(), self.query.clone(), since.is_none());
        let head = Head { source, query, cursor: cursor.to_owned(), is_full };
        let is_gzip = text(&header::CONTENT_ENCODING) == Some("gzip");
        let full = |error: std::io::Error| {
            Failure::Final(anyhow!(error).context(format!("{} cannot be written", folder.path.display())))
        };
        let mut body = Body::new(folder.receive(&head).map_err(full)?, is_gzip);
        while let Some(piece) = next_piece(answer, PATIENCE).await.map_err(later)? {
            body.take(&piece).map_err(|error| if is_of_answer(&error) { later(error) } else { full(error) })?;
        }
        let received = body.end().map_err(|error| if is_of_answer(&error) { later(error) } else { full(error) })?;
        received.keep(count).map_err(|why| Failure::Later { why, wait: None })?;
        Ok(Fetched::Answer)
    }
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// Whether the answer is broken, and not the disk.
fn is_of_answer(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

fn later(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Later { why: error.into(), wait: None }
}

/// Returns a refusal, and whether to try again.
async fn refusal(answer: &mut Arriving) -> Failure {
    let text = |name| answer.headers().get(name).and_then(|value| value.to_str().ok());
    let wait = text(header::RETRY_AFTER).and_then(|wait| wait.parse().ok()).map(Duration::from_secs);
    let to = text(header::LOCATION).unwrap_or("another address").to_owned();
    let status = answer.status();
    let said = said(answer).await;
    let advice = match status {
        StatusCode::UNAUTHORIZED => "name a valid key with --key-file or CROSSTABLE_KEY",
        StatusCode::FORBIDDEN => "use a key that may read the export",
        StatusCode::NOT_FOUND => "check the address, and that this version of Crosstable runs there",
        status if status.is_redirection() => {
            return Failure::Final(anyhow!("the address sends clients to {to}; name the final address"));
        }
        status if status.is_client_error() && status != StatusCode::TOO_MANY_REQUESTS => "check the filters",
        _ => return Failure::Later { why: anyhow!("{status}: {said}"), wait },
    };
    Failure::Final(anyhow!("{status}: {said} ({advice})"))
}

/// Returns the text of a refusal.
async fn said(answer: &mut Arriving) -> String {
    let mut body = Vec::new();
    while body.len() < MOST_OF_REFUSAL {
        match next_piece(answer, PATIENCE).await {
            Ok(Some(piece)) => body.extend_from_slice(&piece),
            Ok(None) | Err(_) => break,
        }
    }
    let problem: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    let detail = problem["detail"].as_str().unwrap_or("no reason is given");
    let errors = problem.get("errors").map(|errors| format!(" {errors}")).unwrap_or_default();
    format!("{detail}{errors}")
}
