//! Routes of members and invitations, accounts, and API keys.

use domain::permissions::Operation::{DeclineInvitations, ManageKeys, ManageMembers, ManageOwnMemberships};

use crate::http::endpoints::{
    accept_invitation, change_api_key, change_member, change_user, create_api_key, create_member, create_password_link,
    create_user, decline_invitation, leave_organization, remove_member, revoke_api_key, withdraw_invitation,
};
use crate::http::route::{Address, route};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/members/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, ManageMembers, create_member)],
    },
    Address {
        template: "/api/v1/members/{id}/",
        allow: "PATCH, DELETE",
        routes: &[route!(PATCH, ManageMembers, change_member), route!(DELETE, ManageMembers, remove_member)],
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
    Address { template: "/api/v1/users/", allow: "POST", routes: &[route!(POST, ManageMembers, create_user)] },
    Address {
        template: "/api/v1/users/{id}/",
        allow: "GET, HEAD, PATCH",
        routes: &[route!(PATCH, ManageMembers, change_user)],
    },
    Address {
        template: "/api/v1/users/{id}/password-link/",
        allow: "POST",
        routes: &[route!(POST, ManageMembers, create_password_link)],
    },
    Address {
        template: "/api/v1/api-keys/api_keys/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, ManageKeys, create_api_key)],
    },
    Address {
        template: "/api/v1/api-keys/api_keys/{id}/",
        allow: "PATCH, DELETE",
        routes: &[route!(PATCH, ManageKeys, change_api_key), route!(DELETE, ManageKeys, revoke_api_key)],
    },
];
