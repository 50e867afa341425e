//! Promotes people from the waitlist in order of arrival: as many as there are places, or as many as staff says.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use proto_events::vocabulary::RegistrationStatus;
use proto_events::{DomainEvent, StreamId, TournamentEvent};
use service_kit::problem::Problem;

use super::document;
use super::entries::{check_not_over, check_takes_place, over, places_left, waitlist};
use crate::Refusal;
use crate::http::answer::versioned;
use crate::http::body::body;
use crate::http::problems::unanswered;
use crate::http::request::WriteRequest;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "promote_waitlist",
    tag: Tag::Organizing,
    summary: "Promote players from the waitlist",
    text: "In the order of the waitlist: as many as there are free places, or all without a capacity; with `count`, \
           that many, even if the event is full. The answer lists the promoted registrations; it is empty if there is \
           no free place or the waitlist is empty. Send an `Idempotency-Key`, so that a repeated request promotes no \
           further players.",
    parameters: &[],
    body: Some("Promotion"),
    answer: Answer::JsonArray("Registration"),
};

/// Limit of `count`.
const COUNT: i32 = 100_000;

body! {
    /// The number of players to promote from the waitlist.
    pub(crate) struct Promotion {
        /// Number of players at most, even if the event is full; the number of free places if not given.
        count: Option<i32> => 0..=COUNT,
    }
}

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let stream = StreamId::tournament(request.id::<TournamentId>("event")?);
    let (Promotion { count }, context) = request.input(body).await?;
    let count = count.and_then(|count| usize::try_from(count).ok());
    let decide = |event: &Tournament, _: &mut _| decide(event, count);
    let written = request.api().change(&context, stream, decide).await?;
    let mut promoted = Vec::new();
    for event in request.api().events_of(&written).await.map_err(unanswered)? {
        let DomainEvent::Tournament(TournamentEvent::RegistrationStatusChanged { registration_id, .. }) = event else {
            continue;
        };
        if let Some(entry) = written.folded.state.registration(registration_id) {
            promoted.push(document::document(&request, &written, entry).await.map_err(unanswered)?);
        }
    }
    versioned(&request, StatusCode::OK, &written.folded, &promoted).await
}

/// Decides the command; `count` is the most players to promote, `None` fills the free places.
///
/// # Errors
/// If the event is over or canceled.
pub(crate) fn decide(tournament: &Tournament, count: Option<usize>) -> Result<Vec<TournamentEvent>, Refusal> {
    let count = count.or_else(|| places_left(tournament)).unwrap_or(usize::MAX);
    let promoted = waitlist(tournament).into_iter().take(count);
    let events: Vec<_> = promoted
        .map(|entry| TournamentEvent::RegistrationStatusChanged {
            registration_id: entry.id,
            status: RegistrationStatus::Complete,
        })
        .collect();
    if !events.is_empty() {
        check_takes_place(tournament)?;
        check_not_over(tournament, over)?;
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::{EventFormat, LifecycleStatus};

    use super::*;
    use crate::testing::{coded, registered, tournament};
    use RegistrationStatus as S;

    /// Returns which of registrations 2, 3 and 4 on the waitlist are promoted; registration 1 has a place.
    fn promoted(capacity: Option<i32>, count: Option<usize>) -> Vec<i64> {
        let details = TournamentDetails { capacity, ..TournamentDetails::new("Open", EventFormat::Legacy) };
        let mut events = vec![TournamentEvent::DetailsChanged { details }, registered(1, S::Complete)];
        events.extend((2..=4).map(|id| registered(id, S::OnWaitlist)));
        let decision = decide(&tournament(&events), count).unwrap();
        let entry = |event: &TournamentEvent| match event {
            TournamentEvent::RegistrationStatusChanged { registration_id, status: S::Complete } => registration_id.0,
            other => panic!("{other:?}"),
        };
        decision.iter().map(entry).collect()
    }

    #[test]
    fn as_many_are_let_in_as_there_are_places() {
        assert_eq!(promoted(Some(3), None), [2, 3]);
        assert_eq!(promoted(Some(1), None), [0; 0]);
        assert_eq!(promoted(None, None), [2, 3, 4]);
    }

    #[test]
    fn staff_may_say_how_many() {
        assert_eq!(promoted(Some(1), Some(1)), [2]);
        assert_eq!(promoted(Some(9), Some(2)), [2, 3]);
        assert_eq!(promoted(Some(9), Some(99)), [2, 3, 4]);
        assert_eq!(promoted(Some(9), Some(0)), [0; 0]);
    }

    #[test]
    fn nobody_is_let_in_when_all_is_over() {
        let over = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished };
        let decided = |events: &[TournamentEvent]| decide(&tournament(events), None);
        let refused = decided(&[registered(1, S::OnWaitlist), over.clone()]);
        assert_eq!(coded(refused), format!("registration-over {}", LifecycleStatus::EventFinished));
        assert_eq!(decided(&[over]).unwrap(), [], "the waitlist is empty");
    }
}
