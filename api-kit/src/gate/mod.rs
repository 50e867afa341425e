//! Authentication and authorization: admits callers with an API key, a token or a session, if the table of permissions
//! allows the operation.
//!
//! | Sent | On an operation that accepts it | On another |
//! |---|---|---|
//! | `X-API-Key: sk_…`, also with `Bearer` before the key | authenticates | 401: the operation accepts no keys |
//! | `Authorization: Bearer sk_…` | authenticates, unless `X-API-Key` is sent | ignored |
//! | `Authorization: Token …` | authenticates; 400 together with `X-API-Key` | ignored |
//! | a session cookie | authenticates, if none of the three is sent | ignored |
//! | another `Authorization` | ignored together with one of the four; otherwise 401 | ignored |
//!
//! An operation that anybody may call and that takes only keys, such as an open export, ignores `Authorization`.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::permissions::{Operation, Scheme};
use proto_events::ids::{ApiKeyId, OrganizationId, UserId};
use service_kit::clock::Clock;
use service_kit::credential_value::{CredentialValue, Kind};
use service_kit::limits::Limits;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;
use storage::{Account, Credential, Membership, TokenRecord, ViewKind};

use crate::answer_limit::AnswerLimit;
use crate::caller::{Caller, Way};
use crate::callers::{Callers, Party};
use crate::credentials::Credentials;
use crate::key_uses::KeyUses;
use crate::private_links;
use crate::same_site;
use crate::session::{self, Sessions};

/// The header with the API key.
pub const KEY_HEADER: HeaderName = HeaderName::from_static("x-api-key");

/// Returns the headers of a request that a gate reads.
pub fn credential_in(headers: &HeaderMap) -> HeaderMap {
    let names = [KEY_HEADER, header::AUTHORIZATION, header::COOKIE];
    let sent =
        |name: HeaderName| headers.get_all(&name).iter().map(|value| (name.clone(), value.clone())).collect::<Vec<_>>();
    names.into_iter().flat_map(sent).collect()
}

/// The name of the header with a token, in messages.
const AUTHORIZATION: &str = "Authorization";
/// The scheme of tokens in `Authorization`; case does not matter.
const TOKEN_SCHEME: &str = "Token";
/// The scheme that many clients put before an API key; case does not matter.
const KEY_SCHEME: &str = "Bearer";

/// Authenticates and authorizes callers.
#[derive(Clone)]
pub struct Gate {
    credentials: Credentials,
    sessions: Sessions,
    public_url: Arc<str>,
    clock: Arc<dyn Clock>,
    uses: Arc<KeyUses>,
    callers: Arc<Callers>,
    /// The limit of streams of changes, of all kinds together.
    streams: Arc<AnswerLimit>,
}

/// A credential in a request.
enum Sent<'a> {
    Key(SentKey<'a>),
    Token(&'a str),
    Cookie,
    /// `Authorization` with an unknown scheme.
    Other,
}

/// An API key in a request, which may be mistyped.
#[derive(Clone, Copy)]
struct SentKey<'a> {
    value: &'a str,
    /// The name of its header.
    header: &'static str,
}

impl Gate {
    /// Creates a gate for these credentials and for sessions at this address, with limits per caller.
    pub fn new(
        credentials: Credentials,
        sessions: Sessions,
        public_url: &str,
        clock: Arc<dyn Clock>,
        uses: Arc<KeyUses>,
        limits: &Limits,
    ) -> Self {
        let callers = Arc::new(Callers::new(limits));
        let streams = AnswerLimit::new("streams", limits.max_streams, limits.max_streams_per_address);
        Self { credentials, sessions, public_url: public_url.into(), clock, uses, callers, streams }
    }

    /// Returns the limit of streams of changes.
    pub fn streams(&self) -> &Arc<AnswerLimit> {
        &self.streams
    }

    /// Returns the counters of all callers.
    pub fn callers(&self) -> &Arc<Callers> {
        &self.callers
    }

    /// Authenticates and authorizes a caller for an operation, records the use of a key, and counts a write.
    ///
    /// # Errors
    /// 401 without a valid credential, 403 without permission, 400 for two credentials that contradict each other, 429 if
    /// the caller's quota of writes is used up.
    pub async fn admit(&self, headers: &HeaderMap, operation: Operation) -> Result<Caller, Problem> {
        let caller = self.authenticate(headers, operation).await?;
        self.admit_authenticated(headers, &caller, operation)?;
        Ok(caller)
    }

