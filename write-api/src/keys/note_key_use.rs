//! Records the use of an API key, at most once a minute per key, so that reads cause few writes.

use api_kit::KeyUse;
use chrono::Duration;

use super::change_api_key::key_of;
use crate::prelude::*;

/// The minimum time between two recorded uses.
const APART: Duration = Duration::seconds(60);

decided_by!(organization: KeyUse, decide);

/// Decides the command. A use less than a minute after the last recorded one, or before it, is not recorded. It is
/// refused if there is no such key.
fn decide(organization: &Organization, command: &KeyUse) -> Result<Vec<OrganizationEvent>, Refusal> {
    let KeyUse { key_id, used_at, .. } = *command;
    let key = key_of(organization, key_id)?;
    if key.last_used_at.is_some_and(|last| used_at.signed_duration_since(last) < APART) {
        return Ok(Vec::new());
    }
    Ok(vec![OrganizationEvent::ApiKeyUsed { key_id, used_at }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::issue_api_key::tests::with_key;
    use crate::testing::*;

    fn used(seconds: i64) -> KeyUse {
        let used_at = noon() + Duration::seconds(seconds);
        KeyUse { organization_id: OrganizationId(1), key_id: ApiKeyId(8), used_at }
    }

    #[test]
    fn uses_are_noted_a_minute_apart() {
        let noted = OrganizationEvent::ApiKeyUsed { key_id: ApiKeyId(8), used_at: noon() };
        assert_eq!(decide(&with_key(&[]), &used(0)), Ok(vec![noted.clone()]));
        let state = with_key(&[noted]);
        for too_soon in [-120, 0, 59] {
            assert_eq!(decide(&state, &used(too_soon)).unwrap(), [], "{too_soon}");
        }
        let later = OrganizationEvent::ApiKeyUsed { key_id: ApiKeyId(8), used_at: used(60).used_at };
        assert_eq!(decide(&state, &used(60)), Ok(vec![later]));
    }
}
