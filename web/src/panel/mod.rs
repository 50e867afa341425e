//! The panel: pages for the members of an organization, to sign in and to manage members, keys and their own account.
//!
//! Pages are rendered here and work without scripts. Members and keys come from the write side, which is never behind;
//! names and events come from the views. Forms run commands of the write side. `serving` has the steps of a request.
//!
//! # How to add a page
//!
//! A form on a page of the desk that exists: step 6 in `write-api/src/lib.rs`.
//!
//! 1. Add functions to the file of its resource: one that shows the page, for GET, and one that carries out its form, for
//!    POST. Both take a `serving::request::UserRequest`. Most pages are a `FormPage`, a `MessagePage` or a `SecretPage` of
//!    `parts::page_kinds`; others have their own template in `templates/panel/`. A form is refused with
//!    `serving::failures::PageError::Form`: its page is then shown again, with the faults and what was typed.
//! 2. Add its lines to the table below, with the operation of `domain::permissions` that it needs. POST
//!    needs an operation that writes.
//! 3. Test it in `tests/panel/`: who may see it, what it refuses, and that HTML in names is escaped.

mod account;
mod audit;
mod claims;
mod common;
mod discord;
mod keys;
mod logo;
mod mail;
mod members;
mod new_account;
mod overview;
mod own_data;
mod people;
mod pictures;
mod providers;
mod set_up;
mod sign_in;
mod store;
mod two_step;
mod webhooks;

use crate::serving::router::pages;

