//! The settings of the process that a set-up may choose.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Settings of the process that the set-up may choose. An empty text is not set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChosenSettings {
    /// Address under which people reach the service.
    pub public_url: String,
    /// Server that mail is sent through.
    pub smtp_url: String,
    /// Address that mail comes from.
    pub mail_from: String,
    /// Name to sign in with at the mail server.
    pub smtp_user: String,
    /// Password there.
    pub smtp_password: String,
}

/// Applies settings that were saved.
pub type Apply = Box<dyn FnOnce() + Send>;

/// Saves settings; an error is the name of the wrong field.
pub type Save = Arc<dyn Fn(&ChosenSettings) -> Result<Apply, &'static str> + Send + Sync>;

/// The settings that the operator has left open, and how they are saved.
#[derive(Clone)]
pub struct OpenSettings {
    /// Whether the public address may be chosen, with one to propose in place of an address of this machine.
    pub public_url: Option<Option<String>>,
    /// Whether the mail server may be chosen.
    pub mail: bool,
    /// How they are saved.
    pub save: Save,
}
