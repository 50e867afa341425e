//! Tests that every object of every document has exactly the interface's fields, in its order.

use bytes::Bytes;
use proto_events::convention::{ConventionDetails, Coordinates};
use proto_events::vocabulary::ConventionStatus;
use proto_events::{Position, StreamId};
use storage::ViewKind;

use crate::views::output::Output;
use crate::views::testing::{STORE, Tree, body, convention_of, finished, swiss, teams};
use crate::views::{VIEWS, convention, decklist};

const STATUS: &str = "id user decklist registration_status final_place_in_standings matches_won matches_lost \
     matches_drawn total_match_points";
const REFERENCE: &str = "id captain queue_group";

/// Kind, key, path of an object in the document, and its fields.
const FIELDS_OF_SWISS: &[(ViewKind, i64, &str, &str)] = &[
    (ViewKind::EventCard, 40, "", "id name event_format settings start_datetime"),
    (ViewKind::EventCard, 40, "settings", "id event_lifecycle_status"),
    (
        ViewKind::MagicEvent,
        40,
        "",
        "id name settings current_round_number enrolled_player_count user_statuses tournament_phases featured_matches \
         event_format start_datetime",
    ),
    (ViewKind::MagicEvent, 40, "user_statuses/0", STATUS),
    (ViewKind::MagicEvent, 40, "user_statuses/0/user", "id best_identifier"),
    (ViewKind::MagicEvent, 40, "tournament_phases/0", "id rounds order_in_phases round_type status"),
    (ViewKind::MagicEvent, 40, "tournament_phases/0/rounds/0", "id matches round_number status"),
    (
        ViewKind::MagicEvent,
        40,
        "featured_matches/0",
        "id player_match_relationships is_feature_match table_number status",
    ),
    (
        ViewKind::MagicEvent,
        40,
        "featured_matches/0/player_match_relationships/0",
        "id user_event_status games_won points_gained player_order",
    ),
    (ViewKind::MagicEvent, 40, "featured_matches/0/player_match_relationships/0/user_event_status", STATUS),
    (
        ViewKind::Overview,
        40,
        "",
        "id name lifecycle_status is_canceled event_format start_datetime current_round clock end_of_round_rule \
         number_of_incomplete_matches tournament_phases",
    ),
    (ViewKind::Overview, 40, "current_round", "id round_number"),
    (ViewKind::Overview, 40, "tournament_phases/0", "id order_in_phases round_type status rounds"),
    (ViewKind::Overview, 40, "tournament_phases/0/rounds/0", "id round_number status pairings_published"),
    (ViewKind::Round, 201, "", "id matches round_number status"),
    (
        ViewKind::RoundMatches,
        202,
        "",
        "id matches team_event_matches tournament_phase round_number final_round_in_event use_old_pairings \
         pairingengine_url pairings_status standings_status round_type status",
    ),
    (
        ViewKind::RoundMatches,
        202,
        "matches/0",
        "id players table_number pod_number status is_ghost_match is_feature_match match_is_bye match_is_loss \
         deck_check_completed deck_check_started time_extension_seconds winning_player match_is_intentional_draw \
         match_is_unintentional_draw games_drawn assigned_judge games_won_by_winner games_won_by_loser",
    ),
    (ViewKind::RoundMatches, 202, "matches/0/players/0", "id match_id player user_event_status player_order games_won"),
    (ViewKind::RoundMatches, 202, "matches/0/players/0/player", REFERENCE),
    (ViewKind::RoundMatches, 202, "matches/0/players/0/user_event_status", REFERENCE),
    (ViewKind::RoundMatches, 202, "matches/0/assigned_judge", REFERENCE),
    (
        ViewKind::Registrations,
        40,
        "0",
        "id user_identifier user magic_event registration_status registration_completed_datetime waitlisted_datetime \
         mark_as_paid cardpay_payment_intent_status walletpay_order_status payment_method matches_won matches_lost \
         matches_drawn total_match_points queue_check_in_status queue_group_role internal_notes fixed_seat \
         has_byes_for_round_numbers using_paper_decklist decklist final_place_in_standings walletpay_order_id",
    ),
    (ViewKind::Registrations, 40, "0/user", "id captain queue_group best_identifier email"),
    (ViewKind::Registrations, 40, "0/decklist", "id captain queue_group name archetype deckhost_public_id"),
    (ViewKind::Registrations, 40, "2/queue_group_role", REFERENCE),
    (ViewKind::RoundStandings, 201, "", "round_number standings"),
    (
        ViewKind::RoundStandings,
        201,
        "standings/0",
        "record rank player_id name match_points match_win_percentage opponent_match_win_percentage \
         game_win_percentage opponent_game_win_percentage opponent_average_match_points wins losses draws games_won \
         games_lost games_drawn playoff_wins playoff_losses user_event_status_ids",
    ),
    (ViewKind::TaggedPlayers, 40, "0", "id user tags registration_status"),
    (ViewKind::TaggedPlayers, 40, "0/user", "id best_identifier"),
    (
        ViewKind::EventDecklists,
        40,
        "0",
        "id name deck_image_url deckhost_deck_json plaintext_list deckhost_public_id archetype",
    ),
];

