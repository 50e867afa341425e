//! The ids in forms, by the page that takes the form. Those in its address follow from its template.
//!
//! A field or button that carries an id has a line here: the page is the POST of the form, named by its folder and its
//! name in the table of `router.rs` (`desk_judges_send`). A field that carries none is listed in
//! `e2e/tests/tenancy/id_values.rs`. A test of `e2e` opens the pages, and fails if a field of a form is in neither.

use domain::foreign_ids::Answer::{Allowed, Forbidden, Ignored, NotFound, Taken};
use domain::foreign_ids::{NamedId, Rule, Thing};

/// The ids in the form of a page.
const FORMS: &[(&str, &[NamedId])] = &[
    ("desk_players_send", &[NamedId::in_form("user_id", Thing::Person, Rule::Reach)]),
    // `line` is the number of a line, or that number and a person: `3-12`.
    ("desk_paste_send", &[NamedId::in_form("line", Thing::Person, Rule::Reach)]),
    ("desk_check_in_send", &[within("registration", Thing::Registration)]),
    ("desk_player_send", &[NamedId::in_form("into", Thing::Person, Rule::Reach)]),
    ("desk_teams_send", &[within("team", Thing::Team)]),
    ("desk_round_send", &[within("round", Thing::Round)]),
    ("desk_clock_send", &[within("round", Thing::Round)]),
    ("desk_results_send", &[within("round", Thing::Round)]),
    ("desk_swap_send", &[within("one", Thing::Registration), within("other", Thing::Registration)]),
    ("desk_by_hand_send", &[within("one", Thing::Registration), within("other", Thing::Registration)]),
    (
        "desk_judges_send",
        &[
            within("take", Thing::Call),
            within("close", Thing::Call),
            within("withdraw", Thing::Penalty),
            within("restore", Thing::Penalty),
            within("check", Thing::Match),
            within("checked", Thing::Match),
            within("uncheck", Thing::Match),
            within("feature", Thing::Match),
            within("unfeature", Thing::Match),
            within("match", Thing::Match),
            within("registration", Thing::Registration),
            within("round", Thing::Round),
        ],
    ),
    ("desk_status_send", &[within("round", Thing::Round)]),
    ("panel_login_send", &[NamedId::in_form("username", Thing::Username, Rule::Secret).answered(Allowed)]),
    (
        "panel_choose_organization_send",
        &[NamedId::in_form("organization", Thing::Organization, Rule::Person).answered(Forbidden)],
    ),
    ("panel_add_member_send", &[NamedId::in_form("username", Thing::Username, Rule::KnownName).answered(Allowed)]),
    ("panel_new_account_send", &[NamedId::in_form("username", Thing::Username, Rule::UniqueName).answered(Taken)]),
    ("panel_person_profile_send", &[NamedId::in_form("username", Thing::Username, Rule::UniqueName).answered(Taken)]),
    ("panel_change_profile_send", &[NamedId::in_form("username", Thing::Username, Rule::UniqueName).answered(Taken)]),
    ("panel_change_password_send", &[NamedId::in_form("username", Thing::Username, Rule::Person).answered(Ignored)]),
    ("panel_issue_token_send", &[NamedId::in_form("organization", Thing::Organization, Rule::Person)]),
    (
        "player_player_pages_send",
        &[NamedId::in_form("organization", Thing::Organization, Rule::Person).answered(NotFound)],
    ),
    ("player_own_event_send", &[NamedId::in_form("match", Thing::Match, Rule::Person).answered(Ignored)]),
    ("player_link_send", &[NamedId::in_form("match", Thing::Match, Rule::Person).answered(Ignored)]),
];

const fn within(parameter: &'static str, thing: Thing) -> NamedId {
    NamedId::in_form(parameter, thing, Rule::Within)
}

pub(crate) fn ids_of(page: &str) -> &'static [NamedId] {
    FORMS.iter().find(|(id, _)| *id == page).map_or(&[], |(_, ids)| ids)
}
