//! Renders the documents of a person: the account, tokens, public pages, and how the search and merged accounts find it.

use domain::user::User;
use proto_events::ids::OrganizationId;
use storage::{
    Account, GuestAddress, KnownPerson, MergedAccount, OpenClaims, OwnPlayerPage, PersonalDetails, PlayerPageRecord,
    TokenRecord, ViewKind,
};

use super::output::Output;
use super::parts::json;

pub(super) fn render(user: &User, out: &mut Output) {
    for render in
        [render_account, render_managed_person, render_merged_account, render_guest, render_player_pages, render_tokens]
    {
        render(user, out);
    }
    // An earlier address is not known any more.
    out.replaces_all = user.is_erased || user.email_changed_at.is_some();
}

fn render_account(user: &User, out: &mut Output) {
    let profile = user.profile.clone();
    let account = Account {
        user_id: user.id,
        best_identifier: user.name().into_owned(),
        username: profile.username,
        personal: PersonalDetails {
            first_name: profile.first_name,
            last_name: profile.last_name,
            email: profile.email,
            pronouns: profile.pronouns,
        },
        managed_by: user.managed_by,
        session_epoch: user.session_epoch,
    };
    out.put(ViewKind::Account, user.id, json::to_bytes(&account));
}

/// Renders the person under the organization that manages the account, if there is one. An account that was merged into
/// another is not found any more.
fn render_managed_person(user: &User, out: &mut Output) {
    let Some(organization_id) = user.managed_by else { return };
    if user.merged_into.is_some() {
        return out.remove(organization_id, ViewKind::ManagedPerson, user.id);
    }
    let person =
        KnownPerson { user_id: user.id, name: user.name().into_owned(), username: user.profile.username.clone() };
    out.put_under(organization_id, ViewKind::ManagedPerson, user.id, json::to_bytes(&person)).sort =
        user.id.to_string();
}

/// Renders the record, and removes those of earlier merges.
fn render_merged_account(user: &User, out: &mut Output) {
    let into = user.merged_into.as_ref().map(|merged| merged.user_id);
    for before in user.merged_before.iter().filter(|before| Some(**before) != into) {
        out.remove(OrganizationId::SHARED, ViewKind::MergedAccount, MergedAccount::key(*before, user.id));
    }
    if let Some(into) = into {
        let body = json::to_bytes(&MergedAccount { user_id: user.id });
        out.put(ViewKind::MergedAccount, MergedAccount::key(into, user.id), body);
    }
}

/// Renders how a guest's results are found and claimed, while no account has them.
fn render_guest(user: &User, out: &mut Output) {
    let Some(organization_id) = user.managed_by else { return };
    let email = &user.profile.email;
    if !email.is_empty() && user.is_guest() {
        let body = json::to_bytes(&GuestAddress { user_id: user.id });
        out.put(ViewKind::GuestAddress, GuestAddress::key(email, user.id), body);
    } else if !email.is_empty() {
        out.remove(OrganizationId::SHARED, ViewKind::GuestAddress, GuestAddress::key(email, user.id));
    }
    let claimed_by: Vec<_> = user.open_claims().collect();
    if !claimed_by.is_empty() {
        let body = json::to_bytes(&OpenClaims { user_id: user.id, claimed_by });
        out.put_under(organization_id, ViewKind::OpenClaims, user.id, body).sort = user.id.to_string();
    } else if !user.claims.is_empty() {
        out.remove(organization_id, ViewKind::OpenClaims, user.id);
    }
}

/// Renders the pages. An account that was merged into another has none: that account may show its own.
fn render_player_pages(user: &User, out: &mut Output) {
    for page in &user.player_pages {
        let (organization_id, player_id, is_shown) = (page.organization_id, page.player_id, page.is_shown);
        let own = json::to_bytes(&OwnPlayerPage { organization_id, player_id, is_shown });
        out.put(ViewKind::OwnPlayerPage, OwnPlayerPage::key(user.id, organization_id), own);
        if is_shown && user.merged_into.is_none() {
            let name = user.name().into_owned();
            let shown = json::to_bytes(&PlayerPageRecord { organization_id, user_id: user.id, name });
            out.put(ViewKind::PlayerPage, player_id, shown);
        } else {
            out.remove(OrganizationId::SHARED, ViewKind::PlayerPage, player_id);
        }
    }
}

