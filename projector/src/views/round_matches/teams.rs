//! Team matches, with the registrations of the teams' members.

use std::borrow::Cow;

use domain::deck_text::{Board, DeckText};
use domain::documents::{Redactor, Time, archetype};
use domain::tournament::{Registration, Round, Team, TeamMatch};
use proto_events::tournament::TeamMember;
use proto_events::vocabulary::{CardPaymentStatus, RegistrationStatus};
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::parts::outcome::{Ending, Outcome};
use crate::views::parts::{lists, people};
use crate::views::view::TournamentContext;

/// A team match.
#[derive(Serialize, ToSchema)]
#[schema(as = TeamMatch)]
pub(in crate::views) struct TeamMatchDocument<'a> {
    /// Id of the team match.
    id: i64,
    /// The teams in the order of pairing; one for a bye.
    teams: Vec<TeamDocument<'a>>,
    /// Id of the round.
    tournament_round: i64,
    /// Table number of the first seat; the other seats have the next tables. Teams that play together have no other.
    first_table_number: i32,
    /// Whether it is a bye: a win without an opponent.
    match_is_bye: bool,
    /// Whether it ended in a draw, or had no result when its round ended.
    is_draw: bool,
    /// Id of the team that won; null without a winner.
    winner: Option<i64>,
}

/// A team.
#[derive(Serialize, ToSchema)]
#[schema(as = Team)]
pub(in crate::views) struct TeamDocument<'a> {
    /// Id of the team.
    id: i64,
    /// Its members, by seat.
    team_event_players: Vec<TeamPlayer<'a>>,
    /// Its name.
    team_name: &'a str,
    /// The code with which a player joins it.
    invite_hash: &'a str,
    /// Whether it has left the event.
    is_dropped: bool,
}

/// A member of a team.
#[derive(Serialize, ToSchema)]
pub(in crate::views) struct TeamPlayer<'a> {
    /// Id of the seat.
    id: i64,
    /// The member's registration.
    event_status: EventStatus<'a>,
    /// Id of the team.
    team: i64,
    /// Whether the member is the team's captain.
    captain: bool,
    /// The member's seat in the team, from 1.
    seat: i32,
}

/// The registration of a team's member.
#[derive(Serialize, ToSchema)]
#[schema(as = TeamPlayerStatus)]
pub(in crate::views) struct EventStatus<'a> {
    /// The player.
    user: FullUser<'a>,
    /// Id of the registration.
    id: i64,
    /// The decklist handed in; null if none was.
    decklist: Option<TeamDecklist<'a>>,
    /// The name that identifies the player best.
    user_identifier: Cow<'a, str>,
    /// Whether the player hands in a list on paper.
    using_paper_decklist: bool,
    /// Status of the registration.
    registration_status: RegistrationStatus,
    /// Status of the card payment; null without one.
    cardpay_payment_intent_status: Option<CardPaymentStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    stripe_payment_intent_status: Option<Option<CardPaymentStatus>>,
    /// Whether staff marked it as paid.
    mark_as_paid: bool,
    /// Whether the player asked to pay later.
    requested_deferred_payment: bool,
    /// Match points of the Swiss rounds.
    total_match_points: i32,
    /// Swiss matches won, including byes.
    matches_won: i32,
    /// Swiss matches lost.
    matches_lost: i32,
    /// Swiss matches drawn.
    matches_drawn: i32,
}

/// A player. Unknown text is empty. All text except the name is empty if your organization does not manage the player's
/// account and the player did not sign up for the event.
#[derive(Serialize, ToSchema)]
#[schema(as = TeamUser)]
pub(in crate::views) struct FullUser<'a> {
    /// Id of the player.
    id: i64,
    /// Name of the account.
    username: &'a str,
    /// The name that identifies the player best.
    best_identifier: Cow<'a, str>,
    /// First name.
    first_name: &'a str,
    /// Last name.
    last_name: &'a str,
    /// E-mail address.
    email: &'a str,
    /// Pronouns: `they/them`.
    pronouns: &'a str,
    /// Whether the player has ever used the app.
    has_used_app: bool,
}

/// The decklist of a team's member.
#[derive(Serialize, ToSchema)]
pub(in crate::views) struct TeamDecklist<'a> {
    /// Id of the list.
    id: i64,
    /// Its name.
    name: &'a str,
    /// Kind of deck: `Burn`, `Storm`.
    archetype: &'a str,
    /// Id of the list on its deck host.
    deckhost_public_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    moxfield_public_id: Option<&'a str>,
    /// Name of the commander; empty in a list without one.
    commander_name: String,
    /// Name of the commander's partner; empty in a list without one.
    partner_name: String,
    /// When the newest revision of the list was made.
    #[schema(value_type = DateTime<Utc>)]
    decklist_updated_at: Time,
    /// The list's page on its deck host; empty if there is none.
    duplicated_deckhost_link: &'a str,
}

