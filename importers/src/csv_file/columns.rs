//! The table of column names, and the columns of a file. Upper and lower case, blanks and punctuation do not matter.

use service_kit::message;

use super::sheet::Row;
use crate::problems::{IntoMessage, Path, ProblemSink};

/// The meaning of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Round,
    Phase,
    Table,
    /// The player, or the first of a match.
    Player,
    SecondPlayer,
    /// Only in files of pods, as the following two and the places.
    ThirdPlayer,
    FourthPlayer,
    FifthPlayer,
    /// The place that the player in this seat, from 0, reached in a pod.
    Place(usize),
    /// Whether each player of the row lost.
    Lost,
    /// Whether the match was drawn, which says no for one without a result.
    Drawn,
    /// Whether the match was for practice.
    Practice,
    /// Result from the view of the first player.
    Result,
    FirstGames,
    SecondGames,
    DrawnGames,
    Winner,
    GivenName,
    FamilyName,
    /// A name for a player without another one.
    Username,
    List,
    Dropped,
}

impl Column {
    /// Returns whether a file of results may have it.
    pub(super) fn is_of_results(self) -> bool {
        !matches!(self, Self::GivenName | Self::FamilyName | Self::Username | Self::List | Self::Dropped)
    }
}

/// Names of each column. If a file has several of one meaning, the first of this list counts. With a column for a part
/// of the name, `nom`, `nombre`, `nombres` and `nome` are the other part.
const NAMES: [(Column, &str); 26] = [
    (Column::Round, "round roundnumber roundname rnd rd runde ronde"),
    (Column::Phase, "phase phasename stage"),
    (Column::Table, "table tablenumber tableno tbl tisch tavolo"),
    (
        Column::Player,
        "player1 p1 playerone playera player1name p1name player playername name fullname displayname participant \
         spieler1 joueur1 jugador1 giocatore1 jogador1 spieler spielername teilnehmer joueur jugador giocatore \
         jogador participante partecipante nomcomplet nombrecompleto nomecompleto participantname attendee \
         attendeename players participants names joueurs jugadores giocatori jogadores participantes partecipanti \
         名前 氏名 プレイヤー プレイヤー名 参加者 参加者名 nom nombre nombres nome",
    ),
    (
        Column::SecondPlayer,
        "player2 p2 playertwo playerb player2name p2name opponent opponentname spieler2 joueur2 jugador2 giocatore2 \
         jogador2 gegner adversaire",
    ),
    (Column::ThirdPlayer, "player3 p3 playerthree playerc player3name p3name"),
    (Column::FourthPlayer, "player4 p4 playerfour playerd player4name p4name"),
    (Column::FifthPlayer, "player5 p5 playerfive playere player5name p5name"),
    (Column::Place(0), "place1 p1place player1place"),
    (Column::Place(1), "place2 p2place player2place"),
    (Column::Place(2), "place3 p3place player3place"),
    (Column::Place(3), "place4 p4place player4place"),
    (Column::Place(4), "place5 p5place player5place"),
    (Column::Lost, "isassignedloss bothlost alllost"),
    (Column::Drawn, "isdraw"),
    (Column::Practice, "ispractice"),
    (
        Column::Result,
        "gamesp1p2draws result matchresult matchresults resultstring results score scores outcome player1result \
         p1result games ergebnis résultat resultat resultado risultato",
    ),
    (
        Column::FirstGames,
        "p1wins player1wins p1gamewins player1gamewins p1games player1games p1score player1score wins gamewins \
         gameswon won w gameswon1",
    ),
    (
        Column::SecondGames,
        "p2wins player2wins p2gamewins player2gamewins p2games player2games p2score player2score opponentwins \
         opponentgames opponentscore losses gamelosses gameslost lost l gameswon2",
    ),
    (Column::DrawnGames, "draws gamedraws gamesdrawn drawngames ties drawn d t"),
    (Column::Winner, "winner matchwinner"),
    (Column::GivenName, "firstname givenname forename vorname prénom prenom"),
    (
        Column::FamilyName,
        "lastname familyname surname nachname familienname nomdefamille apellido apellidos cognome sobrenome apelido",
    ),
    (Column::Username, "username nickname handle benutzername pseudo pseudonyme"),
    (Column::List, "decklist list decklisturl decklistlink deckurl decklink deck"),
    (Column::Dropped, "dropped drop isdropped"),
];

/// Names of the column of a first player that say so without a digit at the end.
const SINGLE: [&str; 4] = ["playerone", "playera", "player1name", "p1name"];
/// Names of the column of given names that are written in two words, too.
const IN_TWO_WORDS: [&str; 2] = ["firstname", "givenname"];

