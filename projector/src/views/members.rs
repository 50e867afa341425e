//! The members of an organization, as its administrators read them.

use std::borrow::Cow;
use std::collections::HashMap;

use domain::organization::{Member, Organization};
use domain::user::User;
use proto_events::ids::UserId;
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use serde::Serialize;
use storage::ViewKind;
use utoipa::ToSchema;

use super::Output;
use super::parts::{json, people};

/// A member of an organization.
#[derive(Serialize, ToSchema)]
#[schema(as = Member)]
pub(super) struct MemberDocument<'a> {
    /// Id of the membership.
    id: i64,
    /// The person.
    user: MemberUser<'a>,
    /// What the member may do.
    role: Role,
}

/// The person who is a member.
#[derive(Serialize, ToSchema)]
pub(super) struct MemberUser<'a> {
    /// Id of the person.
    id: i64,
    /// The name to sign in by; empty for one who cannot.
    username: &'a str,
    /// The name that identifies the person best; `Player` and the id for one who is not known.
    best_identifier: Cow<'a, str>,
    /// First name; empty if not known.
    first_name: &'a str,
    /// Last name; empty if not known.
    last_name: &'a str,
    /// E-mail address; empty if not known.
    email: &'a str,
    /// Pronouns; empty if not known.
    pronouns: &'a str,
}

/// Renders the members who have not left, in order of joining.
pub fn render(organization: &Organization, people: &HashMap<UserId, User>, out: &mut Output) {
    let active = organization.members.iter().filter(|member| !member.removed);
    let members: Vec<_> = active.map(|member| document(member, people)).collect();
    out.put(ViewKind::Members, organization.id, String::new(), json::to_bytes(&members));
}

fn document<'a>(member: &Member, people: &'a HashMap<UserId, User>) -> MemberDocument<'a> {
    let profile = people.get(&member.user_id).map(|user| &user.profile);
    let text = |field: fn(&'a Profile) -> &'a String| profile.map_or("", |it| field(it).as_str());
    MemberDocument {
        id: member.id.0,
        user: MemberUser {
            id: member.user_id.0,
            username: text(|profile| &profile.username),
            best_identifier: people::name(people, member.user_id),
            first_name: text(|profile| &profile.first_name),
            last_name: text(|profile| &profile.last_name),
            email: text(|profile| &profile.email),
            pronouns: text(|profile| &profile.pronouns),
        },
        role: member.role,
    }
}

#[cfg(test)]
mod tests {
    use proto_events::user::Profile;
    use proto_events::{Position, StreamId};

    use super::super::testing::{STORE, Tree, body, store};
    use super::*;

    #[test]
    fn members_are_listed_until_they_leave() {
        let profile = Profile {
            username: "ann".into(),
            best_identifier: "Ann Lee".into(),
            first_name: "Ann".into(),
            last_name: "Lee".into(),
            email: "ann@store.example".into(),
            pronouns: "she/her".into(),
            has_used_app: true,
        };
        let people = HashMap::from([(UserId(11), User::new(UserId(11), profile))]);
        let mut out = Output::new(StreamId::organization(STORE), STORE, Position(5));
        render(&store(), &people, &mut out);
        assert_eq!(out.documents[0].key.organization_id, STORE);
        insta::assert_snapshot!(Tree::parse(&body(&out, ViewKind::Members, STORE)).pretty());
    }
}
