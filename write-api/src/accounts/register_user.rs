//! Registers a person. A username, if there is one, is unique in the service.

use domain::identity::UserDocument;

use super::change_profile::UserChange;
use super::fields::{USERNAMES, faults};
use crate::engine::UniqueName;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "create_user",
    tag: Tag::Members,
    summary: "Create an account",
    text: "Your organization manages it: its administrators may change it and create password links, as long as the \
           person is not a member of another organization. The same request again, with its `username`, is answered \
           with 200 and creates no second account; without a `username`, send an `Idempotency-Key`.",
    body: Some(body_schema::<NewUser>()),
    answer: Answer::json(201, "User"),
    is_always_possible: true,
    is_created_once: true,
    ..Route::at("POST", "/api/v1/users/", Operation::ManageMembers)
};

body! {
    /// A new account.
    pub(crate) struct NewUser such as r#"{"username": "anna", "best_identifier": "Anna Ahorn"}"# {
        ..details: UserChange => [best_identifier],
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let (new, run) = request.input::<NewUser>(body).await?;
    let profile = new.details.applied_to(&Profile::default());
    let command = RegisterUser { profile, managed_by: Some(organization_id) };
    let written = request.api().register(&run.context, &command).await?;
    let user = &written.folded.state;
    let document = UserDocument::whole(user.id, Some(user));
    if !written.happened() {
        return answer::with_status(&request, StatusCode::OK, written.folded.position, &document).await;
    }
    answer::located(&request, &format!("/api/v1/users/{}/", user.id), &written, &document).await
}

/// Registers a person. If the same person was registered before, the result is that person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterUser {
    /// The profile.
    pub profile: Profile,
    /// The organization that manages the account. The caller has checked that it exists.
    pub managed_by: Option<OrganizationId>,
}

impl DirectCommand for RegisterUser {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        api.register(&Context::own(actor), self).await
    }
}

impl WriteApi {
    /// Registers a person within a request.
    pub(crate) async fn register(
        &self,
        context: &Context,
        command: &RegisterUser,
    ) -> Result<Written<User>, CommandError> {
        let username = &command.profile.username;
        let claimed = || UniqueName { scope: USERNAMES.to_owned(), name: username.clone() };
        let name = (!username.is_empty()).then(claimed);
        let decide = |namesake: Option<&User>, _: &mut _| decide(namesake, command);
        self.create(context, StreamKind::User, Some(OrganizationId::SHARED), name, decide).await
    }
}

/// Decides the command; `namesake` is the person who has the username, if any. It is refused if a field is invalid, or
/// another person has the username.
fn decide(namesake: Option<&User>, command: &RegisterUser) -> Result<Vec<UserEvent>, Refusal> {
    let RegisterUser { profile, managed_by } = command;
    if namesake.is_some_and(|known| known.profile == *profile && known.managed_by == *managed_by) {
        return Ok(Vec::new());
    }
    faults(profile, namesake.is_some()).check()?;
    let managed = managed_by.map(|organization_id| UserEvent::ManagedBy { organization_id });
    let registered = UserEvent::Registered { profile: profile.clone() };
    Ok([registered].into_iter().chain(managed).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn register(profile: Profile) -> RegisterUser {
        RegisterUser { profile, managed_by: None }
    }

    #[test]
    fn the_same_again_changes_nothing_and_another_person_is_refused() {
        let known = User::new(UserId(2), profile("anna", "Anna A."));
        let same = register(known.profile.clone());
        assert_eq!(decide(Some(&known), &same).unwrap(), []);
        let others = RegisterUser { managed_by: Some(OrganizationId(3)), ..same };
        for other in [register(profile("anna", "Anna B.")), others] {
            assert_eq!(coded(decide(Some(&known), &other)), "invalid username: This name is taken.");
        }
    }

    #[test]
    fn a_person_needs_a_name() {
        assert_eq!(decide(None, &register(Profile::default())).unwrap_err().code(), "invalid");
    }
}
