//! Commands on conventions.

pub mod change_convention_status;
pub mod convention_fields;
pub mod create_convention;

use domain::FoldError;
use domain::convention::Convention;
use proto_events::Envelope;

/// What a convention's events say.
fn fold(events: &[Envelope]) -> Result<Convention, FoldError> {
    Convention::from_events(events)
}
