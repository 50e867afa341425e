//! Code that the two HTTP services share in addition to `service-kit`: authentication and authorization, client
//! preferences, consistency tokens and endpoint descriptions.
//!
//! This crate and `service-kit` contain the behavior that is common to all routes. The behavior of a single route
//! belongs to its service.

pub mod answer_limit;
pub mod caller;
pub mod callers;
pub mod consistency;
mod credentials;
pub mod description;
pub mod device;
pub mod disk_space;
mod follower;
pub mod gate;
pub mod interface;
pub mod invites;
pub mod join_codes;
pub mod key_uses;
pub mod known_people;
pub mod names;
pub mod negotiation;
pub mod noticed_cache;
pub mod own_registrations;
pub mod path;
pub mod prefer;
pub mod private_links;
pub mod progress;
pub mod same_site;
pub mod session;
pub mod set_up_link;
pub mod spelling;
mod store_failure;
pub mod streams;

pub use caller::Caller;
pub use callers::{Callers, Party, Present};
pub use consistency::ConsistencyTokens;
pub use credentials::Credentials;
pub use disk_space::DiskSpaceGuard;
pub use follower::Follower;
pub use gate::Gate;
pub use invites::Invite;
pub use join_codes::{JoinCode, JoinCodes};
pub use key_uses::{KeyUse, KeyUses};
pub use known_people::KnownPeople;
pub use prefer::Preferences;
pub use private_links::PrivateLinks;
pub use progress::Progress;
pub use session::Sessions;
pub use set_up_link::SetUpLink;
pub use store_failure::{answer_failed, store_failed, write_failed};
