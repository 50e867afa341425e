//! `/dumps/`: the manifest of the dumps that everyone may download.

use service_kit::message;
use std::path::{Path, PathBuf};

use api_kit::description::{Answer, Description, Tag};
use api_kit::negotiation::JSON;
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::entry_of;
use crate::answer;
use crate::call::Call;
use crate::dumps::{MANIFEST, Manifest, NEXT};
use crate::form::Form;

/// It reads no views.
pub(crate) const DRAWS_ON: &[ViewKind] = &[];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_dumps",
    tag: Tag::Export,
    summary: "List the dumps: files of all public tournaments",
    text: "The files that `crosstable dump` wrote last: one for each month and table, each line a JSON object, compressed \
           with Zstandard. 404 if the operator offers no dumps (`--dumps`). With `cursor` as `since` of the export of \
           tournaments, with every part in `include` and without a key, a client gets what changed after the dump.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "DumpManifest"),
};

/// The headers of the manifest.
const FORM: Form = Form { cache_control: "public, no-cache", vary: "Accept-Encoding", ..Form::KEYED_JSON };

/// Answers with the manifest.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    call.accept(JSON)?;
    let (_, manifest) = offered(&call).await?;
    let body = serde_json::to_vec(&manifest).map_err(Problem::internal)?;
    answer::entry(&call.headers, &entry_of(body.into()), FORM).await
}

/// Returns the folder of the dumps and its manifest.
///
/// # Errors
/// 404 if no dumps are offered, and 503 while new files replace others.
pub(super) async fn offered(call: &Call) -> Result<(PathBuf, Manifest), Problem> {
    let none = || Problem::not_found(message!("no-dumps", "This service offers no dumps."));
    let folder = call.shared.settings.dumps.clone().ok_or_else(none)?;
    // Reading a file blocks.
    let read = tokio::task::spawn_blocking(move || (read(&folder), folder)).await;
    match read.map_err(Problem::internal)? {
        (Ok(Some(manifest)), folder) => Ok((folder, manifest)),
        (Ok(None), _) => Err(none()),
        (Err(problem), _) => Err(problem),
    }
}

fn read(folder: &Path) -> Result<Option<Manifest>, Problem> {
    if folder.join(NEXT).join(MANIFEST).exists() {
        return Err(Problem::unavailable(
            message!("dumps-being-replaced", "The dumps are being replaced by newer ones. Please try again."),
            1,
        ));
    }
    let manifest = Manifest::read(folder).map_err(Problem::internal)?;
    if manifest.as_ref().is_some_and(|manifest| manifest.organization_id.is_some()) {
        let folder = folder.display();
        tracing::error!("{folder} is not offered under /dumps/: it has one organization's tournaments whole");
        return Ok(None);
    }
    Ok(manifest)
}
