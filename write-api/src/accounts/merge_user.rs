//! Merges an account that was made twice into the account of the same person. The name of that account is shown for it
//! from then on, and new registrations go to that account. Past registrations stay where they are, so a merge can be
//! taken back.

use domain::user::Merged;
use storage::{StreamWrite, ViewReader};

use super::document::{MergedUser, merged};
use super::stewardship::{Steward, steward_of};
use crate::people::is_within_reach;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "merge_user",
    tag: Tag::Members,
    summary: "Merge an account into another one of the same person",
    text: "For a person who has two accounts by mistake. The account must be one that your organization manages, without \
           a username, a password or a membership; `into` is a person within your organization's reach. Then its events \
           show the other account's name, searches find only the other account, and new registrations go there. \
           Refused (409) if both are registered in one event. It can be taken back.",
    body: Some(body_schema::<MergeUser>()),
    answer: Answer::of::<MergedUser>(200),
    ..Route::at("POST", "/api/v1/users/{id}/merge/", Operation::ManageRegistrations)
};

body! {
    /// The account that stays.
    pub struct MergeUser as Merge of user_id: UserId such as r#"{"into": 2}"# {
        /// Id of the person whose account stays.
        into: UserId,
    }
}

impl Command for MergeUser {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<User>;

    async fn run(&self, run: &Run) -> Result<Written<User>, Problem> {
        let (&Self { user_id, into }, organization_id) = (self, run.caller.organization()?);
        let steward = steward_of(run, user_id).await?;
        let api = run.api();
        let is_near = is_within_reach(run, organization_id, into).await?;
        let letter = api.letter_of_claim(organization_id, into, true).await.map_err(problems::failed)?;
        let load = |_: Arc<Folded<User>>| async {
            let shared_event = api.shared_event(&*run.shared.views, organization_id, [user_id, into]).await?;
            Parties::read(api, organization_id, into, shared_event).await
        };
        let decide = |user: &User, parties: &Parties, _: &mut Ids| {
            let is_claim = user.has_open_claim(into);
            if !(is_near || is_claim) {
                return Err(unknown());
            }
            let is_member = parties.organization.state.member_of(user_id).is_some();
            let shared_event = parties.shared_event.as_deref();
            let events = decide(user, &parties.target.state, &steward, is_member, shared_event)?;
            let outbox = letter.iter().filter(|_| is_claim).cloned().collect();
            Ok(Decision { writes: parties.unchanged(api), outbox, ..Decision::from(events) })
        };
        let context = Context::own(&run.caller.actor());
        Ok(api.change_with(&context, StreamId::user(user_id), load, decide).await?)
    }
}

answers!(run MergeUser => merged());

/// What a merge depends on besides the account.
pub(super) struct Parties {
    /// The account that stays.
    pub(super) target: Arc<Folded<User>>,
    /// The organization that manages the other account.
    pub(super) organization: Arc<Folded<Organization>>,
    /// The name of an event in which both are registered.
    shared_event: Option<String>,
}

impl Parties {
    pub(super) async fn read(
        api: &WriteApi,
        organization_id: OrganizationId,
        into: UserId,
        shared_event: Option<String>,
    ) -> Result<Self, CommandError> {
        let target = api.user(into).await?.ok_or_else(unknown)?;
        let organization = api.expect_organization(organization_id).await?;
        Ok(Self { target, organization, shared_event })
    }

    /// Returns writes of no events: the other account and the members must be as they were. Otherwise two accounts could be
    /// merged into each other at the same time.
    pub(super) fn unchanged(&self, api: &WriteApi) -> Vec<StreamWrite> {
        vec![
            api.write_to(&self.target, Vec::<UserEvent>::new()),
            api.write_to(&self.organization, Vec::<OrganizationEvent>::new()),
        ]
    }
}

impl WriteApi {
    /// Returns the name of an event of the organization in which both people are registered, with their own accounts or
    /// with those that were merged into them. The views find the events.
    pub async fn shared_event(
        &self,
        views: &dyn ViewReader,
        organization_id: OrganizationId,
        people: [UserId; 2],
    ) -> Result<Option<String>, Failure> {
        let Some(active) = views.active().await? else { return Ok(None) };
        let (mut accounts, mut streams) = (Vec::new(), Vec::new());
        for person in people {
            let mut own = BTreeSet::from([person]);
            own.extend(self.merged_into(&own).await?.iter().map(|double| double.state.id));
            let sources: Vec<_> = own.iter().copied().map(StreamId::user).collect();
            streams.push(views.dependents(active.generation, &sources).await?);
            accounts.push(own);
        }
        for stream in streams.iter().flatten().filter(|stream| stream.kind == StreamKind::Tournament) {
            if !streams.iter().all(|theirs| theirs.contains(stream)) {
                continue;
            }
            let event = self.tournament(TournamentId(stream.id)).await?;
            let Some(event) = event.filter(|event| event.organization_id == organization_id) else { continue };
            let entries = event.state.registrations.iter().filter(|entry| entry.status != RegistrationStatus::Canceled);
            let registered: BTreeSet<_> = entries.map(|entry| entry.user_id).collect();
            if accounts.iter().all(|own| !own.is_disjoint(&registered)) {
                return Ok(Some(event.state.details.name.clone()));
            }
        }
        Ok(None)
    }
}

