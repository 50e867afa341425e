//! Renders a tournament for the export of changes, once for members of the organization who may read registrations, and once
//! for other readers.
//!
//! | Reader | Sees |
//! |---|---|
//! | Members who may read registrations | all tournaments of the organization, whole |
//! | Other members | the finished ones, without lists and pairings that are not published |
//! | Everyone | the same of those that have a public page |

mod lists;
mod matches;
mod sight;

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use domain::tournament::standings::Standing;
use proto_events::vocabulary::{EventFormat, LifecycleStatus};
use serde::Serialize;
use storage::{ADDRESS_MARK, ExportRecord, RecordBody};
use utoipa::ToSchema;

use super::output::Output;
use super::parts::rounds::swiss_rounds;
use super::parts::standing_lines::{Party, final_lines};
use super::parts::{json, public};
use super::view::{Scope, TournamentContext};

pub(super) use self::lists::{CardRecord, ListRecord};
pub(super) use self::matches::{MatchRecord, RoundRecord};
use self::sight::{Sight, of_entry, of_id};

/// A tournament in the export of changes, or a tombstone. A tombstone has only `id` and `deleted`: the tournament is gone, or
/// the reader or the filter no longer finds it.
#[derive(Serialize, ToSchema)]
pub(super) struct TournamentRecord<'a> {
    /// Id of the event.
    id: i64,
    /// True in a tombstone; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted: Option<bool>,
    /// Id of the organization that runs it.
    organization_id: i64,
    /// Name of the organization.
    organization_name: &'a str,
    /// Name of the event.
    name: &'a str,
    /// Its format.
    event_format: EventFormat,
    /// Its planned start; null if there is none.
    start: Option<DateTime<Utc>>,
    /// Its lifecycle status.
    status: LifecycleStatus,
    /// Whether it is a test event.
    is_test: bool,
    /// Whether it is unlisted.
    is_unlisted: bool,
    /// Whether it is canceled.
    is_canceled: bool,
    /// Whether teams play.
    is_team_event: bool,
    /// Its public page; empty if it has none.
    url: String,
    /// Number of players in the standings; before the first round, of players who hold a place.
    #[schema(value_type = i32)]
    player_count: usize,
    /// Number of Swiss rounds planned, or else begun or played.
    #[schema(value_type = i32)]
    swiss_rounds: i32,
    /// Number of players in the playoff; 0 without one.
    top_cut: i32,
    /// The final standings, or the present ones, winner first. Empty before the first round.
    #[serde(skip_serializing_if = "Option::is_none")]
    standings: Option<Vec<StandingRecord<'a>>>,
    /// The rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<Vec<RoundRecord>>,
    /// The matches of all rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<Vec<MatchRecord>>,
    /// The cards of the lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<Vec<CardRecord<'a>>>,
    /// The lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    decklists: Option<Vec<ListRecord<'a>>>,
}

/// A line of standings in the export of changes. Only Swiss rounds count for points, wins, losses, draws and percentages.
#[derive(Serialize, ToSchema)]
pub(super) struct StandingRecord<'a> {
    /// Place, from 1; each place is given once.
    place: i32,
    /// Id of the player: the same in all events of the organization, and another one elsewhere. Null for a team.
    player_id: Option<i64>,
    /// Id of the team; null for a player.
    team_id: Option<i64>,
    /// Ids of a team's members, by seat; empty for a player.
    members: Vec<i64>,
    /// Name of the player, or of the team.
    name: Cow<'a, str>,
    /// Match points.
    match_points: i32,
    /// Matches won, including byes.
    wins: i32,
    /// Matches lost.
    losses: i32,
    /// Matches drawn.
    draws: i32,
    /// Playoff matches won.
    playoff_wins: i32,
    /// Playoff matches lost.
    playoff_losses: i32,
    /// Share of the possible match points: from the floor in the event's rules, usually 0.33, to 1.
    match_win_percentage: f64,
    /// Mean of the opponents' match-win percentages.
    opponent_match_win_percentage: f64,
    /// Share of the possible game points, usually from a floor as well, to 1.
    game_win_percentage: f64,
    /// Mean of the opponents' game-win percentages.
    opponent_game_win_percentage: f64,
    /// Mean of the opponents' match points.
    opponent_average_match_points: f64,
    /// Archetype of the list; empty if there is none that the reader may see.
    archetype: &'a str,
    /// Id of the list; null if there is none that the reader may see.
    decklist_id: Option<i64>,
    /// SHA-256 of the list's text, in lower-case hexadecimal; empty without a list.
    decklist_sha256: String,
    /// Page of the list; empty without a list.
    decklist_url: Cow<'a, str>,
}

