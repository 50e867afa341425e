//! The desk: pages on which staff run an event.
//!
//! A page is drawn from the newest state of the event, which the write side keeps in memory, so it is never behind. A form
//! runs typed commands of the write side (`Desk::run`, `serving/interface.rs`); no page can do anything else. Every page
//! works without scripts: after a step, the browser is sent to the page that the next step is on.
//!
//! `event.rs` reads an event, `next_step.rs` says what is to be done next, `entry.rs` reads a typed result, `words.rs`
//! names rounds and results, `print` has the sheets of paper. Most other files are pages: a function that shows the page
//! for GET, and one that carries out its form for POST. A refused form is shown again with
//! `serving::failures::PageError::Form`. Texts are in the catalogue, `texts/en/`.

mod audit;
mod audit_words;
mod entry;
mod event;
mod event_form;
mod events;
mod finish;
mod judges;
mod judging;
mod lists;
mod meanwhile;
mod next_step;
mod pairings;
mod paste;
mod player;
mod players;
mod playoff;
pub(crate) mod print;
mod result;
mod round;
pub(crate) mod router;
mod setting_words;
mod settings;
mod standings;
mod tables;
mod teams;
#[cfg(test)]
mod testing;
mod undo;
mod words;
