//! Events in progress: announced in the log, then run over HTTP like a scorekeeper does.

use anyhow::{Context, ensure};
use e2e::scenario::{self, append, details};
use proto_events::ids::{OrganizationId, RegistrationId, Sequence, TournamentId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::{EventFormat, LifecycleStatus};
use proto_events::{Actor, DomainEvent, StreamId, TournamentEvent, UserEvent};
use serde_json::{Value, json};
use service_kit::clock::{Clock, SystemClock};
use storage::EventStore;

use crate::http::{Connection, Request};
use crate::names::name;
use crate::subject::{Running, Subject};

/// The organization of the key.
pub(crate) const ORGANIZATION: OrganizationId = OrganizationId(1);
/// Number of people to register per append request.
const AT_ONCE: usize = 500;

/// An event with a round in progress.
#[derive(Debug, Clone)]
pub(crate) struct Live {
    pub(crate) event: i64,
    pub(crate) round: i64,
    /// The number of the round in the event.
    pub(crate) number: i64,
    tables: Vec<Table>,
}

#[derive(Debug, Clone, Copy)]
struct Table {
    id: i64,
    entries: (i64, i64),
}

/// Makes this many events of an organization, each with its own players. Returns their ids.
pub(crate) async fn announce_all(
    log: &dyn EventStore,
    organization: OrganizationId,
    count: usize,
    players: usize,
) -> anyhow::Result<Vec<i64>> {
    let users = log.reserve_ids(Sequence::User, count * players).await?;
    let users: Vec<i64> = (users..).take(count * players).collect();
    for users in users.chunks(AT_ONCE) {
        append(log, (Actor::System, organization), users.iter().copied().map(registered)).await?;
    }
    let event = log.reserve_ids(Sequence::Tournament, count).await?;
    let registration = log.reserve_ids(Sequence::Registration, count * players).await?;
    let entered: Vec<_> = (registration..).map(RegistrationId).zip(users.into_iter().map(UserId)).collect();
    let mut settings = details(&format!("Legacy for {players}"), EventFormat::Legacy, 60);
    settings.swiss_rounds = Some(15);
    // Phones do not ring for an event that began days ago.
    settings.start_datetime = Some(SystemClock.now());
    let streams = (event..).zip(entered.chunks(players)).map(|(event, entered)| {
        let mut events = scenario::announced(settings.clone(), 7, entered.iter().copied());
        events.push(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress });
        (StreamId::tournament(TournamentId(event)), events.into_iter().map(DomainEvent::from).collect())
    });
    append(log, (Actor::System, organization), streams).await?;
    Ok((event..).take(count).collect())
}

/// Returns the stream of a new person.
pub(crate) fn registered(id: i64) -> (StreamId, Vec<DomainEvent>) {
    let (username, best_identifier) = (format!("player-{id}"), name(id));
    let profile = Profile { username, best_identifier, ..Profile::default() };
    (StreamId::user(UserId(id)), vec![UserEvent::Registered { profile }.into()])
}

/// A service with an event whose first round is in progress. Fields are dropped in this order.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) live: Live,
    pub(crate) connection: Connection,
    pub(crate) running: Running,
    pub(crate) subject: Subject,
}

impl Stage {
    /// Starts a service on SQLite with an event of this many players, and pairs and starts a round.
    pub(crate) async fn set(players: usize, options: &[&str]) -> anyhow::Result<Self> {
        let subject = Subject::on_sqlite()?;
        let (running, event) = serve_event(&subject, players, options).await?;
        let mut connection = Connection::open(running.port).await?;
        let live = Live::pair(&mut connection, &subject.key, event).await?;
        live.start(&mut connection, &subject.key).await?;
        running.settles().await;
        Ok(Self { live, connection, running, subject })
    }
}

