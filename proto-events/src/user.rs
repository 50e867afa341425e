//! Events of a person. The only streams that hold personal data: everything else names a person by id.

use serde::{Deserialize, Serialize};

/// What is known of a person. Absent strings are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Sign-in name.
    pub username: String,
    /// The name that identifies the person best on pairings and standings.
    pub best_identifier: String,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// E-mail address.
    pub email: String,
    /// Pronouns.
    pub pronouns: String,
    /// Whether the person has used a player app.
    pub has_used_app: bool,
}

/// What happened to a person's record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UserEvent {
    /// The person became known.
    Registered {
        /// What is known.
        profile: Profile,
    },
    /// What is known changed.
    ProfileChanged {
        /// The whole new profile.
        profile: Profile,
    },
}
