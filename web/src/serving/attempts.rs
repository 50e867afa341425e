//! Limits password attempts, and attempts to guess private links. The counts are in the log's database, so that all
//! processes share them. They contain keyed hashes instead of names and addresses.
//!
//! Attempts are counted per person *and* address, so that a stranger cannot lock a person out. Two wider limits apply
//! per address and per person; they do not affect addresses and browsers from which the person has signed in before. An
//! attempt is counted before the password is checked, and removed if it was right.

use std::net::IpAddr;
use std::sync::Arc;

use api_kit::device::Device;
use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::UserId;
use service_kit::keyring::Signer;
use storage::{Attempt, AttemptLimit, CounterId, EventStore, SignIn, StoreError};

/// Length of the time window of a count, from its first attempt.
const WINDOW: TimeDelta = TimeDelta::minutes(10);
/// How long an address stays known after a sign-in; about the length of a season.
pub const KNOWN_FOR: TimeDelta = TimeDelta::days(90);
/// Limit of wrong passwords for a person from one address, or from one known browser. People mistype a few times, then
/// look the password up.
const PER_PERSON_AND_ADDRESS: i64 = 10;
/// Limit of wrong passwords for a person from all unknown addresses; five times the limit of one address. An attacker
/// with thousands of addresses can try 7,200 passwords a day.
const PER_PERSON: i64 = 50;
/// Limit of wrong passwords from an address, for people who have not signed in there before. A hall with 5,000 phones
/// is one address, and four percent may mistype within ten minutes.
const PER_ADDRESS: i64 = 200;

/// Length of the time window in which links that are sent by mail are counted.
pub const MAIL_WINDOW: TimeDelta = TimeDelta::hours(1);
/// Limit of links that are sent to a person by mail.
const MAILS_TO_PERSON: i64 = 3;
/// Limit of links that are sent to a mailbox, whatever the accounts.
const MAILS_TO_MAILBOX: i64 = 6;
/// Limit of links that an address asks for. A store is one address.
const MAILS_FROM_ADDRESS: i64 = 20;

/// Limit of private links from an address that do not open.
const WRONG_LINKS: i64 = 100;

/// The person whose password is tried.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Person<'a> {
    /// A person with an account.
    Known(UserId),
    /// A username without an account. Its attempts count in the same way, so that answers do not reveal which accounts
    /// exist.
    Unknown(&'a str),
}

/// The origin of an attempt.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) address: Option<IpAddr>,
    /// The browser, if the person has signed in there.
    pub(crate) device: Option<Device>,
}

pub(crate) struct Attempts {
    events: Arc<dyn EventStore>,
    signer: Signer,
}

impl Attempts {
    /// Creates a counter in this store. `signer` makes the keyed hashes.
    pub(crate) fn new(events: Arc<dyn EventStore>, signer: Signer) -> Self {
        Self { events, signer }
    }

    /// Counts an attempt, or returns the time of the next allowed one.
    ///
    /// # Errors
    /// When the store fails. The password must not be checked then.
    pub(crate) async fn count(
        &self,
        person: Person<'_>,
        origin: Origin,
        now: DateTime<Utc>,
    ) -> Result<Result<SignIn, DateTime<Utc>>, StoreError> {
        let (person, address) = (person.bytes(), bytes_of(origin.address));
        let place = self.id("person and address", &[&person, &address]);
        let own = match origin.device {
            Some(device) => self.id("person and browser", &[&person, &device.0.to_be_bytes()]),
            None => place,
        };
        let is_known = origin.device.is_some() || self.events.is_known_origin(&place, now - KNOWN_FOR).await?;
        let wider = match is_known {
            true => Vec::new(),
            false => vec![
                AttemptLimit { counter: self.id("person", &[&person]), limit: PER_PERSON },
                AttemptLimit { counter: self.id("address", &[&address]), limit: PER_ADDRESS },
            ],
        };
        let taken_back = wider.iter().map(|limit| limit.counter).collect();
        let limits = [AttemptLimit { counter: own, limit: PER_PERSON_AND_ADDRESS }].into_iter().chain(wider).collect();
        let refused = self.events.count_attempt(&Attempt { limits, at: now, window: WINDOW }).await?;
        let counted = SignIn { reset: own, taken_back, origin: place, at: now };
        Ok(refused.map_or(Ok(counted), Err))
    }

