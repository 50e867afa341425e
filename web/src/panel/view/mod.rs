//! Building blocks of pages: the frame, the controls of forms, and the common kinds of pages.

mod control;
mod frame;
mod kinds;
pub(crate) mod words;

pub(crate) use control::{Alternative, Choice, Control, Text, Tick, fault_of};
pub(crate) use frame::{Frame, Who, menu};
pub(crate) use kinds::{FormPage, Link, MessagePage, SecretPage};
