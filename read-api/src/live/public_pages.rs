//! The facts about an event on its public pages. Their data exists only for events that are public, and contains no
//! pairings before they are published.
//!
//! | Event | Changes with | Page |
//! |---|---|---|
//! | `lifecycle` | the head of every page: name, date, status, and the store's logo and colour | the event's |
//! | `registration` | anything on the event's page that is in no other line | the event's |
//! | `round` | the link to the round | the round's |
//! | `pairings` | who plays whom at which table | the round's |
//! | `result` | anything else in the round's matches | the round's |
//! | `clock` | the round's clock | the round's |
//! | `standings` | standings, brackets and published lists | the event's, or the round's |

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::documents::StorePageDocument;
use proto_events::ids::OrganizationId;
use serde::Deserialize;
use serde_json::value::RawValue;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};

use super::known::{About, FactDigest, Known, NOTHING, Subject, digest_of};
use super::snapshot::{Change, Fact};
use super::topic::{Sources, Topic};
use crate::cache::Entry;
use crate::joined_event::JoinedEvent;

/// The views that the facts come from.
pub(crate) const SOURCE_VIEWS: &[ViewKind] =
    &[ViewKind::EventPage, ViewKind::RoundPage, ViewKind::RoundStandings, ViewKind::RoundTiebreakers];

type Fields<'a> = BTreeMap<&'a str, &'a RawValue>;
type Facts = Vec<(About, FactDigest)>;

/// A link to a round.
#[derive(Deserialize)]
struct Link {
    number: i64,
}

/// Returns the facts in the data of an event's page, with the standings on it.
fn on_event_page(event: &JoinedEvent, standings: Option<&Entry>) -> serde_json::Result<Facts> {
    let mut fields: Fields<'_> = serde_json::from_slice(&event.page.body)?;
    let store: Option<StorePageDocument<'_>> =
        event.store.as_ref().map(|store| serde_json::from_slice(&store.body)).transpose()?;
    let logo = store.as_ref().and_then(|store| store.logo.as_ref()).map_or("", |logo| &logo.sha256);
    let brand = store.as_ref().map_or([""; 2], |store| [&store.slug, &store.accent]);
    let mut take = |name: &str| fields.remove(name).map_or("", RawValue::get);
    let (head, links) = (take("head"), take("rounds"));
    let results = [take("standings"), take("brackets"), take("lists")].map(str::as_bytes);
    let tag = standings.map_or(&[][..], |entry| entry.etag.as_bytes());
    let rest = fields.values().map(|value| value.get().as_bytes());
    let mut facts = vec![
        (About::event(Subject::Lifecycle), digest_of([head, logo].into_iter().chain(brand).map(str::as_bytes))),
        (About::event(Subject::Registration), digest_of(rest)),
        (About::event(Subject::Standings), digest_of(results.into_iter().chain([tag]))),
    ];
    for link in serde_json::from_str::<Vec<&RawValue>>(links)? {
        let Link { number } = serde_json::from_str(link.get())?;
        facts.push((About::round(number, Subject::Round), digest_of([link.get().as_bytes()])));
    }
    Ok(facts)
}

/// A match on the page of a round.
#[derive(Deserialize)]
struct Pairing<'a> {
    #[serde(borrow)]
    table: &'a RawValue,
    #[serde(borrow)]
    first: &'a RawValue,
    #[serde(borrow)]
    second: &'a RawValue,
    #[serde(borrow, default)]
    pod: Vec<Seat<'a>>,
}

/// A player of a pod on the page of a round.
#[derive(Deserialize)]
struct Seat<'a> {
    #[serde(borrow)]
    name: &'a RawValue,
}

