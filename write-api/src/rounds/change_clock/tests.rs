use super::*;
use crate::rounds::testing::*;
use crate::rounds::{complete_round, start_round};
use RoundKind::PlayerMeeting;

fn after(seconds: i64) -> DateTime<Utc> {
    noon() + TimeDelta::seconds(seconds)
}

/// An event with rounds of 50 minutes, and its first round.
fn timed() -> (Played, RoundId) {
    Played::new(4).organized(|it| it.round_minutes = Some(50)).paired()
}

fn try_change(played: &Played, change: &ChangeClock, seconds: i64) -> Result<Vec<TournamentEvent>, Refusal> {
    let change = ChangeClock { round_id: played.last_round().id, ..change.clone() };
    decide(&played.state(), &change, after(seconds))
}

/// Carries a change out, and returns length, elapsed seconds and whether the clock runs.
fn change(played: &mut Played, change: &ChangeClock, seconds: i64) -> (i32, i32, bool) {
    played.happen(try_change(played, change, seconds).unwrap());
    let clock = played.last_round().clock.unwrap();
    (clock.length_seconds, clock.elapsed_seconds, clock.running_since.is_some())
}

fn act(action: ClockAction) -> ChangeClock {
    ChangeClock { action: Some(action), ..ChangeClock::default() }
}

fn add(seconds: i32) -> ChangeClock {
    ChangeClock { add_seconds: Some(seconds), ..ChangeClock::default() }
}

#[test]
fn the_clock_starts_with_the_round_and_stops_with_its_end() {
    let (mut played, round_id) = timed();
    let events = start_round::decide(&played.state(), round_id, &[], noon()).unwrap();
    let clock = RoundClock { length_seconds: 3_000, elapsed_seconds: 0, running_since: Some(noon()) };
    assert_eq!(events, [TournamentEvent::RoundStarted { round_id }, TournamentEvent::ClockChanged { round_id, clock }]);
    played.happen(events);
    played.open_matches().iter().for_each(|(match_id, _)| played.report(*match_id, 2, 0));
    let events = complete_round::decide(&played.state(), round_id, None, after(1_800)).unwrap();
    let clock = RoundClock { elapsed_seconds: 1_800, running_since: None, ..clock };
    let stopped = TournamentEvent::ClockChanged { round_id, clock };
    assert_eq!(events, [stopped, TournamentEvent::RoundCompleted { round_id }]);
    played.happen(events);
    let again = start_round::decide(&played.state(), round_id, &[], after(2_000)).unwrap();
    assert_eq!(again, [TournamentEvent::RoundStarted { round_id }], "a round that is resumed has no time to play");
}

#[test]
fn only_rounds_of_play_have_a_clock_and_only_if_the_event_says_so() {
    let (mut played, _) = timed();
    played.then(TournamentEvent::RoundRemoved { round_id: played.last_round().id });
    let meeting = played.add(PlayerMeeting);
    assert_eq!(start_round::decide(&played.state(), meeting, &[], noon()).unwrap().len(), 1);
    let (mut untimed, _) = Played::new(4).begun();
    assert_eq!(untimed.last_round().clock, None);
    assert_eq!(coded(try_change(&untimed, &act(ClockAction::Start), 0)), "round-no-clock");
    let with_length = ChangeClock { length_seconds: Some(600), ..act(ClockAction::Start) };
    assert_eq!(change(&mut untimed, &with_length, 0), (600, 0, true));
}

#[test]
fn a_clock_pauses_goes_on_and_is_reset() {
    let (mut played, round_id) = timed();
    played.start(round_id);
    assert_eq!(try_change(&played, &act(ClockAction::Start), 60).unwrap(), [], "it runs already");
    assert_eq!(change(&mut played, &act(ClockAction::Pause), 600), (3_000, 600, false));
    assert_eq!(try_change(&played, &act(ClockAction::Pause), 900).unwrap(), [], "it is paused already");
    assert_eq!(change(&mut played, &act(ClockAction::Start), 1_000), (3_000, 600, true));
    assert_eq!(change(&mut played, &act(ClockAction::Pause), 1_100), (3_000, 700, false));
    assert_eq!(change(&mut played, &act(ClockAction::Reset), 1_200), (3_000, 0, false));
}

#[test]
fn time_is_added_for_all_without_a_pause() {
    let (mut played, round_id) = timed();
    played.start(round_id);
    assert_eq!(change(&mut played, &add(60), 100), (3_060, 0, true));
    assert_eq!(change(&mut played, &add(-120), 100), (2_940, 0, true));
    let length = ChangeClock { length_seconds: Some(1_200), ..ChangeClock::default() };
    assert_eq!(change(&mut played, &length, 100), (1_200, 0, true));
    assert_eq!(coded(try_change(&played, &add(-1_200), 100)), "round-clock-too-short");
    let too_long = try_change(&played, &add(LENGTH_SECONDS), 100);
    assert_eq!(coded(too_long), format!("round-clock-too-long {LENGTH_SECONDS}"));
}

#[test]
fn before_a_round_only_its_length_changes_and_after_it_nothing() {
    let (mut played, round_id) = timed();
    assert_eq!(change(&mut played, &add(300), 0), (3_300, 0, false), "the event's length and five minutes more");
    assert_eq!(coded(try_change(&played, &act(ClockAction::Start), 0)), "round-clock-stands 1 UPCOMING");
    played.start(round_id);
    assert_eq!(played.last_round().clock.unwrap().length_seconds, 3_300);
    played.finish(round_id);
    assert_eq!(coded(try_change(&played, &add(60), 0)), "round-clock-over 1");
    let unknown = decide(&played.state(), &ChangeClock { round_id: RoundId(99), ..add(60) }, noon());
    assert_eq!(coded(unknown), "not-found round 99");
}
