//! The players of a file that names them wherever they occur.

use std::collections::HashMap;

/// Players by name. Blanks around a name and repeated blanks in it do not tell players apart.
#[derive(Debug, Default)]
pub(crate) struct Roster {
    names: Vec<String>,
    by_name: HashMap<String, usize>,
}

impl Roster {
    /// Returns the index of a player; an unknown name becomes a new player.
    pub(crate) fn player(&mut self, name: &str) -> usize {
        let name = tidied(name);
        if let Some(player) = self.by_name.get(&name) {
            return *player;
        }
        let player = self.names.len();
        self.names.push(name.clone());
        self.by_name.insert(name, player);
        player
    }

    /// Returns the index of a new player. A name that is there already stands for the first player of this name.
    pub(crate) fn another(&mut self, name: &str) -> usize {
        let name = tidied(name);
        let player = self.names.len();
        self.by_name.entry(name.clone()).or_insert(player);
        self.names.push(name);
        player
    }

    /// Returns the names, by index.
    pub(crate) fn names(self) -> Vec<String> {
        self.names
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
        assert_eq!(roster.names(), ["Ana Lee", "Ana Lee", "Bo"]);
    }
}
