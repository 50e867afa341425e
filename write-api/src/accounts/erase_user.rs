//! Erases a person: the key that encrypts the person's data, with everything that names the person or signs in. Results and
//! lists stay, under "Player" and the id.
//!
//! One append has everything that must be together: the erasures of the account and of those merged into it, and the ends
//! of memberships and invitations. The store deletes keys, claims, passwords and recorded answers in the same transaction.
//! Then the erasure is written to the list of erasures, and acknowledged. Steps that fail are repeated
//! (`WriteApi::complete_erasures`).

use std::io;

use api_kit::store_failed;
use proto_events::Version;
use storage::{Erasure, StreamWrite, ViewReader};

use super::stewardship::{Steward, steward_of};
use crate::engine::decision::ATTEMPTS;
use crate::organizations::membership::is_the_last;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "erase_user",
    tag: Tag::Members,
    summary: "Erase a person",
    text: "Erases the name, the username, the e-mail address and everything else about the person, for ever, with the \
           accounts that were merged into this one. Sessions, tokens, private links, memberships and invitations end. \
           Registrations for events in which play has not begun are canceled. Results and lists stay; they show `Player` \
           and the id. Only for accounts that your organization manages \
           alone: the operator can erase others. Erasing an erased person again gives the same answer.",
    ..Route::at("POST", "/api/v1/users/{id}/erase/", Operation::ErasePeople)
};

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (user_id, organization_id) = (request.id("user")?, request.caller.organization()?);
    let (NoFields {}, _) = request.input(body).await?;
    let api = request.api();
    let erased = api.erased_user(user_id).await.map_err(problems::failed)?;
    let steward = match &erased {
        // Nothing else is known of an erased person.
        Some(user) if user.state.is_managed_by(organization_id) => Steward::Operator,
        Some(_) => return Err(nothing("user", request.param("id"))),
        None => steward_of(&request, user_id).await?,
    };
    let command = api.erasure(&*request.shared.views, user_id, steward).await?;
    let position = request.carry_out(&command).await?;
    answer::nothing(&request, position).await
}

/// Erases a person. The result is the position of the last event, after the list of erasures has it. If only the list
/// failed, the person is erased, and the same command writes the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EraseUser {
    /// The person.
    pub user_id: UserId,
    /// On whose behalf.
    pub steward: Steward,
    /// Whether the person is in events of other organizations than the administrator's, or their member.
    pub is_known_elsewhere: bool,
    /// The events in which the person may be registered. Where play has not begun, the registration is canceled.
    pub events: Vec<TournamentId>,
}

/// The accounts to erase: that of the person, and then those that were merged into it.
type Accounts = Vec<Arc<Folded<User>>>;

impl DirectCommand for EraseUser {
    type Done = Position;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        if api.erasure_list.is_none() {
            return Err(CommandError::Refused(Refusal::conflict(message!(
                "account-no-erasure-list",
                "The operator has not set the file of the list of erasures (--erasures), and people cannot be erased \
                 without it."
            ))));
        }
        let stream = StreamId::user(self.user_id);
        for _ in 0..ATTEMPTS {
            let user = api.any_user(self.user_id).await?.ok_or(CommandError::NotFound(stream))?;
            let mut accounts = vec![Arc::clone(&user)];
            accounts.extend(api.merged_into(&BTreeSet::from([self.user_id])).await?);
            check(&accounts, self)?;
            let writes = api.writes(&accounts, &self.events).await?;
            if writes.is_empty() {
                api.list_erasures().await?;
                return Ok(user.position);
            }
            if let Some(position) = api.append(actor, writes, Vec::new()).await? {
                api.list_erasures().await?;
                return Ok(position);
            }
        }
        Err(CommandError::Busy(stream))
    }
}

impl WriteApi {
    /// Erases an account whose address was not confirmed in time, unless someone vouches for it meanwhile.
    pub(crate) async fn erase_unconfirmed(&self, user_id: UserId) -> Result<(), CommandError> {
        if self.user(user_id).await?.is_none_or(|user| !user.state.is_unproven()) {
            return Ok(());
        }
        let (steward, is_known_elsewhere, events) = (Steward::Nobody, false, Vec::new());
        match (EraseUser { user_id, steward, is_known_elsewhere, events }).run(self, &Actor::System).await {
            Err(CommandError::Refused(refusal)) => {
                let reason = refusal.code();
                tracing::warn!(user = user_id.0, reason, "an account stays without a confirmed address");
                Ok(())
            }
            done => done.map(drop),
        }
    }

