//! The pages of conventions: the list, the page of one with its schedule, its queues, and the agenda that a visitor chooses.
//! They are drawn from the document of the convention, the page of its store, and what [`schedule::shown`] keeps of its
//! events, so that a result of a match changes none of them.

mod agenda;
mod head;
mod hub;
mod list;
mod queues;
pub mod schedule;

pub use agenda::draw as draw_agenda;
pub use head::Hub;
pub use hub::draw as draw_hub;
pub use list::draw as draw_list;
pub use queues::draw as draw_queues;

pub(super) use list::ConventionCard;

#[cfg(test)]
mod tests;