    /// Authenticates a caller for an operation, and records the use of a key. [`Gate::admit_authenticated`] must follow.
    ///
    /// # Errors
    /// 401 without a valid credential, 400 for two credentials that contradict each other.
    pub async fn authenticate(&self, headers: &HeaderMap, operation: Operation) -> Result<Caller, Problem> {
        let caller = match sent(headers, operation)? {
            Some(Sent::Key(key)) => self.holder_of_key(key).await,
            Some(Sent::Token(token)) => self.holder_of_token(token).await,
            Some(Sent::Cookie) => self.who_signed_in(headers).await,
            Some(Sent::Other) => Err(Problem::unauthorized(message!(
                "authorization-not-understood",
                "The Authorization header is not understood. Send a token as `Authorization: Token ut_…`."
            ))),
            None => Err(Problem::unauthorized(missing(operation))),
        };
        caller.map_err(|problem| challenged(problem, operation))
    }

    /// Authorizes an authenticated caller, who may have the role for one event, and counts a write.
    ///
    /// # Errors
    /// 403 without permission, 429 if the caller's quota of writes is used up.
    pub fn admit_authenticated(
        &self,
        headers: &HeaderMap,
        caller: &Caller,
        operation: Operation,
    ) -> Result<(), Problem> {
        caller.authorize(operation)?;
        if caller.session().is_some() && operation.rule().writes && !same_site::is_ours(headers, &self.public_url) {
            return Err(Problem::forbidden(message!(
                "change-from-other-site",
                "A page of another site may not make changes in your name."
            )));
        }
        if operation.rule().writes {
            self.callers.write(Party::of(caller), self.clock.now())?;
        }
        if let Some(organization) = caller.organization_id {
            service_kit::boundary::note_organization(organization.0);
        }
        service_kit::intake::caller_is_known();
        Ok(())
    }

    /// Authorizes the holder of the private link of a player, whom a page of this process has recognized, for an operation,
    /// and counts a write.
    ///
    /// # Errors
    /// 403 if holders may not perform the operation, 429 if the player's quota of writes is used up.
    pub fn admit_holder(&self, player: UserId, operation: Operation) -> Result<Caller, Problem> {
        if !private_links::OPERATIONS.contains(&operation) {
            return Err(Problem::forbidden(message!("not-by-private-link", "A private link does not allow this.")));
        }
        let caller = Caller { user_id: player, organization_id: None, role: None, way: Way::PrivateLink };
        caller.authorize(operation)?;
        self.callers.write(Party::of(&caller), self.clock.now())?;
        service_kit::intake::caller_is_known();
        Ok(caller)
    }

    /// Authenticates a caller if possible, for an operation that is also open to others. An invalid key or token is
    /// refused; a session that is invalid or without the permission is ignored, and so is `Authorization` if the operation
    /// takes only keys.
    ///
    /// # Errors
    /// As [`Gate::admit`]; for a session, those other than 401 and 403.
    pub async fn admit_known(&self, headers: &HeaderMap, operation: Operation) -> Result<Option<Caller>, Problem> {
        match sent(headers, operation)? {
            Some(Sent::Key(key)) if key.header == AUTHORIZATION && !operation.takes(Scheme::Token) => Ok(None),
            Some(Sent::Key(_) | Sent::Token(_)) => self.admit(headers, operation).await.map(Some),
            Some(Sent::Cookie) => match self.admit(headers, operation).await {
                Err(problem) if [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&problem.status()) => {
                    Ok(None)
                }
                admitted => admitted.map(Some),
            },
            Some(Sent::Other) | None => Ok(None),
        }
    }

    /// Returns when a key was last used: according to the log, or later in this process.
    pub fn last_use(&self, key_id: ApiKeyId, told: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
        told.max(self.uses.last(key_id))
    }

    /// Admits the holder of a key with the permission, if the key is in memory. In all other cases, and for refusals, use
    /// [`Gate::admit`].
    pub fn admit_at_once(&self, headers: &HeaderMap, operation: Operation) -> Option<Caller> {
        let Ok(Some(Sent::Key(sent))) = sent(headers, operation) else { return None };
        let value = CredentialValue::parse(Kind::ApiKey, sent.value).ok()?;
        let credential = self.credentials.cached(ViewKind::Credential, value.sha256_hex())?;
        let caller = self.holder_of(credential).ok()?;
        let is_let_in = !operation.rule().writes && caller.authorize(operation).is_ok();
        is_let_in.then_some(caller)
    }

