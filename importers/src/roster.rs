//! The players of a file that names them wherever they occur.

use std::collections::HashMap;

use domain::names;

/// Players by name. Blanks around a name and repeated blanks in it do not tell players apart; neither does case, unless
/// the file has both names as players.
#[derive(Debug, Default)]
pub(crate) struct Roster {
    /// The names, by index.
    pub(crate) names: Vec<String>,
    by_name: HashMap<String, usize>,
    /// The first player of each key.
    by_key: HashMap<String, usize>,
}

impl Roster {
    /// Returns the index of a player; an unknown name becomes a new player.
    pub(crate) fn player(&mut self, name: &str) -> usize {
        let name = tidied(name);
        let known = self.by_name.get(&name).copied();
        let player = known.unwrap_or_else(|| self.player_by(names::key(&name), name.clone()));
        *self.by_name.entry(name).or_insert(player)
    }

    /// Returns the index of the player whose name has this key; an unknown key becomes a new player of this name.
    pub(crate) fn player_by(&mut self, key: String, name: String) -> usize {
        *self.by_key.entry(key).or_insert_with(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }

    /// Returns the index of a new player. A name that is there already stands for the first player of this name.
    pub(crate) fn another(&mut self, name: &str) -> usize {
        let name = tidied(name);
        let player = self.names.len();
        self.by_name.entry(name.clone()).or_insert(player);
        self.by_key.entry(names::key(&name)).or_insert(player);
        self.names.push(name);
        player
    }
}

/// Returns a name with single blanks.
fn tidied(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_tell_nobody_apart_and_namesakes_stay_two() {
        let mut roster = Roster::default();
        assert_eq!(roster.another("Ana  Lee "), 0);
        assert_eq!(roster.another("Ana Lee"), 1);
        assert_eq!(roster.player(" Ana Lee"), 0);
        assert_eq!(roster.player("Bo"), 2);
        assert_eq!(roster.names, ["Ana Lee", "Ana Lee", "Bo"]);
    }

    #[test]
    fn case_tells_nobody_apart_unless_both_names_are_players() {
        let mut roster = Roster::default();
        assert_eq!([roster.another("Ana Lee"), roster.another("Bo"), roster.another("BO")], [0, 1, 2]);
        assert_eq!(["ANA lee", "Bo", "BO", "bo"].map(|name| roster.player(name)), [0, 1, 2, 1]);
    }
}
