//! Sheets of an event to print, for when the wall, the table or a judge's hand needs paper: `/desk/events/{id}/print/`.
//!
//! A sheet is drawn from the newest state of the event, like every page of the desk. `sheet.rs` has its head, the paper,
//! and the order of slips that are cut from a stack. The other files have the sheets. `print.css` sets
//! sizes; the browser breaks lists into pages and repeats their heads.

mod overview;
mod players;
mod round;
pub(crate) mod router;
mod sheet;