/// Returns the digests of the pairings, of everything else in the matches, and of the clock, in the data of a round's
/// page. A field that is not named here, such as a new one, is part of the second.
fn digests_of_round(body: &[u8]) -> serde_json::Result<[FactDigest; 3]> {
    let mut fields: Fields<'_> = serde_json::from_slice(body)?;
    let mut take = |name: &str| fields.remove(name).map_or("", RawValue::get);
    let clock = [take("clock"), take("end_of_round_rule")];
    let _ = (take("standings"), take("name"));
    let (matches, team_matches, seatings) = (take("matches"), take("team_matches"), take("seatings"));
    let read = |text| -> serde_json::Result<Vec<Pairing<'_>>> {
        if str::is_empty(text) { Ok(Vec::new()) } else { serde_json::from_str(text) }
    };
    let mut parts = vec![seatings];
    for pairing in read(team_matches)?.into_iter().chain(read(matches)?) {
        parts.extend([pairing.table, pairing.first, pairing.second].map(RawValue::get));
        parts.extend(pairing.pod.into_iter().map(|seat| RawValue::get(seat.name)));
    }
    let is_empty = parts.len() == 1 && matches!(seatings, "" | "[]");
    let pairings = digest_of(parts.into_iter().map(str::as_bytes));
    let rest = fields.values().map(|value| value.get().as_bytes());
    let result = digest_of([matches, team_matches].map(str::as_bytes).into_iter().chain(rest));
    let has_clock = clock.iter().any(|part| !part.is_empty());
    Ok([
        if is_empty { NOTHING } else { pairings },
        if is_empty { NOTHING } else { result },
        if has_clock { digest_of(clock.map(str::as_bytes)) } else { NOTHING },
    ])
}

/// Returns the facts in the data of a round's page, with the standings on it.
fn on_round_page(number: i64, digests: [FactDigest; 3], standings: Option<&Entry>) -> Facts {
    let [pairings, result, clock] = digests;
    let tag = standings.map_or(NOTHING, |entry| digest_of([entry.etag.as_bytes()]));
    vec![
        (About::round(number, Subject::Pairings), pairings),
        (About::round(number, Subject::Result), result),
        (About::round(number, Subject::Clock), clock),
        (About::round(number, Subject::Standings), tag),
    ]
}

/// Returns the id from which a stream goes on for the page of an event.
pub(crate) fn id_of_event_page(id: i64, event: &JoinedEvent, standings: Option<&Entry>) -> serde_json::Result<String> {
    Ok(id_of_page(id, on_event_page(event, standings)?))
}

/// Returns the id from which a stream goes on for the page of a round.
pub(crate) fn id_of_round_page(id: i64, number: i64, page: &Entry, event: &JoinedEvent) -> serde_json::Result<String> {
    let mut facts = on_event_page(event, None)?;
    let link = |number| About::round(number, Subject::Round);
    let newest = facts.iter().filter_map(|(about, _)| about.round).max().unwrap_or(number);
    // The page has links to the rounds before and after it, and to the newest one. A later round may be added or removed.
    let shown = [About::event(Subject::Lifecycle), link(number - 1), link(number), link(number + 1), link(newest)];
    facts.retain(|(about, _)| shown.contains(about));
    facts.push((link(newest + 1), NOTHING));
    let of_round = on_round_page(number, page.digests(digests_of_round)?, None);
    facts.extend(of_round.into_iter().filter(|(about, _)| about.subject != Subject::Standings));
    Ok(id_of_page(id, facts))
}

/// Returns the id from which a stream goes on for the page for the wall, which shows the newest of all rounds. It names
/// the facts about the event and the round that the page shows; everything else is news.
pub(crate) fn id_of_screen(
    id: i64,
    event: &JoinedEvent,
    round: Option<(i64, &Entry)>,
    standings: Option<&Entry>,
) -> serde_json::Result<String> {
    let mut facts = on_event_page(event, standings)?;
    if let Some((number, round)) = round {
        let standings = standings.filter(|_| round.standings() == event.page.standings());
        facts.extend(on_round_page(number, round.digests(digests_of_round)?, standings));
    }
    Ok(Known { is_partial: false, facts: facts.into_iter().collect() }.id(Topic::pages(id).number()))
}

