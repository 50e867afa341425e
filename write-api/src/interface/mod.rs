//! The interface of the write side: the operations of all areas, their router, and how other parts of the process run
//! commands.

mod router;
mod typed;

use std::sync::Arc;

use api_kit::consistency::LogTag;
use api_kit::description::Route;
use api_kit::{ConsistencyTokens, Gate, Progress};
use axum::Router;
use storage::ViewReader;

use crate::WriteApi;
use crate::http::run::Shared;

pub use crate::http::run::WriteHttpSettings;
use router::endpoints;
pub use typed::Terms;

/// The HTTP interface of the write side.
#[derive(Clone)]
pub struct WriteHttp {
    pub(crate) shared: Arc<Shared>,
}

impl WriteHttp {
    /// Creates the interface. It admits callers through the gate, and answers once the views include the write. The
    /// views also tell in which organizations a person is a member.
    pub fn new(
        commands: WriteApi,
        gate: Gate,
        tokens: ConsistencyTokens,
        progress: Progress,
        views: Arc<dyn ViewReader>,
        settings: WriteHttpSettings,
    ) -> Self {
        let log = LogTag::of(&commands.log_id());
        let shares = Arc::default();
        Self { shared: Arc::new(Shared { commands, gate, tokens, log, progress, views, settings, shares }) }
    }

    /// Returns the router of all addresses that take a write; `elsewhere` answers at all others.
    pub fn router(&self, elsewhere: Router) -> Router {
        router::build(Arc::clone(&self.shared), elsewhere)
    }
}

/// Returns the declarations of all operations.
pub fn routes() -> Vec<Route> {
    endpoints().map(|endpoint| endpoint.route).collect()
}

impl std::fmt::Debug for WriteHttp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WriteHttp").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use domain::limits::{API_KEY_NAME, SHORT_TEXT, USERNAME};

    use super::*;

    #[test]
    fn the_schemas_of_accounts_and_keys_have_the_limits_that_are_checked() {
        let bodies = ["NewUser", "UserChange", "NewApiKey", "ApiKeyChange"];
        let mut limited = 0;
        for body in routes().iter().filter_map(|route| route.body).filter(|body| bodies.contains(&body.name)) {
            let schema = serde_json::to_value(body.schema.unwrap()()).unwrap();
            for (field, described) in schema["properties"].as_object().unwrap() {
                let limit = match field.as_str() {
                    "name" => API_KEY_NAME,
                    "username" => USERNAME,
                    "best_identifier" | "first_name" | "last_name" | "email" | "pronouns" => SHORT_TEXT,
                    _ => continue,
                };
                assert_eq!(described["maxLength"], limit, "{} {field}", body.name);
                limited += 1;
            }
        }
        assert_eq!(limited, 14);
    }
}
