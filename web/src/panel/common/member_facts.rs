//! Facts about members, and messages about them.

use chrono::{DateTime, Utc};
use domain::limits::MEMBERSHIPS;
use domain::user::User;
use proto_events::vocabulary::Role;
use write_api::Refusal;

use crate::parts::format::Badge;
use crate::texts::Texts;

/// Returns the known fields of a person's profile, with their labels.
pub(crate) fn facts(texts: &Texts, user: &User) -> Vec<(String, String)> {
    let profile = &user.profile;
    let others = [
        ("panel-first-name", &profile.first_name),
        ("panel-last-name", &profile.last_name),
        ("panel-email", &profile.email),
        ("panel-pronouns", &profile.pronouns),
    ];
    let others = others.into_iter().filter(|(_, value)| !value.is_empty());
    let others = others.map(|(label, value)| (texts.say(label), value.clone()));
    names(texts, user).into_iter().chain(others).collect()
}

/// Returns a person's name and username, with their labels.
pub(crate) fn names(texts: &Texts, user: &User) -> Vec<(String, String)> {
    let names = [("panel-name", &user.profile.best_identifier), ("panel-username", &user.profile.username)];
    let known = names.into_iter().filter(|(_, value)| !value.is_empty());
    known.map(|(label, value)| (texts.say(label), value.clone())).collect()
}

/// Returns whether a person can sign in, for accounts that the organization manages.
pub(crate) fn sign_in_state(texts: &Texts, managed: Option<&User>, now: DateTime<Utc>) -> Badge {
    let link = managed.and_then(|user| user.password_link.as_ref());
    let (label, tone) = match managed {
        None => ("panel-sign-in-alone", ""),
        Some(user) if user.password_id.is_some() => ("panel-sign-in-can", "good"),
        Some(user) if user.profile.username.is_empty() => ("panel-sign-in-no-username", ""),
        _ if link.is_some_and(|link| now < link.expires_at) => ("panel-sign-in-link", "warn"),
        _ => ("panel-sign-in-no-password", ""),
    };
    Badge { label: texts.say(label), tone }
}

/// Returns why a person was not invited or did not become a member.
pub(crate) fn why_not_added(texts: &Texts, refusal: &Refusal) -> String {
    let role = refusal.message().arguments().first().and_then(|(_, role)| Role::from_wire_name(role));
    match (refusal.code(), role) {
        ("member-with-another-role", Some(role)) => texts.with("panel-member-with-role", "role", texts.term(role)),
        ("member-invited-with-another-role", Some(role)) => {
            texts.with("panel-invited-with-role", "role", texts.term(role))
        }
        ("member-too-many-memberships", _) => texts.with("panel-too-many-memberships", "most", MEMBERSHIPS),
        _ => not_added(texts, refusal),
    }
}

fn not_added(texts: &Texts, refusal: &Refusal) -> String {
    texts.with("panel-not-added", "why", texts.message(refusal.message()))
}

#[cfg(test)]
mod tests {
    use service_kit::message;

    use super::*;
    use crate::texts::Language;

    #[test]
    fn refusal_of_new_member_is_said_in_the_language_of_the_page() {
        let invited = message!(
            "member-invited-with-another-role",
            "This person is invited already, with the role {value}. Withdraw that invitation first.",
            value = Role::Judge
        );
        let said = not_added(Texts::of(Language::German), &Refusal::conflict(invited));
        let expected = "Die Person wurde nicht hinzugefügt. Diese Person ist schon eingeladen, mit der Rolle JUDGE. \
                        Ziehen Sie diese Einladung zuerst zurück.";
        assert_eq!(said, expected);
    }
}
