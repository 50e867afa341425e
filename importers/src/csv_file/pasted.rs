//! Reads a list of players that was pasted: a column of names, or CSV whose first row names the columns. It reads names
//! as an import does, but line by line, so that a line that cannot be read does not stop the others. In columns without
//! names, it guesses which ones are the name, and says how. An e-mail address never becomes part of a name.

use domain::names;
use service_kit::message;
use service_kit::message::Message;

use super::columns::{Column, Columns, Record};
use super::players::{Naming, has_dropped, player_name};
use super::sheet::{Row, Sheet, first_line};
use super::{columns, sheet};
use crate::problems::{ImportProblem, ProblemSink};

/// Signs before the lines of a list.
const SIGNS: [char; 6] = ['•', '·', '*', '-', '–', '—'];

/// A line of a pasted list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastedPlayer {
    /// The line, from 1.
    pub line: usize,
    /// The player's name, or what is wrong in the line.
    pub name: Result<String, Box<ImportProblem>>,
    /// Whether the list says that the player dropped.
    pub has_dropped: bool,
}

/// A pasted list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PastedList {
    /// Its players, in order.
    pub players: Vec<PastedPlayer>,
    /// The names of the columns that are not read.
    pub unread: Vec<String>,
    /// The line that was read as the names of the columns, and these names.
    pub header: Option<(usize, String)>,
    /// How columns without names were read.
    pub guess: Option<Guess>,
    /// Whether e-mail addresses were left out.
    pub had_addresses: bool,
    /// Why the list as a whole cannot be read.
    pub problems: Vec<ImportProblem>,
}

/// How columns without names were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guess {
    /// The first column with words is the name.
    Whole,
    /// The first two columns with words are the given name and the family name.
    InParts,
}

/// A pasted table whose first row names its columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PastedTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The cells of the other rows that are not blank, each with its line, from 1.
    pub rows: Vec<(usize, Vec<String>)>,
    /// Why it cannot be read.
    pub problems: Vec<ImportProblem>,
}

impl PastedTable {
    /// Reads a table.
    pub fn read(text: &str) -> Self {
        let problems = ProblemSink::default();
        let sheet = Sheet::read(text.replace('\0', "").as_bytes(), &problems);
        let problems = problems.into_problems().list;
        let Some(sheet) = sheet else { return Self { problems, ..Self::default() } };
        let cells = |row: &Row| row.cells().map(str::to_owned).collect();
        let rows = sheet.rows.iter().map(|row| (row.line, cells(row))).collect();
        Self { header: cells(&sheet.header), rows, problems }
    }
}

impl PastedList {
    /// Reads a list.
    pub fn read(text: &str) -> Self {
        let mut list = Self::by_form(&one_by_one(&names::normalized(text).replace('\0', "")));
        for player in &mut list.players {
            let Ok(name) = &player.name else { continue };
            let kept = name.split(' ').filter(|word| !is_address(word)).collect::<Vec<_>>().join(" ");
            let had_address = kept != *name;
            list.had_addresses |= had_address;
            let signs: &[char] = if had_address { &[',', ';', ' ', ':', '-', '–', '|'] } else { &[',', ';', ' '] };
            let kept = without_quotes(kept.trim_end_matches(signs));
            let is_left = names::is_visible(kept);
            let is_address = || message!("name-is-address", "{name} is an e-mail address, not a name.", name);
            player.name = if is_left { Ok(kept.to_owned()) } else { Err(wrong(is_address())) };
        }
        list
    }

    fn by_form(text: &str) -> Self {
        let first = first_line(text.as_bytes());
        let first = std::str::from_utf8(first).unwrap_or_default();
        let separator = char::from(sheet::separator(first));
        let mut lines =
            text.split(['\n', '\r']).filter(|line| names::is_visible(line) && !sheet::names_separator(line));
        let names_columns = match cells(lines.next().unwrap_or_default(), separator)[..] {
            [alone] => columns::heads_players(alone),
            ref several => several.iter().any(|cell| columns::is_known(cell)),
        };
        if names_columns { Self::of_sheet(text) } else { Self::of_lines(text, separator) }
    }

