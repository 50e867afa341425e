//! Draws tables of a round for random deck checks, and marks the checks as started. Players who were checked least often
//! in this event come first. Judges choose single tables themselves by changing the match.

use domain::tournament::deck_checks::drawn;

use super::checks::round_of;
use super::document::{self, WrittenRound};
use crate::prelude::*;

/// The most tables that are drawn at once.
const COUNT_MAX: i32 = 100;

pub(crate) const ROUTE: Route = Route {
    id: "draw_deck_checks",
    summary: "Draw tables for deck checks",
    text: "While the round is not `COMPLETE`. Draws matches of the round without a deck check, and marks their deck \
           checks as started; players who were checked least often in this event come first. If fewer are left, all \
           of them are drawn. To choose a table yourself, change the match. Every request draws further tables; send \
           an `Idempotency-Key` with a request that you may have to repeat.",
    body: Some(body_schema::<DrawDeckChecks>()),
    answer: Answer::of::<WrittenRound<'_>>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/rounds/{round_id}/deck-checks/", Operation::JudgeMatches)
};

body! {
    /// How many tables are drawn for deck checks.
    pub struct DrawDeckChecks as NewDeckChecks of round_id: RoundId {
        /// Number of tables; 1 if not given.
        count: Option<i32> => 1..=COUNT_MAX,
    }
}

decided_by_event!(
    DrawDeckChecks,
    checked by check_body,
    |command, tournament, _, _| decide(tournament, command.round_id, command.count.unwrap_or(1))
        => document::answer(round_id)
);

/// Decides the command, which is refused if there is no such round, it is complete, or no table is left.
pub(crate) fn decide(tournament: &Tournament, round_id: RoundId, count: i32) -> Result<Vec<TournamentEvent>, Refusal> {
    let (_, round) = round_of(tournament, round_id)?;
    let (number, status) = (round.number, round.status);
    if status == ProgressStatus::Complete {
        let said = message!(
            "round-too-late-to-check",
            "Round {number} is {status}; decks are checked while it is UPCOMING or IN_PROGRESS.",
            number,
            status
        );
        return Err(Refusal::conflict(said).with_steps(&ROUND, status));
    }
    let matches = drawn(tournament, round, usize::try_from(count).unwrap_or_default());
    if matches.is_empty() {
        return Err(Refusal::conflict(message!(
            "round-all-checked",
            "All tables of round {number} have a deck check.",
            number
        )));
    }
    let started = |match_id| TournamentEvent::DeckCheckMarked { match_id, started: true, completed: false };
    Ok(matches.into_iter().map(started).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::testing::*;

    fn tables(events: &[TournamentEvent]) -> BTreeSet<MatchId> {
        let table = |event: &TournamentEvent| match event {
            TournamentEvent::DeckCheckMarked { match_id, started: true, completed: false } => *match_id,
            other => panic!("{other:?}"),
        };
        events.iter().map(table).collect()
    }

    #[test]
    fn tables_are_drawn_once_and_the_draw_can_be_reproduced() {
        let (mut played, round_id) = Played::new(8).begun();
        let first = decide(&played.state(), round_id, 2).unwrap();
        assert_eq!(decide(&played.state(), round_id, 2).unwrap(), first);
        played.happen(first.clone());
        let rest = decide(&played.state(), round_id, 100).unwrap();
        assert_eq!((tables(&first).len(), tables(&rest).len()), (2, 2));
        assert!(tables(&first).is_disjoint(&tables(&rest)));
        played.happen(rest);
        assert_eq!(coded(decide(&played.state(), round_id, 1)), "round-all-checked 1");
    }

    #[test]
    fn players_who_were_not_checked_come_first() {
        let (mut played, round_id) = Played::new(16).begun();
        played.happen(decide(&played.state(), round_id, 4).unwrap());
        let round = played.last_round();
        let checked = round.matches.iter().filter(|table| table.deck_check_started);
        let before: BTreeSet<_> = checked.flat_map(|table| &table.pairing.players).collect();
        played.finish(round_id);
        let second = played.begin(RoundKind::Swiss);
        played.happen(decide(&played.state(), second, 3).unwrap());
        let round = played.last_round();
        let checks = |table: &Match| table.pairing.players.iter().filter(|id| before.contains(id)).count();
        let (drawn, left): (Vec<_>, Vec<_>) = round.matches.iter().partition(|table| table.deck_check_started);
        assert_eq!((drawn.len(), left.len()), (3, 5));
        let most = drawn.iter().map(|table| checks(table)).max();
        assert!(most <= left.iter().map(|table| checks(table)).min(), "{before:?}");
    }

    #[test]
    fn byes_are_not_drawn() {
        let (played, round_id) = Played::new(3).begun();
        assert_eq!(tables(&decide(&played.state(), round_id, 5).unwrap()).len(), 1);
    }
}
