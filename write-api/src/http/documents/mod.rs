//! Answers and bodies, except of decklists; a file for each area. Bodies are read field by field, so that all faults
//! are reported at once: of their types, only the schemas are used.

pub(super) mod conventions;
pub(super) mod events;
pub(super) mod lists;
pub(super) mod registrations;
pub(super) mod rounds;
pub(super) mod teams;

use super::schemas::{Named, body, named};

/// Returns the schemas of answers that only the write side makes, by name.
pub fn schemas() -> Vec<Named> {
    [
        crate::keys::document::schemas(),
        crate::accounts::document::schemas(),
        rounds::schemas(),
        crate::matches::document::schemas(),
        lists::schemas(),
        teams::schemas(),
    ]
    .concat()
}

/// Returns the schemas of bodies except decklists, by name.
pub fn body_schemas() -> Vec<Named> {
    [
        vec![
            body::<crate::organizations::invite_member::NewMember>(),
            body::<crate::organizations::change_member_role::MemberChange>(),
            body::<crate::accounts::register_user::NewUser>(),
            body::<crate::accounts::change_profile::UserChange>(),
            body::<crate::keys::issue_api_key::NewApiKey>(),
            body::<crate::keys::change_api_key::ApiKeyChange>(),
        ],
        conventions::body_schemas(),
        rounds::body_schemas(),
        vec![body::<crate::matches::score::NewResult>(), body::<crate::matches::change_match::MatchChange>()],
        events::body_schemas(),
        lists::body_schemas(),
        teams::body_schemas(),
        registrations::body_schemas(),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use domain::limits::{API_KEY_NAME, SHORT_TEXT, USERNAME};

    use super::*;

    #[test]
    fn the_schemas_of_accounts_and_keys_have_the_limits_that_are_checked() {
        let bodies = ["NewUser", "UserChange", "NewApiKey", "ApiKeyChange"];
        let mut limited = 0;
        for (name, schema) in body_schemas().iter().filter(|(name, _)| bodies.contains(&name.as_str())) {
            for (field, described) in serde_json::to_value(schema).unwrap()["properties"].as_object().unwrap() {
                let limit = match field.as_str() {
                    "name" => API_KEY_NAME,
                    "username" => USERNAME,
                    "best_identifier" | "first_name" | "last_name" | "email" | "pronouns" => SHORT_TEXT,
                    _ => continue,
                };
                assert_eq!(described["maxLength"], limit, "{name} {field}");
                limited += 1;
            }
        }
        assert_eq!(limited, 14);
    }
}
