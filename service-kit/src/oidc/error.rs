//! Why a sign-in at a provider fails.

/// Why a sign-in at a provider fails. The texts are for the log.
#[derive(Debug, thiserror::Error)]
pub enum OidcError {
    /// The provider does not answer, or not as a provider does.
    #[error("the provider does not answer as it should: {0}")]
    Unavailable(String),
    /// The provider refuses the code or this client.
    #[error("the provider refuses the request: {0}")]
    Refused(String),
    /// The answer or the token is not one for this attempt.
    #[error("the answer is not valid: {0}")]
    Invalid(&'static str),
    /// The token is expired, or of the future.
    #[error("the clocks of this server and of the provider differ, or the answer came too late")]
    Clock,
}
