//! Documents as the projector writes them.

use std::hash::{DefaultHasher, Hash, Hasher};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::documents::{ReaderGroup, Redactor, StorePageDocument, Versions};
use domain::organization::Organization;
use proto_events::ids::{DecklistId, MemberId, OrganizationId, TournamentId, UserId};
use proto_events::vocabulary::{EventFormat, Role};
use proto_events::{Position, StreamId};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use storage::{Account, Document, DocumentBody, DocumentKey, ExportDocument, Membership, OwnDecklist, ViewKind};

/// The organization of most tests.
pub(crate) const STORE: OrganizationId = OrganizationId(1);
pub(crate) const OTHER: OrganizationId = OrganizationId(2);

/// The round whose standings public pages show.
pub(crate) const LAST_ROUND: i64 = 202;

pub(crate) fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// Returns a document of [`STORE`].
pub(crate) fn document(kind: ViewKind, key: impl ToString, body: &str) -> Document {
    document_of(STORE, kind, key, body)
}

/// Returns a document of [`STORE`] in versions, with the digest that the projector gives it.
pub(crate) fn in_versions<D: Serialize>(kind: ViewKind, key: impl ToString, of: impl Fn(&Redactor) -> D) -> Document {
    let versions = Versions::render(|redactor| Bytes::from(serde_json::to_string(&of(redactor)).unwrap()));
    let digest = URL_SAFE_NO_PAD.encode(&Sha256::digest(versions.seen_by(ReaderGroup::Organizers))[..16]);
    Document { digest, body: (&versions).into(), ..document(kind, key, "") }
}

pub(crate) fn document_of(organization: OrganizationId, kind: ViewKind, key: impl ToString, body: &str) -> Document {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    let key = DocumentKey::new(organization, kind, key);
    let body = DocumentBody::same(kind, body.to_owned());
    Document {
        sort: key.key.clone(),
        owner: None,
        key,
        source: StreamId::tournament(TournamentId(1)),
        position: Position(0),
        digest: format!("{:022x}", hasher.finish()),
        body,
        stale: false,
    }
}

/// Returns a record that belongs to no organization.
pub(crate) fn record(kind: ViewKind, key: impl ToString, of: &impl Serialize) -> Document {
    document_of(OrganizationId::SHARED, kind, key, &serde_json::to_string(of).unwrap())
}

/// Returns the record of a person's role in an organization.
pub(crate) fn membership(user: i64, organization: OrganizationId, role: Role, removed: bool) -> Document {
    let user_id = UserId(user);
    let membership = Membership {
        member_id: MemberId(100 + user),
        user_id,
        organization_id: organization,
        store_name: format!("Store {organization}"),
        logo: None,
        role,
        removed,
    };
    record(ViewKind::Membership, Membership::key(user_id, organization), &membership)
}

/// Returns a person's account. Sessions of earlier epochs have ended.
pub(crate) fn account(user: i64, session_epoch: i64) -> Document {
    account_managed_by(user, session_epoch, None)
}

/// Returns a person's account that an organization may manage.
pub(crate) fn account_managed_by(user: i64, session_epoch: i64, managed_by: Option<OrganizationId>) -> Document {
    let names = Account::new(UserId(user), format!("person{user}"), format!("Person {user}"));
    let account = Account { managed_by, session_epoch, ..names };
    record(ViewKind::Account, user, &account)
}

/// Returns a person's decklist in this organization, with its record and its revisions.
pub(crate) fn own_list(user: i64, organization: OrganizationId, id: i64, version: i64) -> Vec<Document> {
    let place = OwnDecklist { organization_id: organization };
    let place = record(ViewKind::OwnDecklist, OwnDecklist::key(UserId(user), DecklistId(id)), &place);
    let revisions: Vec<_> = (1..=version).map(|number| json!({ "number": number })).collect();
    let parts = [
        (ViewKind::Decklist, json!({ "id": id, "name": format!("version {version}") })),
        (ViewKind::DecklistRevisions, revisions.into()),
    ];
    let parts = parts.map(|(kind, body)| document_of(organization, kind, id, &body.to_string()));
    let (digest, source) = (version.to_string(), StreamId::decklist(DecklistId(id)));
    let of = |document: Document| {
        let is_listed = matches!(document.key.kind, ViewKind::Decklist | ViewKind::OwnDecklist);
        let owner = is_listed.then_some(UserId(user));
        Document { digest: digest.clone(), source, owner, sort: format!("{id:019}"), ..document }
    };
    std::iter::once(place).chain(parts).map(of).collect()
}

/// Returns the data of the public page of event 7, which shows the standings after [`LAST_ROUND`].
pub(crate) fn public_event() -> Document {
    let head = json!({
        "event_id": 7, "name": "Winter <Cup>", "organization_id": STORE, "store": "Moxhall", "format": "LEGACY",
        "start": null, "status": "EVENT_FINISHED",
    });
    let round = json!({ "number": 2, "name": { "number": 2 }, "status": "COMPLETE", "has_pairings": true });
    let page = json!({ "head": head, "rounds": [round], "brackets": [], "standings": page_standings() });
    record(ViewKind::EventPage, 7, &page)
}

/// Returns the data of the public page of a round of event 7.
pub(crate) fn public_round(number: i32) -> Document {
    let page = json!({
        "name": { "number": number }, "status": "COMPLETE", "team_matches": [], "matches": [], "seatings": [],
        "standings": page_standings(),
    });
    record(ViewKind::RoundPage, format!("7/{number}"), &page)
}

fn page_standings() -> Value {
    json!({ "organization_id": STORE, "round_id": LAST_ROUND, "which": { "after": 2 } })
}

pub(crate) fn store_page() -> Document {
    let organization = Organization { id: STORE, ..Organization::default() };
    record(ViewKind::StorePage, STORE, &StorePageDocument::of(&organization))
}

/// Returns standings after [`LAST_ROUND`] with one line.
pub(crate) fn standings_of(name: &str) -> Document {
    let line = json!({
        "player_id": 11, "name": name, "match_points": 6, "record": "2-0-0", "opponent_match_win_percentage": 0.66666667,
        "game_win_percentage": 0.8, "opponent_game_win_percentage": 0.5,
    });
    document(ViewKind::RoundStandings, LAST_ROUND, &json!({ "standings": [line] }).to_string())
}

/// Returns a decklist of [`STORE`]. Its digest is its version.
pub(crate) fn decklist(id: i64, version: i64, body: &str) -> Document {
    Document { digest: version.to_string(), ..document(ViewKind::Decklist, id, body) }
}

pub(crate) fn export(id: i64, organization: OrganizationId, format: EventFormat, start: &str) -> ExportDocument {
    ExportDocument {
        organization_id: organization,
        tournament_id: TournamentId(id),
        start: at(start),
        event_format: format,
        position: Position(0),
        body: format!("{{\"TID\":\"{id}\"}}").into(),
        body_with_text: format!("{{\"TID\":\"{id}\",\"decklist_text\":\"4 Bolt\"}}").into(),
    }
}
