//! Streams of changes for the pages of the desk and of players.
//!
//! These pages are drawn from the newest state of an event, so their streams are made from it too. A stream tells of its
//! *position*: for staff the version of the event, for a player a digest of what the player's page shows (`sheets`). It ends
//! when the page would not open any more: the event is deleted, the private link is revoked, the session is over.
//!
//! A page names the position that it was drawn at, and its stream begins there. So nothing falls between the two.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use api_kit::Party;
use api_kit::streams::{SnapshotReader, StreamCursor, StreamRequest, StreamRight, Streams, WatchedDocuments};
use axum::body::Bytes;
use axum::response::Response;
use domain::tournament::Tournament;
use proto_events::ids::{OrganizationId, RegistrationId, TournamentId, UserId};
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};
use write_api::{Folded, WriteApi};

use crate::serving::failures::{failed, not_found};
use crate::serving::sheets::{Sheet, Sheets};

/// The pause after a change for each player of the event, and the longest one. A change costs the computation of every
/// player's position, which takes longer the larger the event is.
const COLLECTS: (Duration, Duration) = (Duration::from_micros(100), Duration::from_millis(250));
/// The kinds of documents that change with every step of an event; their keys begin with its id.
const OF_EVENTS: [ViewKind; 4] =
    [ViewKind::EventAuditPart, ViewKind::Overview, ViewKind::Registrations, ViewKind::EventDecklists];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PageReader {
    /// Staff of the organization that runs the event; a person who is staff of this event alone.
    Staff(OrganizationId, Option<UserId>),
    /// A signed-in player.
    Player(UserId),
    /// The holder of the private link with this hash.
    Link(String),
}

impl PageReader {
    /// Returns the position of the page; `None` if the page does not open.
    fn position(&self, snapshot: &PageSnapshot) -> Option<String> {
        let event = &snapshot.event.state;
        if event.is_deleted {
            return None;
        }
        let player = |entry: Option<RegistrationId>| snapshot.sheet().position(entry?).map(str::to_owned);
        match self {
            Self::Staff(organization_id, assigned) => {
                let is_staff = assigned.is_none_or(|person| event.staff.contains_key(&person));
                (is_staff && event.organization_id == *organization_id).then(|| snapshot.event.version.to_string())
            }
            Self::Player(person) => player(snapshot.sheet().of_person(*person)),
            Self::Link(hash) => player(snapshot.sheet().of_link(hash)),
        }
    }
}

pub(crate) type PageStreams = Streams<TournamentId, PageSnapshot>;

/// Answers with a stream of an event, which begins at the position that the client knows; now if that is empty. `right`
/// is that of a session; none for a private link, whose reader's position ends with the link.
///
/// # Errors
/// 404 if the reader may not see the event, 503 if too many streams are open.
pub(crate) async fn open(
    streams: &PageStreams,
    events: EventReader,
    (reader, right): (PageReader, Option<StreamRight>),
    (address, known): (Option<IpAddr>, String),
) -> Result<Response, Problem> {
    let request = StreamRequest { topic: events.event, is_read_again: true, party: Party::at(address), right };
    let begin = |newest: &Arc<PageSnapshot>| {
        let position = reader.position(newest)?;
        let is_known = known.is_empty() || known == position;
        let first = if is_known { format!("id: {position}\n\n") } else { change(&position) };
        Some((PageCursor { reader, position, name_changes: newest.name_changes }, first))
    };
    streams.open(request, || events, begin).await?.ok_or_else(not_found)
}

/// An event at one moment.
pub(crate) struct PageSnapshot {
    event: Arc<Folded<Tournament>>,
    /// How often a name or a list may have changed, which other streams of the log contain.
    name_changes: u64,
    /// The facts about players of events.
    sheets: Sheets,
}

impl PageSnapshot {
    fn sheet(&self) -> Arc<Sheet> {
        self.sheets.of(&self.event)
    }
}

/// Reads the newest state of an event.
pub(crate) struct EventReader {
    event: TournamentId,
    commands: WriteApi,
    sheets: Sheets,
}

impl EventReader {
    pub(crate) fn new(event: TournamentId, commands: &WriteApi, sheets: &Sheets) -> Self {
        Self { event, commands: commands.clone(), sheets: sheets.clone() }
    }
}

impl SnapshotReader for EventReader {
    type Snapshot = PageSnapshot;

    async fn read(&self, documents: &mut WatchedDocuments) -> Result<Option<PageSnapshot>, Problem> {
        for kind in OF_EVENTS {
            documents.watch(&DocumentKey::new(OrganizationId::SHARED, kind, self.event));
        }
        let name_changes = documents.changes_of_names();
        let event = self.commands.tournament(self.event).await.map_err(failed)?;
        Ok(event.map(|event| PageSnapshot { event, name_changes, sheets: self.sheets.clone() }))
    }

    fn is_newer(newest: &PageSnapshot, last: &PageSnapshot) -> bool {
        let [newest, last] = [newest, last].map(|snapshot| (snapshot.event.version, snapshot.name_changes));
        newest.0 >= last.0 && newest != last
    }

    fn pause(newest: &PageSnapshot) -> Duration {
        let players = u32::try_from(newest.event.state.registrations.len()).unwrap_or(u32::MAX);
        COLLECTS.0.saturating_mul(players).min(COLLECTS.1)
    }
}

/// What the page of a client shows.
struct PageCursor {
    reader: PageReader,
    position: String,
    name_changes: u64,
}

impl StreamCursor<PageSnapshot> for PageCursor {
    fn advance(&mut self, newest: &Arc<PageSnapshot>) -> Option<Bytes> {
        let position = self.reader.position(newest)?;
        let has_moved = position != self.position;
        let has_names = newest.name_changes != self.name_changes && matches!(self.reader, PageReader::Staff(..));
        (self.position, self.name_changes) = (position, newest.name_changes);
        Some(match (has_moved, has_names) {
            (true, _) => change(&self.position).into(),
            (false, true) => Bytes::from_static(b"event: change\ndata: {}\n\n"),
            (false, false) => Bytes::new(),
        })
    }
}

/// Returns the event that tells of a change. A page at that position has nothing to learn from it.
fn change(position: &str) -> String {
    format!("event: change\nid: {position}\ndata: {{\"position\":\"{position}\"}}\n\n")
}
