//! Renames a guest: a person whose account the organization made by a name at the desk, and who has no way to sign in.

use super::document::{MergedUser, merged};
use super::fields::faults;
use super::stewardship::{Steward, steward_of};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "rename_guest",
    tag: Tag::Members,
    summary: "Rename a guest",
    text: "For a person who was registered by a name. The account must be one that your organization manages, and nobody \
           signs in with it; everyone else changes the own name. All events show the new name.",
    body: Some(body_schema::<RenameGuest>()),
    answer: Answer::of::<MergedUser>(200),
    ..Route::at("PUT", "/api/v1/users/{id}/name/", Operation::ManageRegistrations)
};

body! {
    /// The name of a guest.
    pub struct RenameGuest as GuestName of user_id: UserId such as r#"{"best_identifier": "Ada Lowe"}"# {
        /// The name that identifies the person best on pairings and standings.
        best_identifier: String => SHORT_TEXT,
    }
}

impl Command for RenameGuest {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<User>;

    async fn run(&self, run: &Run) -> Result<Written<User>, Problem> {
        let steward = steward_of(run, self.user_id).await?;
        let decide = |user: &User, _: &mut _| decide(user, &self.best_identifier, &steward);
        Ok(run.api().change_person(&run.caller.actor(), self.user_id, decide).await?)
    }
}

answers!(run RenameGuest => merged());

/// Decides the command, which is refused if the organization may not manage the account, or the account is no guest's.
fn decide(user: &User, name: &str, steward: &Steward) -> Result<Vec<UserEvent>, Refusal> {
    steward.check(user)?;
    if !user.is_guest() {
        return Err(Refusal::conflict(message!(
            "account-no-guest",
            "This person signs in, or the account is merged into another one. The person can change the name at \
             /admin/account/."
        )));
    }
    let profile = Profile { best_identifier: names::clean(name), ..user.profile.clone() };
    faults(&profile, false).check()?;
    if profile == user.profile {
        return Ok(Vec::new());
    }
    Ok(vec![UserEvent::ProfileChanged { profile }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn guest() -> User {
        User { managed_by: Some(OrganizationId(1)), ..User::new(UserId(7), profile("", "Ada Low")) }
    }

    #[test]
    fn a_guest_gets_another_name_once() {
        let renamed = |name: &str| decide(&guest(), name, &administrator(&[1]));
        let profile = profile("", "Ada Lowe");
        assert_eq!(renamed(" Ada  Lowe "), Ok(vec![UserEvent::ProfileChanged { profile }]));
        assert_eq!(renamed("Ada Low"), Ok(Vec::new()));
        assert!(renamed(" ").unwrap_err().fields().is_some());
    }

    #[test]
    fn people_who_sign_in_and_those_of_others_keep_their_names() {
        let sets_a_password = User { password_id: Some(PasswordId(3)), ..guest() };
        let named = User { profile: profile("ada", "Ada Low"), ..guest() };
        for user in [sets_a_password, named] {
            assert_eq!(coded(decide(&user, "Ada Lowe", &administrator(&[1]))), "account-no-guest");
        }
        for steward in [administrator(&[1, 2]), administrator(&[2])] {
            let of_others = User { managed_by: Some(OrganizationId(2)), ..guest() };
            assert_eq!(coded(decide(&of_others, "Ada Lowe", &steward)), "account-not-theirs");
        }
    }
}
