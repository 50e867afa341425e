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
        O::ReadMembers | O::ManageMembers | O::ErasePeople | O::AdministerMembers => "panel-may-manage-members",
        O::ReadAllKeys | O::ManageKeys | O::AdministerKeys => "panel-may-manage-keys",
        O::ReadWebhooks | O::ManageWebhooks | O::AdministerWebhooks | O::ResendMessages => "panel-may-manage-webhooks",
        O::ReadAudit => "panel-may-read-audit",
    }
}

/// Returns the choice of a role, with what each role may do by these schemes.
pub(crate) fn role_choice(texts: &Texts, legend: &str, chosen: Option<Role>, by: &[Scheme]) -> RadioGroup {
    let option = |role: &Role| {
        let (hint, points) = rights(texts, *role, by);
        RadioOption {
            value: role.wire_name().to_owned(),
            label: texts.term(*role),
            hint,
            points,
            checked: Some(*role) == chosen,
        }
    };
    let options = Role::ALL.iter().map(option).collect();
    RadioGroup { name: "role", legend: texts.say(legend), options, fault: String::new() }
}

/// Returns what a role may do beyond the rights of every role; for a role that has no more, those of every role.
fn rights(texts: &Texts, role: Role, by: &[Scheme]) -> (String, Vec<String>) {
    let own = groups(role, by, false);
    let (lead, groups) = match own.is_empty() {
        true => ("panel-may-as-every-role", groups(role, by, true)),
        false => ("panel-may-also", own),
    };
    (texts.say(lead), groups.into_iter().map(|group| texts.say(group)).collect())
}

/// Returns the groups of operations that every role may carry out, or those of this role beyond them.
fn groups(role: Role, by: &[Scheme], of_every_role: bool) -> Vec<&'static str> {
    let counts = |operation: &&Operation| {
        let is_common = operation.roles().len() == Role::ALL.len();
        is_common == of_every_role && may(role, **operation) && by.iter().any(|scheme| operation.takes(*scheme))
    };
    let mut groups = Vec::new();
    for operation in Operation::ALL.iter().filter(counts) {
        let group = group(*operation);
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    fn rights_of(role: Role, by: &[Scheme]) -> (String, Vec<String>) {
        rights(Texts::of(Language::English), role, by)
    }

    #[test]
    fn the_operations_of_a_group_have_the_same_roles() {
        for operation in Operation::ALL {
            for other in Operation::ALL.iter().filter(|other| group(**other) == group(*operation)) {
                assert_eq!(operation.roles(), other.roles(), "{operation:?} and {other:?}");
            }
        }
    }

    #[test]
    fn what_roles_may_comes_from_the_table() {
        let (lead, by_key) = rights_of(Role::Admin, &[Scheme::ApiKey]);
        assert_eq!(lead, "May also:");
        assert!(by_key.contains(&"manage API keys".into()), "{by_key:?}");
        let audit = "read the audit of the organization".to_owned();
        assert!(!by_key.contains(&audit), "a key does not read it: {by_key:?}");
        assert!(rights_of(Role::Admin, &[Scheme::ApiKey, Scheme::Cookie]).1.contains(&audit));
        let (_, of_judge) = rights_of(Role::Judge, &[Scheme::ApiKey]);
        assert!(of_judge.contains(&"write decklists".into()), "{of_judge:?}");
        assert!(!of_judge.iter().any(|right| right.contains("manage")), "{of_judge:?}");
        let (lead, of_reader) = rights_of(Role::ReadOnly, &[Scheme::ApiKey]);
        assert_eq!(lead, "May do what every role may:");
        assert_eq!(of_reader[0], "read conventions, events, standings and decklists");
    }
}
