//! Lines of standings with names and registrations.

use std::borrow::Cow;

use domain::decklist::Decklist;
use domain::pairing::EntrantId;
use domain::rule_sets::columns;
use domain::tournament::standings::{Standing, standings_after};
use domain::tournament::{Registration, Team, Tournament};
use proto_events::ids::RoundId;
use proto_events::tournament::StandingsRules;

use super::{lists, people};
use crate::views::view::TournamentContext;

/// The player or team of a line.
#[derive(Debug, Clone, Copy)]
pub(in crate::views) enum Party<'a> {
    Player(&'a Registration),
    Team(&'a Team),
}

impl<'a> Party<'a> {
    /// Returns the player or team of a line.
    pub(in crate::views) fn of(tournament: &'a Tournament, competitor: EntrantId) -> Option<Self> {
        match tournament.player_of(competitor) {
            Some(id) => tournament.registration(id).map(Self::Player),
            None => tournament.team(competitor.0.into()).map(Self::Team),
        }
    }

    /// Returns the user's id, or the team's.
    pub(in crate::views) fn id(self) -> i64 {
        match self {
            Self::Player(entry) => entry.user_id.0,
            Self::Team(team) => team.id.0,
        }
    }

    /// Returns the player's name, or the team's.
    pub(in crate::views) fn name(self, context: &TournamentContext<'a>) -> Cow<'a, str> {
        match self {
            Self::Player(entry) => people::name(context.people, entry.user_id),
            Self::Team(team) => Cow::Borrowed(&team.name),
        }
    }

    /// Returns the registration ids: the player's, or every member's by seat.
    pub(in crate::views) fn entry_ids(self) -> Vec<i64> {
        match self {
            Self::Player(entry) => vec![entry.id.0],
            Self::Team(team) => team.members.iter().map(|member| member.registration_id.0).collect(),
        }
    }

    /// Returns the player's list, or the captain's.
    pub(in crate::views) fn decklist(self, context: &TournamentContext<'a>) -> Option<&'a Decklist> {
        let entry = match self {
            Self::Player(entry) => entry,
            Self::Team(team) => {
                let captain = team.members.iter().find(|member| member.captain).or_else(|| team.members.first())?;
                context.tournament.registration(captain.registration_id)?
            }
        };
        lists::decklist(context, entry)
    }
}

/// Whether the tiebreakers of an event are not those whose values every line of standings has.
pub(in crate::views) fn has_own_tiebreakers(tournament: &Tournament) -> bool {
    columns(&tournament.details.rules) != StandingsRules::default().tiebreakers
}

/// Returns the standings after a round, best first. They are empty before the first round begins.
pub(in crate::views) fn standings<'s>(context: &'s TournamentContext<'_>, round: RoundId) -> Cow<'s, [Standing]> {
    let is_active = context.tournament.begun_round().is_some_and(|(_, active)| active.id == round);
    if is_active {
        return Cow::Borrowed(context.final_standings());
    }
    Cow::Owned(standings_after(context.tournament, round).unwrap_or_default())
}

/// Returns the lines of the final standings with their players or teams, winner first.
pub(in crate::views) fn final_lines<'s, 'a>(context: &'s TournamentContext<'a>) -> Vec<(&'s Standing, Party<'a>)> {
    let party = |line: &'s Standing| Some((line, Party::of(context.tournament, line.competitor)?));
    context.final_standings().iter().filter_map(party).collect()
}