/// Renders every token, including expired and revoked ones, so that their holders learn the reason.
fn render_tokens(user: &User, out: &mut Output) {
    let name = user.name();
    for token in &user.tokens {
        let record = TokenRecord {
            token_id: token.id,
            user_id: user.id,
            best_identifier: name.clone().into_owned(),
            organization_id: token.organization_id,
            expires_at: token.expires_at,
            revoked: token.revoked,
        };
        out.put(ViewKind::UserToken, &token.sha256, json::to_bytes(&record));
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Duration};
    use domain::user::{GuestClaim, Merged, PlayerPage, UserToken};
    use proto_events::ids::{PlayerId, UserId, UserTokenId};
    use proto_events::user::Profile;
    use proto_events::{Position, StreamId};

    use super::super::testing::{STORE, body, keys, removed, start};
    use super::*;

    fn rendered(render: fn(&User, &mut Output), user: &User) -> Output {
        let mut out = Output::new(StreamId::user(user.id), OrganizationId::SHARED, Position(5));
        render(user, &mut out);
        out
    }

    fn first(out: &Output) -> String {
        String::from_utf8(out.documents[0].body.for_everyone().to_vec()).unwrap()
    }

    fn ann() -> User {
        let profile = Profile {
            username: "ann".into(),
            best_identifier: "Ann Lee".into(),
            email: "ann@store.example".into(),
            ..Profile::default()
        };
        User::new(UserId(11), profile)
    }

    fn merged_into(id: i64) -> Option<Merged> {
        Some(Merged { user_id: UserId(id), name: "Ann Lee".into() })
    }

    #[test]
    fn an_account_says_who_it_is_and_nothing_of_passwords() {
        let mut ann = User { managed_by: Some(STORE), session_epoch: 2, ..ann() };
        let out = rendered(render_account, &ann);
        assert_eq!(keys(&out), ["account 11"]);
        assert_eq!(out.documents[0].key.organization_id, OrganizationId::SHARED);
        insta::assert_snapshot!(first(&out));

        ann.password_id = Some(7.into());
        assert_eq!(rendered(render_account, &ann).documents, out.documents);
    }

    #[test]
    fn a_person_without_a_name_is_named_by_id() {
        let out = rendered(render_account, &User::new(UserId(12), Profile::default()));
        let account: Account = serde_json::from_str(&first(&out)).unwrap();
        assert_eq!((account.username.as_str(), account.best_identifier.as_str()), ("", "Player 12"));
    }

    #[test]
    fn a_person_is_known_where_the_account_is_managed_and_by_names_alone() {
        assert!(rendered(render_managed_person, &ann()).documents.is_empty());
        let out = rendered(render_managed_person, &User { managed_by: Some(STORE), ..ann() });
        assert_eq!(out.documents[0].key.organization_id, STORE);
        assert_eq!(first(&out), r#"{"user_id":11,"name":"Ann Lee","username":"ann"}"#);
    }

    #[test]
    fn an_account_is_found_by_the_one_that_it_is_merged_into_and_by_no_earlier_one() {
        let merged_before = vec![UserId(12), UserId(13)];
        for (user, found, gone) in [
            (ann(), &[][..], &[][..]),
            (
                User { merged_into: merged_into(13), merged_before: merged_before.clone(), ..ann() },
                &["merged_account 13/11"],
                &["12/11"],
            ),
            (User { merged_before, ..ann() }, &[], &["12/11", "13/11"]),
        ] {
            let out = rendered(render_merged_account, &user);
            assert_eq!((keys(&out), removed(&out)), (found.iter().map(ToString::to_string).collect(), gone.to_vec()));
        }
    }

    fn guest() -> User {
        let profile = Profile { username: String::new(), ..ann().profile };
        User { managed_by: Some(STORE), ..User::new(UserId(11), profile) }
    }

    #[test]
    fn guest_is_found_by_the_address_until_an_account_has_the_results() {
        let address = GuestAddress::key("ANN@store.example", UserId(11));
        let key = format!("guest_address {address}");
        assert!(!key.contains("ann@") && !key.contains("ANN@"), "{key}");
        assert_eq!(keys(&rendered(render_guest, &guest())), [key]);
        assert_eq!(keys(&rendered(render_guest, &ann())), [""; 0], "no organization manages it");
        for taken in [User { merged_into: merged_into(12), ..guest() }, User { password_id: Some(7.into()), ..guest() }]
        {
            let out = rendered(render_guest, &taken);
            assert_eq!(keys(&out), [""; 0]);
            assert_eq!(removed(&out), [address.as_str()]);
            assert_eq!(out.removed[0].key.kind, ViewKind::GuestAddress);
        }
    }

    #[test]
    fn organization_sees_open_claims_alone() {
        let claim = |by, is_refused| GuestClaim { by: UserId(by), is_refused };
        let claims = vec![claim(12, true), claim(13, false), claim(14, false)];
        let out = rendered(render_guest, &User { claims, ..guest() });
        assert_eq!(body(&out, ViewKind::OpenClaims, 11), r#"{"user_id":11,"claimed_by":[13,14]}"#);
        assert_eq!(out.documents[1].key.organization_id, STORE);
        let out = rendered(render_guest, &User { claims: vec![claim(12, true)], ..guest() });
        assert_eq!((removed(&out), out.removed[0].key.kind), (vec!["11"], ViewKind::OpenClaims));
    }

    #[test]
    fn documents_of_an_earlier_address_and_of_an_erased_person_are_removed() {
        let replaces = |user: &User| rendered(render, user).replaces_all;
        assert!(!replaces(&guest()));
        assert!(replaces(&User { email_changed_at: Some(DateTime::UNIX_EPOCH), ..guest() }));
        assert!(replaces(&User { is_erased: true, ..guest() }));
    }

    #[test]
    fn only_pages_that_are_shown_are_there_for_everyone_and_none_of_a_merged_account() {
        let page = |organization, player, is_shown| PlayerPage {
            organization_id: OrganizationId(organization),
            player_id: PlayerId(player),
            is_shown,
        };
        let mut ann = User { player_pages: vec![page(3, 71, true), page(4, 72, false)], ..ann() };
        let out = rendered(render_player_pages, &ann);
        assert_eq!(keys(&out), ["own_player_page 11/3", "player_page 71", "own_player_page 11/4"]);
        assert_eq!(removed(&out), ["72"]);
        assert_eq!(body(&out, ViewKind::PlayerPage, 71), r#"{"organization_id":3,"user_id":11,"name":"Ann Lee"}"#);
        ann.merged_into = merged_into(12);
        let out = rendered(render_player_pages, &ann);
        assert_eq!(keys(&out), ["own_player_page 11/3", "own_player_page 11/4"]);
        assert_eq!(out.removed.len(), 2);
    }

    #[test]
    fn every_token_has_a_record_under_its_hash() {
        let token = |id, organization_id, revoked| UserToken {
            id: UserTokenId(id),
            name: format!("token {id}"),
            sha256: format!("hash-{id}"),
            organization_id,
            created_at: start(),
            expires_at: Some(start() + Duration::days(30)),
            revoked,
        };
        let tokens = vec![token(31, Some(STORE), false), token(32, None, true)];
        let out = rendered(render_tokens, &User { tokens, ..ann() });
        assert_eq!(keys(&out), ["user_token hash-31", "user_token hash-32"]);
        assert!(out.documents.iter().all(|document| document.key.organization_id == OrganizationId::SHARED));
        let records = ["hash-31", "hash-32"].map(|key| {
            let record: TokenRecord = serde_json::from_slice(&body(&out, ViewKind::UserToken, key)).unwrap();
            (record.token_id.0, record.organization_id, record.revoked)
        });
        assert_eq!(records, [(31, Some(STORE), false), (32, None, true)]);
        insta::assert_snapshot!(first(&out));
    }
}