/// Returns the team matches of a round, in pairing order.
pub(super) fn documents<'a>(
    context: &TournamentContext<'a>,
    redactor: &Redactor,
    round: &Round,
) -> Vec<TeamMatchDocument<'a>> {
    round.team_matches.iter().map(|team_match| document(context, redactor, round, team_match)).collect()
}

fn document<'a>(
    context: &TournamentContext<'a>,
    redactor: &Redactor,
    round: &Round,
    team_match: &TeamMatch,
) -> TeamMatchDocument<'a> {
    let outcome = Outcome::of_teams(team_match, round.status);
    let teams = team_match.teams.iter().filter_map(|id| context.tournament.team(*id));
    TeamMatchDocument {
        id: team_match.id.0,
        teams: teams.map(|team| team_document(context, redactor, team)).collect(),
        tournament_round: round.id.0,
        first_table_number: team_match.first_table_number,
        match_is_bye: team_match.is_bye,
        is_draw: matches!(outcome.ending, Ending::Drawn { .. }),
        winner: outcome.winner().and_then(|place| team_match.teams.get(place)).map(|team| team.0),
    }
}

fn team_document<'a>(context: &TournamentContext<'a>, redactor: &Redactor, team: &'a Team) -> TeamDocument<'a> {
    let members = team.members.iter().filter_map(|member| player(context, redactor, team, member));
    TeamDocument {
        id: team.id.0,
        team_event_players: members.collect(),
        team_name: &team.name,
        invite_hash: &team.invite_hash,
        is_dropped: team.is_dropped,
    }
}

fn player<'a>(
    context: &TournamentContext<'a>,
    redactor: &Redactor,
    team: &Team,
    member: &TeamMember,
) -> Option<TeamPlayer<'a>> {
    let entry = context.tournament.registration(member.registration_id)?;
    Some(TeamPlayer {
        id: member.team_player_id.0,
        event_status: event_status(context, redactor, entry),
        team: team.id.0,
        captain: member.captain,
        seat: member.seat,
    })
}

fn event_status<'a>(context: &TournamentContext<'a>, redactor: &Redactor, entry: &'a Registration) -> EventStatus<'a> {
    let (payment, record) = (&entry.payment, context.record(entry.id));
    EventStatus {
        user: full_user(context, redactor, entry),
        id: entry.id.0,
        decklist: decklist(context, entry),
        user_identifier: people::name(context.people, entry.user_id),
        using_paper_decklist: entry.using_paper_decklist,
        registration_status: entry.status,
        cardpay_payment_intent_status: payment.card_status,
        stripe_payment_intent_status: context.settings.vendor_field_names.then_some(payment.card_status),
        mark_as_paid: payment.marked_as_paid,
        requested_deferred_payment: payment.deferred_requested,
        total_match_points: record.points,
        matches_won: record.wins,
        matches_lost: record.losses,
        matches_drawn: record.draws,
    }
}

fn full_user<'a>(context: &TournamentContext<'a>, redactor: &Redactor, entry: &Registration) -> FullUser<'a> {
    let user = context.people.get(&entry.user_id);
    let profile = entry.profile_shown(context.tournament.organization_id, user);
    FullUser {
        id: entry.user_id.0,
        username: profile.map_or("", |profile| &profile.username),
        best_identifier: people::name(context.people, entry.user_id),
        first_name: profile.map_or("", |profile| &profile.first_name),
        last_name: profile.map_or("", |profile| &profile.last_name),
        email: redactor.contact(profile.map_or("", |profile| &profile.email)),
        pronouns: profile.map_or("", |profile| &profile.pronouns),
        has_used_app: profile.is_some_and(|profile| profile.has_used_app),
    }
}

fn decklist<'a>(context: &TournamentContext<'a>, entry: &Registration) -> Option<TeamDecklist<'a>> {
    let list = lists::decklist(context, entry)?;
    let text = DeckText::parse(&list.plaintext());
    let mut commanders = text.cards(Board::Commander).iter().map(|card| card.name.clone());
    Some(TeamDecklist {
        id: list.id.0,
        name: &list.body.name,
        archetype: archetype(context.settings.vendor_field_names, &list.body.archetype),
        deckhost_public_id: &list.body.deckhost_public_id,
        moxfield_public_id: context.settings.vendor_field_names.then_some(&list.body.deckhost_public_id),
        commander_name: commanders.next().unwrap_or_default(),
        partner_name: commanders.next().unwrap_or_default(),
        decklist_updated_at: Time(list.updated_at),
        duplicated_deckhost_link: &list.deck_url,
    })
}
