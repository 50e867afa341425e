//! Issues a penalty. It is recorded, and changes no result and no registration: judges enter a lost game with the
//! result, and disqualify the player in a step of its own. This is possible after the event is over, too.

use proto_events::tournament::IssuedPenalty;

use super::document;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "issue_penalty",
    summary: "Issue a penalty",
    text: "Records a player's penalty. It changes no result and no registration: enter the game or match loss with the \
           result, and disqualify the player with `disqualify/`. Only staff see penalties and notes: players, the \
           public and `READ_ONLY` keys never do. A request that is repeated issues another penalty; send an \
           `Idempotency-Key`.",
    body: Some(body_schema::<NewPenalty>()),
    answer: Answer::json(201, "PlayerPenalty"),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/penalties/", Operation::JudgePlayers)
};

body! {
    /// A new penalty.
    pub struct NewPenalty
        such as r#"{"registration_id": 12, "infraction": "Tardiness", "penalty": "GAME_LOSS"}"# foreseeing faults {
        /// Id of the player's registration.
        registration_id: RegistrationId,
        /// Id of the round in which it happened; that of the match if not given.
        round_id: Option<RoundId>,
        /// Id of the match in which it happened. The player must play in it.
        match_id: Option<MatchId>,
        /// The infraction.
        infraction: String => SHORT_TEXT,
        /// The penalty for it.
        penalty: Penalty,
        /// Note for staff.
        note: Option<String> => JUDGE_NOTE,
    }
}

decided_by_event!(NewPenalty, |command, tournament, _, ids| decide(tournament, command, ids) => issued());

async fn issued(request: &WriteRequest, written: &Written<Tournament>) -> Result<Response, Problem> {
    let issued = written.folded.state.penalties.last().ok_or_else(|| nothing("penalty", ""))?;
    document::penalty(request, written, issued.id).await
}

/// Decides the command, which is refused if a field is invalid, or the registration, round and match do not belong
/// together.
pub(crate) fn decide(
    tournament: &Tournament,
    new: &NewPenalty,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    faults(new).check()?;
    let unknown = Refusal::at_field(
        "registration_id",
        message!("no-registration-with-this-id", "The event has no registration with this id."),
    );
    let entry = tournament.registration(new.registration_id).ok_or(unknown)?;
    let placed = placed(tournament, new.match_id)?;
    if placed.is_some_and(|placed| tournament.side_of(&placed, entry.user_id).is_none()) {
        return Err(Refusal::at_field(
            "match_id",
            message!("player-not-in-match", "This player does not play in this match."),
        ));
    }
    let issued = IssuedPenalty {
        registration_id: new.registration_id,
        round_id: round(tournament, new.round_id, placed.as_ref())?,
        match_id: new.match_id,
        infraction: new.infraction.trim().to_owned(),
        penalty: new.penalty,
        note: new.note.as_deref().unwrap_or_default().trim().to_owned(),
    };
    let penalty_id = PenaltyId(ids.next(Sequence::Penalty));
    Ok(vec![TournamentEvent::PenaltyIssued { penalty_id, issued }])
}

/// Returns the match with this id, if one is given.
pub(super) fn placed(tournament: &Tournament, match_id: Option<MatchId>) -> Result<Option<Placed<'_>>, Refusal> {
    let Some(id) = match_id else { return Ok(None) };
    tournament.placed(id).map(Some).ok_or_else(unknown_match)
}

/// The event has no match with the id in the body.
pub(super) fn unknown_match() -> Refusal {
    Refusal::at_field("match_id", message!("no-match-with-this-id", "The event has no match with this id."))
}

/// Returns the round: the one that is given, else that of the match.
fn round(
    tournament: &Tournament,
    round_id: Option<RoundId>,
    placed: Option<&Placed<'_>>,
) -> Result<Option<RoundId>, Refusal> {
    let of_match = placed.map(|placed| placed.round.id);
    let Some(id) = round_id else { return Ok(of_match) };
    if tournament.round(id).is_none() {
        return Err(Refusal::at_field(
            "round_id",
            message!("no-round-with-this-id", "The event has no round with this id."),
        ));
    }
    if of_match.is_some_and(|of_match| of_match != id) {
        return Err(Refusal::at_field(
            "round_id",
            message!("match-in-another-round", "The match is in another round."),
        ));
    }
    Ok(Some(id))
}

fn faults(new: &NewPenalty) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_line("infraction", &new.infraction, SHORT_TEXT);
    errors.text("note", new.note.as_deref().unwrap_or_default(), JUDGE_NOTE);
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn tardy() -> NewPenalty {
        NewPenalty {
            registration_id: ENTRY,
            round_id: None,
            match_id: None,
            infraction: " Tardiness ".into(),
            penalty: Penalty::GameLoss,
            note: Some("Twelve minutes.".into()),
        }
    }

    fn decided(tournament: &Tournament, new: &NewPenalty) -> Result<Vec<TournamentEvent>, Refusal> {
        decide(tournament, new, &mut next_ids(&[(Sequence::Penalty, 5)]))
    }

    fn issued(round_id: Option<i64>, match_id: Option<i64>) -> Vec<TournamentEvent> {
        let issued = IssuedPenalty {
            registration_id: ENTRY,
            round_id: round_id.map(RoundId),
            match_id: match_id.map(MatchId),
            infraction: "Tardiness".into(),
            penalty: Penalty::GameLoss,
            note: "Twelve minutes.".into(),
        };
        vec![TournamentEvent::PenaltyIssued { penalty_id: PenaltyId(5), issued }]
    }

    #[test]
    fn a_penalty_is_recorded_also_when_the_event_is_over_and_changes_nothing_else() {
        let decision = decided(&in_play(), &tardy()).unwrap();
        assert_eq!(decision, issued(None, None));
        let after = happened(in_play(), &decision);
        assert_eq!(after.registration(ENTRY).unwrap().status, in_play().registrations[0].status);
        assert_eq!(after.penalties.len(), 1);
        let over = happened(in_play(), &[reached(L::DecklistsPublished)]);
        assert_eq!(decided(&over, &tardy()), Ok(issued(None, None)));
    }

    #[test]
    fn a_match_names_its_round() {
        let at_table = NewPenalty { match_id: Some(MatchId(1)), ..tardy() };
        assert_eq!(decided(&in_play(), &at_table), Ok(issued(Some(1), Some(1))));
        assert_eq!(
            decided(&in_play(), &NewPenalty { round_id: Some(RoundId(1)), ..at_table }),
            Ok(issued(Some(1), Some(1)))
        );
    }

    #[test]
    fn only_things_of_the_event_that_belong_together_are_taken() {
        for (new, field, words) in [
            (NewPenalty { registration_id: RegistrationId(9), ..tardy() }, "registration_id", "no registration"),
            (NewPenalty { round_id: Some(RoundId(9)), ..tardy() }, "round_id", "no round"),
            (NewPenalty { match_id: Some(MatchId(9)), ..tardy() }, "match_id", "no match"),
            (NewPenalty { match_id: Some(MatchId(2)), ..tardy() }, "match_id", "does not play"),
            (NewPenalty { infraction: " ".into(), ..tardy() }, "infraction", "empty"),
            (NewPenalty { infraction: "x".repeat(201), ..tardy() }, "infraction", "200"),
            (NewPenalty { note: Some("x".repeat(2_001)), ..tardy() }, "note", "2000"),
        ] {
            let refusal = decided(&in_play(), &new).unwrap_err();
            let (name, said) = refusal.fields().unwrap().iter().next().unwrap();
            assert!(name == field && said[0].contains(words), "{name}: {said:?}");
        }
    }
}
