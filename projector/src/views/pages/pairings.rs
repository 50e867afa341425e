//! Builds the matches and seatings on the page of a round.

use std::borrow::Cow;
use std::collections::HashMap;

use domain::documents::{Opponent, PageMatch, PageResult, PageSeating, PodPlayer, SeatingPlace};
use domain::tournament::records::{Record, records_before};
use domain::tournament::{Match, Phase, Round, TeamMatch, Tournament};
use proto_events::ids::{PlayerId, RegistrationId};
use proto_events::tournament::{Games, PairingKind};
use proto_events::vocabulary::{PhaseType, ProgressStatus};

use crate::views::parts::outcome::{Ending, Outcome};
use crate::views::parts::people;
use crate::views::parts::rounds::tables;
use crate::views::view::TournamentContext;

/// The match points of players before a round.
pub(super) struct Points(Option<HashMap<RegistrationId, Record>>);

impl Points {
    /// Returns the points before a Swiss round after the first one. Pages show no other points: in the first round all are
    /// 0, and in a playoff they do not count.
    pub(super) fn before(tournament: &Tournament, phase: &Phase, round: &Round) -> Self {
        let are_shown = round.number > 1 && round.is_published && !phase.round_type.is_playoff();
        Self(are_shown.then(|| records_before(tournament, round.number)))
    }

    fn of(&self, player: Option<RegistrationId>) -> Option<i32> {
        let (records, player) = (self.0.as_ref()?, player?);
        Some(records.get(&player).map_or(0, |record| record.points))
    }
}

pub(super) fn team_matches<'a>(
    context: &TournamentContext<'a>,
    (phase, round): (&Phase, &Round),
    points: &Points,
) -> Vec<PageMatch<'a>> {
    let shown = published_team_matches(round).iter().map(|team_match| {
        let of_team = |place: usize| {
            let team = context.tournament.team(*team_match.teams.get(place)?)?;
            points.of(team.members.first().map(|member| member.registration_id))
        };
        let pool = pool(phase, team_match.pod_number);
        let mut named = of_teams(context, round, team_match);
        if context.tournament.details.plays_together {
            name_members(context, team_match, &mut named);
        }
        PageMatch { first_points: of_team(0), second_points: of_team(1), pool, ..named }
    });
    shown.collect()
}

/// Adds the members to the names of teams that play together, which have no seats that would name them.
fn name_members(context: &TournamentContext<'_>, team_match: &TeamMatch, shown: &mut PageMatch<'_>) {
    let second = if let Opponent::Named(name) = &mut shown.second { Some(name) } else { None };
    for (name, team) in std::iter::once(&mut shown.first).chain(second).zip(&team_match.teams) {
        let members = context.tournament.team(*team).into_iter().flat_map(|team| &team.members);
        let members = members.map(|member| people::name_of_player(context, member.registration_id).into_owned());
        let members: Vec<String> = members.collect();
        *name = Cow::Owned(format!("{name} ({})", members.join(", ")));
        shown.members.push(members);
    }
}

/// Returns the matches of players in a round; in a team event, those of the seats, unless teams play together. Pages show
/// no pairings that are not published.
pub(super) fn matches<'a>(
    context: &TournamentContext<'a>,
    (phase, round): (&Phase, &Round),
    points: &Points,
) -> Vec<PageMatch<'a>> {
    let is_own = |table: &&Match| table.pairing.kind != PairingKind::Seating && table.partners.is_empty();
    let played = published_tables(round).into_iter().filter(is_own);
    let shown = played.map(|table| {
        let [first_points, second_points] = [0, 1].map(|place| points.of(table.pairing.players.get(place).copied()));
        let (pool, pod) = (pool(phase, table.pairing.pod_number), pod(context, round, table, points));
        PageMatch { first_points, second_points, pool, pod, ..of_table(context, round, table) }
    });
    shown.collect()
}

/// Returns the number of the pool of a match, which a phase of draft pods does not have.
fn pool(phase: &Phase, pod_number: i32) -> Option<i32> {
    (pod_number > 0 && phase.round_type == PhaseType::RoundRobin).then_some(pod_number)
}

/// Returns the tables and pods at which players sit without a match.
pub(super) fn seatings<'a>(context: &TournamentContext<'a>, round: &Round) -> Vec<PageSeating<'a>> {
    let seated = published_tables(round).into_iter().filter(|table| table.pairing.kind == PairingKind::Seating);
    let rows = seated.map(|table| PageSeating {
        place: match table.pairing.pod_number {
            0 => SeatingPlace::Table(table.pairing.table_number),
            pod => SeatingPlace::Pod(pod),
        },
        players: table.pairing.players.iter().map(|player| people::name_of_player(context, *player)).collect(),
    });
    rows.collect()
}

