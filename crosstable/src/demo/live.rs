//! Events that are being played: a championship with the usual work of its staff, a trios event, a draft, and a sealed deck
//! event during deck building.

use chrono::{DateTime, Duration, Utc};
use domain::pairing::meeting::MeetingOrder;
use domain::pairing::pods::{POD, PodOrder, assign_pods};
use domain::tournament::TeamMatch;
use domain::tournament::to_pair::of_drafts;
use importers::{RoundFlags, Table};
use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, RegistrationId, Sequence, TeamId, TournamentId};
use proto_events::tournament::{Pairing, PairingKind, QueueGroupRole, RoundClock, TournamentDetails, Winner};
use proto_events::vocabulary::{EventFormat, PhaseType, RegistrationStatus, RoundType};
use rand::RngExt;
use storage::ReservedIds;

use super::cast::{Cast, PAID, Plan, details};
use super::conventions::ONGOING;
use super::course::{Course, INTENTIONAL_DRAW, SWISS, Seat, flags, result};
use super::people::team_names;

/// Number of players of the championship at its start.
pub(crate) const PLAYERS: usize = 512;
/// The current round of the championship.
pub(crate) const CURRENT_ROUND: i32 = 7;
/// Number of people who are on the waitlist, in checkout or canceled.
const HANGERS_ON: usize = 24;
/// Percentage of reported results in the current round.
const REPORTED_PERCENT: usize = 58;

/// Returns the plan of an event of the ongoing convention that began some minutes ago.
fn plan<'a>(
    cast: &Cast,
    (name, format): (&str, EventFormat),
    minutes_ago: i64,
    players: usize,
    formats: &'a [EventFormat],
) -> Plan<'a> {
    let start = cast.now - Duration::minutes(minutes_ago);
    Plan {
        organization: cast.organizations[0],
        announced: start - Duration::days(40),
        players,
        statuses: PAID,
        formats,
        details: TournamentDetails { convention_id: Some(cast.conventions[ONGOING]), ..details(name, format, start) },
    }
}

/// Writes the championship up to now.
pub(super) fn championship(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    // The current round began 25 minutes ago, and each round takes 65 minutes.
    let minutes = 25 + 65 * i64::from(CURRENT_ROUND - 1) + 5;
    let start = cast.now - Duration::minutes(minutes);
    let named = ("Harbour Regional Championship", EventFormat::Modern);
    let mut plan = plan(cast, named, minutes, PLAYERS, &[EventFormat::Modern]);
    plan.details = TournamentDetails {
        capacity: Some(512),
        swiss_rounds: Some(10),
        top_cut: 8,
        end_of_round_rule: "Finish the turn, then five more turns.".to_owned(),
        ..plan.details
    };
    let (mut course, _) = cast.open(ids, &plan)?;
    hang_on(cast, &mut course);
    let late = prepare(&mut course);
    course.begin(start);
    let phase = course.script.phase(PhaseType::Swiss);
    for number in 1..=CURRENT_ROUND {
        let round = course.pair(phase, if number == 1 { &late } else { &[] }, Vec::new())?;
        let round_start = start + Duration::minutes(5 + 65 * i64::from(number - 1));
        course.script.at(round_start);
        let seats = course.start(round)?;
        seats.iter().take(2).for_each(|seat| course.script.feature(seat.match_id));
        if number == CURRENT_ROUND {
            // The clock was paused for an announcement two minutes into the round.
            let running_since = Some(round_start + Duration::minutes(4));
            course.script.clock(round, RoundClock { length_seconds: 50 * 60, elapsed_seconds: 120, running_since });
            play_current_round(cast, &mut course, &seats, round_start);
            break;
        }
        course.report(&seats, SWISS, &mut cast.rng);
        for seat in seats.iter().skip(11).step_by(53) {
            send_judge(cast, &mut course, seat.match_id, true);
        }
        course.script.at(round_start + Duration::minutes(57));
        course.script.complete(round);
        if number >= 3 {
            course.drop_some((number - 3) * 3, 0.22, &mut cast.rng)?;
        }
        if number == 4 {
            course.script.disqualify(course.entries[77]);
            course.script.notes(course.entries[77], "Disqualified after round 4; see the head judge's report.");
        }
    }
    cast.finish(course)
}

