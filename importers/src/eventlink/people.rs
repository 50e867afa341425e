//! The players: teams of one, by the id of the team.

use std::collections::HashMap;

use crate::archive::{PLAYERS, check_player_count};
use crate::object::{Cursor, Object};
use crate::problems::{Path, ProblemSink};
use crate::roster::Roster;
use domain::limits::SHORT_TEXT;

/// The known members of a team. Its other id is for the pages of EventLink.
const TEAM: &str = "teamId id teamName name players results cacheId";
/// The known members of a person.
const PERSON: &str = "firstName lastName displayName personaId";
/// The known members of a result of a team.
pub(super) const RESULT: &str = "wins losses draws teamId isBye";

#[derive(Default)]
pub(super) struct People {
    pub(super) roster: Roster,
    by_team: HashMap<String, usize>,
    /// Set once a team has several players.
    is_of_teams: bool,
}

impl People {
    /// Reads the teams of a state of the newer form. `None` if they have several players.
    pub(super) fn read_teams(&mut self, state: &Object<'_>) -> Option<()> {
        if state.value("teams").is_some() {
            state.list("teams", PLAYERS, |item| self.read_team(&item.object(TEAM)?));
        }
        (!self.is_of_teams).then_some(())
    }

    /// Checks that there are not too many players, and that no team has several. `None` if one has.
    pub(super) fn check_teams(&self, problems: &ProblemSink) -> Option<()> {
        check_player_count(self.roster.names.len(), problems)?;
        (!self.is_of_teams).then_some(())
    }

    fn read_team(&mut self, team: &Object<'_>) -> Option<usize> {
        let field = if team.has("teamId") { "teamId" } else { "id" };
        let id = id(team, field)?;
        team.optional("results").iter().for_each(|results| results.know(RESULT));
        let mut players = team.list("players", PLAYERS, |item| Some(name(&item.object(PERSON)?)));
        if players.len() > 1 {
            if !self.is_of_teams {
                let message =
                    format!("has {} players; only tournaments of single players can be imported", players.len());
                team.problem_here(message);
            }
            self.is_of_teams = true;
            return None;
        }
        if let Some(known) = self.by_team.get(&id) {
            return Some(*known);
        }
        let name = match players.pop().flatten() {
            Some(name) => name,
            None => first_text(team, &["teamName", "name"]).unwrap_or_else(|| id.clone()),
        };
        let player = self.roster.another(&name);
        self.by_team.insert(id, player);
        Some(player)
    }

    /// Reads the players of a match: its teams, or the ids of teams. `None` for a problem.
    pub(super) fn read_match(&mut self, played: &Object<'_>) -> Option<Vec<usize>> {
        let mut count = 0;
        let has_ids = played.has("teamIds");
        if has_ids {
            played.optional("teams").iter().for_each(know_teams);
        }
        let players = played.list(if has_ids { "teamIds" } else { "teams" }, PLAYERS, |item| {
            count += 1;
            if has_ids { self.known(item) } else { self.read_team(&item.object(TEAM)?) }
        });
        (players.len() == count).then_some(players)
    }

    /// Reads the player of a row of the standings. `None` for a problem.
    pub(super) fn read_row(&mut self, row: &Object<'_>) -> Option<usize> {
        match row.optional("team") {
            Some(team) => self.read_team(&team.object(TEAM)?),
            None => self.known(row.required("teamId")?),
        }
    }

    fn known(&self, id: Cursor<'_>) -> Option<usize> {
        let player = id.value.as_str().and_then(|id| self.by_team.get(id)).copied();
        if player.is_none() {
            id.problem(format!("must be the id of a team of this answer, is {}", id.value));
        }
        player
    }

    pub(super) fn name(&self, player: usize) -> &str {
        &self.roster.names[player]
    }
}

/// Notes what is not known of the teams of a match that also has their ids, and of the people in them.
fn know_teams(teams: &Cursor<'_>) {
    teams.know(TEAM);
    for (index, team) in teams.value.as_array().into_iter().flatten().enumerate() {
        let path = Path::Item(&teams.path, index);
        for (name, known) in [("players", PERSON), ("results", RESULT)] {
            let path = Path::Field(&path, name);
            Cursor { value: &team[name], path, problems: teams.problems }.know(known);
        }
    }
}

/// Returns the name of a person. `None` if there is none.
fn name(person: &Object<'_>) -> Option<String> {
    let names = ["firstName", "lastName"].map(|field| first_text(person, &[field]));
    let whole = names.into_iter().flatten().collect::<Vec<_>>().join(" ");
    if whole.is_empty() { first_text(person, &["displayName", "personaId"]) } else { Some(whole) }
}

/// Reads the first of these fields that is there and not blank.
fn first_text(object: &Object<'_>, fields: &[&str]) -> Option<String> {
    fields.iter().find_map(|name| {
        let field = object.optional(name).filter(|field| !field.is_blank())?;
        Some(field.text(SHORT_TEXT / 2).trim().to_owned())
    })
}

fn id(object: &Object<'_>, field: &str) -> Option<String> {
    let id = object.required(field)?.text(SHORT_TEXT);
    (!id.is_empty()).then_some(id)
}
