//! An event as those who run it see it.

use proto_events::tournament::{self, StandingsRules};
use proto_events::vocabulary::{EventFormat, RegistrationStatus, Tiebreaker};
use serde::Serialize;
use utoipa::ToSchema;

use super::{EventSettings, Time};
use crate::tournament::Tournament;

/// An event as those who run it see it: all that they decided, and how far it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrganizedEvent<'a> {
    /// Id of the event.
    id: i64,
    /// Its name.
    name: &'a str,
    /// Its settings, with where it stands.
    settings: EventSettings,
    /// What is played.
    event_format: EventFormat,
    /// When it begins; null if undated.
    #[schema(value_type = Option<DateTime<Utc>>)]
    start_datetime: Option<Time>,
    /// The convention that it is part of, by its slug; null outside conventions.
    convention_slug: Option<&'a str>,
    /// A trial run: never exported, without a public page.
    is_test: bool,
    /// Whether it has no public page.
    is_unlisted: bool,
    /// Players of a team; 1 where everybody plays alone.
    team_size: i32,
    /// Players admitted before the waitlist begins; null for no limit.
    capacity: Option<i32>,
    /// Swiss rounds planned; null if that is open.
    swiss_rounds: Option<i32>,
    /// Size of the cut; 0 for none.
    top_cut: i32,
    /// How it counts and orders.
    rules: EventRules<'a>,
    /// Until when players may hand in and change their lists; null for until play begins.
    #[schema(value_type = Option<DateTime<Utc>>)]
    decklist_deadline: Option<Time>,
    /// Seconds after the deadline during which a list is still in time.
    decklist_grace_seconds: i32,
    /// Whether the last Swiss round before a cut is paired by standing.
    power_pair_last_round: bool,
    /// Whether the playoff is re-seeded before each of its rounds.
    ranked_playoff: bool,
    /// Players of a draft pod.
    draft_pod_size: i32,
    /// The event from which players may be moved into this one; null if there is none.
    parent_id: Option<i64>,
    /// Whether staff locked all lists, or unlocked them; null where the deadline decides.
    decklists_locked: Option<bool>,
    /// Registrations that take a place, or took one.
    #[schema(value_type = i32)]
    enrolled_player_count: usize,
    /// Registrations on the waitlist.
    #[schema(value_type = i32)]
    waitlisted_player_count: usize,
}

/// How an event counts and orders.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventRules<'a> {
    /// Match points for a won match.
    points_for_win: i32,
    /// Match points for a drawn match.
    points_for_draw: i32,
    /// Match points for a lost match.
    points_for_loss: i32,
    /// What a percentage counts at least, before it enters an opponent's average.
    floor: Fraction,
    /// Whether a player's own game-win percentage is floored too.
    own_game_win_floored: bool,
    /// Own game-win percentage of a player without games; null for the floor.
    game_win_without_games: Option<f64>,
    /// What orders players on equal match points, before the draw.
    tiebreakers: &'a [Tiebreaker],
    /// Decimals to which percentages are rounded: 8, or 16 for as they are.
    #[schema(value_type = i32)]
    decimals: u8,
}

/// A fraction.
#[derive(Debug, Serialize, ToSchema)]
pub struct Fraction {
    /// Above the line.
    numerator: i64,
    /// Below the line.
    denominator: i64,
}

impl<'a> OrganizedEvent<'a> {
    /// An event of the convention of this slug, or of none.
    pub fn new(tournament: &'a Tournament, convention_slug: Option<&'a str>) -> Self {
        let (details, organizing) = (&tournament.details, &tournament.organizing);
        let entries = &tournament.registrations;
        Self {
            id: tournament.id.0,
            name: &details.name,
            settings: EventSettings::of(tournament),
            event_format: details.event_format,
            start_datetime: details.start_datetime.map(Time),
            convention_slug,
            is_test: details.is_test,
            is_unlisted: details.is_unlisted,
            team_size: details.team_size,
            capacity: details.capacity,
            swiss_rounds: details.swiss_rounds,
            top_cut: details.top_cut,
            rules: EventRules::new(&details.rules),
            decklist_deadline: organizing.decklist_deadline.map(Time),
            decklist_grace_seconds: organizing.decklist_grace_seconds,
            power_pair_last_round: organizing.power_pair_last_round,
            ranked_playoff: organizing.ranked_playoff,
            draft_pod_size: organizing.draft_pod_size,
            parent_id: organizing.parent_id.map(|id| id.0),
            decklists_locked: tournament.lists_locked,
            enrolled_player_count: entries.iter().filter(|entry| entry.is_enrolled()).count(),
            waitlisted_player_count: entries
                .iter()
                .filter(|entry| entry.status == RegistrationStatus::OnWaitlist)
                .count(),
        }
    }
}

impl<'a> EventRules<'a> {
    fn new(rules: &'a StandingsRules) -> Self {
        let tournament::Fraction { numerator, denominator } = rules.floor;
        Self {
            points_for_win: rules.points_for_win,
            points_for_draw: rules.points_for_draw,
            points_for_loss: rules.points_for_loss,
            floor: Fraction { numerator, denominator },
            own_game_win_floored: rules.own_game_win_floored,
            game_win_without_games: rules.game_win_without_games,
            tiebreakers: &rules.tiebreakers,
            decimals: rules.decimals,
        }
    }
}
