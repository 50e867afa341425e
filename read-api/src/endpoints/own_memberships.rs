//! `GET /api/v1/account/memberships/`: organizations that the caller is a member of.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use domain::identity::OwnMembershipDocument;
use service_kit::problem::Problem;
use storage::{Membership, ViewKind};

use super::made;
use crate::call::{Call, Caller};
use crate::own::records_of;

/// The view that it reads.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Membership];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_own_memberships",
    tag: Tag::Members,
    summary: "List the organizations that you are a member of",
    text: "Sorted by the id of the organization.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("OwnMembership"),
};

/// Answers with the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let mut records: Vec<Membership> = records_of(&call, ViewKind::Membership, caller.user_id).await?;
    records.retain(|record| !record.removed);
    records.sort_by_key(|record| record.organization_id);
    let documents = records.iter().map(|record| OwnMembershipDocument {
        organization_id: record.organization_id,
        store_name: &record.store_name,
        role: record.role,
    });
    made(&call, &documents.collect::<Vec<_>>()).await
}
