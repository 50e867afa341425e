//! Answers of accounts.

use crate::prelude::*;

/// A one-time link with which a person sets a password.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasswordLink {
    /// Its address. It is shown only once, and opens once.
    #[schema(format = "uri")]
    pub(crate) url: String,
    /// When it expires.
    pub(crate) expires_at: DateTime<Utc>,
}

/// An account, and the one that it was merged into.
#[derive(Serialize, ToSchema)]
pub(crate) struct MergedUser {
    /// Id of the account.
    pub(crate) id: i64,
    /// The name that is shown for it.
    pub(crate) best_identifier: String,
    /// Id of the account that it was merged into; null if it is not merged.
    pub(crate) merged_into: Option<i64>,
}

/// Answers with an account as it was after the write.
pub(super) async fn merged(request: &WriteRequest, written: &Written<User>) -> Result<Response, Problem> {
    let user = &written.folded.state;
    let merged_into = user.merged_into.as_ref().map(|merged| merged.user_id.0);
    let document = MergedUser { id: user.id.0, best_identifier: user.name().into_owned(), merged_into };
    answer::json(request, written.folded.position, &document).await
}
