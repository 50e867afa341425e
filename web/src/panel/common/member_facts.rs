//! Facts about members, and messages about them.

use chrono::{DateTime, Utc};
use domain::user::User;
use proto_events::vocabulary::Role;

use crate::parts::format::Badge;

/// Why the only administrator cannot get another role.
pub(crate) const LAST_ADMINISTRATOR: &str =
    "This is the only administrator. Make another member an administrator first.";

/// Returns the known fields of a person's profile.
pub(crate) fn facts(user: &User) -> Vec<(&'static str, String)> {
    let profile = &user.profile;
    let facts = [
        ("Name", &profile.best_identifier),
        ("Username", &profile.username),
        ("First name", &profile.first_name),
        ("Last name", &profile.last_name),
        ("E-mail address", &profile.email),
        ("Pronouns", &profile.pronouns),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).map(|(label, value)| (label, value.clone())).collect()
}

/// Returns whether a person can sign in, for accounts that the organization manages.
pub(crate) fn sign_in_state(managed: Option<&User>, now: DateTime<Utc>) -> Badge {
    let link = managed.and_then(|user| user.password_link.as_ref());
    match managed {
        None => Badge { label: "Manages the account alone", tone: "" },
        Some(user) if user.password_id.is_some() => Badge { label: "Can sign in", tone: "good" },
        Some(user) if user.profile.username.is_empty() => Badge { label: "No account to sign in with", tone: "" },
        _ if link.is_some_and(|link| now < link.expires_at) => Badge { label: "Link not used yet", tone: "warn" },
        _ => Badge { label: "No password yet", tone: "" },
    }
}

/// Returns the message for a person who is already a member.
pub(crate) fn has_another_role(role: Role) -> String {
    format!("Is already a member, as {}. Change the role on the member's page.", role.display_name())
}