/// Registers people who do not play: canceled, on the waitlist, or with an unfinished payment.
fn hang_on(cast: &mut Cast, course: &mut Course<'_>) {
    use RegistrationStatus::{Canceled, Complete, InProgress, OnWaitlist};
    for (person, status) in cast.crowd(HANGERS_ON).iter().zip([Complete, OnWaitlist, InProgress].into_iter().cycle()) {
        course.script.wait_minutes(1);
        let entry = course.script.register(person.user_id, status, course.script.now());
        if status == Complete {
            course.script.payment(entry, cast.paid());
            course.script.registration_status(entry, Canceled);
        }
    }
}

/// Writes the staff's preparations: byes, fixed seats, tags and notes. Returns two players who are late.
fn prepare(course: &mut Course<'_>) -> [RegistrationId; 2] {
    let Course { script, entries, .. } = course;
    for (place, player) in (10..500).step_by(61).enumerate() {
        script.byes(entries[player], if place % 2 == 0 { vec![1, 2] } else { vec![1] });
    }
    for (table, player) in [(40, 33), (41, 170), (42, 301), (43, 444)] {
        script.seat(entries[player], table);
        script.notes(entries[player], "Keeps the table by the entrance: uses a wheelchair.");
    }
    let tags = [&["Past champion"][..], &["First event", "Photo consent"], &["Streamed"], &["Scholarship"]];
    for (player, tags) in (5..PLAYERS).step_by(37).zip(tags.into_iter().cycle()) {
        script.tags(entries[player], tags.iter().map(|tag| (*tag).to_owned()).collect());
    }
    script.notes(entries[120], "Will be late; train from Malmö. Assigned loss in round 1.");
    [entries[120], entries[121]]
}

/// Plays part of the current round: two players agree to a draw, more than half of the tables have results, and judges
/// are at some of the others.
fn play_current_round(cast: &mut Cast, course: &mut Course<'_>, seats: &[Seat], start: DateTime<Utc>) {
    course.agree_to_draw(&seats[2..3]);
    let (done, open): (Vec<Seat>, Vec<Seat>) =
        seats[3..].iter().copied().partition(|_| cast.rng.random_range(0..100) < REPORTED_PERCENT);
    let elapsed = (cast.now - start).num_seconds().max(60);
    course.report(&done, 30..elapsed, &mut cast.rng);
    for (place, seat) in open.iter().take(18).enumerate() {
        send_judge(cast, course, seat.match_id, place % 3 == 0);
    }
}

/// Sends a judge to a table, for a call that needs an extension or for a deck check.
fn send_judge(cast: &mut Cast, course: &mut Course<'_>, match_id: MatchId, over: bool) {
    let judge = cast.staff[cast.rng.random_range(0..cast.staff.len())];
    course.script.judge(match_id, judge);
    if cast.rng.random_bool(0.5) {
        course.script.deck_check(match_id, over);
        course.script.extension(match_id, 420);
    } else {
        course.script.extension(match_id, [60, 120, 180, 300][cast.rng.random_range(0..4)]);
    }
}

/// The format of each seat of the trios event.
const SEATS: [EventFormat; 3] = [EventFormat::Standard, EventFormat::Modern, EventFormat::Duel];
/// The queue of the last team, and the first role in it.
const QUEUE: (i64, i64) = (1_000, 10_001);

