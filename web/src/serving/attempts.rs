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
use proto_events::ids::{TournamentId, UserId};
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
const MAIL_WINDOW: TimeDelta = TimeDelta::hours(1);
/// Limit of links that are sent to a person by mail.
const MAILS_TO_PERSON: i64 = 3;
/// Limit of links that are sent to a mailbox, whatever the accounts.
const MAILS_TO_MAILBOX: i64 = 6;
/// Limit of links that an address asks for. A store is one address.
const MAILS_FROM_ADDRESS: i64 = 20;

/// Limit of accounts that people of an address create. A store is one address, and so is a hall.
const ACCOUNTS_FROM_ADDRESS: i64 = 100;
/// Limit of accounts that people create: what a flood from many addresses can leave behind, and can mail.
const ACCOUNTS: i64 = 1_000;

/// The longest time window of a count.
pub const DAY: TimeDelta = TimeDelta::days(1);
/// Limit of wrong codes of the second step for a person within a day, from all browsers in which the person has not
/// signed in. Someone who knows the password and has many addresses guesses a code within a day with a chance of 1 to
/// 17,000; three codes are valid at a time.
const CODES: i64 = 20;
/// Limit of letters with private links to a mailbox within a day, for all events and guests.
const GUEST_LETTERS: i64 = 5;

/// Limit of answers of sign-in providers from an address: each costs requests to the provider. A hall is one address, and
/// browsers in which a person has signed in before count for the person instead.
const PROVIDER_ANSWERS: i64 = 1_000;

/// Limit of private links from an address that do not open.
const WRONG_LINKS: i64 = 100;

/// Length of the time window in which the guests of an event are counted.
const GUESTS_WINDOW: TimeDelta = TimeDelta::hours(1);
/// Guests of an event who come from one address and get in as the event says; further ones wait for staff. A store is
/// one address.
const GUESTS_WITHOUT_APPROVAL: i64 = 100;
/// Limit of registrations of guests in an event from one address: of a fifth of what the event takes.
const GUESTS_FROM_ADDRESS: i64 = 400;
/// Limit of registrations of guests in an event. The largest events have that many players.
const GUESTS_OF_EVENT: i64 = 2_000;

/// The person whose password is tried.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Person<'a> {
    /// A person with an account.
    Known(UserId),
    /// A person with an account, whose second step is tried.
    Code(UserId),
    /// A username without an account. Its attempts count in the same way, so that answers do not reveal which accounts
    /// exist.
    Unknown(&'a str),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) address: Option<IpAddr>,
    /// The browser, if the person has signed in there.
    pub(crate) device: Option<Device>,
}

/// Counts attempts. Every count fails if the store does; then nothing must be checked, accepted, sent or made.
pub(crate) struct Attempts {
    events: Arc<dyn EventStore>,
    signer: Signer,
}

/// The time of the next allowed attempt; `None` if this one was allowed and counted.
type NextAttempt = Option<DateTime<Utc>>;

impl Attempts {
    /// Creates a counter in this store. `signer` makes the keyed hashes.
    pub(crate) fn new(events: Arc<dyn EventStore>, signer: Signer) -> Self {
        Self { events, signer }
    }

    async fn take(
        &self,
        window: TimeDelta,
        limits: Vec<AttemptLimit>,
        at: DateTime<Utc>,
    ) -> Result<NextAttempt, StoreError> {
        self.events.count_attempt(&Attempt { limits, at, window }).await
    }

    /// Counts an attempt, or returns the time of the next allowed one.
    pub(crate) async fn count(
        &self,
        person: Person<'_>,
        origin: Origin,
        now: DateTime<Utc>,
    ) -> Result<Result<SignIn, DateTime<Utc>>, StoreError> {
        let (person, address) = (person.bytes(), bytes_of(origin.address));
        let place = self.id("person and address", &[&person, &address]);
        let own = match origin.device {
            Some(device) => self.id("person and browser", &[&person, &device.number.to_be_bytes()]),
            None => place,
        };
        let is_known = origin.device.is_some() || self.events.is_known_origin(&place, now - KNOWN_FOR).await?;
        let wider = match is_known {
            true => Vec::new(),
            false => {
                vec![self.limit("person", &[&person], PER_PERSON), self.limit("address", &[&address], PER_ADDRESS)]
            }
        };
        let taken_back = wider.iter().map(|limit| limit.counter).collect();
        let limits = [AttemptLimit { counter: own, limit: PER_PERSON_AND_ADDRESS }].into_iter().chain(wider).collect();
        let counted = SignIn { reset: own, taken_back, origin: place, at: now };
        Ok(self.take(WINDOW, limits, now).await?.map_or(Ok(counted), Err))
    }

