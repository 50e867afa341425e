//! The guarantee of a `Consistency-Token`: the answer contains the write of the token, or the request is refused.
//!
//! Tokens are checked only here, after the gate and before the endpoint. The kinds of views that an endpoint reads
//! decide which of the projector's positions to wait for, and whether a parked stream affects the answer.

use std::time::Duration;

use api_kit::consistency::Token;
use api_kit::own_registrations::accounts_of;
use api_kit::prefer::{PREFERENCE_APPLIED, WAIT_SECONDS_DEFAULT};
use api_kit::progress::Wanted;
use api_kit::store_failed;
use api_kit::{ConsistencyTokens, Preferences};
use axum::http::HeaderValue;
use proto_events::StreamId;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;
use storage::{DocumentKey, OwnDecklist, OwnPlayerPage, OwnRegistration, ViewKind};

use crate::call::{Call, Caller};

const NOT_YET: &str = "The write of this Consistency-Token is stored, but cannot be read yet. Please try again; \
                       `Prefer: wait=5` waits longer.";
const PARKED: &str = "This answer may lack the write of this Consistency-Token, because a part of its data cannot be \
                      read. To get the answer as it is, send no token.";

/// Waits until the views that a request reads contain the write of its token. Returns the value of
/// `Preference-Applied`, if the request states how long to wait.
pub(crate) async fn heed(call: &Call, caller: Option<&Caller>) -> Result<Option<HeaderValue>, Problem> {
    let (organization_id, person) = (caller.and_then(|it| it.organization_id), caller.and_then(Caller::person));
    // A person writes in several organizations and reads their own lists in all of them, so all tokens are accepted.
    let token_of = organization_id.filter(|_| person.is_none());
    let Some(token) = call.shared.tokens.read(&call.headers, token_of)? else { return Ok(None) };
    ConsistencyTokens::expect_log(&token, call.shared.progress.log())?;
    let Some(wanted) = wanted(call.source_views, person) else { return Ok(None) };
    let asked = Preferences::of(&call.headers).wait;
    let within = asked.unwrap_or(Duration::from_secs(WAIT_SECONDS_DEFAULT));
    let heeded = asked.and_then(|wait| HeaderValue::try_from(format!("wait={}", wait.as_secs())).ok());
    let refused = |detail: Message| {
        let (wanted, applied) = (token.position.0, call.shared.progress.applied().0);
        let cause = format!("the token is of position {wanted}; {applied} is applied after waiting {within:?}");
        let problem = Problem::not_yet_applied(detail).with_source(cause);
        heeded.iter().fold(problem, |problem, heeded| problem.with_header(PREFERENCE_APPLIED, heeded.clone()))
    };
    if !call.shared.progress.reaches(token.position, wanted, within).await {
        return Err(refused(message!("write-not-readable-yet", NOT_YET)));
    }
    if is_parked(call, organization_id, person, token).await? {
        return Err(refused(message!("part-not-readable", PARKED)));
    }
    Ok(heeded)
}

/// Returns which documents must reach the position of the token; `None` if the endpoint reads no views.
fn wanted(kinds: &[ViewKind], person: Option<UserId>) -> Option<Wanted> {
    // Only people read events by their own registrations. The page of a player shows registrations to everyone.
    let reads_registrations = person.is_some() || kinds.contains(&ViewKind::PlayerPage);
    let reads = |kind: &&ViewKind| **kind != ViewKind::OwnRegistration || reads_registrations;
    let may_lag = kinds.iter().filter(reads).any(|kind| kind.may_lag());
    let strictest = if may_lag { Wanted::All } else { Wanted::Prompt };
    (!kinds.is_empty()).then_some(strictest)
}

