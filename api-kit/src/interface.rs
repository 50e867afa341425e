//! Lists the endpoints of the published interface, and defines how endpoints treat unknown names.

use crate::description::{Answer, Route};

/// Method and path of every endpoint of the interface, in its order. Existing clients may send parameters that these
/// endpoints do not know, so unknown fields and query parameters are ignored.
pub const INTERFACE: [(&str, &str); 23] = [
    ("GET", "/api/v1/conventions/"),
    ("GET", "/api/v1/conventions/{slug}/"),
    ("GET", "/api/v1/store-profiles/conventions/"),
    ("GET", "/api/v1/api-keys/conventions/"),
    ("GET", "/api/v1/api-keys/api_keys/"),
    ("GET", "/api/v1/api-keys/whoami/"),
    ("GET", "/api/v1/magic-events/"),
    ("GET", "/api/v1/magic-events/{id}/"),
    ("GET", "/api/v1/magic-events/{id}/registrations/"),
    ("GET", "/api/v1/magic-events/{id}/current_standings/"),
    ("GET", "/api/v1/magic-events/{id}/decklists/"),
    ("GET", "/api/v1/magic-events/{id}/tagged_players/"),
    ("GET", "/api/v1/tournament-rounds/"),
    ("GET", "/api/v1/tournament-rounds/{id}/"),
    ("GET", "/api/v1/tournament-rounds/{id}/matches/"),
    ("GET", "/api/v1/tournament-rounds/{id}/standings/"),
    ("GET", "/api/v1/decklists/"),
    ("POST", "/api/v1/decklists/"),
    ("GET", "/api/v1/decklists/{id}/"),
    ("PUT", "/api/v1/decklists/{id}/"),
    ("PATCH", "/api/v1/decklists/{id}/"),
    ("GET", "/api/export-decklists/"),
    // No document lists it, but existing clients poll it.
    ("GET", "/api/v1/magic-events/{id}/overview/"),
];

/// How an endpoint treats fields and query parameters that it does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownNames {
    /// It refuses the request with 400.
    Refused,
    /// It ignores them, and lists them in the header `Crosstable-Ignored`.
    Ignored,
}

impl Route {
    /// Returns how this endpoint treats unknown names. Pages and images ignore them too, because chat programs and
    /// social networks append parameters to shared links.
    pub fn unknown_names(&self) -> UnknownNames {
        let is_interface = INTERFACE.contains(&(self.method, self.template));
        let is_page = matches!(self.answer, Answer::Html | Answer::Svg | Answer::Calendar | Answer::File);
        if is_interface || is_page { UnknownNames::Ignored } else { UnknownNames::Refused }
    }
}
