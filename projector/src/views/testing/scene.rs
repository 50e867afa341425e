//! A tournament that a test builds by folding events, and the documents rendered from it.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use chrono::{DateTime, Duration, Utc};
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::documents::ReaderGroup;
use domain::organization::{Member, Organization};
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{
    DecklistId, MatchId, MemberId, OrganizationId, PhaseId, RegistrationId, RoundId, TournamentId, UserId,
};
use proto_events::tournament::{FixedRevision, Games, MatchResult, Pairing, PairingKind, TournamentDetails, Winner};
use proto_events::user::Profile;
use proto_events::vocabulary::{EventFormat, PhaseType, RegistrationStatus, Role, RoundType};
use proto_events::{
    Actor, DecklistEvent, DomainEvent, Envelope, Position, StreamId, TournamentEvent, Version, testing,
};
use serde_json::Value;
use storage::ViewKind;

use crate::settings::ViewSettings;
use crate::views::VIEWS;
use crate::views::output::Output;
use crate::views::view::{OrganizationContext, Render, RenderTournament, Scope, Shared, TournamentContext};

pub(in crate::views) const STORE: OrganizationId = OrganizationId(3);
pub(in crate::views) const EVENT: TournamentId = TournamentId(40);

/// 7 March 2026, 10:00.
pub(in crate::views) fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_772_877_600, 0).unwrap()
}

/// A tournament with everything that its views use.
pub(in crate::views) struct Scene {
    pub(in crate::views) tournament: Tournament,
    pub(in crate::views) organization: Organization,
    pub(in crate::views) convention: Option<Convention>,
    pub(in crate::views) people: HashMap<UserId, User>,
    pub(in crate::views) decklists: HashMap<DecklistId, Arc<Decklist>>,
    pub(in crate::views) revisions: HashMap<(DecklistId, Version), Decklist>,
    pub(in crate::views) settings: ViewSettings,
    /// The events so far.
    told: Vec<Envelope>,
    now: DateTime<Utc>,
}