/// Returns whether a requested document comes from a parked stream, or from a stream that depends on one.
async fn is_parked(
    call: &Call,
    organization_id: Option<OrganizationId>,
    person: Option<UserId>,
    token: Token,
) -> Result<bool, Problem> {
    let views = &*call.shared.views;
    let Some(active) = views.active().await.map_err(store_failed)? else { return Ok(false) };
    let generation = active.generation;
    let parked = views.parked(generation).await.map_err(store_failed)?;
    if parked.is_empty() {
        return Ok(false);
    }
    // A stream that was parked at its first event has no documents by which it can be found.
    if parked.iter().any(|parked| parked.position == token.position) {
        return Ok(true);
    }
    let mut streams: Vec<StreamId> = parked.iter().map(|parked| parked.stream).collect();
    streams.extend(views.dependents(generation, &streams).await.map_err(store_failed)?);
    let organization_id = organization_id.or(Some(token.organization_id).filter(|_| person.is_none()));
    let name = call.params.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join("/");
    let accounts = match person {
        Some(person) if call.source_views.contains(&ViewKind::OwnRegistration) => accounts_of(views, person).await?,
        _ => Vec::new(),
    };
    let asked = Asked { kinds: call.source_views, organization_id, person, accounts, name: &name };
    for stream in streams {
        let keys = views.documents_from(generation, stream).await.map_err(store_failed)?;
        if keys.iter().any(|key| asked.is_for(key)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The documents that a request reads.
struct Asked<'a> {
    kinds: &'a [ViewKind],
    /// The organization whose documents it lists.
    organization_id: Option<OrganizationId>,
    /// The person whose own lists it reads as well.
    person: Option<UserId>,
    /// The accounts whose registrations it reads: the person's own, and those merged into it.
    accounts: Vec<UserId>,
    /// The path parameters, which are the key of one document. Lists have none.
    name: &'a str,
}

impl Asked<'_> {
    /// Returns whether the request reads this document.
    fn is_for(&self, key: &DocumentKey) -> bool {
        if !self.kinds.contains(&key.kind) {
            return false;
        }
        if matches!(key.kind, ViewKind::OwnDecklist | ViewKind::Invitation | ViewKind::Membership) {
            let id = self.person.and_then(|person| key.key.strip_prefix(&OwnDecklist::prefix(person)));
            return id.is_some_and(|id| self.name.is_empty() || self.name == id);
        }
        if matches!(key.kind, ViewKind::OwnRegistration | ViewKind::MergedAccount) {
            return self.kinds.contains(&ViewKind::PlayerPage) || self.is_of_own_registrations(key);
        }
        if key.kind == ViewKind::OwnPlayerPage {
            return self.person.is_some_and(|person| key.key.starts_with(&OwnPlayerPage::prefix(person)));
        }
        let is_theirs = Some(key.organization_id) == self.organization_id;
        // People also read events of other organizations; an id belongs to one of them.
        let may_see = is_theirs || key.organization_id == OrganizationId::SHARED || self.person.is_some();
        let is_listed = self.name.is_empty() && is_theirs;
        // A convention shows the cards of its events, which have other keys.
        let is_shown = key.kind == ViewKind::EventCard && is_theirs;
        // If the path has two parameters, the first is the id of the round.
        let is_of = key.kind == ViewKind::RoundEvent
            && self.name.strip_prefix(&key.key).is_some_and(|rest| rest.starts_with('/'));
        (may_see && (key.key == self.name || is_of)) || is_listed || is_shown
    }

    /// Returns whether a document of the person's registrations is read: all for their lists, else that of the event.
    fn is_of_own_registrations(&self, key: &DocumentKey) -> bool {
        let lists = [ViewKind::OwnRegistration, ViewKind::MergedAccount, ViewKind::OwnPlayerPage];
        let is_list = self.kinds.iter().all(|kind| lists.contains(kind));
        let mut ids =
            self.accounts.iter().filter_map(|account| key.key.strip_prefix(&OwnRegistration::prefix(*account)));
        ids.any(|id| is_list || self.name == id)
    }
}