    /// Reads a column of names, or columns that have no names.
    fn of_lines(text: &str, separator: char) -> Self {
        let separator = if text.contains('\t') { '\t' } else { separator };
        let mut list = Self::default();
        let lines = text.lines().map(without_sign).enumerate();
        let lines = lines.filter(|(_, line)| names::is_visible(line) && !sheet::names_separator(line));
        let lines: Vec<_> = lines.collect();
        let rows: Vec<Vec<&str>> = lines.iter().map(|(_, line)| cells(line, separator)).collect();
        let is_turned =
            |line: &str| separator == ',' && line.matches(", ").count() == 1 && line.matches(',').count() == 1;
        let are_turned = lines.iter().zip(&rows).all(|((_, line), row)| is_turned(line) && words_in(row).len() == 2);
        // Names with the family name first, such as "Berg, Ann", are one column.
        let has_columns = separator == '\t' || (rows.iter().all(|row| row.len() > 1) && !are_turned);
        // Rows of numbers and addresses have no words: the preview shows them as they are.
        let words: Vec<Vec<&str>> = rows.iter().map(|row| words_in(row)).collect();
        if has_columns && rows.iter().any(|row| row.len() > 1) {
            list.had_addresses = rows.iter().flatten().any(|cell| is_address(cell));
            list.guess = Some(guess(&words));
        }
        for (((at, line), words), row) in lines.into_iter().zip(&words).zip(&rows) {
            let name = match (list.guess, &words[..]) {
                (None, _) => names::clean(line),
                (Some(Guess::InParts), [given, family, ..]) => names::clean(&format!("{given} {family}")),
                (Some(_), [name, ..]) => names::clean(name),
                (Some(_), []) => names::clean(&row.join(" ")),
            };
            list.players.push(PastedPlayer { line: at + 1, name: checked(name), has_dropped: false });
        }
        list
    }

    fn of_sheet(text: &str) -> Self {
        let problems = ProblemSink::default();
        let sheet = Sheet::read(text.as_bytes(), &problems);
        let columns = sheet.as_ref().map(|sheet| Columns::read(&sheet.header, &problems));
        let mut list = Self { problems: problems.into_problems().list, ..Self::default() };
        let (Some(sheet), Some(columns)) = (sheet, columns) else { return list };
        let Some(naming) = Naming::of(&columns) else {
            let message = message!(
                "no-column-of-players",
                "No column is for the players. Name it Name, or First name and Last name. The columns are: {columns}.",
                columns = columns.listed()
            );
            list.problems.push(message.into());
            return list;
        };
        let player = |row: &Row| {
            let problems = ProblemSink::default();
            let record = Record { row, columns: &columns, problems: &problems };
            let name = player_name(&naming.name(record), record, naming.column());
            let has_dropped = has_dropped(record);
            let problem = problems.into_problems().list.into_iter().next();
            let name = problem.map_or_else(|| checked(name), |problem| Err(Box::new(problem)));
            PastedPlayer { line: row.line, name, has_dropped }
        };
        list.players = sheet.rows.iter().map(player).collect();
        list.header = Some((sheet.header.line, columns.listed()));
        let is_read = |column| naming.0.contains(&column) || column == Column::Dropped;
        list.unread = columns.names_unread(is_read).map(str::to_owned).collect();
        list
    }
}