    /// Removes an attempt with a right password. The address becomes known for the person.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn succeeded(&self, counted: &SignIn) -> Result<(), StoreError> {
        self.events.note_sign_in(counted).await
    }

    /// Counts a private link that does not open, or returns the time of the next allowed one. Links that open are not
    /// counted, so that guests of a hall do not disturb each other.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn wrong_link(
        &self,
        address: Option<IpAddr>,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let counter = self.id("private link and address", &[&bytes_of(address)]);
        let limits = vec![AttemptLimit { counter, limit: WRONG_LINKS }];
        self.events.count_attempt(&Attempt { limits, at: now, window: WINDOW }).await
    }

    /// Counts a request for a link by mail, or returns the time of the next allowed one. Usernames without an
    /// account count in the same way.
    ///
    /// # Errors
    /// When the store fails. Nothing must be sent then.
    pub(crate) async fn mail(
        &self,
        person: Person<'_>,
        address: Option<IpAddr>,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let limits = vec![
            AttemptLimit { counter: self.id("mail to person", &[&person.bytes()]), limit: MAILS_TO_PERSON },
            AttemptLimit { counter: self.id("mail from address", &[&bytes_of(address)]), limit: MAILS_FROM_ADDRESS },
        ];
        self.events.count_attempt(&Attempt { limits, at: now, window: MAIL_WINDOW }).await
    }

    /// Counts a link to a mailbox, which does something: each is counted apart, so that a stranger's request for one keeps
    /// none of another kind from being sent. Returns whether it may be sent.
    ///
    /// # Errors
    /// When the store fails. Nothing must be sent then.
    pub(crate) async fn mailbox(&self, does: &str, email: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let counter = self.id("mail to mailbox", &[does.as_bytes(), email.to_lowercase().as_bytes()]);
        let limits = vec![AttemptLimit { counter, limit: MAILS_TO_MAILBOX }];
        Ok(self.events.count_attempt(&Attempt { limits, at: now, window: MAIL_WINDOW }).await?.is_none())
    }

    fn id(&self, what: &str, parts: &[&[u8]]) -> CounterId {
        let mut message = what.as_bytes().to_vec();
        for part in parts {
            // Each part is preceded by its length, so that different lists of parts never give the same bytes.
            message.extend_from_slice(&part.len().to_be_bytes());
            message.extend_from_slice(part);
        }
        let mut id = CounterId::default();
        let length = id.len();
        id.copy_from_slice(&self.signer.sign(&message)[..length]);
        id
    }
}

impl Person<'_> {
    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Known(id) => [&b"user"[..], &id.0.to_be_bytes()].concat(),
            Self::Unknown(name) => [b"name", name.as_bytes()].concat(),
        }
    }
}

