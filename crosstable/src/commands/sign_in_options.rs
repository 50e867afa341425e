//! The options of signing in: the file of sign-in providers, and whether passwords are taken.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use clap::builder::BoolishValueParser;
use serde::Deserialize;
use service_kit::oidc::{Client, ProviderSettings, check_address};
use web::site::{ClaimRole, SignInProvider, SignInSettings};

use super::service_options::read_line;

/// The options of signing in.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Signing in (docs/operations.md)")]
pub(super) struct SignInOptions {
    /// File that names providers (OpenID Connect) at which people sign in, as JSON
    #[arg(long, global = true, env = "CROSSTABLE_SIGN_IN_PROVIDERS", value_name = "FILE")]
    sign_in_providers: Option<PathBuf>,
    /// Let people sign in at these providers only, and not with passwords
    #[arg(long, global = true, env = "CROSSTABLE_NO_PASSWORD_SIGN_IN", value_parser = BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", value_name = "BOOL")]
    no_password_sign_in: bool,
}

/// A provider, as the file names it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Provider {
    id: String,
    name: String,
    issuer: String,
    client_id: String,
    client_secret_file: Option<PathBuf>,
    #[serde(default)]
    scopes: Vec<String>,
    #[serde(default)]
    claim: String,
    #[serde(default)]
    roles: Vec<ClaimRole>,
}

impl SignInOptions {
    pub(super) fn settings(&self) -> anyhow::Result<SignInSettings> {
        let takes_passwords = !self.no_password_sign_in;
        let Some(file) = &self.sign_in_providers else {
            ensure!(takes_passwords, "--no-password-sign-in needs --sign-in-providers");
            return Ok(SignInSettings::default());
        };
        let providers = read(file).with_context(|| format!("{} cannot be used", file.display()))?;
        Ok(SignInSettings { providers, takes_passwords })
    }
}

fn read(file: &Path) -> anyhow::Result<Vec<SignInProvider>> {
    let providers: Vec<Provider> = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    ensure!(!providers.is_empty(), "it names no provider");
    for (what, values) in [("id", named(&providers, |it| &it.id)), ("issuer", named(&providers, |it| &it.issuer))] {
        ensure!(values.len() == providers.len(), "two providers have the same {what}");
    }
    providers.into_iter().map(|provider| provider.checked(folder)).collect()
}

fn named(providers: &[Provider], value: fn(&Provider) -> &str) -> HashSet<&str> {
    providers.iter().map(value).collect()
}

impl Provider {
    /// Checks the fields, and reads the secret. Its file may be named as it is from the folder of the providers' file.
    fn checked(self, folder: &Path) -> anyhow::Result<SignInProvider> {
        let Self { id, name, issuer, client_id, client_secret_file, scopes, claim, roles } = self;
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_id = (1..=40).contains(&id.len()) && id.bytes().all(is_letter);
        ensure!(is_id, "the id \"{id}\" must consist of small letters, digits and hyphens, such as \"club\"");
        ensure!(!name.trim().is_empty() && !client_id.is_empty(), "{id} needs a name and a client_id");
        check_address(&issuer).map_err(|why| anyhow::anyhow!("the issuer of {id}: {why}"))?;
        ensure!(roles.is_empty() || !claim.is_empty(), "the roles of {id} need a claim");
        let secret = client_secret_file.map(|file| read_line(&folder.join(file))).transpose()?;
        let client_secret = secret.map(Into::into);
        let settings = ProviderSettings { id, name, issuer, client_id, client_secret, scopes };
        Ok(SignInProvider { client: Client::new(settings), claim, roles })
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::OrganizationId;
    use proto_events::vocabulary::Role;
    use serde_json::{Value, json};

    use super::*;

    fn club() -> Value {
        json!({
            "id": "club", "name": "Club", "issuer": "https://id.club.example", "client_id": "us",
            "client_secret_file": "secret", "claim": "groups",
            "roles": [{ "value": "judges", "organization_id": 1, "role": "JUDGE" }],
        })
    }

    fn settings(providers: &Value) -> anyhow::Result<SignInSettings> {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("secret"), "hush\n")?;
        let file = folder.path().join("providers.json");
        std::fs::write(&file, providers.to_string())?;
        SignInOptions { sign_in_providers: Some(file), no_password_sign_in: true }.settings()
    }

    #[test]
    fn a_file_names_providers_and_their_secrets_are_not_shown() {
        let found = settings(&json!([club()])).unwrap();
        assert!(!found.takes_passwords && !format!("{found:?}").contains("hush"));
        let provider = &found.providers[0];
        assert_eq!(provider.client.settings().client_secret.as_ref().unwrap().expose(), "hush");
        let role = ClaimRole { value: "judges".into(), organization_id: OrganizationId(1), role: Role::Judge };
        assert_eq!(provider.roles, [role]);
        let none = SignInOptions { sign_in_providers: None, no_password_sign_in: true };
        assert!(none.settings().unwrap_err().to_string().contains("--sign-in-providers"));
    }

    #[test]
    fn wrong_files_are_refused_with_the_reason() {
        let with = |field: &str, value: Value| {
            let mut provider = club();
            provider[field] = value;
            json!([provider])
        };
        for (wrong, why) in [
            (json!([]), "no provider"),
            (json!([club(), club()]), "the same id"),
            (with("id", json!("Club")), "small letters"),
            (with("name", json!(" ")), "needs a name"),
            (with("issuer", json!("http://id.club.example")), "https://"),
            (with("claim", json!("")), "need a claim"),
            (with("client_secret_file", json!("lost")), "cannot be read"),
            (with("client_secret", json!("hush")), "unknown field"),
            (with("roles", json!([{ "value": "a", "organization_id": 1, "role": "KING" }])), "KING"),
        ] {
            let said = format!("{:#}", settings(&wrong).unwrap_err());
            assert!(said.contains(why), "{said}");
        }
    }
}
