//! A folder of dumps: files of all public tournaments, which `crosstable dump` writes and everyone may download, and their
//! manifest.

use std::io;
use std::path::{Path, PathBuf};

use api_kit::description::{Answer, Tag};
use api_kit::negotiation::{JSON, has};
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::{Bytes, BytesMut};
use futures::{Stream, stream};
use serde::{Deserialize, Serialize};
use service_kit::problem::Problem;
use service_kit::{BoxError, message};
use tokio::fs::File;
use tokio::io::AsyncReadExt;
use utoipa::ToSchema;

use crate::answer::unchanged;
use crate::call::Call;
use crate::endpoint::{Endpoint, Handler};
use crate::response_headers::ResponseHeaders;
use crate::sending::Sending;

/// Name of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// Folder below, with complete files that are about to replace others. While its manifest is there, the folder above is
/// changing.
pub const NEXT: &str = "next";

/// The manifest of a folder of dumps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = DumpManifest)]
pub struct Manifest {
    /// The version of the folder's layout: 1.
    pub format: u32,
    /// The organization whose tournaments the files have, whole; null if they have what is public of all organizations.
    #[schema(value_type = Option<i64>)]
    pub organization_id: Option<i64>,
    /// Cursor for `since` of the export of tournaments: with it, a client gets everything that changed after the dump.
    pub cursor: String,
    /// Number of tournaments.
    #[schema(value_type = i64)]
    pub tournaments: u64,
    /// The files by name.
    pub files: Vec<DumpFile>,
}

/// A file of a dump: one table of one month, compressed with Zstandard.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub struct DumpFile {
    /// Its name: `matches-2026-03.ndjson.zst`.
    pub name: String,
    /// The table: `tournaments`, `standings`, `rounds`, `matches`, `cards` or `decklists`.
    pub table: String,
    /// The month of the tournaments' start in UTC: `2026-03`, or `undated`.
    pub month: String,
    /// SHA-256 of the file in hexadecimal digits.
    pub sha256: String,
    /// Size of the file in bytes.
    #[schema(value_type = i64)]
    pub bytes: u64,
    /// Number of lines, each a JSON object.
    #[schema(value_type = i64)]
    pub lines: u64,
}

