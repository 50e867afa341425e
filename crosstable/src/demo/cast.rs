//! The shared data of the demo's tournaments: people, organizations, conventions, decklists, and the streams to write.

use chrono::{DateTime, Duration, Utc};
use importers::TournamentScript;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{ConventionId, DecklistId, OrganizationId, Sequence, TournamentId, UserId};
use proto_events::tournament::{Payment, TournamentDetails};
use proto_events::user::Profile;
use proto_events::vocabulary::{CardPaymentStatus, EventFormat, PaymentMethod, RegistrationStatus, WalletOrderStatus};
use proto_events::{DecklistEvent, StreamId, UserEvent};
use rand::RngExt;
use rand::rngs::StdRng;
use storage::{NewEvent, ReservedIds, StreamWrite};

use super::course::{Course, Field};
use super::decks;

/// The status of registrations that are complete, and paid.
pub(super) const PAID: &[RegistrationStatus] = &[RegistrationStatus::Complete];

/// A person who may register for a tournament.
#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub(crate) user_id: UserId,
    pub(crate) name: String,
}

/// An event, and the people who register for it from its announcement until half an hour before its start.
pub(super) struct Plan<'a> {
    pub(super) organization: OrganizationId,
    pub(super) details: TournamentDetails,
    pub(super) announced: DateTime<Utc>,
    pub(super) players: usize,
    /// The statuses of the registrations, in turns.
    pub(super) statuses: &'a [RegistrationStatus],
    /// The formats of the players' lists, in turns; none if they have no lists yet.
    pub(super) formats: &'a [EventFormat],
}

/// The shared data of the tournaments.
pub(crate) struct Cast {
    pub(crate) now: DateTime<Utc>,
    pub(crate) rng: StdRng,
    pub(crate) organizations: [OrganizationId; 2],
    /// Staff of the first organization.
    pub(crate) staff: Vec<UserId>,
    pub(crate) people: Vec<Person>,
    pub(crate) conventions: Vec<ConventionId>,
    /// Ids of streams. Ids within tournaments are separate, because a script holds them.
    pub(crate) ids: ReservedIds,
    pub(crate) writes: Vec<StreamWrite>,
}