    /// Removes an attempt with a right password. The address becomes known for the person.
    pub(crate) async fn succeeded(&self, counted: &SignIn) -> Result<(), StoreError> {
        self.events.note_sign_in(counted).await
    }

    /// Whether a code of a person's app is used for the first time. It is valid for less than the window.
    pub(crate) async fn is_first_use(&self, user: UserId, step: i64, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let limit = self.limit("code of app", &[&user.0.to_be_bytes(), &step.to_be_bytes()], 1);
        Ok(self.take(WINDOW, vec![limit], now).await?.is_none())
    }

    /// Counts an answer of a sign-in provider. Returns whether it is the first one to its state, and an address sent few; or
    /// the browser of a known person.
    pub(crate) async fn provider_answer(
        &self,
        state: &str,
        (address, known): (Option<IpAddr>, Option<UserId>),
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let from = match known {
            Some(user) => self.limit("provider and person", &[&user.0.to_be_bytes()], PER_PERSON_AND_ADDRESS),
            None => self.limit("provider and address", &[&bytes_of(address)], PROVIDER_ANSWERS),
        };
        let state = self.limit("state of provider", &[state.as_bytes()], 1);
        Ok(self.take(WINDOW, vec![state, from], now).await?.is_none())
    }

    /// Counts a private link that does not open, or returns the time of the next allowed one. Links that open are not
    /// counted, so that guests of a hall do not disturb each other.
    pub(crate) async fn wrong_link(
        &self,
        address: Option<IpAddr>,
        now: DateTime<Utc>,
    ) -> Result<NextAttempt, StoreError> {
        let limit = self.limit("private link and address", &[&bytes_of(address)], WRONG_LINKS);
        self.take(WINDOW, vec![limit], now).await
    }

    /// Counts a code of the second step in a browser in which the person has not signed in, in the count of a day.
    /// Returns whether a code of the app is accepted. If the code was right, it is taken back with `counted`.
    pub(crate) async fn takes_code(
        &self,
        user: UserId,
        counted: &mut SignIn,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let limit = self.limit("codes of a day", &[&user.0.to_be_bytes()], CODES);
        let counter = limit.counter;
        let is_taken = self.take(DAY, vec![limit], now).await?.is_none();
        counted.taken_back.extend(is_taken.then_some(counter));
        Ok(is_taken)
    }

    /// Counts a form of a guest for its address, and returns whether staff must approve the registration, because many came
    /// from there; or returns the time of the next allowed one. For the event, only those count that were made.
    pub(crate) async fn guest(
        &self,
        event: TournamentId,
        address: Option<IpAddr>,
        now: DateTime<Utc>,
    ) -> Result<Result<bool, DateTime<Utc>>, StoreError> {
        if let Some(until) = self.events.next_attempt(&self.guests_of(event, now)).await? {
            return Ok(Err(until));
        }
        let (event, address) = (event.0.to_be_bytes(), bytes_of(address));
        let limit = |what, limit| vec![self.limit(what, &[&event, &address], limit)];
        if let Some(until) = self.take(GUESTS_WINDOW, limit("guests and address", GUESTS_FROM_ADDRESS), now).await? {
            return Ok(Err(until));
        }
        let first = limit("first guests and address", GUESTS_WITHOUT_APPROVAL);
        Ok(Ok(self.take(GUESTS_WINDOW, first, now).await?.is_some()))
    }

