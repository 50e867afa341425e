//! A person's account with the profile. It is read at sign-in, at every request of a session, and by administrators of
//! the organization that manages the account.

use domain::user::User;
use proto_events::ids::OrganizationId;
use storage::{Account, PersonalDetails, ViewKind};

use super::output::Output;
use super::parts::json;

/// Renders the account.
pub(super) fn render(user: &User, out: &mut Output) {
    let profile = user.profile.clone();
    let account = Account {
        user_id: user.id,
        best_identifier: user.name().into_owned(),
        username: profile.username,
        personal: Some(PersonalDetails {
            first_name: profile.first_name,
            last_name: profile.last_name,
            email: profile.email,
            pronouns: profile.pronouns,
        }),
        managed_by: user.managed_by,
        session_epoch: user.session_epoch,
    };
    out.put(ViewKind::Account, user.id, String::new(), json::to_bytes(&account));
    out.remove(OrganizationId::SHARED, ViewKind::FormerProfile, user.id);
}

#[cfg(test)]
mod tests {
    use proto_events::ids::UserId;
    use proto_events::user::Profile;
    use proto_events::{Position, StreamId};

    use super::super::testing::keys;
    use super::*;

    fn rendered(user: &User) -> Output {
        let mut out = Output::new(StreamId::user(user.id), OrganizationId::SHARED, Position(5));
        render(user, &mut out);
        out
    }

    #[test]
    fn an_account_says_who_it_is_and_nothing_of_passwords() {
        let profile = Profile {
            username: "ann".into(),
            best_identifier: "Ann Lee".into(),
            email: "ann@store.example".into(),
            ..Profile::default()
        };
        let mut ann = User::new(UserId(11), profile);
        ann.managed_by = Some(OrganizationId(3));
        ann.session_epoch = 2;
        let out = rendered(&ann);
        assert_eq!(keys(&out), ["account 11"]);
        assert_eq!(out.documents[0].key.organization_id, OrganizationId::SHARED);
        insta::assert_snapshot!(String::from_utf8_lossy(&out.documents[0].body.for_everyone()));

        ann.password_id = Some(7.into());
        assert_eq!(rendered(&ann).documents, out.documents);
    }

    #[test]
    fn a_person_without_a_name_is_named_by_id() {
        let out = rendered(&User::new(UserId(12), Profile::default()));
        let account: Account = serde_json::from_slice(&out.documents[0].body.for_everyone()).unwrap();
        assert_eq!((account.username.as_str(), account.best_identifier.as_str()), ("", "Player 12"));
    }
}
