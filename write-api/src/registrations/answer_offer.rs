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
    use super::*;
    use crate::testing::*;

    fn until() -> DateTime<Utc> {
        noon() + TimeDelta::hours(1)
    }

    fn offered(before: Tournament) -> Tournament {
        let offer = E::PlaceOffered { registration_id: ENTRY, until: until() };
        happened(before, &[status_changed(1, S::OnWaitlist), offer])
    }

    /// An event with an offer, after these events.
    fn waits(since: &[E]) -> Tournament {
        happened(offered(tournament(&[registered(1, S::Complete)])), since)
    }

    fn at(event: &Tournament, is_accepted: bool, now: DateTime<Utc>) -> Result<Vec<E>, Refusal> {
        decide(event, &AnswerOffer { registration_id: ENTRY, is_accepted }, ANNA, now)
    }

    #[test]
    fn an_accepted_place_is_the_players_who_waits_for_approval_with_it() {
        let unapproved = offered(tournament(&[registered(1, S::InWaitingRoom)]));
        for (event, status) in [
            (waits(&[]), S::Complete),
            (waits(&[settings(|it| it.needs_approval = true)]), S::InWaitingRoom),
            (unapproved, S::InWaitingRoom),
        ] {
            assert_eq!(at(&event, true, noon()), Ok(vec![status_changed(1, status)]));
        }
        let by_staff = AnswerOffer { registration_id: ENTRY, is_accepted: true };
        let accepted = decide(&waits(&[]), &by_staff, ActingAs::Staff, noon());
        assert_eq!(accepted, Ok(vec![status_changed(1, S::Complete)]));
    }

    #[test]
    fn a_declined_place_cancels_the_registration_and_the_same_answer_again_changes_nothing() {
        let declined = at(&waits(&[]), false, noon()).unwrap();
        assert_eq!(declined, [E::PlaceDeclined { registration_id: ENTRY }]);
        let after = waits(&declined);
        assert_eq!(after.registrations[0].status, S::Canceled);
        assert_eq!(at(&after, false, noon()), Ok(vec![]));
        let accepted = waits(&at(&waits(&[]), true, noon()).unwrap());
        assert_eq!(at(&accepted, true, until()), Ok(vec![]));
    }

    #[test]
    fn an_answer_in_the_last_moment_counts_and_one_without_an_offer_does_not() {
        assert!(at(&waits(&[]), true, until() - TimeDelta::milliseconds(1)).is_ok());
        for (event, is_accepted, now, case) in [
            (waits(&[]), true, until(), "accepted at the end"),
            (waits(&[]), false, until(), "declined at the end"),
            (waits(&[E::OfferExpired { registration_id: ENTRY }]), true, noon(), "expired"),
            (waits(&[E::PlaceDeclined { registration_id: ENTRY }]), true, noon(), "declined before"),
            (waits(&[status_changed(1, S::Complete)]), false, noon(), "accepted before"),
            (waits(&[status_changed(1, S::Canceled), status_changed(1, S::OnWaitlist)]), true, noon(), "came back"),
            (offered(in_play()), true, noon(), "play has begun"),
            (waits(&[settings(|it| it.is_canceled = true)]), true, noon(), "the event is canceled"),
        ] {
            assert_eq!(coded(at(&event, is_accepted, now)), "registration-no-offer", "{case}");
        }
    }
}