/// Puts each person on a line, if several stand on one line and each has an address between angle brackets, as mail
/// programs copy them, or if the only line is of people: of names of several words, at least two between semicolons or three
/// between commas. Two between commas may be one person: the family names first, or with a deck.
fn one_by_one(text: &str) -> String {
    let lines = text.replace(">;", ">\n").replace(">,", ">\n");
    let have_addresses = lines.lines().filter(|line| names::is_visible(line)).all(|line| line.contains('@'));
    if have_addresses {
        return lines;
    }
    let line = text.trim();
    let separator = char::from(sheet::separator(line));
    let people = cells(line, separator);
    let are_names = words_in(&people).len() == people.len() && !people.iter().any(|name| columns::is_known(name));
    let are_full = people.iter().all(|name| name.contains(' '));
    let are_several = people.len() > 2 || (people.len() == 2 && separator == ';');
    let is_of_people = are_names && are_full && are_several && !line.contains(['\n', '\t']);
    if is_of_people { people.join("\n") } else { text.to_owned() }
}

/// Returns a line without the number or the sign of a list before it.
fn without_sign(line: &str) -> &str {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = if rest.len() < line.len() { rest.strip_prefix(['.', ')']) } else { rest.strip_prefix(SIGNS) };
    rest.filter(|rest| rest.starts_with(char::is_whitespace)).map_or(line, str::trim_start)
}

/// Returns a name without quotes around it. Those around a nickname stay.
fn without_quotes(name: &str) -> &str {
    let inner = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).map_or(name, str::trim)
}

/// Returns the cells of a line without quotes and blanks around them; empty ones are left out.
fn cells(line: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    let cells = line.split(|letter: char| {
        is_quoted ^= letter == '"';
        letter == separator && !is_quoted
    });
    let cells = cells.map(|cell| cell.trim_matches(['"', ' ', '\t', '\r']));
    cells.filter(|cell| names::is_visible(cell)).collect()
}

/// Returns the cells that may be a name: those with a letter that are no address.
fn words_in<'a>(row: &[&'a str]) -> Vec<&'a str> {
    let is_word = |cell: &&&str| cell.contains(char::is_alphabetic) && !is_address(cell);
    row.iter().filter(is_word).copied().collect()
}

/// Returns how names are read from rows of words: as a first and a second one if each row has two, and most of the first
/// ones are a single word.
fn guess(rows: &[Vec<&str>]) -> Guess {
    let singles = rows.iter().filter(|row| row.first().is_some_and(|first| !first.contains(' '))).count();
    let has_two = rows.iter().all(|row| row.len() > 1);
    if has_two && 2 * singles > rows.len() { Guess::InParts } else { Guess::Whole }
}

/// Returns whether a word is an e-mail address, also between brackets.
fn is_address(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let word = word.strip_prefix("mailto:").unwrap_or(word);
    let parts = word.rsplit_once('@');
    parts.is_some_and(|(person, host)| !person.is_empty() && host.contains('.') && !word.contains(char::is_whitespace))
}

fn wrong(message: Message) -> Box<ImportProblem> {
    Box::new(message.into())
}

