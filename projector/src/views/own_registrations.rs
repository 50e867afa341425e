//! Renders each player's registration with the player's own matches, so that people read both with their own token or
//! session, in whatever organization the event is. It holds what public pages show, and no pairings before they are
//! published. With it goes what the player's public page shows of a public event once the event has begun.
//!
//! Players of imported events did not register here, so those have no such documents.

use std::collections::HashMap;

use domain::documents::{OwnResult, OwnRound, PublicRegistration, Reporter, Time, to_raw_json};
use domain::tournament::{Placed, Registration, Tournament};
use proto_events::Actor;
use proto_events::ids::{OrganizationId, RegistrationId};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{EventFormat, LifecycleStatus, ProgressStatus, QueueCheckInStatus, RegistrationStatus};
use serde::Serialize;
use storage::{OwnRegistration as Record, ViewKind};
use utoipa::ToSchema;

use super::output::Output;
use super::parts::json;
use super::parts::outcome::Outcome;
use super::parts::people::NamedUser;
use super::parts::rounds::tables;
use super::parts::{lists, public};
use super::view::{Scope, TournamentContext};

/// A registration, as its player reads it.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnRegistration<'a> {
    /// Id of the registration.
    id: i64,
    /// The event.
    magic_event: OwnEvent<'a>,
    /// Status of the registration.
    registration_status: RegistrationStatus,
    /// Its status in the check-in queue; null outside a queue.
    queue_check_in_status: Option<QueueCheckInStatus>,
    /// Id of the decklist handed in; null if none was.
    decklist: Option<i64>,
    /// Whether the decklist is on paper.
    using_paper_decklist: bool,
    /// Swiss matches won, including byes.
    matches_won: i32,
    /// Swiss matches lost.
    matches_lost: i32,
    /// Swiss matches drawn.
    matches_drawn: i32,
    /// Match points of the Swiss rounds.
    total_match_points: i32,
    /// Place in the event, from 1: as it stands during a playoff, final once the event is finished; null before.
    final_place_in_standings: Option<i32>,
}

/// The event of an own registration.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnEvent<'a> {
    /// Id of the event.
    id: i64,
    /// Its name.
    name: &'a str,
    /// The store that runs it.
    store_name: &'a str,
    /// The format.
    event_format: EventFormat,
    /// Its status.
    event_lifecycle_status: LifecycleStatus,
    /// Whether the event does not take place.
    is_canceled: bool,
    /// When it begins; null if undated.
    #[schema(value_type = Option<DateTime<Utc>>)]
    start_datetime: Option<Time>,
    /// Until when players hand in their lists; null if there is no deadline.
    #[schema(value_type = Option<DateTime<Utc>>)]
    decklist_deadline: Option<Time>,
    /// The most games of a match; null if the event does not state it.
    best_of: Option<i32>,
    /// Number of the current or last round; 0 before the first one.
    current_round_number: i32,
}

/// A match, as one of its players reads it.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnMatch<'a> {
    /// Id of the match.
    id: i64,
    /// Its round.
    round: OwnRound,
    /// Number of its table.
    table_number: i32,
    /// Number of its draft pod; 0 outside a pod.
    pod_number: i32,
    /// Its status.
    status: ProgressStatus,
    /// Whether it is a bye: a win without an opponent.
    match_is_bye: bool,
    /// Whether it is a loss for each of its players: of one without an opponent, or of both.
    match_is_loss: bool,
    /// The players on the other sides; in a draft pod or at a player meeting, all others who sit there.
    opponents: Vec<OwnOpponent<'a>>,
    /// Time extension of the match in seconds.
    time_extension_seconds: i32,
    /// The reported result; null if there is none.
    result: Option<OwnResult>,
}

/// Another player at the table of an own match.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnOpponent<'a> {
    /// Id of the registration.
    registration: i64,
    /// The player.
    user: NamedUser<'a>,
}

