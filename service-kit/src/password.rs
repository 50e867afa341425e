//! Passwords: hashed slowly with Argon2id, on threads of their own, a few at a time.
//!
//! A hash takes tens of milliseconds and 19 MiB on purpose. What waits is bounded, so that somebody who tries passwords
//! costs the service neither its memory nor its other requests.

use std::sync::{Arc, LazyLock};

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Argon2, Params};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zeroize::Zeroizing;

use crate::random::salt;

/// Hashes that are made at the same time.
const AT_ONCE: usize = 2;
/// Hashes that wait for their turn at most.
const WAITING: usize = 32;

/// A password as somebody typed it. It is wiped from memory when it is dropped, and never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(Zeroizing<String>);

impl Password {
    /// The password itself.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Password {
    fn from(typed: String) -> Self {
        Self(Zeroizing::new(typed))
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Why a password was not hashed.
#[derive(Debug, thiserror::Error)]
pub enum NotHashed {
    /// Too many wait for their turn.
    #[error("too many passwords wait to be checked")]
    Busy,
    /// The hash that is kept is none, or none could be made.
    #[error("a password cannot be hashed: {0}")]
    Failed(String),
}

/// A place among those whose passwords are hashed or wait for it. It is taken before an attempt is counted, so that an answer
/// for want of a place counts as no attempt.
#[derive(Debug)]
pub struct HashingPlace {
    _permit: OwnedSemaphorePermit,
}

/// Hashes passwords and checks them, a few at a time. Clones share the limits.
#[derive(Debug, Clone)]
pub struct Passwords {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

impl Passwords {
    /// Nothing waiting.
    pub fn new() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE + WAITING)), turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Takes a place.
    ///
    /// # Errors
    /// When too many wait.
    pub fn place(&self) -> Result<HashingPlace, NotHashed> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map(|_permit| HashingPlace { _permit }).map_err(|_| NotHashed::Busy)
    }

    /// The hash of a password, with its salt and what it cost, as it is kept.
    ///
    /// # Errors
    /// When too many wait.
    pub async fn hash(&self, password: Password) -> Result<String, NotHashed> {
        self.in_turn(self.place()?, move || hash(&password)).await
    }

    /// Whether a password is the one whose hash is kept. Without a hash it takes as long, and it is not.
    ///
    /// # Errors
    /// When what is kept is no hash.
    pub async fn verify(
        &self,
        place: HashingPlace,
        kept: Option<String>,
        password: Password,
    ) -> Result<bool, NotHashed> {
        self.in_turn(place, move || match kept {
            Some(kept) => verify(&kept, &password),
            None => verify(nobodys()?, &password).map(|_| false),
        })
        .await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        place: HashingPlace,
        work: impl FnOnce() -> Result<T, NotHashed> + Send + 'static,
    ) -> Result<T, NotHashed> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| NotHashed::Busy)?;
        // The turn goes with the work, which goes on when nobody waits for it any more.
        let worked = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((turn, place));
            done
        });
        worked.await.map_err(|error| NotHashed::Failed(error.to_string()))?
    }
}

fn hash(password: &Password) -> Result<String, NotHashed> {
    let salt = SaltString::encode_b64(&salt()).map_err(failed)?;
    let hash = hasher().hash_password(password.expose().as_bytes(), &salt).map_err(failed)?;
    Ok(hash.to_string())
}

fn verify(kept: &str, password: &Password) -> Result<bool, NotHashed> {
    let kept = PasswordHash::new(kept).map_err(failed)?;
    match hasher().verify_password(password.expose().as_bytes(), &kept) {
        Ok(()) => Ok(true),
        Err(argon2::password_hash::Error::Password) => Ok(false),
        Err(error) => Err(failed(error)),
    }
}

/// Argon2id: 19 MiB, 2 passes, 1 lane, as OWASP's cheat sheet on storing passwords recommends.
fn hasher() -> Argon2<'static> {
    Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, Params::DEFAULT)
}

/// The hash of a password that nobody knows.
fn nobodys() -> Result<&'static str, NotHashed> {
    static HASH: LazyLock<Option<String>> =
        LazyLock::new(|| hash(&Password::from(crate::random::secret_base62(30))).ok());
    HASH.as_deref().ok_or_else(|| NotHashed::Failed("none could be made".into()))
}

fn failed(error: argon2::password_hash::Error) -> NotHashed {
    NotHashed::Failed(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(password: &str) -> Password {
        Password::from(password.to_owned())
    }

    async fn verify(passwords: &Passwords, kept: Option<&str>, password: &str) -> Result<bool, NotHashed> {
        passwords.verify(passwords.place()?, kept.map(Into::into), typed(password)).await
    }

    #[tokio::test]
    async fn a_password_is_known_again_and_another_is_not() {
        let passwords = Passwords::new();
        let kept = passwords.hash(typed("correct horse")).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(verify(&passwords, Some(&kept), "correct horse").await.unwrap());
        assert!(!verify(&passwords, Some(&kept), "correct house").await.unwrap());
        assert!(!verify(&passwords, None, "correct horse").await.unwrap(), "a person without one");
        assert_ne!(passwords.hash(typed("correct horse")).await.unwrap(), kept, "each has a salt of its own");
    }

    #[tokio::test]
    async fn what_is_no_hash_is_told() {
        let broken = verify(&Passwords::new(), Some("correct horse"), "correct horse").await;
        assert!(matches!(broken, Err(NotHashed::Failed(_))));
    }

    #[tokio::test]
    async fn who_comes_while_too_many_wait_is_sent_away() {
        let passwords = Passwords::new();
        let _all = Arc::clone(&passwords.places).acquire_many_owned(34).await.unwrap();
        assert!(matches!(passwords.hash(typed("correct horse")).await, Err(NotHashed::Busy)));
    }

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(format!("{:?}", typed("correct horse")), "Password(…)");
    }
}
