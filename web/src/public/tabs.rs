//! The tabs of an event's pages: only those that have content.

use chrono::{DateTime, Utc};
use domain::documents::{EventPageData, PageHead, RoundLink};
use domain::time_zone::Zone;
use proto_events::ids::TournamentId;
use proto_events::vocabulary::{LifecycleStatus, RegistrationPolicy};

use super::head::readable;
use crate::texts::Texts;

/// A page of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventView {
    /// When and where, and what is on now.
    Overview,
    /// The pairings of a round.
    Pairings,
    /// The standings.
    Standings,
    /// The brackets of its playoffs.
    Bracket,
    /// The published lists.
    Decks,
    /// The players by name.
    Players,
}

/// How a time is to the times at which registration opens and closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hours {
    /// Between them, or there are none.
    Within,
    /// Before registration opens.
    Before,
    /// After it closed.
    After,
}

impl EventView {
    /// Returns its path below that of the event; empty for the first page, and for pairings, which have one for each round.
    pub(super) fn path(self) -> &'static str {
        match self {
            Self::Overview | Self::Pairings => "",
            Self::Standings => "standings/",
            Self::Bracket => "bracket/",
            Self::Decks => "decks/",
            Self::Players => "players/",
        }
    }
}

pub(crate) struct Tab {
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) is_current: bool,
}

/// Returns the tabs of an event whose pages are at `url`.
pub(super) fn tabs(texts: &Texts, url: &str, event: &EventPageData<'_>, current: EventView) -> Vec<Tab> {
    use EventView::{Bracket, Decks, Overview, Pairings, Players, Standings};
    let round = newest_round(&event.rounds).map(|round| format!("rounds/{}/", round.number));
    let has = |is_there: bool, path: &str| is_there.then(|| path.to_owned());
    let tabs = [
        (Overview, "frame-overview", Some(String::new())),
        (Pairings, "public-pairings", round),
        (Standings, "public-standings", has(event.standings.is_some(), Standings.path())),
        (Bracket, "desk-bracket", has(!event.brackets.is_empty(), Bracket.path())),
        (Decks, "public-decks", has(has_lists(event), Decks.path())),
        // Those in line are called by name; a list of them is for staff.
        (
            Players,
            "desk-players",
            has(event.queue.is_none() && (event.places.taken > 0 || event.standings.is_some()), Players.path()),
        ),
    ];
    let tabs = tabs.into_iter().filter_map(|(view, name, path)| {
        let url = format!("{url}{}", path?);
        Some(Tab { name: texts.say(name), url, is_current: view == current })
    });
    tabs.collect()
}

/// Returns whether lists are published, and standings name their players.
pub(super) fn has_lists(event: &EventPageData<'_>) -> bool {
    event.head.status.has_published_lists() && !event.lists.is_empty() && event.standings.is_some()
}

/// Returns the round that a reader looks for: the newest one with pairings.
pub(super) fn newest_round(rounds: &[RoundLink]) -> Option<&RoundLink> {
    rounds.iter().rev().find(|round| round.has_pairings)
}

/// Returns the class of the badge of an event in this status.
pub(super) fn badge(status: LifecycleStatus, is_canceled: bool) -> &'static str {
    use LifecycleStatus::{EventInProgress, RegistrationClosed, RegistrationOpen, WaitlistOnly};
    match status {
        _ if is_canceled => "danger",
        RegistrationOpen => "open",
        EventInProgress => "live",
        WaitlistOnly | RegistrationClosed => "wait",
        _ => "done",
    }
}

/// Returns the status of an event for readers: finished, whether its lists are published or not.
pub(super) fn status(texts: &Texts, status: LifecycleStatus, is_canceled: bool) -> String {
    match status {
        _ if is_canceled => texts.say("public-canceled"),
        _ if status.is_finished() => texts.say("public-finished"),
        _ => texts.term(status),
    }
}

/// Returns whether players may register, if only for the waitlist.
pub(super) fn may_sign_up(head: &PageHead<'_>) -> bool {
    let is_open = matches!(head.status, LifecycleStatus::RegistrationOpen | LifecycleStatus::WaitlistOnly);
    is_open && !head.is_canceled && head.about.registration_policy != RegistrationPolicy::Staff
}

/// Returns the path of the page where players register, below the public address.
pub(super) fn register_path(head: &PageHead<'_>) -> String {
    path_to_register(head.event_id, head.about.registration_policy)
}

/// Returns the path of the page where players register for an event with this policy, below the public address.
pub(super) fn path_to_register(event: TournamentId, policy: RegistrationPolicy) -> String {
    match policy {
        RegistrationPolicy::Everyone => format!("/join/{event}/"),
        RegistrationPolicy::JoinCode => "/join/".to_owned(),
        RegistrationPolicy::Accounts | RegistrationPolicy::Staff => format!("/me/{event}/sign-up/"),
    }
}

/// Says that an event is an on-demand queue, and how many wait in it.
pub(super) fn queue(texts: &Texts, size: usize, waiting: usize) -> String {
    texts.with_all("public-queue-line", [("size", size.into()), ("waiting", waiting.into())])
}

/// Says when an on-demand queue begins.
pub(crate) fn queue_begins(texts: &Texts, zone: Zone, start: DateTime<Utc>) -> String {
    texts.with("public-queue-begins", "time", readable(texts, start, zone))
}

/// Says how many places are left, while players may register for them; else how many players there are. Empty without any.
pub(super) fn places(
    texts: &Texts,
    (status, is_canceled): (LifecycleStatus, bool),
    taken: usize,
    capacity: Option<i32>,
) -> String {
    use LifecycleStatus::{RegistrationOpen, WaitlistOnly};
    let capacity = capacity.and_then(|capacity| usize::try_from(capacity).ok());
    let is_shown = |capacity: &usize| status == RegistrationOpen || status == WaitlistOnly && *capacity <= taken;
    match capacity.filter(is_shown).filter(|_| !is_canceled) {
        Some(capacity) => {
            let left = capacity.saturating_sub(taken);
            texts.with_all("public-places", [("left", left.into()), ("capacity", capacity.into())])
        }
        None if taken == 0 => String::new(),
        None => texts.with("public-players", "count", taken),
    }
}