pub(in crate::views) fn render_organization(
    render: fn(&OrganizationContext<'_>, &mut Output),
    organization: &Organization,
    people: &HashMap<UserId, User>,
) -> Output {
    let mut out = Output::new(StreamId::organization(STORE), STORE, Position(5));
    render(&OrganizationContext { organization, people }, &mut out);
    out
}

pub(in crate::views) fn details(name: &str) -> TournamentDetails {
    TournamentDetails { start_datetime: Some(start()), ..TournamentDetails::new(name, EventFormat::Legacy) }
}

pub(in crate::views) fn envelope(
    stream: StreamId,
    version: i64,
    at: DateTime<Utc>,
    event: impl Into<DomainEvent>,
) -> Envelope {
    Envelope { organization_id: STORE, ..testing::envelope(stream, version, at, event) }
}

impl Scene {
    /// Creates an announced tournament, three days before it starts.
    pub(in crate::views) fn new(details: TournamentDetails) -> Self {
        let now = start() - Duration::days(3);
        let created = TournamentEvent::Created { details, seed: 7 };
        let first = envelope(StreamId::tournament(EVENT), 1, now, created);
        Self {
            tournament: Tournament::created(&first).unwrap(),
            organization: Organization { id: STORE, name: "Moxhall".into(), ..Organization::default() },
            convention: None,
            people: HashMap::new(),
            decklists: HashMap::new(),
            revisions: HashMap::new(),
            settings: ViewSettings::default(),
            told: vec![first],
            now,
        }
    }

    pub(in crate::views) fn length(&self) -> usize {
        self.told.len()
    }

    /// Goes back to the state after this number of events.
    pub(in crate::views) fn rewind(&mut self, events: usize) {
        self.told.truncate(events);
        self.tournament = Tournament::from_events(&self.told).unwrap();
    }

    /// Applies one more event, a minute after the last.
    pub(in crate::views) fn tell(&mut self, event: TournamentEvent) {
        self.tell_by(Actor::System, event);
    }

    pub(in crate::views) fn tell_by(&mut self, actor: Actor, event: TournamentEvent) {
        self.now += Duration::minutes(1);
        let version = i64::try_from(self.told.len()).unwrap() + 1;
        let envelope = Envelope { actor, ..envelope(StreamId::tournament(EVENT), version, self.now, event) };
        self.tournament.apply(&envelope).unwrap();
        self.told.push(envelope);
    }

    pub(in crate::views) fn wait_for_start(&mut self) {
        self.now = start();
    }

    /// Registers a user: user 11 gets registration 101. Of three users, the first signs up, the store manages the
    /// account of the second, and it knows only the name of the third.
    pub(in crate::views) fn register(&mut self, person: i64, name: &str, status: RegistrationStatus) -> RegistrationId {
        let (user_id, registration_id) = (UserId(person), RegistrationId(person + 90));
        let username = name.to_lowercase().replace(' ', ".");
        let (first_name, last_name) = name.split_once(' ').unwrap_or((name, ""));
        let profile = Profile {
            email: format!("{username}@players.example"),
            username,
            best_identifier: name.into(),
            first_name: first_name.into(),
            last_name: last_name.into(),
            pronouns: String::new(),
            has_used_app: person % 2 == 0,
        };
        let mut user = User::new(user_id, profile);
        user.managed_by = (person % 3 == 0).then_some(STORE);
        self.people.insert(user_id, user);
        let actor = if person % 3 == 1 { Actor::User(user_id) } else { Actor::System };
        self.tell_by(actor, TournamentEvent::PlayerRegistered { registration_id, user_id, status });
        registration_id
    }

    pub(in crate::views) fn hand_in(&mut self, registration_id: RegistrationId, id: i64, name: &str, text: &str) {
        let body = DecklistBody {
            name: name.into(),
            plaintext_list: text.into(),
            deckhost_public_id: format!("pub-{id}"),
            archetype: name.to_uppercase(),
            ..DecklistBody::default()
        };
        let deck_url = format!("https://decks.example/{id}");
        let submitted = DecklistEvent::Submitted { owner_user_id: None, body, deck_url };
        let list = Decklist::created(&envelope(StreamId::decklist(id.into()), 1, self.now, submitted)).unwrap();
        self.decklists.insert(list.id, Arc::new(list));
        let player = Actor::User(self.tournament.registration(registration_id).unwrap().user_id);
        let handed_in = TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(DecklistId(id)) };
        self.tell_by(player, handed_in);
    }

    pub(in crate::views) fn fix_lists(&mut self) {
        let entries = self.tournament.registrations.iter();
        let lists = entries.filter_map(|entry| Some((entry.id, self.decklists.get(&entry.decklist_id?)?)));
        let fixed = |(registration_id, list): (_, &Arc<Decklist>)| FixedRevision {
            registration_id,
            decklist_id: list.id,
            version: list.version,
        };
        let revisions = lists.map(fixed).collect();
        self.tell(TournamentEvent::ListRevisionsFixed { revisions });
    }

    /// Changes a list after it was fixed.
    pub(in crate::views) fn revise(&mut self, id: i64, text: &str) {
        let list = Arc::make_mut(self.decklists.get_mut(&DecklistId(id)).unwrap());
        self.revisions.insert((list.id, list.version), list.clone());
        list.version += 1;
        list.body.plaintext_list = text.into();
        list.body.name = "Something else".into();
    }

    /// Adds a phase; they are numbered 1, 2, ….
    pub(in crate::views) fn phase(&mut self, order: i32, round_type: PhaseType) -> PhaseId {
        let phase_id = PhaseId(i64::from(order) + 20);
        self.tell(TournamentEvent::PhaseAdded { phase_id, order_in_phases: order, round_type });
        phase_id
    }

    /// Adds a round: number 2 gets the id 202.
    pub(in crate::views) fn round(&mut self, phase_id: PhaseId, number: i32, round_type: RoundType) -> RoundId {
        let round_id = RoundId(i64::from(number) + 200);
        self.tell(TournamentEvent::RoundAdded {
            round_id,
            phase_id,
            round_number: number,
            round_type,
            final_round_in_event: false,
            use_old_pairings: false,
            pairingengine_url: "https://pairings.example/v1".into(),
        });
        round_id
    }

    pub(in crate::views) fn pair_and_start(&mut self, round_id: RoundId, pairings: Vec<Pairing>) {
        self.tell(TournamentEvent::MatchesPaired { round_id, pairings });
        self.tell(TournamentEvent::PairingsCompleted { round_id });
        self.tell(TournamentEvent::RoundStarted { round_id });
    }

    /// Reports a result; the player with more games wins.
    pub(in crate::views) fn report(&mut self, match_id: MatchId, first: i32, second: i32, drawn: i32) {
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Winner::First,
            std::cmp::Ordering::Less => Winner::Second,
            std::cmp::Ordering::Equal => Winner::Draw,
        };
        let result = MatchResult::new(winner, Some(Games { first, second, drawn }));
        self.tell(TournamentEvent::ResultReported { match_id, result });
    }

    pub(in crate::views) fn context(&self) -> TournamentContext<'_> {
        TournamentContext {
            tournament: &self.tournament,
            organization: &self.organization,
            convention: self.convention.as_ref(),
            people: &self.people,
            decklists: &self.decklists,
            revisions: &self.revisions,
            settings: &self.settings,
            shared: Shared::default(),
        }
    }

    pub(in crate::views) fn render(&self, view: RenderTournament, scope: &Scope) -> Output {
        self.part(|context, out| view(context, scope, out))
    }

    pub(in crate::views) fn part(&self, render: impl FnOnce(&TournamentContext<'_>, &mut Output)) -> Output {
        let mut out = Output::new(StreamId::tournament(EVENT), STORE, Position(1));
        render(&self.context(), &mut out);
        out
    }

    pub(in crate::views) fn render_all(&self) -> Output {
        self.part(|context, out| {
            for view in VIEWS {
                if let Render::Tournament(render) = view.render {
                    render(context, &Scope::Everything, out);
                }
            }
        })
    }

    pub(in crate::views) fn json(&self, view: RenderTournament, kind: ViewKind, key: impl ToString) -> Value {
        json(&self.render(view, &Scope::Everything), kind, key)
    }
}

