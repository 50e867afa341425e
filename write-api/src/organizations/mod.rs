//! Organizations: their members and invitations.
//!
//! `membership.rs` has what they share.

pub(crate) mod accept_invitation;
pub(crate) mod add_member;
pub(crate) mod change_member_role;
pub(crate) mod change_store_page;
pub(crate) mod create_organization;
pub(crate) mod decline_invitation;
mod follow_provider;
pub(crate) mod invite_member;
pub(crate) mod leave_organization;
pub(crate) mod membership;
pub(crate) mod remove_member;
pub(crate) mod withdraw_invitation;

pub use accept_invitation::AcceptInvitation;
pub use add_member::AddMember;
pub use change_member_role::ChangeMemberRole;
pub use change_store_page::ChangeStorePage;
pub use create_organization::CreateOrganization;
pub use decline_invitation::DeclineInvitation;
pub use follow_provider::FollowProvider;
pub use invite_member::InviteMember;
pub use leave_organization::LeaveOrganization;
pub use remove_member::RemoveMember;
pub use withdraw_invitation::WithdrawInvitation;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(invite_member),
    endpoint!(change_member_role),
    endpoint!(remove_member),
    endpoint!(change_store_page),
    endpoint!(withdraw_invitation),
    endpoint!(accept_invitation),
    endpoint!(decline_invitation),
    endpoint!(leave_organization),
];
