//! Events that are being played: a championship with the usual work of its staff, a trios event, a draft, and a sealed deck
//! event during deck building.

use std::collections::HashMap;

use anyhow::Context;
use chrono::{DateTime, Duration, Utc};
use domain::tournament::TeamMatch;
use domain::tournament::to_pair::pods;
use proto_events::TournamentEvent as E;
use proto_events::ids::{MatchId, RegistrationId, Sequence, TeamId, TeamPlayerId, TournamentId, UserId};
use proto_events::tournament::{
    Pairing, PairingKind, QueueGroupRole, RoundClock, TeamMember, TournamentDetails, Winner,
};
use proto_events::vocabulary::{EventFormat, RegistrationStatus, RoundType};
use rand::RngExt;
use write_api::rounds::create_round::RoundKind;

use super::about::ONGOING;
use super::cast::{Cast, Plan};
use super::course::{Course, INTENTIONAL_DRAW, SWISS, Seat, result, table};
use super::people::team_names;

/// Number of players of the championship at its start.
pub(crate) const PLAYERS: usize = 512;
pub(crate) const CURRENT_ROUND: i32 = 7;
/// Number of people who are on the waitlist, in checkout or canceled.
const HANGERS_ON: usize = 24;
/// Percentage of reported results in the current round.
const REPORTED_PERCENT: usize = 58;

/// Returns the plan of an event of the ongoing convention that began some minutes ago.
fn plan(cast: &Cast, named: (&str, EventFormat), minutes_ago: i64, players: usize) -> Plan<'static> {
    let start = cast.now - Duration::minutes(minutes_ago);
    cast.plan(named, ONGOING, (start - Duration::days(40), start), players)
}

/// Writes the championship up to now.
pub(super) fn championship(cast: &mut Cast) -> anyhow::Result<TournamentId> {
    // The current round began 25 minutes ago, and each round takes 65 minutes.
    let minutes = 25 + 65 * i64::from(CURRENT_ROUND - 1) + 5;
    let start = cast.now - Duration::minutes(minutes);
    let named = ("Harbour Regional Championship", EventFormat::Modern);
    let mut plan = plan(cast, named, minutes, PLAYERS);
    plan.formats = &[EventFormat::Modern];
    plan.details = TournamentDetails {
        capacity: Some(512),
        swiss_rounds: Some(10),
        top_cut: 8,
        end_of_round_rule: "Finish the turn, then five more turns.".to_owned(),
        ..plan.details
    };
    let (mut course, _) = cast.open(&plan)?;
    hang_on(cast, &mut course);
    let late = prepare(&mut course);
    course.begin(start);
    for number in 1..=CURRENT_ROUND {
        let round = course.pair(RoundKind::Swiss, &HashMap::new())?;
        if number == 1 {
            late.into_iter().for_each(|player| course.status(player, RegistrationStatus::Complete));
            course.add_tables(round, late.map(|player| table(PairingKind::AssignedLoss, vec![player])));
            course.record(E::PairingsCompleted { round_id: round });
        }
        let round_start = start + Duration::minutes(5 + 65 * i64::from(number - 1));
        course.at(round_start);
        let seats = course.start(round);
        seats.iter().take(2).for_each(|seat| course.feature(seat.match_id));
        if number == CURRENT_ROUND {
            // The clock was paused for an announcement two minutes into the round.
            let running_since = Some(round_start + Duration::minutes(4));
            let clock = RoundClock { length_seconds: 50 * 60, elapsed_seconds: 120, running_since };
            course.record(E::ClockChanged { round_id: round, clock });
            play_current_round(cast, &mut course, &seats, round_start);
            break;
        }
        course.report(&seats, SWISS, &mut cast.rng);
        for seat in seats.iter().skip(11).step_by(53) {
            send_judge(cast, &mut course, seat.match_id, true);
        }
        course.at(round_start + Duration::minutes(57));
        course.complete(round);
        if number >= 3 {
            course.drop_some((number - 3) * 3, 0.22, &mut cast.rng);
        }
        if number == 4 {
            let cheat = course.entries[77];
            course.record(E::PlayerDisqualified { registration_id: cheat });
            course.notes(cheat, "Disqualified after round 4; see the head judge's report.");
        }
    }
    cast.finish(course)
}