/// Returns a store with an administrator (user 11), a judge who left (12), and a read-only member (13).
pub(in crate::views) fn store() -> Organization {
    let member =
        |id, user, role, removed| Member { id: MemberId(id), user_id: UserId(user), role, provided_by: None, removed };
    Organization {
        id: STORE,
        name: "Moxhall".into(),
        members: vec![
            member(1, 11, Role::Admin, false),
            member(2, 12, Role::Judge, true),
            member(3, 13, Role::ReadOnly, false),
        ],
        ..Organization::default()
    }
}

#[allow(clippy::needless_pass_by_value, reason = "same parameters as `Output::put`")]
pub(in crate::views) fn body(out: &Output, kind: ViewKind, key: impl ToString) -> Bytes {
    let key = key.to_string();
    let found = out.documents.iter().find(|document| document.key.kind == kind && document.key.key == key);
    found.unwrap_or_else(|| panic!("no {} {key}", kind.stored_name())).body.seen_by(ReaderGroup::Organizers)
}

pub(in crate::views) fn json(out: &Output, kind: ViewKind, key: impl ToString) -> Value {
    serde_json::from_slice(&body(out, kind, key)).unwrap()
}

/// Returns kinds and keys of the documents, in rendering order.
pub(in crate::views) fn keys(out: &Output) -> Vec<String> {
    out.documents.iter().map(|document| format!("{} {}", document.key.kind.stored_name(), document.key.key)).collect()
}

/// Returns the keys of the documents that are removed, in this order.
pub(in crate::views) fn removed(out: &Output) -> Vec<&str> {
    out.removed.iter().map(|removal| removal.key.key.as_str()).collect()
}

/// Returns a pairing of two players, or of one with a bye.
pub(in crate::views) fn table(id: i64, number: i32, kind: PairingKind, players: &[RegistrationId]) -> Pairing {
    Pairing { match_id: MatchId(id), kind, table_number: number, players: players.to_vec(), ..Pairing::default() }
}
