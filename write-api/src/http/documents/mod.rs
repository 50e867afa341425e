//! Answers and bodies, except of decklists; a file for each area. Bodies are read field by field, so that all faults
//! are reported at once: of their types, only the schemas are used.

pub(super) mod registrations;
pub(super) mod staff;

use super::schemas::{Named, body, named};

/// Returns the schemas of answers that only the write side makes, by name.
pub fn schemas() -> Vec<Named> {
    [
        staff::schemas(),
        crate::rounds::document::schemas(),
        crate::matches::document::schemas(),
        crate::event_lists::document::schemas(),
        crate::teams::document::schemas(),
    ]
    .concat()
}

/// Returns the schemas of bodies except decklists, by name.
pub fn body_schemas() -> Vec<Named> {
    [
        staff::body_schemas(),
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
            body::<crate::rounds::complete_round::RoundEnd>(),
            body::<crate::rounds::make_cut::NewCut>(),
        ],
        vec![body::<crate::matches::score::NewResult>(), body::<crate::matches::change_match::MatchChange>()],
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
        registrations::body_schemas(),
    ]
    .concat()
}
