//! The signing secrets of an installation: the current one, former ones whose signatures are still accepted after a
//! rotation, and the next one, which every process accepts before any process signs with it.

use std::fmt::Write;
use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, SecondsFormat, Utc};

use crate::clock::{Clock, SystemClock};
use crate::secret::{Key, Malformed, Secret, mac, verify};

/// Bytes of a signature in a signed text.
const TAG: usize = 18;

/// A secret and the period in which it is used.
#[derive(Debug, Clone)]
struct Dated {
    secret: Secret,
    /// It signs from this time on; always, if absent.
    from: Option<DateTime<Utc>>,
    /// Its signatures are accepted until this time; without limit, if absent.
    until: Option<DateTime<Utc>>,
}

/// The secrets of an installation as stored in a file: one per line, the newest first.
///
/// ```text
/// <44 digits and letters> from=2026-11-22T09:30:00Z
/// <44 digits and letters> until=2026-11-23T09:30:00Z
/// ```
#[derive(Debug, Clone)]
pub struct Secrets {
    newest: Dated,
    former: Vec<Dated>,
}

impl From<Secret> for Secrets {
    fn from(secret: Secret) -> Self {
        Self { newest: Dated { secret, from: None, until: None }, former: Vec::new() }
    }
}

impl Secrets {
    /// Parses the text of the file. Before the first rotation, it is one line without times.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty()).map(Dated::parse);
        let newest = lines.next().ok_or(Malformed)??;
        Ok(Self { newest, former: lines.collect::<Result<_, _>>()? })
    }

    /// Returns the text of the file.
    pub fn expose(&self) -> String {
        // A secret that was never rotated is a line without times and without a line feed.
        if self.former.is_empty() && self.newest.from.is_none() {
            return self.newest.secret.expose().to_owned();
        }
        std::iter::once(&self.newest).chain(&self.former).map(Dated::line).collect()
    }

    /// Returns these secrets with a new one that signs from `from` on. The others are accepted until `until`, or their
    /// own earlier limit. Expired secrets are removed.
    pub fn rotated(&self, new: Secret, now: DateTime<Utc>, from: DateTime<Utc>, until: DateTime<Utc>) -> Self {
        let former = std::iter::once(&self.newest).chain(&self.former).cloned();
        let former = former.map(|it| Dated { until: Some(it.until.map_or(until, |earlier| earlier.min(until))), ..it });
        let former = former.filter(|it| it.until > Some(now)).collect();
        Self { newest: Dated { secret: new, from: Some(from), until: None }, former }
    }

    /// Returns the secret that signs: the newest that is in use.
    fn signing(&self, now: DateTime<Utc>) -> &Secret {
        let former = self.former.iter().filter(|it| it.until > Some(now));
        let all = std::iter::once(&self.newest).chain(former);
        let signs = all.filter(|it| it.from.is_none_or(|from| from <= now));
        &signs.into_iter().next().unwrap_or(&self.newest).secret
    }

    fn accepted(&self, now: DateTime<Utc>) -> impl Iterator<Item = &Secret> {
        let accepted = move |it: &&Dated| it.until.is_none_or(|until| until > now);
        std::iter::once(&self.newest).chain(self.former.iter().filter(accepted)).map(|it| &it.secret)
    }
}

impl Dated {
    fn parse(line: &str) -> Result<Self, Malformed> {
        let mut words = line.split_whitespace();
        let secret = Secret::parse(words.next().ok_or(Malformed)?)?;
        let mut dated = Self { secret, from: None, until: None };
        for word in words {
            let (name, time) = word.split_once('=').ok_or(Malformed)?;
            let time = DateTime::parse_from_rfc3339(time).map_err(|_| Malformed)?.to_utc();
            match name {
                "from" => dated.from = Some(time),
                "until" => dated.until = Some(time),
                _ => return Err(Malformed),
            }
        }
        Ok(dated)
    }

    fn line(&self) -> String {
        let mut line = self.secret.expose().to_owned();
        for (name, time) in [("from", self.from), ("until", self.until)] {
            if let Some(time) = time {
                // Writing to a string does not fail.
                let _ = write!(line, " {name}={}", time.to_rfc3339_opts(SecondsFormat::Secs, true));
            }
        }
        line + "\n"
    }
}

/// The secrets of a running process. Clones share them, so a rotation takes effect everywhere at once.
#[derive(Clone)]
pub struct Keyring {
    secrets: Arc<RwLock<Secrets>>,
    clock: Arc<dyn Clock>,
}

impl Keyring {
    /// Creates a keyring of these secrets.
    pub fn new(secrets: Secrets, clock: Arc<dyn Clock>) -> Self {
        Self { secrets: Arc::new(RwLock::new(secrets)), clock }
    }

    /// Replaces the secrets.
    pub fn replace(&self, secrets: Secrets) {
        *self.secrets.write().unwrap_or_else(PoisonError::into_inner) = secrets;
    }

    /// Returns a signer for one purpose. A signature for one purpose is not valid for another.
    pub fn signer(&self, purpose: &'static str) -> Signer {
        Signer { keyring: self.clone(), purpose }
    }
}

/// A keyring of one secret that is never rotated.
impl From<&Secret> for Keyring {
    fn from(secret: &Secret) -> Self {
        Self::new(secret.clone().into(), Arc::new(SystemClock))
    }
}

