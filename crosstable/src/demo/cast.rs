//! The shared data of the demo's tournaments: people, organizations, conventions, decklists, and the streams to write.

use chrono::{DateTime, Duration, Utc};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{ConventionId, DecklistId, OrganizationId, RegistrationId, Sequence, TournamentId, UserId};
use proto_events::tournament::{Organizing, Payment, TournamentDetails};
use proto_events::user::Profile;
use proto_events::vocabulary::{CardPaymentStatus, EventFormat, PaymentMethod, RegistrationStatus, WalletOrderStatus};
use proto_events::{DecklistEvent, DomainEvent, StreamId, TournamentEvent, UserEvent};
use rand::RngExt;
use rand::rngs::StdRng;
use storage::{NewEvent, ReservedIds, StreamWrite};

use super::about::SECOND_ORGANIZATION;
use super::course::{Course, Field};
use super::{about, decks, pictures};

/// Players of an event that has a picture.
const LARGE: usize = 64;

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
    /// The conventions with their time zones.
    pub(crate) conventions: Vec<(ConventionId, Option<String>)>,
    /// All ids; a tournament that is being played has them meanwhile.
    pub(crate) ids: ReservedIds,
    pub(crate) writes: Vec<StreamWrite>,
}

/// Returns a domain event that occurs at this time.
pub(super) fn event(occurred_at: DateTime<Utc>, event: impl Into<DomainEvent>) -> NewEvent {
    NewEvent { occurred_at, event: event.into() }
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
        self.write(StreamId::user(user_id), OrganizationId::SHARED, account.map(|it| event(at, it)).into());
        user_id
    }

    /// Adds a new stream with all its domain events.
    pub(crate) fn write(&mut self, stream: StreamId, organization_id: OrganizationId, events: Vec<NewEvent>) {
        self.writes.push(StreamWrite { stream, organization_id, expected_version: 0, events });
    }

    /// Returns the plan of an event of a convention, with paid registrations and without lists.
    pub(super) fn plan(
        &self,
        (name, format): (&str, EventFormat),
        convention: usize,
        (announced, start): (DateTime<Utc>, DateTime<Utc>),
        players: usize,
    ) -> Plan<'static> {
        let details = TournamentDetails {
            convention_id: Some(self.conventions[convention].0),
            start_datetime: Some(start),
            ..TournamentDetails::new(name, format)
        };
        let organization = self.organizations[usize::from(convention == SECOND_ORGANIZATION)];
        Plan { organization, details, announced, players, statuses: PAID, formats: &[] }
    }

    /// Announces a tournament, and registers people. Complete registrations are paid. Each player hands in a list, and one
    /// in twelve on paper. Returns who registered.
    pub(super) fn open(&mut self, plan: &Plan<'_>) -> anyhow::Result<(Course, Vec<Person>)> {
        let is_first_store = plan.organization == self.organizations[0];
        let convention = self.conventions.iter().find(|(id, _)| Some(*id) == plan.details.convention_id);
        let zone = convention.and_then(|(_, time_zone)| time_zone.as_deref());
        let details = about::described(zone, plan.details.clone(), is_first_store);
        let details = (details, self.rng.random_range(1..i64::from(i32::MAX)));
        let field = Field::new(plan.players, &mut self.rng);
        let mut course = Course::new(details, plan.organization, plan.announced, field, std::mem::take(&mut self.ids))?;
        let organizing = Organizing { round_minutes: Some(50), ..Organizing::default() };
        course.record(TournamentEvent::OrganizingChanged { organizing });
        if is_first_store && plan.players >= LARGE {
            course.record(TournamentEvent::PictureSet { picture: Some(pictures::event()) });
        }
        let crowd = self.crowd(plan.players);
        let start = plan.details.start_datetime.unwrap_or(self.now);
        let until = (start - Duration::minutes(30)).min(self.now - Duration::minutes(45));
        let times = self.times(crowd.len(), plan.announced, until);
        let statuses = plan.statuses.iter().cycle();
        for (place, ((person, at), status)) in crowd.iter().zip(times).zip(statuses).enumerate() {
            course.at(at);
            let registration_id = course.register(person.user_id, *status);
            if *status == RegistrationStatus::Complete {
                self.pay(&mut course, registration_id);
            }
            let format = plan.formats.get(place % plan.formats.len().max(1));
            if place % 12 == 7 && format.is_some() {
                course.record(TournamentEvent::PaperDecklistMarked { registration_id, using_paper_decklist: true });
            } else if let Some(&format) = format {
                self.hand_in(&mut course, registration_id, person, format);
            }
            course.entries.push(registration_id);
        }
        Ok((course, crowd))
    }

    /// Adds the stream of a tournament.
    pub(super) fn finish(&mut self, course: Course) -> anyhow::Result<TournamentId> {
        let Course { state, events, fault, ids, .. } = course;
        fault.map_or(Ok(()), Err)?;
        self.ids = ids;
        let id = TournamentId(self.ids.next(Sequence::Tournament));
        self.write(StreamId::tournament(id), state.organization_id, events);
        Ok(id)
    }

    /// Submits a person's decklist for an event.
    pub(super) fn hand_in(
        &mut self,
        course: &mut Course,
        registration_id: RegistrationId,
        person: &Person,
        format: EventFormat,
    ) {
        let id = DecklistId(course.ids.next(Sequence::Decklist));
        let decks::Deck { body, url: deck_url } = decks::deck(format, &mut self.rng);
        let final_body = DecklistBody { name: format!("{} (final)", body.name), ..body.clone() };
        let first = DecklistEvent::Submitted { owner_user_id: Some(person.user_id), body, deck_url };
        let mut events = vec![event(course.now, first)];
        if self.rng.random_bool(0.05) {
            events.push(event(course.now + Duration::minutes(9), DecklistEvent::Revised { body: final_body }));
        }
        self.write(StreamId::decklist(id), course.state.organization_id, events);
        course.record(TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(id) });
    }

    /// Picks `size` different people.
    pub(crate) fn crowd(&mut self, size: usize) -> Vec<Person> {
        let places = rand::seq::index::sample(&mut self.rng, self.people.len(), size.min(self.people.len()));
        places.into_iter().map(|place| self.people[place].clone()).collect()
    }

    /// Returns `count` times between two, in order.
    pub(crate) fn times(&mut self, count: usize, from: DateTime<Utc>, to: DateTime<Utc>) -> Vec<DateTime<Utc>> {
        let seconds = (to - from).num_seconds().max(1);
        let mut times: Vec<_> =
            (0..count).map(|_| from + Duration::seconds(self.rng.random_range(0..seconds))).collect();
        times.sort_unstable();
        times
    }

    /// Pays a registration in one of the usual ways.
    pub(crate) fn pay(&mut self, course: &mut Course, registration_id: RegistrationId) {
        let payment = match self.rng.random_range(0..10) {
            0..6 => Payment {
                method: Some(PaymentMethod::Cardpay),
                card_status: Some(CardPaymentStatus::Succeeded),
                ..Payment::default()
            },
            6..9 => Payment {
                method: Some(PaymentMethod::Walletpay),
                wallet_status: Some(WalletOrderStatus::Completed),
                wallet_order_id: format!("{:017X}", self.rng.random::<u64>()),
                ..Payment::default()
            },
            _ => Payment { marked_as_paid: true, deferred_requested: true, ..Payment::default() },
        };
        course.record(TournamentEvent::PaymentChanged { registration_id, payment });
    }
}
