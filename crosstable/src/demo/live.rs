//! A championship with 512 players in its seventh round, with the usual work of its staff.

use chrono::{DateTime, Duration, Utc};
use importers::TournamentScript;
use proto_events::ids::{MatchId, RegistrationId, TournamentId};
use proto_events::tournament::{RoundClock, TournamentDetails};
use proto_events::vocabulary::{EventFormat, PhaseType, RegistrationStatus, RoundType};
use rand::RngExt;
use storage::ReservedIds;

use super::cast::{Cast, Person, SignUp, begin, details};
use super::conventions::ONGOING;
use super::play::{Contest, Seat, flags};

/// Number of players at the start.
pub(crate) const PLAYERS: usize = 512;
/// The current round.
pub(crate) const CURRENT_ROUND: i32 = 7;
/// Number of people who are on the waitlist, in checkout or canceled.
const HANGERS_ON: usize = 24;
/// Percentage of reported results in the current round.
const REPORTED_PERCENT: usize = 58;

/// Writes the championship up to now.
pub(crate) fn tell(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    // The current round began 25 minutes ago, and each round takes 65 minutes.
    let start = cast.now - Duration::minutes(25 + 65 * i64::from(CURRENT_ROUND - 1) + 5);
    let details = TournamentDetails {
        convention_id: Some(cast.conventions[ONGOING]),
        capacity: Some(512),
        swiss_rounds: Some(10),
        top_cut: 8,
        end_of_round_rule: "Finish the turn, then five more turns.".to_owned(),
        ..details("Harbour Regional Championship", EventFormat::Modern, start)
    };
    let mut script = TournamentScript::new(details, cast.seed(), ids, start - Duration::days(80));
    let entries = sign_up(cast, &mut script, start);
    let mut contest = Contest::new(entries, &mut cast.rng);
    prepare(&mut script, &mut contest);
    begin(&mut script, start);
    let phase = script.phase(PhaseType::Swiss);
    for number in 1..=CURRENT_ROUND {
        let round_start = start + Duration::minutes(5 + 65 * i64::from(number - 1));
        let round = script.round(phase, number, RoundType::PlayVsOpponent, flags(false));
        let seats = contest.pair(&mut script, round, number, &mut cast.rng);
        script.at(round_start);
        script.start(round);
        seats.iter().take(2).for_each(|seat| script.feature(seat.match_id));
        if number == CURRENT_ROUND {
            // The clock was paused for an announcement two minutes into the round.
            let running_since = Some(round_start + Duration::minutes(4));
            script.clock(round, RoundClock { length_seconds: 50 * 60, elapsed_seconds: 120, running_since });
            play_current_round(cast, &mut script, &mut contest, &seats, round_start);
        } else {
            play_round(cast, &mut script, &mut contest, &seats, (number, round_start));
            script.complete(round);
            between_rounds(cast, &mut script, &mut contest, number);
        }
    }
    cast.write_tournament(cast.organizations[0], script)
}

/// Registers players over several weeks until the event is full; later ones are put on the waitlist.
fn sign_up(cast: &mut Cast, script: &mut TournamentScript<'_>, start: DateTime<Utc>) -> Vec<RegistrationId> {
    let (from, until) = (start - Duration::days(78), start - Duration::days(2));
    let (organization, formats) = (cast.organizations[0], &[EventFormat::Modern]);
    let (_, entries) = cast.sign_up(script, &SignUp { organization, count: PLAYERS, from, until, formats });
    for (place, person) in cast.crowd(HANGERS_ON).iter().enumerate() {
        script.wait_minutes(1);
        hang_on(cast, script, person, place);
    }
    entries
}

/// Registers a person who does not play: canceled, on the waitlist, or with an unfinished payment.
fn hang_on(cast: &mut Cast, script: &mut TournamentScript<'_>, person: &Person, place: usize) {
    let at = script.now();
    match place % 3 {
        0 => {
            let entry = script.register(person.user_id, RegistrationStatus::Complete, at);
            script.payment(entry, cast.paid());
            script.wait_minutes(90);
            script.registration_status(entry, RegistrationStatus::Canceled);
        }
        1 => {
            script.register(person.user_id, RegistrationStatus::OnWaitlist, at);
        }
        _ => {
            script.register(person.user_id, RegistrationStatus::InProgress, at);
        }
    }
}

