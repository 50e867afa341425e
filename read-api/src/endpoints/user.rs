//! `GET /api/v1/users/{id}/`: a person whose account the organization manages.

use std::borrow::Cow;

use api_kit::description::{Answer, Description, Tag};
use api_kit::path::nothing;
use api_kit::store_failed;
use axum::response::Response;
use domain::documents::to_json;
use domain::identity::UserDocument;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;
use storage::{Account, PersonalDetails, StoreError, ViewKind};

use crate::answer;
use crate::cache::Entry;
use crate::call::{Call, Caller};

/// The view that it is made from.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Account, ViewKind::FormerProfile];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_user",
    tag: Tag::Members,
    summary: "Get an account",
    text: "An account that your organization manages; 404 for others. Texts without a value are empty.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "User"),
};

/// Answers with the profile in the account.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (organization, user) = (caller.organization()?, UserId(call.id("user")?));
    let unknown = || nothing("user", call.param("id"));
    let record = call.find(OrganizationId::SHARED, ViewKind::Account, user).await?.ok_or_else(unknown)?;
    let account: Account = serde_json::from_slice(&record.body).map_err(Problem::internal)?;
    if account.managed_by != Some(organization) {
        return Err(unknown());
    }
    let Some(personal) = &account.personal else {
        let former = call.find(OrganizationId::SHARED, ViewKind::FormerProfile, user).await?;
        let former = former.ok_or_else(|| store_failed(StoreError::Incomplete))?;
        return answer::entry(&call.headers, &former, call.form).await;
    };
    let body = to_json(&document(&account, personal)).map_err(Problem::internal)?;
    answer::entry(&call.headers, &Entry::made(body.into(), record.stale), call.form).await
}

fn document<'a>(account: &'a Account, personal: &'a PersonalDetails) -> UserDocument<'a> {
    UserDocument {
        id: account.user_id,
        username: &account.username,
        best_identifier: Cow::Borrowed(&account.best_identifier),
        first_name: &personal.first_name,
        last_name: &personal.last_name,
        email: &personal.email,
        pronouns: &personal.pronouns,
    }
}
