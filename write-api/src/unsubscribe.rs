//! Links that stop mail without signing in: a kind of mail to a person (RFC 8058), or all mail about guests to an address that
//! a stranger gave.

use domain::notifications::NotificationKind;
use service_kit::keyring::{Keyring, Signer};
use service_kit::secret::Secret;
use storage::Claim;

use crate::prelude::*;

const UNSUBSCRIBE: &str = "unsubscribe";
/// Stands for the address in a link.
const ADDRESS: &str = "address";
/// The scope of claims on addresses whose owners want no mail about guests. Names are keyed hashes; erasing a guest does
/// not delete them, because they belong to no person here.
const STOPPED: &str = "stopped address";

/// What a link in a mail stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// A kind of mail to a person.
    Kind(UserId, NotificationKind),
    /// Mail about guests to the address of this one, which belongs to another person.
    Address(UserId),
}

impl WriteApi {
    /// Takes the address from a guest whose it is not. No guest with this address gets mail any more, unless it is
    /// confirmed.
    pub async fn stop_mail(&self, guest: UserId) -> Result<Written<User>, CommandError> {
        let name = |guest: Arc<Folded<User>>| async move { Ok(self.address_name(&guest.state.profile.email).await?) };
        let decide = |guest: &User, name: &String, _: &mut Ids| {
            if !guest.is_guest() || guest.profile.email.is_empty() {
                return Ok(Decision::default());
            }
            let profile = Profile { email: String::new(), ..guest.profile.clone() };
            let holder = StreamId::organization(OrganizationId::SHARED);
            let claims = vec![Claim { scope: STOPPED.to_owned(), name: name.clone(), holder }];
            Ok(Decision { claims, ..Decision::from(vec![UserEvent::ProfileChanged { profile }]) })
        };
        self.change_with(&Context::own(&Actor::System), StreamId::user(guest), name, decide).await
    }

    /// Returns the path of the page that stops mail.
    pub async fn unsubscribe_path(&self, stops: Stopped) -> Result<String, StoreError> {
        let named = match stops {
            Stopped::Kind(person, kind) => format!("{person}-{}", kind.wire_name()),
            Stopped::Address(guest) => format!("{guest}-{ADDRESS}"),
        };
        Ok(format!("/unsubscribe/{}/", self.own_signer(UNSUBSCRIBE).await?.sign_text(named.as_bytes())))
    }

    /// Returns what the last part of such a path stops; `None` if this service has not made it.
    pub async fn unsubscribed_by(&self, link: &str) -> Result<Option<Stopped>, StoreError> {
        let named =
            self.own_signer(UNSUBSCRIBE).await?.verify_text(link).and_then(|named| String::from_utf8(named).ok());
        Ok(named.and_then(|named| {
            let (person, what) = named.split_once('-')?;
            let person = UserId(person.parse().ok()?);
            match what {
                ADDRESS => Some(Stopped::Address(person)),
                kind => Some(Stopped::Kind(person, NotificationKind::from_wire_name(kind)?)),
            }
        }))
    }

    /// Whether the owner of the person's address, who has not confirmed it here, wants no mail.
    pub(crate) async fn has_stopped_mail(&self, user: &User) -> Result<bool, StoreError> {
        let (email, is_confirmed) = (&user.profile.email, user.is_email_confirmed);
        Ok(!is_confirmed && self.holder(STOPPED, &self.address_name(email).await?).await?.is_some())
    }

    /// Returns a signer whose secret is stored with the log and never changes.
    pub(crate) async fn own_signer(&self, purpose: &'static str) -> Result<Signer, StoreError> {
        let stored = self.events.sender_secret(purpose, Secret::generate().expose()).await?;
        let secret = Secret::parse(&stored).map_err(|error| StoreError::Damaged(error.to_string()))?;
        Ok(Keyring::from(&secret).signer(purpose))
    }
}
