//! Tests of the fold of a person.

use proto_events::{StreamId, testing};

use super::*;

fn envelope((event, version): (UserEvent, i64)) -> Envelope {
    testing::envelope(StreamId::user(UserId(7)), version, DateTime::UNIX_EPOCH, event)
}

fn user(events: Vec<UserEvent>) -> User {
    let registered = UserEvent::Registered { profile: Profile::default() };
    let events: Vec<_> = std::iter::once(registered).chain(events).zip(1..).map(envelope).collect();
    User::from_events(&events).unwrap()
}

fn link() -> UserEvent {
    UserEvent::PasswordLinkMade { sha256: "ab".into(), expires_at: DateTime::UNIX_EPOCH + TimeDelta::days(1) }
}

fn password(id: i64) -> UserEvent {
    UserEvent::PasswordSet { password_id: PasswordId(id) }
}

#[test]
fn a_password_uses_the_link_up_and_ends_the_sessions_before() {
    let before = user(vec![link()]);
    assert!(before.password_link.is_some() && before.password_id.is_none() && before.session_epoch == 0);
    let after = user(vec![link(), password(1)]);
    assert_eq!((after.password_link, after.password_id, after.session_epoch), (None, Some(PasswordId(1)), 1));
    assert_eq!(user(vec![link(), UserEvent::PasswordLinkWithdrawn {}]).password_link, None);
}

#[test]
fn an_address_is_confirmed_until_it_changes_and_its_link_ends_with_it() {
    let with =
        |email: &str| UserEvent::ProfileChanged { profile: Profile { email: email.into(), ..Profile::default() } };
    let link = UserEvent::EmailLinkMade { sha256: "ab".into(), expires_at: DateTime::UNIX_EPOCH };
    let state = |user: &User| (user.email_link.is_some(), user.is_email_confirmed, user.earlier_email.clone());
    let mut events = vec![with("a@store.example"), link.clone()];
    assert_eq!(state(&user(events.clone())), (true, false, None));
    events.push(UserEvent::EmailConfirmed {});
    assert_eq!(state(&user(events.clone())), (false, true, None));
    events.extend([with("b@store.example"), link, with("c@store.example")]);
    assert_eq!(state(&user(events)), (false, false, Some("a@store.example".into())));
}

#[test]
fn an_account_that_a_person_made_is_unproven_until_an_address_is_confirmed_or_an_organization_takes_the_person() {
    let made = |events: Vec<UserEvent>| {
        let registered = UserEvent::Registered { profile: Profile { email: "a@b.c".into(), ..Profile::default() } };
        let events = std::iter::once(registered).chain(events).zip(1..).map(envelope);
        let by_person = events.map(|event| Envelope { actor: Actor::User(UserId(7)), ..event });
        User::from_events(&by_person.collect::<Vec<_>>()).unwrap()
    };
    let later = DateTime::UNIX_EPOCH + TimeDelta::days(30);
    let state = |user: User| (user.is_unproven(), user.has_held_email(later));
    let changed = UserEvent::ProfileChanged { profile: Profile { email: "d@e.f".into(), ..Profile::default() } };
    let joined = UserEvent::JoinedElsewhere { organization_id: OrganizationId(3) };
    assert_eq!(state(made(vec![])), (true, false));
    assert_eq!(state(made(vec![changed.clone()])), (true, false), "a stranger's address, for however long");
    assert_eq!(state(made(vec![joined])), (false, false));
    assert_eq!(state(made(vec![UserEvent::EmailConfirmed {}])), (false, true));
    assert_eq!(state(made(vec![UserEvent::EmailConfirmed {}, changed])), (false, true));
    assert_eq!(state(made(vec![UserEvent::Erased {}])), (false, true));
    assert_eq!(state(user(vec![])), (false, true), "the service made it");
}

#[test]
fn each_joining_elsewhere_is_known_also_the_second_of_one_organization() {
    let joined = |id: i64| UserEvent::JoinedElsewhere { organization_id: OrganizationId(id) };
    let user = user(vec![joined(3), joined(2), joined(3)]);
    assert_eq!(user.joined_elsewhere, [3, 2, 3].map(OrganizationId));
}

#[test]
fn a_page_keeps_its_id_while_it_is_hidden() {
    let organization_id = OrganizationId(3);
    let shown = |id| UserEvent::PlayerPageShown { organization_id, player_id: PlayerId(id) };
    let hidden = UserEvent::PlayerPageHidden { organization_id };
    let page = |events| user(events).player_page(organization_id).copied();
    let of = |is_shown| Some(PlayerPage { organization_id, player_id: PlayerId(71), is_shown });
    assert_eq!(page(vec![]), None);
    assert_eq!(page(vec![shown(71)]), of(true));
    assert_eq!(page(vec![shown(71), hidden.clone()]), of(false));
    assert_eq!(page(vec![shown(71), hidden.clone(), shown(72)]), of(true));
    assert_eq!(page(vec![hidden]), None);
}

#[test]
fn accounts_that_it_was_merged_into_before_are_known() {
    let merged = |id| UserEvent::MergedInto { user_id: UserId(id), name: "Ada".into() };
    let user = user(vec![merged(8), UserEvent::Unmerged {}, merged(9), merged(10), UserEvent::Unmerged {}]);
    assert_eq!((user.merged_before, user.merged_into), ([8, 9, 10].map(UserId).to_vec(), None));
}

