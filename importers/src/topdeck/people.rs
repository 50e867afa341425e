//! The players of a file: the standings list them, the tables name them again. Both may have ids; a player without an
//! account may have none, and the standings have none at all if they were not asked for.

use std::collections::{HashMap, HashSet};

use domain::limits::SHORT_TEXT;

use crate::object::Object;
use crate::roster::Roster;

/// A player at a table.
pub(super) struct Seat {
    pub(super) player: usize,
    pub(super) id: Option<String>,
    pub(super) name: String,
}

/// The players by id and by name.
#[derive(Default)]
pub(super) struct People {
    pub(super) roster: Roster,
    by_id: HashMap<String, usize>,
    /// Players whose id is known.
    with_id: HashSet<usize>,
    /// Names of the standings that have no id.
    without_id: HashSet<String>,
}

impl People {
    /// Reads the player of a row of the standings. `None` for a problem.
    pub(super) fn listed(&mut self, row: &Object<'_>) -> Option<usize> {
        let (name, id) = read_person(row)?;
        let Some(id) = id else {
            if !self.without_id.insert(name.trim().to_owned()) {
                let message = format!("{name:?} is the name of two players; ask for the column \"id\"");
                row.problem("name", message);
            }
            return Some(self.roster.another(&name));
        };
        let player = self.roster.another(&name);
        if self.by_id.insert(id.clone(), player).is_some() {
            row.problem("id", format!("{id:?} is in the standings already"));
        }
        self.with_id.insert(player);
        Some(player)
    }

    /// Reads a player at a table: the player with this id, else the one with this name. `None` for a problem.
    pub(super) fn seated(&mut self, seat: &Object<'_>) -> Option<Seat> {
        let (name, id) = read_person(seat)?;
        let player = match &id {
            None => self.roster.player(&name),
            Some(id) => *self.by_id.entry(id.clone()).or_insert_with(|| {
                let named = self.roster.player(&name);
                // Another id is another player of the same name.
                let player = if self.with_id.contains(&named) { self.roster.another(&name) } else { named };
                self.with_id.insert(player);
                player
            }),
        };
        Some(Seat { player, id, name })
    }
}

/// Reads name and id. A player without a name has the id as the name.
fn read_person(person: &Object<'_>) -> Option<(String, Option<String>)> {
    let read = |name: &str| {
        let field = person.optional(name).filter(|field| !field.is_blank());
        field.map(|field| field.text(SHORT_TEXT))
    };
    match (read("name"), read("id")) {
        (Some(name), id) => Some((name, id)),
        (None, Some(id)) => Some((id.clone(), Some(id))),
        (None, None) => {
            person.problem("name", "is missing; ask for the column \"name\"");
            None
        }
    }
}
