//! The ids under which players are shown to readers who do not belong to their organization.

use hmac::{Hmac, Mac};
use proto_events::ids::{OrganizationId, PlayerId, UserId};
use proto_events::player_salt::PlayerSalt;
use sha2::Sha256;

/// The bits of an id, which programs can read as a number without loss.
const BITS: u64 = (1 << 53) - 1;

/// Returns the id of a player in an organization: the same in all its events, and another one in each organization, so that
/// no reader can follow a person from one organization to another. Of accounts that were merged, `user` is the one that
/// stays.
pub fn player_id(salt: &PlayerSalt, organization: OrganizationId, user: UserId) -> PlayerId {
    // A key of any length is accepted.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(salt.as_bytes()) else { return PlayerId(1) };
    mac.update(&organization.0.to_be_bytes());
    mac.update(&user.0.to_be_bytes());
    let code = mac.finalize().into_bytes();
    let number = code.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    PlayerId(i64::try_from(number & BITS).unwrap_or(0).max(1))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn an_id_is_the_same_each_time_and_another_one_in_each_organization_and_installation() {
        let salts = [PlayerSalt::new([1; 32]), PlayerSalt::new([2; 32])];
        let mut ids = HashSet::new();
        for salt in salts {
            for organization in 1..20 {
                for user in 1..50 {
                    let id = player_id(&salt, OrganizationId(organization), UserId(user));
                    assert_eq!(id, player_id(&salt, OrganizationId(organization), UserId(user)));
                    assert!((1..1 << 53).contains(&id.0));
                    assert!(ids.insert(id));
                }
            }
        }
    }
}
