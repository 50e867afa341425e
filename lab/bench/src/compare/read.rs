//! `bench read`: standings of a round by number of players: identity, gzip and not modified; compared with nginx and
//! Django.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use e2e::generate::{Plan, generate};
use test_servers::Postgres;

use super::Size;
use crate::figures::{Samples, count, number};
use crate::http::{Answer, Connection, Request};
use crate::peers::django::{self, Django};
use crate::peers::nginx::Nginx;
use crate::process::Tree;
use crate::report::{Table, say};
use crate::subject::{Running, Subject};
use crate::wrk::{self, CONNECTIONS, Load, Target};

const NGINX: &str = "nginx";
const DJANGO: &str = "Django";
/// What the rates are compared with, for nine runs.
const BARS: &str = "The bars: the median of × nginx at least 1.1, the lower quartile at least 1.0.";
/// Minimum time for measuring a slow peer.
const SLOW: Duration = Duration::from_secs(5);

/// Players of the events.
const PLAYERS: [usize; 4] = [8, 64, 256, 2_000];

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Identity,
    Gzip,
    /// With the client's entity tag.
    NotModified,
}

impl Form {
    fn title(self) -> &'static str {
        match self {
            Self::Identity => "uncompressed",
            Self::Gzip => "gzip",
            Self::NotModified => "not changed (304)",
        }
    }
}

/// A server under comparison.
#[derive(Debug, Clone, Copy)]
struct Side {
    name: &'static str,
    port: u16,
    tree: Tree,
    /// The path of the standings of a round.
    path: fn(i64) -> String,
}

/// Events of several sizes and the servers of their standings. Fields are dropped in this order.
struct Scene {
    sides: Vec<Side>,
    rounds: Vec<(usize, i64)>,
    key: String,
    _peers: (Nginx, Django),
    _running: Running,
    _subject: Subject,
}

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let scene = Scene::set().await?;
    let mut tables = Vec::new();
    for form in [Form::Identity, Form::Gzip, Form::NotModified] {
        tables.push(scene.compare(form, size).await?);
    }
    Ok(tables)
}

impl Scene {
    async fn set() -> anyhow::Result<Self> {
        let subject = Subject::on_sqlite()?;
        let files = PLAYERS.map(|players| file(&subject, players));
        subject.import(&files)?;
        let running = subject.serve_until(&format!("/api/v1/magic-events/{}/", PLAYERS.len())).await?;
        let mut connection = Connection::open(running.port).await?;
        let (mut rounds, mut answers) = (Vec::new(), Vec::new());
        for (event, players) in (1..).zip(PLAYERS) {
            let round = last_round(&mut connection, &subject.key, event).await?;
            let answer = connection.ask(&Request::get(&path_of(round), &subject.key, &[])).await?.expect(200)?;
            rounds.push((players, round));
            answers.push((round, answer));
        }
        let named: Vec<(String, Answer)> =
            answers.iter().map(|(round, answer)| (format!("{round}.json"), answer.clone())).collect();
        let nginx = Nginx::start(&subject.key, &named)?;
        let django = Django::start(&Postgres::private()?, &subject.key, &answers).await?;
        let side = |name, port, tree, path| Side { name, port, tree, path };
        let sides = vec![
            side("Crosstable", running.port, running.tree, path_of),
            side(NGINX, nginx.port, nginx.tree, |round| format!("/{round}.json")),
            side(DJANGO, django.port, django.tree, path_of),
        ];
        let key = subject.key.clone();
        Ok(Self { sides, rounds, key, _peers: (nginx, django), _running: running, _subject: subject })
    }

    /// Returns the table for one kind of request.
    async fn compare(&self, form: Form, size: &Size) -> anyhow::Result<Table> {
        // Django services leave compression to the gateway.
        let packs = |side: &&Side| form != Form::Gzip || side.name != DJANGO;
        let sides: Vec<Side> = self.sides.iter().filter(packs).copied().collect();
        let mut columns = vec!["players".to_owned(), "bytes".to_owned()];
        columns.extend(sides.iter().map(|side| format!("{}, requests/s", side.name)));
        columns.extend(sides[1..].iter().map(|side| match side.name {
            NGINX => format!("× {NGINX}: median, lower quartile"),
            peer => format!("× {peer}"),
        }));
        columns.extend(sides.iter().map(|side| format!("{}, CPU µs", side.name)));
        let mut table = Table::new(format!("Standings, {}", form.title()), columns.join(" | "));
        for (players, round) in &self.rounds {
            let (bytes, found) = self.measure(&sides, form, *round, size).await?;
            let rates: Vec<Samples> = found.iter().map(|loads| loads.iter().map(|load| load.rate).collect()).collect();
            let cpu = found.iter().map(|loads| number(loads.iter().map(|load| load.cpu).collect::<Samples>().median()));
            let mut cells = vec![count(*players), count(bytes)];
            cells.extend(rates.iter().map(Samples::told));
            cells.extend(sides[1..].iter().zip(&rates[1..]).map(|(side, rate)| {
                let ratio = rates[0].by(rate);
                match side.name {
                    NGINX => [ratio.median(), ratio.quartile(1)].map(number).join(", "),
                    _ => ratio.told(),
                }
            }));
            cells.extend(cpu);
            table.row(cells);
        }
        table.note(BARS);
        Ok(table)
    }

