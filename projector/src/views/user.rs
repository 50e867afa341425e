//! Renders a user's profile, for administrators of the organization that manages the account.

use domain::identity::UserDocument;
use domain::user::User;
use storage::ViewKind;

use super::output::Output;
use super::parts::json;

/// Renders the user.
pub(super) fn render(user: &User, out: &mut Output) {
    out.put(ViewKind::User, user.id, String::new(), json::to_bytes(&UserDocument::whole(user.id, Some(user))));
}

#[cfg(test)]
mod tests {
    use proto_events::ids::{OrganizationId, UserId};
    use proto_events::user::Profile;
    use proto_events::{Position, StreamId};

    use super::super::testing::keys;
    use super::*;

    #[test]
    fn a_person_is_told_with_the_profile_and_no_more() {
        let profile = Profile {
            username: "ann".into(),
            best_identifier: "Ann Lee".into(),
            email: "ann@store.example".into(),
            ..Profile::default()
        };
        let mut ann = User::new(UserId(11), profile);
        ann.managed_by = Some(OrganizationId(3));
        let mut out = Output::new(StreamId::user(ann.id), OrganizationId::SHARED, Position(5));
        render(&ann, &mut out);
        assert_eq!(keys(&out), ["user 11"]);
        insta::assert_snapshot!(String::from_utf8_lossy(&out.documents[0].body));
    }
}
