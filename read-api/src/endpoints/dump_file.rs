//! `/dumps/{file}`: a file of the dumps that everyone may download, or their manifest.

use api_kit::description::{Answer, Description, Tag};
use api_kit::negotiation::has;
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::{Bytes, BytesMut};
use futures::{Stream, stream};
use service_kit::BoxError;
use service_kit::message;
use service_kit::problem::Problem;
use storage::ViewKind;
use tokio::fs::File;
use tokio::io::AsyncReadExt;

use super::dumps;
use crate::answer::unchanged;
use crate::call::Call;
use crate::dumps::{DumpFile, MANIFEST};
use crate::form::Form;
use crate::sending::Sending;

/// It reads no views.
pub(crate) const DRAWS_ON: &[ViewKind] = &[];

/// Size of the pieces that are sent.
const PIECE: usize = 64 * 1024;

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_dump_file",
    tag: Tag::Export,
    summary: "Download a file of the dumps",
    text: "A file that the manifest names, or the manifest itself as `manifest.json`. The `ETag` of a file is its SHA-256.",
    parameters: &[],
    body: None,
    answer: Answer::File,
};

/// The headers of a file.
const FORM: Form = Form {
    content_type: "application/zstd",
    content_security_policy: Some("default-src 'none'"),
    vary: "Accept-Encoding",
    ..Form::SCRIPT
};

/// Answers with the file. Only names in the manifest are files, so no other file can be read.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    if call.param("file") == MANIFEST {
        return dumps::answer(call).await;
    }
    let (folder, manifest) = dumps::offered(&call).await?;
    let file = manifest.file(call.param("file")).filter(|file| is_plain(&file.name));
    let DumpFile { name, sha256, bytes, .. } = file.ok_or_else(|| {
        Problem::not_found(message!("no-such-dump", "The dumps have no such file; the manifest names all."))
    })?;
    let tag = HeaderValue::try_from(format!("\"{sha256}\"")).map_err(Problem::internal)?;
    if has(&call.headers, &[&tag]) {
        let mut response = unchanged(FORM);
        response.headers_mut().insert(header::ETAG, tag);
        return Ok(response);
    }
    let mut response = Response::new(Body::empty());
    if !call.is_head() {
        let place = call.shared.exports.take(None, call.client)?;
        let opened = File::open(folder.join(name)).await.map_err(Problem::internal)?;
        if opened.metadata().await.map_err(Problem::internal)?.len() != *bytes {
            return Err(Problem::unavailable(
                message!("dumps-being-replaced", "The dumps are being replaced by newer ones. Please try again."),
                1,
            ));
        }
        let sending = Sending { pace: call.shared.settings.limits.pace, hang_up: call.hang_up.clone(), place };
        *response.body_mut() = sending.body(pieces(opened));
    }
    let headers = response.headers_mut();
    FORM.write(headers);
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
    stream::unfold(Some(file), |file| async move {
        let mut file = file?;
        let mut piece = BytesMut::with_capacity(PIECE);
        match file.read_buf(&mut piece).await {
            Ok(0) => None,
            Ok(_) => Some((Ok(piece.freeze()), Some(file))),
            Err(error) => Some((Err(error.into()), None)),
        }
    })
}
