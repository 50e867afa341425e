//! A person: profile, password, sessions and tokens.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::{OrganizationId, PasswordId, PlayerId, UserId, UserTokenId};
use proto_events::user::Profile;
use proto_events::{Envelope, UserEvent};

use crate::FoldError;

/// How long an account must have an address that is not confirmed before a link is sent there.
const EMAIL_HOLD: TimeDelta = TimeDelta::days(7);

/// A person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct User {
    /// The person's id.
    pub id: UserId,
    /// The person's profile.
    pub profile: Profile,
    /// When the e-mail address was last changed; none if it is the one of the registration.
    pub email_changed_at: Option<DateTime<Utc>>,
    /// Whether the person confirmed the e-mail address.
    pub is_email_confirmed: bool,
    /// The last confirmed e-mail address before the present one.
    pub earlier_email: Option<String>,
    /// The link for confirming the e-mail address, until it is used.
    pub email_link: Option<OneTimeLink>,
    /// The organization whose administrators manage the account; none if the person manages it.
    pub managed_by: Option<OrganizationId>,
    /// Other organizations that the person joined, in order of joining. Those that the person left since are included.
    pub joined_elsewhere: Vec<OrganizationId>,
    /// The account of the same person that this one was merged into.
    pub merged_into: Option<Merged>,
    /// Accounts that this one was merged into before, each once.
    pub merged_before: Vec<UserId>,
    /// The person's public pages, one for each organization, in the order in which they were first shown.
    pub player_pages: Vec<PlayerPage>,
    /// Id of the password's hash, if a password was ever set.
    pub password_id: Option<PasswordId>,
    /// The link for setting a password, until it is used.
    pub password_link: Option<OneTimeLink>,
    /// Increases whenever all sessions end. A session is over if it began at a lower number.
    pub session_epoch: i64,
    /// Tokens, in order of issue.
    pub tokens: Vec<UserToken>,
    /// Whether the person's data was erased. Then nothing about the person is shown any more.
    pub is_erased: bool,
    /// When the stream says that it was erased. After a restore, the key may be erased before the stream says so.
    pub erased_at: Option<DateTime<Utc>>,
}

/// The account that another one was merged into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The account that stays.
    pub user_id: UserId,
    /// Its name at the merge.
    pub name: String,
}

/// A person's public page in an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerPage {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The id in its address.
    pub player_id: PlayerId,
    /// Whether the person shows it.
    pub is_shown: bool,
}

/// A one-time link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneTimeLink {
    /// SHA-256 of its value, lower-case hex.
    pub sha256: String,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

impl OneTimeLink {
    /// Whether the link with this hash opens now.
    pub fn opens(&self, sha256: &str, now: DateTime<Utc>) -> bool {
        self.sha256 == sha256 && now < self.expires_at
    }
}

/// A user's token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserToken {
    /// The token.
    pub id: UserTokenId,
    /// Human-readable name.
    pub name: String,
    /// SHA-256 of its value, lower-case hex.
    pub sha256: String,
    /// The organization that the token acts in as a member; none if it acts for the person only.
    pub organization_id: Option<OrganizationId>,
    /// When it was issued.
    pub created_at: DateTime<Utc>,
    /// When it expires, if ever.
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether it was revoked.
    pub revoked: bool,
}

aggregate!(User);

impl User {
    /// Creates a person with this profile and nothing else.
    pub fn new(id: UserId, profile: Profile) -> Self {
        Self { id, profile, ..Self::default() }
    }

    /// Whether the e-mail address was confirmed, or has been the person's for a while: more than what a stranger typed.
    pub fn has_held_email(&self, now: DateTime<Utc>) -> bool {
        self.is_email_confirmed || self.email_changed_at.is_none_or(|at| now - at >= EMAIL_HOLD)
    }

    /// Whether this organization's administrators manage the account.
    pub fn is_managed_by(&self, organization_id: OrganizationId) -> bool {
        self.managed_by == Some(organization_id)
    }

    /// Whether the person can sign in, or has a token.
    pub fn can_sign_in(&self) -> bool {
        !self.profile.username.is_empty() || self.password_id.is_some() || !self.tokens.is_empty()
    }

    /// Whether the account is that of a guest, whom staff registered by a name. One that was merged into another account is
    /// not.
    pub fn is_guest(&self) -> bool {
        !self.can_sign_in() && self.merged_into.is_none() && !self.is_erased
    }