/// Registers people who do not play: canceled, on the waitlist, or with an unfinished payment.
fn hang_on(cast: &mut Cast, course: &mut Course) {
    use RegistrationStatus::{Canceled, Complete, InProgress, OnWaitlist};
    for (person, status) in cast.crowd(HANGERS_ON).iter().zip([Complete, OnWaitlist, InProgress].into_iter().cycle()) {
        course.wait_minutes(1);
        let entry = course.register(person.user_id, status);
        if status == Complete {
            cast.pay(course, entry);
            course.status(entry, Canceled);
        }
    }
}

/// Writes the staff's preparations: byes, fixed seats, tags and notes. Returns two players who come after the first round
/// is paired.
fn prepare(course: &mut Course) -> [RegistrationId; 2] {
    let entries = course.entries.clone();
    for (place, player) in (10..500).step_by(61).enumerate() {
        let round_numbers = if place % 2 == 0 { vec![1, 2] } else { vec![1] };
        course.record(E::ByesAwarded { registration_id: entries[player], round_numbers });
    }
    for (table, player) in [(40, 33), (41, 170), (42, 301), (43, 444)] {
        course.record(E::SeatFixed { registration_id: entries[player], fixed_seat: Some(table) });
        course.notes(entries[player], "Keeps the table by the entrance: uses a wheelchair.");
    }
    let tags = [&["Past champion"][..], &["First event", "Photo consent"], &["Streamed"], &["Scholarship"]];
    for (player, tags) in (5..PLAYERS).step_by(37).zip(tags.into_iter().cycle()) {
        course.tags(entries[player], tags);
    }
    course.notes(entries[120], "Will be late; train from Malmö. Assigned loss in round 1.");
    let late = [entries[120], entries[121]];
    late.into_iter().for_each(|player| course.status(player, RegistrationStatus::InWaitingRoom));
    late
}

/// Plays part of the current round: two players agree to a draw, more than half of the tables have results, and judges
/// are at some of the others.
fn play_current_round(cast: &mut Cast, course: &mut Course, seats: &[Seat], start: DateTime<Utc>) {
    course.agree_to_draw(&seats[2..3]);
    let (done, open): (Vec<Seat>, Vec<Seat>) =
        seats[3..].iter().cloned().partition(|_| cast.rng.random_range(0..100) < REPORTED_PERCENT);
    let elapsed = (cast.now - start).num_seconds().max(60);
    course.report(&done, 30..elapsed, &mut cast.rng);
    for (place, seat) in open.iter().take(18).enumerate() {
        send_judge(cast, course, seat.match_id, place % 3 == 0);
    }
}

/// Sends a judge to a table, for a call that needs an extension or for a deck check.
fn send_judge(cast: &mut Cast, course: &mut Course, match_id: MatchId, over: bool) {
    let judge = cast.staff[cast.rng.random_range(0..cast.staff.len())];
    course.record(E::JudgeAssigned { match_id, judge_user_id: Some(judge) });
    let time_extension_seconds = if cast.rng.random_bool(0.5) {
        course.record(E::DeckCheckMarked { match_id, started: true, completed: over });
        420
    } else {
        [60, 120, 180, 300][cast.rng.random_range(0..4)]
    };
    course.record(E::TimeExtended { match_id, time_extension_seconds });
}

/// The format of each seat of the trios event.
const SEATS: [EventFormat; 3] = [EventFormat::Standard, EventFormat::Modern, EventFormat::Duel];
/// The queue of the last team, and the first role in it.
const QUEUE: (i64, i64) = (1_000, 10_001);

