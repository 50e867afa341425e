//! `POST /api/v1/account/invitations/{id}/accept/`: the caller becomes a member of the inviting organization.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::identity::OwnMembershipDocument;
use service_kit::problem::Problem;

use crate::commands::organizations::accept_invitation::AcceptInvitation;
use crate::http::request::WriteRequest;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "accept_invitation",
    tag: Tag::Members,
    summary: "Accept an invitation",
    text: "`id` is the organization's id. You become a member; accepting again gives the same answer. If another \
           organization manages your account, it can no longer change the account or create password links. 404 if \
           there is no open invitation. A session is not enough (401): accept on your account page, which asks for \
           the password.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "OwnMembership"),
};

/// Handles the request, which has no body.
pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let organization_id = request.id("invitation")?;
    let command = AcceptInvitation { organization_id, user_id: request.caller.user_id };
    let done = request.shared.commands.accept_invitation(&request.caller.actor(), &command).await;
    let done = done.map_err(|error| problems::in_own_name(error, "invitation"))?;
    let organization = &done.folded.state;
    let member = organization.member_of(command.user_id).ok_or_else(|| Problem::internal("a member is missing"))?;
    let document = OwnMembershipDocument { organization_id, store_name: &organization.name, role: member.role };
    answer::json(&request, StatusCode::OK, done.folded.position, &document).await
}
