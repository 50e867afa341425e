//! Renders a record of an account that is merged into another one, by which the registrations of both are found.

use domain::user::User;
use proto_events::ids::OrganizationId;
use storage::{MergedAccount, ViewKind};

use super::output::Output;
use super::parts::json;

/// Renders the record, and removes those of earlier merges.
pub(super) fn render(user: &User, out: &mut Output) {
    let into = user.merged_into.as_ref().map(|merged| merged.user_id);
    for before in user.merged_before.iter().filter(|before| Some(**before) != into) {
        out.remove(OrganizationId::SHARED, ViewKind::MergedAccount, MergedAccount::key(*before, user.id));
    }
    if let Some(into) = into {
        let body = json::to_bytes(&MergedAccount { user_id: user.id });
        out.put(ViewKind::MergedAccount, MergedAccount::key(into, user.id), String::new(), body);
    }
}

#[cfg(test)]
mod tests {
    use domain::user::Merged;
    use proto_events::ids::UserId;
    use proto_events::user::Profile;
    use proto_events::{Position, StreamId};

    use super::super::testing::keys;
    use super::*;

    fn rendered(user: &User) -> (Vec<String>, Vec<String>) {
        let mut out = Output::new(StreamId::user(user.id), OrganizationId::SHARED, Position(5));
        render(user, &mut out);
        (keys(&out), out.removed.iter().map(|removal| removal.key.key.clone()).collect())
    }

    #[test]
    fn an_account_is_found_by_the_one_that_it_is_merged_into_and_by_no_earlier_one() {
        let mut ann = User::new(UserId(11), Profile::default());
        assert_eq!(rendered(&ann), (vec![], vec![]));
        let merged = |id| Some(Merged { user_id: UserId(id), name: "Ann Lee".into() });
        (ann.merged_into, ann.merged_before) = (merged(13), vec![UserId(12), UserId(13)]);
        assert_eq!(rendered(&ann), (vec!["merged_account 13/11".into()], vec!["12/11".into()]));
        ann.merged_into = None;
        assert_eq!(rendered(&ann), (vec![], vec!["12/11".into(), "13/11".into()]));
    }
}
