//! The rows of the table, and lists of operations that share a row.

use super::Answer::{self, Allowed, BadRequest, Conflict, Forbidden, Ignored, Named, NotFound, Taken};
use super::Place::{self, Body, Form, Header, Path, Query};
use super::{Row, Rule, Thing};

/// The table of parameters that name things.
pub const TABLE: &[Row] = &[
    row(READ_EVENTS, (Path, "id"), Thing::Event, Rule::Organization, NotFound),
    row(READ_ONE_EVENT, (Path, "id"), Thing::Event, Rule::OrganizationOrOwnEvent, NotFound),
    row(RUN_EVENTS, (Path, "id"), Thing::Event, Rule::Organization, NotFound),
    row(TAKE_PART, (Path, "id"), Thing::Event, Rule::OrganizationOrOpenEvent, NotFound),
    row(SHOW_EVENTS, (Path, "id"), Thing::Event, Rule::Published, NotFound),
    row(READ_ROUNDS, (Path, "id"), Thing::Round, Rule::OrganizationOrOwnEvent, NotFound),
    row(&["show_round_page"], (Path, "number"), Thing::Round, Rule::Within, NotFound),
    row(&["explain_standing"], (Path, "player_id"), Thing::Player, Rule::Within, NotFound),
    row(OF_REGISTRATIONS, (Path, "registration_id"), Thing::Registration, Rule::Within, NotFound),
    row(OF_ROUNDS, (Path, "round_id"), Thing::Round, Rule::Within, NotFound),
    row(OF_MATCHES, (Path, "match_id"), Thing::Match, Rule::Within, NotFound),
    row(OF_PENALTIES, (Path, "penalty_id"), Thing::Penalty, Rule::Within, NotFound),
    row(OF_CALLS, (Path, "call_id"), Thing::Call, Rule::Within, NotFound),
    row(&["drop_team"], (Path, "team_id"), Thing::Team, Rule::Within, NotFound),
    row(OF_LISTS, (Path, "id"), Thing::Decklist, Rule::Reach, NotFound),
    row(&["show_decklist_image"], (Query, "revision"), Thing::Revision, Rule::Within, NotFound),
    row(OF_CONVENTIONS, (Path, "slug"), Thing::Convention, Rule::Organization, NotFound),
    row(&["change_member", "remove_member"], (Path, "id"), Thing::Member, Rule::Organization, NotFound),
    row(&["withdraw_invitation"], (Path, "id"), Thing::Invitation, Rule::Organization, NotFound),
    row(OWN_MEMBERSHIPS, (Path, "id"), Thing::Organization, Rule::Person, NotFound),
    row(&["change_player_page"], (Path, "id"), Thing::Organization, Rule::Person, NotFound),
    row(&["player_player_pages_send"], (Form, "organization"), Thing::Organization, Rule::Person, NotFound),
    row(&["show_player_page"], (Path, "id"), Thing::Player, Rule::Published, NotFound),
    row(&["list_own_matches"], (Path, "id"), Thing::Registration, Rule::Person, NotFound),
    row(OF_ACCOUNTS, (Path, "id"), Thing::Person, Rule::Organization, NotFound),
    row(OF_WEBHOOKS, (Path, "id"), Thing::Webhook, Rule::Organization, NotFound),
    row(&["resend_webhook_delivery"], (Path, "delivery_id"), Thing::Delivery, Rule::Within, NotFound),
    row(&["change_api_key", "revoke_api_key"], (Path, "id"), Thing::ApiKey, Rule::Organization, NotFound),
    row(&["get_docs_file", "get_page_file", "panel_assets_show"], (Path, "file"), Thing::File, Rule::Program, Allowed),
    row(&["get_dump_file"], (Path, "file"), Thing::File, Rule::Published, Allowed),
    row(DESK_EVENTS, (Path, "id"), Thing::Event, Rule::Organization, NotFound),
    row(DESK_SHEETS, (Path, "id"), Thing::Event, Rule::Organization, NotFound),
    row(DESK_PLAYER, (Path, "registration_id"), Thing::Registration, Rule::Within, NotFound),
    row(&["desk_round_show_one"], (Path, "round_id"), Thing::Round, Rule::Within, NotFound),
    row(DESK_MATCH, (Path, "match_id"), Thing::Match, Rule::Within, NotFound),
    row(&["desk_judges_send"], (Form, "take"), Thing::Call, Rule::Within, BadRequest),
    row(&["desk_judges_send"], (Form, "close"), Thing::Call, Rule::Within, BadRequest),
    row(&["desk_judges_send"], (Form, "withdraw"), Thing::Penalty, Rule::Within, BadRequest),
    row(&["desk_judges_send"], (Form, "restore"), Thing::Penalty, Rule::Within, BadRequest),
    row(&["desk_judges_send"], (Form, "check"), Thing::Match, Rule::Within, BadRequest),
    row(&["desk_judges_send"], (Form, "checked"), Thing::Match, Rule::Within, BadRequest),
    row(&["desk_judges_send"], (Form, "uncheck"), Thing::Match, Rule::Within, BadRequest),
    row(&["desk_judges_send"], (Form, "feature"), Thing::Match, Rule::Within, BadRequest),
    row(&["desk_judges_send"], (Form, "unfeature"), Thing::Match, Rule::Within, BadRequest),
    row(&["desk_judges_send"], (Form, "match"), Thing::Match, Rule::Within, BadRequest),
    row(&["desk_judges_send"], (Form, "registration"), Thing::Registration, Rule::Within, BadRequest),
    row(DESK_ROUND_FORMS, (Form, "round"), Thing::Round, Rule::Within, BadRequest),
    row(DESK_SEATS, (Form, "one"), Thing::Registration, Rule::Within, BadRequest),
    row(DESK_SEATS, (Form, "other"), Thing::Registration, Rule::Within, BadRequest),
    // `line` is the number of a line, or that number and a person: `3-12`.
    row(&["desk_paste_send"], (Form, "line"), Thing::Person, Rule::Reach, BadRequest),
    row(&["desk_check_in_send"], (Form, "registration"), Thing::Registration, Rule::Within, BadRequest),
    row(&["desk_players_send"], (Form, "user_id"), Thing::Person, Rule::Reach, BadRequest),
    row(&["desk_teams_send"], (Form, "team"), Thing::Team, Rule::Within, BadRequest),
    row(PANEL_MEMBERS, (Path, "id"), Thing::Member, Rule::Organization, NotFound),
    row(PANEL_ACCOUNTS, (Path, "id"), Thing::Person, Rule::Organization, NotFound),
    row(PANEL_INVITATIONS, (Path, "id"), Thing::Invitation, Rule::Organization, NotFound),
    row(PANEL_KEYS, (Path, "id"), Thing::ApiKey, Rule::Organization, NotFound),
    row(PANEL_WEBHOOKS, (Path, "id"), Thing::Webhook, Rule::Organization, NotFound),
    row(&["panel_resend_delivery_send"], (Path, "delivery_id"), Thing::Delivery, Rule::Within, NotFound),
    row(PANEL_MEMBERSHIPS, (Path, "id"), Thing::Organization, Rule::Person, NotFound),
    row(PANEL_TOKENS, (Path, "id"), Thing::Token, Rule::Person, NotFound),
    row(OWN_EVENT, (Path, "id"), Thing::Event, Rule::Person, NotFound),
    row(SIGN_UP, (Path, "id"), Thing::Event, Rule::Published, NotFound),
    row(&["player_own_event_send"], (Form, "match"), Thing::Match, Rule::Person, Ignored),
    row(PLAYER_LINK, (Path, "event"), Thing::Event, Rule::Secret, NotFound),
    row(PLAYER_LINK, (Path, "code"), Thing::PrivateLink, Rule::Secret, NotFound),
    row(&["player_link_send"], (Form, "match"), Thing::Match, Rule::Person, Ignored),
    row(PANEL_LINKS, (Path, "link"), Thing::PasswordLink, Rule::Secret, NotFound),
    row(SHOW_LISTS, (Query, "store"), Thing::Organization, Rule::Published, Allowed),
    row(
        &["export_tournaments", "export_changes"],
        (Query, "organization_id"),
        Thing::Organization,
        Rule::Published,
        Allowed,
    ),
    row(
        &["list_events", "list_rounds", "list_conventions"],
        (Query, "convention"),
        Thing::Convention,
        Rule::Organization,
        BadRequest,
    ),
    row(TAKE_IN, (Body, "user_id"), Thing::Person, Rule::Reach, BadRequest),
    row(&["merge_user"], (Body, "into"), Thing::Person, Rule::Reach, BadRequest),
    row(&["desk_player_send"], (Form, "into"), Thing::Person, Rule::Reach, BadRequest),
    row(TAKE_IN, (Body, "username"), Thing::Username, Rule::KnownName, Allowed),
    row(&["create_user", "change_user"], (Body, "username"), Thing::Username, Rule::UniqueName, Taken),
    row(PLAN_EVENTS, (Body, "convention_slug"), Thing::Convention, Rule::Organization, BadRequest),
    row(PLAN_EVENTS, (Body, "parent_id"), Thing::Event, Rule::Organization, BadRequest),
    row(&["create_convention", "change_convention"], (Body, "slug"), Thing::Convention, Rule::OwnName, Ignored),
    row(&["move_to_child_event"], (Body, "event_id"), Thing::Event, Rule::Organization, BadRequest),
    row(&["attach_decklist"], (Body, "decklist_id"), Thing::Decklist, Rule::Reach, BadRequest),
    row(
        &["lock_decklists", "unlock_decklists", "make_private_links"],
        (Body, "registration_id"),
        Thing::Registration,
        Rule::Within,
        BadRequest,
    ),
    row(&["issue_penalty"], (Body, "registration_id"), Thing::Registration, Rule::Within, BadRequest),
    row(&["issue_penalty"], (Body, "round_id"), Thing::Round, Rule::Within, BadRequest),
    row(&["issue_penalty", "call_judge"], (Body, "match_id"), Thing::Match, Rule::Within, BadRequest),
    row(&["list_penalties"], (Query, "user_id"), Thing::Person, Rule::Organization, Ignored),
    row(&["form_team"], (Body, "registration_ids[]"), Thing::Registration, Rule::Within, BadRequest),
    row(&["replace_pairings"], (Body, "matches[].players[]"), Thing::Registration, Rule::Within, Conflict),
    row(&["replace_pairings"], (Body, "matches[].teams[]"), Thing::Team, Rule::Within, Conflict),
    row(REPORT, (Body, "games_won{}"), Thing::Registration, Rule::Within, BadRequest),
    row(&["change_match"], (Body, "assigned_judge"), Thing::Person, Rule::Organization, BadRequest),
    row(&["panel_add_member_send"], (Form, "username"), Thing::Username, Rule::KnownName, Allowed),
    row(&["panel_new_account_send"], (Form, "username"), Thing::Username, Rule::UniqueName, Taken),
    row(
        &["panel_change_profile_send", "panel_person_profile_send"],
        (Form, "username"),
        Thing::Username,
        Rule::UniqueName,
        Taken,
    ),
    row(&["panel_change_password_send"], (Form, "username"), Thing::Username, Rule::Person, Ignored),
    row(&["panel_login_send"], (Form, "username"), Thing::Username, Rule::Secret, Allowed),
    row(&["panel_choose_organization_send"], (Form, "organization"), Thing::Organization, Rule::Person, Forbidden),
    row(&["panel_issue_token_send"], (Form, "organization"), Thing::Organization, Rule::Person, BadRequest),
    row(&[], (Header, "Idempotency-Key"), Thing::IdempotencyKey, Rule::OwnName, Ignored),
    row(&[], (Header, "If-Match"), Thing::Version, Rule::Within, Ignored),
    row(&[], (Header, "If-None-Match"), Thing::Version, Rule::Within, Ignored),
    row(&[], (Header, "Consistency-Token"), Thing::ConsistencyToken, Rule::Organization, Named),
];

