//! Shares of archetypes and their results against each other.

use domain::tournament::archetypes::{Archetypes, ENOUGH_MATCHES, MatchCounts, Results, archetypes};
use proptest::prelude::*;
use proto_events::vocabulary::RegistrationStatus;

use crate::properties::{plans, play};
use crate::support::Script;
use crate::teams;

/// Returns the archetypes when player n has the n-th of these names, from 1. Further players have none.
fn found(script: &Script, names: &[&'static str]) -> Archetypes {
    let tournament = script.fold();
    archetypes(&tournament, |entry| names.get(usize::try_from(entry.id.0).unwrap() - 1).copied())
}

fn results(won: u32, lost: u32, drawn: u32) -> Results {
    Results { won, lost, drawn }
}

/// The results of a group against another one, by their names.
fn between(found: &Archetypes, name: &str, other: &str) -> Option<Results> {
    let at = |name: &str| found.groups.iter().position(|group| group.name == name).unwrap();
    found.groups[at(name)].against.get(&at(other)).copied()
}

const NAMES: [&str; 6] = ["Burn", "Storm", "burn", "Storm", "", " Burn "];

fn evening() -> Script {
    Script::new(6)
        .swiss(1, &["1v2 2-0", "3v4 1-2", "5v6 0-0-3"])
        .swiss(2, &["1v3 2-1", "2v5 1-1-1", "4 bye", "6 loss"])
        .swiss(3, &["1v4 first", "2v6 ?", "3v5 0-2 ghost"])
        .playoff(4, &["1v4 0-2"])
}

#[test]
fn an_evening_calculated_by_hand() {
    let found = found(&evening(), &NAMES);
    let shares: Vec<_> =
        found.groups.iter().map(|group| (group.name.as_str(), group.players, group.playoff_players)).collect();
    assert_eq!(shares, [("Burn", 3, 1), ("Storm", 2, 1), ("", 1, 0)]);
    assert_eq!(found.players, 6);
    assert_eq!(found.matches, MatchCounts { counted: 5, mirrors: 1, intentional_draws: 1, without_result: 1 });
    let of: Vec<_> = found.groups.iter().map(|group| (group.results, group.mirror_matches)).collect();
    assert_eq!(of, [(results(2, 2, 0), 1), (results(2, 2, 1), 0), (results(0, 0, 1), 0)]);
    assert_eq!(between(&found, "Burn", "Storm"), Some(results(2, 2, 0)));
    assert_eq!(between(&found, "Storm", "Burn"), Some(results(2, 2, 0)));
    assert_eq!(between(&found, "Storm", ""), Some(results(0, 0, 1)));
    assert_eq!(between(&found, "Burn", ""), None, "an intentional draw and a practice match are no results");
}

#[test]
fn a_round_in_progress_counts_as_far_as_it_is_reported() {
    let script = Script::new(4).open(proto_events::vocabulary::PhaseType::Swiss, 1, &["1v2 2-0", "3v4 ?"]);
    let found = found(&script, &NAMES);
    assert_eq!(found.matches, MatchCounts { counted: 1, ..MatchCounts::default() });
}

#[test]
fn players_who_were_never_paired_are_no_players_of_the_event() {
    let script = Script::new(4).swiss(1, &["1v2 2-0"]);
    assert_eq!(found(&script, &NAMES).players, 2);
    let mut unplayed = Script::new(3);
    unplayed = unplayed.then(proto_events::TournamentEvent::RegistrationStatusChanged {
        registration_id: 2.into(),
        status: RegistrationStatus::Canceled,
    });
    assert_eq!(found(&unplayed, &NAMES).players, 2, "without any round, those who hold a place");
}

#[test]
fn the_spelling_of_most_players_is_shown() {
    let script = Script::new(5).swiss(1, &["1v2 2-0", "3v4 2-0", "5 bye"]);
    let found = found(&script, &["UR Tempo", "ur  tempo", "ur tempo", "UR TEMPO", "Ur Tempo"]);
    assert_eq!((found.groups.len(), found.groups[0].name.as_str()), (1, "ur tempo"));
}

#[test]
fn a_rate_needs_ten_matches_with_a_winner() {
    assert_eq!(ENOUGH_MATCHES, 10);
    assert_eq!(results(5, 4, 8).win_rate(), None);
    let rate = results(6, 4, 8).win_rate().unwrap();
    assert!((rate.value - 0.6).abs() < 1e-12, "draws do not change it");
    assert!((rate.low - 0.3127).abs() < 5e-5 && (rate.high - 0.8318).abs() < 5e-5, "{rate:?}");
}

#[test]
fn each_seat_of_a_team_match_is_a_match_if_its_result_is_known() {
    let script = teams::play(teams::teams(3), 1, &[(1, 2, ["2-0", "0-2", "?"])], &[3]);
    let tournament = script.complete(1).fold();
    let found = archetypes(&tournament, |entry| Some(if entry.id.0 < 20 { "Burn" } else { "Storm" }));
    assert_eq!(found.matches, MatchCounts { counted: 2, without_result: 1, ..MatchCounts::default() });
    assert_eq!((found.players, between(&found, "Burn", "Storm")), (9, Some(results(1, 1, 0))));
}

proptest! {
    #[test]
    fn results_add_up_from_both_sides((players, plan) in plans(), decks in proptest::collection::vec(0_usize..4, 13)) {
        let tournament = play(players, &plan).fold();
        let names = ["Burn", "Storm", "Elves", ""];
        let found = archetypes(&tournament, |entry| Some(names[decks[usize::try_from(entry.id.0).unwrap() - 1]]));
        let sum = |of: fn(&domain::tournament::archetypes::Archetype) -> u32| found.groups.iter().map(of).sum::<u32>();
        prop_assert_eq!(i64::from(found.players), players);
        prop_assert_eq!(sum(|group| group.players), found.players);
        prop_assert_eq!(sum(|group| group.mirror_matches), found.matches.mirrors);
        prop_assert_eq!(sum(|group| group.results.won), sum(|group| group.results.lost));
        prop_assert_eq!(sum(|group| group.results.won + group.results.lost + group.results.drawn), 2 * found.matches.counted);
        for (at, group) in found.groups.iter().enumerate() {
            let mut total = Results::default();
            for (other, against) in &group.against {
                prop_assert_ne!(*other, at);
                let turned = found.groups[*other].against[&at];
                prop_assert_eq!((against.won, against.lost, against.drawn), (turned.lost, turned.won, turned.drawn));
                total = results(total.won + against.won, total.lost + against.lost, total.drawn + against.drawn);
            }
            prop_assert_eq!(total, group.results);
        }
        let played = found.groups.iter().filter(|group| !group.name.is_empty()).map(|group| group.players);
        prop_assert!(played.collect::<Vec<_>>().is_sorted_by(|more, fewer| more >= fewer));
        prop_assert!(found.groups.iter().rev().skip(1).all(|group| !group.name.is_empty()), "those without one come last");
        let tables: usize = plan.iter().map(|(order, ..)| order.len() / 2).sum();
        let MatchCounts { counted, mirrors, intentional_draws, without_result } = found.matches;
        prop_assert_eq!(u32::try_from(tables).unwrap(), counted + mirrors + intentional_draws + without_result);
    }
}
