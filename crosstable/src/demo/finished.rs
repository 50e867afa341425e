//! Sixty finished tournaments of the last year.

use chrono::{DateTime, Duration, Utc};
use importers::{Table, TournamentScript};
use proto_events::ids::{OrganizationId, PhaseId, RegistrationId, TournamentId};
use proto_events::tournament::{Fraction, StandingsRules, TournamentDetails};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PhaseType, RegistrationStatus, RoundType};
use rand::RngExt;
use storage::ReservedIds;

use super::cast::{Cast, SignUp, begin, details, ranking};
use super::conventions::{ARCHIVED, ONGOING, day};
use super::field::bracket;
use super::play::{Contest, flags};

/// Number of tournaments.
pub(crate) const TOURNAMENTS: usize = 60;

/// Numbers of players, in rotation: every usual number of rounds, odd and even.
const SIZES: &[usize] = &[16, 24, 9, 32, 17, 40, 12, 27, 48, 20, 33, 8, 22, 65, 30];

const SERIES: &[&str] =
    &["Lantern League", "Thursday Night", "Store Championship", "Spring Series", "Win-a-Box", "City Open"];

/// The properties of one of the sixty.
struct Plan {
    organization: OrganizationId,
    details: TournamentDetails,
    players: usize,
    start: DateTime<Utc>,
    /// Its final status.
    lifecycle: LifecycleStatus,
    playoff: PhaseType,
    /// Whether the losers of the semifinals play for third place.
    third_place: bool,
}

