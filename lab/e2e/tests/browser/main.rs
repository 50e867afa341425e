//! Tests of pages in a browser: on a screen and on a phone, in light and in dark colours, with the keyboard alone, and
//! without scripts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod captains;
mod commander_day;
mod convention_weekend;
mod desk_scripts;
mod evening;
mod floor;
mod friday;
mod given;
mod hall;
mod hostile;
mod join;
mod keyboard;
mod live;
mod looks;
mod messages;
mod names;
mod other_origin;
mod paper;
mod phone;
mod phone_event;
mod pods;
mod public;
mod push;
mod screen;
mod set_up;
mod sign_in;
mod weekend;
mod weekend_queues;
mod weekend_record;
