//! Series of events. Staff plans a series like an event, the template, and the service makes its events ahead.
//!
//! A series is part of its organization. `made.rs` finds the events that were made, `make_events.rs` makes the next ones as a
//! [task](crate::schedule): when the plan changes, and once a day. The event of a day holds a name that is unique for series and
//! day, so each is made once, however often the task runs. Whether a series skips a day or ends, its events stay: those
//! without players are canceled if staff wants that.
//!
//! All addresses, reads included, are answered by the write side, like those of webhooks.

mod change_following_events;
mod change_series;
mod document;
mod end_series;
mod list_series;
mod made;
mod make_events;
mod plan_series;
mod series_fields;

pub use change_following_events::ChangeFollowingEvents;
pub use change_series::ChangeSeries;
pub use document::SeriesDayDocument;
pub use end_series::EndSeries;
pub use plan_series::{NewSeries, WEEKS};
pub use series_fields::{SeriesFields, SeriesId};

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(list_series),
    endpoint!(plan_series),
    endpoint!(change_series),
    endpoint!(end_series),
    endpoint!(change_following_events),
];