const READ_ONE_EVENT: &[&str] = &["get_event", "get_event_overview", "get_current_standings"];
const READ_EVENTS: &[&str] = &[
    "follow_event",
    "get_event_settings",
    "list_registrations",
    "list_event_decklists",
    "list_tagged_players",
    "get_event_archetypes",
    "list_event_audit",
    "list_event_penalties",
    "list_calls",
];
const RUN_EVENTS: &[&str] = &[
    "change_event",
    "delete_event",
    "change_lifecycle",
    "change_registration",
    "award_missed_rounds",
    "disqualify_player",
    "move_to_child_event",
    "promote_waitlist",
    "make_private_links",
    "revoke_private_link",
    "lock_decklists",
    "unlock_decklists",
    "form_team",
    "drop_team",
    "create_round",
    "remove_round",
    "pair_round",
    "replace_pairings",
    "publish_pairings",
    "start_round",
    "complete_round",
    "change_round_clock",
    "make_cut",
    "change_match",
    "correct_result",
    "issue_penalty",
    "withdraw_penalty",
    "restore_penalty",
    "answer_call",
    "close_call",
    "draw_deck_checks",
];
const TAKE_PART: &[&str] = &[
    "create_registration",
    "check_in",
    "drop_player",
    "attach_decklist",
    "report_result",
    "confirm_result",
    "contest_result",
    "call_judge",
];
/// The lists of public events.
const SHOW_LISTS: &[&str] = &["show_index", "show_events", "show_calendar"];
const SHOW_EVENTS: &[&str] = &[
    "show_event_page",
    "show_event_tournament_page",
    "show_round_page",
    "show_archetypes_page",
    "show_event_calendar",
    "follow_event_pages",
    "show_event_screen",
];
const READ_ROUNDS: &[&str] = &["get_round", "get_round_matches", "get_round_standings", "explain_standing"];
const OF_REGISTRATIONS: &[&str] = &[
    "change_registration",
    "award_missed_rounds",
    "check_in",
    "drop_player",
    "disqualify_player",
    "move_to_child_event",
    "attach_decklist",
    "revoke_private_link",
];
const OF_ROUNDS: &[&str] = &[
    "remove_round",
    "pair_round",
    "replace_pairings",
    "publish_pairings",
    "start_round",
    "complete_round",
    "change_round_clock",
    "draw_deck_checks",
];
const OF_MATCHES: &[&str] = &["change_match", "report_result", "correct_result", "confirm_result", "contest_result"];
const OF_PENALTIES: &[&str] = &["withdraw_penalty", "restore_penalty"];
const OF_CALLS: &[&str] = &["answer_call", "close_call"];
const OF_LISTS: &[&str] = &[
    "get_decklist",
    "replace_decklist",
    "change_decklist",
    "list_decklist_revisions",
    "show_decklist_page",
    "show_decklist_image",
];
const OF_CONVENTIONS: &[&str] = &["get_convention", "change_convention", "change_convention_status"];
const OWN_MEMBERSHIPS: &[&str] = &["accept_invitation", "decline_invitation", "leave_organization"];
const SIGN_UP: &[&str] = &["player_sign_up_show", "player_sign_up_send"];
const OWN_EVENT: &[&str] = &["player_own_event_show", "player_own_event_send", "player_live_own"];
const PLAYER_LINK: &[&str] = &["player_link_show", "player_link_send", "player_live_held"];
const OF_ACCOUNTS: &[&str] =
    &["get_user", "change_user", "create_password_link", "merge_user", "unmerge_user", "erase_user"];
