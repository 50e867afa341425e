//! Shares of archetypes and their results against each other.

use domain::documents::{ArchetypeLine, ArchetypesDocument};
use proptest::prelude::*;
use proto_events::vocabulary::RegistrationStatus;

use crate::properties::{plans, play};
use crate::support::Script;
use crate::teams;

type Results = [u32; 3];

/// Returns the archetypes when player n has the n-th of these names, from 1. Further players have none.
fn found(script: &Script, names: &[&'static str]) -> ArchetypesDocument<'static> {
    let tournament = script.fold();
    ArchetypesDocument::new(&tournament, |entry| names.get(usize::try_from(entry.id.0).unwrap() - 1).copied())
}

fn results(line: &ArchetypeLine<'_>) -> Results {
    [line.matches_won, line.matches_lost, line.matches_drawn]
}

/// The results of a group against another one, by their names.
fn between(found: &ArchetypesDocument<'_>, name: &str, other: &str) -> Option<Results> {
    let line = found.archetypes.iter().find(|line| line.archetype == name).unwrap();
    let against = line.opponents.iter().find(|against| against.archetype == other);
    against.map(|against| [against.matches_won, against.matches_lost, against.matches_drawn])
}

/// The numbers of matches: counted, mirrors, intentional draws, without a result.
fn matches(found: &ArchetypesDocument<'_>) -> [u32; 4] {
    [found.matches, found.mirror_matches, found.intentional_draws, found.matches_without_result]
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
        found.archetypes.iter().map(|line| (&*line.archetype, line.players, line.playoff_players)).collect();
    assert_eq!(shares, [("Burn", 3, 1), ("Storm", 2, 1), ("", 1, 0)]);
    assert_eq!(found.players, 6);
    assert_eq!(matches(&found), [5, 1, 1, 1]);
    let of: Vec<_> = found.archetypes.iter().map(|line| (results(line), line.mirror_matches)).collect();
    assert_eq!(of, [([2, 2, 0], 1), ([2, 2, 1], 0), ([0, 0, 1], 0)]);
    assert_eq!(between(&found, "Burn", "Storm"), Some([2, 2, 0]));
    assert_eq!(between(&found, "Storm", "Burn"), Some([2, 2, 0]));
    assert_eq!(between(&found, "Storm", ""), Some([0, 0, 1]));
    assert_eq!(between(&found, "Burn", ""), None, "an intentional draw and a practice match are no results");
}

#[test]
fn a_round_in_progress_counts_as_far_as_it_is_reported() {
    let script = Script::new(4).open(proto_events::vocabulary::PhaseType::Swiss, 1, &["1v2 2-0", "3v4 ?"]);
    let found = found(&script, &NAMES);
    assert_eq!(matches(&found), [1, 0, 0, 0]);
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
    assert_eq!((found.archetypes.len(), &*found.archetypes[0].archetype), (1, "ur tempo"));
}

#[test]
fn each_seat_of_a_team_match_is_a_match_if_its_result_is_known() {
    let script = teams::play(teams::teams(3), 1, &[(1, 2, ["2-0", "0-2", "?"])], &[3]);
    let tournament = script.complete(1).fold();
    let found = ArchetypesDocument::new(&tournament, |entry| Some(if entry.id.0 < 20 { "Burn" } else { "Storm" }));
    assert_eq!(matches(&found), [2, 0, 0, 1]);
    assert_eq!((found.players, between(&found, "Burn", "Storm")), (9, Some([1, 1, 0])));
}

proptest! {
    #[test]
    fn results_add_up_from_both_sides((players, plan) in plans(), decks in proptest::collection::vec(0_usize..4, 13)) {
        let tournament = play(players, &plan).fold();
        let names = ["Burn", "Storm", "Elves", ""];
        let name_of = |id: i64| names[decks[usize::try_from(id).unwrap() - 1]];
        let found = ArchetypesDocument::new(&tournament, |entry| Some(name_of(entry.id.0)));
        let lines = &found.archetypes;
        let sum = |of: fn(&ArchetypeLine<'_>) -> u32| lines.iter().map(of).sum::<u32>();
        prop_assert_eq!(i64::from(found.players), players);
        prop_assert_eq!(sum(|line| line.players), found.players);
        prop_assert_eq!(sum(|line| line.mirror_matches), found.mirror_matches);
        prop_assert_eq!(sum(|line| line.matches_won), sum(|line| line.matches_lost));
        prop_assert_eq!(sum(|line| results(line).iter().sum()), 2 * found.matches);
        for line in lines {
            let mut total = Results::default();
            for other in &line.opponents {
                prop_assert_ne!(&other.archetype, &line.archetype);
                let against = between(&found, &line.archetype, &other.archetype).unwrap();
                let [won, lost, drawn] = between(&found, &other.archetype, &line.archetype).unwrap();
                prop_assert_eq!(against, [lost, won, drawn]);
                total = std::array::from_fn(|at| total[at] + against[at]);
            }
            prop_assert_eq!(total, results(line));
        }
        let named = lines.iter().filter(|line| !line.archetype.is_empty()).map(|line| line.players);
        prop_assert!(named.collect::<Vec<_>>().is_sorted_by(|more, fewer| more >= fewer));
        prop_assert!(lines.iter().rev().skip(1).all(|line| !line.archetype.is_empty()), "those without one come last");
        let tables: usize = plan.iter().map(|(order, ..)| order.len() / 2).sum();
        prop_assert_eq!(u32::try_from(tables).unwrap(), matches(&found).iter().sum::<u32>());
    }
}
