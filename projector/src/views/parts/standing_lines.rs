//! Lines of standings with names and entries joined in.

use std::borrow::Cow;
use std::collections::HashMap;

use domain::decklist::Decklist;
use domain::tournament::final_places::final_places;
use domain::tournament::standings::{Competitor, Standing, standings_after};
use domain::tournament::{Registration, Team, Tournament};
use proto_events::ids::{RegistrationId, RoundId};

use super::rounds::last_played;
use super::{entries, people};
use crate::views::TournamentContext;

/// Who a line is about.
#[derive(Debug, Clone, Copy)]
pub(in crate::views) enum Party<'a> {
    /// A player.
    Player(&'a Registration),
    /// A team.
    Team(&'a Team),
}

impl<'a> Party<'a> {
    /// The player or team behind a line.
    pub(in crate::views) fn of(tournament: &'a Tournament, competitor: Competitor) -> Option<Self> {
        match competitor {
            Competitor::Player(id) => tournament.registration(id).map(Self::Player),
            Competitor::Team(id) => tournament.team(id).map(Self::Team),
        }
    }

    /// The user's id, or the team's.
    pub(in crate::views) fn id(self) -> i64 {
        match self {
            Self::Player(entry) => entry.user_id.0,
            Self::Team(team) => team.id.0,
        }
    }

    /// The player's name, or the team's.
    pub(in crate::views) fn name(self, context: &TournamentContext<'a>) -> Cow<'a, str> {
        match self {
            Self::Player(entry) => people::name(context.people, entry.user_id),
            Self::Team(team) => Cow::Borrowed(&team.name),
        }
    }

    /// The entries behind it: one, or every member's by seat.
    pub(in crate::views) fn entry_ids(self) -> Vec<i64> {
        match self {
            Self::Player(entry) => vec![entry.id.0],
            Self::Team(team) => team.members.iter().map(|member| member.registration_id.0).collect(),
        }
    }

    /// The player's list, or the captain's.
    pub(in crate::views) fn decklist(self, context: &TournamentContext<'a>) -> Option<&'a Decklist> {
        let entry = match self {
            Self::Player(entry) => entry,
            Self::Team(team) => {
                let captain = team.members.iter().find(|member| member.captain).or_else(|| team.members.first())?;
                context.tournament.registration(captain.registration_id)?
            }
        };
        entries::decklist(context, entry)
    }
}

/// Standings after a round, best first. Nobody is listed for a player meeting, nor before the first round has begun.
pub(in crate::views) fn standings(tournament: &Tournament, round: RoundId) -> Vec<Standing> {
    let played = tournament.round(round).is_some_and(|(_, round)| round.number > 0);
    let begun = tournament.current_round().is_some_and(|(_, round)| round.number > 0);
    if played && begun { standings_after(tournament, round).unwrap_or_default() } else { Vec::new() }
}

/// Everybody in the last round's standings in final order: by final place, and by rank while there are no places.
pub(in crate::views) fn final_standings(tournament: &Tournament) -> Vec<Standing> {
    let Some(last) = last_played(tournament) else { return Vec::new() };
    let mut lines = standings(tournament, last);
    let places = final_places(tournament);
    lines.sort_by_key(|line| (place_of(tournament, &places, line.competitor), line.rank));
    lines
}

/// The final place of a player, or the best one among a team's members; without one, behind everybody.
fn place_of(tournament: &Tournament, places: &HashMap<RegistrationId, i32>, competitor: Competitor) -> i32 {
    let place = match competitor {
        Competitor::Player(id) => places.get(&id).copied(),
        Competitor::Team(id) => {
            let members = tournament.team(id).map(|team| team.members.as_slice()).unwrap_or_default();
            members.iter().filter_map(|member| places.get(&member.registration_id).copied()).min()
        }
    };
    place.unwrap_or(i32::MAX)
}
