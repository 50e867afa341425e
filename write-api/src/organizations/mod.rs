//! Organizations: their members and invitations.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `join.rs` makes a person a member and
//! notes it on the person's stream, `administrators.rs` keeps one administrator, `membership_limit.rs` limits
//! memberships, and `document.rs` has the answers.

pub(crate) mod accept_invitation;
pub(crate) mod add_member;
pub(crate) mod administrators;
pub(crate) mod change_member_role;
pub(crate) mod create_organization;
pub(crate) mod decline_invitation;
pub(crate) mod document;
pub(crate) mod invite_member;
mod join;
pub(crate) mod leave_organization;
mod membership_limit;
pub(crate) mod remove_member;
pub(crate) mod withdraw_invitation;

use domain::permissions::Operation::{DeclineInvitations, ManageMembers, ManageOwnMemberships};

pub use accept_invitation::AcceptInvitation;
pub use add_member::AddMember;
pub use change_member_role::ChangeMemberRole;
pub use create_organization::CreateOrganization;
pub use decline_invitation::DeclineInvitation;
pub use invite_member::InviteMember;
pub use leave_organization::LeaveOrganization;
pub use remove_member::RemoveMember;
pub use withdraw_invitation::WithdrawInvitation;

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/members/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, ManageMembers, invite_member)],
    },
    Address {
        template: "/api/v1/members/{id}/",
        allow: "PATCH, DELETE",
        routes: &[route!(PATCH, ManageMembers, change_member_role), route!(DELETE, ManageMembers, remove_member)],
    },
    Address {
        template: "/api/v1/invitations/{id}/",
        allow: "DELETE",
        routes: &[route!(DELETE, ManageMembers, withdraw_invitation)],
    },
    Address {
        template: "/api/v1/account/invitations/{id}/accept/",
        allow: "POST",
        routes: &[route!(POST, ManageOwnMemberships, accept_invitation)],
    },
    Address {
        template: "/api/v1/account/invitations/{id}/decline/",
        allow: "POST",
        routes: &[route!(POST, DeclineInvitations, decline_invitation)],
    },
    Address {
        template: "/api/v1/account/memberships/{id}/",
        allow: "DELETE",
        routes: &[route!(DELETE, ManageOwnMemberships, leave_organization)],
    },
];
