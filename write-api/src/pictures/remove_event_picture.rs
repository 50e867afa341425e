//! Removes the picture of an event.

use super::set_event_picture;
use crate::events::document;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "remove_event_picture",
    summary: "Remove the picture of an event",
    text: "Its address answers with 404 from then on, unless another event or a store has the same picture. An event \
           without a picture stays as it is.",
    answer: Answer::json(200, "OrganizedEvent"),
    is_always_possible: true,
    ..Route::at("DELETE", "/api/v1/magic-events/{id}/picture/", Operation::ManageEvents)
};

body! {
    /// Removes the picture of an event.
    pub struct RemoveEventPicture {}
}

decided_by_event!(RemoveEventPicture, |_, tournament, _, _| Ok(decide(tournament)) => document::answer());

fn decide(tournament: &Tournament) -> Vec<TournamentEvent> {
    set_event_picture::decide(tournament, None)
}
