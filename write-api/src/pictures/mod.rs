//! Pictures of events and conventions, and logos of stores.
//!
//! `upload.rs` reads an uploaded file and stores the picture that `image.rs` makes of it; `formats.rs` decodes, `pixels.rs`
//! shrinks and turns.

mod formats;
mod image;
mod pixels;
pub mod remove_convention_picture;
pub mod remove_event_picture;
pub mod remove_logo;
pub mod set_convention_picture;
pub mod set_event_picture;
pub mod set_logo;
mod upload;

pub use remove_convention_picture::RemoveConventionPicture;
pub use remove_event_picture::RemoveEventPicture;
pub use remove_logo::RemoveLogo;
pub use set_convention_picture::SetConventionPicture;
pub use set_event_picture::{ReuseEventPicture, SetEventPicture};
pub use set_logo::SetLogo;
pub use upload::Upload;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(set_event_picture),
    endpoint!(remove_event_picture),
    endpoint!(set_convention_picture),
    endpoint!(remove_convention_picture),
    endpoint!(set_logo),
    endpoint!(remove_logo),
];
