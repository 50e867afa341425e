//! The options for NATS.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use service_kit::nats::{DEFAULT_PREFIX, NatsLogin, NatsOptions, NatsTls};

use super::line_file::read_line;

/// The options for NATS.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "NATS, for notices between processes")]
pub(super) struct NatsArguments {
    /// Addresses of NATS servers, separated by commas; without them processes poll the databases
    #[arg(long, global = true, env = "CROSSTABLE_NATS_URL", value_name = "URLS", value_delimiter = ',')]
    nats_url: Vec<String>,
    /// First word of subjects and streams; installations that share servers need different ones
    #[arg(long, global = true, env = "CROSSTABLE_NATS_PREFIX", value_name = "WORD", default_value = DEFAULT_PREFIX)]
    nats_prefix: String,
    /// Credentials file, as nsc writes it
    #[arg(long, global = true, env = "CROSSTABLE_NATS_CREDENTIALS", value_name = "FILE", group = "nats_login")]
    nats_credentials: Option<PathBuf>,
    /// Name to log in with
    #[arg(
        long,
        global = true,
        env = "CROSSTABLE_NATS_USER",
        value_name = "NAME",
        requires = "nats_password_file",
        group = "nats_login"
    )]
    nats_user: Option<String>,
    /// File that holds the password
    #[arg(long, global = true, env = "CROSSTABLE_NATS_PASSWORD_FILE", value_name = "FILE")]
    nats_password_file: Option<PathBuf>,
    /// File that holds a token to log in with
    #[arg(long, global = true, env = "CROSSTABLE_NATS_TOKEN_FILE", value_name = "FILE", group = "nats_login")]
    nats_token_file: Option<PathBuf>,
    /// File that holds the seed of an NKey to log in with
    #[arg(long, global = true, env = "CROSSTABLE_NATS_NKEY_FILE", value_name = "FILE", group = "nats_login")]
    nats_nkey_file: Option<PathBuf>,
    /// File with the certificates of trusted authorities [default: the system's]
    #[arg(long, global = true, env = "CROSSTABLE_NATS_CA", value_name = "FILE")]
    nats_ca: Option<PathBuf>,
    /// File with this process's certificate
    #[arg(long, global = true, env = "CROSSTABLE_NATS_CERT", value_name = "FILE", requires = "nats_key")]
    nats_cert: Option<PathBuf>,
    /// File with the key of the certificate
    #[arg(long, global = true, env = "CROSSTABLE_NATS_KEY", value_name = "FILE", requires = "nats_cert")]
    nats_key: Option<PathBuf>,
    /// Refuse servers that do not encrypt
    #[arg(long, global = true, env = "CROSSTABLE_NATS_REQUIRE_TLS", value_parser = clap::builder::BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", value_name = "BOOL")]
    nats_require_tls: bool,
}

impl NatsArguments {
    /// Returns the options of the connection, if NATS is used.
    pub(super) fn options(&self) -> anyhow::Result<Option<NatsOptions>> {
        if self.nats_url.is_empty() {
            return Ok(None);
        }
        Ok(Some(NatsOptions {
            prefix: self.nats_prefix.clone(),
            login: self.login().context("NATS")?,
            tls: NatsTls {
                authorities: self.nats_ca.clone(),
                certificate: self.nats_cert.clone().zip(self.nats_key.clone()),
                require: self.nats_require_tls,
            },
            ..NatsOptions::new(&self.nats_url)
        }))
    }

    fn login(&self) -> anyhow::Result<NatsLogin> {
        if let Some(file) = &self.nats_credentials {
            return Ok(NatsLogin::Credentials(file.clone()));
        }
        if let (Some(user), Some(file)) = (&self.nats_user, &self.nats_password_file) {
            return Ok(NatsLogin::Password { user: user.clone(), password: read_line(file)? });
        }
        if let Some(file) = &self.nats_token_file {
            return Ok(NatsLogin::Token(read_line(file)?));
        }
        Ok(match &self.nats_nkey_file {
            Some(file) => NatsLogin::Nkey(read_line(file)?),
            None => NatsLogin::None,
        })
    }
}
