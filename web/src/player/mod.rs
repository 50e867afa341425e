//! The player's page: one column for a phone, that works without scripts.
//!
//! A signed-in person finds it at `/me/{id}/`, the holder of a private link at `/e/{event}/{code}/`. Both show the same
//! page (`page.rs`), drawn from the newest state of the event. Each step is a command as the player (`event.rs`), the same
//! that HTTP runs, so the page can do nothing that the interface cannot. At `/me/pages/` people show and hide their public
//! pages; at `/me/notifications/` they choose what rings on their phones and comes by mail. Its texts are in `player.ftl` of each language.

mod event;
mod me;
mod notifications;
mod own_match;
mod page;

use crate::serving::router::pages;

pages! { "player":
    GET "/me/" ReadOwnRegistrations me::show "Show one's own events";
    GET "/me/pages/" ReadOwnRegistrations me::show_pages = player_pages_show "Show one's own player pages";
    POST "/me/pages/" ShowOwnPages me::send_pages = player_pages_send "Show or hide an own player page";
    GET "/me/notifications/" ReadOwnAccount notifications::show_own = notifications_show "Show one's own notifications";
    POST "/me/notifications/" ManageOwnAccount notifications::send_own = notifications_send "Change one's own notifications";
    GET "/me/{id}/" ReadOwnRegistrations event::show_own = own_event_show "Show one's own page of an event";
    POST "/me/{id}/" Register event::send_own = own_event_send "Take a step as a player";
    GET "/me/{id}/sign-up/" ReadOwnRegistrations me::show_sign_up = sign_up_show "Show the page to sign up for an event";
    POST "/me/{id}/sign-up/" Register me::sign_up = sign_up_send "Sign up for an event";
    GET "/me/{id}/live/" ReadOwnRegistrations event::follow_own = live_own "Follow the changes of one's own page of an event" as EventStream;
    GET "/e/{event}/{code}/" link event::show_held = link_show "Show a player's page of an event with a private link";
    POST "/e/{event}/{code}/" link event::send_held = link_send "Take a step as a player with a private link";
    GET "/e/{event}/{code}/events/" link event::show_events_held = link_events_show "Show a player's events with a private link";
    GET "/e/{event}/{code}/notifications/" link notifications::show_held = notifications_held_show "Show a player's notifications with a private link";
    POST "/e/{event}/{code}/notifications/" link notifications::send_held = notifications_held_send "Change a player's notifications with a private link";
    GET "/e/{event}/{code}/live/" link event::follow_held = live_held "Follow the changes of the page of a private link" as EventStream;
    GET "/unsubscribe/{link}/" link notifications::ask_to_unsubscribe = unsubscribe_show "Ask whether to switch a kind of mail off";
    POST "/unsubscribe/{link}/" link notifications::unsubscribe = unsubscribe_send "Switch a kind of mail off without signing in";
}
