//! Reads a list of players that was pasted: a column of names, or CSV whose first row names the columns. It reads names
//! as an import does, but line by line, so that a line that cannot be read does not stop the others.

use super::columns::{Column, Columns};
use super::players::{Naming, has_dropped, player_name};
use super::sheet::{Row, Sheet, first_line};
use super::{columns, sheet};
use crate::import::problems::Problems;

/// A line of a pasted list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastedPlayer {
    /// The line, from 1.
    pub line: usize,
    /// The player's name, or why it cannot be read.
    pub name: Result<String, String>,
    /// Whether the list says that the player dropped.
    pub has_dropped: bool,
}

/// A pasted list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PastedList {
    /// Its players, in order.
    pub players: Vec<PastedPlayer>,
    /// The columns that are not read, in words.
    pub unread: Option<String>,
    /// Why the list as a whole cannot be read.
    pub problems: Vec<String>,
}

impl PastedList {
    /// Reads a list.
    pub fn read(text: &str) -> Self {
        let first = first_line(text.as_bytes());
        let first = std::str::from_utf8(first).unwrap_or_default();
        let separator = sheet::separator(first);
        let names_columns =
            first.split(char::from(separator)).any(|cell| columns::is_known(cell.trim_matches(['"', ' '])));
        if names_columns { Self::of_sheet(text) } else { Self::of_lines(text) }
    }

    /// Reads a column of names. Of several columns that a spreadsheet copies, the first counts.
    fn of_lines(text: &str) -> Self {
        let mut list = Self::default();
        for (at, line) in text.lines().enumerate() {
            let first = line.split('\t').map(str::trim).find(|cell| !cell.is_empty()).unwrap_or_default();
            let name = first.split_whitespace().collect::<Vec<_>>().join(" ");
            if !name.is_empty() {
                list.players.push(PastedPlayer { line: at + 1, name: checked(name), has_dropped: false });
            }
        }
        list
    }

    fn of_sheet(text: &str) -> Self {
        let mut problems = Problems::default();
        let sheet = Sheet::read(text.as_bytes(), &mut problems);
        let columns = sheet.as_ref().map(|sheet| Columns::read(&sheet.header, &mut problems));
        let mut list = Self { problems: words(&problems), ..Self::default() };
        let (Some(sheet), Some(columns)) = (sheet, columns) else { return list };
        let Some(naming) = Naming::of(&columns) else {
            list.problems.push(format!(
                "No column is for the players. Name it Name, or First name and Last name. The columns are: {}.",
                columns.listed()
            ));
            return list;
        };
        let player = |row: &Row| {
            let mut problems = Problems::default();
            let name = player_name(&naming.name(&columns, row), &columns, row, naming.column(), &mut problems);
            let has_dropped = has_dropped(&columns, row, &mut problems);
            let problems = words(&problems);
            let name = if problems.is_empty() { checked(name) } else { Err(problems.join(" ")) };
            PastedPlayer { line: row.line, name, has_dropped }
        };
        list.players = sheet.rows.iter().map(player).collect();
        list.unread = columns.unread(&[naming.columns(), &[Column::Dropped]].concat());
        list
    }
}

fn words(problems: &Problems) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

/// Refuses a name without a letter or digit, or with a character that no text may have.
fn checked(name: String) -> Result<String, String> {
    if name.chars().any(char::is_control) {
        return Err("The name has a control character.".to_owned());
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(format!("{name} is not a name: it has no letter or digit."));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(usize, Result<String, String>)> {
        PastedList::read(text).players.into_iter().map(|player| (player.line, player.name)).collect()
    }

    fn named(line: usize, name: &str) -> (usize, Result<String, String>) {
        (line, Ok(name.to_owned()))
    }

    #[test]
    fn a_column_of_names_is_read_line_by_line() {
        let read = names("Ada  Lowe\r\n\r\n Bo Reed\t1204\n--\nCleo");
        let [ada, bo, wrong, cleo] = &read[..] else { panic!("{read:?}") };
        assert_eq!((ada, bo, cleo), (&named(1, "Ada Lowe"), &named(3, "Bo Reed"), &named(5, "Cleo")));
        assert_eq!(wrong, &(4, Err("-- is not a name: it has no letter or digit.".to_owned())));
        assert!(names(" \n\n").is_empty());
    }

    #[test]
    fn csv_is_read_by_the_names_of_its_columns() {
        let list = PastedList::read("First name;Last name;Club;Dropped\nAnn;Berg;x;\n;;x;\nBen;Cruz;;yes\n");
        assert_eq!(list.unread.as_deref(), Some("the columns \"Club\""));
        assert_eq!(list.players[0], PastedPlayer { line: 2, name: Ok("Ann Berg".into()), has_dropped: false });
        assert!(list.players[1].name.is_err());
        assert!(list.players[2].has_dropped);
        assert_eq!(names("Name\n\"Ek, Dora\""), [named(2, "Ek, Dora")]);
    }

    #[test]
    fn a_list_without_a_column_for_players_says_so() {
        let list = PastedList::read("Table,Dropped\n1,no");
        assert!(list.players.is_empty());
        assert!(list.problems[0].contains("Table, Dropped"), "{:?}", list.problems);
    }
}
