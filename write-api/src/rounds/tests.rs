//! Property tests of whole events: each active player has exactly one seat, whatever happens between rounds, and
//! standings fold after each step.

use domain::tournament::records::places;
use proptest::prelude::*;

use super::complete_round::{self, Unreported};
use crate::rounds::testing::*;
use RoundKind::{DraftPod, PlayerMeeting, Playoff, Swiss};

/// Random input: what happens between two rounds, and how matches end.
#[derive(Debug, Clone)]
struct Chance {
    /// For each round, the index of the active player who drops after it; no player if it is too large.
    drops: Vec<usize>,
    /// For each round, whether a late player joins after it.
    late: Vec<bool>,
    /// For each round, the player who is awarded a bye after it.
    byes: Vec<i64>,
    /// How matches end: whether the first player wins, and whether in two games.
    endings: Vec<(bool, bool)>,
}

fn chance() -> impl Strategy<Value = Chance> {
    let drops = prop::collection::vec(0..24_usize, 4);
    let late = prop::collection::vec(prop::bool::weighted(0.3), 4);
    let byes = prop::collection::vec(0..20_i64, 4);
    let endings = prop::collection::vec((any::<bool>(), any::<bool>()), 64);
    (drops, late, byes, endings).prop_map(|(drops, late, byes, endings)| Chance { drops, late, byes, endings })
}

/// Asserts that exactly the active players have a seat in the last round, one each.
fn assert_seats(played: &Played) {
    let seated = played.tables().concat();
    let unique: HashSet<i64> = seated.iter().copied().collect();
    assert_eq!(unique.len(), seated.len(), "a player has two seats: {seated:?}");
    let state = played.state();
    let playing = state.registrations.iter().filter(|entry| entry.status == RegistrationStatus::Complete);
    assert_eq!(unique, playing.map(|entry| entry.id.0).collect(), "each active player has a seat");
}

fn play_on(played: &mut Played, round_id: RoundId, endings: &mut impl Iterator<Item = (bool, bool)>) {
    played.start(round_id);
    for (match_id, _) in played.open_matches() {
        let (first_wins, in_two) = endings.next().unwrap();
        let lost = i32::from(!in_two);
        let (first, second) = if first_wins { (2, lost) } else { (lost, 2) };
        played.report(match_id, first, second);
    }
    played.complete(round_id);
    let state = played.state();
    let lines = standings_after(&state, round_id).unwrap();
    let listed = state.registrations.iter().filter(|entry| entry.is_listed()).count();
    assert_eq!(lines.len(), listed);
    let ranks: Vec<i32> = lines.iter().map(|line| line.rank).collect();
    assert!(ranks.iter().copied().eq(1..=i32::try_from(listed).unwrap()));
}

fn between(played: &mut Played, round: usize, chance: &Chance) {
    let state = played.state();
    let playing: Vec<_> = state.registrations.iter().filter(|entry| entry.status == S::Complete).collect();
    // Enough players stay for a cut to four.
    if let Some(entry) = playing.get(chance.drops[round]).filter(|_| playing.len() > 5) {
        played.drop(entry.id.0);
    }
    if chance.late[round] {
        played.register(i64::try_from(state.registrations.len()).unwrap() + 1);
    }
    if state.registration(RegistrationId(chance.byes[round])).is_some() {
        played.then(byes_awarded(chance.byes[round], &[i32::try_from(round).unwrap() + 2]));
    }
}

/// Plays a meeting, four Swiss rounds, a cut to four and the playoff.
fn whole_event(players: i64, chance: &Chance) -> Played {
    let mut played = Played::new(players).with(planned(4, 4));
    let mut endings = chance.endings.iter().copied().cycle();
    let meeting = played.add(PlayerMeeting);
    assert_seats(&played);
    played.start(meeting);
    played.complete(meeting);
    for round in 0..4 {
        let round_id = played.add(Swiss);
        assert_seats(&played);
        play_on(&mut played, round_id, &mut endings);
        between(&mut played, round, chance);
    }
    played.cut(4);
    for _ in 0..2 {
        let round_id = played.add(Playoff);
        assert_seats(&played);
        play_on(&mut played, round_id, &mut endings);
    }
    played.and(reached(L::EventFinished))
}

