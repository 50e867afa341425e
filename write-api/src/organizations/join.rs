//! Makes a person a member. If another organization manages the account, its open password link is withdrawn, since
//! that organization could use it to sign in. The person's stream records the joining, so that no link or profile
//! change that was decided before is written.

use std::sync::Arc;

use domain::organization::Organization;
use domain::user::User;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::{Actor, OrganizationEvent, StreamId, UserEvent};
use storage::StreamWrite;

use crate::Refusal;
use crate::engine::append::occurred;
use crate::engine::context::Context;
use crate::engine::decision::{CommandError, Decision};
use crate::{Folded, Ids, WriteApi, Written};

impl WriteApi {
    /// Runs a command by which a person becomes a member of an organization.
    pub(super) async fn join(
        &self,
        actor: &Actor,
        organization_id: OrganizationId,
        user_id: UserId,
        decide: impl Fn(&Organization, &mut Ids) -> Result<Vec<OrganizationEvent>, Refusal>,
    ) -> Result<Written<Organization>, CommandError> {
        let context = Context::within(actor, organization_id);
        let user = |_: Arc<Folded<Organization>>| async move {
            self.user(user_id).await?.ok_or(CommandError::NotFound(StreamId::user(user_id)))
        };
        let decide = |organization: &Organization, user: &Arc<Folded<User>>, ids: &mut Ids| {
            let events = decide(organization, ids)?;
            let noted = self.noted(user, events_of_joining(&user.state, organization_id));
            Ok(Decision { events, writes: noted.into_iter().collect(), claims: Vec::new() })
        };
        self.change_with(&context, StreamId::organization(organization_id), user, decide).await
    }

    /// Returns the write of events to a person's stream; `None` without events.
    fn noted(&self, user: &Folded<User>, events: Vec<UserEvent>) -> Option<StreamWrite> {
        let (stream, organization_id, expected_version) = (user.stream, user.organization_id, user.version);
        let write = StreamWrite { stream, organization_id, expected_version, events: occurred(self.now(), events) };
        (!write.events.is_empty()).then_some(write)
    }
}

/// Returns the events for a person's own stream when the person joins this organization: none, unless another
/// organization manages the account. Its password link is withdrawn, too.
fn events_of_joining(user: &User, joined: OrganizationId) -> Vec<UserEvent> {
    if user.managed_by.is_none_or(|manager| manager == joined) {
        return Vec::new();
    }
    let withdrawn = user.password_link.as_ref().map(|_| UserEvent::PasswordLinkWithdrawn {});
    [UserEvent::JoinedElsewhere { organization_id: joined }].into_iter().chain(withdrawn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{noon, user};

    #[test]
    fn the_persons_stream_records_a_joining_of_another_organization_than_the_manager() {
        let (one, two) = (OrganizationId(1), OrganizationId(2));
        let managed = UserEvent::ManagedBy { organization_id: one };
        let link = UserEvent::PasswordLinkMade { sha256: "ab".into(), expires_at: noon() };
        let joined = UserEvent::JoinedElsewhere { organization_id: two };
        let events = |before: &[UserEvent], joined| events_of_joining(&user(before), joined);
        assert_eq!(events(std::slice::from_ref(&managed), two), std::slice::from_ref(&joined));
        let both = [managed, link.clone()];
        assert_eq!(events(&both, two), [joined, UserEvent::PasswordLinkWithdrawn {}]);
        assert_eq!(events(&both, one), []);
        assert_eq!(events(&[link], two), [], "no organization manages the account");
    }
}