    /// Returns the name that identifies the person best: that of the account that this one was merged into, if there is
    /// one.
    pub fn name(&self) -> Cow<'_, str> {
        if let Some(merged) = &self.merged_into {
            return Cow::Borrowed(&merged.name);
        }
        let Profile { best_identifier, username, .. } = &self.profile;
        match [best_identifier, username].into_iter().find(|name| !name.is_empty()) {
            Some(name) => Cow::Borrowed(name),
            None => nameless(self.id),
        }
    }

    /// Returns the person's page in an organization, if it was ever shown.
    pub fn player_page(&self, organization_id: OrganizationId) -> Option<&PlayerPage> {
        self.player_pages.iter().find(|page| page.organization_id == organization_id)
    }

    /// Forgets everything about the person, whether or not it was in the readable part of the stream: so the state is the
    /// same for those who read the stream before and after the key was erased.
    fn erase(&mut self, at: DateTime<Utc>) {
        let kept = Self {
            managed_by: self.managed_by,
            joined_elsewhere: std::mem::take(&mut self.joined_elsewhere),
            session_epoch: self.session_epoch + 1,
            is_erased: true,
            erased_at: Some(at),
            ..Self::new(self.id, Profile::default())
        };
        *self = kept;
    }

    /// Notes the account that this one is merged into from now on.
    fn merge(&mut self, into: Option<Merged>) {
        if let Some(before) = std::mem::replace(&mut self.merged_into, into)
            && !self.merged_before.contains(&before.user_id)
        {
            self.merged_before.push(before.user_id);
        }
    }

    /// Notes whether the page in an organization is shown. A page gets its id when it is first shown.
    fn show_player_page(&mut self, organization_id: OrganizationId, shown: Option<PlayerId>) {
        let is_shown = shown.is_some();
        match self.player_pages.iter_mut().find(|page| page.organization_id == organization_id) {
            Some(page) => page.is_shown = is_shown,
            None => {
                self.player_pages.extend(shown.map(|player_id| PlayerPage { organization_id, player_id, is_shown }));
            }
        }
    }

    fn create(event: &UserEvent, first: &Envelope) -> Option<Self> {
        let id = UserId(first.stream.id);
        if matches!(event, UserEvent::Redacted {}) {
            return Some(Self { id, is_erased: true, ..Self::default() });
        }
        let UserEvent::Registered { profile } = event else { return None };
        Some(Self::new(id, profile.clone()))
    }

    fn apply_event(&mut self, event: &UserEvent, envelope: &Envelope) -> Result<(), FoldError> {
        match event {
            UserEvent::Registered { .. } => return Err(FoldError::Duplicate { what: "user", id: self.id.0 }),
            UserEvent::ProfileChanged { profile } => {
                if profile.email != self.profile.email {
                    self.email_changed_at = Some(envelope.occurred_at);
                    if std::mem::take(&mut self.is_email_confirmed) {
                        self.earlier_email = Some(std::mem::take(&mut self.profile.email));
                    }
                    self.email_link = None;
                }
                self.profile = profile.clone();
            }
            UserEvent::ManagedBy { organization_id } => self.managed_by = Some(*organization_id),
            UserEvent::JoinedElsewhere { organization_id } => self.joined_elsewhere.push(*organization_id),
            UserEvent::MergedInto { user_id, name } => {
                self.merge(Some(Merged { user_id: *user_id, name: name.clone() }));
            }
            UserEvent::Unmerged {} => self.merge(None),
            UserEvent::PlayerPageShown { organization_id, player_id } => {
                self.show_player_page(*organization_id, Some(*player_id));
            }
            UserEvent::PlayerPageHidden { organization_id } => self.show_player_page(*organization_id, None),
            UserEvent::PasswordLinkMade { sha256, expires_at } => {
                self.password_link = Some(OneTimeLink { sha256: sha256.clone(), expires_at: *expires_at });
            }
            UserEvent::PasswordLinkWithdrawn {} => self.password_link = None,
            UserEvent::EmailLinkMade { sha256, expires_at } => {
                self.email_link = Some(OneTimeLink { sha256: sha256.clone(), expires_at: *expires_at });
            }
            UserEvent::EmailConfirmed {} => {
                (self.is_email_confirmed, self.email_link) = (true, None);
            }
            UserEvent::PasswordSet { password_id } => {
                self.password_id = Some(*password_id);
                self.password_link = None;
                self.session_epoch += 1;
            }
            UserEvent::SessionsEnded {} => self.session_epoch += 1,
            UserEvent::TokenIssued { token_id, name, sha256, organization_id, expires_at } => {
                self.tokens.push(UserToken {
                    id: *token_id,
                    name: name.clone(),
                    sha256: sha256.clone(),
                    organization_id: *organization_id,
                    created_at: envelope.occurred_at,
                    expires_at: *expires_at,
                    revoked: false,
                });
            }
            UserEvent::TokenRevoked { token_id } => {
                let token = self.tokens.iter_mut().find(|token| token.id == *token_id);
                match token {
                    Some(token) => token.revoked = true,
                    // The event that issued it is not readable any more.
                    None if self.is_erased => {}
                    None => return Err(FoldError::Unknown { what: "token", id: token_id.0 }),
                }
            }
            UserEvent::Erased {} => self.erase(envelope.occurred_at),
            UserEvent::Redacted {} => self.is_erased = true,
        }
        Ok(())
    }
}

