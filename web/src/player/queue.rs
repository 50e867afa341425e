//! The part of a player's page about an on-demand queue: the state in line, a call with its deadline, and the event that the
//! queue made.

use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use service_kit::problem::Problem;

use domain::time_zone::Zone;
use domain::tournament::{Registration, Tournament};

use crate::parts::format::{Moment, time_left};
use crate::public::tabs::queue_begins;
use crate::serving::failures::failed;
use crate::serving::request::PageRequest;

pub(crate) struct QueuePart {
    pub(crate) said: String,
    /// When the call ends, with the time that is left, and the present time of the server.
    pub(crate) call: Option<(Moment, String, Moment)>,
    /// The steps that the player can take, with the keys of their labels. The first one is the usual one.
    pub(crate) steps: &'static [(&'static str, &'static str)],
    /// Says that the player plays elsewhere, and where that is, if it is an event of this queue.
    pub(crate) elsewhere: Option<(String, Option<String>)>,
}

/// Returns the status that a step of a form sets.
pub(crate) fn status_of(step: &str) -> Option<QueueCheckInStatus> {
    Some(match step {
        "queue-come" => QueueCheckInStatus::CheckedIn,
        "queue-leave" => QueueCheckInStatus::Declined,
        "queue-standby" => QueueCheckInStatus::Standby,
        "queue-wait" => QueueCheckInStatus::WaitingForCheckInRequest,
        _ => return None,
    })
}

impl QueuePart {
    /// Returns the part; `None` if the event is no queue, or the player has left it. `is_by_link` says that a private link led
    /// to the page.
    pub(crate) async fn of(
        request: &PageRequest,
        queue: &Tournament,
        entry: &Registration,
        is_by_link: bool,
    ) -> Result<Option<Self>, Problem> {
        use QueueCheckInStatus as Q;
        let is_moved = entry.status == RegistrationStatus::MovedToChildEvent;
        if !queue.calls_players() || !(is_moved || entry.in_queue().is_some()) {
            return Ok(None);
        }
        let (texts, now) = (request.texts, request.shared.clock.now());
        let (key, steps): (_, &'static [_]) = match entry.in_queue() {
            None => ("player-queue-moved", &[("queue-wait", "player-do-queue-return")]),
            Some(Q::WaitingForCheckInRequest) => (
                "player-queue-waits",
                &[("queue-standby", "player-do-queue-standby"), ("queue-leave", "player-do-queue-leave")],
            ),
            Some(Q::Standby) => (
                "player-queue-standby",
                &[("queue-wait", "player-do-queue-wait"), ("queue-leave", "player-do-queue-leave")],
            ),
            Some(Q::WaitingForPlayerResponse) => (
                "player-queue-called",
                &[("queue-come", "player-do-queue-come"), ("queue-leave", "player-do-queue-no")],
            ),
            Some(Q::CheckedIn) => ("player-queue-here", &[("queue-leave", "player-do-queue-leave")]),
            Some(Q::Declined) => ("player-queue-declined", &[("queue-wait", "player-do-queue-return")]),
            Some(Q::TimedOut) => ("player-queue-timed-out", &[("queue-wait", "player-do-queue-return")]),
        };
        let position = queue.place_in_queue(entry.id).unwrap_or_default();
        let said = texts.with_all(key, [("position", position.into()), ("size", queue.queue_size().into())]);
        let zone = Zone::of(queue.details.time_zone.as_deref());
        let begins = queue.queue_begins(now).map(|start| format!(" {}", queue_begins(texts, zone, start)));
        let said = said + &begins.unwrap_or_default();
        let moment = |at| Moment::of_event(texts, queue, at);
        let call = entry.call_ends.map(|end| (moment(end), time_left((end - now).num_seconds()), moment(now)));
        let elsewhere = elsewhere(request, queue, entry, is_by_link).await?;
        Ok(Some(Self { said, call, steps, elsewhere }))
    }
}

/// Says in which other event of the convention the player plays or is called. The page of one that the queue made is
/// the player's own.
async fn elsewhere(
    request: &PageRequest,
    queue: &Tournament,
    entry: &Registration,
    is_by_link: bool,
) -> Result<Option<(String, Option<String>)>, Problem> {
    let commands = &request.shared.commands;
    let Some(id) = queue.details.convention_id else { return Ok(None) };
    let convention = commands.convention_with_id(id).await.map_err(failed)?;
    let holder = convention.and_then(|known| known.state.calls.get(&entry.user_id).copied());
    let Some(holder) = holder.filter(|holder| *holder != queue.id) else { return Ok(None) };
    let event = commands.tournament(holder).await.map_err(failed)?;
    let Some(event) = event.filter(|event| !event.state.lifecycle.is_finished() && !event.state.is_deleted) else {
        return Ok(None);
    };
    let (event, own) = (&event.state, event.state.registrations.iter().find(|own| own.user_id == entry.user_id));
    let path = own.filter(|_| event.organizing.parent_id == Some(queue.id)).and_then(|own| {
        let code = || request.shared.private_links.current(event.id, own).map(|code| code.path(event.id));
        if is_by_link { code() } else { Some(format!("/me/{}/", event.id)) }
    });
    let key = if event.is_queue() { "player-queue-called-elsewhere" } else { "player-queue-plays" };
    Ok(Some((request.texts.with(key, "event", event.details.name.as_str()), path)))
}