/// Writes a trios event in its third round, with 23 teams, so that one has a bye.
pub(super) fn trios(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    const CURRENT: i32 = 3;
    let start = cast.now - Duration::minutes(165);
    let mut plan = plan(cast, ("Harbour Trios", EventFormat::TriosConstructed), 165, 23 * SEATS.len(), &SEATS);
    plan.details =
        TournamentDetails { team_size: 3, capacity: Some(120), swiss_rounds: Some(5), top_cut: 4, ..plan.details };
    let (mut course, _) = cast.open(ids, &plan)?;
    let last = course.entries.len() - SEATS.len();
    for (&entry, id) in course.entries[last..].iter().zip(QUEUE.1..) {
        course.script.queue_group(entry, QueueGroupRole { id, captain: id == QUEUE.1, queue_group: QUEUE.0 });
    }
    for (members, name) in course.entries.chunks(SEATS.len()).zip(team_names()) {
        course.script.team(name, format!("{:08x}", cast.rng.random_range(0..u32::MAX)), members);
    }
    course.begin(start);
    let phase = course.script.phase(PhaseType::Swiss);
    for number in 1..=CURRENT {
        let round = course.pair(phase, &[], Vec::new())?;
        let round_start = start + Duration::minutes(5 + 70 * i64::from(number - 1));
        course.script.at(round_start);
        course.start(round)?;
        let matches = course.state()?.round(round).map(|(_, round)| round.team_matches.clone()).unwrap_or_default();
        for (place, table) in matches.iter().filter(|table| !table.is_bye).enumerate() {
            course.script.wait_minutes(1);
            if number < CURRENT || place % 2 == 0 {
                play_trio(cast, &mut course, table, number == 1 && place == 0);
            } else if place % 3 == 0 {
                begin_trio(cast, &mut course, table);
            }
        }
        if number < CURRENT {
            course.script.at(round_start + Duration::minutes(60));
            course.script.complete(round);
        }
        if number == 2
            && let Some(last) = course.scores()?.iter().min_by_key(|team| team.match_points)
        {
            course.script.drop_team(TeamId(last.id.0));
        }
    }
    cast.finish(course)
}

/// Plays all three seats. One match is drawn: each team wins a seat, and the third is an intentional draw. One in eight
/// ends early when two seats are won.
fn play_trio(cast: &mut Cast, course: &mut Course<'_>, table: &TeamMatch, is_drawn: bool) {
    let play = |cast: &mut Cast| course.field.play(0, 1, &mut cast.rng);
    let seats = match is_drawn {
        true => [result(Winner::First, 2, 0, 0), result(Winner::Second, 1, 2, 0), INTENTIONAL_DRAW],
        false => [play(cast), play(cast), play(cast)],
    };
    let winner = seats[0].winner;
    let is_over = seats[1].winner == winner && winner != Winner::Draw && cast.rng.random_bool(0.12);
    for (seat, result) in table.seats.iter().zip(seats).take(if is_over { 2 } else { 3 }) {
        course.script.result(seat.id(), result);
    }
    if is_over {
        let (first, second) = if winner == Winner::First { (2, 0) } else { (0, 2) };
        course.script.team_result(table.id, result(winner, first, second, 0));
    }
}

/// Starts a match: the first seat has a result, and the third is a feature match.
fn begin_trio(cast: &Cast, course: &mut Course<'_>, table: &TeamMatch) {
    let [first, .., last] = &table.seats[..] else { return };
    course.script.result(first.id(), result(Winner::Second, 1, 2, 0));
    course.script.feature(last.id());
    course.script.extension(last.id(), 180);
    if let Some(&judge) = cast.staff.first() {
        course.script.judge(last.id(), judge);
    }
}