/// Announces an event of this many players and starts the service. Returns it with the event, which it shows by then.
pub(crate) async fn serve_event(subject: &Subject, players: usize, options: &[&str]) -> anyhow::Result<(Running, i64)> {
    let mut events = announce_all(&*subject.log().await?, ORGANIZATION, 1, players).await?;
    let event = events.pop().context("no event")?;
    let running = subject.serve_with(options).await?;
    subject.until(&running, &format!("/api/v1/magic-events/{event}/")).await?;
    Ok((running, event))
}

impl Live {
    /// Returns the address of a page: the ids in it are those of the event, the round, its first match and a player.
    pub(crate) fn path(&self, template: &str) -> String {
        let first = self.tables[0];
        let ids = [("{registration_id}", first.entries.0), ("{match_id}", first.id), ("{round_id}", self.round)];
        let ids = ids.into_iter().chain([("{id}", self.event)]);
        ids.fold(template.to_owned(), |path, (name, id)| path.replace(name, &id.to_string()))
    }

    /// Pairs the next round of an event.
    pub(crate) async fn pair(connection: &mut Connection, key: &str, event: i64) -> anyhow::Result<Self> {
        let path = format!("/api/v1/magic-events/{event}/rounds/");
        let request = Request::send("POST", &path, key, &[], &json!({ "kind": "swiss" }));
        let round = connection.ask(&request).await?.expect(201)?.json()?;
        let id = |value: &Value| value["id"].as_i64().context("no id");
        let mut tables = Vec::new();
        for table in round["matches"].as_array().context("no tables")? {
            let seats = table["players"].as_array().context("no players")?;
            let entry = |place: usize| seats.get(place).and_then(|seat: &Value| seat["registration"].as_i64());
            if let (Some(one), Some(other)) = (entry(0), entry(1)) {
                tables.push(Table { id: id(table)?, entries: (one, other) });
            }
        }
        ensure!(!tables.is_empty(), "the round has no matches");
        let number = round["round_number"].as_i64().context("no number")?;
        Ok(Self { event, round: id(&round)?, number, tables })
    }

    /// Starts the round.
    pub(crate) async fn start(&self, connection: &mut Connection, key: &str) -> anyhow::Result<()> {
        let path = format!("/api/v1/magic-events/{}/rounds/{}/start/", self.event, self.round);
        connection.ask(&Request::send("POST", &path, key, &[], &json!({}))).await?.expect(200).map(drop)
    }

    /// Completes the round; matches without a result are draws.
    pub(crate) async fn complete(&self, connection: &mut Connection, key: &str) -> anyhow::Result<()> {
        let path = format!("/api/v1/magic-events/{}/rounds/{}/complete/", self.event, self.round);
        let request = Request::send("POST", &path, key, &[], &json!({ "unreported": "draw" }));
        connection.ask(&request).await?.expect(200).map(drop)
    }

    /// Returns the next result: first one per table, then again and again the same tables with the players exchanged.
    pub(crate) fn result(&self, number: usize, key: &str, headers: &[(&str, &str)]) -> Request {
        let table = self.tables[number % self.tables.len()];
        let turn = number / self.tables.len();
        let (won, lost) = if turn.is_multiple_of(2) { table.entries } else { (table.entries.1, table.entries.0) };
        // A repeated result must differ from the last one, otherwise nothing is stored.
        let games = if turn % 4 < 2 { 0 } else { 1 };
        let body = json!({ "games_won": { won.to_string(): 2, lost.to_string(): games }, "games_drawn": 0 });
        let method = if turn == 0 { "POST" } else { "PUT" };
        let path = format!("/api/v1/magic-events/{}/matches/{}/result/", self.event, table.id);
        Request::send(method, &path, key, headers, &body)
    }

    /// Returns the path of the round's standings.
    pub(crate) fn standings(&self) -> String {
        format!("/api/v1/tournament-rounds/{}/standings/", self.round)
    }

    /// Returns the path of the round's pairings.
    pub(crate) fn matches(&self) -> String {
        format!("/api/v1/tournament-rounds/{}/matches/", self.round)
    }
}