/// Returns the letters and digits of a name, in lower case.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the meaning of a name, and its precedence among the names of this meaning.
fn meaning(name: &str) -> Option<(Column, usize)> {
    let name = folded(name);
    let mut all = NAMES.iter();
    all.find_map(|(column, names)| Some((*column, names.split(' ').position(|known| known == name)?)))
}

/// Returns whether a name heads a column of players that stands alone: `Player A`, `Player 1` and `Vor Name` are players there.
pub(super) fn heads_players(name: &str) -> bool {
    let (known, is_one_word) = (folded(name), !name.contains(char::is_whitespace));
    match meaning(name) {
        Some((Column::Player | Column::Username, _)) => {
            !known.ends_with(char::is_numeric) && !SINGLE.contains(&&*known)
        }
        Some((Column::GivenName, _)) => is_one_word || IN_TWO_WORDS.contains(&&*known),
        _ => false,
    }
}

pub(super) fn is_known(name: &str) -> bool {
    meaning(name).is_some()
}

#[derive(Debug)]
struct Found {
    column: Column,
    precedence: usize,
    place: usize,
}

#[derive(Debug)]
pub(super) struct Columns {
    found: Vec<Found>,
    /// Names as the file writes them, by place.
    names: Vec<String>,
}

impl Columns {
    pub(super) fn read(header: &Row, problems: &ProblemSink) -> Self {
        let names: Vec<String> = header.cells().map(str::to_owned).collect();
        let mut found: Vec<Found> = Vec::new();
        for (place, name) in names.iter().enumerate() {
            let Some((column, precedence)) = meaning(name) else { continue };
            if found.iter().any(|other| (other.column, other.precedence) == (column, precedence)) {
                let message = message!(
                    "column-twice",
                    "there are two columns \"{name}\"; give each its own name, such as \"Player 1\" and \"Player 2\"",
                    name
                );
                problems.add(Path::Line(header.line), message);
            }
            found.push(Found { column, precedence, place });
        }
        found.sort_by_key(|it| it.precedence);
        Self { found, names }
    }

    fn place(&self, column: Column) -> Option<usize> {
        self.found.iter().find(|it| it.column == column).map(|it| it.place)
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.place(column).is_some()
    }

    /// Returns which columns are not read, in words.
    pub(super) fn unread(&self, is_read: impl Fn(Column) -> bool) -> Option<String> {
        let names: Vec<String> = self.names_unread(is_read).map(|name| format!("{name:?}")).collect();
        (!names.is_empty()).then(|| format!("the columns {}", names.join(", ")))
    }

    /// Returns the names of the columns that are not read.
    pub(super) fn names_unread(&self, is_read: impl Fn(Column) -> bool) -> impl Iterator<Item = &str> {
        let read = self.found.iter().filter(|it| is_read(it.column));
        let places: Vec<usize> = read.filter_map(|it| self.place(it.column)).collect();
        let unread = self.names.iter().enumerate();
        unread.filter(move |(place, name)| !places.contains(place) && !name.is_empty()).map(|(_, name)| name.as_str())
    }

    /// Returns the names of all columns, for a message.
    pub(super) fn listed(&self) -> String {
        self.names.iter().filter(|name| !name.is_empty()).cloned().collect::<Vec<_>>().join(", ")
    }
}

/// A row under its columns, and where its problems go.
#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) row: &'a Row,
    pub(super) columns: &'a Columns,
    pub(super) problems: &'a ProblemSink,
}

impl<'a> Record<'a> {
    /// Returns a cell; empty if the file does not have the column.
    pub(super) fn cell(self, column: Column) -> &'a str {
        self.columns.place(column).map_or("", |place| self.row.cell(place))
    }

    /// Returns the name and the number of a column with a player in a seat beyond the last one, such as `Player 6`.
    pub(super) fn seat_beyond(self, last: usize) -> Option<(&'a str, usize)> {
        let numbered = |name: &str| {
            let name = folded(name);
            let number = name.strip_prefix("player").or_else(|| name.strip_prefix('p'))?;
            number.parse::<usize>().ok().filter(|seat| *seat > last)
        };
        let columns = self.columns.names.iter().enumerate().filter(|(place, _)| !self.row.cell(*place).is_empty());
        columns.filter_map(|(_, name)| Some((name.as_str(), numbered(name)?))).next_back()
    }

    pub(super) fn problem(self, column: Column, message: impl IntoMessage) {
        match self.columns.place(column) {
            Some(place) => self.problems.add(Path::Cell(self.row.line, &self.columns.names[place]), message),
            None => self.problem_here(message),
        }
    }

    pub(super) fn problem_here(self, message: impl IntoMessage) {
        self.problems.add(Path::Line(self.row.line), message);
    }
}
