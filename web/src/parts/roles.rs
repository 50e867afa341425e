//! What the roles may do, in the words of pages. The permission table of the domain decides; here its operations are
//! put into groups that people can read.

use domain::permissions::{Operation, Scheme, may};
use proto_events::vocabulary::Role;

use crate::parts::control::{RadioGroup, RadioOption};
use crate::texts::Texts;

/// Returns the key of the group that an operation belongs to. The operations of a group have the same roles.
pub(crate) fn group(operation: Operation) -> &'static str {
    use Operation as O;
    match operation {
        O::ReadConventions
        | O::ReadEvents
        | O::ReadOneEvent
        | O::FollowEvents
        | O::ReadExport
        | O::ReadEventDecklists
        | O::ReadDecklists => "panel-may-read-events",
        O::ReadOwnKeys => "panel-may-read-own-keys",
        O::ReadOwnRegistrations => "panel-may-read-own-registrations",
        O::ReadOwnMemberships
        | O::DeclineInvitations
        | O::ManageOwnMemberships
        | O::AdministerOwnMemberships
        | O::ReadOwnAccount
        | O::ManageOwnAccount
        | O::ShowOwnPages
        | O::ManageOwnCredentials => "panel-may-manage-own-account",
        O::ReadRegistrations | O::ReadJudging | O::ReadEventSettings | O::ReadEventAudit | O::ReadDesk => {
            "panel-may-read-registrations"
        }
        O::WriteDecklists => "panel-may-write-decklists",
        O::JudgeMatches | O::JudgePlayers | O::CallJudges => "panel-may-judge",
        O::ManageRegistrations | O::Register => "panel-may-register",
        O::RunRounds | O::ReportResults => "panel-may-run-rounds",
        O::ReadPeople => "panel-may-search-people",
        O::ManageConventions | O::ManageEvents => "panel-may-manage-events",
        O::ReadStorePage => "panel-may-read-events",
        O::ManageStorePage => "panel-may-manage-store-page",
        O::ReadMembers | O::ManageMembers | O::ErasePeople | O::AdministerMembers => "panel-may-manage-members",
        O::ReadAllKeys | O::ManageKeys | O::AdministerKeys => "panel-may-manage-keys",
        O::ReadWebhooks | O::ManageWebhooks | O::AdministerWebhooks | O::ResendMessages => "panel-may-manage-webhooks",
        O::ReadAudit => "panel-may-read-audit",
    }
}

/// Returns the choice of a role, with what each role may do by these schemes.
pub(crate) fn role_choice(texts: &Texts, legend: &str, chosen: Option<Role>, by: &[Scheme]) -> RadioGroup {
    let option = |role: &Role| RadioOption {
        value: role.wire_name().to_owned(),
        label: texts.term(*role),
        hint: String::new(),
        checked: Some(*role) == chosen,
    };
    let options = Role::ALL.iter().map(option).collect();
    let rights = rights(by).into_iter().map(|(group, roles)| (texts.say(group), roles)).collect();
    RadioGroup { name: "role", legend: texts.say(legend), options, rights, fault: String::new() }
}

/// Returns the groups of operations by these schemes, each with the roles that may carry them out; those of most roles come
/// first.
fn rights(by: &[Scheme]) -> Vec<(&'static str, Vec<bool>)> {
    let mut rows: Vec<(&'static str, Vec<bool>)> = Vec::new();
    for operation in Operation::ALL.iter().filter(|operation| by.iter().any(|scheme| operation.takes(*scheme))) {
        let group = group(*operation);
        if rows.iter().all(|(known, _)| *known != group) {
            rows.push((group, Role::ALL.iter().map(|role| may(*role, *operation)).collect()));
        }
    }
    rows.sort_by_key(|(_, roles)| roles.iter().filter(|may| !**may).count());
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operations_of_a_group_have_the_same_roles() {
        for operation in Operation::ALL {
            for other in Operation::ALL.iter().filter(|other| group(**other) == group(*operation)) {
                assert_eq!(operation.rule().roles, other.rule().roles, "{operation:?} and {other:?}");
            }
        }
    }

    #[test]
    fn what_roles_may_comes_from_the_table() {
        let may = |by: &[Scheme], role, right| {
            let place = Role::ALL.iter().position(|known| *known == role).unwrap();
            rights(by).into_iter().find(|(group, _)| *group == right).is_some_and(|(_, roles)| roles[place])
        };
        let by_key = |role, right| may(&[Scheme::ApiKey], role, right);
        assert!(by_key(Role::Admin, "panel-may-manage-keys"));
        assert!(!by_key(Role::Admin, "panel-may-read-audit"), "a key does not read it");
        assert!(may(&[Scheme::ApiKey, Scheme::Cookie], Role::Admin, "panel-may-read-audit"));
        assert!(by_key(Role::Judge, "panel-may-write-decklists"));
        assert!(!by_key(Role::Judge, "panel-may-manage-events"));
        let first = rights(&[Scheme::ApiKey]).remove(0);
        assert_eq!(first, ("panel-may-read-events", vec![true; Role::ALL.len()]));
    }
}