    /// Completes erasures that were interrupted, or that a restore applied: writes what is missing in the streams of these
    /// people and in those of accounts merged into theirs, and then the list of erasures.
    pub async fn complete_erasures(&self, users: &[UserId]) -> Result<(), Failure> {
        // At a start there is usually nothing to complete, and looking for merged accounts reads all events of people.
        if users.is_empty() {
            return self.list_erasures().await;
        }
        // After a restore, there are no views that name the events of these people.
        let events = self.all_events().await?;
        for _ in 0..ATTEMPTS {
            let mut accounts = Accounts::new();
            for user in users {
                accounts.extend(self.any_user(*user).await?);
            }
            accounts.extend(self.merged_into(&users.iter().copied().collect()).await?);
            let writes = match self.writes(&accounts, &events).await {
                Ok(writes) => writes,
                // Without an administrator, the operator manages the organization.
                Err(CommandError::Refused(_)) => self.erasing(&accounts),
                Err(CommandError::Failed(failure)) => return Err(failure),
                Err(_) => continue,
            };
            if writes.is_empty() || self.append(&Actor::System, writes, Vec::new()).await?.is_some() {
                return self.list_erasures().await;
            }
        }
        Ok(())
    }

    /// Returns the erasures, and adds those to the list that it lacks.
    async fn list_erasures(&self) -> Result<(), Failure> {
        let Some(list) = self.erasure_list.clone() else { return Ok(()) };
        let erasures: Vec<Erasure> = self.events.erasures().await?;
        let add = move || {
            let path = list.path().display();
            list.add(&erasures)
                .map_err(|error| io::Error::new(error.kind(), format!("the list of erasures {path}: {error}")))
        };
        let added = tokio::task::spawn_blocking(add).await.map_err(io::Error::other).and_then(|added| added);
        Ok(added.map(drop).map_err(StoreError::from)?)
    }

    /// Returns a person who may be erased.
    async fn any_user(&self, id: UserId) -> Found<User> {
        let events = self.read(StreamId::user(id), 0, Version::MAX).await?;
        self.taken_in(None, &events)
    }

    /// Returns a person who was erased.
    pub async fn erased_user(&self, id: UserId) -> Found<User> {
        Ok(self.any_user(id).await?.filter(|user| user.state.is_erased))
    }

    /// Returns the accounts that are merged into one of these, directly or through others.
    pub(super) async fn merged_into(&self, users: &BTreeSet<UserId>) -> Result<Accounts, Failure> {
        let candidates = self.events.streams_with(StreamKind::User, MERGED).await?;
        let mut doubles = BTreeMap::new();
        for id in candidates.into_iter().map(UserId) {
            let user = self.any_user(id).await?;
            let into = user.as_ref().and_then(|user| user.state.merged_into.as_ref()).map(|merged| merged.user_id);
            doubles.extend(user.zip(into).map(|(user, into)| (id, (into, user))));
        }
        let (mut wanted, mut found) = (users.clone(), Accounts::new());
        loop {
            let further = doubles.extract_if(.., |id, (into, _)| wanted.contains(into) && !wanted.contains(id));
            let further: Vec<_> = further.map(|(id, (_, user))| (id, user)).collect();
            if further.is_empty() {
                return Ok(found);
            }
            for (id, user) in further {
                wanted.insert(id);
                found.push(user);
            }
        }
    }

    /// Returns the events of an erasure: the ends of memberships, invitations and registrations, and those of the accounts.
    async fn writes(
        &self,
        accounts: &[Arc<Folded<User>>],
        events: &[TournamentId],
    ) -> Result<Vec<StreamWrite>, CommandError> {
        let mut writes = Vec::new();
        let people: Vec<UserId> = accounts.iter().map(|account| account.state.id).collect();
        if accounts.iter().all(|account| account.state.erased_at.is_some()) {
            return Ok(writes);
        }
        for id in self.events.streams(StreamKind::Organization).await.map_err(Failure::from)? {
            let Some(organization) = self.organization(OrganizationId(id)).await? else { continue };
            let events = leaving(&organization.state, &people)?;
            if !events.is_empty() {
                writes.push(self.write_to(&organization, events));
            }
        }
        for id in events {
            let Some(event) = self.tournament(*id).await? else { continue };
            let withdrawn = withdrawing(&event.state, &people);
            if !withdrawn.is_empty() {
                writes.push(self.write_to(&event, withdrawn));
            }
        }
        writes.extend(self.erasing(accounts));
        Ok(writes)
    }

    /// Returns the writes that erase the accounts that are not erased yet.
    fn erasing(&self, accounts: &[Arc<Folded<User>>]) -> Vec<StreamWrite> {
        let open = accounts.iter().filter(|account| account.state.erased_at.is_none());
        open.map(|account| self.write_to(account, vec![UserEvent::Erased {}])).collect()
    }

