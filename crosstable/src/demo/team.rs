//! A trios event in its third round, with 23 teams, so that one has a bye.

use chrono::{DateTime, Duration, Utc};
use importers::{PairedTeams, TournamentScript};
use proto_events::ids::{TeamId, TournamentId};
use proto_events::tournament::{MatchResult, QueueGroupRole, TournamentDetails, Winner};
use proto_events::vocabulary::{EventFormat, PhaseType, RoundType};
use rand::RngExt;
use storage::ReservedIds;

use super::cast::{Cast, SignUp, begin, details};
use super::conventions::ONGOING;
use super::field::{Field, INTENTIONAL_DRAW, result};
use super::people::team_names;
use super::play::flags;

const TEAMS: usize = 23;
const CURRENT_ROUND: i32 = 3;
/// The format of each seat.
const SEATS: [EventFormat; 3] = [EventFormat::Standard, EventFormat::Modern, EventFormat::Duel];
/// The queue of the last team, and the first role in it.
const QUEUE: (i64, i64) = (1_000, 10_001);

/// Writes the event up to now.
pub(crate) fn tell(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    let start = cast.now - Duration::minutes(20 + 70 * i64::from(CURRENT_ROUND - 1) + 5);
    let details = TournamentDetails {
        convention_id: Some(cast.conventions[ONGOING]),
        team_size: 3,
        capacity: Some(120),
        swiss_rounds: Some(5),
        top_cut: 4,
        ..details("Harbour Trios", EventFormat::TriosConstructed, start)
    };
    let mut script = TournamentScript::new(details, cast.seed(), ids, start - Duration::days(40));
    let teams = sign_up(cast, &mut script, start);
    let mut field = Field::new(TEAMS, &mut cast.rng);
    begin(&mut script, start);
    let phase = script.phase(PhaseType::Swiss);
    let mut playing: Vec<usize> = (0..TEAMS).collect();
    for number in 1..=CURRENT_ROUND {
        let pairs = field.pair(&playing, &mut cast.rng);
        let mut meetings: Vec<_> = pairs.tables.iter().map(|&(one, other)| (teams[one], Some(teams[other]))).collect();
        meetings.extend(pairs.bye.map(|team| (teams[team], None)));
        let round = script.round(phase, number, RoundType::PlayVsOpponent, flags(false));
        let paired = script.pair_teams(round, &meetings);
        let round_start = start + Duration::minutes(5 + 70 * i64::from(number - 1));
        script.at(round_start);
        script.start(round);
        pairs.bye.into_iter().for_each(|team| field.give_bye(team));
        for (place, (&(one, other), tables)) in pairs.tables.iter().zip(&paired).enumerate() {
            field.meet(one, other);
            script.wait_minutes(1);
            if number == 1 && place == 0 {
                draw(&mut script, &mut field, (one, other), tables);
            } else if number < CURRENT_ROUND || place % 2 == 0 {
                play(cast, &mut script, &mut field, (one, other), tables);
            } else if place % 3 == 0 {
                begin_match(&mut script, tables, &cast.staff);
            }
        }
        if number < CURRENT_ROUND {
            script.at(round_start + Duration::minutes(60));
            script.complete(round);
        }
        if number == 2 {
            let last = playing.iter().copied().min_by_key(|&team| field.points[team]).unwrap_or(0);
            playing.retain(|&team| team != last);
            script.drop_team(teams[last]);
        }
    }
    cast.write_tournament(cast.organizations[0], script)
}

fn sign_up(cast: &mut Cast, script: &mut TournamentScript<'_>, start: DateTime<Utc>) -> Vec<TeamId> {
    let sign_up = SignUp {
        organization: cast.organizations[0],
        count: TEAMS * SEATS.len(),
        from: start - Duration::days(35),
        until: start - Duration::hours(3),
        formats: &SEATS,
    };
    let (_, entries) = cast.sign_up(script, &sign_up);
    if let Some(last) = entries.chunks(SEATS.len()).next_back() {
        for (id, &entry) in (QUEUE.1..).zip(last) {
            script.queue_group(entry, QueueGroupRole { id, captain: id == QUEUE.1, queue_group: QUEUE.0 });
        }
    }
    let teams = entries.chunks(SEATS.len()).zip(team_names()).map(|(members, name)| {
        let invite = format!("{:08x}", cast.rng.random_range(0..u32::MAX));
        script.team(name, invite, members)
    });
    teams.collect()
}

/// Plays all three seats, sometimes with a drawn seat. One match in eight ends early when two seats are won.
fn play(
    cast: &mut Cast,
    script: &mut TournamentScript<'_>,
    field: &mut Field,
    (one, other): (usize, usize),
    tables: &PairedTeams,
) {
    let seats: Vec<MatchResult> = tables.seats.iter().map(|_| field.play(one, other, &mut cast.rng)).collect();
    let count = |winner| i32::try_from(seats.iter().filter(|seat| seat.winner == winner).count()).unwrap_or(0);
    let (first, second, drawn) = (count(Winner::First), count(Winner::Second), count(Winner::Draw));
    let winner = match first.cmp(&second) {
        std::cmp::Ordering::Greater => Winner::First,
        std::cmp::Ordering::Less => Winner::Second,
        std::cmp::Ordering::Equal => Winner::Draw,
    };
    let stopped = seats[0].winner == seats[1].winner && seats[0].winner != Winner::Draw && cast.rng.random_bool(0.12);
    for (&match_id, &seat) in tables.seats.iter().zip(&seats).take(if stopped { 2 } else { 3 }) {
        script.result(match_id, seat);
    }
    let decided = match (stopped, winner) {
        (false, _) => result(winner, first, second, drawn),
        (true, Winner::First) => result(winner, 2, 0, 0),
        (true, _) => result(winner, 0, 2, 0),
    };
    if stopped {
        script.team_result(tables.team_match_id, decided);
    }
    field.score(one, other, decided);
}

/// Plays a drawn match: each team wins a seat, and the third seat is an intentional draw.
fn draw(script: &mut TournamentScript<'_>, field: &mut Field, (one, other): (usize, usize), tables: &PairedTeams) {
    let seats = [result(Winner::First, 2, 0, 0), result(Winner::Second, 1, 2, 0), INTENTIONAL_DRAW];
    for (&match_id, seat) in tables.seats.iter().zip(seats) {
        script.result(match_id, seat);
    }
    field.score(one, other, result(Winner::Draw, 1, 1, 1));
}

/// Starts a match: the first seat has a result, and the third is a feature match.
fn begin_match(script: &mut TournamentScript<'_>, tables: &PairedTeams, staff: &[proto_events::ids::UserId]) {
    let [first, .., last] = tables.seats[..] else { return };
    script.result(first, result(Winner::Second, 1, 2, 0));
    script.feature(last);
    script.extension(last, 180);
    if let Some(&judge) = staff.first() {
        script.judge(last, judge);
    }
}