/// Writes all of them, the oldest first.
pub(crate) fn tell(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<()> {
    for place in (0..TOURNAMENTS).rev() {
        let plan = plan(cast, place);
        tell_one(cast, ids, &plan)?;
    }
    Ok(())
}

/// Returns the plan of the tournament `place` tournaments ago.
fn plan(cast: &mut Cast, place: usize) -> Plan {
    let formats = EventFormat::ALL.iter().filter(|format| **format != EventFormat::TriosConstructed);
    let format = formats.copied().cycle().nth(place).unwrap_or(EventFormat::Modern);
    let players = SIZES[place % SIZES.len()];
    let days = match place {
        0 => -1,
        16 | 17 => -94,
        18 => -93,
        _ => -i64::try_from(place * 6).unwrap_or(0) - 2,
    };
    let start = day(cast.now, days) + Duration::minutes(if place.is_multiple_of(2) { 9 * 60 } else { 17 * 60 + 30 });
    let convention = match place {
        0 => Some(ONGOING),
        16..=18 => Some(ARCHIVED),
        _ => None,
    };
    let second = place % 4 == 1 && convention.is_none();
    let name = format!("{} {} {}", SERIES[place % SERIES.len()], format.display_name(), TOURNAMENTS - place);
    let top_cut = if players >= 30 {
        8
    } else if players >= 16 {
        4
    } else {
        0
    };
    let floor_of_a_third =
        StandingsRules { floor: Fraction { numerator: 1, denominator: 3 }, ..StandingsRules::default() };
    Plan {
        organization: cast.organizations[usize::from(second)],
        details: TournamentDetails {
            convention_id: convention.map(|place| cast.conventions[place]),
            is_test: place == 5,
            is_unlisted: place == 8,
            capacity: place.is_multiple_of(3).then_some(80),
            swiss_rounds: Some(swiss_rounds(players)),
            top_cut,
            rules: if place % 7 == 3 { floor_of_a_third } else { StandingsRules::default() },
            ..details(name, format, start)
        },
        players,
        start,
        lifecycle: match place {
            0 | 1 | 7 => LifecycleStatus::DecklistsPublishing,
            2 | 9 | 21 | 33 => LifecycleStatus::EventFinished,
            _ => LifecycleStatus::DecklistsPublished,
        },
        playoff: if place.is_multiple_of(2) {
            PhaseType::SingleElimination
        } else {
            PhaseType::RankedSingleElimination
        },
        third_place: place == 10,
    }
}

/// Returns the usual number of rounds for this many players.
fn swiss_rounds(players: usize) -> i32 {
    match players {
        0..=8 => 3,
        9..=16 => 4,
        17..=32 => 5,
        33..=64 => 6,
        _ => 7,
    }
}

fn tell_one(cast: &mut Cast, ids: &mut ReservedIds, plan: &Plan) -> anyhow::Result<TournamentId> {
    let announced = plan.start - Duration::days(30);
    let mut script = TournamentScript::new(plan.details.clone(), cast.seed(), ids, announced);
    let sign_up = SignUp {
        organization: plan.organization,
        count: plan.players,
        from: plan.start - Duration::days(25),
        until: plan.start - Duration::minutes(30),
        formats: &[plan.details.event_format],
    };
    let (_, entries) = cast.sign_up(&mut script, &sign_up);
    let mut contest = Contest::new(entries, &mut cast.rng);
    begin(&mut script, plan.start);
    play_swiss(cast, &mut script, plan, &mut contest);
    if plan.details.top_cut > 0 {
        play_off(cast, &mut script, plan, &contest)?;
    }
    script.wait_minutes(5);
    script.lifecycle(LifecycleStatus::EventFinished);
    for status in [LifecycleStatus::DecklistsPublishing, LifecycleStatus::DecklistsPublished] {
        if plan.lifecycle >= status {
            script.wait_minutes(45);
            script.lifecycle(status);
        }
    }
    cast.write_tournament(plan.organization, script)
}

fn play_swiss(cast: &mut Cast, script: &mut TournamentScript<'_>, plan: &Plan, contest: &mut Contest) {
    let rounds = plan.details.swiss_rounds.unwrap_or(3);
    let phase = script.phase(PhaseType::Swiss);
    for number in 1..=rounds {
        let last = number == rounds;
        let round = script.round(phase, number, RoundType::PlayVsOpponent, flags(last && plan.details.top_cut == 0));
        let seats = contest.pair(script, round, number, &mut cast.rng);
        script.wait_minutes(5);
        script.start(round);
        let start = script.now();
        // In the last round before a cut, the leaders often agree to a draw.
        let agreed = if last && plan.details.top_cut > 0 && plan.players >= 20 { 2 } else { 0 };
        contest.agree_to_draw(script, &seats[..agreed]);
        contest.report(script, (number, start), &seats[agreed..], &mut cast.rng);
        script.at(start + Duration::minutes(55));
        script.complete(round);
        if number > 1 && !last {
            contest.drop_some(script, (number - 2) * 3, 0.2, &mut cast.rng);
        }
    }
}

/// Plays the cut and the bracket up to the final.
fn play_off(cast: &mut Cast, script: &mut TournamentScript<'_>, plan: &Plan, contest: &Contest) -> anyhow::Result<()> {
    let ranking = ranking(script, plan.organization)?;
    let still_there = |entry: &RegistrationId| {
        contest.entries.iter().zip(&contest.playing).any(|(one, plays)| one == entry && *plays)
    };
    let seeds: Vec<RegistrationId> =
        ranking.into_iter().filter(still_there).take(usize::try_from(plan.details.top_cut).unwrap_or(0)).collect();
    anyhow::ensure!(seeds.len().is_power_of_two(), "a cut to {} has no bracket", seeds.len());
    script.cut(plan.details.swiss_rounds.unwrap_or(3), seeds.clone());
    let phase = script.phase(plan.playoff);
    let mut number = plan.details.swiss_rounds.unwrap_or(3);
    let mut pairs: Vec<_> = bracket(seeds.len()).into_iter().map(|(one, other)| (seeds[one], seeds[other])).collect();
    let mut third_place = None;
    while !pairs.is_empty() {
        number += 1;
        let (winners, losers) = play_bracket_round(cast, script, contest, (phase, number), &pairs, third_place);
        if number > plan.details.swiss_rounds.unwrap_or(3) + 1 || losers.len() == 4 {
            losers.iter().for_each(|&loser| script.registration_status(loser, RegistrationStatus::Eliminated));
        }
        third_place = (plan.third_place && losers.len() == 2).then(|| (losers[0], losers[1]));
        pairs = winners.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    }
    Ok(())
}

type Players = Vec<RegistrationId>;

/// Plays a round of the bracket. Returns winners and losers by table.
fn play_bracket_round(
    cast: &mut Cast,
    script: &mut TournamentScript<'_>,
    contest: &Contest,
    (phase, number): (PhaseId, i32),
    pairs: &[(RegistrationId, RegistrationId)],
    third_place: Option<(RegistrationId, RegistrationId)>,
) -> (Players, Players) {
    let round = script.round(phase, number, RoundType::PlayVsOpponent, flags(pairs.len() == 1));
    let mut tables: Vec<Table> = pairs.iter().map(|&(one, other)| Table::versus(one, other)).collect();
    tables.extend(third_place.map(|(one, other)| Table::versus(one, other).consolation()));
    let matches = script.pair(round, tables);
    script.wait_minutes(15);
    script.start(round);
    let (mut winners, mut losers) = (Vec::new(), Vec::new());
    for (&(one, other), match_id) in pairs.iter().chain(third_place.iter()).zip(matches) {
        let place = |entry| contest.entries.iter().position(|it| *it == entry).unwrap_or(0);
        let result = contest.field.play_to_the_end(place(one), place(other), &mut cast.rng);
        script.wait_minutes(cast.rng.random_range(8..25));
        script.feature(match_id);
        script.result(match_id, result);
        let first_won = result.winner == proto_events::tournament::Winner::First;
        winners.push(if first_won { one } else { other });
        losers.push(if first_won { other } else { one });
    }
    winners.truncate(pairs.len());
    script.complete(round);
    (winners, losers)
}