const TAKE_IN: &[&str] = &["create_registration", "create_member"];
const PLAN_EVENTS: &[&str] = &["create_event", "change_event"];
const REPORT: &[&str] = &["report_result", "correct_result"];
const DESK_EVENTS: &[&str] = &[
    "desk_live_show",
    "desk_at_work_show",
    "desk_new_event_copy",
    "desk_players_show",
    "desk_players_send",
    "desk_paste_show",
    "desk_paste_send",
    "desk_check_in_show",
    "desk_check_in_send",
    "desk_player_show",
    "desk_player_send",
    "desk_round_show",
    "desk_round_send",
    "desk_round_show_one",
    "desk_clock_send",
    "desk_results_send",
    "desk_result_show",
    "desk_result_send",
    "desk_teams_show",
    "desk_teams_send",
    "desk_playoff_show",
    "desk_playoff_send",
    "desk_missed_show",
    "desk_missed_send",
    "desk_by_hand_show",
    "desk_by_hand_send",
    "desk_swap_show",
    "desk_swap_send",
    "desk_standings_show",
    "desk_lists_show",
    "desk_lists_send",
    "desk_list_show",
    "desk_list_send",
    "desk_judges_show",
    "desk_judges_send",
    "desk_settings_show",
    "desk_settings_send",
    "desk_audit_show",
    "desk_audit_send",
    "desk_finish_show",
    "desk_finish_send",
    "desk_cancel_show",
    "desk_cancel_send",
    "desk_delete_show",
    "desk_delete_send",
    "desk_status_send",
];
const DESK_PLAYER: &[&str] = &[
    "desk_player_show",
    "desk_player_send",
    "desk_missed_show",
    "desk_missed_send",
    "desk_list_show",
    "desk_list_send",
];
const DESK_SEATS: &[&str] = &["desk_swap_send", "desk_by_hand_send"];
const DESK_SHEETS: &[&str] = &[
    "desk_print_overview_show",
    "desk_print_pairings_show",
    "desk_print_tables_show",
    "desk_print_teams_show",
    "desk_print_slips_show",
    "desk_print_seatings_show",
    "desk_print_pods_show",
    "desk_print_standings_show",
    "desk_print_deck_checks_show",
    "desk_print_list_forms_show",
    "desk_print_qr_cards_show",
    "desk_print_qr_cards_send",
    "desk_print_players_show",
];
const DESK_MATCH: &[&str] = &["desk_result_show", "desk_result_send"];
const DESK_ROUND_FORMS: &[&str] =
    &["desk_round_send", "desk_clock_send", "desk_results_send", "desk_judges_send", "desk_status_send"];