/// Renders a record of every registration.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    if tournament.import.is_some() {
        return;
    }
    let mut matches = matches(context);
    for entry in tournament.registrations.iter() {
        let record = Record {
            organization_id: tournament.organization_id,
            tournament_id: tournament.id,
            registration_id: entry.id,
            starts: tournament.details.start_datetime,
            registration: to_raw_json(&document(context, entry)).unwrap_or_default(),
            matches: to_raw_json(&matches.remove(&entry.id).unwrap_or_default()).unwrap_or_default(),
            public: on_public_page(context, entry),
        };
        let key = Record::key(entry.user_id, tournament.id);
        out.put_under(OrganizationId::SHARED, ViewKind::OwnRegistration, key, json::to_bytes(&record));
    }
}

fn document<'a>(context: &TournamentContext<'a>, entry: &'a Registration) -> OwnRegistration<'a> {
    let record = context.record(entry.id);
    OwnRegistration {
        id: entry.id.0,
        magic_event: event(context),
        registration_status: entry.status,
        queue_check_in_status: entry.check_in,
        decklist: entry.decklist_id.map(|id| id.0),
        using_paper_decklist: entry.using_paper_decklist,
        matches_won: record.wins,
        matches_lost: record.losses,
        matches_drawn: record.draws,
        total_match_points: record.points,
        final_place_in_standings: context.place(entry.id),
    }
}

/// Returns what the player's public page shows in addition; `None` if the event is not public or has not begun, or if the
/// player is not in its standings.
fn on_public_page(context: &TournamentContext<'_>, entry: &Registration) -> Option<PublicRegistration> {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    let has_begun = tournament.lifecycle == LifecycleStatus::EventInProgress || tournament.lifecycle.is_finished();
    if !public::has_pages(context) || details.is_canceled || !has_begun || !entry.is_listed() {
        return None;
    }
    let list = lists::decklist(context, entry).filter(|_| public::shows_decklists(context) && !entry.has_left());
    let address = list.and_then(|list| public::list_page(context, list, ""));
    Some(PublicRegistration {
        time_zone: details.time_zone.clone().unwrap_or_default(),
        archetype: list.map(|list| list.body.archetype.clone()).unwrap_or_default(),
        list: address.unwrap_or_default().into_owned(),
    })
}

fn event<'a>(context: &TournamentContext<'a>) -> OwnEvent<'a> {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    OwnEvent {
        id: tournament.id.0,
        name: &details.name,
        store_name: &context.organization.name,
        event_format: details.event_format,
        event_lifecycle_status: tournament.lifecycle,
        is_canceled: details.is_canceled,
        start_datetime: details.start_datetime.map(Time),
        decklist_deadline: tournament.organizing.decklist_deadline.map(Time),
        best_of: details.best_of,
        current_round_number: tournament.begun_round().map_or(0, |(_, round)| round.number),
    }
}

/// Returns the matches of every registration, in rounds whose pairings are published, in playing order.
fn matches<'a>(context: &TournamentContext<'a>) -> HashMap<RegistrationId, Vec<OwnMatch<'a>>> {
    let mut all = HashMap::<_, Vec<_>>::new();
    for (phase, round) in context.tournament.rounds().filter(|(_, round)| round.is_published) {
        let seats =
            round.team_matches.iter().flat_map(|played| played.seats.iter().map(move |seat| (seat.id(), played)));
        let of_teams: HashMap<_, _> = seats.collect();
        for table in tables(round) {
            let placed = Placed { phase, round, team_match: of_teams.get(&table.id()).copied(), table };
            for (place, player) in table.seated() {
                all.entry(player).or_default().push(own_match(context, &placed, place));
            }
        }
    }
    all
}

fn own_match<'a>(context: &TournamentContext<'a>, placed: &Placed<'_>, place: usize) -> OwnMatch<'a> {
    let (Placed { round, table, .. }, pairing) = (*placed, &placed.table.pairing);
    let others = table.seated().filter(|(other, _)| *other != place);
    let opponent = |id: RegistrationId| {
        let user_id = context.tournament.registration(id)?.user_id;
        Some(OwnOpponent { registration: id.0, user: NamedUser::new(context.people, user_id) })
    };
    OwnMatch {
        id: table.id().0,
        round: OwnRound {
            id: round.id.0,
            round_number: round.number,
            round_type: round.round_type,
            status: round.status,
        },
        table_number: pairing.table_number,
        pod_number: pairing.pod_number,
        status: table.status(round.status),
        match_is_bye: pairing.kind == PairingKind::Bye,
        match_is_loss: table.is_loss(),
        opponents: others.filter_map(|(_, other)| opponent(other)).collect(),
        time_extension_seconds: table.time_extension_seconds,
        result: result(context.tournament, placed, place),
    }
}