/// Writes a draft of 23 players in three pods, so that one player has a bye each round: the player meeting, the draft and
/// round 1 are over, and round 2 is being played. Two players who dropped play a ghost match for practice.
pub(super) fn draft(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    let mut plan = plan(cast, ("Harbour Booster Draft", EventFormat::BoosterDraft), 150, 23, &[]);
    plan.details = TournamentDetails { capacity: Some(24), swiss_rounds: Some(3), ..plan.details };
    let (mut course, crowd) = cast.open(ids, &plan)?;
    course.begin(cast.now - Duration::minutes(150));
    let phase = course.script.phase(PhaseType::DraftPod);
    let names: Vec<String> = crowd.iter().map(|person| person.name.clone()).collect();
    let tables = course.meeting(MeetingOrder::Alphabetical, &names);
    let meeting = course.seat(phase, (-1, RoundType::PlayerMeeting), false, &tables);
    course.script.wait_minutes(10);
    course.script.complete(meeting);
    let pods = assign_pods(&course.scores()?, PodOrder::Random, POD, cast.rng.random())?;
    let draft = course.seat(phase, (0, RoundType::DraftPod), false, &of_drafts(&pods));
    course.script.wait_minutes(70);
    course.script.complete(draft);
    for (place, person) in crowd.iter().enumerate() {
        let list = cast.hand_in(plan.organization, person, EventFormat::BoosterDraft, course.script.now());
        course.script.attach_decklist(course.entries[place], list);
    }
    let first = course.pair(phase, &[], Vec::new())?;
    course.script.wait_minutes(4);
    let seats = course.start(first)?;
    course.report(&seats, SWISS, &mut cast.rng);
    course.script.wait_minutes(3);
    course.script.complete(first);
    let pod = pods.last().map(|pod| (pod.number, [pod.seats[0], pod.seats[1]].map(|player| RegistrationId(player.0))));
    let ghosts = pod.map(|(number, [one, other])| {
        [one, other].into_iter().for_each(|player| course.script.drop_player(player));
        Table::versus(one, other).in_pod(number).ghost()
    });
    let second = course.pair(phase, &[], ghosts.into_iter().collect())?;
    course.script.wait_minutes(4);
    let seats = course.start(second)?;
    course.report(&seats[..3], 60..300, &mut cast.rng);
    let last = RoundFlags { final_round_in_event: true, ..flags() };
    course.script.round(phase, 3, RoundType::PlayVsOpponent, last);
    cast.finish(course)
}

/// Writes a sealed deck event: packs were opened at random tables, decks are being built there, and the first round is
/// being paired.
pub(super) fn sealed(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    let mut plan = plan(cast, ("Harbour Sealed", EventFormat::SealedDeck), 35, 38, &[]);
    plan.details = TournamentDetails { capacity: Some(64), swiss_rounds: Some(5), ..plan.details };
    // The unfinished pairing takes its ids before the script does.
    let unfinished: Vec<MatchId> = (0..8).map(|_| MatchId(ids.next(Sequence::Match))).collect();
    let (mut course, _) = cast.open(ids, &plan)?;
    course.begin(cast.now - Duration::minutes(35));
    let phase = course.script.phase(PhaseType::Swiss);
    let tables = course.meeting(MeetingOrder::Random, &vec![String::new(); course.entries.len()]);
    let packs = course.seat(phase, (-1, RoundType::RandomPlayerMeeting), false, &tables);
    course.script.wait_minutes(10);
    course.script.complete(packs);
    course.seat(phase, (0, RoundType::RandomPlayerMeeting), true, &tables);
    course.script.wait_minutes(24);
    let round_id = course.script.round(phase, 1, RoundType::PlayVsOpponent, flags());
    let pairings = unfinished.into_iter().zip(1..).zip(course.entries.chunks_exact(2));
    let pairings = pairings.map(|((match_id, table_number), players)| Pairing {
        match_id,
        kind: PairingKind::Versus,
        table_number,
        pod_number: 0,
        players: players.to_vec(),
        is_ghost: false,
        is_consolation: false,
    });
    let pairings = pairings.collect();
    course.script.record(TournamentEvent::MatchesPaired { round_id, pairings });
    cast.finish(course)
}