/// Returns the tables of a round by number; none before its pairings are published.
pub(super) fn published_tables(round: &Round) -> Vec<&Match> {
    if round.is_published { tables(round) } else { Vec::new() }
}

/// Returns the team matches of a round; none before its pairings are published.
pub(super) fn published_team_matches(round: &Round) -> &[TeamMatch] {
    if round.is_published { &round.team_matches } else { &[] }
}

/// Returns the players of a pod; none for a match of two.
fn pod<'a>(context: &TournamentContext<'a>, round: &Round, table: &Match, points: &Points) -> Vec<PodPlayer<'a>> {
    let (outcome, players) = (Outcome::of(table, round.status), &table.pairing.players);
    let has_places = table.result.is_some_and(|result| result.ranks_losers());
    let seats = players.iter().enumerate().filter(|_| players.len() > 2);
    let shown = seats.map(|(seat, player)| PodPlayer {
        name: people::name_of_player(context, *player),
        page: people::page_of_player(context, *player),
        points: points.of(Some(*player)),
        outcome: outcome.of_player(seat),
        place: outcome.place_in_pod(seat).filter(|_| has_places),
    });
    shown.collect()
}

fn of_table<'a>(context: &TournamentContext<'a>, round: &Round, table: &Match) -> PageMatch<'a> {
    let second = match table.pairing.kind {
        PairingKind::Bye => Opponent::Bye,
        PairingKind::AssignedLoss => Opponent::AssignedLoss,
        _ => Opponent::Named(player_at(context, table, 1)),
    };
    PageMatch {
        first_page: page_at(context, table, 0),
        second_page: page_at(context, table, 1),
        is_unconfirmed: round.status != ProgressStatus::Complete && table.is_unconfirmed(),
        ..between(table.pairing.table_number, player_at(context, table, 0), second, &Outcome::of(table, round.status))
    }
}

/// Returns a match with its result alone.
fn between<'a>(table: i32, first: Cow<'a, str>, second: Opponent<'a>, outcome: &Outcome) -> PageMatch<'a> {
    PageMatch {
        table,
        first,
        second,
        first_page: None,
        second_page: None,
        result: result(outcome.ending),
        games: known(outcome.games),
        is_unconfirmed: false,
        first_points: None,
        second_points: None,
        scores: outcome.scores,
        pool: None,
        pod: Vec::new(),
        members: Vec::new(),
    }
}

/// Returns the name of the player in this place; empty if there is none.
pub(super) fn player_at<'a>(context: &TournamentContext<'a>, table: &Match, place: usize) -> Cow<'a, str> {
    table.pairing.players.get(place).map(|player| people::name_of_player(context, *player)).unwrap_or_default()
}

pub(super) fn page_at(context: &TournamentContext<'_>, table: &Match, place: usize) -> Option<PlayerId> {
    people::page_of_player(context, *table.pairing.players.get(place)?)
}

pub(super) fn of_teams<'a>(context: &TournamentContext<'a>, round: &Round, team_match: &TeamMatch) -> PageMatch<'a> {
    let team = |place: usize| {
        let team = team_match.teams.get(place).and_then(|id| context.tournament.team(*id));
        team.map(|team| Cow::Borrowed(team.name.as_str()))
    };
    let (first, second) = (team(0).unwrap_or_default(), team(1).map_or(Opponent::Bye, Opponent::Named));
    let outcome = Outcome::of_teams(team_match, round.status);
    let is_unconfirmed = team_match.reported.is_none() && team_match.seats.iter().any(Match::is_unconfirmed);
    let ended = between(team_match.first_table_number, first, second, &outcome);
    PageMatch {
        games: if ended.result == PageResult::Open { team_match.seats_won() } else { ended.games },
        is_unconfirmed: round.status != ProgressStatus::Complete && is_unconfirmed,
        ..ended
    }
}

fn result(ending: Ending) -> PageResult {
    match ending {
        Ending::Open | Ending::AssignedLoss => PageResult::Open,
        Ending::Won(0) => PageResult::First,
        Ending::Won(_) => PageResult::Second,
        Ending::Drawn { .. } => PageResult::Draw,
        Ending::BothLost => PageResult::BothLost,
    }
}

fn known(games: Games) -> Option<Games> {
    (games.first + games.second + games.drawn > 0).then_some(games)
}
