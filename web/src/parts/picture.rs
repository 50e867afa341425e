//! The page with a picture: shows it, takes a file, and removes it.

use askama::Template;
use proto_events::Picture;

use crate::parts::frame::Frame;
use crate::parts::page_kinds::Link;

/// The name of the button that removes the picture.
pub(crate) const REMOVE: &str = "remove";

/// The page of a picture.
#[derive(Template)]
#[template(path = "parts/picture.html")]
pub(crate) struct PicturePage<'a> {
    pub(crate) frame: Frame,
    pub(crate) title: String,
    /// The address that receives the form, without the base path.
    pub(crate) action: String,
    pub(crate) picture: Option<&'a Picture>,
    /// Which files are taken, and how they are shown.
    pub(crate) hint: String,
    pub(crate) back: Link,
}

impl PicturePage<'_> {
    /// Returns the faults of a refused file.
    fn faults(&self) -> Vec<String> {
        self.frame.faults.elsewhere(self.frame.texts, &[])
    }
}
