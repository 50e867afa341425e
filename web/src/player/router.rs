//! The table of players' pages.

use crate::player::{link, me, own_event, pages as player_pages};
use crate::serving::router::pages;

pages! { "player":
    GET "/me/" ReadOwnRegistrations me::show "Show one's own events";
    GET "/me/pages/" ReadOwnRegistrations player_pages::show "Show one's own player pages";
    POST "/me/pages/" ShowOwnPages player_pages::send "Show or hide an own player page";
    GET "/me/{id}/" ReadOwnRegistrations own_event::show "Show one's own page of an event";
    POST "/me/{id}/" Register own_event::send "Take a step as a player";
    GET "/e/{event}/{code}/" link link::show "Show a player's page of an event with a private link";
    POST "/e/{event}/{code}/" link link::send "Take a step as a player with a private link";
}
