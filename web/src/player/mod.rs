//! The player's page: one column for a phone, that works without scripts.
//!
//! A signed-in person finds it at `/me/{id}/`, the holder of a private link at `/e/{event}/{code}/`. Both show the same
//! page (`page.rs`), drawn from the newest state of the event. Each step is a command as the player (`event.rs`), the same
//! that HTTP runs, so the page can do nothing that the interface cannot. At `/me/pages/` people show and hide their public
//! pages; at `/me/notifications/` they choose what rings on their phones and comes by mail. At `/join/{code}/`
//! people without an account register themselves (`join.rs`). `…/team/` below a page has the team or group of friends (`team.rs`). Its texts are in `player.ftl` of each language.

mod claims;
mod event;
mod held;
mod join;
mod me;
mod notifications;
mod own_guests;
mod own_match;
mod page;
mod queue;
mod team;

use crate::player::page::Player;
use crate::serving::router::pages;

pages! { "player":
    GET "/join/" open join::ask = join_code_show "Show the form for a join code";
    POST "/join/" open join::find = join_code_send "Find the event of a join code";
    GET "/join/{code}/" open join::show = join_show "Show the form to register for an event as a guest";
    POST "/join/{code}/" open join::send = join_send "Register for an event as a guest";
    GET "/me/" ReadOwnRegistrations me::show "Show one's own events";
    GET "/me/pages/" ReadOwnRegistrations me::show_pages = player_pages_show "Show one's own player pages";
    POST "/me/pages/" ShowOwnPages me::send_pages = player_pages_send "Show or hide an own player page";
    GET "/me/claims/" ReadOwnAccount claims::show = own_claims_show "Show results from before one's account";
    POST "/me/claims/" ManageOwnAccount claims::send = own_claims_send "Claim a guest's results";
    GET "/me/notifications/" ReadOwnAccount notifications::show_own = notifications_show "Show one's own notifications";
    POST "/me/notifications/" ManageOwnAccount notifications::send_own = notifications_send "Change one's own notifications";
    GET "/me/{id}/" ReadOwnRegistrations(Player) event::show = own_event_show "Show one's own page of an event";
    POST "/me/{id}/" Register(Player) event::send = own_event_send "Take a step as a player";
    GET "/me/{id}/sign-up/" ReadOwnRegistrations me::show_sign_up = sign_up_show "Show the page to sign up for an event";
    POST "/me/{id}/sign-up/" Register me::sign_up = sign_up_send "Sign up for an event";
    GET "/me/{id}/live/" ReadOwnRegistrations event::follow_own = live_own "Follow the changes of one's own page of an event" as EventStream;
    GET "/me/{id}/team/" ReadOwnRegistrations(Player) team::show = own_team_show "Show one's own team or group of an event";
    POST "/me/{id}/team/" Register(Player) team::send = own_team_send "Found, join, change or leave a team or group";
    GET "/e/{event}/{code}/" link(Player) event::show = link_show "Show a player's page of an event with a private link";
    POST "/e/{event}/{code}/" link(Player) event::send = link_send "Take a step as a player with a private link";
    GET "/e/{event}/{code}/events/" link(Player) me::show_held = link_events_show "Show a player's events with a private link";
    GET "/e/{event}/{code}/notifications/" link(Player) notifications::show_held = notifications_held_show "Show a player's notifications with a private link";
    POST "/e/{event}/{code}/notifications/" link(Player) notifications::send_held = notifications_held_send "Change a player's notifications with a private link";
    GET "/e/{event}/{code}/team/" link(Player) team::show = team_held_show "Show a player's team or group with a private link";
    POST "/e/{event}/{code}/team/" link(Player) team::send = team_held_send "Found, join, change or leave a team or group with a private link";
    GET "/e/{event}/{code}/live/" link(Player) event::follow_held = live_held "Follow the changes of the page of a private link" as EventStream;
    GET "/unsubscribe/{link}/" link notifications::ask_to_unsubscribe = unsubscribe_show "Ask whether to switch a kind of mail off";
    POST "/unsubscribe/{link}/" link notifications::unsubscribe = unsubscribe_send "Switch a kind of mail off without signing in";
}