    async fn holder_of_key(&self, sent: SentKey<'_>) -> Result<Caller, Problem> {
        let value = CredentialValue::parse(Kind::ApiKey, sent.value).map_err(|_| {
            Problem::unauthorized(message!(
                "malformed-api-key",
                "The value of {header} is not an API key: it is mistyped or cut off. A key is `sk_` and 36 letters and \
                 digits.",
                header = sent.header
            ))
        })?;
        let credential = self.credentials.find(ViewKind::Credential, value.sha256_hex()).await?;
        self.holder_of(credential.ok_or_else(|| {
            Problem::unauthorized(message!("unknown-api-key-value", "This API key is not known here."))
        })?)
    }

    /// Returns the holder of a valid key and records its use.
    fn holder_of(&self, credential: Arc<Credential>) -> Result<Caller, Problem> {
        let now = self.clock.now();
        refuse_inactive("API key", credential.revoked, credential.expires_at, now)?;
        self.uses.note(credential.organization_id, credential.key_id, now);
        let (user_id, organization_id, role) = (credential.user_id, credential.organization_id, credential.role);
        Ok(Caller { user_id, organization_id: Some(organization_id), role: Some(role), way: Way::Key(credential) })
    }

    async fn holder_of_token(&self, sent: &str) -> Result<Caller, Problem> {
        let value = CredentialValue::parse(Kind::UserToken, sent.trim()).map_err(|_| {
            Problem::unauthorized(message!(
                "malformed-token",
                "The value of Authorization is not a token: it is mistyped or cut off. A token is `ut_` and 36 letters \
                 and digits."
            ))
        })?;
        let token: Option<Arc<TokenRecord>> = self.credentials.find(ViewKind::UserToken, value.sha256_hex()).await?;
        let token = token
            .ok_or_else(|| Problem::unauthorized(message!("unknown-token-value", "This token is not known here.")))?;
        refuse_inactive("token", token.revoked, token.expires_at, self.clock.now())?;
        let membership = self.membership("token", token.user_id, token.organization_id).await?;
        Ok(person(token.user_id, membership.as_deref(), Way::Token))
    }

    async fn who_signed_in(&self, headers: &HeaderMap) -> Result<Caller, Problem> {
        let session = self.sessions.read(headers).ok_or_else(over)?;
        let account = self.credentials.find(ViewKind::Account, session.user_id.to_string()).await?;
        let account: Arc<Account> = account.ok_or_else(over)?;
        // A session may be ahead of the views, if they do not show its epoch yet.
        if session.expires_at <= self.clock.now() || session.epoch < account.session_epoch {
            return Err(over());
        }
        let membership = self.membership("session", session.user_id, session.organization_id).await?;
        Ok(person(session.user_id, membership.as_deref(), Way::Cookie(session)))
    }

    /// Returns the membership that a token or a session belongs to.
    async fn membership(
        &self,
        of: &str,
        user_id: UserId,
        organization_id: Option<OrganizationId>,
    ) -> Result<Option<Arc<Membership>>, Problem> {
        let Some(organization_id) = organization_id else { return Ok(None) };
        let key = Membership::key(user_id, organization_id);
        let found: Option<Arc<Membership>> = self.credentials.find(ViewKind::Membership, key).await?;
        match found.filter(|membership| !membership.removed) {
            Some(membership) => Ok(Some(membership)),
            None => Err(Problem::unauthorized(message!(
                "membership-ended",
                "You are no longer a member of the organization that this {of} is for.",
                of
            ))),
        }
    }
}

fn person(user_id: UserId, membership: Option<&Membership>, way: Way) -> Caller {
    let (organization_id, role) = membership.map(|it| (it.organization_id, it.role)).unzip();
    Caller { user_id, organization_id, role, way }
}

