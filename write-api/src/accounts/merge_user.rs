//! Merges an account that was made twice into the account of the same person. The name of that account is shown for it
//! from then on, and new registrations go to that account. Past registrations stay where they are, so a merge can be
//! taken back.

use domain::user::Merged;

use super::document::MergedUser;
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
    ids: &[NamedId::in_body("into", Thing::Person, Rule::Reach)],
    ..Route::at("POST", "/api/v1/users/{id}/merge/", Operation::ManageRegistrations)
};

body! {
    /// The account that stays.
    pub struct MergeUser as Merge of user_id: UserId such as r#"{"into": 2}"# {
        /// Id of the person whose account stays.
        into: UserId,
    }
}

#[async_trait]
impl Command for MergeUser {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<User>;

    async fn run(&self, run: &Run) -> Result<Written<User>, Problem> {
        let (&Self { user_id, into }, organization_id) = (self, run.caller.organization()?);
        let steward = steward_of(run, user_id).await?;
        let api = run.api();
        if !is_within_reach(run, organization_id, into).await? {
            return Err(unknown().into());
        }
        let load = |_: Arc<Folded<User>>| async {
            let target = api.user(into).await?.ok_or_else(|| CommandError::Refused(unknown()))?;
            let organization = api.organization(organization_id).await?;
            let organization = organization.ok_or(CommandError::NotFound(StreamId::organization(organization_id)))?;
            let shared_event = shared_event(run, organization_id, [user_id, into]).await?;
            Ok(Loaded { target, organization, shared_event })
        };
        let decide = |user: &User, loaded: &Loaded, _: &mut Ids| {
            let Loaded { target, organization, shared_event } = loaded;
            let is_member = organization.state.member_of(user_id).is_some();
            let events = decide(user, &target.state, &steward, is_member, shared_event.as_deref())?;
            // The other account and the members must be as they were. Otherwise two accounts could be merged into each other
            // at the same time.
            let unchanged = vec![
                api.write_to(target, Vec::<UserEvent>::new()),
                api.write_to(organization, Vec::<OrganizationEvent>::new()),
            ];
            Ok(Decision { writes: unchanged, ..Decision::from(events) })
        };
        let context = Context::own(&run.caller.actor());
        Ok(api.change_with(&context, StreamId::user(user_id), load, decide).await?)
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    request.caller.organization()?;
    let (command, run) = request.input::<MergeUser>(body).await?;
    let written = command.run(&run).await?;
    answer::json(&request, written.folded.position, &MergedUser::of(&written.folded.state)).await
}

/// What the decision depends on besides the account.
struct Loaded {
    target: Arc<Folded<User>>,
    organization: Arc<Folded<Organization>>,
    /// The name of an event in which both are registered.
    shared_event: Option<String>,
}

/// Returns the name of an event of the organization in which both people are registered. The views find the events.
async fn shared_event(
    run: &Run,
    organization_id: OrganizationId,
    [one, other]: [UserId; 2],
) -> Result<Option<String>, Failure> {
    let theirs: Vec<TournamentId> = run.own_events_with(organization_id, StreamId::user(other)).await?;
    for id in run.own_events_with(organization_id, StreamId::user(one)).await? {
        if !theirs.contains(&id) {
            continue;
        }
        let Some(event) = run.api().tournament(id).await? else { continue };
        let is_in = |person| {
            let mut entries = event.state.registrations.iter();
            entries.any(|entry| entry.user_id == person && entry.status != RegistrationStatus::Canceled)
        };
        if is_in(one) && is_in(other) {
            return Ok(Some(event.state.details.name.clone()));
        }
    }
    Ok(None)
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
    use crate::accounts::stewardship::tests::administrator;
    use crate::testing::{coded, profile};

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