#[test]
fn two_step_sign_in_ends_sessions_and_loses_used_recovery_codes() {
    let recovery_sha256 = || vec!["ab".into(), "cd".into()];
    let enabled = |session_epoch| UserEvent::TwoStepEnabled { session_epoch, recovery_sha256: recovery_sha256() };
    let used = UserEvent::RecoveryCodeUsed { sha256: "ab".into() };
    let state = user(vec![enabled(0), UserEvent::TwoStepDisabled {}, enabled(1), used]);
    assert_eq!(state.two_step, Some(TwoStep { session_epoch: 1, recovery_sha256: vec!["cd".into()] }));
    let off = user(vec![enabled(0), UserEvent::TwoStepDisabled {}]);
    assert_eq!((off.two_step, off.session_epoch), (None, 1));
    let erased = user(vec![enabled(0), UserEvent::Erased {}]);
    assert_eq!(erased.two_step, None);
}

#[test]
fn provider_accounts_are_one_for_each_issuer_until_they_are_unlinked() {
    let linked =
        |issuer: &str, subject: &str| UserEvent::ProviderLinked { issuer: issuer.into(), subject: subject.into() };
    let state = |events| user(events).providers.into_iter().map(|it| it.issuer + &it.subject).collect::<Vec<_>>();
    let mut events = vec![linked("a", "1"), linked("b", "1"), linked("a", "2")];
    assert_eq!(state(events.clone()), ["b1", "a2"]);
    assert!(user(events.clone()).can_sign_in());
    events.push(UserEvent::ProviderUnlinked { issuer: "b".into() });
    assert_eq!(state(events.clone()), ["a2"]);
    events.push(UserEvent::Erased {});
    assert_eq!(state(events), [""; 0]);
}

#[test]
fn claim_stays_open_until_it_is_answered_and_a_refused_one_is_not_made_again() {
    let made = |by| UserEvent::ClaimMade { by: UserId(by) };
    let refused = |by| UserEvent::ClaimRefused { by: UserId(by) };
    let merged = UserEvent::MergedInto { user_id: UserId(8), name: "Ada".into() };
    let open = |events| user(events).open_claims().map(|by| by.0).collect::<Vec<_>>();
    let both = vec![made(8), made(9)];
    assert_eq!(open(both.clone()), [8, 9]);
    assert_eq!(open([both.clone(), vec![refused(9), made(9)]].concat()), [8]);
    assert_eq!(open([both.clone(), vec![merged.clone()]].concat()), [0; 0]);
    assert_eq!(open([both.clone(), vec![merged, UserEvent::Unmerged {}]].concat()), [9], "a wrong one is undone");
    let erased = user([both, vec![UserEvent::Erased {}]].concat());
    assert_eq!((erased.open_claims().count(), erased.claims), (0, Vec::new()));
}

#[test]
fn each_end_of_sessions_counts() {
    let user = user(vec![password(1), UserEvent::SessionsEnded {}, UserEvent::SessionsEnded {}, password(2)]);
    assert_eq!((user.password_id, user.session_epoch), (Some(PasswordId(2)), 4));
}

fn issued(id: i64) -> UserEvent {
    let (name, sha256) = ("Phone".into(), "cd".into());
    UserEvent::TokenIssued { token_id: UserTokenId(id), name, sha256, organization_id: None, expires_at: None }
}

#[test]
fn a_token_that_was_revoked_stays_in_the_list() {
    let revoked = UserEvent::TokenRevoked { token_id: UserTokenId(1) };
    let user = user(vec![issued(1), issued(2), revoked]);
    assert_eq!(
        user.tokens.iter().map(|token| (token.id.0, token.revoked)).collect::<Vec<_>>(),
        [(1, true), (2, false)]
    );
}

#[test]
fn an_erased_person_is_the_same_whether_the_stream_was_read_before_or_after() {
    let (token_id, organization_id) = (UserTokenId(1), OrganizationId(3));
    let events = |personal: [UserEvent; 3]| {
        let [registered, merged, issued] = personal;
        let open = [UserEvent::ManagedBy { organization_id }, UserEvent::TokenRevoked { token_id }];
        let shown = UserEvent::PlayerPageShown { organization_id, player_id: PlayerId(71) };
        let [managed, revoked] = open;
        [registered, managed, merged, UserEvent::Unmerged {}, issued, revoked, shown, password(1), UserEvent::Erased {}]
    };
    let folded = |events: [UserEvent; 9]| {
        User::from_events(&events.into_iter().zip(1..).map(envelope).collect::<Vec<_>>()).unwrap()
    };
    let profile = Profile { best_identifier: "Ada".into(), ..Profile::default() };
    let merged = UserEvent::MergedInto { user_id: UserId(8), name: "Ada L.".into() };
    let before = folded(events([UserEvent::Registered { profile }, merged, issued(1)]));
    let redacted = || UserEvent::Redacted {};
    assert_eq!(before, folded(events([redacted(), redacted(), redacted()])));
    assert_eq!((&*before.name(), before.managed_by, before.session_epoch), ("Player 7", Some(organization_id), 2));
    assert!(before.is_erased && before.player_pages.is_empty() && before.tokens.is_empty());
}

#[test]
fn a_person_whose_key_is_gone_has_no_name() {
    let nameless = User::from_events(&[envelope((UserEvent::Redacted {}, 1))]).unwrap();
    assert!(nameless.is_erased && nameless.erased_at.is_none());
    assert_eq!(nameless.name(), "Player 7");
}

#[test]
fn an_unknown_token_cannot_be_revoked() {
    let mut known = user(Vec::new());
    let revoke = envelope((UserEvent::TokenRevoked { token_id: UserTokenId(1) }, 2));
    assert!(matches!(known.apply(&revoke), Err(FoldError::Unknown { what: "token", id: 1 })));
}
