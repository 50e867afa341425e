//! Sixty finished tournaments of the last year.

use anyhow::ensure;
use chrono::{DateTime, Duration, Utc};
use domain::rule_sets::rules;
use proto_events::TournamentEvent;
use proto_events::tournament::{Fraction, Organizing, StandingsRules, TournamentDetails};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PlayoffKind, ProgressStatus, RuleSet};
use write_api::rounds::go_on::next_step;

use super::about::{ARCHIVED, ONGOING};
use super::cast::{Cast, PAID, Plan};
use super::conventions::day;
use super::course::{Course, PLAYOFF, SWISS};

pub(crate) const TOURNAMENTS: usize = 60;

/// Numbers of players, in rotation: every usual number of rounds, odd and even.
const SIZES: &[usize] = &[16, 24, 9, 32, 17, 40, 12, 27, 48, 20, 33, 8, 22, 65, 30];

/// The tournament that is played in pools of eight.
const POOLS: usize = 20;

const SERIES: &[&str] =
    &["Lantern League", "Thursday Night", "Store Championship", "Spring Series", "Win-a-Box", "City Open"];

/// Writes all of them, the oldest first.
pub(super) fn tell(cast: &mut Cast) -> anyhow::Result<()> {
    (0..TOURNAMENTS).rev().try_for_each(|place| tell_one(cast, place))
}

/// Returns the start of the tournament `place` tournaments ago.
fn start(cast: &Cast, place: usize) -> DateTime<Utc> {
    let days = match place {
        0 => -1,
        16 | 17 => -94,
        18 => -93,
        _ => -i64::try_from(place * 6).unwrap_or(0) - 2,
    };
    day(cast.now, days) + Duration::minutes(if place.is_multiple_of(2) { 9 * 60 } else { 17 * 60 + 30 })
}

fn details_of(cast: &Cast, place: usize) -> TournamentDetails {
    let formats = EventFormat::ALL.iter().filter(|format| **format != EventFormat::TriosConstructed);
    let format = match formats.copied().cycle().nth(place) {
        // Drafts, with their pods, are among the events that are being played.
        Some(EventFormat::BoosterDraft) | None => EventFormat::SealedDeck,
        Some(format) => format,
    };
    let name = format!("{} {} {}", SERIES[place % SERIES.len()], format.display_name(), TOURNAMENTS - place);
    let convention = match place {
        0 => Some(ONGOING),
        16..=18 => Some(ARCHIVED),
        _ => None,
    };
    let players = SIZES[place % SIZES.len()];
    let is_of_pods = format.is_for_pods();
    let rules = rules(if is_of_pods { RuleSet::Commander } else { RuleSet::Magic });
    let floor = if place % 7 == 3 { Fraction { numerator: 1, denominator: 3 } } else { rules.floor };
    TournamentDetails {
        convention_id: convention.map(|place| cast.conventions[place].0),
        is_test: place == 5,
        is_unlisted: place == 8,
        capacity: place.is_multiple_of(3).then_some(80),
        // Twice as many players need another round.
        swiss_rounds: match place {
            POOLS => Some(7),
            _ => i32::try_from(players.next_power_of_two().ilog2()).ok(),
        },
        top_cut: match players {
            ..16 => 0,
            16..30 => 4,
            _ if is_of_pods => 4,
            _ => 8,
        },
        rules: StandingsRules { floor, ..rules },
        pod_size: if is_of_pods { 4 } else { 2 },
        pool_size: if place == POOLS { 8 } else { 0 },
        playoff: match place {
            10 => PlayoffKind::ThirdPlace,
            12 => PlayoffKind::DoubleEliminationReset,
            _ => PlayoffKind::default(),
        },
        start_datetime: Some(start(cast, place)),
        ..TournamentDetails::new(name, format)
    }
}

fn tell_one(cast: &mut Cast, place: usize) -> anyhow::Result<()> {
    let (details, start) = (details_of(cast, place), start(cast, place));
    let plan = Plan {
        organization: cast.organizations[usize::from(place % 4 == 1 && details.convention_id.is_none())],
        announced: start - Duration::days(30),
        players: SIZES[place % SIZES.len()],
        statuses: PAID,
        formats: &[details.event_format],
        details: details.clone(),
    };
    let (mut course, _) = cast.open(&plan)?;
    course.begin(start);
    if !place.is_multiple_of(2) && details.pod_size == 2 {
        let organizing = Organizing { ranked_playoff: true, ..course.state.organizing.clone() };
        course.record(TournamentEvent::OrganizingChanged { organizing });
    }
    play(cast, &mut course, &details)?;
    let published = match place {
        0 | 1 | 7 => &[LifecycleStatus::DecklistsPublishing][..],
        2 | 9 | 21 | 33 => &[],
        _ => &[LifecycleStatus::DecklistsPublishing, LifecycleStatus::DecklistsPublished],
    };
    for status in published {
        course.wait_minutes(45);
        course.lifecycle(*status);
    }
    cast.finish(course).map(drop)
}

/// Plays an event to its end. The service decides the steps, as in the events that an on-demand queue makes.
fn play(cast: &mut Cast, course: &mut Course, details: &TournamentDetails) -> anyhow::Result<()> {
    let rounds = details.swiss_rounds.unwrap_or(3);
    while course.state.lifecycle == LifecycleStatus::EventInProgress {
        course.wait_minutes(5);
        let next = next_step(&course.state, &[], course.now, &mut course.ids)?;
        ensure!(!next.is_empty(), "an event of the demo waits for staff");
        course.record_all(next);
        let Some((phase, round)) = course.state.rounds().next_back() else { continue };
        let (is_playoff, number, status) = (phase.round_type.is_playoff(), round.number, round.status);
        let seats = course.open_matches(round.id);
        match status {
            ProgressStatus::InProgress if is_playoff => {
                seats.iter().for_each(|seat| course.feature(seat.match_id));
                course.report(&seats, PLAYOFF, &mut cast.rng);
            }
            ProgressStatus::InProgress => {
                // In the last round before a cut, the leaders often agree to a draw.
                let may_agree = number == rounds && details.top_cut > 0 && course.entries.len() >= 20;
                let agreed = if may_agree && details.pod_size == 2 { 2 } else { 0 };
                course.agree_to_draw(&seats[..agreed]);
                course.report(&seats[agreed..], SWISS, &mut cast.rng);
            }
            ProgressStatus::Complete if (2..rounds).contains(&number) => {
                course.drop_some((number - 2) * 3, 0.2, &mut cast.rng);
            }
            ProgressStatus::Complete | ProgressStatus::Upcoming => {}
        }
    }
    Ok(())
}