/// Writes a trios event in its third round, with 23 teams, so that one has a bye.
pub(super) fn trios(cast: &mut Cast) -> anyhow::Result<TournamentId> {
    const CURRENT: i32 = 3;
    let start = cast.now - Duration::minutes(165);
    let mut plan = plan(cast, ("Harbour Trios", EventFormat::TriosConstructed), 165, 23 * SEATS.len());
    plan.formats = &SEATS;
    let seat_formats = SEATS.to_vec();
    let capacity = Some(120);
    plan.details =
        TournamentDetails { team_size: 3, seat_formats, capacity, swiss_rounds: Some(5), top_cut: 4, ..plan.details };
    let (mut course, _) = cast.open(&plan)?;
    let last = course.entries.len() - SEATS.len();
    for (&registration_id, id) in course.entries.clone()[last..].iter().zip(QUEUE.1..) {
        let role = QueueGroupRole { id, captain: id == QUEUE.1, queue_group: QUEUE.0 };
        course.record(E::QueueGroupChanged { registration_id, role: Some(role) });
    }
    for (players, team_name) in course.entries.clone().chunks(SEATS.len()).zip(team_names()) {
        let team_id = TeamId(course.ids.next(Sequence::Team));
        let members = players.iter().zip(1..).map(|(&registration_id, seat)| {
            let team_player_id = TeamPlayerId(course.ids.next(Sequence::TeamPlayer));
            TeamMember { team_player_id, registration_id, seat, captain: seat == 1 }
        });
        let members = members.collect();
        let invite_hash = format!("{:08x}", cast.rng.random_range(0..u32::MAX));
        course.record(E::TeamFormed { team_id, team_name, invite_hash, members });
    }
    course.begin(start);
    for number in 1..=CURRENT {
        let round = course.pair(RoundKind::Swiss, &HashMap::new())?;
        let round_start = start + Duration::minutes(5 + 70 * i64::from(number - 1));
        course.at(round_start);
        course.start(round);
        let matches = course.state.round(round).map(|(_, round)| round.team_matches.clone()).unwrap_or_default();
        for (place, table) in matches.iter().filter(|table| !table.is_bye).enumerate() {
            course.wait_minutes(1);
            if number < CURRENT || place % 2 == 0 {
                play_trio(cast, &mut course, table, number == 1 && place == 0);
            } else if place % 3 == 0 {
                begin_trio(cast, &mut course, table);
            }
        }
        if number < CURRENT {
            course.at(round_start + Duration::minutes(60));
            course.complete(round);
        }
        if number == 2
            && let Some(last) = course.scores().iter().min_by_key(|team| team.match_points)
        {
            course.record(E::TeamDropped { team_id: TeamId(last.id.0) });
        }
    }
    cast.finish(course)
}

/// Plays all three seats. One match is drawn: each team wins a seat, and the third is an intentional draw. One in eight
/// ends early when two seats are won.
fn play_trio(cast: &mut Cast, course: &mut Course, table: &TeamMatch, is_drawn: bool) {
    let play = |cast: &mut Cast| course.field.play(0, 1, &mut cast.rng);
    let seats = match is_drawn {
        true => [result(Winner::First, 2, 0, 0), result(Winner::Second, 1, 2, 0), INTENTIONAL_DRAW],
        false => [play(cast), play(cast), play(cast)],
    };
    let winner = seats[0].winner;
    let is_over = seats[1].winner == winner && winner != Winner::Draw && cast.rng.random_bool(0.12);
    for (seat, result) in table.seats.iter().zip(seats).take(if is_over { 2 } else { 3 }) {
        course.result(seat.id(), result);
    }
    if is_over {
        let (first, second) = if winner == Winner::First { (2, 0) } else { (0, 2) };
        let result = result(winner, first, second, 0);
        course.record(E::TeamResultReported { team_match_id: table.id, result });
    }
}

/// Starts a match: the first seat has a result, and the third is a feature match.
fn begin_trio(cast: &Cast, course: &mut Course, table: &TeamMatch) {
    let [first, .., last] = &table.seats[..] else { return };
    course.result(first.id(), result(Winner::Second, 1, 2, 0));
    course.feature(last.id());
    course.record(E::TimeExtended { match_id: last.id(), time_extension_seconds: 180 });
    course.record(E::JudgeAssigned { match_id: last.id(), judge_user_id: cast.staff.first().copied() });
}

