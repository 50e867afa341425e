//! Renders a decklist (17, 19), its revisions, and where its owner finds it. An event's lists (11) contain the same object.

use domain::decklist::{Decklist, Revision};
use domain::documents::{ActorDocument, Time};
use proto_events::ids::OrganizationId;
use serde::Serialize;
use storage::{OwnDecklist, ViewKind};
use utoipa::ToSchema;

use super::output::Output;
use super::parts::{json, sort};
use crate::settings::ViewSettings;

/// Renders all documents of a list.
pub(super) fn render(list: &Decklist, settings: &ViewSettings, out: &mut Output) {
    render_list(list, settings, out);
    render_revisions(list, out);
    render_for_owner(list, out);
}

fn render_list(list: &Decklist, settings: &ViewSettings, out: &mut Output) {
    let document = out.put(ViewKind::Decklist, list.id, settings.document_of(list).to_json());
    (document.sort, document.owner) = (sort::number(list.id.0), list.owner_user_id);
    // So its `ETag` is the version that writers compare.
    document.digest = list.version.to_string();
}

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
pub(super) fn render_revisions(list: &Decklist, out: &mut Output) {
    let newest = list.newest();
    let revisions: Vec<_> = list.earlier.iter().chain([&newest]).map(document).collect();
    out.put(ViewKind::DecklistRevisions, list.id, json::to_bytes(&revisions));
}

fn document(revision: &Revision) -> RevisionDocument<'_> {
    RevisionDocument {
        number: revision.number,
        recorded_at: Time(revision.recorded_at),
        actor: ActorDocument::from(&revision.actor),
        content_sha256: &revision.content_sha256,
    }
}

fn render_for_owner(list: &Decklist, out: &mut Output) {
    let Some(owner) = list.owner_user_id else { return };
    let place = OwnDecklist { organization_id: list.organization_id };
    let key = OwnDecklist::key(owner, list.id);
    let document = out.put_under(OrganizationId::SHARED, ViewKind::OwnDecklist, key, json::to_bytes(&place));
    (document.sort, document.owner) = (sort::number(list.id.0), Some(owner));
    // The version makes a change of any of a user's lists visible in the records alone.
    document.digest = list.version.to_string();
}

#[cfg(test)]
mod tests {
    mod decklist {
        use chrono::DateTime;
        use proto_events::decklist::DecklistBody;
        use proto_events::ids::DecklistId;
        use proto_events::{Actor, Position, StreamId};

        use super::super::render_list as render;
        use super::super::*;
        use crate::views::testing::{STORE, Tree};

        fn written(plaintext: &str, json: &str, vendor_field_names: bool) -> Tree {
            let list = Decklist {
                id: DecklistId(301),
                organization_id: STORE,
                owner_user_id: None,
                body: DecklistBody {
                    name: "Storm".into(),
                    deckhost_deck_json: json.into(),
                    plaintext_list: plaintext.into(),
                    deckhost_public_id: "abc".into(),
                    archetype: "Combo".into(),
                },
                deck_url: "https://decks.example/301".into(),
                updated_at: DateTime::UNIX_EPOCH,
                version: 1,
                recorded_at: DateTime::UNIX_EPOCH,
                position: Position(1),
                actor: Actor::System,
                earlier: Vec::new(),
                is_deleted: false,
            };
            let mut out = Output::new(StreamId::decklist(list.id), STORE, Position(5));
            render(&list, &ViewSettings { vendor_field_names, ..ViewSettings::default() }, &mut out);
            Tree::parse(&out.documents[0].body.for_everyone())
        }

        #[test]
        fn a_list_as_it_came() {
            insta::assert_snapshot!(written("4 Dark Ritual\n56 Swamp", "", false).pretty());
        }

        #[test]
        fn the_text_is_derived_where_only_the_deck_hosts_json_came() {
            let json = r#"{"mainboard": {"Dark Ritual": {"quantity": 4}, "Swamp": {"quantity": 56}}}"#;
            insta::assert_snapshot!(written("", json, false).pretty());
        }

        #[test]
        fn vendor_names_stand_beside_ours() {
            insta::assert_snapshot!(written("60 Swamp", "{}", true).pretty());
        }
    }

    mod decklist_revisions {
        use proto_events::decklist::DecklistBody;
        use proto_events::ids::{ApiKeyId, DecklistId, UserId};
        use proto_events::{Actor, DecklistEvent, Envelope, Position, StreamId};

        use super::super::render_revisions as render;
        use super::super::*;
        use crate::views::testing::{STORE, Tree, envelope, start};

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
                let envelope =
                    envelope(stream, version, start() + chrono::Duration::milliseconds(version * 250), event);
                Envelope { actor, ..envelope }
            });
            let list = Decklist::from_events(&told.collect::<Vec<_>>()).unwrap();
            let mut out = Output::new(stream, STORE, Position(5));
            render(&list, &mut out);
            insta::assert_snapshot!(Tree::parse(&out.documents[0].body.for_everyone()).pretty());
        }
    }

    mod own_decklist {
        use proto_events::decklist::DecklistBody;
        use proto_events::ids::{DecklistId, UserId};
        use proto_events::{DecklistEvent, Position, StreamId};

        use super::super::render_for_owner as render;
        use super::super::*;
        use crate::views::testing::{STORE, envelope, keys, start};

        fn rendered(owner_user_id: Option<UserId>) -> Output {
            let stream = StreamId::decklist(DecklistId(301));
            let body = DecklistBody { plaintext_list: "60 Swamp".into(), ..DecklistBody::default() };
            let submitted = DecklistEvent::Submitted { owner_user_id, body, deck_url: String::new() };
            let list = Decklist::created(&envelope(stream, 1, start(), submitted)).unwrap();
            let mut out = Output::new(stream, STORE, Position(5));
            render(&list, &mut out);
            out
        }

        #[test]
        fn a_list_that_belongs_to_somebody_is_found_by_its_owner() {
            let out = rendered(Some(UserId(11)));
            assert_eq!(keys(&out), ["own_decklist 11/301"]);
            assert_eq!(out.documents[0].key.organization_id, OrganizationId::SHARED);
            assert_eq!(out.documents[0].body.for_everyone(), r#"{"organization_id":3}"#);
            assert_eq!(out.documents[0].digest, "1", "the list's version");
            assert_eq!(out.documents[0].owner, Some(UserId(11)));
        }

        #[test]
        fn a_list_of_nobody_in_particular_has_no_record() {
            assert_eq!(keys(&rendered(None)), [""; 0]);
        }
    }
}
