//! The state of an organization's keys.

use chrono::{DateTime, Utc};
use domain::organization::{ApiKey, Organization};
use proto_events::ids::ApiKeyId;
use service_kit::problem::Problem;

use crate::parts::format::{Badge, Moment};
use crate::serving::failures::not_found;
use crate::serving::request::PageRequest;
use crate::texts::Texts;

/// Returns a key of the organization.
pub(crate) fn find(organization: &Organization, id: ApiKeyId) -> Result<&ApiKey, Problem> {
    organization.keys.iter().find(|key| key.id == id).ok_or_else(not_found)
}

/// Returns the last use of a key that the log or this process knows of.
pub(crate) fn last_use(request: &PageRequest, key: &ApiKey) -> Option<Moment> {
    request.shared.gate.last_use_of(key.id, key.last_used_at).map(|at| Moment::utc(request.texts, at))
}

/// Returns the state of a key.
pub(crate) fn state(texts: &Texts, key: &ApiKey, organization: &Organization, now: DateTime<Utc>) -> Badge {
    Badge::of_credential(texts, (key.revoked, is_over(key, organization)), key.expires_at, now)
}

/// Whether a key is valid.
pub(crate) fn is_valid(key: &ApiKey, organization: &Organization, now: DateTime<Utc>) -> bool {
    !key.revoked && !is_over(key, organization) && key.expires_at.is_none_or(|end| now < end)
}

fn is_over(key: &ApiKey, organization: &Organization) -> bool {
    organization.member(key.member_id).is_none_or(|member| member.removed)
}
