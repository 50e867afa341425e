//! A projector for the tests: it keeps the accounts and memberships in the views up to date with the log.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::organization::{Invitation, InvitationStatus, Organization};
use domain::user::User;
use proto_events::ids::OrganizationId;
use proto_events::user::Profile;
use proto_events::{Position, Recorded, StreamId, StreamKind};
use serde::Serialize;
use storage::sqlite::{SqliteEventStore, SqliteViewStore};
use storage::{
    Account, Document, DocumentBody, DocumentKey, Generation, InvitationRecord, KnownPerson, Membership, Notice,
    NoticeBoard, Reached, Shard, ViewBatch, ViewKind,
};
use storage::{LogReader as _, ViewStore as _};
use tokio::sync::watch;

pub struct Mirror {
    pub events: Arc<SqliteEventStore>,
    pub views: Arc<SqliteViewStore>,
    pub board: NoticeBoard,
    pub generation: Generation,
    pub reached: watch::Sender<Reached>,
}

impl Mirror {
    pub async fn run(self) {
        let mut appended = self.events.appended();
        let mut at = Position::START;
        loop {
            let events = self.events.read_from(at, 10_000).await.unwrap();
            if let Some(last) = events.last() {
                let documents = self.documents(&events).await;
                let keys = documents.iter().map(|document| document.key.clone()).collect();
                let mut batch = ViewBatch::new(self.generation, Shard::WHOLE, at, Reached::all(last.position));
                batch.documents = documents;
                self.views.commit(batch).await.unwrap();
                at = last.position;
                self.board.post(&Notice::Documents { keys, position: at });
                self.reached.send_replace(Reached::all(at));
                continue;
            }
            if appended.changed().await.is_err() {
                return;
            }
        }
    }

    async fn documents(&self, events: &[Recorded]) -> Vec<Document> {
        let changed: BTreeSet<_> = events.iter().map(|event| event.stream).collect();
        let position = events.last().unwrap().position;
        let mut documents = Vec::new();
        for stream in changed {
            let recorded = self.events.read_stream(stream, 0).await.unwrap();
            let envelopes: Vec<_> = recorded.iter().map(|event| event.decode().unwrap()).collect();
            match stream.kind {
                StreamKind::User => {
                    let user = User::from_events(&envelopes).unwrap();
                    let key = stream.id.to_string();
                    documents.push(document(ViewKind::Account, key.clone(), stream, position, &account(&user)));
                    if let Some(organization_id) = user.managed_by {
                        let mut known = document(ViewKind::ManagedPerson, key, stream, position, &known(&user));
                        known.key.organization_id = organization_id;
                        documents.push(known);
                    }
                }
                StreamKind::Organization => {
                    let organization = Organization::from_events(&envelopes).unwrap();
                    for (key, invitation) in invitations(&organization) {
                        documents.push(document(ViewKind::Invitation, key, stream, position, &invitation));
                    }
                    for membership in memberships(&organization) {
                        let key = Membership::key(membership.user_id, membership.organization_id);
                        documents.push(document(ViewKind::Membership, key, stream, position, &membership));
                    }
                }
                _ => {}
            }
        }
        documents
    }
}

fn account(user: &User) -> Account {
    Account {
        managed_by: user.managed_by,
        session_epoch: user.session_epoch,
        ..Account::new(user.id, &user.profile.username, &user.profile.best_identifier)
    }
}

fn known(user: &User) -> KnownPerson {
    let Profile { best_identifier, username, .. } = user.profile.clone();
    KnownPerson { user_id: user.id, name: best_identifier, username }
}

/// Returns the last membership of each person.
fn memberships(organization: &Organization) -> Vec<Membership> {
    let membership = |member: &domain::organization::Member| Membership {
        member_id: member.id,
        user_id: member.user_id,
        organization_id: organization.id,
        store_name: organization.name.clone(),
        logo: None,
        role: member.role,
        removed: member.removed,
    };
    let mut memberships: Vec<Membership> = organization.members.iter().map(membership).collect();
    memberships.reverse();
    let mut known = BTreeSet::new();
    memberships.retain(|membership| known.insert(membership.user_id));
    memberships
}

/// Returns the last invitation of each person.
fn invitations(organization: &Organization) -> BTreeMap<String, InvitationRecord> {
    let record = |invitation: &Invitation| InvitationRecord {
        organization_id: organization.id,
        store_name: organization.name.clone(),
        role: invitation.role,
        invited_at: invitation.invited_at,
        is_open: invitation.status == InvitationStatus::Open,
    };
    let key = |invitation: &Invitation| Membership::key(invitation.user_id, organization.id);
    organization.invitations.iter().map(|invitation| (key(invitation), record(invitation))).collect()
}

pub fn document(kind: ViewKind, key: String, source: StreamId, position: Position, body: &impl Serialize) -> Document {
    Document {
        sort: key.clone(),
        owner: None,
        key: DocumentKey::new(OrganizationId::SHARED, kind, key),
        source,
        position,
        digest: format!("{:022x}", position.0),
        body: DocumentBody::same(kind, serde_json::to_vec(body).unwrap()),
        stale: false,
    }
}