    /// Returns all events, in any of which a person may be registered.
    pub async fn all_events(&self) -> Result<Vec<TournamentId>, Failure> {
        Ok(self.events.streams(StreamKind::Tournament).await?.into_iter().map(TournamentId).collect())
    }

    /// Returns the events in which a person is or was registered, also with merged accounts, according to the views; all
    /// events, if there are no views yet.
    pub async fn events_of_person(
        &self,
        views: &dyn ViewReader,
        user_id: UserId,
    ) -> Result<Vec<TournamentId>, Failure> {
        let Some(active) = views.active().await? else { return self.all_events().await };
        let doubles = self.merged_into(&BTreeSet::from([user_id])).await?;
        let accounts = std::iter::once(user_id).chain(doubles.iter().map(|double| double.state.id));
        let sources: Vec<_> = accounts.map(StreamId::user).collect();
        let streams = views.dependents(active.generation, &sources).await?;
        let events = streams.iter().filter(|stream| stream.kind == StreamKind::Tournament);
        Ok(events.map(|stream| stream.id.into()).collect())
    }

    /// Returns the command that erases a person on behalf of a steward, with what the views know of the person.
    pub async fn erasure(
        &self,
        views: &dyn ViewReader,
        user_id: UserId,
        steward: Steward,
    ) -> Result<EraseUser, Problem> {
        let is_known_elsewhere = match &steward {
            Steward::Administrator { organization_id, .. } => {
                self.is_known_elsewhere(views, user_id, *organization_id).await.map_err(store_failed)?
            }
            _ => false,
        };
        let events = self.events_of_person(views, user_id).await.map_err(problems::failed)?;
        Ok(EraseUser { user_id, steward, is_known_elsewhere, events })
    }

