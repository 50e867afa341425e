//! Parts that pages share: the frame, the controls of forms, the common kinds of pages, formats, and what roles may do.

pub(crate) mod control;
pub(crate) mod format;
pub(crate) mod frame;
pub(crate) mod page_kinds;
pub(crate) mod roles;

pub(crate) use crate::public::{files, qr};
