//! Routes of members and invitations, accounts, and API keys.

use domain::permissions::Operation::{DeclineInvitations, ManageKeys, ManageMembers, ManageOwnMemberships};

use super::{Address, Write};
use crate::http::endpoints::{
    accept_invitation, change_api_key, change_member, change_user, create_api_key, create_member, create_password_link,
    create_user, decline_invitation, leave_organization, remove_member, revoke_api_key, withdraw_invitation,
};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/members/",
        allow: "GET, HEAD, POST",
        writes: &[write!(POST, ManageMembers, create_member)],
    },
    Address {
        template: "/api/v1/members/{id}/",
        allow: "PATCH, DELETE",
        writes: &[write!(PATCH, ManageMembers, change_member), write!(DELETE, ManageMembers, remove_member)],
    },
    Address {
        template: "/api/v1/invitations/{id}/",
        allow: "DELETE",
        writes: &[write!(DELETE, ManageMembers, withdraw_invitation)],
    },
    Address {
        template: "/api/v1/account/invitations/{id}/accept/",
        allow: "POST",
        writes: &[write!(POST, ManageOwnMemberships, accept_invitation)],
    },
    Address {
        template: "/api/v1/account/invitations/{id}/decline/",
        allow: "POST",
        writes: &[write!(POST, DeclineInvitations, decline_invitation)],
    },
    Address {
        template: "/api/v1/account/memberships/{id}/",
        allow: "DELETE",
        writes: &[write!(DELETE, ManageOwnMemberships, leave_organization)],
    },
    Address { template: "/api/v1/users/", allow: "POST", writes: &[write!(POST, ManageMembers, create_user)] },
    Address {
        template: "/api/v1/users/{id}/",
        allow: "GET, HEAD, PATCH",
        writes: &[write!(PATCH, ManageMembers, change_user)],
    },
    Address {
        template: "/api/v1/users/{id}/password-link/",
        allow: "POST",
        writes: &[write!(POST, ManageMembers, create_password_link)],
    },
    Address {
        template: "/api/v1/api-keys/api_keys/",
        allow: "GET, HEAD, POST",
        writes: &[write!(POST, ManageKeys, create_api_key)],
    },
    Address {
        template: "/api/v1/api-keys/api_keys/{id}/",
        allow: "PATCH, DELETE",
        writes: &[write!(PATCH, ManageKeys, change_api_key), write!(DELETE, ManageKeys, revoke_api_key)],
    },
];
