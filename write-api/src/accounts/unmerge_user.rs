//! Takes the merge of an account back: it has its own name again, and is found and registered by itself.

use super::document::{MergedUser, merged};
use super::stewardship::{Steward, steward_of};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "unmerge_user",
    tag: Tag::Members,
    summary: "Take the merge of an account back",
    text: "Registrations that were made after the merge stay with the other account. An account that is not merged is \
           answered in the same way.",
    answer: Answer::of::<MergedUser>(200),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/users/{id}/unmerge/", Operation::ManageRegistrations)
};

body! {
    /// Takes the merge of an account back.
    pub struct UnmergeUser of user_id: UserId {}
}

impl Command for UnmergeUser {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<User>;

    async fn run(&self, run: &Run) -> Result<Written<User>, Problem> {
        let steward = steward_of(run, self.user_id).await?;
        Ok(run.api().change_person(&run.caller.actor(), self.user_id, |user, _| decide(user, &steward)).await?)
    }
}

answers!(run UnmergeUser => merged());

/// Decides the command, which is refused if the organization may not manage the account.
fn decide(user: &User, steward: &Steward) -> Result<Vec<UserEvent>, Refusal> {
    steward.check(user)?;
    Ok(user.merged_into.iter().map(|_| UserEvent::Unmerged {}).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn a_merge_is_taken_back_once() {
        let managed = UserEvent::ManagedBy { organization_id: OrganizationId(1) };
        let merged = UserEvent::MergedInto { user_id: UserId(3), name: "Ada Lowe".into() };
        let double = user(&[managed.clone(), merged.clone()]);
        assert_eq!(double.name(), "Ada Lowe");
        assert_eq!(decide(&double, &administrator(&[1])), Ok(vec![UserEvent::Unmerged {}]));
        let again = user(&[managed, merged, UserEvent::Unmerged {}]);
        assert_eq!(again.name(), "Anna A.");
        assert_eq!(decide(&again, &administrator(&[1])), Ok(Vec::new()));
        assert_eq!(coded(decide(&user(&[]), &administrator(&[1]))), "account-not-theirs");
    }
}