#[test]
fn a_whole_event_of_pods_is_cut_to_two_pods_and_two_who_wait_and_its_final_ranks_by_places() {
    let mut played = Played::of_pods(14, 4);
    for _ in 0..3 {
        played.play_pods(Swiss);
        assert_seats(&played);
        let mut sizes: Vec<_> = played.tables().iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [3, 3, 4, 4]);
    }
    played.cut(10);
    let seeds: Vec<i64> = played.state().cuts[0].advancing.iter().map(|id| id.0).collect();
    played.play_pods(Playoff);
    let seeded: [Vec<i64>; 4] =
        [&[2, 5, 6, 9][..], &[3, 4, 7, 8], &[0], &[1]].map(|table| table.iter().map(|at| seeds[*at]).collect());
    assert_eq!(played.tables(), seeded);
    let last = played.begin(Playoff);
    let pods = played.tables();
    assert_eq!(pods.iter().map(Vec::len).collect::<Vec<_>>(), [4], "two winners and the two who waited");
    let finalists = &pods[0];
    let match_id = played.match_of(last, finalists[0]);
    let order = [finalists[2], finalists[0], finalists[3], finalists[1]];
    let ranked = order.iter().zip(1..).map(|(player, place)| (RegistrationId(*player), place)).collect();
    let command = ReportResult { match_id, score: Score { places: ranked, ..Score::default() } };
    played.happen(report_result::decide(&played.state(), &command, ActingAs::Staff).unwrap());
    played.complete(last);
    assert!(played.last_round().final_round_in_event);
    played.then(reached(L::EventFinished));
    let places = places(&played.state());
    assert_eq!(order.map(|player| places[&RegistrationId(player)]), [1, 2, 3, 4]);
    assert_eq!([order[0], order[1]].map(|player| played.status(player)), [S::Complete, S::Eliminated]);
}

#[test]
fn a_pod_without_a_result_is_a_draw_of_all_or_lost_by_all() {
    for (unreported, points) in [(Unreported::Draw, 1), (Unreported::Loss, 0)] {
        let (mut played, round_id) = Played::of_pods(7, 4).begun();
        played.report_winner(played.match_of(round_id, played.tables()[0][0]), played.tables()[0][0]);
        played.happen(complete_round::decide(&played.state(), round_id, Some(unreported), noon()).unwrap());
        let records = domain::tournament::records::records(&played.state());
        let of = |player: &i64| records[&RegistrationId(*player)].points;
        assert_eq!(played.tables()[1].iter().map(of).collect::<Vec<_>>(), [points; 3]);
        assert_eq!(played.tables()[0].iter().map(of).collect::<Vec<_>>(), [3, 0, 0, 0]);
    }
}

#[test]
fn a_whole_draft_ends_in_a_drafted_playoff() {
    let mut played = Played::new(21).with(planned(3, 8));
    for _ in 0..2 {
        let draft = played.add(DraftPod);
        assert_seats(&played);
        played.start(draft);
        played.complete(draft);
        for _ in 0..3 {
            let round_id = played.add(DraftPod);
            assert_seats(&played);
            play_on(&mut played, round_id, &mut [(true, true), (false, true)].into_iter().cycle());
        }
    }
    played.cut(8);
    let draft = played.begin(DraftPod);
    assert_seats(&played);
    played.complete(draft);
    for _ in 0..3 {
        played.play(Playoff);
    }
    assert!(played.last_round().final_round_in_event);
    let numbers: Vec<i32> = played.state().rounds().map(|(_, round)| round.number).collect();
    assert_eq!(numbers, [-1, 1, 2, 3, 0, 4, 5, 6, -2, 7, 8, 9]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_whole_event_seats_everybody_once_has_a_champion_and_is_the_same_again(
        players in 8..20_i64,
        chance in chance(),
    ) {
        let played = whole_event(players, &chance);
        prop_assert_eq!(&whole_event(players, &chance).events, &played.events);
        let state = played.state();
        prop_assert!(state.rounds().all(|(_, round)| round.status == ProgressStatus::Complete));
        let still_in: Vec<_> = state.registrations.iter().filter(|entry| entry.status == S::Complete).collect();
        prop_assert_eq!(still_in.len(), 1);
        let places = places(&state);
        let mut all: Vec<i32> = places.values().copied().collect();
        all.sort_unstable();
        prop_assert_eq!(all, (1..=i32::try_from(places.len()).unwrap()).collect::<Vec<_>>());
        prop_assert_eq!(places[&still_in[0].id], 1);
    }
}
