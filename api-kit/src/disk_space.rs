//! Free space on the disks with the data. While little is left, writes of users for themselves are refused, so that an
//! event can continue: staff may write until the disk is full.

use std::sync::Arc;

use domain::permissions::{Operation, is_staff};
use service_kit::message;
use service_kit::problem::Problem;

use crate::caller::Caller;

const LITTLE: &str = "Storage is almost full, and the rest is reserved for the staff of events. Nothing was saved.";

/// Decides whether there is enough room for writes of users for themselves.
#[derive(Clone)]
pub struct DiskSpaceGuard {
    floor: u64,
    free: Arc<dyn Fn() -> Option<u64> + Send + Sync>,
}

impl DiskSpaceGuard {
    /// Creates a check for a place whose free space is unknown.
    pub fn unknown() -> Self {
        Self::above(0, || None)
    }

    /// Requires at least `floor` free bytes for writes of users for themselves. `free` measures the free bytes, or
    /// returns `None`.
    pub fn above(floor: u64, free: impl Fn() -> Option<u64> + Send + Sync + 'static) -> Self {
        Self { floor, free: Arc::new(free) }
    }

    /// Refuses an operation that the caller may only perform on their own data, while there is little room.
    ///
    /// # Errors
    /// 507.
    pub fn for_operation(&self, caller: &Caller, operation: Operation) -> Result<(), Problem> {
        if caller.may(operation) { Ok(()) } else { self.for_anybody() }
    }

    /// Refuses changes of callers to their own accounts, unless they are staff, while there is little room.
    ///
    /// # Errors
    /// 507.
    pub fn for_own_account(&self, caller: &Caller) -> Result<(), Problem> {
        if caller.role.is_some_and(is_staff) { Ok(()) } else { self.for_anybody() }
    }

    /// Refuses what people may do who are not signed in, while there is little room.
    ///
    /// # Errors
    /// 507.
    pub fn for_anybody(&self) -> Result<(), Problem> {
        if (self.free)().is_none_or(|free| free >= self.floor) {
            Ok(())
        } else {
            Err(Problem::insufficient_storage(message!("little-room", LITTLE))
                .with_source("free space is below the floor"))
        }
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::{OrganizationId, UserId};
    use proto_events::vocabulary::Role;

    use super::*;
    use crate::caller::Way;

    fn caller(role: Option<Role>) -> Caller {
        let organization_id = role.map(|_| OrganizationId(1));
        Caller { user_id: UserId(1), organization_id, role, way: Way::Token }
    }

    #[test]
    fn only_those_with_a_role_go_on_below_the_floor() {
        let (player, judge) = (caller(None), caller(Some(Role::Judge)));
        let write = Operation::WriteDecklists;
        for (free, refused) in [(None, false), (Some(100), false), (Some(99), true)] {
            let room = DiskSpaceGuard::above(100, move || free);
            assert_eq!(room.for_operation(&player, write).is_err(), refused, "{free:?}");
            assert_eq!(room.for_own_account(&player).is_err(), refused, "{free:?}");
            assert!(room.for_operation(&judge, write).is_ok() && room.for_own_account(&judge).is_ok());
        }
        assert_eq!(DiskSpaceGuard::above(1, || Some(0)).for_own_account(&player).unwrap_err().status().as_u16(), 507);
        assert!(DiskSpaceGuard::unknown().for_own_account(&player).is_ok());
        // A judge may report results, but not register other players: for that operation the judge is treated as a
        // player.
        let register = DiskSpaceGuard::above(1, || Some(0)).for_operation(&judge, Operation::Register);
        assert_eq!(register.is_err(), !judge.may(Operation::Register));
    }
}
