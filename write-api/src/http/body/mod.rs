//! Receives the body of a write within its limit, and reads it: a decklist from three media types, others from JSON.

mod declare;
mod form;
mod gathered;
mod json;
mod list;
mod media_type;
mod multipart;
mod object;
mod receive;
mod repeated;
mod unreadable;
mod value;

pub(crate) use declare::{
    Body, Field, NoFields, Required, body, body_schema, check_body, described_elsewhere, extended, first, limit,
    read_typed, required, schema, within,
};
pub(crate) use list::read_list;
pub(crate) use media_type::MediaType;
pub(crate) use object::Object;
pub(crate) use receive::receive;
pub use value::OrNull;
pub(crate) use value::{FromJson, Limit, fault, one_of, plain, whole};

#[cfg(test)]
mod tests;