impl Cast {
    /// Begins with two organizations that have no streams yet.
    pub(super) fn new(now: DateTime<Utc>, rng: StdRng, mut ids: ReservedIds) -> Self {
        let organizations = [0, 1].map(|_| OrganizationId(ids.next(Sequence::Organization)));
        let (staff, people, conventions, writes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { now, rng, organizations, staff, people, conventions, ids, writes }
    }

    /// Registers a person whose account an organization manages.
    pub(super) fn account(&mut self, profile: Profile, organization_id: OrganizationId, at: DateTime<Utc>) -> UserId {
        let user_id = UserId(self.ids.next(Sequence::User));
        let account = [UserEvent::Registered { profile }, UserEvent::ManagedBy { organization_id }];
        let account = account.map(|event| NewEvent { occurred_at: at, event: event.into() });
        self.write(StreamId::user(user_id), OrganizationId::SHARED, account.into());
        user_id
    }

    /// Adds a new stream with all its domain events.
    pub(crate) fn write(&mut self, stream: StreamId, organization_id: OrganizationId, events: Vec<NewEvent>) {
        self.writes.push(StreamWrite { stream, organization_id, expected_version: 0, events });
    }

    /// Adds the stream of a tournament.
    pub(super) fn finish(&mut self, mut course: Course<'_>) -> anyhow::Result<TournamentId> {
        let organization = course.state()?.organization_id;
        let events = course.script.finish()?;
        let id = TournamentId(self.ids.next(Sequence::Tournament));
        self.write(StreamId::tournament(id), organization, events);
        Ok(id)
    }

    /// Submits a person's decklist.
    pub(crate) fn hand_in(
        &mut self,
        organization: OrganizationId,
        person: &Person,
        format: EventFormat,
        at: DateTime<Utc>,
    ) -> DecklistId {
        let id = DecklistId(self.ids.next(Sequence::Decklist));
        let deck = decks::deck(format, &mut self.rng);
        let (body, deck_url) = (deck.body, deck.url);
        let final_body = DecklistBody { name: format!("{} (final)", body.name), ..body.clone() };
        let first = DecklistEvent::Submitted { owner_user_id: Some(person.user_id), body, deck_url };
        let mut events = vec![NewEvent { occurred_at: at, event: first.into() }];
        if self.rng.random_bool(0.05) {
            let revised = DecklistEvent::Revised { body: final_body };
            events.push(NewEvent { occurred_at: at + Duration::minutes(9), event: revised.into() });
        }
        self.write(StreamId::decklist(id), organization, events);
        id
    }

    /// Announces a tournament, and registers people. Complete registrations are paid. Each player hands in a list, and one
    /// in twelve on paper. Returns who registered.
    pub(super) fn open<'ids>(
        &mut self,
        ids: &'ids mut ReservedIds,
        plan: &Plan<'_>,
    ) -> anyhow::Result<(Course<'ids>, Vec<Person>)> {
        let script = TournamentScript::new(plan.details.clone(), self.seed(), ids, plan.announced);
        let mut course = Course::new(script, plan.organization, Field::new(plan.players, &mut self.rng))?;
        let crowd = self.crowd(plan.players);
        let start = plan.details.start_datetime.unwrap_or(self.now);
        let until = (start - Duration::minutes(30)).min(self.now - Duration::minutes(45));
        let times = self.times(crowd.len(), plan.announced, until);
        let statuses = plan.statuses.iter().cycle();
        for (place, ((person, at), status)) in crowd.iter().zip(times).zip(statuses).enumerate() {
            let entry = course.script.register(person.user_id, *status, at);
            if *status == RegistrationStatus::Complete {
                course.script.payment(entry, self.paid());
            }
            let format = plan.formats.get(place % plan.formats.len().max(1));
            if place % 12 == 7 && format.is_some() {
                course.script.paper_list(entry);
            } else if let Some(&format) = format {
                let list = self.hand_in(plan.organization, person, format, at);
                course.script.attach_decklist(entry, list);
            }
            course.entries.push(entry);
        }
        Ok((course, crowd))
    }

    /// Picks `size` different people.
    pub(crate) fn crowd(&mut self, size: usize) -> Vec<Person> {
        let places = rand::seq::index::sample(&mut self.rng, self.people.len(), size.min(self.people.len()));
        places.into_iter().map(|place| self.people[place].clone()).collect()
    }

    /// Returns a seed for a tournament's random choices.
    pub(crate) fn seed(&mut self) -> i64 {
        self.rng.random_range(1..i64::from(i32::MAX))
    }

    /// Returns `count` times between two, in order.
    pub(crate) fn times(&mut self, count: usize, from: DateTime<Utc>, to: DateTime<Utc>) -> Vec<DateTime<Utc>> {
        let seconds = (to - from).num_seconds().max(1);
        let mut times: Vec<_> =
            (0..count).map(|_| from + Duration::seconds(self.rng.random_range(0..seconds))).collect();
        times.sort_unstable();
        times
    }

    /// Returns a payment in one of the usual ways.
    pub(crate) fn paid(&mut self) -> Payment {
        match self.rng.random_range(0..10) {
            0..6 => Payment {
                method: Some(PaymentMethod::Cardpay),
                card_status: Some(CardPaymentStatus::Succeeded),
                ..Payment::default()
            },
            6..9 => Payment {
                method: Some(PaymentMethod::Walletpay),
                wallet_status: Some(WalletOrderStatus::Completed),
                wallet_order_id: wallet_order_id(&mut self.rng),
                ..Payment::default()
            },
            _ => Payment { marked_as_paid: true, deferred_requested: true, ..Payment::default() },
        }
    }
}

/// Returns an order number of a wallet payment.
pub(crate) fn wallet_order_id(rng: &mut StdRng) -> String {
    const LETTERS: &[u8] = b"0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    (0..17).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect()
}

/// Returns the details of an individual tournament with the usual rules.
pub(crate) fn details(name: impl Into<String>, event_format: EventFormat, start: DateTime<Utc>) -> TournamentDetails {
    TournamentDetails { start_datetime: Some(start), ..TournamentDetails::new(name, event_format) }
}
