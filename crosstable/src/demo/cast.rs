//! The shared data of the demo's tournaments: people, organizations, conventions, decklists, and the streams to write.

use anyhow::Context;
use chrono::{DateTime, Duration, Utc};
use domain::tournament::Tournament;
use domain::tournament::standings::standings_after;
use importers::TournamentScript;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{ConventionId, DecklistId, OrganizationId, RegistrationId, Sequence, TournamentId, UserId};
use proto_events::tournament::{Payment, TournamentDetails};
use proto_events::vocabulary::{
    CardPaymentStatus, EventFormat, LifecycleStatus, PaymentMethod, RegistrationStatus, WalletOrderStatus,
};
use proto_events::{Actor, DecklistEvent, Envelope, Position, StreamId};
use rand::RngExt;
use rand::rngs::StdRng;
use storage::ReservedIds;
use storage::{NewEvent, StreamWrite};

use super::decks;

/// A person who may register for a tournament.
#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub(crate) user_id: UserId,
    pub(crate) name: String,
}

/// The registrations of a tournament: who, in which order, when, and with which lists.
pub(crate) struct SignUp<'a> {
    pub(crate) organization: OrganizationId,
    pub(crate) count: usize,
    pub(crate) from: DateTime<Utc>,
    pub(crate) until: DateTime<Utc>,
    /// The formats of the players' lists, in turns; none if they have no lists yet.
    pub(crate) formats: &'a [EventFormat],
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
    /// ReservedIds of streams. ReservedIds within a tournament are separate, because a script holds them.
    pub(crate) ids: ReservedIds,
    pub(crate) writes: Vec<StreamWrite>,
}

impl Cast {
    /// Adds a new stream with all its domain events.
    pub(crate) fn write(&mut self, stream: StreamId, organization_id: OrganizationId, events: Vec<NewEvent>) {
        self.writes.push(StreamWrite { stream, organization_id, expected_version: 0, events });
    }

    /// Adds the stream of a finished script.
    pub(crate) fn write_tournament(
        &mut self,
        organization: OrganizationId,
        script: TournamentScript<'_>,
    ) -> anyhow::Result<TournamentId> {
        let events = script.finish()?;
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

    /// Registers people who have paid. Each hands in a list, and one in twelve on paper. Returns who registered.
    pub(crate) fn sign_up(
        &mut self,
        script: &mut TournamentScript<'_>,
        plan: &SignUp<'_>,
    ) -> (Vec<Person>, Vec<RegistrationId>) {
        let crowd = self.crowd(plan.count);
        let times = self.times(crowd.len(), plan.from, plan.until);
        let mut entries = Vec::with_capacity(crowd.len());
        for (place, (person, at)) in crowd.iter().zip(times).enumerate() {
            let entry = script.register(person.user_id, RegistrationStatus::Complete, at);
            script.payment(entry, self.paid());
            let format = plan.formats.get(place % plan.formats.len().max(1));
            if place % 12 == 7 && format.is_some() {
                script.paper_list(entry);
            } else if let Some(&format) = format {
                let list = self.hand_in(plan.organization, person, format, at);
                script.attach_decklist(entry, list);
            }
            entries.push(entry);
        }
        (crowd, entries)
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

/// Closes the registration and begins the event.
pub(crate) fn begin(script: &mut TournamentScript<'_>, start: DateTime<Utc>) {
    script.at(start - Duration::minutes(10));
    script.lifecycle(LifecycleStatus::RegistrationClosed);
    script.at(start);
    script.lifecycle(LifecycleStatus::EventInProgress);
}

/// Returns the details of an individual tournament with the usual rules.
pub(crate) fn details(name: impl Into<String>, event_format: EventFormat, start: DateTime<Utc>) -> TournamentDetails {
    TournamentDetails { start_datetime: Some(start), ..TournamentDetails::new(name, event_format) }
}

/// Returns the players by their rank after the last scripted round.
pub(crate) fn ranking(
    script: &TournamentScript<'_>,
    organization_id: OrganizationId,
) -> anyhow::Result<Vec<RegistrationId>> {
    let envelopes = script.events().iter().zip(1..).map(|(new, version)| Envelope {
        position: Position(version),
        stream: StreamId::tournament(TournamentId(0)),
        version,
        organization_id,
        occurred_at: new.occurred_at,
        recorded_at: new.occurred_at,
        actor: Actor::System,
        event: new.event.clone(),
    });
    let tournament = Tournament::from_events(&envelopes.collect::<Vec<_>>());
    let tournament = tournament.context("the demo wrote an inconsistent tournament")?;
    let (_, round) = tournament.current_round().context("no round was played before the cut")?;
    let standings = standings_after(&tournament, round.id).context("the last round has no standings")?;
    Ok(standings.into_iter().filter_map(|line| line.competitor.player()).collect())
}
