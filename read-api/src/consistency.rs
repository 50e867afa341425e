//! What a reader is promised who brings a `Consistency-Token`: an answer that holds the write it stands for, or none.
//!
//! Tokens are heeded here, after the gate and before an endpoint is asked, and nowhere else. An endpoint names the kinds
//! of views it draws on. They say which of the projector's positions is waited for, and whether one of the streams that it
//! can no longer read stands in the way.

use std::time::Duration;

use api_kit::consistency::Token;
use api_kit::prefer::{PREFERENCE_APPLIED, WAIT_SECONDS_DEFAULT};
use api_kit::progress::Wanted;
use api_kit::store_failed;
use api_kit::{ConsistencyTokens, Preferences};
use axum::http::HeaderValue;
use proto_events::StreamId;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;
use storage::{DocumentKey, OwnDecklist, StoreError, ViewKind};

use crate::call::{Call, Caller};

const NOT_YET: &str = "What the Consistency-Token stands for is stored, but cannot be read yet. Please try again; \
                       `Prefer: wait=5` waits longer.";
const PARKED: &str = "This answer may lack what the Consistency-Token stands for, because something that it is made from \
                      cannot be read. Without a token it is given as it is.";

/// Who reads, as far as that says whose tokens are taken and what an answer is made from.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Reader {
    organization_id: Option<OrganizationId>,
    person: Option<UserId>,
}

impl Reader {
    /// Somebody who is known. Nobody in particular is the default.
    pub(crate) fn of(caller: &Caller) -> Self {
        Self { organization_id: caller.organization_id, person: caller.person() }
    }

    /// The organization whose tokens alone are taken. A person writes in several, and reads the own lists of all.
    fn token_of(self) -> Option<OrganizationId> {
        self.organization_id.filter(|_| self.person.is_none())
    }
}

/// Waits until what a request draws on holds what its token stands for. Says which preference was heeded on the way.
pub(crate) async fn heed(call: &Call, reader: Reader) -> Result<Option<HeaderValue>, Problem> {
    let Some(token) = call.shared.tokens.read(&call.headers, reader.token_of())? else { return Ok(None) };
    ConsistencyTokens::expect_log(&token, call.shared.progress.log())?;
    let Some(wanted) = wanted(call.draws_on) else { return Ok(None) };
    let asked = Preferences::of(&call.headers).wait;
    let within = asked.unwrap_or(Duration::from_secs(WAIT_SECONDS_DEFAULT));
    let heeded = asked.and_then(|wait| HeaderValue::try_from(format!("wait={}", wait.as_secs())).ok());
    let refused = |detail: &str| {
        let (wanted, applied) = (token.position.0, call.shared.progress.applied().0);
        let cause = format!("the token stands for position {wanted}, applied is {applied}, {within:?} were waited");
        let problem = Problem::not_yet_applied(detail).with_source(cause);
        heeded.iter().fold(problem, |problem, heeded| problem.with_header(PREFERENCE_APPLIED, heeded.clone()))
    };
    if !call.shared.progress.reaches(token.position, wanted, within).await {
        return Err(refused(NOT_YET));
    }
    if is_parked(call, reader, token).await.map_err(store_failed)? {
        return Err(refused(PARKED));
    }
    Ok(heeded)
}

/// Which documents must be there. What draws on none has nothing to wait for.
fn wanted(kinds: &[ViewKind]) -> Option<Wanted> {
    let strictest = if kinds.iter().any(|kind| kind.may_lag()) { Wanted::All } else { Wanted::Prompt };
    (!kinds.is_empty()).then_some(strictest)
}

/// Whether a document that is asked for comes from a stream that is no longer projected, or shows something of one.
async fn is_parked(call: &Call, reader: Reader, token: Token) -> Result<bool, StoreError> {
    let (views, parked) = (&*call.shared.views, call.shared.parked.now().await?);
    let Some(generation) = parked.generation.filter(|_| !parked.streams.is_empty()) else { return Ok(false) };
    // A stream parked at its very beginning has no documents by which it could be found.
    if parked.streams.iter().any(|parked| parked.position == token.position) {
        return Ok(true);
    }
    let mut streams: Vec<StreamId> = parked.streams.iter().map(|parked| parked.stream).collect();
    streams.extend(views.dependents(generation, &streams).await?);
    let organization_id = reader.organization_id.or(Some(token.organization_id).filter(|_| reader.person.is_none()));
    let name = call.params.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join("/");
    let asked = Asked { kinds: call.draws_on, organization_id, person: reader.person, name: &name };
    for stream in streams {
        let keys = views.documents_from(generation, stream).await?;
        if keys.iter().any(|key| asked.is_for(key)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a request draws on.
struct Asked<'a> {
    kinds: &'a [ViewKind],
    /// The organization whose documents it lists.
    organization_id: Option<OrganizationId>,
    /// The person whose own lists count as well.
    person: Option<UserId>,
    /// The parameters of its address: the key of one document. Addresses without any are lists.
    name: &'a str,
}

impl Asked<'_> {
    /// Whether a document is among it.
    fn is_for(&self, key: &DocumentKey) -> bool {
        if !self.kinds.contains(&key.kind) {
            return false;
        }
        if matches!(key.kind, ViewKind::OwnDecklist | ViewKind::Invitation | ViewKind::Membership) {
            let id = self.person.and_then(|person| key.key.strip_prefix(&OwnDecklist::prefix(person)));
            return id.is_some_and(|id| self.name.is_empty() || self.name == id);
        }
        let is_theirs = Some(key.organization_id) == self.organization_id;
        let may_see = is_theirs || key.organization_id == OrganizationId::SHARED;
        let is_listed = self.name.is_empty() && is_theirs;
        // An event's card is shown in a convention, whose key is another.
        let is_shown = key.kind == ViewKind::EventCard && is_theirs;
        // Of an address with two parameters the first one names the round.
        let is_of = key.kind == ViewKind::RoundEvent
            && self.name.strip_prefix(&key.key).is_some_and(|rest| rest.starts_with('/'));
        (may_see && (key.key == self.name || is_of)) || is_listed || is_shown
    }
}