    /// Determines whether another organization than this one has a person as a member or in its events, according to the
    /// views.
    async fn is_known_elsewhere(
        &self,
        views: &dyn ViewReader,
        user_id: UserId,
        organization_id: OrganizationId,
    ) -> Result<bool, StoreError> {
        let Some(active) = views.active().await? else { return Ok(false) };
        for stream in views.dependents(active.generation, &[StreamId::user(user_id)]).await? {
            let first = self.events.read_versions(stream, 0, 1).await?;
            if first.first().is_some_and(|first| first.organization_id != organization_id) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the ends of these people's registrations, if play has not begun.
fn withdrawing(event: &Tournament, people: &[UserId]) -> Vec<TournamentEvent> {
    if event.play_has_begun() || event.lifecycle.is_finished() || event.is_deleted {
        return Vec::new();
    }
    let status = RegistrationStatus::Canceled;
    let is_theirs = |entry: &&Registration| people.contains(&entry.user_id) && entry.status != status;
    let entries = event.registrations.iter().filter(is_theirs);
    let leaving = entries.filter(|entry| REGISTRATION.after(entry.status).contains(&status));
    leaving.map(|entry| TournamentEvent::RegistrationStatusChanged { registration_id: entry.id, status }).collect()
}

/// The stored name of [`UserEvent::MergedInto`].
const MERGED: &str = "merged_into";

/// Checks that the accounts may be erased.
fn check(accounts: &[Arc<Folded<User>>], command: &EraseUser) -> Result<(), Refusal> {
    let Some((user, merged)) = accounts.split_first() else { return Ok(()) };
    command.steward.check(&user.state)?;
    if let Some(into) = &user.state.merged_into {
        return Err(Refusal::conflict(message!(
            "account-merged-into",
            "This account is merged into account {value}. Erase that one, which erases this one as well; or take the \
             merge back first.",
            value = into.user_id
        )));
    }
    let manages = |other: &User| match &command.steward {
        Steward::Person | Steward::Operator => true,
        Steward::Administrator { organization_id, .. } => other.is_managed_by(*organization_id),
        Steward::Nobody => false,
    };
    if command.is_known_elsewhere && matches!(command.steward, Steward::Administrator { .. }) {
        return Err(Refusal::conflict(message!(
            "account-known-elsewhere",
            "This person is in events of another organization as well. The operator of the service can erase the \
             person."
        )));
    }
    if let Some(other) = merged.iter().find(|other| !manages(&other.state)) {
        return Err(Refusal::conflict(message!(
            "account-merged-elsewhere",
            "Account {value} is merged into this one, and your organization does not manage it. The operator can \
             erase both.",
            value = other.state.id
        )));
    }
    Ok(())
}

/// Returns the events by which these people leave an organization.
fn leaving(organization: &Organization, people: &[UserId]) -> Result<Vec<OrganizationEvent>, Refusal> {
    let mut events = Vec::new();
    for person in people {
        if let Some(member) = organization.member_of(*person) {
            if is_the_last(organization, member.id) {
                return Err(Refusal::conflict(message!(
                    "account-last-administrator",
                    "This person is the last administrator of organization {value}. Give another member that role \
                     first.",
                    value = organization.id
                )));
            }
            events.push(OrganizationEvent::MemberRemoved { member_id: member.id });
        }
        let invitation = organization.invitation_of(*person);
        events.extend(invitation.map(|open| OrganizationEvent::InvitationWithdrawn { member_id: open.id }));
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use domain::user::Merged;

    use super::*;
    use crate::testing::*;

    fn account(id: i64, managed_by: Option<i64>, into: Option<i64>) -> Arc<Folded<User>> {
        let mut state = User::new(UserId(id), profile("", "Ada"));
        state.managed_by = managed_by.map(OrganizationId);
        state.merged_into = into.map(|id| Merged { user_id: UserId(id), name: "Ada".into() });
        folded(state, StreamId::user(UserId(id)))
    }

    fn checked(accounts: &[Arc<Folded<User>>], steward: Steward, is_known_elsewhere: bool) -> Result<(), Refusal> {
        check(accounts, &EraseUser { user_id: UserId(9), steward, is_known_elsewhere, events: Vec::new() })
    }

    #[test]
    fn administrators_erase_accounts_that_their_organization_manages_alone_and_the_operator_all() {
        let (own, double, other) =
            (account(9, Some(1), None), account(8, Some(1), Some(9)), account(7, Some(2), Some(9)));
        assert_eq!(checked(&[own.clone(), double], administrator(&[1]), false), Ok(()));
        assert_eq!(coded(checked(std::slice::from_ref(&own), administrator(&[1]), true)), "account-known-elsewhere");
        let both = [own.clone(), other];
        assert_eq!(coded(checked(&both, administrator(&[1]), false)), "account-merged-elsewhere 7");
        assert_eq!(checked(&both, Steward::Operator, true), Ok(()));
        assert_eq!(coded(checked(&[account(9, Some(2), None)], administrator(&[1]), false)), "account-not-theirs");
        assert_eq!(coded(checked(&[own], administrator(&[1, 2]), false)), "account-not-theirs");
        let merged = account(9, Some(1), Some(3));
        assert_eq!(coded(checked(&[merged], Steward::Operator, false)), "account-merged-into 3");
    }

    #[test]
    fn an_unproven_account_is_erased_for_nobody_and_no_other_is() {
        let own = |is_email_confirmed| {
            let unproven = User { is_self_made: true, ..User::new(UserId(9), profile("ann", "Ann")) };
            folded(User { is_email_confirmed, ..unproven }, StreamId::user(UserId(9)))
        };
        assert_eq!(checked(&[own(false)], Steward::Nobody, false), Ok(()));
        for other in [own(true), account(9, None, None), account(9, Some(1), None)] {
            assert_eq!(coded(checked(&[other], Steward::Nobody, false)), "account-not-theirs");
        }
        let with_guest = [own(false), account(8, Some(1), Some(9))];
        assert_eq!(coded(checked(&with_guest, Steward::Nobody, false)), "account-merged-elsewhere 8");
        assert_eq!(checked(&with_guest, Steward::Person, true), Ok(()));
    }

    #[test]
    fn people_leave_events_in_which_play_has_not_begun() {
        let statuses = [S::Complete, S::OnWaitlist, S::InWaitingRoom, S::Dropped, S::Canceled, S::Complete];
        let events: Vec<_> = (1..).zip(statuses).map(|(id, status)| registered(id, status)).collect();
        let people: Vec<_> = (91..96).map(UserId).collect();
        assert_eq!(withdrawing(&tournament(&events), &people), [1, 2, 3].map(|id| status_changed(id, S::Canceled)));
        assert_eq!(withdrawing(&in_play(), &people), [], "their results stay");
    }

    #[test]
    fn memberships_and_open_invitations_end() {
        let store = organization(&[member(4, Role::Judge), member(5, Role::Admin), invited(6, Role::Judge)]);
        let left = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };
        let withdrawn = OrganizationEvent::InvitationWithdrawn { member_id: MemberId(6) };
        assert_eq!(leaving(&store, &[UserId(90), UserId(92)]), Ok(vec![left, withdrawn]));
        assert_eq!(leaving(&store, &[UserId(99)]), Ok(vec![]));
        assert_eq!(coded(leaving(&store, &[UserId(91)])), format!("account-last-administrator {}", store.id));
    }
}
