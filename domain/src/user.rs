//! A person: profile, password, sessions and tokens.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::{OrganizationId, PasswordId, PlayerId, UserId, UserTokenId};
use proto_events::user::Profile;
use proto_events::{Actor, Envelope, UserEvent};

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
    /// Whether the person made the account, rather than an organization or the operator.
    pub is_self_made: bool,
    /// The organization whose administrators manage the account; none if the person manages it.
    pub managed_by: Option<OrganizationId>,
    /// Other organizations that the person joined, in order of joining. Those that the person left since are included.
    pub joined_elsewhere: Vec<OrganizationId>,
    /// The account of the same person that this one was merged into.
    pub merged_into: Option<Merged>,
    /// Accounts that this one was merged into before, each once.
    pub merged_before: Vec<UserId>,
    /// People who claimed this guest's results, each once, in order.
    pub claims: Vec<GuestClaim>,
    /// The person's public pages, one for each organization, in the order in which they were first shown.
    pub player_pages: Vec<PlayerPage>,
    /// Id of the password's hash, if a password was ever set.
    pub password_id: Option<PasswordId>,
    /// The link for setting a password, until it is used.
    pub password_link: Option<OneTimeLink>,
    /// Increases whenever all sessions end. A session is over if it began at a lower number.
    pub session_epoch: i64,
    /// Two-step sign-in; none if it is off.
    pub two_step: Option<TwoStep>,
    /// Accounts at providers that the person signs in with, one for each issuer.
    pub providers: Vec<ProviderAccount>,
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

/// A person's claim that a guest's results are the person's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuestClaim {
    /// The person.
    pub by: UserId,
    /// Whether it was refused, or taken back after it was agreed to.
    pub is_refused: bool,
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

/// A person's two-step sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoStep {
    /// The session epoch that the secret of the person's app was made for.
    pub session_epoch: i64,
    /// SHA-256 of the recovery codes that were not used, lower-case hex.
    pub recovery_sha256: Vec<String>,
}

