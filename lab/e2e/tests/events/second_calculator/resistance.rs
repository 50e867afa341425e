//! Pokémon: own win percentage, the opponents', and the opponents' opponents'. All are computed anew after each round.

use std::ops::Range;

use super::event::{Event, Outcome, Row};
use super::fraction::Fraction;

pub(super) fn rows(event: &Event, until: usize) -> Vec<Row> {
    let floor = Fraction::new(1, 4);
    let mut own = vec![floor; event.players().len()];
    let (mut opponents, mut further) = (own.clone(), own.clone());
    for round in 1..=until {
        // Day two may start anew. Players who are out keep their values.
        let cut = event.cut.as_ref().map_or(0, |(after, _)| *after);
        let first = if event.starts_anew && cut < round { cut } else { 0 };
        let moving: Vec<usize> = event.players().filter(|player| !event.is_out(*player, round)).collect();
        for player in &moving {
            let capped = event.exits[*player] == Some((round, false));
            let cap = if capped { Fraction::new(3, 4) } else { Fraction::from(1) };
            own[*player] = own_percentage(event, *player, first..round).clamp(floor, cap);
        }
        // A late loss is an opponent with the lowest percentage; published values have it in both means.
        let mean = |player: usize, values: &[Fraction]| {
            let late = vec![(floor, 1); event.late_losses(player, first..round)];
            Fraction::mean(event.met(player, first..round, values).into_iter().chain(late), floor)
        };
        for player in &moving {
            opponents[*player] = mean(*player, &own).max(floor);
        }
        for player in &moving {
            further[*player] = mean(*player, &opponents);
        }
    }
    let row = |player: usize| {
        let (opponents, further) = (opponents[player], further[player]);
        let late = i128::try_from(event.late_losses(player, 0..1)).unwrap();
        Row {
            points: event.points(player, until, [3, 0, 1]).0,
            values: vec![("mw", own[player]), ("omw", opponents), ("oomw", further)],
            order: vec![(-late).into(), opponents.rounded(10_000), further.rounded(10_000)],
        }
    };
    event.players().map(row).collect()
}

/// Wins and half the ties, without byes.
fn own_percentage(event: &Event, player: usize, rounds: Range<usize>) -> Fraction {
    let results = event.tables(player, rounds).filter_map(|(own, others)| match own.outcome {
        Outcome::Won if others.is_empty() => None,
        Outcome::Won => Some((Fraction::from(1), 1)),
        Outcome::Drew => Some((Fraction::new(1, 2), 1)),
        Outcome::Lost => Some((Fraction::ZERO, 1)),
    });
    Fraction::mean(results, Fraction::ZERO)
}
