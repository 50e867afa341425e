//! The table: every object of the interface, field by field.
//!
//! `may_be_null` follows `docs/api-decisions.md`: absent times, objects, ids and enumerations, and fields that the
//! interface itself calls "or null".

use domain::limits;
use proto_events::vocabulary::{
    CardPaymentStatus, ConventionStatus, EventFormat, GenerationStatus, LifecycleStatus, PaymentMethod, PhaseType,
    ProgressStatus, QueueCheckInStatus, RegionalChampionshipRegion, RegistrationStatus, Role, RoundType,
    WalletOrderStatus,
};

use super::Kind::{
    Array, ArrayOf, Boolean, DateTime, Exactly, Int32, Integer, Number, Object, Objects, OneOf, OrNull, Percentage,
};
use super::{Field, Kind, Shape};

const TEXT: Kind = Kind::Text(usize::MAX);
const ADDRESS: Kind = Kind::Url(usize::MAX);

const fn has(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, nullable: false }
}

const fn may_be_null(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, nullable: true }
}

const FORMAT: Kind = OneOf(|name| EventFormat::from_wire_name(name).is_some());
const LIFECYCLE: Kind = OneOf(|name| LifecycleStatus::from_wire_name(name).is_some());
const REGISTRATION_STATUS: Kind = OneOf(|name| RegistrationStatus::from_wire_name(name).is_some());
const CONVENTION_STATUS: Kind = OneOf(|name| ConventionStatus::from_wire_name(name).is_some());
const PROGRESS: Kind = OneOf(|name| ProgressStatus::from_wire_name(name).is_some());
const GENERATION: Kind = OneOf(|name| GenerationStatus::from_wire_name(name).is_some());
const CARD_STATUS: Kind = OneOf(|name| CardPaymentStatus::from_wire_name(name).is_some());
const WALLET_STATUS: Kind = OneOf(|name| WalletOrderStatus::from_wire_name(name).is_some());
const METHOD: Kind = OneOf(|name| PaymentMethod::from_wire_name(name).is_some());
const CHECK_IN: Kind = OneOf(|name| QueueCheckInStatus::from_wire_name(name).is_some());
const ROUND_TYPE: Kind = OneOf(|name| RoundType::from_wire_name(name).is_some());
const PHASE_TYPE: Kind = OneOf(|name| PhaseType::from_wire_name(name).is_some());
const REGION: Kind = OneOf(|name| name.is_empty() || RegionalChampionshipRegion::from_wire_name(name).is_some());
const ROLE: Kind = OneOf(|name| Role::from_wire_name(name).is_some());
const TIMEZONE: Kind = OneOf(is_timezone);
const FORMAT_NAME: Kind = OneOf(|name| EventFormat::ALL.iter().any(|format| format.display_name() == name));

fn is_timezone(name: &str) -> bool {
    const PREFIXES: [&str; 9] =
        ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Canada", "Europe"];
    name.is_empty() || name.split_once('/').is_some_and(|(region, city)| PREFIXES.contains(&region) && !city.is_empty())
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $shape:ident = $name:literal [$($field:expr),+ $(,)?] $(beside [$($beside:expr),+ $(,)?])?;)+) => {
        $(
            $(#[$doc])*
            pub static $shape: Shape =
                Shape { name: $name, fields: &[$($field),+], beside: &[$($($beside),+)?] };
        )+

        /// Every object of the interface.
        pub static ALL_SHAPES: &[&Shape] = &[$(&$shape),+];
    };
}