fn unknown() -> Refusal {
    field(message!("person-unknown-here", "Your organization does not know this person."))
}

fn field(message: Message) -> Refusal {
    Refusal::at_field("into", message)
}

/// Decides the command, which is refused if the organization may not manage the account, the person can sign in or is a
/// member, the other account is the same one or merged itself, or both are registered in an event.
fn decide(
    user: &User,
    into: &User,
    steward: &Steward,
    is_member: bool,
    shared_event: Option<&str>,
) -> Result<Vec<UserEvent>, Refusal> {
    steward.check(user)?;
    merging(user, into, is_member, shared_event)
}

/// Returns the merge, without asking who may decide on it, unless the accounts or their registrations forbid it.
pub(super) fn merging(
    user: &User,
    into: &User,
    is_member: bool,
    shared_event: Option<&str>,
) -> Result<Vec<UserEvent>, Refusal> {
    if user.id == into.id {
        return Err(field(message!(
            "account-itself",
            "This is the account itself. Give the id of the account that stays."
        )));
    }
    if let Some(merged) = &into.merged_into {
        return Err(field(message!(
            "account-merged-already",
            "This account is merged into account {id}. Give that one.",
            id = merged.user_id
        )));
    }
    if user.can_sign_in() || is_member {
        return Err(Refusal::conflict(message!(
            "account-in-use",
            "This person can sign in with this account or is a member. Merge the other account into this one."
        )));
    }
    if let Some(event) = shared_event {
        return Err(Refusal::conflict(message!(
            "account-both-registered",
            "Both are registered in \"{value}\". Cancel one of the two registrations there first.",
            value = event
        )));
    }
    let merged = Merged { user_id: into.id, name: into.name().into_owned() };
    if user.merged_into.as_ref() == Some(&merged) {
        return Ok(Vec::new());
    }
    Ok(vec![UserEvent::MergedInto { user_id: merged.user_id, name: merged.name }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn person(id: i64, name: &str) -> User {
        let mut user = User::new(UserId(id), profile("", name));
        user.managed_by = Some(OrganizationId(1));
        user
    }

    fn decided(user: &User, into: &User) -> Result<Vec<UserEvent>, Refusal> {
        decide(user, into, &administrator(&[1]), false, None)
    }

    #[test]
    fn a_double_takes_the_name_of_the_account_that_stays() {
        let (mut double, ada) = (person(7, "Ada Low"), person(9, "Ada Lowe"));
        let merged = UserEvent::MergedInto { user_id: UserId(9), name: "Ada Lowe".into() };
        assert_eq!(decided(&double, &ada), Ok(vec![merged]));
        double.merged_into = Some(Merged { user_id: UserId(9), name: "Ada Lowe".into() });
        assert_eq!(decided(&double, &ada), Ok(Vec::new()));
        assert_eq!(double.name(), "Ada Lowe");
    }

    #[test]
    fn an_account_in_use_or_of_others_stays() {
        let (mut double, ada) = (person(7, "Ada Low"), person(9, "Ada Lowe"));
        assert_eq!(coded(decide(&double, &ada, &administrator(&[1]), true, None)), "account-in-use");
        assert_eq!(coded(decide(&double, &ada, &administrator(&[1, 2]), false, None)), "account-not-theirs");
        let shared = decide(&double, &ada, &administrator(&[1]), false, Some("Open"));
        assert_eq!(coded(shared), "account-both-registered Open");
        double.profile.username = "ada".into();
        assert_eq!(coded(decided(&double, &ada)), "account-in-use");
    }

    #[test]
    fn nothing_is_merged_into_itself_or_into_a_merged_account() {
        let (double, mut ada) = (person(7, "Ada Low"), person(9, "Ada Lowe"));
        assert_eq!(coded(decided(&double, &double)), "account-itself");
        ada.merged_into = Some(Merged { user_id: UserId(3), name: "Ada L.".into() });
        assert_eq!(coded(decided(&double, &ada)), "account-merged-already 3");
    }
}
