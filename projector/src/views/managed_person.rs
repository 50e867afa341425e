//! A person whose account an organization manages, for that organization's search for people.

use domain::user::User;
use storage::{KnownPerson, ViewKind};

use super::output::Output;
use super::parts::json;

/// Renders the person under the organization that manages the account, if there is one. An account that was merged into
/// another is not found any more.
pub(super) fn render(user: &User, out: &mut Output) {
    let Some(organization_id) = user.managed_by else { return };
    if user.merged_into.is_some() {
        return out.remove(organization_id, ViewKind::ManagedPerson, user.id);
    }
    let person =
        KnownPerson { user_id: user.id, name: user.name().into_owned(), username: user.profile.username.clone() };
    out.put_under(organization_id, ViewKind::ManagedPerson, user.id, user.id.to_string(), json::to_bytes(&person));
}

#[cfg(test)]
mod tests {
    use proto_events::ids::{OrganizationId, UserId};
    use proto_events::user::Profile;
    use proto_events::{Position, StreamId};

    use super::*;

    fn rendered(user: &User) -> Output {
        let mut out = Output::new(StreamId::user(user.id), OrganizationId::SHARED, Position(5));
        render(user, &mut out);
        out
    }

    #[test]
    fn a_person_is_known_where_the_account_is_managed_and_by_names_alone() {
        let profile = Profile {
            username: "ann".into(),
            best_identifier: "Ann Lee".into(),
            email: "ann@store.example".into(),
            ..Profile::default()
        };
        let mut ann = User::new(UserId(11), profile);
        assert!(rendered(&ann).documents.is_empty());
        ann.managed_by = Some(OrganizationId(3));
        let out = rendered(&ann);
        assert_eq!(out.documents[0].key.organization_id, OrganizationId(3));
        let body = out.documents[0].body.for_everyone();
        let body = String::from_utf8_lossy(&body);
        assert_eq!(body, r#"{"user_id":11,"name":"Ann Lee","username":"ann"}"#);
    }
}