/// A person's account at a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderAccount {
    /// The issuer, as the provider writes it.
    pub issuer: String,
    /// The provider's id of the person.
    pub subject: String,
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
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct UserToken {
    pub id: UserTokenId,
    pub name: String,
    /// SHA-256 of its value, lower-case hex.
    pub sha256: String,
    /// The organization that the token acts in as a member; none if it acts for the person only.
    pub organization_id: Option<OrganizationId>,
    pub created_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
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
        let is_held = || self.email_changed_at.is_none_or(|at| now - at >= EMAIL_HOLD);
        self.is_email_confirmed || (!self.was_never_confirmed() && is_held())
    }

    /// Whether the person made the account and never confirmed an address of it.
    fn was_never_confirmed(&self) -> bool {
        self.is_self_made && !self.is_email_confirmed && self.earlier_email.is_none()
    }

    /// Whether no one vouches for the account: the person made it and never confirmed an address, and no organization has
    /// the person as a member. Such an account is in no event, and is erased after a while.
    pub fn is_unproven(&self) -> bool {
        self.was_never_confirmed() && self.joined_elsewhere.is_empty() && !self.is_erased
    }

    /// Whether this organization's administrators manage the account.
    pub fn is_managed_by(&self, organization_id: OrganizationId) -> bool {
        self.managed_by == Some(organization_id)
    }

    /// Whether the person can sign in, or has a token.
    pub fn can_sign_in(&self) -> bool {
        !self.profile.username.is_empty() || self.has_way_in() || !self.tokens.is_empty()
    }

    /// Whether the person has a password, or signs in at a provider.
    pub fn has_way_in(&self) -> bool {
        self.password_id.is_some() || !self.providers.is_empty()
    }

    /// Whether the account is that of a guest, whom staff registered by a name. One that was merged into another account is
    /// not.
    pub fn is_guest(&self) -> bool {
        !self.can_sign_in() && self.merged_into.is_none() && !self.is_erased
    }

    /// Whether an organization waits to agree to this person's claim, or to refuse it.
    pub fn has_open_claim(&self, by: UserId) -> bool {
        self.open_claims().any(|claim| claim == by)
    }

    /// Returns the people whose claims are open.
    pub fn open_claims(&self) -> impl Iterator<Item = UserId> {
        let open = self.claims.iter().filter(|claim| !claim.is_refused && self.is_guest());
        open.map(|claim| claim.by)
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

    /// Notes a claim, or that it is refused.
    fn claim(&mut self, by: UserId, is_refused: bool) {
        match self.claims.iter_mut().find(|claim| claim.by == by) {
            Some(claim) => claim.is_refused |= is_refused,
            None => self.claims.push(GuestClaim { by, is_refused }),
        }
    }

    /// Notes the account that this one is merged into from now on. A claim that was agreed to by mistake does not wait
    /// to be agreed to again.
    fn merge(&mut self, into: Option<Merged>) {
        let Some(before) = std::mem::replace(&mut self.merged_into, into) else { return };
        if !self.merged_before.contains(&before.user_id) {
            self.merged_before.push(before.user_id);
        }
        if self.merged_into.is_none() {
            self.claim(before.user_id, true);
        }
    }

    /// Notes a changed profile. A new address is not confirmed.
    fn change_profile(&mut self, profile: Profile, at: DateTime<Utc>) {
        if profile.email != self.profile.email {
            self.email_changed_at = Some(at);
            if std::mem::take(&mut self.is_email_confirmed) {
                self.earlier_email = Some(std::mem::take(&mut self.profile.email));
            }
            self.email_link = None;
        }
        self.profile = profile;
    }

    fn revoke(&mut self, token_id: UserTokenId) -> Result<(), FoldError> {
        match self.tokens.iter_mut().find(|token| token.id == token_id) {
            Some(token) => token.revoked = true,
            // The event that issued it is not readable any more.
            None if self.is_erased => {}
            None => return Err(FoldError::Unknown { what: "token", id: token_id.0 }),
        }
        Ok(())
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
        let is_self_made = first.actor == Actor::User(id);
        Some(Self { is_self_made, ..Self::new(id, profile.clone()) })
    }

    fn apply_event(&mut self, event: &UserEvent, envelope: &Envelope) -> Result<(), FoldError> {
        match event {
            UserEvent::Registered { .. } => return Err(FoldError::Duplicate { what: "user", id: self.id.0 }),
            UserEvent::ProfileChanged { profile } => self.change_profile(profile.clone(), envelope.occurred_at),
            UserEvent::ManagedBy { organization_id } => self.managed_by = Some(*organization_id),
            UserEvent::JoinedElsewhere { organization_id } => self.joined_elsewhere.push(*organization_id),
            UserEvent::MergedInto { user_id, name } => {
                self.merge(Some(Merged { user_id: *user_id, name: name.clone() }));
            }
            UserEvent::Unmerged {} => self.merge(None),
            UserEvent::ClaimMade { by } => self.claim(*by, false),
            UserEvent::ClaimRefused { by } => self.claim(*by, true),
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
            UserEvent::TwoStepEnabled { session_epoch, recovery_sha256 } => {
                let (session_epoch, recovery_sha256) = (*session_epoch, recovery_sha256.clone());
                self.two_step = Some(TwoStep { session_epoch, recovery_sha256 });
                self.session_epoch += 1;
            }
            UserEvent::TwoStepDisabled {} => self.two_step = None,
            UserEvent::RecoveryCodeUsed { sha256 } => {
                if let Some(two_step) = &mut self.two_step {
                    two_step.recovery_sha256.retain(|known| known != sha256);
                }
            }
            UserEvent::ProviderLinked { issuer, subject } => {
                self.providers.retain(|known| known.issuer != *issuer);
                self.providers.push(ProviderAccount { issuer: issuer.clone(), subject: subject.clone() });
            }
            UserEvent::ProviderUnlinked { issuer } => self.providers.retain(|known| known.issuer != *issuer),
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
            UserEvent::TokenRevoked { token_id } => self.revoke(*token_id)?,
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
mod tests;