shapes! {
    /// Convention, full form (1, 2).
    CONVENTION = "Convention" [
        has("id", Integer),
        has("magic_events", Objects(&MAGIC_EVENT_BASIC)),
        has("name", Kind::Text(limits::CONVENTION_NAME)),
        has("slug", Kind::Slug(limits::CONVENTION_SLUG)),
        has("status", CONVENTION_STATUS),
        may_be_null("regional_championship_region", REGION),
        may_be_null("description", TEXT),
        may_be_null("url", Kind::Url(limits::CONVENTION_URL)),
        may_be_null("start_datetime", DateTime),
        may_be_null("end_datetime", DateTime),
        may_be_null("name_of_location", Kind::Text(limits::LOCATION)),
        may_be_null("address", Kind::Text(limits::LOCATION)),
        may_be_null("coordinates", Object(&COORDINATES)),
        may_be_null("event_timezone", TIMEZONE),
        has("requires_ticket", Boolean),
        may_be_null("hotel_block_information", TEXT),
        has("show_game_type_filters", Boolean),
        may_be_null("floor_judge_buzzer_identifier", Kind::Text(limits::SHORT_TEXT)),
        may_be_null("header_image", ADDRESS),
        may_be_null("override_headlining_formats", Array(&OrNull(&FORMAT))),
        has("override_has_regional_championship", Boolean),
        may_be_null("external_site_hub_id", Kind::Text(limits::SHORT_TEXT)),
        may_be_null("accent_color_primary_hex", Kind::Text(limits::ACCENT_COLOR)),
        may_be_null("accent_color_secondary_hex", Kind::Text(limits::ACCENT_COLOR)),
        has("organizer", Integer),
        may_be_null("series", Integer),
        has("product_lists", Array(&Integer)),
    ];
    /// Coordinates of a convention.
    COORDINATES = "coordinates" [has("type", Exactly("Point")), has("coordinates", ArrayOf(&Number, 2, 3))];
    /// An event inside a convention.
    MAGIC_EVENT_BASIC = "MagicEventBasic" [
        has("id", Integer),
        has("name", Kind::Text(limits::SHORT_TEXT)),
        may_be_null("event_format", FORMAT),
        has("settings", Object(&SETTINGS)),
        may_be_null("start_datetime", DateTime),
    ];
    /// Settings of an event.
    SETTINGS = "settings" [has("id", Integer), has("event_lifecycle_status", LIFECYCLE)];
    /// Convention summary (3, 4).
    CONVENTION_SUMMARY = "Convention summary" [
        has("id", Integer),
        has("name", Kind::Text(limits::CONVENTION_NAME)),
        has("slug", Kind::Slug(limits::CONVENTION_SLUG)),
        has("status", CONVENTION_STATUS),
        has("description", TEXT),
        has("url", Kind::Url(limits::CONVENTION_URL)),
        may_be_null("start_datetime", DateTime),
        may_be_null("end_datetime", DateTime),
        has("name_of_location", Kind::Text(limits::LOCATION)),
        has("address", Kind::Text(limits::LOCATION)),
    ];
    /// Event (7, 8).
    EVENT = "Event" [
        has("id", Integer),
        has("name", Kind::Text(limits::SHORT_TEXT)),
        has("settings", Object(&SETTINGS)),
        has("current_round_number", Int32),
        has("enrolled_player_count", Int32),
        has("user_statuses", Objects(&PLAYER_STATUS)),
        has("tournament_phases", Objects(&PHASE)),
        has("featured_matches", Objects(&MATCH)),
        has("event_format", FORMAT),
        may_be_null("start_datetime", DateTime),
    ];
    /// A player in an event.
    PLAYER_STATUS = "PlayerStatus" [
        has("id", Integer),
        has("user", Object(&NAMED_USER)),
        may_be_null("decklist", Integer),
        has("registration_status", REGISTRATION_STATUS),
        may_be_null("final_place_in_standings", Int32),
        has("matches_won", Int32),
        has("matches_lost", Int32),
        has("matches_drawn", Int32),
        has("total_match_points", Int32),
    ];
    /// A person by id and name.
    NAMED_USER = "user" [has("id", Integer), has("best_identifier", TEXT)];
    /// A phase of an event.
    PHASE = "Phase" [
        has("id", Integer),
        has("rounds", Objects(&ROUND)),
        has("order_in_phases", Int32),
        has("round_type", PHASE_TYPE),
        has("status", PROGRESS),
    ];
    /// Round, summary (13, 14).
    ROUND = "Round" [
        has("id", Integer),
        has("matches", Objects(&MATCH)),
        has("round_number", Int32),
        has("status", PROGRESS),
    ];
    /// Match, summary.
    MATCH = "Match" [
        has("id", Integer),
        has("player_match_relationships", Objects(&PLAYER_MATCH)),
        has("is_feature_match", Boolean),
        has("table_number", Int32),
        has("status", PROGRESS),
    ];
    /// A player in a match.
    PLAYER_MATCH = "PlayerMatch" [
        has("id", Integer),
        has("user_event_status", Object(&PLAYER_STATUS)),
        has("games_won", Int32),
        has("points_gained", Int32),
        has("player_order", Int32),
    ];
    /// A round's matches (15).
    ROUND_MATCHES = "Round matches" [
        has("id", Integer),
        has("matches", Objects(&DETAILED_MATCH)),
        has("team_event_matches", Objects(&TEAM_MATCH)),
        has("tournament_phase", Integer),
        has("round_number", Int32),
        has("final_round_in_event", Boolean),
        has("use_old_pairings", Boolean),
        has("pairingengine_url", Kind::Text(limits::SHORT_TEXT)),
        has("pairings_status", GENERATION),
        has("standings_status", GENERATION),
        has("round_type", ROUND_TYPE),
        has("status", PROGRESS),
    ];
    /// Match, detailed.
    DETAILED_MATCH = "DetailedMatch" [
        has("id", Integer),
        has("players", Objects(&SEATED_PLAYER)),
        has("table_number", Int32),
        has("pod_number", Int32),
        has("status", PROGRESS),
        has("is_ghost_match", Boolean),
        has("is_feature_match", Boolean),
        has("match_is_bye", Boolean),
        has("match_is_loss", Boolean),
        has("deck_check_completed", Boolean),
        has("deck_check_started", Boolean),
        has("time_extension_seconds", Int32),
        may_be_null("winning_player", Integer),
        has("match_is_intentional_draw", Boolean),
        has("match_is_unintentional_draw", Boolean),
        has("games_drawn", Int32),
        may_be_null("assigned_judge", Object(&REFERENCE)),
        has("games_won_by_winner", Int32),
        has("games_won_by_loser", Int32),
    ];
    /// A player at a table.
    SEATED_PLAYER = "player of DetailedMatch" [
        has("id", Integer),
        has("match_id", Integer),
        has("player", Object(&REFERENCE)),
        has("user_event_status", Object(&REFERENCE)),
        has("player_order", Int32),
        has("games_won", Int32),
    ];
    /// An embedded object of which three fields are known.
    REFERENCE = "reference" [has("id", Integer), may_be_null("captain", Boolean), may_be_null("queue_group", Integer)];
    /// A match of teams.
    TEAM_MATCH = "TeamMatch" [
        has("id", Integer),
        has("teams", Objects(&TEAM)),
        has("tournament_round", Integer),
        has("first_table_number", Int32),
        has("match_is_bye", Boolean),
        has("is_draw", Boolean),
        may_be_null("winner", Integer),
    ];
    /// A team.
    TEAM = "Team" [
        has("id", Integer),
        has("team_event_players", Objects(&TEAM_PLAYER)),
        has("team_name", TEXT),
        has("invite_hash", TEXT),
        has("is_dropped", Boolean),
    ];
    /// A seat of a team.
    TEAM_PLAYER = "TeamPlayer" [
        has("id", Integer),
        has("event_status", Object(&EVENT_STATUS)),
        has("team", Integer),
        has("captain", Boolean),
        has("seat", Integer),
    ];
    /// The registration of a team's member.
    EVENT_STATUS = "event_status" [
        has("user", Object(&FULL_USER)),
        has("id", Integer),
        may_be_null("decklist", Object(&TEAM_DECKLIST)),
        has("user_identifier", TEXT),
        has("using_paper_decklist", Boolean),
        has("registration_status", REGISTRATION_STATUS),
        may_be_null("cardpay_payment_intent_status", CARD_STATUS),
        has("mark_as_paid", Boolean),
        has("requested_deferred_payment", Boolean),
        has("total_match_points", Int32),
        has("matches_won", Int32),
        has("matches_lost", Int32),
        has("matches_drawn", Int32),
    ];
    /// A person with all fields.
    FULL_USER = "user of event_status" [
        has("id", Integer),
        has("username", TEXT),
        has("best_identifier", TEXT),
        has("first_name", TEXT),
        has("last_name", TEXT),
        has("email", TEXT),
        has("pronouns", TEXT),
        has("has_used_app", Boolean),
    ];
    /// A list of a team's member.
    TEAM_DECKLIST = "decklist of event_status" [
        has("id", Integer),
        has("name", TEXT),
        has("archetype", TEXT),
        has("deckhost_public_id", TEXT),
        has("commander_name", TEXT),
        has("partner_name", TEXT),
        has("decklist_updated_at", DateTime),
        has("duplicated_deckhost_link", TEXT),
    ];
    /// Registration (9).
    REGISTRATION = "Registration" [
        has("id", Integer),
        has("user_identifier", TEXT),
        has("user", Object(&REGISTRATION_USER)),
        has("magic_event", Integer),
        has("registration_status", REGISTRATION_STATUS),
        may_be_null("registration_completed_datetime", DateTime),
        may_be_null("waitlisted_datetime", DateTime),
        has("mark_as_paid", Boolean),
        may_be_null("cardpay_payment_intent_status", CARD_STATUS),
        may_be_null("walletpay_order_status", WALLET_STATUS),
        may_be_null("payment_method", METHOD),
        has("matches_won", Int32),
        has("matches_lost", Int32),
        has("matches_drawn", Int32),
        has("total_match_points", Int32),
        may_be_null("queue_check_in_status", CHECK_IN),
        may_be_null("queue_group_role", Object(&QUEUE_GROUP_ROLE)),
        has("internal_notes", TEXT),
        may_be_null("fixed_seat", Int32),
        has("has_byes_for_round_numbers", Array(&Int32)),
        has("using_paper_decklist", Boolean),
        may_be_null("decklist", Object(&REGISTRATION_DECKLIST)),
        may_be_null("final_place_in_standings", Int32),
        has("walletpay_order_id", Kind::Text(limits::WALLET_ORDER_ID)),
    ];
    /// The person of a registration.
    REGISTRATION_USER = "user of Registration" [
        has("id", Integer), may_be_null("captain", Boolean), may_be_null("queue_group", Integer),
    ] beside [has("best_identifier", TEXT), has("email", TEXT)];
    /// The list of a registration.
    REGISTRATION_DECKLIST = "decklist of Registration" [
        has("id", Integer), may_be_null("captain", Boolean), may_be_null("queue_group", Integer),
    ] beside [has("name", TEXT), has("archetype", TEXT), has("deckhost_public_id", TEXT)];
    /// The role of a registration in a queue group.
    QUEUE_GROUP_ROLE = "queue_group_role" [
        has("id", Integer), may_be_null("captain", Boolean), may_be_null("queue_group", Integer),
    ];
    /// Standings (10, 16).
    STANDINGS = "Standings" [has("round_number", Integer), has("standings", Objects(&STANDING))];
    /// A line of standings; no field is null.
    STANDING = "Standings entry" [
        has("record", TEXT),
        has("rank", Integer),
        has("player_id", Integer),
        has("name", TEXT),
        has("match_points", Integer),
        has("match_win_percentage", Percentage),
        has("opponent_match_win_percentage", Percentage),
        has("game_win_percentage", Percentage),
        has("opponent_game_win_percentage", Percentage),
        has("opponent_average_match_points", Number),
        has("wins", Integer),
        has("losses", Integer),
        has("draws", Integer),
        has("games_won", Integer),
        has("games_lost", Integer),
        has("games_drawn", Integer),
        has("playoff_wins", Integer),
        has("playoff_losses", Integer),
        has("user_event_status_ids", Array(&Integer)),
    ];
    /// Tagged player (12).
    TAGGED_PLAYER = "Tagged player" [
        has("id", Integer),
        has("user", Object(&NAMED_USER)),
        has("tags", Array(&TEXT)),
        has("registration_status", REGISTRATION_STATUS),
    ];
    /// Decklist (11, 17, 19).
    DECKLIST = "Decklist" [
        has("id", Integer),
        has("name", TEXT),
        has("deck_image_url", ADDRESS),
        has("deckhost_deck_json", TEXT),
        has("plaintext_list", TEXT),
        has("deckhost_public_id", TEXT),
        has("archetype", TEXT),
    ];
    /// A page of decklists (17).
    DECKLIST_PAGE = "Decklist page" [
        has("count", Integer),
        has("results", Objects(&DECKLIST)),
        may_be_null("next", ADDRESS),
        may_be_null("previous", ADDRESS),
    ];
    /// API key entry (5).
    API_KEY = "API key" [
        has("id", Integer),
        has("name", Kind::Text(limits::API_KEY_NAME)),
        has("store_name", TEXT),
        has("organization_role", Object(&ORGANIZATION_ROLE)),
        has("created_at", DateTime),
        may_be_null("last_used_at", DateTime),
        may_be_null("expires_at", DateTime),
        has("is_active", Boolean),
    ];
    /// The role a key carries.
    ORGANIZATION_ROLE = "organization_role" [has("id", Integer), has("user", Object(&NAMED_USER)), has("role", ROLE)];
    /// The key in use (6).
    WHOAMI = "Key information" [
        has("name", Kind::Text(limits::API_KEY_NAME)),
        has("store_name", TEXT),
        has("role", ROLE),
        has("created_at", DateTime),
        may_be_null("last_used_at", DateTime),
        may_be_null("expires_at", DateTime),
    ];
    /// Exported tournament (22); no field is null.
    EXPORTED = "Exported tournament" [
        has("TID", TEXT),
        has("tournamentName", TEXT),
        has("format", FORMAT_NAME),
        has("bracketUrl", ADDRESS),
        has("players", Int32),
        has("startDate", Int32),
        has("swissRounds", Int32),
        has("topCut", Int32),
        has("standings", Objects(&EXPORTED_STANDING)),
    ];
    /// A line of an exported tournament.
    EXPORTED_STANDING = "exported standing" [
        has("name", TEXT),
        has("decklist", ADDRESS),
        has("winsSwiss", Integer),
        has("lossesSwiss", Integer),
        has("draws", Integer),
        has("winsBracket", Integer),
        has("lossesBracket", Integer),
    ];
    /// Exported tournament with the lists' text.
    EXPORTED_WITH_TEXT = "Exported tournament with text" [
        has("TID", TEXT),
        has("tournamentName", TEXT),
        has("format", FORMAT_NAME),
        has("bracketUrl", ADDRESS),
        has("players", Int32),
        has("startDate", Int32),
        has("swissRounds", Int32),
        has("topCut", Int32),
        has("standings", Objects(&EXPORTED_STANDING_WITH_TEXT)),
    ];
    /// A line of an exported tournament with the list's text.
    EXPORTED_STANDING_WITH_TEXT = "exported standing with text" [
        has("name", TEXT),
        has("decklist", ADDRESS),
        has("winsSwiss", Integer),
        has("lossesSwiss", Integer),
        has("draws", Integer),
        has("winsBracket", Integer),
        has("lossesBracket", Integer),
        has("decklist_text", TEXT),
    ];
    /// The overview of an event, for polling.
    OVERVIEW = "Overview" [
        has("id", Integer),
        has("name", Kind::Text(limits::SHORT_TEXT)),
        has("lifecycle_status", LIFECYCLE),
        has("is_canceled", Boolean),
        has("event_format", FORMAT),
        may_be_null("start_datetime", DateTime),
        may_be_null("current_round", Object(&OVERVIEW_CURRENT_ROUND)),
        may_be_null("clock", Object(&OVERVIEW_CLOCK)),
        has("end_of_round_rule", Kind::Text(limits::SHORT_TEXT)),
        has("number_of_incomplete_matches", Int32),
        has("tournament_phases", Objects(&OVERVIEW_PHASE)),
    ];
    /// The active round in an overview.
    OVERVIEW_CURRENT_ROUND = "current_round" [has("id", Integer), has("round_number", Int32)];
    /// The clock of the active round in an overview.
    OVERVIEW_CLOCK = "clock" [
        has("length_seconds", Int32),
        has("elapsed_seconds", Int32),
        may_be_null("running_since", DateTime),
        may_be_null("ends_at", DateTime),
    ];
    /// A phase in an overview.
    OVERVIEW_PHASE = "phase of Overview" [
        has("id", Integer),
        has("order_in_phases", Int32),
        has("round_type", PHASE_TYPE),
        has("status", PROGRESS),
        has("rounds", Objects(&OVERVIEW_ROUND)),
    ];
    /// A round in an overview.
    OVERVIEW_ROUND = "round of Overview" [
        has("id", Integer),
        has("round_number", Int32),
        has("status", PROGRESS),
        has("pairings_published", Boolean),
    ];
}