/// Returns the credential that counts, among those that the operation accepts.
fn sent(headers: &HeaderMap, operation: Operation) -> Result<Option<Sent<'_>>, Problem> {
    let authorization = headers.get(header::AUTHORIZATION).map(|value| value.to_str().unwrap_or_default().trim());
    let (key, bearer) = match operation.takes(Scheme::ApiKey) {
        true => (headers.get(KEY_HEADER).map(key_in), authorization.and_then(bearer_key_in)),
        false => (None, None),
    };
    let authorization = authorization.filter(|_| operation.takes(Scheme::Token));
    let token = authorization.and_then(|sent| after_scheme(TOKEN_SCHEME, sent));
    let cookie = operation.takes(Scheme::Cookie) && session::is_sent(headers);
    match (key, token) {
        (Some(_), Some(_)) => Err(Problem::bad_request(message!(
            "two-credentials",
            "Both X-API-Key and Authorization: Token were sent, possibly of different callers. Send only one of them."
        ))),
        (Some(key), None) => Ok(Some(Sent::Key(key))),
        (None, Some(token)) => Ok(Some(Sent::Token(token))),
        (None, None) => Ok(match bearer {
            Some(key) => Some(Sent::Key(key)),
            None if cookie => Some(Sent::Cookie),
            None => authorization.map(|_| Sent::Other),
        }),
    }
}

/// Returns the key in the header `X-API-Key`.
fn key_in(header: &HeaderValue) -> SentKey<'_> {
    let sent = header.to_str().unwrap_or_default().trim();
    SentKey { value: after_scheme(KEY_SCHEME, sent).unwrap_or(sent), header: "X-API-Key" }
}

/// Returns the key in the header `Authorization`, if it looks like one.
fn bearer_key_in(authorization: &str) -> Option<SentKey<'_>> {
    let value = after_scheme(KEY_SCHEME, authorization)?;
    value.starts_with(Kind::ApiKey.prefix()).then_some(SentKey { value, header: AUTHORIZATION })
}

/// Returns the text after a scheme, or `None` if the text begins with something else.
fn after_scheme<'a>(scheme: &str, sent: &'a str) -> Option<&'a str> {
    let (first, rest) = sent.split_once(' ').unwrap_or((sent, ""));
    first.eq_ignore_ascii_case(scheme).then(|| rest.trim_start())
}

fn refuse_inactive(
    what: &str,
    revoked: bool,
    expires_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(), Problem> {
    match expires_at {
        _ if revoked => Err(Problem::unauthorized(message!("credential-revoked", "This {what} was revoked.", what))),
        Some(expiry) if expiry <= now => {
            let expiry = expiry.to_rfc3339_opts(SecondsFormat::Secs, true);
            Err(Problem::unauthorized(message!("credential-expired", "This {what} expired at {expiry}.", what, expiry)))
        }
        _ => Ok(()),
    }
}

/// Returns the 401 of a session that is expired or no longer valid.
fn over() -> Problem {
    Problem::unauthorized(message!("session-over", "Your session is over. Sign in again at /login/."))
}

/// Returns the text for a request without a credential.
fn missing(operation: Operation) -> Message {
    match [Scheme::ApiKey, Scheme::Token, Scheme::Cookie].map(|scheme| operation.takes(scheme)) {
        [true, true, _] => message!(
            "no-credential",
            "No credential was sent. Send an API key in the header X-API-Key, or a token as `Authorization: Token ut_…`, \
             or sign in at /login/."
        ),
        [true, false, _] => message!("no-api-key", "No API key was sent. Send one in the header X-API-Key."),
        [false, true, false] => message!(
            "no-token",
            "No token was sent. Send one as `Authorization: Token ut_…`. A session is not enough; the page of your \
             account at /admin/account/ asks for your password instead."
        ),
        [false, ..] => message!("no-session", "You are not signed in. Sign in at /login/."),
    }
}

/// Adds the schemes that the operation accepts to a 401.
fn challenged(problem: Problem, operation: Operation) -> Problem {
    if problem.status() != StatusCode::UNAUTHORIZED {
        return problem;
    }
    let challenge = |scheme: &Scheme| match scheme {
        Scheme::ApiKey => r#"ApiKey header="X-API-Key""#.to_owned(),
        Scheme::Token => format!(r#"{TOKEN_SCHEME} realm="crosstable""#),
        Scheme::Cookie => format!(r#"Cookie cookie-name="{}""#, session::COOKIE),
    };
    let challenges: Vec<_> = operation.rule().schemes.iter().map(challenge).collect();
    match HeaderValue::try_from(challenges.join(", ")) {
        Ok(challenges) => problem.with_header(header::WWW_AUTHENTICATE, challenges),
        Err(_) => problem,
    }
}

#[cfg(test)]
mod tests;