/// Writes the staff's preparations: byes, fixed seats, tags, notes, and two late players.
fn prepare(script: &mut TournamentScript<'_>, contest: &mut Contest) {
    for (place, player) in (10..500).step_by(61).enumerate() {
        let rounds = if place % 2 == 0 { vec![1, 2] } else { vec![1] };
        script.byes(contest.entries[player], rounds.clone());
        for round in rounds {
            contest.byes.entry(round).or_default().push(player);
        }
    }
    for (table, player) in [(40, 33), (41, 170), (42, 301), (43, 444)] {
        script.seat(contest.entries[player], table);
        contest.fixed_seats.push((player, usize::try_from(table).unwrap_or(1)));
        script.notes(contest.entries[player], "Keeps the table by the entrance: uses a wheelchair.");
    }
    for (place, player) in (5..PLAYERS).step_by(37).enumerate() {
        let tags: &[&str] = match place % 4 {
            0 => &["Past champion"],
            1 => &["First event", "Photo consent"],
            2 => &["Streamed"],
            _ => &["Scholarship"],
        };
        script.tags(contest.entries[player], tags.iter().map(|tag| (*tag).to_owned()).collect());
    }
    script.notes(contest.entries[120], "Will be late; train from Malmö. Assigned loss in round 1.");
    contest.late.insert(1, vec![120, 121]);
}

fn play_round(
    cast: &mut Cast,
    script: &mut TournamentScript<'_>,
    contest: &mut Contest,
    seats: &[Seat],
    (number, start): (i32, DateTime<Utc>),
) {
    contest.report(script, (number, start), seats, &mut cast.rng);
    for seat in seats.iter().skip(11).step_by(53) {
        staff_at(cast, script, seat.match_id, true);
    }
    script.at(start + Duration::minutes(57));
}

/// Drops some players and disqualifies one.
fn between_rounds(cast: &mut Cast, script: &mut TournamentScript<'_>, contest: &mut Contest, number: i32) {
    if number >= 3 {
        contest.drop_some(script, (number - 3) * 3, 0.22, &mut cast.rng);
    }
    if number == 4 {
        contest.playing[77] = false;
        script.disqualify(contest.entries[77]);
        script.notes(contest.entries[77], "Disqualified after round 4; see the head judge's report.");
    }
}

/// Plays part of the current round: two players agree to a draw, more than half of the tables have results, and judges
/// are at some of the others.
fn play_current_round(
    cast: &mut Cast,
    script: &mut TournamentScript<'_>,
    contest: &mut Contest,
    seats: &[Seat],
    start: DateTime<Utc>,
) {
    contest.agree_to_draw(script, &seats[2..3]);
    let done: Vec<Seat> =
        seats[3..].iter().copied().filter(|_| cast.rng.random_range(0..100) < REPORTED_PERCENT).collect();
    // The reports are spread over the elapsed time of the round.
    let span = (cast.now - start).num_seconds().max(1);
    let step = (span - 60).max(1) / i64::try_from(done.len()).unwrap_or(1).max(1);
    for (seat, place) in done.iter().zip(0..) {
        script.at(start + Duration::seconds(30 + step * place));
        let result = contest.field.play(seat.first, seat.second, &mut cast.rng);
        script.result(seat.match_id, result);
    }
    let open = seats[3..].iter().filter(|seat| !done.iter().any(|other| other.match_id == seat.match_id));
    for (place, seat) in open.take(18).enumerate() {
        staff_at(cast, script, seat.match_id, place % 3 == 0);
    }
}

/// Sends a judge to a table, for a call that needs an extension or for a deck check.
fn staff_at(cast: &mut Cast, script: &mut TournamentScript<'_>, match_id: MatchId, over: bool) {
    let judge = cast.staff[cast.rng.random_range(0..cast.staff.len())];
    script.judge(match_id, judge);
    if cast.rng.random_bool(0.5) {
        script.deck_check(match_id, over);
        script.extension(match_id, 420);
    } else {
        script.extension(match_id, [60, 120, 180, 300][cast.rng.random_range(0..4)]);
    }
}
