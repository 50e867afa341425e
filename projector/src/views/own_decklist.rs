//! Renders the organization of a user's decklist, so that the user finds it in any organization.

use domain::decklist::Decklist;
use proto_events::ids::OrganizationId;
use storage::{OwnDecklist, ViewKind};

use super::output::Output;
use super::parts::{json, sort};
use crate::settings::ViewSettings;

/// Renders the record of a list that has an owner.
pub(super) fn render(list: &Decklist, _settings: &ViewSettings, out: &mut Output) {
    let Some(owner) = list.owner_user_id else { return };
    let place = OwnDecklist { organization_id: list.organization_id };
    let key = OwnDecklist::key(owner, list.id);
    let sort = sort::number(list.id.0);
    out.put_under(OrganizationId::SHARED, ViewKind::OwnDecklist, key, sort, json::to_bytes(&place));
    out.owned_by(Some(owner));
    // The version makes a change of any of a user's lists visible in the records alone.
    out.of_version(list.version);
}

#[cfg(test)]
mod tests {
    use proto_events::decklist::DecklistBody;
    use proto_events::ids::{DecklistId, UserId};
    use proto_events::{DecklistEvent, Position, StreamId};

    use super::super::testing::{STORE, envelope, keys, settings, start};
    use super::*;

    fn rendered(owner_user_id: Option<UserId>) -> Output {
        let stream = StreamId::decklist(DecklistId(301));
        let body = DecklistBody { plaintext_list: "60 Swamp".into(), ..DecklistBody::default() };
        let submitted = DecklistEvent::Submitted { owner_user_id, body, deck_url: String::new() };
        let list = Decklist::created(&envelope(stream, 1, start(), submitted)).unwrap();
        let mut out = Output::new(stream, STORE, Position(5));
        render(&list, &settings(), &mut out);
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