fn result(tournament: &Tournament, placed: &Placed<'_>, place: usize) -> Option<OwnResult> {
    let Placed { round, table, .. } = *placed;
    table.result.filter(|_| table.pairing.kind == PairingKind::Versus)?;
    let outcome = Outcome::of(table, round.status);
    Some(OwnResult {
        outcome: outcome.of_player(place)?,
        games_won: outcome.games_won(place),
        games_lost: if place == 0 { outcome.games.second } else { outcome.games.first },
        games_drawn: outcome.games.drawn,
        reported_by: reporter(tournament, placed, place),
        is_confirmed: table.confirmed,
        is_contested: table.contested,
    })
}

fn reporter(tournament: &Tournament, placed: &Placed<'_>, place: usize) -> Reporter {
    let person = placed.table.reported_by.as_ref().and_then(Actor::person);
    match person.and_then(|person| tournament.side_of(placed, person)) {
        Some(side) if side == place => Reporter::OwnSide,
        Some(_) => Reporter::OtherSide,
        None => Reporter::Staff,
    }
}

#[cfg(test)]
mod tests {
    use proto_events::TournamentEvent;
    use proto_events::ids::{MatchId, RoundId, TeamId, TeamMatchId, UserId};
    use proto_events::tournament::TeamPairing;
    use proto_events::vocabulary::RoundType;
    use serde_json::{Value, json};

    use super::super::testing::{Scene, draft, finished, keys, swiss, table, teams};
    use super::*;

    fn record(scene: &Scene, person: i64) -> Value {
        scene.json(render, ViewKind::OwnRegistration, format!("{person}/40"))
    }

    #[test]
    fn a_player_reads_the_registration_and_the_own_matches() {
        let record = record(&swiss(), 11);
        assert_eq!((&record["organization_id"], &record["tournament_id"]), (&json!(3), &json!(40)));
        let own = &record["registration"];
        assert_eq!(
            (&own["magic_event"]["name"], &own["magic_event"]["store_name"]),
            (&json!("Moxhall Legacy"), &json!("Moxhall"))
        );
        assert_eq!((&own["decklist"], &own["matches_won"]), (&json!(301), &json!(1)));
        let [first, second] = record["matches"].as_array().unwrap().as_slice() else { panic!("two matches") };
        assert_eq!(first["opponents"][0]["user"]["best_identifier"], "Bo Kim");
        assert_eq!((&first["result"]["outcome"], &first["table_number"]), (&json!("WON"), &json!(1)));
        assert_eq!((&second["result"], &second["time_extension_seconds"]), (&Value::Null, &json!(300)));
        assert!(!record.to_string().contains('@'), "no e-mail address");
    }

    #[test]
    fn a_public_page_shows_the_published_list() {
        let shown = record(&finished(), 12)["public"].clone();
        assert_eq!(shown, json!({ "archetype": "DELVER", "list": "https://decks.example/302" }));
        assert_eq!(record(&finished(), 13)["public"], json!({}), "a player without a list");
        assert_eq!(record(&swiss(), 11)["public"], json!({}), "the list is secret");
    }

    #[test]
    fn a_public_page_shows_nothing_of_hidden_events_and_of_players_without_a_place() {
        let (mut unlisted, mut trial, mut canceled, mut coming) = (finished(), finished(), finished(), finished());
        unlisted.tournament.details.is_unlisted = true;
        trial.tournament.details.is_test = true;
        canceled.tournament.details.is_canceled = true;
        coming.tournament.lifecycle = LifecycleStatus::RegistrationOpen;
        for scene in [unlisted, trial, canceled, coming] {
            assert_eq!(record(&scene, 11)["public"], Value::Null);
        }
        for waiting in [16, 17] {
            assert_eq!(record(&swiss(), waiting)["public"], Value::Null);
        }
    }

    #[test]
    fn a_seat_of_a_team_match_and_a_seat_in_a_pod_are_the_players() {
        for scene in [teams(), draft()] {
            let player = scene.tournament.registrations[0].user_id;
            let record = record(&scene, player.0);
            assert!(record["matches"].as_array().is_some_and(|matches| !matches.is_empty()), "{record}");
        }
    }

