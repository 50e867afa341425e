//! Every HTML page of the service with its texts, templates (`templates/`) and files (`assets/`), in folders by who uses
//! it:
//!
//! * `public`: pages and pictures for everyone. They are pure functions from data to text, and `read-api` serves them.
//! * `panel`: pages to sign in, and to manage an organization and one's own account.
//! * `desk`: pages for the staff of events.
//! * `player`: the player's page of an event, for a signed-in person or the holder of a private link.
//! * `parts`: what pages of several folders share: the frame, the controls of forms, common kinds of pages, formats.
//! * `site`: the router of the panel, the desk and the player's page, which run commands of the write side and are served
//!   with it.
//! * `components`: a page with every component of the pages, which only the demo serves.
//! * `texts`: the languages, and the catalogues of the texts of all pages.
//! * `discord`: what is posted in channels at Discord.
//! * `letters`: what people get by mail.
//! * `names`: how names are sorted and found.
//! * `serving`: the steps of a request to a page that is served with the write side: session, form, password, answer.
//!
//! Everything except `public`, `names` and `texts` needs `write-api` and is behind the feature `write-side`. `read-api` does not enable it, so
//! the read side does not depend on the write side.
//!
//! Imports point in one direction: the tables of pages, in the `mod.rs` of their folders, import pages; pages import
//! `serving` and `parts`, which import no page of `panel`, `desk` or `player`.

#[cfg(feature = "write-side")]
pub mod components;
#[cfg(feature = "write-side")]
mod desk;
#[cfg(feature = "write-side")]
pub mod discord;
#[cfg(feature = "write-side")]
pub mod letters;
mod names;
#[cfg(feature = "write-side")]
mod panel;
#[cfg(feature = "write-side")]
mod parts;
#[cfg(feature = "write-side")]
mod player;
pub mod public;
#[cfg(feature = "write-side")]
mod serving;
#[cfg(feature = "write-side")]
pub mod site;
pub mod texts;