crate::hidden!(Keyring);

/// Signs messages for one purpose and verifies its signatures.
#[derive(Debug, Clone)]
pub struct Signer {
    keyring: Keyring,
    purpose: &'static str,
}

impl Signer {
    /// Returns the HMAC-SHA-256 of a message.
    pub fn sign(&self, message: &[u8]) -> Key {
        let now = self.keyring.clock.now();
        let secrets = self.keyring.secrets.read().unwrap_or_else(PoisonError::into_inner);
        mac(&secrets.signing(now).derive(self.purpose), message)
    }

    /// Returns whether `tag` is a prefix of the message's signature by an accepted secret. It compares in constant
    /// time.
    pub fn verify(&self, message: &[u8], tag: &[u8]) -> bool {
        let now = self.keyring.clock.now();
        let secrets = self.keyring.secrets.read().unwrap_or_else(PoisonError::into_inner);
        secrets.accepted(now).any(|secret| verify(&secret.derive(self.purpose), message, tag))
    }

    /// Returns a message and its signature in URL-safe base64, for a cookie.
    pub fn sign_text(&self, message: &[u8]) -> String {
        URL_SAFE_NO_PAD.encode([message, &self.sign(message)[..TAG]].concat())
    }

    /// Returns the message of a signed text, if its signature is valid.
    pub fn verify_text(&self, text: &str) -> Option<Vec<u8>> {
        let mut message = URL_SAFE_NO_PAD.decode(text).ok()?;
        let tag = message.split_off(message.len().checked_sub(TAG)?);
        self.verify(&message, &tag).then_some(message)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::clock::ManualClock;

    fn noon() -> DateTime<Utc> {
        "2026-11-22T12:00:00Z".parse().unwrap()
    }

    fn minutes(count: i64) -> DateTime<Utc> {
        noon() + TimeDelta::minutes(count)
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let first = Secret::generate();
        let once = Secrets::parse(&format!("{}\n", first.expose())).unwrap();
        assert_eq!(once.expose(), first.expose(), "a secret that was never rotated is a bare line");
        let second = Secret::generate();
        let text = once.rotated(second.clone(), noon(), minutes(1), minutes(60)).expose();
        let expected =
            format!("{} from=2026-11-22T12:01:00Z\n{} until=2026-11-22T13:00:00Z\n", second.expose(), first.expose());
        assert_eq!((&text, Secrets::parse(&text).unwrap().expose()), (&expected, expected.clone()));
        let wrong = format!("{} till=2026-11-22T12:01:00Z", first.expose());
        for wrong in ["", "\n", "short", &wrong, &format!("{text}x"), &text.replace("T12:01", "x")] {
            assert!(Secrets::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_rotated_secret_signs_when_its_time_has_come_and_the_former_is_accepted_until_its_own() {
        let clock = ManualClock::at(noon());
        let old = Secrets::from(Secret::generate());
        let new = old.rotated(Secret::generate(), noon(), minutes(1), minutes(60));
        let [slow, quick] = [old, new].map(|secrets| Keyring::new(secrets, Arc::new(clock.clone())).signer("a"));
        let early = quick.sign(b"message");
        assert!(slow.verify(b"message", &early), "a process without the new secret accepts this too");
        clock.advance(TimeDelta::minutes(1));
        let [before, after] = [&slow, &quick].map(|signer| signer.sign(b"message"));
        assert_ne!(before, after);
        assert!(quick.verify(b"message", &before) && quick.verify(b"message", &after[..18]));
        assert!(!slow.verify(b"message", &after) && !quick.verify(b"other", &after));
        clock.advance(TimeDelta::minutes(58));
        assert!(quick.verify(b"message", &early));
        clock.advance(TimeDelta::minutes(1));
        assert!(!quick.verify(b"message", &early) && quick.verify(b"message", &after), "the old secret expired");
    }

    #[test]
    fn secrets_that_are_over_are_left_out_and_none_is_accepted_for_longer_than_before() {
        let clock = ManualClock::at(noon());
        let [first, second, third] = [(); 3].map(|()| Secret::generate());
        let once = Secrets::from(first.clone()).rotated(second.clone(), noon(), noon(), minutes(60));
        let twice = once.rotated(third.clone(), minutes(30), minutes(30), minutes(90)).expose();
        assert!(twice.contains(&format!("{} until=2026-11-22T13:00:00Z", first.expose())), "{twice}");
        assert!(twice.contains(&format!("{} from=2026-11-22T12:00:00Z until=2026-11-22T13:30:00Z", second.expose())));
        let at_once =
            Secrets::parse(&twice).unwrap().rotated(Secret::generate(), minutes(31), minutes(31), minutes(31));
        assert_eq!(at_once.expose().lines().count(), 1, "after a leak, the former secrets are removed at once");
        let keyring = Keyring::new(third.clone().into(), Arc::new(clock));
        let (signer, signed) = (keyring.signer("a"), keyring.signer("a").sign(b"message"));
        keyring.replace(at_once);
        assert!(
            !signer.verify(b"message", &signed) && !keyring.signer("b").verify(b"message", &signer.sign(b"message"))
        );
    }
}
