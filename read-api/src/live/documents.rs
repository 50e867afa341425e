//! The facts about an event in the documents of the API, as members of its organization see them.
//!
//! | Event | Changes with | Document |
//! |---|---|---|
//! | `lifecycle` | the overview without its rounds, its clock and its count of open matches | the overview |
//! | `clock` | the clock in the overview | the overview |
//! | `round` | the line of the round in the overview | the round |
//! | `pairings` | who plays whom at which table | the round's matches |
//! | `result` | anything else in the round's matches | the round's matches |
//! | `standings` | the standings after the round, tiebreakers included | these standings |
//! | `registration` | the registrations, for those who may read them | the registrations |

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};

use super::known::{About, FactDigest, NOTHING, Subject, digest_of};
use super::snapshot::{Change, Fact};
use super::topic::{Sources, Topic};
use crate::cache::Entry;

/// The views that the facts come from.
pub(crate) const SOURCE_VIEWS: &[ViewKind] = &[
    ViewKind::Overview,
    ViewKind::Registrations,
    ViewKind::Round,
    ViewKind::RoundMatches,
    ViewKind::RoundStandings,
    ViewKind::RoundTiebreakers,
];

type Fields<'a> = BTreeMap<&'a str, &'a RawValue>;

/// A round in the overview.
#[derive(Deserialize)]
struct RoundLine {
    id: i64,
    round_number: i64,
}

/// The parts of the overview.
struct Overview<'a> {
    lifecycle: FactDigest,
    clock: FactDigest,
    rounds: Vec<(RoundLine, &'a RawValue)>,
}

impl<'a> Overview<'a> {
    fn read(body: &'a [u8]) -> serde_json::Result<Self> {
        let mut fields: Fields<'a> = serde_json::from_slice(body)?;
        let mut take = |name: &str| fields.remove(name).map_or("", RawValue::get);
        let clock = digest_of([take("clock"), take("end_of_round_rule")].map(str::as_bytes));
        let phases: Vec<Fields<'a>> = serde_json::from_str(take("tournament_phases"))?;
        // They change with the rounds and the results.
        let _ = (take("current_round"), take("number_of_incomplete_matches"));
        let mut parts: Vec<&[u8]> = fields.values().map(|value| value.get().as_bytes()).collect();
        let mut rounds = Vec::new();
        for mut phase in phases {
            let lines = phase.remove("rounds").map_or("[]", RawValue::get);
            for line in serde_json::from_str::<Vec<&RawValue>>(lines)? {
                rounds.push((serde_json::from_str(line.get())?, line));
            }
            parts.extend(phase.values().map(|value| value.get().as_bytes()));
        }
        Ok(Self { lifecycle: digest_of(parts), clock, rounds })
    }
}

/// The pairings in the document of a round's matches.
#[derive(Deserialize)]
struct Matches<'a> {
    #[serde(borrow)]
    matches: Vec<Table<'a>>,
}

/// Who plays at a table.
#[derive(Deserialize)]
struct Table<'a> {
    id: i64,
    #[serde(borrow)]
    table_number: &'a RawValue,
    #[serde(borrow)]
    pod_number: &'a RawValue,
    players: Vec<Player>,
}

#[derive(Deserialize)]
struct Player {
    id: i64,
}

/// Returns the digest of the pairings in the document of a round's matches.
fn pairings_in(body: &[u8]) -> serde_json::Result<FactDigest> {
    let Matches { matches } = serde_json::from_slice(body)?;
    if matches.is_empty() {
        return Ok(NOTHING);
    }
    let mut text = String::new();
    for Table { id, table_number, pod_number, players } in &matches {
        let players: Vec<_> = players.iter().map(|player| player.id.to_string()).collect();
        text.extend([&id.to_string(), " ", table_number.get(), " ", pod_number.get(), " "]);
        text.extend([&players.join(","), "\n"]);
    }
    Ok(digest_of([text.as_bytes()]))
}

/// Returns the facts; `None` if the organization has no such event.
pub(super) async fn facts(topic: Topic, sources: &mut Sources<'_>) -> Result<Option<Vec<Fact>>, Problem> {
    let key = |kind, key: i64| DocumentKey::new(topic.organization_id, kind, key);
    let base = sources.base_path;
    let of_event = format!("{base}/api/v1/magic-events/{}/", topic.event);
    let Some(overview) = sources.get(key(ViewKind::Overview, topic.event)).await? else { return Ok(None) };
    let Overview { lifecycle, clock, rounds } = Overview::read(&overview.body).map_err(Problem::internal)?;
    let address = format!("{of_event}overview/");
    let mut facts = vec![
        fact(Subject::Lifecycle, None, lifecycle, &address, Some(&overview)),
        fact(Subject::Clock, None, clock, &address, Some(&overview)),
    ];
    if topic.audience().is_staff_of(topic.organization_id)
        && let Some(registrations) = sources.get(key(ViewKind::Registrations, topic.event)).await?
    {
        let digest = digest_of([registrations.etag.as_bytes()]);
        let address = format!("{of_event}registrations/");
        facts.push(fact(Subject::Registration, None, digest, &address, Some(&registrations)));
    }
    for (line, text) in &rounds {
        let [round, matches, standings] = [ViewKind::Round, ViewKind::RoundMatches, ViewKind::RoundStandings];
        let [round, matches, standings] = [
            sources.get(key(round, line.id)).await?,
            sources.get(key(matches, line.id)).await?,
            sources.get(key(standings, line.id)).await?,
        ];
        let address = format!("{base}/api/v1/tournament-rounds/{}/", line.id);
        let digest = digest_of([text.get().as_bytes()]);
        facts.push(fact(Subject::Round, Some(line), digest, &address, round.as_deref()));
        if let Some(matches) = matches {
            let pairings = matches.digests(|body| Ok([pairings_in(body)?; 3]));
            let [pairings, ..] = pairings.map_err(Problem::internal)?;
            let rest = if pairings == NOTHING { NOTHING } else { digest_of([matches.etag.as_bytes()]) };
            let address = format!("{address}matches/");
            facts.push(fact(Subject::Pairings, Some(line), pairings, &address, Some(&matches)));
            facts.push(fact(Subject::Result, Some(line), rest, &address, Some(&matches)));
        }
        if let Some(standings) = standings {
            let own = sources.get(key(ViewKind::RoundTiebreakers, line.id)).await?;
            let tags = [Some(&standings), own.as_ref()].into_iter().flatten();
            let digest = digest_of(tags.map(|entry| entry.etag.as_bytes()));
            let address = format!("{address}standings/");
            facts.push(fact(Subject::Standings, Some(line), digest, &address, Some(&standings)));
        }
    }
    Ok(Some(facts))
}

fn fact(
    subject: Subject,
    round: Option<&RoundLine>,
    digest: FactDigest,
    address: &str,
    document: Option<&Entry>,
) -> Fact {
    let change = Change {
        round_id: round.map(|round| round.id),
        round_number: round.map(|round| round.round_number),
        address: address.to_owned(),
        etag: document.and_then(|document| document.etag.to_str().ok()).map(str::to_owned),
    };
    Fact { about: About { round: round.map(|round| round.id), subject }, digest, change }
}
