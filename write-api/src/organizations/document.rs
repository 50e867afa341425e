//! Answers of members.

use domain::identity::{MemberDocument, UserDocument};
use domain::organization::Member;
use domain::user::User;
use proto_events::ids::OrganizationId;

/// Returns the document of a member; `user` is the member's person.
pub(crate) fn member<'a>(
    organization_id: OrganizationId,
    member: &Member,
    user: Option<&'a User>,
) -> MemberDocument<'a> {
    let user = UserDocument::seen_by(organization_id, member.user_id, user);
    MemberDocument { id: member.id, user, role: member.role }
}
