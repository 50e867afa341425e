//! Answers the offer of a place: players answer their own, staff anyone's.

use super::document;
use super::entries::entry_for;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "answer_offer",
    summary: "Accept or decline an offered place",
    text: "If the event has `offer_minutes`, a free place is offered to the first on the waitlist: `offers` of its \
           settings lists open offers. Players answer their own offer; staff answers for any player. Who accepts has the \
           place, and waits for approval if the event needs it; who declines is `CANCELED`. Without an open offer the \
           answer is refused (409). The same answer again changes nothing.",
    body: Some(body_schema::<AnswerOffer>()),
    answer: Answer::json(200, "Registration"),
    ..Route::at("POST", "/api/v1/magic-events/{id}/registrations/{registration_id}/answer-offer/", Operation::Register)
};

body! {
    /// The answer to the offer of a place.
    pub struct AnswerOffer as OfferAnswer of registration_id: RegistrationId {
        /// Whether the player accepts the place.
        is_accepted: bool,
    }
}

decided_by_event!(
    AnswerOffer,
    |command, tournament, event, _| {
        decide(tournament, command, event.context.acting_as(tournament), event.arrived_at)
    } => document::answer(registration_id)
);

/// Decides the command, which is refused if the event has no such registration, or no place is offered to it now.
pub(crate) fn decide(
    tournament: &Tournament,
    command: &AnswerOffer,
    caller: ActingAs,
    now: DateTime<Utc>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let AnswerOffer { registration_id, is_accepted } = *command;
    let entry = entry_for(tournament, registration_id, caller)?;
    let is_answered = if is_accepted { entry.has_a_place() } else { entry.status == RegistrationStatus::Canceled };
    if is_answered {
        return Ok(Vec::new());
    }
    if tournament.open_offer(entry, now).is_none() {
        return Err(Refusal::conflict(message!(
            "registration-no-offer",
            "No place is offered to this registration. An offer ends at its time, and is then made to the next player."
        )));
    }
    let status = match tournament.details.needs_approval || entry.awaits_approval {
        true => RegistrationStatus::InWaitingRoom,
        false => RegistrationStatus::Complete,
    };
    Ok(vec![match is_accepted {
        true => TournamentEvent::RegistrationStatusChanged { registration_id, status },
        false => TournamentEvent::PlaceDeclined { registration_id },
    }])
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proto_events::tournament::TournamentDetails;

    use super::*;
    use crate::testing::{canceled, coded, happened, in_play, noon, registered, tournament};
    use RegistrationStatus as S;
    use TournamentEvent as E;

    const ENTRY: RegistrationId = RegistrationId(1);
    const ANNA: ActingAs = ActingAs::Person(UserId(91));

    fn until() -> DateTime<Utc> {
        noon() + TimeDelta::hours(1)
    }

    fn offered(before: Tournament) -> Tournament {
        let back = E::RegistrationStatusChanged { registration_id: ENTRY, status: S::OnWaitlist };
        happened(before, &[back, E::PlaceOffered { registration_id: ENTRY, until: until() }])
    }

    fn waits() -> Tournament {
        offered(tournament(&[registered(1, S::Complete)]))
    }

    fn at(event: &Tournament, is_accepted: bool, now: DateTime<Utc>) -> Result<Vec<E>, Refusal> {
        decide(event, &AnswerOffer { registration_id: ENTRY, is_accepted }, ANNA, now)
    }

    #[test]
    fn an_accepted_place_is_the_players() {
        let accepted = |status| [E::RegistrationStatusChanged { registration_id: ENTRY, status }];
        assert_eq!(at(&waits(), true, noon()).unwrap(), accepted(S::Complete));
        let details = TournamentDetails { needs_approval: true, ..waits().details };
        let asks = happened(waits(), &[E::DetailsChanged { details }]);
        assert_eq!(at(&asks, true, noon()).unwrap(), accepted(S::InWaitingRoom));
        let by_staff = AnswerOffer { registration_id: ENTRY, is_accepted: true };
        assert_eq!(decide(&waits(), &by_staff, ActingAs::Staff, noon()).unwrap(), accepted(S::Complete));
    }

    #[test]
    fn who_was_not_approved_before_the_waitlist_waits_for_approval_with_the_place() {
        let unapproved = offered(tournament(&[registered(1, S::InWaitingRoom)]));
        let accepted = E::RegistrationStatusChanged { registration_id: ENTRY, status: S::InWaitingRoom };
        assert_eq!(at(&unapproved, true, noon()).unwrap(), [accepted]);
    }

    #[test]
    fn a_declined_place_cancels_the_registration_and_the_same_answer_again_changes_nothing() {
        let declined = at(&waits(), false, noon()).unwrap();
        assert_eq!(declined, [E::PlaceDeclined { registration_id: ENTRY }]);
        let after = happened(waits(), &declined);
        assert_eq!(after.registrations[0].status, S::Canceled);
        assert_eq!(at(&after, false, noon()).unwrap(), []);
        assert_eq!(coded(at(&after, true, noon())), "registration-no-offer");
        let accepted = happened(waits(), &at(&waits(), true, noon()).unwrap());
        assert_eq!(at(&accepted, true, until()).unwrap(), []);
        assert_eq!(coded(at(&accepted, false, noon())), "registration-no-offer");
    }

    #[test]
    fn an_answer_in_the_last_moment_counts_and_one_at_the_end_does_not() {
        assert!(at(&waits(), true, until() - TimeDelta::milliseconds(1)).is_ok());
        for is_accepted in [true, false] {
            assert_eq!(coded(at(&waits(), is_accepted, until())), "registration-no-offer");
        }
        let expired = happened(waits(), &[E::OfferExpired { registration_id: ENTRY }]);
        assert_eq!(coded(at(&expired, true, noon())), "registration-no-offer");
    }

    #[test]
    fn a_canceled_offer_does_not_revive() {
        let to = |status| E::RegistrationStatusChanged { registration_id: ENTRY, status };
        let again = happened(waits(), &[to(S::Canceled), to(S::OnWaitlist)]);
        assert_eq!(coded(at(&again, true, noon())), "registration-no-offer");
    }

    #[test]
    fn an_event_that_began_or_is_canceled_takes_no_answer() {
        let called_off = happened(waits(), &[E::DetailsChanged { details: canceled().details }]);
        for event in [offered(in_play()), called_off] {
            assert_eq!(coded(at(&event, true, noon())), "registration-no-offer");
        }
    }
}
