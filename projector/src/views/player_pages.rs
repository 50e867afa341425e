//! Renders a person's pages: for everyone those that the person shows, and for the person the state of all. The results on
//! a page are in the records of the person's registrations.

use domain::user::User;
use proto_events::ids::OrganizationId;
use storage::{OwnPlayerPage, PlayerPageRecord, ViewKind};

use super::output::Output;
use super::parts::json;

/// Renders the pages. An account that was merged into another has none: that account may show its own.
pub(super) fn render(user: &User, out: &mut Output) {
    for page in &user.player_pages {
        let (organization_id, player_id, is_shown) = (page.organization_id, page.player_id, page.is_shown);
        let own = json::to_bytes(&OwnPlayerPage { organization_id, player_id, is_shown });
        out.put(ViewKind::OwnPlayerPage, OwnPlayerPage::key(user.id, organization_id), String::new(), own);
        if is_shown && user.merged_into.is_none() {
            let name = user.name().into_owned();
            let shown = json::to_bytes(&PlayerPageRecord { organization_id, user_id: user.id, name });
            out.put(ViewKind::PlayerPage, player_id, String::new(), shown);
        } else {
            out.remove(OrganizationId::SHARED, ViewKind::PlayerPage, player_id);
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::user::{Merged, PlayerPage};
    use proto_events::ids::{PlayerId, UserId};
    use proto_events::user::Profile;
    use proto_events::{Position, StreamId};

    use super::super::testing::{body, keys};
    use super::*;

    fn rendered(user: &User) -> Output {
        let mut out = Output::new(StreamId::user(user.id), OrganizationId::SHARED, Position(5));
        render(user, &mut out);
        out
    }

    fn ann() -> User {
        let profile =
            Profile { best_identifier: "Ann Lee".into(), email: "ann@x.example".into(), ..Profile::default() };
        let page = |organization, player, is_shown| PlayerPage {
            organization_id: OrganizationId(organization),
            player_id: PlayerId(player),
            is_shown,
        };
        User { player_pages: vec![page(3, 71, true), page(4, 72, false)], ..User::new(UserId(11), profile) }
    }

    #[test]
    fn only_pages_that_are_shown_are_there_for_everyone() {
        let out = rendered(&ann());
        assert_eq!(keys(&out), ["own_player_page 11/3", "player_page 71", "own_player_page 11/4"]);
        assert_eq!(out.removed.iter().map(|removal| removal.key.key.as_str()).collect::<Vec<_>>(), ["72"]);
        assert_eq!(body(&out, ViewKind::PlayerPage, 71), r#"{"organization_id":3,"user_id":11,"name":"Ann Lee"}"#);
    }

    #[test]
    fn a_merged_account_shows_none() {
        let merged = Merged { user_id: UserId(12), name: "Ann".into() };
        let out = rendered(&User { merged_into: Some(merged), ..ann() });
        assert_eq!(keys(&out), ["own_player_page 11/3", "own_player_page 11/4"]);
        assert_eq!(out.removed.len(), 2);
    }
}