/// Returns the name shown for a person without a name, an unknown person, or one whose data was erased.
pub fn nameless(id: UserId) -> Cow<'static, str> {
    Cow::Owned(format!("Player {id}"))
}

#[cfg(test)]
mod tests {
    use proto_events::{Actor, Position, StreamId};

    use super::*;

    fn envelope((event, version): (UserEvent, i64)) -> Envelope {
        Envelope {
            position: Position(version),
            stream: StreamId::user(UserId(7)),
            version,
            organization_id: OrganizationId::SHARED,
            occurred_at: DateTime::UNIX_EPOCH,
            recorded_at: DateTime::UNIX_EPOCH,
            actor: Actor::System,
            event: event.into(),
        }
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
    }

    #[test]
    fn a_link_that_was_withdrawn_is_gone() {
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
    fn each_end_of_sessions_counts() {
        let user = user(vec![password(1), UserEvent::SessionsEnded {}, UserEvent::SessionsEnded {}, password(2)]);
        assert_eq!((user.password_id, user.session_epoch), (Some(PasswordId(2)), 4));
    }

    #[test]
    fn a_token_that_was_revoked_stays_in_the_list() {
        let issued = |id: i64| UserEvent::TokenIssued {
            token_id: UserTokenId(id),
            name: "Phone".into(),
            sha256: "cd".into(),
            organization_id: None,
            expires_at: None,
        };
        let revoked = UserEvent::TokenRevoked { token_id: UserTokenId(1) };
        let user = user(vec![issued(1), issued(2), revoked]);
        assert_eq!(
            user.tokens.iter().map(|token| (token.id.0, token.revoked)).collect::<Vec<_>>(),
            [(1, true), (2, false)]
        );
    }

    #[test]
    fn an_erased_person_is_the_same_whether_the_stream_was_read_before_or_after() {
        let token_id = UserTokenId(1);
        let organization_id = OrganizationId(3);
        let issued = UserEvent::TokenIssued {
            token_id,
            name: "Phone".into(),
            sha256: "cd".into(),
            organization_id: None,
            expires_at: None,
        };
        let events = |personal: [UserEvent; 3]| {
            let [registered, merged, issued] = personal;
            let open = [UserEvent::ManagedBy { organization_id }, UserEvent::TokenRevoked { token_id }];
            let shown = UserEvent::PlayerPageShown { organization_id, player_id: PlayerId(71) };
            let [managed, revoked] = open;
            [
                registered,
                managed,
                merged,
                UserEvent::Unmerged {},
                issued,
                revoked,
                shown,
                password(1),
                UserEvent::Erased {},
            ]
        };
        let folded = |events: [UserEvent; 9]| {
            User::from_events(&events.into_iter().zip(1..).map(envelope).collect::<Vec<_>>()).unwrap()
        };
        let profile = Profile { best_identifier: "Ada".into(), ..Profile::default() };
        let merged = UserEvent::MergedInto { user_id: UserId(8), name: "Ada L.".into() };
        let before = folded(events([UserEvent::Registered { profile }, merged, issued]));
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
}
