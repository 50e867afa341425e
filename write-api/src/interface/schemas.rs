//! The schemas of all areas' answers and bodies, except of decklists.

use crate::http::schemas::{BodySchema, Named, body, named};

/// Returns the schemas of answers that only the write side makes, by name.
pub fn schemas() -> Vec<Named> {
    [
        crate::keys::document::schemas(),
        crate::webhooks::document::schemas(),
        crate::accounts::document::schemas(),
        crate::rounds::document::schemas(),
        crate::matches::document::schemas(),
        crate::event_lists::document::schemas(),
        crate::teams::document::schemas(),
        vec![named::<crate::registrations::make_private_links::PrivateLink>()],
    ]
    .concat()
}

/// Returns the schemas of bodies except decklists.
pub fn body_schemas() -> Vec<BodySchema> {
    [
        vec![
            body::<crate::organizations::invite_member::NewMember>(),
            body::<crate::organizations::change_member_role::MemberChange>(),
            body::<crate::accounts::register_user::NewUser>(),
            body::<crate::accounts::change_profile::UserChange>(),
            body::<crate::accounts::merge_user::Merge>(),
            body::<crate::accounts::change_player_page::PlayerPageChange>(),
            body::<crate::keys::issue_api_key::NewApiKey>(),
            body::<crate::keys::change_api_key::ApiKeyChange>(),
        ],
        vec![
            body::<crate::webhooks::add_webhook::NewWebhook>(),
            body::<crate::webhooks::change_webhook::WebhookChange>(),
            body::<crate::webhooks::resend_deliveries::ResendPeriod>(),
        ],
        vec![
            body::<crate::conventions::create_convention::NewConvention>(),
            body::<crate::conventions::convention_fields::ConventionChange>(),
            body::<crate::conventions::change_convention_status::ConventionStep>(),
        ],
        vec![
            body::<crate::rounds::create_round::NewRound>(),
            body::<crate::rounds::pair_round::NewPairings>(),
            body::<crate::rounds::replace_pairings::PairingsByHand>(),
            body::<crate::rounds::replace_pairings::PairingByHand>(),
            body::<crate::rounds::change_clock::ClockChange>(),
            body::<crate::rounds::complete_round::RoundEnd>(),
            body::<crate::rounds::draw_deck_checks::NewDeckChecks>(),
            body::<crate::rounds::make_cut::NewCut>(),
        ],
        vec![body::<crate::matches::score::NewResult>(), body::<crate::matches::change_match::MatchChange>()],
        vec![body::<crate::judging::issue_penalty::NewPenalty>(), body::<crate::judging::call_judge::NewJudgeCall>()],
        vec![
            body::<crate::events::create_event::NewEvent>(),
            body::<crate::events::event_fields::EventChange>(),
            body::<crate::events::event_fields::EventRulesChange>(),
            body::<crate::events::change_lifecycle::EventStep>(),
        ],
        vec![
            body::<crate::event_lists::attach_decklist::HandIn>(),
            body::<crate::event_lists::lock_decklists::WhoseLists>(),
        ],
        vec![body::<crate::teams::form_team::NewTeam>()],
        vec![
            body::<crate::registrations::register_player::NewRegistration>(),
            body::<crate::registrations::change_registration::RegistrationChange>(),
            body::<crate::registrations::check_in::CheckInAnswer>(),
            body::<crate::registrations::award_missed_rounds::MissedRounds>(),
            body::<crate::registrations::award_missed_rounds::MissedRound>(),
            body::<crate::registrations::move_to_child_event::RegistrationMove>(),
            body::<crate::registrations::promote_waitlist::Promotion>(),
            body::<crate::registrations::make_private_links::WhoseLinks>(),
        ],
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
        for BodySchema { name, schema, .. } in body_schemas().iter().filter(|body| bodies.contains(&body.name)) {
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
