//! Code that several pages of the panel need.

pub(crate) mod already_carried_out;
pub(crate) mod key_state;
pub(crate) mod member_facts;
pub(crate) mod new_link;
pub(crate) mod new_password;
pub(crate) mod organizations;
pub(crate) mod profile_form;
pub(crate) mod webhook_parts;
