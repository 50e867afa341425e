//! Playoffs and final places.

use domain::documents::Redactor;
use domain::tournament::records::places;
use domain::tournament::sheet::Sheet;
use domain::tournament::standings::standings_after;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{LifecycleStatus, PhaseType};

use crate::support::{Script, plain, round};

/// Eight players whose Swiss ranks are their numbers, by the draw only.
fn eight() -> Script {
    Script::new(8).swiss(1, &["1v8 1-1", "2v7 1-1", "3v6 1-1", "4v5 1-1"]).draw_ties(&[1, 2, 3, 4, 5, 6, 7, 8])
}

#[test]
fn a_top_eight_orders_by_round_of_defeat_and_then_by_swiss_rank() {
    let script = eight()
        .playoff(2, &["1v8 0-2", "4v5 2-0", "2v7 1-2", "3v6 2-1"])
        .playoff(3, &["8v4 2-0", "7v3 0-2"])
        .playoff(4, &["8v3 0-2"]);
    // Champion 3, finalist 8; semifinals lost by 4 and 7; quarterfinals lost by 1, 2, 5, 6.
    assert_eq!(script.order(4), [3, 8, 4, 7, 1, 2, 5, 6]);
    // During the playoff, players who are still in rank above those who are out.
    assert_eq!(script.order(3), [3, 8, 4, 7, 1, 2, 5, 6]);
    assert_eq!(script.order(2), [3, 4, 7, 8, 1, 2, 5, 6]);
    assert_eq!(script.order(1), [1, 2, 3, 4, 5, 6, 7, 8]);
    let places = plain(&places(&script.finish().fold()));
    assert_eq!(places, [(3, 1), (8, 2), (4, 3), (7, 4), (1, 5), (2, 6), (5, 7), (6, 8)]);
}

#[test]
fn playoff_matches_count_in_nothing_but_their_own_numbers() {
    let swiss = eight();
    let script = swiss.clone().playoff(2, &["1v4 0-2", "2v3 2-1"]).playoff(3, &["4v2 2-1"]);
    let four = script.line(3, 4);
    assert_eq!((four.playoff_wins, four.playoff_losses), (2, 0));
    assert_eq!((script.line(3, 2).playoff_wins, script.line(3, 2).playoff_losses), (1, 1));
    let before = swiss.line(1, 4);
    assert_eq!(
        (four.score.points, four.score.wins, four.score.games_won),
        (before.score.points, before.score.wins, before.score.games_won)
    );
    assert_eq!((four.opponent_match_win, four.game_win), (before.opponent_match_win, before.game_win));
    assert_eq!(script.line(2, 4).playoff_wins, 1, "only rounds up to this one count");
}

#[test]
fn published_places_count_after_the_last_round_alone() {
    let order = [3, 1].map(RegistrationId).to_vec();
    let script = eight().playoff(2, &["1v4 0-2", "2v3 2-1"]).playoff(3, &["4v2 2-1"]);
    let script = script.then(TournamentEvent::PlacesStated { order }).finish();
    assert_eq!(script.order(3), [3, 1, 4, 2, 5, 6, 7, 8]);
    assert_eq!(script.order(2), [2, 4, 1, 3, 5, 6, 7, 8]);
    let sheet = Sheet::of(&Redactor::whole(), &script.fold()).tournament();
    let lines = standings_after(&sheet, round(3)).unwrap();
    assert_eq!(lines.iter().map(|line| line.competitor.0).collect::<Vec<_>>(), script.order(3));
}

#[test]
fn published_places_end_with_a_later_round_and_with_a_corrected_match_of_the_playoff() {
    let order = [3, 1].map(RegistrationId).to_vec();
    let script = eight().playoff(2, &["1v4 0-2", "2v3 2-1"]).playoff(3, &["4v2 2-1"]);
    let script = script.then(TournamentEvent::PlacesStated { order });
    let later = script.clone().playoff(4, &["4v2 0-2"]);
    assert_eq!(later.order(3), script.order(3));
    assert_ne!(later.order(4)[..2], [3, 1]);
    assert_eq!(script.clone().correct(1, 0, "2-0").order(3)[..2], [3, 1], "a Swiss match");
    assert_eq!(script.correct(3, 0, "0-2").order(3), [2, 4, 1, 3, 5, 6, 7, 8]);
}

#[test]
fn consolation_matches_count_for_no_place() {
    let script = eight().playoff(2, &["1v4 0-2", "2v3 2-1"]).playoff(3, &["4v2 2-1", "1v3 0-2 consolation"]);
    assert_eq!(script.order(3), [4, 2, 1, 3, 5, 6, 7, 8]);
    assert_eq!((script.line(3, 3).playoff_wins, script.line(3, 3).playoff_losses), (0, 1));
}

#[test]
fn a_bye_in_a_short_playoff_carries_on_without_a_win() {
    let script = eight().playoff(2, &["1 bye", "2v3 2-0"]).playoff(3, &["1v2 0-2"]);
    assert_eq!(script.order(3), [2, 1, 3, 4, 5, 6, 7, 8]);
    assert_eq!((script.line(3, 1).playoff_wins, script.line(3, 1).playoff_losses), (0, 1));
}

#[test]
fn an_undecided_final_is_led_by_the_better_swiss_rank() {
    let script = eight().playoff(2, &["1v4 0-2", "2v3 2-1"]).open(PhaseType::SingleElimination, 3, &["4v2 ?"]);
    assert_eq!(script.order(3), [2, 4, 1, 3, 5, 6, 7, 8]);
}

#[test]
fn who_wins_and_does_not_come_to_the_next_round_stands_below_who_does() {
    // 1 wins the semifinal and drops; 4 takes the place of 1 and loses the final.
    let script = eight().playoff(2, &["1v4 2-0", "2v3 2-1"]).playoff(3, &["4v2 0-2"]);
    assert_eq!(script.order(3), [2, 4, 1, 3, 5, 6, 7, 8]);
}

#[test]
fn an_event_of_single_elimination_alone_has_standings_too() {
    let script = Script::new(4).draw_ties(&[1, 2, 3, 4]).playoff(1, &["1v4 0-2", "2v3 2-0"]).playoff(2, &["4v2 2-0"]);
    assert_eq!(script.order(2), [4, 2, 1, 3]);
    assert_eq!(script.line(2, 4).score.points, 0);
}

#[test]
fn during_a_playoff_places_are_as_they_stand() {
    let swiss = eight();
    assert!(places(&swiss.fold()).is_empty());
    let seeded = swiss.clone().open(PhaseType::SingleElimination, 2, &["1v4 ?", "2v3 ?"]);
    assert_eq!(plain(&places(&seeded.fold()))[..4], [(1, 1), (2, 2), (3, 3), (4, 4)]);
    let semifinals = swiss.playoff(2, &["1v4 0-2", "2v3 2-1"]);
    let places_then = plain(&places(&semifinals.fold()));
    assert_eq!(places_then, [(2, 1), (4, 2), (1, 3), (3, 4), (5, 5), (6, 6), (7, 7), (8, 8)]);
}

#[test]
fn without_a_playoff_places_are_known_when_the_event_is_finished() {
    let script = eight();
    assert!(places(&script.fold()).is_empty());
    for status in
        [LifecycleStatus::EventFinished, LifecycleStatus::DecklistsPublishing, LifecycleStatus::DecklistsPublished]
    {
        let finished = script.clone().then(TournamentEvent::LifecycleChanged { status });
        assert_eq!(places(&finished.fold()).len(), 8);
    }
}