pages! { "panel":
    GET "/login/" open sign_in::show = login_show "Show the form to sign in";
    POST "/login/" open sign_in::sign_in = login_send "Sign in";
    GET "/login/code/" open two_step::show_code = login_code_show "Show the form of the second step";
    POST "/login/code/" open two_step::send_code = login_code_send "Take the second step of signing in";
    GET "/login/with/{provider}/" open providers::begin "Sign in at a provider";
    GET "/login/with/{provider}/back/" open providers::back "Take the answer of a sign-in provider";
    GET "/logout/" open sign_in::ask_to_sign_out = logout_show "Ask whether to sign out";
    POST "/logout/" open sign_in::sign_out = logout_send "Sign out";
    GET "/account/" open new_account::show = create_account_show "Show the form to create an account";
    POST "/account/" open new_account::create = create_account_send "Create an account";
    GET "/password/" open mail::forgotten = forgotten_password_show "Show the form to get a password link by mail";
    POST "/password/" open mail::send_link = forgotten_password_send "Send a password link to an account's address";
    GET "/password/{link}/" open sign_in::link = set_password_show "Show the form to set a password with a one-time link";
    POST "/password/{link}/" open sign_in::set_password = set_password_send "Set a password with a one-time link";
    GET "/set-up/{link}/" open set_up::show "Show the form that sets an empty installation up";
    POST "/set-up/{link}/" open set_up::send "Set an empty installation up, with its first organization and administrator";
    GET "/admin/set-up/" ReadOwnAccount set_up::next "Show what comes after the set-up";
    GET "/confirm/{link}/" open mail::confirm_form = confirm_email_show "Show the page that confirms an e-mail address";
    POST "/confirm/{link}/" open mail::confirm = confirm_email_send "Confirm an e-mail address with a one-time link";
    GET "/admin/" ReadOwnAccount overview::show "Show events and open tasks";
    POST "/admin/organization/" ManageOwnAccount account::choose = choose_organization_send "Work in another organization";
    GET "/pictures/{file}" open pictures::show "Show a picture of an event or a store" as File;
    GET "/admin/logo/" ManageStorePage logo::show "Show the form of the store's logo";
    POST "/admin/logo/" ManageStorePage logo::save = logo_send "Set or remove the store's logo";
    GET "/admin/members/" ReadMembers members::list = members_show "Show the members";
    GET "/admin/members/add/" AdministerMembers members::invite_form = add_member_show "Show the form to invite a person by username";
    POST "/admin/members/add/" AdministerMembers members::invite = add_member_send "Invite a person by username";
    GET "/admin/invitations/{id}/withdraw/" AdministerMembers members::ask_to_withdraw = withdraw_invitation_show "Ask whether to withdraw an invitation";
    POST "/admin/invitations/{id}/withdraw/" AdministerMembers members::withdraw = withdraw_invitation_send "Withdraw an invitation";
    GET "/admin/members/new/" AdministerMembers people::new_form = new_account_show "Show the form to make a member's account";
    POST "/admin/members/new/" AdministerMembers people::make = new_account_send "Make a member's account, with a one-time link";
    GET "/admin/members/{id}/" AdministerMembers members::show = member_show "Show a member";
    POST "/admin/members/{id}/" AdministerMembers members::change_role = member_send "Change a member's role";
    GET "/admin/members/{id}/remove/" AdministerMembers members::ask_to_remove = remove_member_show "Ask whether to remove a member";
    POST "/admin/members/{id}/remove/" AdministerMembers members::remove = remove_member_send "Remove a member";
    GET "/admin/people/" AdministerMembers people::find = find_person_show "Find a person whom the organization knows";
    GET "/admin/people/{id}/profile/" AdministerMembers people::profile_form = person_profile_show "Show the form of a managed account's profile";
    POST "/admin/people/{id}/profile/" AdministerMembers people::change_profile = person_profile_send "Change a managed account's profile";
    GET "/admin/people/{id}/password-link/" AdministerMembers people::ask_for_link = password_link_show "Ask whether to make a password link";
    POST "/admin/people/{id}/password-link/" AdministerMembers people::make_link = password_link_send "Make a one-time password link";
    GET "/admin/people/{id}/two-step/" AdministerMembers two_step::ask_to_reset = reset_two_step_show "Ask whether to switch a person's two-step sign-in off";
    POST "/admin/people/{id}/two-step/" AdministerMembers two_step::reset = reset_two_step_send "Switch a person's two-step sign-in off";
    GET "/admin/people/{id}/erase/" AdministerMembers people::ask_to_erase = erase_person_show "Ask whether to erase a person";
    POST "/admin/people/{id}/erase/" AdministerMembers people::erase = erase_person_send "Erase a person";
    GET "/admin/claims/" ManageRegistrations claims::list = claims_show "Show claims of guests' results";
    POST "/admin/claims/{id}/" ManageRegistrations claims::send = claims_send of "/admin/claims/" "Agree to a claim of a guest's results, or refuse it";
    GET "/admin/keys/" ReadAllKeys keys::list = keys_show "Show the organization's keys";
    GET "/admin/keys/new/" AdministerKeys keys::issue_form = issue_key_show "Show the form to create a key";
    POST "/admin/keys/new/" AdministerKeys keys::issue = issue_key_send "Create a key";
    GET "/admin/keys/{id}/" AdministerKeys keys::show = key_show "Show a key";
    POST "/admin/keys/{id}/" AdministerKeys keys::change = key_send "Change a key's name and expiry";
    GET "/admin/keys/{id}/revoke/" AdministerKeys keys::ask_to_revoke = revoke_key_show "Ask whether to revoke a key";
    POST "/admin/keys/{id}/revoke/" AdministerKeys keys::revoke = revoke_key_send "Revoke a key";
    GET "/admin/webhooks/" ReadWebhooks webhooks::list = webhooks_show "Show the organization's webhooks";
    GET "/admin/webhooks/new/" AdministerWebhooks webhooks::add_form = add_webhook_show "Show the form to add a webhook";
    POST "/admin/webhooks/new/" AdministerWebhooks webhooks::add = add_webhook_send "Add a webhook";
    GET "/admin/webhooks/{id}/" AdministerWebhooks webhooks::show = webhook_show "Show a webhook";
    POST "/admin/webhooks/{id}/" AdministerWebhooks webhooks::change = webhook_send "Change a webhook";
    GET "/admin/webhooks/{id}/rotate/" AdministerWebhooks webhooks::ask_to_rotate = rotate_webhook_show "Ask whether to rotate the secret of a webhook";
    POST "/admin/webhooks/{id}/rotate/" AdministerWebhooks webhooks::rotate = rotate_webhook_send "Rotate the secret of a webhook";
    GET "/admin/webhooks/{id}/remove/" AdministerWebhooks webhooks::ask_to_remove = remove_webhook_show "Ask whether to remove a webhook";
    POST "/admin/webhooks/{id}/remove/" AdministerWebhooks webhooks::remove = remove_webhook_send "Remove a webhook";
    GET "/admin/webhooks/{id}/deliveries/" ReadWebhooks webhooks::show_deliveries = deliveries_show "Show the log of a webhook's deliveries";
    POST "/admin/webhooks/{id}/deliveries/" ResendMessages webhooks::resend_period = deliveries_send "Send the deliveries of a period again";
    POST "/admin/webhooks/{id}/deliveries/{delivery_id}/resend/" ResendMessages webhooks::resend = resend_delivery_send of "/admin/webhooks/{id}/deliveries/" "Send a delivery again";
    GET "/admin/discord/" AdministerWebhooks discord::show = discord_show "Show the channels at Discord";
    POST "/admin/discord/" AdministerWebhooks discord::add = discord_send "Add a channel at Discord";
    GET "/admin/discord/{id}/remove/" AdministerWebhooks discord::ask_to_remove = remove_discord_show "Ask whether to remove a channel at Discord";
    POST "/admin/discord/{id}/remove/" AdministerWebhooks discord::remove = remove_discord_send "Remove a channel at Discord";
    GET "/admin/mail/" ManageStorePage mail::show = mail_show "Show whether mail is sent";
    POST "/admin/mail/" ManageStorePage mail::test = mail_send "Send a test message to one's own address";
    GET "/admin/store/" ManageStorePage store::show = store_show "Show the form of the store's page";
    POST "/admin/store/" ManageStorePage store::change = store_send "Change the store's page";
    GET "/admin/audit/" ReadAudit audit::show "Show the audit log";
    GET "/admin/account/" ReadOwnAccount account::show "Show one's own account";
    GET "/admin/account/invitations/{id}/accept/" AdministerOwnMemberships account::ask_to_accept = answer_invitation_ask "Ask whether to accept an invitation";
    POST "/admin/account/invitations/{id}/accept/" AdministerOwnMemberships account::accept = answer_invitation_accept "Accept an invitation";
    POST "/admin/account/invitations/{id}/decline/" DeclineInvitations account::decline = answer_invitation_decline "Decline an invitation";
    GET "/admin/account/memberships/{id}/leave/" AdministerOwnMemberships account::ask_to_leave = leave_organization_show "Ask whether to leave";
    POST "/admin/account/memberships/{id}/leave/" AdministerOwnMemberships account::leave = leave_organization_send "Leave an organization";
    GET "/admin/account/profile/" ManageOwnCredentials account::profile_form = change_profile_show "Show the form of one's own profile";
    POST "/admin/account/profile/" ManageOwnCredentials account::change_profile = change_profile_send "Change one's own profile";
    POST "/admin/account/email/" ManageOwnAccount new_account::send_again = confirm_again_send of "/admin/account/" "Send the link that confirms one's own address again";
    GET "/admin/account/data/" ReadOwnAccount own_data::download = own_data_show "Download everything that is stored about oneself" as File;
    GET "/admin/account/delete/" ManageOwnCredentials own_data::ask_to_delete = delete_account_show "Ask whether to delete one's own account";
    POST "/admin/account/delete/" ManageOwnCredentials own_data::delete = delete_account_send "Delete one's own account";
    GET "/admin/account/password/" ManageOwnCredentials account::password_form = change_password_show "Show the form to change one's password";
    POST "/admin/account/password/" ManageOwnCredentials account::change_password = change_password_send "Change one's password";
    GET "/admin/account/sessions/" ManageOwnCredentials account::ask_to_end_sessions = end_sessions_show "Ask whether to sign out everywhere";
    POST "/admin/account/sessions/" ManageOwnCredentials account::end_sessions = end_sessions_send "Sign out everywhere";
    GET "/admin/account/two-step/" ManageOwnCredentials two_step::show = two_step_show "Show the form of two-step sign-in";
    POST "/admin/account/two-step/" ManageOwnCredentials two_step::enable = two_step_on_send "Switch two-step sign-in on";
    GET "/admin/account/two-step/off/" ManageOwnCredentials two_step::show = two_step_off_show "Show the form to switch two-step sign-in off";
    POST "/admin/account/two-step/off/" ManageOwnCredentials two_step::disable = two_step_off_send "Switch two-step sign-in off";
    GET "/admin/account/providers/" ManageOwnCredentials providers::show = own_providers_show "Show one's own accounts at sign-in providers";
    POST "/admin/account/providers/" ManageOwnCredentials providers::change = own_providers_send "Link an account at a sign-in provider, or unlink one";
    GET "/admin/account/tokens/new/" ManageOwnCredentials account::issue_form = issue_token_show "Show the form to create a token";
    POST "/admin/account/tokens/new/" ManageOwnCredentials account::issue = issue_token_send "Create a token";
    GET "/admin/account/tokens/{id}/revoke/" ManageOwnCredentials account::ask_to_revoke = revoke_token_show "Ask whether to revoke a token";
    POST "/admin/account/tokens/{id}/revoke/" ManageOwnCredentials account::revoke = revoke_token_send "Revoke a token";
}