    /// Returns the bytes of an answer, and each server's load in each run.
    async fn measure(
        &self,
        sides: &[Side],
        form: Form,
        round: i64,
        size: &Size,
    ) -> anyhow::Result<(usize, Vec<Vec<Load>>)> {
        let (mut targets, mut bytes) = (Vec::new(), Vec::new());
        for side in sides {
            let (target, length) = self.target(side, form, round).await?;
            targets.push(target);
            bytes.push(length);
        }
        let mut found = vec![Vec::new(); targets.len()];
        for number in size.turns(targets.len()) {
            let time = if sides[number].name == DJANGO { size.time().max(SLOW) } else { size.time() };
            let load = wrk::run(&targets[number], time).await?;
            // Unanswered requests must not disturb the next measurement.
            sides[number].tree.rests().await;
            say(format_args!("{} ({} bytes), {}: {:.0}/s", form.title(), bytes[0], sides[number].name, load.rate));
            found[number].push(load);
        }
        Ok((bytes[0], found))
    }

    /// Returns a round's standings on a server. Checks that it gives the right answer, and only to holders of the key.
    async fn target(&self, side: &Side, form: Form, round: i64) -> anyhow::Result<(Target, usize)> {
        let path = (side.path)(round);
        let mut connection = Connection::open(side.port).await?;
        let mut headers = vec![("X-API-Key".to_owned(), self.key.clone())];
        match form {
            Form::Identity => {}
            Form::Gzip => headers.push(("Accept-Encoding".into(), "gzip".into())),
            Form::NotModified => {
                let plain = connection.ask(&Request::get(&path, &self.key, &[])).await?.expect(200)?;
                headers.push(("If-None-Match".into(), plain.header("etag").into()));
            }
        }
        let sent: Vec<_> = headers[1..].iter().map(|(name, value)| (&**name, &**value)).collect();
        let answer = connection.ask(&Request::get(&path, &self.key, &sent)).await?;
        let packed = answer.header("content-encoding") == "gzip";
        let right = match form {
            Form::Identity => answer.status == 200 && !packed,
            Form::Gzip => answer.status == 200 && packed,
            Form::NotModified => answer.status == 304,
        };
        let told = || answer.headers().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ");
        ensure!(right, "{}: {path} is answered with {}: {}", side.name, answer.status, told());
        let stranger = Connection::open(side.port).await?.ask(&Request::get(&path, "sk_unknown", &[])).await?;
        ensure!(stranger.status == 401, "{} answers an unknown key with {}", side.name, stranger.status);
        let connections = if side.name == DJANGO { django::at_once() } else { CONNECTIONS };
        Ok((Target { port: side.port, path, headers, tree: side.tree, connections }, answer.body.len()))
    }
}

/// Returns the path of a round's standings in the API.
fn path_of(round: i64) -> String {
    format!("/api/v1/tournament-rounds/{round}/standings/")
}

/// Makes a file with a tournament of this many players.
fn file(subject: &Subject, players: usize) -> PathBuf {
    let rounds = if players < 32 { 3 } else { 5 };
    let archive = generate(&Plan { lists: false, ..Plan::new(&format!("bench-{players}"), players, rounds, 1) });
    archive.write_into(subject.folder())
}

async fn last_round(connection: &mut Connection, key: &str, event: i64) -> anyhow::Result<i64> {
    let path = format!("/api/v1/magic-events/{event}/");
    let event = connection.ask(&Request::get(&path, key, &[])).await?.expect(200)?.json()?;
    let phases = event["tournament_phases"].as_array().context("no phases")?;
    let rounds = phases.iter().filter_map(|phase| phase["rounds"].as_array()).flatten();
    rounds.filter_map(|round| round["id"].as_i64()).max().context("no rounds")
}
