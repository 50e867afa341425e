//! Commands on organizations, their members and their API keys.

pub mod add_member;
pub mod create_organization;
pub mod issue_api_key;
pub mod note_key_use;
pub mod revoke_api_key;
pub mod set_api_key_expiry;

use domain::FoldError;
use domain::organization::Organization;
use proto_events::Envelope;

/// What an organization's events say.
fn fold(events: &[Envelope]) -> Result<Organization, FoldError> {
    Organization::from_events(events)
}
