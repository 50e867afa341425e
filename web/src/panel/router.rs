//! The table of the panel's pages.

use crate::panel::{
    account, add_member, add_webhook, answer_invitation, assets, audit, change_password, change_profile,
    choose_organization, deliveries, end_sessions, erase_person, find_person, issue_key, issue_token, key, keys,
    leave_organization, login, logout, member, members, new_account, overview, password_link, person_profile,
    remove_member, remove_webhook, resend_delivery, revoke_key, revoke_token, rotate_webhook, set_password, webhook,
    webhooks, withdraw_invitation,
};
use crate::serving::router::pages;

pages! { "panel":
    GET "/login/" open login::show "Show the form to sign in";
    POST "/login/" open login::send "Sign in";
    GET "/logout/" open logout::show "Ask whether to sign out";
    POST "/logout/" open logout::send "Sign out";
    GET "/password/{link}/" open set_password::show "Show the form to set a password with a one-time link";
    POST "/password/{link}/" open set_password::send "Set a password with a one-time link";
    GET "/admin/assets/{file}" open assets::show "Get a file that the panel's pages load";
    GET "/admin/" ReadOwnAccount overview::show "Show events and open tasks";
    POST "/admin/organization/" ManageOwnAccount choose_organization::send "Work in another organization";
    GET "/admin/members/" ReadMembers members::show "Show the members";
    GET "/admin/members/add/" AdministerMembers add_member::show "Show the form to invite a person by username";
    POST "/admin/members/add/" AdministerMembers add_member::send "Invite a person by username";
    GET "/admin/invitations/{id}/withdraw/" AdministerMembers withdraw_invitation::show "Ask whether to withdraw an invitation";
    POST "/admin/invitations/{id}/withdraw/" AdministerMembers withdraw_invitation::send "Withdraw an invitation";
    GET "/admin/members/new/" AdministerMembers new_account::show "Show the form to make a member's account";
    POST "/admin/members/new/" AdministerMembers new_account::send "Make a member's account, with a one-time link";
    GET "/admin/members/{id}/" AdministerMembers member::show "Show a member";
    POST "/admin/members/{id}/" AdministerMembers member::send "Change a member's role";
    GET "/admin/members/{id}/remove/" AdministerMembers remove_member::show "Ask whether to remove a member";
    POST "/admin/members/{id}/remove/" AdministerMembers remove_member::send "Remove a member";
    GET "/admin/people/" AdministerMembers find_person::show "Find a person whom the organization knows";
    GET "/admin/people/{id}/profile/" AdministerMembers person_profile::show "Show the form of a managed account's profile";
    POST "/admin/people/{id}/profile/" AdministerMembers person_profile::send "Change a managed account's profile";
    GET "/admin/people/{id}/password-link/" AdministerMembers password_link::show "Ask whether to make a password link";
    POST "/admin/people/{id}/password-link/" AdministerMembers password_link::send "Make a one-time password link";
    GET "/admin/people/{id}/erase/" AdministerMembers erase_person::show "Ask whether to erase a person";
    POST "/admin/people/{id}/erase/" AdministerMembers erase_person::send "Erase a person";
    GET "/admin/keys/" ReadAllKeys keys::show "Show the organization's keys";
    GET "/admin/keys/new/" AdministerKeys issue_key::show "Show the form to create a key";
    POST "/admin/keys/new/" AdministerKeys issue_key::send "Create a key";
    GET "/admin/keys/{id}/" AdministerKeys key::show "Show a key";
    POST "/admin/keys/{id}/" AdministerKeys key::send "Change a key's name and expiry";
    GET "/admin/keys/{id}/revoke/" AdministerKeys revoke_key::show "Ask whether to revoke a key";
    POST "/admin/keys/{id}/revoke/" AdministerKeys revoke_key::send "Revoke a key";
    GET "/admin/webhooks/" ReadWebhooks webhooks::show "Show the organization's webhooks";
    GET "/admin/webhooks/new/" AdministerWebhooks add_webhook::show "Show the form to add a webhook";
    POST "/admin/webhooks/new/" AdministerWebhooks add_webhook::send "Add a webhook";
    GET "/admin/webhooks/{id}/" AdministerWebhooks webhook::show "Show a webhook";
    POST "/admin/webhooks/{id}/" AdministerWebhooks webhook::send "Change a webhook";
    GET "/admin/webhooks/{id}/rotate/" AdministerWebhooks rotate_webhook::show "Ask whether to rotate the secret of a webhook";
    POST "/admin/webhooks/{id}/rotate/" AdministerWebhooks rotate_webhook::send "Rotate the secret of a webhook";
    GET "/admin/webhooks/{id}/remove/" AdministerWebhooks remove_webhook::show "Ask whether to remove a webhook";
    POST "/admin/webhooks/{id}/remove/" AdministerWebhooks remove_webhook::send "Remove a webhook";
    GET "/admin/webhooks/{id}/deliveries/" ReadWebhooks deliveries::show "Show the log of a webhook's deliveries";
    POST "/admin/webhooks/{id}/deliveries/" ResendMessages deliveries::send "Send the deliveries of a period again";
    POST "/admin/webhooks/{id}/deliveries/{delivery_id}/resend/" ResendMessages resend_delivery::send "Send a delivery again";
    GET "/admin/audit/" ReadAudit audit::show "Show the audit log";
    GET "/admin/account/" ReadOwnAccount account::show "Show one's own account";
    GET "/admin/account/invitations/{id}/accept/" AdministerOwnMemberships answer_invitation::ask "Ask whether to accept an invitation";
    POST "/admin/account/invitations/{id}/accept/" AdministerOwnMemberships answer_invitation::accept "Accept an invitation";
    POST "/admin/account/invitations/{id}/decline/" DeclineInvitations answer_invitation::decline "Decline an invitation";
    GET "/admin/account/memberships/{id}/leave/" AdministerOwnMemberships leave_organization::show "Ask whether to leave";
    POST "/admin/account/memberships/{id}/leave/" AdministerOwnMemberships leave_organization::send "Leave an organization";
    GET "/admin/account/profile/" ManageOwnAccount change_profile::show "Show the form of one's own profile";
    POST "/admin/account/profile/" ManageOwnAccount change_profile::send "Change one's own profile";
    GET "/admin/account/password/" ManageOwnCredentials change_password::show "Show the form to change one's password";
    POST "/admin/account/password/" ManageOwnCredentials change_password::send "Change one's password";
    GET "/admin/account/sessions/" ManageOwnCredentials end_sessions::show "Ask whether to sign out everywhere";
    POST "/admin/account/sessions/" ManageOwnCredentials end_sessions::send "Sign out everywhere";
    GET "/admin/account/tokens/new/" ManageOwnCredentials issue_token::show "Show the form to create a token";
    POST "/admin/account/tokens/new/" ManageOwnCredentials issue_token::send "Create a token";
    GET "/admin/account/tokens/{id}/revoke/" ManageOwnCredentials revoke_token::show "Ask whether to revoke a token";
    POST "/admin/account/tokens/{id}/revoke/" ManageOwnCredentials revoke_token::send "Revoke a token";
}