    /// Counts a registration of a guest that was made.
    pub(crate) async fn guest_joined(&self, event: TournamentId, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.events.count_attempt(&self.guests_of(event, now)).await.map(drop)
    }

    fn guests_of(&self, event: TournamentId, now: DateTime<Utc>) -> Attempt {
        let limits = vec![self.limit("guests of event", &[&event.0.to_be_bytes()], GUESTS_OF_EVENT)];
        Attempt { limits, at: now, window: GUESTS_WINDOW }
    }

    /// Counts a letter with a guest's private link to a mailbox. Returns whether it may not be sent, because the mailbox
    /// got too many.
    pub(crate) async fn guest_letter(&self, email: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let limit = AttemptLimit { limit: GUEST_LETTERS, ..self.to_mailbox("guest link", email) };
        Ok(self.take(DAY, vec![limit], now).await?.is_some())
    }

    /// Counts a request for a link by mail, or returns the time of the next allowed one. Usernames without an
    /// account count in the same way.
    pub(crate) async fn mail(
        &self,
        person: Person<'_>,
        address: Option<IpAddr>,
        now: DateTime<Utc>,
    ) -> Result<NextAttempt, StoreError> {
        let limits = vec![
            self.limit("mail to person", &[&person.bytes()], MAILS_TO_PERSON),
            self.limit("mail from address", &[&bytes_of(address)], MAILS_FROM_ADDRESS),
        ];
        self.take(MAIL_WINDOW, limits, now).await
    }

    /// Counts a link to a mailbox, which does something: each is counted apart, so that a stranger's request for one keeps
    /// none of another kind from being sent. If there were too many, returns the time of the next one.
    pub(crate) async fn mailbox(&self, does: &str, email: &str, now: DateTime<Utc>) -> Result<NextAttempt, StoreError> {
        self.take(MAIL_WINDOW, vec![self.to_mailbox(does, email)], now).await
    }

    fn to_mailbox(&self, does: &str, email: &str) -> AttemptLimit {
        self.limit("mail to mailbox", &[does.as_bytes(), email.to_lowercase().as_bytes()], MAILS_TO_MAILBOX)
    }

    /// Counts an attempt to create an account, or returns the time of the next allowed one. Those whose username is taken
    /// count for the address and the mailbox; of all people together, only accounts that were made count. `email` is the
    /// address of the letter, if one is sent.
    pub(crate) async fn new_account(
        &self,
        email: Option<&str>,
        address: Option<IpAddr>,
        now: DateTime<Utc>,
    ) -> Result<NextAttempt, StoreError> {
        let mut limits = vec![self.limit("account from address", &[&bytes_of(address)], ACCOUNTS_FROM_ADDRESS)];
        limits.extend(email.map(|email| self.to_mailbox("confirm", email)));
        match self.events.next_attempt(&self.all_accounts(now)).await? {
            None => self.take(MAIL_WINDOW, limits, now).await,
            until => Ok(until),
        }
    }

    pub(crate) async fn account_made(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.events.count_attempt(&self.all_accounts(now)).await.map(drop)
    }

    fn all_accounts(&self, now: DateTime<Utc>) -> Attempt {
        Attempt { limits: vec![self.limit("accounts", &[], ACCOUNTS)], at: now, window: MAIL_WINDOW }
    }

    fn limit(&self, what: &str, parts: &[&[u8]], limit: i64) -> AttemptLimit {
        AttemptLimit { counter: self.id(what, parts), limit }
    }

    fn id(&self, what: &str, parts: &[&[u8]]) -> CounterId {
        let mut message = what.as_bytes().to_vec();
        for part in parts {
            // Each part is preceded by its length, so that different lists of parts never give the same bytes.
            message.extend_from_slice(&part.len().to_be_bytes());
            message.extend_from_slice(part);
        }
        let signature = self.signer.sign(&message);
        std::array::from_fn(|at| signature[at])
    }
}

impl Person<'_> {
    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Known(id) => [&b"user"[..], &id.0.to_be_bytes()].concat(),
            Self::Code(id) => [&b"code"[..], &id.0.to_be_bytes()].concat(),
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
mod tests;