const PANEL_MEMBERS: &[&str] =
    &["panel_member_show", "panel_member_send", "panel_remove_member_show", "panel_remove_member_send"];
const PANEL_ACCOUNTS: &[&str] = &[
    "panel_person_profile_show",
    "panel_person_profile_send",
    "panel_password_link_show",
    "panel_password_link_send",
    "panel_erase_person_show",
    "panel_erase_person_send",
];
const PANEL_INVITATIONS: &[&str] = &["panel_withdraw_invitation_show", "panel_withdraw_invitation_send"];
const PANEL_KEYS: &[&str] = &["panel_key_show", "panel_key_send", "panel_revoke_key_show", "panel_revoke_key_send"];
const OF_WEBHOOKS: &[&str] = &[
    "get_webhook",
    "change_webhook",
    "remove_webhook",
    "rotate_webhook_secret",
    "list_webhook_deliveries",
    "resend_webhook_delivery",
    "resend_webhook_deliveries",
];
const PANEL_WEBHOOKS: &[&str] = &[
    "panel_webhook_show",
    "panel_webhook_send",
    "panel_rotate_webhook_show",
    "panel_rotate_webhook_send",
    "panel_remove_webhook_show",
    "panel_remove_webhook_send",
    "panel_deliveries_show",
    "panel_deliveries_send",
    "panel_resend_delivery_send",
];
const PANEL_MEMBERSHIPS: &[&str] = &[
    "panel_answer_invitation_ask",
    "panel_answer_invitation_accept",
    "panel_answer_invitation_decline",
    "panel_leave_organization_show",
    "panel_leave_organization_send",
];
const PANEL_TOKENS: &[&str] = &["panel_revoke_token_show", "panel_revoke_token_send"];
const PANEL_LINKS: &[&str] = &["panel_set_password_show", "panel_set_password_send"];

const fn row(
    operations: &'static [&'static str],
    (place, parameter): (Place, &'static str),
    thing: Thing,
    rule: Rule,
    answer: Answer,
) -> Row {
    Row { operations, place, parameter, thing, rule, answer }
}