/// Refuses a name without a letter or digit, or with a character that no text may have.
fn checked(name: String) -> Result<String, Box<ImportProblem>> {
    if name.chars().any(char::is_control) {
        return Err(wrong(message!("name-with-control", "The name has a control character.")));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(wrong(message!("name-without-letters", "{name} is not a name: it has no letter or digit.", name)));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_with_the_lines_of_its_rows() {
        let table = PastedTable::read("Name\tRoom\n\nCup\t\"Hall A\"\nOpen\n");
        assert_eq!(table.header, ["Name", "Room"]);
        let rows: Vec<_> = table.rows.iter().map(|(line, cells)| (*line, cells.join("|"))).collect();
        assert_eq!(rows, [(3, "Cup|Hall A".to_owned()), (4, "Open".to_owned())]);
        assert_eq!(PastedTable::read("Name;Room\nCup;A;B").problems.len(), 1);
        assert_eq!(PastedTable::read("Name").problems.len(), 1);
    }

    fn names(text: &str) -> Vec<(usize, Result<String, String>)> {
        let name = |player: PastedPlayer| (player.line, player.name.map_err(|problem| problem.to_string()));
        PastedList::read(text).players.into_iter().map(name).collect()
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
    fn columns_without_names_are_noticed_and_addresses_are_no_part_of_a_name() {
        use Guess::{InParts, Whole};
        for (text, guess, had_addresses, read) in [
            (
                "Ann,Berg,ann@example.invalid\nBen,Cruz,ben@example.invalid",
                Some(InParts),
                true,
                ["Ann Berg", "Ben Cruz"],
            ),
            ("Ann;Berg\nBen;Cruz", Some(InParts), false, ["Ann Berg", "Ben Cruz"]),
            ("1,Ann Berg,Burn\n2,Ben Cruz,Elves", Some(Whole), false, ["Ann Berg", "Ben Cruz"]),
            ("Ann\tBerg\t1204\nBen\tCruz\t77", Some(InParts), false, ["Ann Berg", "Ben Cruz"]),
            ("ann@example.invalid;Ann Berg\nben@example.invalid;Ben Cruz", Some(Whole), true, ["Ann Berg", "Ben Cruz"]),
            ("\"Ann\",\"Berg\"\n\"Ben\",\"Cruz\"", Some(InParts), false, ["Ann Berg", "Ben Cruz"]),
            ("Berg, Ann\nCruz, Ben", None, false, ["Berg, Ann", "Cruz, Ben"]),
            ("Ann Berg <ann@example.invalid>\nBen Cruz", None, true, ["Ann Berg", "Ben Cruz"]),
            ("Ann Berg, ann@example.invalid\nBen Cruz", None, true, ["Ann Berg", "Ben Cruz"]),
            ("\u{FEFF}Ann\u{200B} Berg\nBen Cruz\u{200B}", None, false, ["Ann Berg", "Ben Cruz"]),
            ("Maria Luisa;Vega\nBen;Cruz\nAnn;Berg", Some(InParts), false, ["Maria Luisa Vega", "Ben Cruz"]),
        ] {
            let list = PastedList::read(text);
            let names: Vec<_> = list.players.iter().take(2).map(|player| player.name.clone().unwrap()).collect();
            assert_eq!((list.guess, list.had_addresses), (guess, had_addresses), "{text}");
            assert_eq!(names, read, "{text}");
        }
        let list = PastedList::read("Ann Berg\nben@example.invalid");
        assert!(list.players[1].name.is_err());
    }

    /// Lists of public reports, each with the report that describes it.
    #[test]
    fn lists_of_reports_are_read() {
        for (report, text, read) in [
            (
                "evroon/bracket#292",
                "Jeff,Bridges,no.email@thank.you\nMark,Williams,less.email@thank.you",
                &["Jeff Bridges", "Mark Williams"][..],
            ),
            ("OpenSlides/OpenSlides#4357", "Given name,Surname\nAnn,Berg\nBen,Cruz", &["Ann Berg", "Ben Cruz"]),
            (
                "OpenSlides/OpenSlides#4357",
                "Title,Given name,Surname,Participant number,Email\nDr.,Ann,Berg,7,ann@example.invalid",
                &["Ann Berg"],
            ),
            (
                "kartoza/prj.app#1149",
                "name ,lastname ,email \nann,berg,ann@example.invalid\nben,cruz,ben@example.invalid",
                &["ann berg", "ben cruz"],
            ),
            (
                "dimagi/open-chat-studio#2233",
                "identifier,channel,name,data.age\nann@example.invalid,web,Ann Berg,25\n+1234567890,chat,Ben Cruz,30",
                &["Ann Berg", "Ben Cruz"],
            ),
            ("unbelievableflavour/lottery#5", "Ann Berg\nBen Cruz\n", &["Ann Berg", "Ben Cruz"]),
            (
                "rollerderby/scoreboard#566",
                "Number,Name,Position\n12,Ann Berg,Skater\n7,Ben Cruz,Coach",
                &["Ann Berg", "Ben Cruz"],
            ),
            (
                "magfest/ubersystem#2444",
                "First Name,Last Name,Legal Name,Email,Badge Type\nAnn,Berg,,ann@example.invalid,Staff\n",
                &["Ann Berg"],
            ),
            (
                "opendidac/opendidac#281",
                "Nom, Prenom, Formation, email\nBerg, Ann, TIC, ann@example.invalid",
                &["Ann Berg"],
            ),
            (
                "OpenSlides/openslides-client#3146",
                "First name;Last name\nMax-Martin;Richter\nMax Martin;von Richter",
                &["Max-Martin Richter", "Max Martin von Richter"],
            ),
            (
                "osTicket/osTicket#2450",
                "ann@example.invalid, Ann Berg, 0123456789, Note 1\nben@example.invalid , Ben Cruz, 0123456790, Note 2",
                &["Ann Berg", "Ben Cruz"],
            ),
            ("directus/directus#23332", "\u{FEFF}Name,Club\nAnn Berg,North\n", &["Ann Berg"]),
            ("osTicket/osTicket#5669", "\u{FEFF}First name;Last name\nAnn;Berg\n", &["Ann Berg"]),
        ] {
            let names: Vec<_> = PastedList::read(text).players.into_iter().map(|player| player.name.unwrap()).collect();
            assert_eq!(names, read, "{report}");
        }
        // Without names of columns, the order of the two parts of a name cannot be known: the preview asks.
        assert_eq!(PastedList::read("Berg;Ann\nCruz;Ben").guess, Some(Guess::InParts));
    }

    #[test]
    fn one_column_has_a_header_only_if_it_names_all_of_it() {
        for player in ["Player A", "Player One", "Player 1", "Spieler 1", "Vor Name", "P1", "Won"] {
            let read = names(&format!("{player}\nBen Cruz"));
            assert_eq!(read, [named(1, player), named(2, "Ben Cruz")], "{player}");
        }
        for header in [
            "Name",
            "players",
            "Spieler",
            "Joueur",
            "名前",
            "sep=;\nName",
            "Vorname",
            "First name",
            "given_name",
            "Given name",
            "Prénom",
        ] {
            let list = PastedList::read(&format!("{header}\nAnn Berg"));
            let line = header.lines().count();
            assert_eq!(list.header, Some((line, header.lines().last().unwrap().to_owned())), "{header}");
            assert_eq!(list.players[0].name.as_deref(), Ok("Ann Berg"), "{header}");
        }
        for header in ["名前,メール", "Participant Name,Email", "sep=,\nName,E-Mail"] {
            let list = PastedList::read(&format!("{header}\n\"Berg, Ann\",ann@example.invalid"));
            assert!(list.header.is_some(), "{header}");
            assert_eq!(list.players[0].name.as_deref(), Ok("Berg, Ann"), "{header}");
        }
    }

    #[test]
    fn people_on_one_line_are_read_one_by_one_and_without_signs_of_lists() {
        let three = ["Ann Berg", "Ben Cruz", "Cem Ay"];
        for (text, read) in [
            ("Ann Berg; Ben Cruz; Cem Ay", &three[..]),
            ("Ann Berg, Ben Cruz, Cem Ay", &three),
            ("Ann Berg; Ben Cruz", &["Ann Berg", "Ben Cruz"]),
            ("\"Berg, Ann\", \"Cruz, Ben\", \"Ay, Cem\"", &["Berg, Ann", "Cruz, Ben", "Ay, Cem"]),
            ("García López, Ana Belén", &["García López, Ana Belén"]),
            ("Ann Berg, Mono Red", &["Ann Berg, Mono Red"]),
            ("Ann Berg;North;Elves", &["Ann Berg"]),
            ("Ann;Berg", &["Ann Berg"]),
            ("1. Ann Berg\n2) Ben Cruz\n• Cem Ay", &three),
            ("- Ann Berg\n* Ben Cruz\n– Cem Ay", &three),
            ("sep=;\nAnn Berg\nBen Cruz\nCem Ay", &three),
            ("Ann Berg - ann@example.invalid\nBen Cruz: ben@example.invalid\nCem Ay", &three),
            ("\"Berg, Ann\",ann@example.invalid\n\"Cruz, Ben\",ben@example.invalid", &["Berg, Ann", "Cruz, Ben"]),
            ("-Ann-\n1.FC", &["-Ann-", "1.FC"]),
        ] {
            let names: Vec<_> = PastedList::read(text).players.into_iter().map(|player| player.name.unwrap()).collect();
            assert_eq!(names, read, "{text}");
        }
    }

    /// Lists of public reports, each with the report that describes it.
    #[test]
    fn people_from_mail_programs_are_read_one_by_one() {
        for (report, text, read) in [
            ("nextcloud/mail#6014", "Berg, Ann <ann@example.invalid>", &["Berg, Ann"][..]),
            (
                "jackbearheart/email-addresses#38",
                "\"Berg, Ann\" <ann@example.invalid>; \"Cruz, Ben\" <ben@example.invalid>",
                &["Berg, Ann", "Cruz, Ben"],
            ),
            (
                "tine20/tine20#3556",
                "\"Berg, Ann\" <ann@example.invalid>, Cruz, Ben <ben@example.invalid>,",
                &["Berg, Ann", "Cruz, Ben"],
            ),
        ] {
            let list = PastedList::read(text);
            let names: Vec<_> = list.players.into_iter().map(|player| player.name.unwrap()).collect();
            assert_eq!(names, read, "{report}");
            assert!(list.had_addresses && list.guess.is_none(), "{report}");
        }
    }

    #[test]
    fn quotes_around_a_name_are_no_part_of_it() {
        assert_eq!(names("\"Ann Berg\"\n\"Ben\" Cruz"), [named(1, "Ann Berg"), named(2, "\"Ben\" Cruz")]);
    }

    #[test]
    fn columns_are_known_by_their_names_in_several_languages() {
        for header in [
            "Vorname;Nachname",
            "Vorname;Name",
            "Prénom;Nom",
            "Nombre;Apellidos",
            "Nome;Cognome",
            "Nome;Sobrenome",
            "Given name;Family name;E-Mail",
        ] {
            let row = "Ann;Berg;ann@example.invalid";
            let row = row.split(';').take(header.split(';').count()).collect::<Vec<_>>().join(";");
            assert_eq!(names(&format!("{header}\n{row}")), [named(2, "Ann Berg")], "{header}");
            let turned = |line: &str| line.split(';').rev().collect::<Vec<_>>().join(";");
            assert_eq!(names(&format!("{}\n{}", turned(header), turned(&row))), [named(2, "Ann Berg")], "{header}");
        }
        for header in ["Spieler", "Nom", "Nombre", "Nome", "Jogador", "Giocatore"] {
            assert_eq!(names(&format!("{header};Tisch\nAnn Berg;4")), [named(2, "Ann Berg")], "{header}");
        }
    }

    #[test]
    fn csv_is_read_by_the_names_of_its_columns() {
        let list = PastedList::read("First name;Last name;Club;Dropped\nAnn;Berg;x;\n;;x;\nBen;Cruz;;yes\n");
        assert_eq!(list.unread, ["Club"]);
        assert_eq!(list.players[0], PastedPlayer { line: 2, name: Ok("Ann Berg".into()), has_dropped: false });
        assert!(list.players[1].name.is_err());
        assert!(list.players[2].has_dropped);
        assert_eq!(names("Name\n\"Ek, Dora\""), [named(2, "Ek, Dora")]);
    }

    #[test]
    fn a_list_without_a_column_for_players_says_so() {
        let list = PastedList::read("Table,Dropped\n1,no");
        assert!(list.players.is_empty());
        assert!(list.problems[0].message.contains("Table, Dropped"), "{:?}", list.problems);
    }
}
