//! A convention: its details, its announcements, and what its events share: tables, and players whom queues call.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use proto_events::convention::ConventionDetails;
use proto_events::ids::{ConventionId, OrganizationId, TournamentId, UserId};
use proto_events::vocabulary::ConventionStatus;
use proto_events::{ConventionEvent, Envelope, Picture};
use serde::{Deserialize, Serialize};

use crate::FoldError;

/// A convention.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct Convention {
    pub id: ConventionId,
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    pub details: ConventionDetails,
    pub status: ConventionStatus,
    pub picture: Option<Picture>,
    /// Announcements, the oldest first, without those that were taken back.
    pub announcements: Vec<Announcement>,
    /// How many announcements were made, those that were taken back included.
    pub announcements_made: i64,
    /// The first and the last table that each event took when it was paired. Those of events that are over are free, and are removed when
    /// another event takes some of them.
    pub tables: BTreeMap<TournamentId, (i32, i32)>,
    /// The players whom an event holds, so that no queue calls them: a queue from its call until they leave it, then the event
    /// that it makes of them.
    pub calls: BTreeMap<UserId, TournamentId>,
    /// Its on-demand queues. A call without players says that one is there.
    pub queues: BTreeSet<TournamentId>,
}

/// Something that staff announced to everyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// Its number among those of the convention.
    pub id: i64,
    /// When it was posted.
    pub at: DateTime<Utc>,
    /// Plain text.
    pub text: String,
}

aggregate!(Convention);

impl Convention {
    fn create(event: &ConventionEvent, first: &Envelope) -> Option<Self> {
        let ConventionEvent::Created { details, status } = event else { return None };
        Some(Self {
            id: ConventionId(first.stream.id),
            organization_id: first.organization_id,
            details: details.clone(),
            status: *status,
            picture: None,
            announcements: Vec::new(),
            announcements_made: 0,
            tables: BTreeMap::new(),
            calls: BTreeMap::new(),
            queues: BTreeSet::new(),
        })
    }

    fn apply_event(&mut self, event: &ConventionEvent, envelope: &Envelope) -> Result<(), FoldError> {
        match event {
            ConventionEvent::Created { .. } => {
                return Err(FoldError::Duplicate { what: "convention", id: self.id.0 });
            }
            ConventionEvent::DetailsChanged { details } => self.details = details.clone(),
            ConventionEvent::StatusChanged { status } => self.status = *status,
            ConventionEvent::PictureSet { picture } => self.picture.clone_from(picture),
            ConventionEvent::AnnouncementPosted { announcement_id: id, text } => {
                self.announcements_made = self.announcements_made.max(*id);
                self.announcements.push(Announcement { id: *id, at: envelope.occurred_at, text: text.clone() });
            }
            ConventionEvent::AnnouncementRemoved { announcement_id } => {
                self.announcements.retain(|known| known.id != *announcement_id);
            }
            ConventionEvent::TablesTaken { tournament_id, first, last } if first <= last => {
                self.tables.insert(*tournament_id, (*first, *last));
            }
            ConventionEvent::TablesTaken { tournament_id, .. } => _ = self.tables.remove(tournament_id),
            ConventionEvent::PlayersCalled { tournament_id, user_ids, .. } => {
                if user_ids.is_empty() {
                    self.queues.insert(*tournament_id);
                }
                self.calls.extend(user_ids.iter().map(|user_id| (*user_id, *tournament_id)));
            }
            ConventionEvent::CallsEnded { tournament_id, user_ids } => {
                self.calls.retain(|id, holder| holder != tournament_id || !user_ids.contains(id));
            }
        }
        Ok(())
    }
}