/// Writes a draft of 23 players in three pods, so that one player has a bye each round: the player meeting, the draft and
/// round 1 are over, and round 2 is being played. Two players who dropped play a ghost match for practice.
pub(super) fn draft(cast: &mut Cast) -> anyhow::Result<TournamentId> {
    let mut plan = plan(cast, ("Harbour Booster Draft", EventFormat::BoosterDraft), 150, 23);
    plan.details = TournamentDetails { capacity: Some(24), swiss_rounds: Some(3), ..plan.details };
    let (mut course, crowd) = cast.open(&plan)?;
    course.begin(cast.now - Duration::minutes(150));
    let names: HashMap<UserId, String> = crowd.iter().map(|person| (person.user_id, person.name.clone())).collect();
    for (kind, minutes) in [(RoundKind::PlayerMeeting, 10), (RoundKind::DraftPod, 70)] {
        let round = course.pair(kind, &names)?;
        course.start(round);
        course.wait_minutes(minutes);
        course.complete(round);
    }
    for (entry, person) in course.entries.clone().into_iter().zip(&crowd) {
        cast.hand_in(&mut course, entry, person, EventFormat::BoosterDraft);
    }
    let first = course.pair(RoundKind::DraftPod, &names)?;
    course.wait_minutes(4);
    let seats = course.start(first);
    course.report(&seats, SWISS, &mut cast.rng);
    course.wait_minutes(3);
    course.complete(first);
    let pod = course.state.phases.last().and_then(|phase| pods(phase).pop()).context("there are no pods")?;
    let ghosts: Vec<RegistrationId> = pod.seats[..2].iter().map(|player| RegistrationId(player.0)).collect();
    ghosts.iter().for_each(|player| course.record(E::PlayerDropped { registration_id: *player }));
    let second = course.pair(RoundKind::DraftPod, &names)?;
    let ghosts = Pairing { is_ghost: true, pod_number: pod.number, ..table(PairingKind::Versus, ghosts) };
    course.add_tables(second, [ghosts]);
    course.record(E::PairingsCompleted { round_id: second });
    course.wait_minutes(4);
    let seats = course.start(second);
    course.report(&seats[..3], 60..300, &mut cast.rng);
    course.round((3, RoundType::PlayVsOpponent), (false, true))?;
    cast.finish(course)
}

/// Writes a sealed deck event: packs were opened at random tables, decks are being built there, and the first round is
/// being paired.
pub(super) fn sealed(cast: &mut Cast) -> anyhow::Result<TournamentId> {
    let mut plan = plan(cast, ("Harbour Sealed", EventFormat::SealedDeck), 35, 38);
    plan.details = TournamentDetails { capacity: Some(64), swiss_rounds: Some(5), ..plan.details };
    let (mut course, _) = cast.open(&plan)?;
    course.begin(cast.now - Duration::minutes(35));
    let packs = course.pair(RoundKind::RandomPlayerMeeting, &HashMap::new())?;
    course.start(packs);
    course.wait_minutes(10);
    course.complete(packs);
    let decks = course.round((0, RoundType::RandomPlayerMeeting), (true, false))?;
    let (_, packs) = course.state.round(packs).context("the round is missing")?;
    let tables: Vec<Pairing> = packs.matches.iter().map(|table| table.pairing.clone()).collect();
    course.add_tables(decks, tables);
    course.record(E::PairingsCompleted { round_id: decks });
    course.start(decks);
    course.wait_minutes(24);
    let first = course.round((1, RoundType::PlayVsOpponent), (false, false))?;
    course.record(E::PairingsHidden { round_id: first });
    let entries = course.entries.clone();
    let unfinished = entries.chunks_exact(2).take(8);
    course.add_tables(first, unfinished.map(|players| table(PairingKind::Versus, players.to_vec())));
    cast.finish(course)
}
