//! Commands on people.

pub mod register_user;
