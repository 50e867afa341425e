//! Takes the merge of an account back: it has its own name again, and is found and registered by itself.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::user::User;
use proto_events::{StreamId, UserEvent};
use service_kit::problem::Problem;

use super::document::MergedUser;
use super::stewards::steward_of;
use super::stewardship::Steward;
use crate::Refusal;
use crate::engine::context::Context;
use crate::http::answer;
use crate::http::body::NoFields;
use crate::http::request::WriteRequest;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "unmerge_user",
    tag: Tag::Members,
    summary: "Take the merge of an account back",
    text: "Registrations that were made after the merge stay with the other account. An account that is not merged is \
           answered in the same way.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "MergedUser"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let user_id = request.id("user")?;
    let (NoFields {}, _) = request.input(body).await?;
    let steward = steward_of(&request, user_id).await?;
    let decide = |user: &User, _: &mut _| decide(user, &steward);
    let written = request.api().change(&Context::own(&request.caller.actor()), StreamId::user(user_id), decide).await?;
    answer::json(&request, StatusCode::OK, written.folded.position, &MergedUser::of(&written.folded.state)).await
}

/// Decides the command.
///
/// # Errors
/// If the organization may not manage the account.
fn decide(user: &User, steward: &Steward) -> Result<Vec<UserEvent>, Refusal> {
    steward.check(user)?;
    Ok(user.merged_into.iter().map(|_| UserEvent::Unmerged {}).collect())
}

#[cfg(test)]
mod tests {
    use proto_events::ids::{OrganizationId, UserId};

    use super::*;
    use crate::accounts::stewardship::tests::administrator;
    use crate::testing::{coded, user};

    #[test]
    fn a_merge_is_taken_back_once() {
        let managed = UserEvent::ManagedBy { organization_id: OrganizationId(1) };
        let merged = UserEvent::MergedInto { user_id: UserId(3), name: "Ada Lowe".into() };
        let double = user(&[managed.clone(), merged.clone()]);
        assert_eq!(double.name(), "Ada Lowe");
        assert_eq!(decide(&double, &administrator(&[1])), Ok(vec![UserEvent::Unmerged {}]));
        let again = user(&[managed, merged, UserEvent::Unmerged {}]);
        assert_eq!(again.name(), "Anna A.");
        assert_eq!(decide(&again, &administrator(&[1])), Ok(Vec::new()));
        assert_eq!(coded(decide(&user(&[]), &administrator(&[1]))), "account-not-theirs");
    }
}