/// Renders the records.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    let parties = final_lines(context);
    let whole = body(context, Sight::Whole, &parties);
    let public = tournament.lifecycle.is_finished().then(|| body(context, Sight::Public, &parties));
    out.records.push(ExportRecord {
        organization_id: tournament.organization_id,
        tournament_id: tournament.id,
        start: tournament.details.start_datetime,
        event_format: tournament.details.event_format,
        position: out.position,
        whole: Some(whole),
        is_public: public.is_some() && public::has_pages(context),
        public,
    });
}

/// Renders what some readers see.
fn body(context: &TournamentContext<'_>, sight: Sight, parties: &[(&Standing, Party<'_>)]) -> RecordBody {
    let [cards, decklists] = lists::parts(context, sight);
    let standings: Vec<_> = parties.iter().map(|(line, party)| standing(context, sight, line, *party)).collect();
    let listed = parties.iter().map(|(_, party)| party.entry_ids().len()).sum();
    RecordBody {
        head: json::to_bytes(&head(context, listed)),
        parts: [
            json::to_bytes(&standings),
            json::to_bytes(&matches::rounds(context.tournament)),
            json::to_bytes(&matches::matches(context, sight)),
            cards,
            decklists,
        ],
    }
}

fn head<'a>(context: &TournamentContext<'a>, listed: usize) -> TournamentRecord<'a> {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    let has_begun = tournament.begun_round().is_some();
    let registered =
        || tournament.registrations.iter().filter(|entry| entry.is_enrolled() && !entry.has_left()).count();
    TournamentRecord {
        id: tournament.id.0,
        deleted: None,
        organization_id: tournament.organization_id.0,
        organization_name: &context.organization.name,
        name: &details.name,
        event_format: details.event_format,
        start: details.start_datetime,
        status: tournament.lifecycle,
        is_test: details.is_test,
        is_unlisted: details.is_unlisted,
        is_canceled: details.is_canceled,
        is_team_event: tournament.is_team_event(),
        url: public::page_url(context),
        player_count: if has_begun { listed } else { registered() },
        swiss_rounds: swiss_rounds(tournament),
        top_cut: details.top_cut,
        standings: None,
        rounds: None,
        matches: None,
        cards: None,
        decklists: None,
    }
}

fn standing<'a>(
    context: &TournamentContext<'a>,
    sight: Sight,
    line: &Standing,
    party: Party<'a>,
) -> StandingRecord<'a> {
    let list = party.decklist(context).filter(|_| sight.has_lists(context));
    let (player, team, members) = match party {
        Party::Player(entry) => (Some(of_entry(context, entry)), None, Vec::new()),
        Party::Team(team) => {
            let members = team.members.iter().filter_map(|member| of_id(context, member.registration_id));
            (None, Some(team.id.0), members.collect())
        }
    };
    StandingRecord {
        place: line.rank,
        player_id: player,
        team_id: team,
        members,
        name: party.name(context),
        match_points: line.score.points,
        wins: line.score.wins,
        losses: line.score.losses,
        draws: line.score.draws,
        playoff_wins: line.playoff_wins,
        playoff_losses: line.playoff_losses,
        match_win_percentage: line.match_win.as_f64(),
        opponent_match_win_percentage: line.opponent_match_win.as_f64(),
        game_win_percentage: line.game_win.as_f64(),
        opponent_game_win_percentage: line.opponent_game_win.as_f64(),
        opponent_average_match_points: line.opponent_average_match_points.as_f64(),
        archetype: list.map_or("", |list| &list.body.archetype),
        decklist_id: list.map(|list| list.id.0),
        decklist_sha256: list.map(domain::decklist::Decklist::content_sha256).unwrap_or_default(),
        decklist_url: list.map(|list| list_url(context, sight, list)).unwrap_or_default(),
    }
}

/// Returns the page of a list; for readers who may see only public lists, an empty text if it has no public page.
fn list_url<'a>(context: &TournamentContext<'a>, sight: Sight, list: &'a domain::decklist::Decklist) -> Cow<'a, str> {
    match public::list_page(context, list, ADDRESS_MARK) {
        Some(page) => page,
        None if sight == Sight::Whole => Cow::Owned(format!("{ADDRESS_MARK}/decklists/{}/", list.id)),
        None => Cow::Borrowed(""),
    }
}