    #[test]
    fn both_members_of_a_team_that_plays_together_read_the_match_with_both_opponents() {
        let mut scene = teams();
        scene.tournament.details.plays_together = true;
        let phase = scene.tournament.phases[0].id;
        let round_id = scene.round(phase, 2, RoundType::PlayVsOpponent);
        let entries: Vec<_> = scene.tournament.registrations.iter().map(|entry| entry.id).collect();
        let met = TeamPairing {
            team_match_id: TeamMatchId(803),
            teams: vec![TeamId(3), TeamId(2)],
            first_table_number: 7,
            pod_number: 0,
            is_bye: false,
            seats: vec![table(503, 7, PairingKind::Versus, &[entries[4], entries[2]])],
        };
        scene.tell(TournamentEvent::TeamsPaired { round_id, pairings: vec![met] });
        scene.tell(TournamentEvent::RoundStarted { round_id });
        scene.report(MatchId(503), 1, 0, 0);
        for (person, outcome) in [(15, "WON"), (16, "WON"), (13, "LOST"), (14, "LOST")] {
            let own = record(&scene, person)["matches"].as_array().unwrap().last().unwrap().clone();
            assert_eq!((&own["table_number"], &own["result"]["outcome"]), (&json!(7), &json!(outcome)));
            assert_eq!(own["opponents"].as_array().map(Vec::len), Some(2));
        }
        let page = scene.json(super::super::pages::render, ViewKind::RoundPage, "40/2");
        assert_eq!(page["matches"], json!([]), "no seats next to the match of the teams");
        let shown = &page["team_matches"][0];
        assert_eq!((&shown["first"], &shown["result"]), (&json!("Team 3 (Ed Fox, Flo Day)"), &json!("first")));
        assert_eq!(shown["games"]["first"], 1);
        assert_eq!(shown["members"], json!([["Ed Fox", "Flo Day"], ["Cy Roe", "Di Poe"]]));
    }

    #[test]
    fn every_registration_has_a_record_under_its_person() {
        let out = swiss().render(render, &Scope::Everything);
        let expected: Vec<_> = (11..=17).map(|person| format!("own_registration {person}/40")).collect();
        assert_eq!(keys(&out), expected);
        assert!(out.documents.iter().all(|document| document.key.organization_id == OrganizationId::SHARED));
    }

    #[test]
    fn pairings_that_are_not_published_are_not_shown() {
        let mut scene = swiss();
        assert_eq!(record(&scene, 13)["matches"].as_array().unwrap().len(), 2);
        scene.tell(TournamentEvent::PairingsHidden { round_id: RoundId(202) });
        let rounds: Vec<Value> = record(&scene, 13)["matches"].as_array().unwrap().clone();
        assert_eq!(rounds.iter().map(|own| own["round"]["round_number"].clone()).collect::<Vec<_>>(), [json!(1)]);
    }

    #[test]
    fn both_sides_read_who_reported_and_what_became_of_it() {
        let mut scene = swiss();
        let sides = |scene: &Scene| [13, 14].map(|person| record(scene, person)["matches"][1]["result"].clone());
        let reporters = sides(&scene).map(|result| result["reported_by"].clone());
        assert_eq!(reporters, [json!("STAFF"), json!("STAFF")]);
        let result = scene.tournament.placed(MatchId(505)).unwrap().table.result.unwrap();
        scene.tell_by(
            Actor::PrivateLink(UserId(13)),
            TournamentEvent::ResultReported { match_id: MatchId(505), result },
        );
        scene.tell(TournamentEvent::ResultContested { match_id: MatchId(505) });
        let [one, other] = sides(&scene);
        assert_eq!((&one["reported_by"], &other["reported_by"]), (&json!("OWN_SIDE"), &json!("OTHER_SIDE")));
        assert_eq!((&one["outcome"], &other["outcome"]), (&json!("LOST"), &json!("WON")));
        assert_eq!((&one["games_won"], &other["games_won"]), (&json!(1), &json!(2)));
        assert!([one, other].iter().all(|side| side["is_contested"] == true && side["is_confirmed"] == false));
    }
}
