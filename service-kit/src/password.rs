//! Passwords, hashed with Argon2id on separate threads, a few at a time.
//!
//! A hash is slow on purpose: tens of milliseconds and 19 MiB. The queue is bounded, so that password guessing cannot
//! use up the memory of the service or block its other requests.

use std::sync::{Arc, LazyLock};

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Argon2, Params};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zeroize::Zeroizing;

use crate::random;

/// Maximum number of hashes computed at the same time.
const AT_ONCE: usize = 2;
/// Maximum number of hashes in the queue.
const WAITING: usize = 32;

/// A password, or another secret text that a person or an operator gives. It is wiped from memory when dropped, and never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(Zeroizing<String>);

impl Password {
    /// Returns the password itself.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Password {
    fn from(typed: String) -> Self {
        Self(Zeroizing::new(typed))
    }
}

crate::hidden!(Password);

/// Why a password was not hashed.
#[derive(Debug, thiserror::Error)]
pub enum NotHashed {
    /// The queue is full.
    #[error("too many passwords wait to be checked")]
    Busy,
    /// The stored hash is invalid, or no hash can be computed.
    #[error("a password cannot be hashed: {0}")]
    Failed(String),
}

/// A place in the queue of hashes. It is taken before a sign-in attempt is counted, so that a refusal for a full queue
/// does not count as an attempt.
#[derive(Debug)]
pub struct HashingPlace {
    _permit: OwnedSemaphorePermit,
}

/// Hashes and checks passwords, a few at a time. Clones share the limits.
#[derive(Debug, Clone)]
pub struct Passwords {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE + WAITING)), turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Passwords {
    /// Takes a place in the queue.
    ///
    /// # Errors
    /// If the queue is full.
    pub fn place(&self) -> Result<HashingPlace, NotHashed> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map(|_permit| HashingPlace { _permit }).map_err(|_| NotHashed::Busy)
    }

    /// Hashes a password. The result includes the salt and the parameters and can be stored.
    ///
    /// # Errors
    /// If the queue is full.
    pub async fn hash(&self, password: Password) -> Result<String, NotHashed> {
        self.in_turn(self.place()?, move || hash(&password)).await
    }

    /// Checks a password against the stored hash. Without a hash it takes the same time and returns false.
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
        // The permits move into the work, because it continues if the caller is dropped.
        let worked = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((turn, place));
            done
        });
        worked.await.map_err(|error| NotHashed::Failed(error.to_string()))?
    }
}

fn hash(password: &Password) -> Result<String, NotHashed> {
    let salt = SaltString::encode_b64(&random::bytes::<16>()).map_err(failed)?;
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

/// Argon2id with 19 MiB, 2 passes and a parallelism of 1, as OWASP's cheat sheet on storing passwords recommends.
fn hasher() -> Argon2<'static> {
    Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, Params::DEFAULT)
}

/// Returns the hash of a random password.
fn nobodys() -> Result<&'static str, NotHashed> {
    static HASH: LazyLock<Option<String>> = LazyLock::new(|| hash(&Password::from(random::secret_base62(30))).ok());
    HASH.as_deref().ok_or_else(|| NotHashed::Failed("the hash of a random password failed".into()))
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
        let passwords = Passwords::default();
        let kept = passwords.hash(typed("correct horse")).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(verify(&passwords, Some(&kept), "correct horse").await.unwrap());
        assert!(!verify(&passwords, Some(&kept), "correct house").await.unwrap());
        assert!(!verify(&passwords, None, "correct horse").await.unwrap(), "a user without a password");
        assert_ne!(passwords.hash(typed("correct horse")).await.unwrap(), kept, "each has a salt of its own");
    }

    #[tokio::test]
    async fn what_is_no_hash_is_told() {
        let broken = verify(&Passwords::default(), Some("correct horse"), "correct horse").await;
        assert!(matches!(broken, Err(NotHashed::Failed(_))));
    }

    #[tokio::test]
    async fn who_comes_while_too_many_wait_is_sent_away() {
        let passwords = Passwords::default();
        let _all = Arc::clone(&passwords.places).acquire_many_owned(34).await.unwrap();
        assert!(matches!(passwords.hash(typed("correct horse")).await, Err(NotHashed::Busy)));
    }

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(format!("{:?}", typed("correct horse")), "Password(…)");
    }
}
