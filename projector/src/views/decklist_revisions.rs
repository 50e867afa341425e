//! Renders the revisions of a decklist: number, time, author, and a hash for comparison.

use domain::decklist::{Decklist, Revision};
use domain::documents::{ActorDocument, Time};
use serde::Serialize;
use storage::ViewKind;
use utoipa::ToSchema;

use super::output::Output;
use super::parts::json;
use crate::settings::ViewSettings;

/// A revision of a decklist.
#[derive(Serialize, ToSchema)]
#[schema(as = DecklistRevision)]
pub(super) struct RevisionDocument<'a> {
    /// Its number, from 1; this was the list's `ETag` at that time.
    number: i64,
    /// When it was written.
    #[schema(value_type = DateTime<Utc>)]
    recorded_at: Time,
    /// Who wrote it.
    actor: ActorDocument,
    /// Lower-case hex SHA-256 of the list's `plaintext_list` in this revision.
    content_sha256: &'a str,
}

/// Renders the revisions, oldest first.
pub(super) fn render(list: &Decklist, _settings: &ViewSettings, out: &mut Output) {
    let newest = list.newest();
    let revisions: Vec<_> = list.earlier.iter().chain([&newest]).map(document).collect();
    out.put(ViewKind::DecklistRevisions, list.id, String::new(), json::to_bytes(&revisions));
}

fn document(revision: &Revision) -> RevisionDocument<'_> {
    RevisionDocument {
        number: revision.number,
        recorded_at: Time(revision.recorded_at),
        actor: ActorDocument::from(&revision.actor),
        content_sha256: &revision.content_sha256,
    }
}

#[cfg(test)]
mod tests {
    use proto_events::decklist::DecklistBody;
    use proto_events::ids::{ApiKeyId, DecklistId, UserId};
    use proto_events::{Actor, DecklistEvent, Envelope, Position, StreamId};

    use super::super::testing::{STORE, Tree, envelope, settings, start};
    use super::*;

    #[test]
    fn every_revision_is_listed_with_who_wrote_it() {
        let stream = StreamId::decklist(DecklistId(301));
        let body = |text: &str| DecklistBody { plaintext_list: text.into(), ..DecklistBody::default() };
        let submitted =
            DecklistEvent::Submitted { owner_user_id: None, body: body("60 Swamp"), deck_url: String::new() };
        let revised = |text| DecklistEvent::Revised { body: body(text) };
        let events = [
            (Actor::CommandLine, submitted),
            (Actor::ApiKey(ApiKeyId(7)), revised("61 Swamp")),
            (Actor::User(UserId(11)), revised("60 Swamp")),
            (Actor::System, revised("62 Swamp")),
        ];
        let told = (1..).zip(events).map(|(version, (actor, event))| {
            let envelope = envelope(stream, version, start() + chrono::Duration::milliseconds(version * 250), event);
            Envelope { actor, ..envelope }
        });
        let list = Decklist::from_events(&told.collect::<Vec<_>>()).unwrap();
        let mut out = Output::new(stream, STORE, Position(5));
        render(&list, &settings(), &mut out);
        insta::assert_snapshot!(Tree::parse(&out.documents[0].body.for_everyone()).pretty());
    }
}