/// The same for team matches.
const FIELDS_OF_TEAMS: &[(&str, &str)] = &[
    ("team_event_matches/0", "id teams tournament_round first_table_number match_is_bye is_draw winner"),
    ("team_event_matches/0/teams/0", "id team_event_players team_name invite_hash is_dropped"),
    ("team_event_matches/0/teams/0/team_event_players/0", "id event_status team captain seat"),
    (
        "team_event_matches/0/teams/0/team_event_players/0/event_status",
        "user id decklist user_identifier using_paper_decklist registration_status cardpay_payment_intent_status \
         mark_as_paid requested_deferred_payment total_match_points matches_won matches_lost matches_drawn",
    ),
    (
        "team_event_matches/0/teams/0/team_event_players/0/event_status/user",
        "id username best_identifier first_name last_name email pronouns has_used_app",
    ),
    (
        "team_event_matches/0/teams/0/team_event_players/0/event_status/decklist",
        "id name archetype deckhost_public_id commander_name partner_name decklist_updated_at duplicated_deckhost_link",
    ),
];

fn assert_fields(document: &Bytes, path: &str, fields: &str) {
    let tree = Tree::parse(document);
    assert_eq!(tree.at(path).keys(), fields.split_whitespace().collect::<Vec<_>>(), "at {path:?}");
}

#[test]
fn documents_of_a_tournament_have_the_interfaces_fields() {
    let out = swiss().render_all(VIEWS);
    for (kind, key, path, fields) in FIELDS_OF_SWISS {
        assert_fields(&body(&out, *kind, key), path, fields);
    }
}

#[test]
fn matches_of_teams_have_the_interfaces_fields() {
    let out = teams().render_all(VIEWS);
    for (path, fields) in FIELDS_OF_TEAMS {
        assert_fields(&body(&out, ViewKind::RoundTeamMatches, 201), path, fields);
    }
}

#[test]
fn an_exported_tournament_has_the_interfaces_fields() {
    let out = finished().render_all(VIEWS);
    let export = &out.exports[0];
    let fields = "TID tournamentName format bracketUrl players startDate swissRounds topCut standings";
    let entry = "name decklist winsSwiss lossesSwiss draws winsBracket lossesBracket";
    assert_fields(&export.body, "", fields);
    assert_fields(&export.body, "standings/0", entry);
    assert_fields(&export.body_with_text, "standings/0", &format!("{entry} decklist_text"));
}

#[test]
fn conventions_and_lists_have_the_interfaces_fields() {
    let details = ConventionDetails {
        slug: "mox".into(),
        coordinates: Some(Coordinates { coordinates: vec![1.0, 2.0] }),
        ..ConventionDetails::default()
    };
    let status = ConventionStatus::Scheduled;
    let mox = convention_of(details, status);
    let mut out = Output::new(StreamId::convention(mox.id), STORE, Position(1));
    convention::render(&mox, &[], &mut out);
    let scene = swiss();
    decklist::render(&scene.decklists[&301.into()], &scene.settings, &mut out);

    let full = "id magic_events name slug status regional_championship_region description url start_datetime \
        end_datetime name_of_location address coordinates event_timezone requires_ticket hotel_block_information \
        show_game_type_filters floor_judge_buzzer_identifier header_image override_headlining_formats \
        override_has_regional_championship external_site_hub_id accent_color_primary_hex accent_color_secondary_hex \
        organizer series product_lists";
    let summary = "id name slug status description url start_datetime end_datetime name_of_location address";
    let list = "id name deck_image_url deckhost_deck_json plaintext_list deckhost_public_id archetype";
    assert_fields(&body(&out, ViewKind::Convention, "mox"), "", full);
    assert_fields(&body(&out, ViewKind::Convention, "mox"), "coordinates", "type coordinates");
    assert_fields(&body(&out, ViewKind::ConventionSummary, "mox"), "", summary);
    assert_fields(&body(&out, ViewKind::Decklist, 301), "", list);
}

#[test]
fn rendering_twice_gives_the_same_bytes() {
    for scene in [swiss, teams, finished] {
        let (once, again) = (scene().render_all(VIEWS), scene().render_all(VIEWS));
        assert_eq!(once.documents, again.documents);
        assert_eq!(once.exports, again.exports);
    }
}

#[test]
fn vendor_names_stand_right_behind_ours_and_nowhere_else() {
    let mut scene = teams();
    let plain = scene.render_all(VIEWS);
    scene.settings.vendor_field_names = true;
    let vendor = scene.render_all(VIEWS);
    let aliases = ["stripe_", "paypal_", "moxfield_", "astrolabe_"];
    for (before, after) in plain.documents.iter().zip(&vendor.documents) {
        let (before, after) = (before.body.for_everyone(), after.body.for_everyone());
        let (before, after) = (String::from_utf8_lossy(&before), String::from_utf8_lossy(&after));
        assert!(aliases.iter().all(|alias| !before.contains(alias)));
        assert!(after.len() >= before.len());
    }
    let text = String::from_utf8_lossy(&body(&vendor, ViewKind::RoundTeamMatches, 201)).into_owned();
    for alias in ["astrolabe_url", "stripe_payment_intent_status", "moxfield_public_id"] {
        assert!(text.contains(&format!("\"{alias}\":")), "{alias}");
    }
}
