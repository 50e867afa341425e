//! `POST /api/v1/account/invitations/{id}/accept/`: the caller becomes a member of the organization that invites.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::identity::OwnMembershipDocument;
use service_kit::problem::Problem;

use crate::commands::organizations::accept_invitation::AcceptInvitation;
use crate::http::call::Call;
use crate::http::{answer, problems};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "accept_invitation",
    tag: Tag::Members,
    summary: "Accept an invitation",
    text: "`id` is that of the organization. You are a member from then on; accepting again gets the same answer. The \
           organization that manages your account, if it is another one, cannot change the account or make password links \
           any more. 404 without an open invitation. A session alone does not do (401): the page of the account accepts, and \
           asks for the password.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "OwnMembership"),
};

/// Accepts it. A body is ignored.
pub(crate) async fn answer(call: Call, _: Body) -> Result<Response, Problem> {
    let organization_id = call.id("invitation")?;
    let command = AcceptInvitation { organization_id, user_id: call.caller.user_id };
    let done = call.shared.commands.accept_invitation(&call.caller.actor(), &command).await;
    let done = done.map_err(|error| problems::in_own_name(error, "invitation"))?;
    let organization = &done.folded.state;
    let member = organization.member_of(command.user_id).ok_or_else(|| Problem::internal("a member is missing"))?;
    let document = OwnMembershipDocument { organization_id, store_name: &organization.name, role: member.role };
    answer::json(&call, StatusCode::OK, done.folded.position, &document).await
}