#[cfg(test)]
mod tests {
    use domain::player_ids::player_id;
    use proto_events::TournamentEvent;
    use proto_events::ids::RegistrationId;
    use storage::Audience;

    use super::super::testing::{Scene, finished, pretty, swiss, teams};
    use super::*;

    fn record(scene: &Scene) -> ExportRecord {
        let out = scene.render(render, &Scope::Everything);
        assert!(out.removed.is_empty() && out.documents.is_empty());
        let [record] = &out.records[..] else { panic!("one record expected") };
        record.clone()
    }

    fn set(scene: &mut Scene, status: LifecycleStatus) {
        scene.tell(TournamentEvent::LifecycleChanged { status });
    }

    /// Returns everything that an audience sees as text.
    fn text(record: &ExportRecord, audience: Audience) -> Option<String> {
        let body = record.seen_by(audience)?;
        let parts = std::iter::once(&body.head).chain(&body.parts);
        Some(parts.map(|part| pretty(part)).collect::<Vec<_>>().join("\n"))
    }

    #[test]
    fn a_finished_tournament_is_the_same_for_everyone() {
        let record = record(&finished());
        insta::assert_snapshot!(text(&record, Audience::Staff).unwrap());
        assert!(record.is_public && record.whole == record.public);
    }

    #[test]
    fn a_team_event_has_lines_of_teams_and_matches_of_seats() {
        let mut scene = teams();
        set(&mut scene, LifecycleStatus::DecklistsPublished);
        insta::assert_snapshot!(text(&record(&scene), Audience::Public).unwrap());
    }

    /// Who sees what, in each state of an event.
    #[test]
    fn each_audience_sees_what_it_may() {
        type Change = fn(&mut Scene);
        let (finish, publish): (Change, Change) = (
            |scene| set(scene, LifecycleStatus::EventFinished),
            |scene| set(scene, LifecycleStatus::DecklistsPublished),
        );
        let (test, unlisted): (Change, Change) =
            (|scene| scene.tournament.details.is_test = true, |scene| scene.tournament.details.is_unlisted = true);
        for (changes, seen_by_members, seen_by_everyone, shows_lists) in [
            (&[][..], false, false, false),
            (&[finish], true, true, false),
            (&[finish, publish], true, true, true),
            (&[finish, publish, finish], true, true, false),
            (&[finish, test], true, false, false),
            (&[finish, unlisted], true, false, false),
            (&[finish, publish, unlisted], true, false, true),
            (&[test], false, false, false),
        ] {
            let mut scene = swiss();
            changes.iter().for_each(|change| change(&mut scene));
            let record = record(&scene);
            let seen = Audience::ALL.map(|audience| text(&record, audience));
            assert_eq!(seen.each_ref().map(Option::is_some), [seen_by_everyone, seen_by_members, true]);
            let [_, members, staff] = seen;
            assert!(staff.unwrap().contains("Dark Ritual"), "staff sees lists");
            if let Some(members) = members {
                assert_eq!(members.contains("Dark Ritual") && members.contains("sha256"), shows_lists, "{members}");
            }
        }
    }

    #[test]
    fn pairings_that_are_not_published_are_for_staff_alone() {
        let mut scene = swiss();
        set(&mut scene, LifecycleStatus::EventFinished);
        let rounds = scene.tournament.phases.iter_mut().flat_map(|phase| &mut phase.rounds);
        let hidden = rounds.into_iter().find(|round| round.id.0 == 202).unwrap();
        std::sync::Arc::make_mut(hidden).is_published = false;
        let record = record(&scene);
        let has_round = |audience| {
            let matches = record.seen_by(audience).unwrap().parts[2].clone();
            String::from_utf8_lossy(&matches).contains("\"round_id\":202,")
        };
        assert!(has_round(Audience::Staff) && !has_round(Audience::Member) && !has_round(Audience::Public));
    }

    #[test]
    fn accounts_that_were_merged_are_one_player() {
        let mut scene = finished();
        let entry = scene.tournament.registration(RegistrationId(101)).unwrap().clone();
        let stays = proto_events::ids::UserId(999);
        let before = of_entry(&scene.context(), &entry);
        scene.people.get_mut(&entry.user_id).unwrap().merged_into =
            Some(domain::user::Merged { user_id: stays, name: "Ann Lee".into() });
        let after = of_entry(&scene.context(), &entry);
        let expected = player_id(&scene.settings.player_salt, scene.tournament.organization_id, stays).0;
        assert!(before != after && after == expected);
    }
}
