//! Parts that pages share: the frame, the controls of forms, the common kinds of pages, formats, what
//! roles may do, and the files that
//! pages load.

pub(crate) mod control;
pub(crate) mod files;
pub(crate) mod format;
pub(crate) mod frame;
pub(crate) mod page_kinds;
pub(crate) mod roles;