/// Returns the bytes of an address. An IPv6 address counts by its /64, which belongs to one home or server.
fn bytes_of(address: Option<IpAddr>) -> Vec<u8> {
    match address.map(|address| address.to_canonical()) {
        Some(IpAddr::V4(address)) => address.octets().to_vec(),
        Some(IpAddr::V6(address)) => address.octets()[..8].to_vec(),
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use service_kit::keyring::Keyring;
    use service_kit::secret::Secret;
    use storage::sqlite::SqliteEventStore;
    use tempfile::TempDir;

    use super::*;

    const ADA: Person<'static> = Person::Known(UserId(7));

    struct Scene {
        attempts: Attempts,
        _folder: TempDir,
    }

    async fn scene() -> Scene {
        let folder = tempfile::tempdir().unwrap();
        let events = SqliteEventStore::open(&folder.path().join("events.sqlite")).await.unwrap();
        let signer = Keyring::from(&Secret::generate()).signer("sign-in attempts");
        Scene { attempts: Attempts::new(Arc::new(events), signer), _folder: folder }
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    fn from(address: &str) -> Origin {
        Origin { address: Some(address.parse().unwrap()), device: None }
    }

    impl Scene {
        /// Returns the seconds to wait, if an attempt is refused.
        async fn wrong(&self, person: Person<'_>, origin: Origin, second: i64) -> Option<i64> {
            let counted = self.attempts.count(person, origin, at(second)).await.unwrap();
            counted.err().map(|until| (until - at(second)).num_seconds())
        }

        async fn right(&self, person: Person<'_>, origin: Origin, second: i64) {
            let counted = self.attempts.count(person, origin, at(second)).await.unwrap().unwrap();
            self.attempts.succeeded(&counted).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_stranger_is_refused_and_the_person_is_not() {
        let scene = scene().await;
        for _ in 0..PER_PERSON_AND_ADDRESS {
            assert_eq!(scene.wrong(ADA, from("10.0.0.1"), 0).await, None);
        }
        assert_eq!(scene.wrong(ADA, from("10.0.0.1"), 60).await, Some(540));
        assert_eq!(scene.wrong(ADA, from("::ffff:10.0.0.1"), 60).await, Some(540), "the same address as IPv6");
        assert_eq!(scene.wrong(ADA, from("10.0.0.2"), 60).await, None, "another address is not affected");
        assert_eq!(scene.wrong(Person::Known(UserId(8)), from("10.0.0.1"), 60).await, None, "another person");
        assert_eq!(scene.wrong(ADA, from("10.0.0.1"), 600).await, None, "the window has ended");
    }

    #[tokio::test]
    async fn many_strangers_slow_down_strangers_alone() {
        let scene = scene().await;
        let browser = Origin { device: Some(Device(5)), ..from("192.0.2.99") };
        scene.right(ADA, from("192.0.2.1"), -1_000).await;
        for number in 0..PER_PERSON {
            assert_eq!(scene.wrong(ADA, from(&format!("10.0.{number}.1")), 0).await, None);
        }
        assert_eq!(scene.wrong(ADA, from("10.9.9.9"), 60).await, Some(540));
        assert_eq!(scene.wrong(Person::Known(UserId(8)), from("10.9.9.9"), 60).await, None, "another person");
        for known in [from("192.0.2.1"), browser] {
            for _ in 0..PER_PERSON_AND_ADDRESS {
                assert_eq!(scene.wrong(ADA, known, 60).await, None);
            }
            assert_eq!(scene.wrong(ADA, known, 61).await, Some(599), "a known origin has its own limit");
        }
        assert_eq!(scene.wrong(ADA, from("10.9.9.9"), 600).await, None);
    }

    #[tokio::test]
    async fn an_address_guesses_so_often_whatever_the_name() {
        let scene = scene().await;
        scene.right(ADA, from("2001:db8:0:7::1"), -1_000).await;
        for number in 0..PER_ADDRESS {
            let (name, origin) = (format!("name {number}"), from(&format!("2001:db8:0:7::{number:x}")));
            assert_eq!(scene.wrong(Person::Unknown(&name), origin, 0).await, None);
        }
        assert_eq!(scene.wrong(Person::Unknown("another"), from("2001:db8:0:7:9::"), 0).await, Some(600));
        assert_eq!(scene.wrong(Person::Unknown("another"), from("2001:db8:0:8::"), 0).await, None);
        assert_eq!(scene.wrong(ADA, from("2001:db8:0:7::2"), 0).await, None, "she has signed in from this network");
    }

    #[tokio::test]
    async fn right_passwords_do_not_count() {
        let scene = scene().await;
        for round in 0..3 {
            for _ in 1..PER_PERSON_AND_ADDRESS {
                assert_eq!(scene.wrong(ADA, from("10.0.0.1"), round).await, None);
            }
            scene.right(ADA, from("10.0.0.1"), round).await;
        }
        for number in 0..PER_ADDRESS * 2 {
            scene.right(Person::Known(UserId(1_000 + number)), from("10.0.0.2"), 0).await;
        }
    }

    #[tokio::test]
    async fn an_address_tries_so_many_links() {
        let scene = scene().await;
        let wrong = async |address: &str, second| {
            let address = address.parse().unwrap();
            scene.attempts.wrong_link(Some(address), at(second)).await.unwrap()
        };
        for _ in 0..WRONG_LINKS {
            assert_eq!(wrong("10.0.0.1", 0).await, None);
        }
        assert_eq!(wrong("10.0.0.1", 60).await, Some(at(600)));
        assert_eq!(wrong("10.0.0.2", 60).await, None, "another address");
        assert_eq!(wrong("10.0.0.1", 600).await, None, "the window has ended");
    }

    #[tokio::test]
    async fn an_address_asks_for_so_many_mails_and_a_person_gets_so_many() {
        let scene = scene().await;
        let mail = async |person: Person<'_>, address: &str, second| {
            scene.attempts.mail(person, Some(address.parse().unwrap()), at(second)).await.unwrap()
        };
        for number in 0..MAILS_TO_PERSON {
            assert_eq!(mail(ADA, &format!("10.0.1.{number}"), 0).await, None);
        }
        assert_eq!(mail(ADA, "10.0.2.1", 600).await, Some(at(3_600)));
        for number in 0..MAILS_FROM_ADDRESS {
            assert_eq!(mail(Person::Unknown(&format!("name {number}")), "10.0.0.1", 0).await, None);
        }
        assert_eq!(mail(Person::Known(UserId(8)), "10.0.0.1", 600).await, Some(at(3_600)));
        assert_eq!(mail(ADA, "10.0.0.1", 3_600).await, None, "the window has ended");
    }

    #[tokio::test]
    async fn a_mailbox_gets_so_many_links_whatever_the_accounts() {
        let scene = scene().await;
        let mailbox = async |email: &str, second| scene.attempts.mailbox("confirm", email, at(second)).await.unwrap();
        for _ in 0..MAILS_TO_MAILBOX {
            assert!(mailbox("ada@store.example", 0).await);
        }
        assert!(!mailbox("Ada@Store.example", 600).await && mailbox("bea@store.example", 600).await);
        let other = scene.attempts.mailbox("set a password", "ada@store.example", at(600)).await.unwrap();
        assert!(other, "another kind of link");
        assert!(mailbox("ada@store.example", 3_600).await, "the window has ended");
    }

    #[tokio::test]
    async fn an_address_is_known_for_a_season() {
        let scene = scene().await;
        scene.right(ADA, from("192.0.2.1"), 0).await;
        let later = KNOWN_FOR.num_seconds() + 1;
        for number in 0..PER_PERSON {
            assert_eq!(scene.wrong(ADA, from(&format!("10.0.{number}.1")), later).await, None);
        }
        assert_eq!(scene.wrong(ADA, from("192.0.2.1"), later - 1).await, None);
        assert_eq!(scene.wrong(ADA, from("192.0.2.1"), later).await, Some(600));
    }
}
