//! Letters: what people get by mail. They are queued with the events that cause them, and the crate `sender` sends them.
//!
//! A letter holds no address and no name: both are looked up when it is sent, so erasing a person reaches it, and its
//! text is written in its language by the pages' catalogues.
//!
//! # How to add a kind of letter
//!
//! A variant of [`Contents`], its texts in `web/src/letters.rs`, and a command whose [`Decision`](crate::decision) has it in its outbox.

use serde::Deserialize;
use service_kit::chain;
use storage::deliveries::{Message as Queued, Recipient};
use storage::notifications::NotificationChoices;

use crate::notifications::Notification;
use crate::prelude::*;

/// The language of letters that a request without a page causes.
pub const LANGUAGE: &str = "en";
/// How long a letter without a link is tried.
pub(crate) const LIFE: chrono::Duration = chrono::Duration::days(3);

/// A letter to a person. It has no `Debug`, because it may hold a link.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// The tag of its language.
    pub language: String,
    /// What it says.
    pub contents: Contents,
}

/// What a letter says.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contents {
    /// A one-time link to set a password.
    PasswordLink {
        /// The last part of its path.
        link: String,
    },
    /// A one-time link to confirm the address.
    EmailLink {
        /// The last part of its path.
        link: String,
    },
    /// The private link of a guest who registered for an event.
    GuestLink {
        /// The event.
        event_id: TournamentId,
    },
    /// The address was changed. It goes to the earlier one.
    EmailChanged,
    /// Someone made another account with the person's confirmed address.
    AccountExists,
    /// Someone gave many wrong codes of the second step, after the right password.
    WrongCodes,
    /// An organization invites the person.
    Invitation {
        /// The organization.
        organization_id: OrganizationId,
    },
    /// An organization has answered the claim of a guest's results.
    ClaimAnswered {
        /// The organization.
        organization_id: OrganizationId,
        /// Whether it agreed.
        is_agreed: bool,
    },
    /// Nothing: mail arrives.
    Test,
    /// What happened in an event.
    Notification(Notification),
}

/// A letter in words, for every channel. On a phone, its title is the subject, and its text the lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenLetter {
    /// The subject. It holds nothing secret.
    pub subject: String,
    /// What it says, in a sentence or two. It holds nothing secret if the letter is a notification.
    pub lead: String,
    /// The part in plain text.
    pub text: String,
    /// The part in HTML.
    pub html: String,
    /// The page that it is about, below the public address; empty if there is none.
    pub path: String,
}

impl Contents {
    /// Returns the queue of a letter at a person: below ten, so that letters are sent earlier than notifications, and one for each kind, so
    /// that none waits for another kind that a server does not accept yet.
    fn queue(&self) -> i64 {
        match self {
            Self::PasswordLink { .. } => 0,
            Self::EmailLink { .. } => 1,
            Self::EmailChanged | Self::AccountExists | Self::WrongCodes => 2,
            Self::Invitation { .. } => 3,
            Self::ClaimAnswered { .. } => 5,
            Self::GuestLink { .. } | Self::Test | Self::Notification(_) => 4,
        }
    }

    /// Returns the event that a letter is about; `None` for one that holds a link.
    fn event(&self) -> Option<TournamentId> {
        match self {
            Self::GuestLink { event_id } => Some(*event_id),
            Self::Notification(about) => Some(about.tournament_id),
            _ => None,
        }
    }
}

impl Letter {
    /// Returns the letter as it is queued for a person. It is not sent after its life has ended.
    pub fn queued(
        &self,
        to: impl Into<Recipient>,
        cause: String,
        now: DateTime<Utc>,
        life: chrono::Duration,
    ) -> Queued {
        Queued {
            recipient: to.into(),
            organization_id: OrganizationId(0),
            tournament_id: self.contents.event(),
            subject: self.contents.queue(),
            cause,
            recorded_at: now,
            due_at: None,
            expires_at: Some(now + life),
            // Texts, ids and times always have a form in JSON.
            payload: serde_json::to_string(self).unwrap_or_default(),
        }
    }

    /// Reads a queued letter.
    ///
    /// # Errors
    /// If the payload is not one.
    pub fn read(payload: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(payload)
    }
}

impl WriteApi {
    /// Stores the language of a new person's page, so that letters are in it. The person exists already: otherwise refused
    /// requests would leave rows. If it cannot be stored, letters are in English.
    pub(crate) async fn speaks(&self, user_id: UserId, language: &str) {
        let (language, off) = (language.to_owned(), BTreeSet::new());
        let stored = self.events.put_notification_choices(&NotificationChoices { user_id, language, off }).await;
        if let Err(error) = stored {
            tracing::warn!(error = chain(&error), "the language of a new person could not be stored");
        }
    }

    /// Returns a letter to a person in the language in which the person chose notifications; `None` if the person gets no
    /// mail.
    pub(crate) async fn own_letter(
        &self,
        to: UserId,
        contents: Contents,
        cause: String,
    ) -> Result<Option<Queued>, Failure> {
        let person = self.user(to).await?.filter(|person| !person.state.profile.email.is_empty());
        if self.mail_from.is_none() || person.is_none() {
            return Ok(None);
        }
        let choices = self.events.notification_choices(&[to]).await?;
        let chosen = choices.into_iter().map(|choices| choices.language).find(|language| !language.is_empty());
        let letter = Letter { language: chosen.unwrap_or_else(|| LANGUAGE.to_owned()), contents };
        Ok(Some(letter.queued(to, cause, self.clock.now(), LIFE)))
    }

    /// Sends a test message to a person's own address. No event records it.
    pub async fn send_test_letter(&self, to: UserId, language: &str) -> Result<(), CommandError> {
        let now = self.clock.now();
        let letter = Letter { language: language.to_owned(), contents: Contents::Test };
        let cause = format!("test/{}", now.timestamp_micros());
        self.events.queue_message(&letter.queued(to, cause, now, chrono::Duration::hours(1))).await?;
        Ok(())
    }
}