fn id_of_page(id: i64, facts: Facts) -> String {
    Known { is_partial: true, facts: facts.into_iter().collect() }.id(Topic::pages(id).number())
}

/// Returns the facts; `None` if the event has no public page.
pub(super) async fn facts(topic: Topic, sources: &mut Sources<'_>) -> Result<Option<Vec<Fact>>, Problem> {
    let key = |kind, key: String| DocumentKey::new(OrganizationId::SHARED, kind, key);
    let Some(page) = sources.get(key(ViewKind::EventPage, topic.event.to_string())).await? else { return Ok(None) };
    let standings = found(page.standings(), sources).await?;
    let store = found(page.store(), sources).await?;
    let event = JoinedEvent { page, store };
    let mut facts = on_event_page(&event, standings.as_deref()).map_err(Problem::internal)?;
    let numbers: Vec<_> = facts.iter().filter_map(|(about, _)| about.round).collect();
    for number in numbers {
        let Some(page) = sources.get(key(ViewKind::RoundPage, format!("{}/{number}", topic.event))).await? else {
            continue;
        };
        let digests = page.digests(digests_of_round).map_err(Problem::internal)?;
        let standings = found(page.standings(), sources).await?;
        facts.extend(on_round_page(number, digests, standings.as_deref()));
    }
    let of_event = format!("{}/events/{}/", sources.base_path, topic.event);
    let fact = |(about, digest): (About, FactDigest)| {
        let address = about.round.map_or_else(|| of_event.clone(), |number| format!("{of_event}rounds/{number}/"));
        let change = Change { round_id: None, round_number: about.round, address, etag: None };
        Fact { about, digest, change }
    };
    Ok(Some(facts.into_iter().map(fact).collect()))
}

/// Returns the document with this key.
async fn found(key: Option<DocumentKey>, sources: &mut Sources<'_>) -> Result<Option<Arc<Entry>>, Problem> {
    match key {
        Some(key) => sources.get(key).await,
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn round(first: &str, result: &str, clock: i64) -> [FactDigest; 3] {
        let game = json!({ "table": 1, "first": first, "second": { "named": "Bo" }, "result": result });
        let data = json!({ "name": "x", "status": "IN_PROGRESS", "team_matches": [], "matches": [game], "seatings": [],
            "standings": null, "clock": { "length_seconds": clock } });
        digests_of_round(data.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn each_part_of_a_round_has_a_digest_of_its_own() {
        let [pairings, result, clock] = round("Ann", "open", 60);
        assert_eq!(round("Ann", "first", 60), [pairings, round("Ann", "first", 60)[1], clock]);
        assert_ne!(round("Ann", "first", 60)[1], result);
        assert_ne!(round("Cy", "open", 60)[0], pairings);
        assert!(round("Ann", "open", 90)[2] != clock && round("Ann", "open", 90)[..2] == [pairings, result]);
    }

    #[test]
    fn pairings_of_pods_are_the_names_of_all_and_no_outcomes() {
        let of = |third: &str, outcome: &str| {
            let seat = |name: &str| json!({ "name": name, "outcome": outcome });
            let pod = json!({ "table": 1, "first": "Ann", "second": { "named": "Bo" }, "result": "open",
                "pod": [seat("Ann"), seat("Bo"), seat(third)] });
            let data = json!({ "status": "IN_PROGRESS", "team_matches": [], "matches": [pod], "seatings": [] });
            digests_of_round(data.to_string().as_bytes()).unwrap()
        };
        assert_ne!(of("Cy", "WON")[0], of("Di", "WON")[0]);
        assert_eq!(of("Cy", "WON")[0], of("Cy", "LOST")[0]);
        assert_ne!(of("Cy", "WON")[1], of("Cy", "LOST")[1]);
    }

    #[test]
    fn a_round_without_published_pairings_shows_nothing() {
        let data = br#"{"name":"x","status":"UPCOMING","team_matches":[],"matches":[],"seatings":[],"standings":null}"#;
        assert_eq!(digests_of_round(data).unwrap(), [NOTHING; 3]);
    }
}
