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
    use chrono::{DateTime, Duration};
    use proto_events::decklist::DecklistBody;
    use proto_events::ids::{ApiKeyId, DecklistId, UserId};
    use proto_events::{Actor, DecklistEvent, Envelope, Position, StreamId};

    use super::super::testing::{STORE, envelope, keys, pretty, start};
    use super::*;

    fn stream() -> StreamId {
        StreamId::decklist(DecklistId(301))
    }

    fn rendered(render: impl FnOnce(&mut Output)) -> Output {
        let mut out = Output::new(stream(), STORE, Position(5));
        render(&mut out);
        out
    }

    fn text(plaintext_list: &str) -> DecklistBody {
        DecklistBody { plaintext_list: plaintext_list.into(), ..DecklistBody::default() }
    }

    #[test]
    fn a_list_is_shown_as_it_came_or_with_its_text_derived() {
        let json = r#"{"mainboard": {"Dark Ritual": {"quantity": 4}, "Swamp": {"quantity": 56}}}"#;
        for (name, plaintext, json, vendor_field_names) in [
            ("a_list_as_it_came", "4 Dark Ritual\n56 Swamp", "", false),
            ("the_text_is_derived_where_only_the_deck_hosts_json_came", "", json, false),
            ("vendor_names_stand_beside_ours", "60 Swamp", "{}", true),
        ] {
            let body = DecklistBody {
                name: "Storm".into(),
                deckhost_deck_json: json.into(),
                plaintext_list: plaintext.into(),
                deckhost_public_id: "abc".into(),
                archetype: "Combo".into(),
            };
            let deck_url = "https://decks.example/301".into();
            let submitted = DecklistEvent::Submitted { owner_user_id: None, body, deck_url };
            let list = Decklist::created(&envelope(stream(), 1, DateTime::UNIX_EPOCH, submitted)).unwrap();
            let settings = ViewSettings { vendor_field_names, ..ViewSettings::default() };
            let out = rendered(|out| render_list(&list, &settings, out));
            insta::assert_snapshot!(name, pretty(&out.documents[0].body.for_everyone()));
        }
    }

    #[test]
    fn every_revision_is_listed_with_who_wrote_it() {
        let submitted =
            DecklistEvent::Submitted { owner_user_id: None, body: text("60 Swamp"), deck_url: String::new() };
        let revised = |list| DecklistEvent::Revised { body: text(list) };
        let events = [
            (Actor::CommandLine, submitted),
            (Actor::ApiKey(ApiKeyId(7)), revised("61 Swamp")),
            (Actor::User(UserId(11)), revised("60 Swamp")),
            (Actor::System, revised("62 Swamp")),
        ];
        let told = (1..).zip(events).map(|(version, (actor, event))| {
            let at = start() + Duration::milliseconds(version * 250);
            Envelope { actor, ..envelope(stream(), version, at, event) }
        });
        let list = Decklist::from_events(&told.collect::<Vec<_>>()).unwrap();
        let out = rendered(|out| render_revisions(&list, out));
        insta::assert_snapshot!(pretty(&out.documents[0].body.for_everyone()));
    }

    #[test]
    fn a_list_that_belongs_to_somebody_is_found_by_its_owner() {
        let of = |owner_user_id| {
            let submitted = DecklistEvent::Submitted { owner_user_id, body: text("60 Swamp"), deck_url: String::new() };
            let list = Decklist::created(&envelope(stream(), 1, start(), submitted)).unwrap();
            rendered(|out| render_for_owner(&list, out))
        };
        let out = of(Some(UserId(11)));
        assert_eq!(keys(&out), ["own_decklist 11/301"]);
        assert_eq!(out.documents[0].key.organization_id, OrganizationId::SHARED);
        assert_eq!(out.documents[0].body.for_everyone(), r#"{"organization_id":3}"#);
        assert_eq!(out.documents[0].digest, "1", "the list's version");
        assert_eq!(out.documents[0].owner, Some(UserId(11)));
        assert_eq!(keys(&of(None)), [""; 0]);
    }
}
