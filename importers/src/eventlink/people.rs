//! The players: teams of one, by the id of the team.

use std::collections::HashMap;

use domain::limits::SHORT_TEXT;
use serde_json::Value;

use crate::archive::PLAYERS;
use crate::object::{Object, text};
use crate::problems::{Path, Problems};
use crate::roster::Roster;

/// The players.
#[derive(Default)]
pub(super) struct People {
    roster: Roster,
    names: Vec<String>,
    by_team: HashMap<String, usize>,
    /// Set once a team has several players.
    is_of_teams: bool,
}

impl People {
    /// Reads the teams of a state of the newer form. `None` if they have several players.
    pub(super) fn read_teams(&mut self, state: &Object<'_>, problems: &mut Problems) -> Option<()> {
        if state.optional("teams").is_some() {
            state.list("teams", PLAYERS, problems, |item, at, problems| {
                self.read_team(&Object::of(item, at, problems)?, problems)
            });
        }
        (!self.is_of_teams).then_some(())
    }

    /// Checks that there are not too many players, and that no team has several. `None` if one has.
    pub(super) fn check_teams(&self, problems: &mut Problems) -> Option<()> {
        if self.names.len() > PLAYERS {
            problems.add(Path::Root, format!("may have at most {PLAYERS} players, has {}", self.names.len()));
            return None;
        }
        (!self.is_of_teams).then_some(())
    }

    /// Reads a team. `None` for a problem.
    fn read_team(&mut self, team: &Object<'_>, problems: &mut Problems) -> Option<usize> {
        let field = if team.has("teamId") { "teamId" } else { "id" };
        let id = id(team, field, problems)?;
        let mut players = team.list("players", PLAYERS, problems, |item, at, problems| {
            Some(name(&Object::of(item, at, problems)?, problems))
        });
        if players.len() > 1 {
            if !self.is_of_teams {
                let message =
                    format!("has {} players; only tournaments of single players can be imported", players.len());
                problems.add(team.path(), message);
            }
            self.is_of_teams = true;
            return None;
        }
        if let Some(known) = self.by_team.get(&id) {
            return Some(*known);
        }
        let name = match players.pop().flatten() {
            Some(name) => name,
            None => first_text(team, &["teamName", "name"], problems).unwrap_or_else(|| id.clone()),
        };
        let player = self.roster.another(&name);
        self.names.push(name);
        self.by_team.insert(id, player);
        Some(player)
    }

    /// Reads the players of a match: its teams, or the ids of teams. `None` for a problem.
    pub(super) fn read_match(&mut self, played: &Object<'_>, problems: &mut Problems) -> Option<Vec<usize>> {
        let mut count = 0;
        let players = if played.has("teamIds") {
            played.list("teamIds", PLAYERS, problems, |item, at, problems| {
                count += 1;
                self.known(item, at, problems)
            })
        } else {
            played.list("teams", PLAYERS, problems, |item, at, problems| {
                count += 1;
                self.read_team(&Object::of(item, at, problems)?, problems)
            })
        };
        (players.len() == count).then_some(players)
    }

    /// Reads the player of a row of the standings. `None` for a problem.
    pub(super) fn read_row(&mut self, row: &Object<'_>, problems: &mut Problems) -> Option<usize> {
        let path = row.path();
        if let Some(team) = row.optional("team") {
            return self.read_team(&Object::of(team, Path::Field(&path, "team"), problems)?, problems);
        }
        self.known(row.required("teamId", problems)?, Path::Field(&path, "teamId"), problems)
    }

    fn known(&self, id: &Value, at: Path<'_>, problems: &mut Problems) -> Option<usize> {
        let player = id.as_str().and_then(|id| self.by_team.get(id)).copied();
        if player.is_none() {
            problems.add(at, format!("must be the id of a team of this answer, is {id}"));
        }
        player
    }

    /// Returns the name of a player.
    pub(super) fn name(&self, player: usize) -> &str {
        self.names.get(player).map_or("", String::as_str)
    }

    /// Returns all names.
    pub(super) fn names(self) -> Vec<String> {
        self.roster.names()
    }
}

/// Returns the name of a person. `None` if there is none.
fn name(person: &Object<'_>, problems: &mut Problems) -> Option<String> {
    let names = ["firstName", "lastName"].map(|field| first_text(person, &[field], problems));
    let whole = names.into_iter().flatten().collect::<Vec<_>>().join(" ");
    if whole.is_empty() { first_text(person, &["displayName", "personaId"], problems) } else { Some(whole) }
}

/// Reads the first of these fields that is there and not blank.
fn first_text(object: &Object<'_>, fields: &[&str], problems: &mut Problems) -> Option<String> {
    let path = object.path();
    let is_blank = |value: &&Value| value.as_str().is_some_and(|text| text.trim().is_empty());
    fields.iter().find_map(|field| {
        let value = object.optional(field).filter(|value| !is_blank(value))?;
        Some(text(value, Path::Field(&path, field), SHORT_TEXT / 2, problems).trim().to_owned())
    })
}

fn id(object: &Object<'_>, field: &str, problems: &mut Problems) -> Option<String> {
    let path = object.path();
    let id = text(object.required(field, problems)?, Path::Field(&path, field), SHORT_TEXT, problems);
    (!id.is_empty()).then_some(id)
}