impl Manifest {
    /// Reads the manifest in a folder. `None` if there is none.
    pub fn read(folder: &Path) -> io::Result<Option<Self>> {
        match std::fs::read(folder.join(MANIFEST)) {
            Ok(text) => Ok(Some(serde_json::from_slice(&text)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the file with this name.
    pub fn file(&self, name: &str) -> Option<&DumpFile> {
        self.files.iter().find(|file| file.name == name)
    }
}

/// Size of the pieces that are sent.
const PIECE: usize = 64 * 1024;

const FILE_HEADERS: ResponseHeaders = ResponseHeaders {
    content_type: "application/zstd",
    content_security_policy: Some("default-src 'none'"),
    vary: "Accept-Encoding",
    ..ResponseHeaders::SCRIPT
};

pub(crate) static ENDPOINTS: &[Endpoint] = &[LIST, FILE];

const LIST: Endpoint = Endpoint {
    template: "/dumps/",
    handler: Handler::Open(|call| Box::pin(manifest(call))),
    id: "list_dumps",
    tag: Tag::Export,
    summary: "List the dumps: files of all public tournaments",
    text: "The files that `crosstable dump` wrote last: one for each month and table, each line a JSON object, \
           compressed with Zstandard. 404 if the operator offers no dumps (`--dumps`). With `cursor` as `since` of the \
           export of tournaments, with every part in `include` and without a key, a client gets what changed after the \
           dump.",
    answer: Answer::of::<Manifest>(200),
    ..Endpoint::NEW
};

async fn manifest(call: Call) -> Result<Response, Problem> {
    call.accept(JSON)?;
    let (_, manifest) = offered(&call).await?;
    let body = serde_json::to_vec(&manifest).map_err(Problem::internal)?;
    call.answer_text(body, ResponseHeaders::PUBLIC_JSON).await
}

/// Returns the folder of the dumps and its manifest.
///
/// # Errors
/// 404 if no dumps are offered, and 503 while new files replace others.
async fn offered(call: &Call) -> Result<(PathBuf, Manifest), Problem> {
    let none = || Problem::not_found(message!("no-dumps", "This service offers no dumps."));
    let folder = call.shared.settings.dumps.clone().ok_or_else(none)?;
    let place = folder.clone();
    // Reading a file blocks.
    let manifest = tokio::task::spawn_blocking(move || read(&place)).await.map_err(Problem::internal)??;
    Ok((folder, manifest.ok_or_else(none)?))
}

fn read(folder: &Path) -> Result<Option<Manifest>, Problem> {
    if folder.join(NEXT).join(MANIFEST).exists() {
        return Err(being_replaced());
    }
    let manifest = Manifest::read(folder).map_err(Problem::internal)?;
    if manifest.as_ref().is_some_and(|manifest| manifest.organization_id.is_some()) {
        let folder = folder.display();
        tracing::error!("{folder} is not offered under /dumps/: it has one organization's tournaments whole");
        return Ok(None);
    }
    Ok(manifest)
}

fn being_replaced() -> Problem {
    let text = message!("dumps-being-replaced", "The dumps are being replaced by newer ones. Please try again.");
    Problem::unavailable(text, 1)
}

const FILE: Endpoint = Endpoint {
    template: "/dumps/{file}",
    handler: Handler::Open(|call| Box::pin(file(call))),
    id: "get_dump_file",
    tag: Tag::Export,
    summary: "Download a file of the dumps",
    text: "A file that the manifest names, or the manifest itself as `manifest.json`. The `ETag` of a file is its \
           SHA-256.",
    answer: Answer::File,
    ..Endpoint::NEW
};

/// Answers with the file. Only names in the manifest are files, so no other file can be read.
async fn file(call: Call) -> Result<Response, Problem> {
    if call.param("file") == MANIFEST {
        return manifest(call).await;
    }
    let (folder, manifest) = offered(&call).await?;
    let file = manifest.file(call.param("file")).filter(|file| is_plain(&file.name));
    let DumpFile { name, sha256, bytes, .. } = file.ok_or_else(|| {
        Problem::not_found(message!("no-such-dump", "The dumps have no such file; the manifest names all."))
    })?;
    let tag = HeaderValue::try_from(format!("\"{sha256}\"")).map_err(Problem::internal)?;
    if has(&call.headers, &[&tag]) {
        let mut response = unchanged(FILE_HEADERS);
        response.headers_mut().insert(header::ETAG, tag);
        return Ok(response);
    }
    let mut response = Response::new(Body::empty());
    if !call.is_head() {
        let counted = call.shared.exports.permit(None, call.client)?;
        let opened = File::open(folder.join(name)).await.map_err(Problem::internal)?;
        if opened.metadata().await.map_err(Problem::internal)?.len() != *bytes {
            return Err(being_replaced());
        }
        let sending = Sending { limits: call.shared.settings.limits, counted };
        *response.body_mut() = sending.body(pieces(opened));
    }
    let headers = response.headers_mut();
    FILE_HEADERS.write(headers);
    headers.insert(header::ETAG, tag);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(*bytes));
    Ok(response)
}

/// Whether a name leads to no other folder.
fn is_plain(name: &str) -> bool {
    !name.contains(['/', '\\']) && !name.starts_with('.')
}

/// Returns the content of a file in pieces.
fn pieces(file: File) -> impl Stream<Item = Result<Bytes, BoxError>> + Send + 'static {
    stream::try_unfold(file, |mut file| async move {
        let mut piece = BytesMut::with_capacity(PIECE);
        let is_at_end = file.read_buf(&mut piece).await? == 0;
        Ok((!is_at_end).then(|| (piece.freeze(), file)))
    })
}
