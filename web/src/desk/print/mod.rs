//! Sheets of an event to print, for when the wall, the table or a judge's hand needs paper: `/desk/events/{id}/print/`.
//!
//! A sheet is drawn from the newest state of the event, like every page of the desk. `sheet.rs` has its head and the paper,
//! `order.rs` the order of names and of slips that are cut from a stack. Every other file is a sheet. `print.css` sets
//! sizes; the browser breaks lists into pages and repeats their heads.

mod deck_checks;
mod list_forms;
mod order;
mod overview;
mod pairings;
mod players;
mod pods;
mod qr;
mod qr_cards;
pub(crate) mod router;
mod seatings;
mod sheet;
mod slips;
mod standings;
mod tables;
mod team_slips;
mod teams;
