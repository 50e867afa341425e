//! Writes a finished event of Pokémon as a `.tdf` file, the form of Tournament Operations Manager (TOM). The form has no
//! published description. Public programs that read and write such files agree on what is here: outcomes 1 and 2 for the
//! seat that won, 3 for a tie, 5 for a bye, 8 for a loss without an opponent, 10 for a loss of both; rounds of type 1 are
//! the playoff.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use domain::tournament::standings::standings_after;
use domain::tournament::to_pair::table_size;
use domain::tournament::{Round as Played, Tournament};
use proto_events::vocabulary::{PhaseType, PlayoffKind, RegistrationStatus, RuleSet};

use super::document::{Round, Table};
use super::tables::{self, Field};
use super::{Names, Written, called, file_name, source, top_cut};
use crate::directory::Found;

/// The division of all players: Masters. Crosstable knows no dates of birth.
const DIVISION: u8 = 2;
/// TOM shows only the year; the day is the same for everyone.
const BIRTH_DATE: &str = "02/27/2000";
/// The first id of players whose ids are not known; those of Play! Pokémon are lower.
const UNKNOWN_IDS: usize = 9_000_001;

/// Ids at Play! Pokémon by name of player.
pub(crate) type PlayerIds = HashMap<String, String>;

/// Reads lines with a name, a comma and the player's id.
///
/// # Errors
/// When a line has no id, one that is not a number below 9000001, or the name or the id of an earlier line.
pub(crate) fn player_ids(text: &str) -> anyhow::Result<PlayerIds> {
    let (mut ids, mut taken) = (PlayerIds::new(), HashSet::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let (name, id) = line.rsplit_once(',').map(|(name, id)| (name.trim(), id.trim())).unwrap_or_default();
        let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
        ensure!(is_number, "line {number} must be a name, a comma and a number, such as Ana Lee,1234567");
        let value: usize = id.parse().unwrap_or(UNKNOWN_IDS);
        ensure!(value < UNKNOWN_IDS, "line {number}: the id must be below {UNKNOWN_IDS}");
        ensure!(taken.insert(value), "line {number}: an earlier line has the id {value}");
        let name = name.trim_matches('"');
        ensure!(ids.insert(name.to_owned(), id.to_owned()).is_none(), "line {number}: an earlier line has {name}");
    }
    Ok(ids)
}

/// Writes a finished event. Returns the file, and the names of the players without an id.
///
/// # Errors
/// When it is not finished, or [the form cannot say it](fits).
pub(crate) fn write(found: &Found, names: &Names, ids: &PlayerIds) -> anyhow::Result<(Written, Vec<String>)> {
    let tournament = &found.tournament;
    ensure!(tournament.lifecycle.is_finished(), "it is not finished: its status is {}", tournament.lifecycle);
    ensure!(
        fits(tournament),
        "this format is for single players with the rules of Pokémon in matches of two, without pools and double \
         eliminations"
    );
    let (_, last) = tables::played(tournament).last().context("no round of it was played")?;
    let standings = standings_after(tournament, last.id).unwrap_or_default();
    let field = Field::of(tournament, &standings, |user| called(names, user));
    let mut times: HashMap<&str, usize> = HashMap::new();
    field.names.iter().for_each(|name| *times.entry(name).or_default() += 1);
    // Of two players of one name, nothing says whose id it is.
    let known = |name: &String| ids.get(name).filter(|_| times.get(name.as_str()) == Some(&1)).cloned();
    let missing: Vec<String> = field.names.iter().filter(|name| known(name).is_none()).cloned().collect();
    let numbered = field.names.iter().zip(UNKNOWN_IDS..);
    let ids = numbered.map(|(name, number)| known(name).unwrap_or_else(|| number.to_string())).collect();
    let order: Vec<usize> =
        standings.iter().filter_map(|line| field.index(tournament.player_of(line.competitor)?)).collect();
    let rounds = tables::rounds(tournament, &field);
    let began = tournament.details.start_datetime.unwrap_or(found.announced_at);
    let (players, count) = (field.names.len(), rounds.len());
    let xml = Tdf { tournament, field, ids, order, rounds, began }.xml();
    let (_, id) = source(tournament);
    let written =
        Written { file_name: file_name(&id, "tdf"), bytes: xml.into_bytes(), players, rounds: count, decklists: 0 };
    Ok((written, missing))
}

/// Returns whether the form can say an event.
pub(crate) fn fits(tournament: &Tournament) -> bool {
    let is_of_pokemon = tournament.details.rules.rule_set == RuleSet::Pokemon;
    let is_other = |kind: PhaseType| matches!(kind, PhaseType::DoubleElimination | PhaseType::RoundRobin);
    is_of_pokemon
        && table_size(tournament) == 2
        && !tournament.is_team_event()
        && !tournament.phases.iter().any(|phase| is_other(phase.round_type))
}

struct Tdf<'a> {
    tournament: &'a Tournament,
    field: Field,
    /// By player.
    ids: Vec<String>,
    /// The players by place.
    order: Vec<usize>,
    rounds: Vec<Round>,
    began: DateTime<Utc>,
}

impl Tdf<'_> {
    fn xml(&self) -> String {
        let details = &self.tournament.details;
        let (kind, mode) = if self.has_cut() { (3, "TCG1DAY") } else { (2, "LEAGUECHALLENGE") };
        let (day, minutes) = (self.began.format("%m/%d/%Y"), self.tournament.organizing.round_minutes.unwrap_or(0));
        let third = details.playoff == PlayoffKind::ThirdPlace;
        let players: String = (0..self.ids.len()).map(|player| self.player(player)).collect();
        let roster: String = self.ids.iter().map(|id| format!("<player userid=\"{id}\" />\n")).collect();
        let rounds: String = self.rounds.iter().map(|round| self.round(round, kind)).collect();
        let place =
            |(place, player): (usize, &usize)| format!("<player id=\"{}\" place=\"{place}\" />\n", self.ids[*player]);
        let stayed = |player: &&usize| self.drop_of(**player).is_none();
        let order: Vec<&usize> = self.order.iter().filter(stayed).collect();
        let unplaced = (0..self.ids.len()).filter(|player| !order.contains(&player));
        let gone: String = unplaced.map(|player| format!("<player id=\"{}\" />\n", self.ids[player])).collect();
        let finished: String = (1..).zip(order).map(place).collect();
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <tournament type=\"{kind}\" stage=\"5\" version=\"1.80\" gametype=\"TRADING_CARD_GAME\" mode=\"{mode}\">\n\
             <data>\n<name>{name}</name>\n<id></id>\n<city></city>\n<state></state>\n<country></country>\n\
             <roundtime>{minutes}</roundtime>\n<finalsroundtime>{minutes}</finalsroundtime>\n\
             <organizer popid=\"\" name=\"\"/>\n<startdate>{day}</startdate>\n<lessswiss>false</lessswiss>\n\
             <autotablenumber>true</autotablenumber>\n<overflowtablestart>0</overflowtablestart>\n</data>\n\
             <timeelapsed>0</timeelapsed>\n<players>\n{players}</players>\n\
             <pods>\n<pod category=\"{DIVISION}\" stage=\"{stage}\">\n<poddata>\n<startingtable>1</startingtable>\n\
             <playoff3rd4th>{third}</playoff3rd4th>\n<subgroupcount>1</subgroupcount>\n\
             <additionalrounds>0</additionalrounds>\n</poddata>\n\
             <subgroups>\n<subgroup number=\"1\">\n<players>\n{roster}</players>\n</subgroup>\n</subgroups>\n\
             <rounds>\n{rounds}</rounds>\n</pod>\n</pods>\n\
             <standings>\n<pod category=\"{DIVISION}\" type=\"finished\">\n{finished}</pod>\n\
             <pod category=\"{DIVISION}\" type=\"dnf\">\n{gone}</pod>\n</standings>\n\
             <finalsoptions>\n<categorycut key=\"{DIVISION}\">\n<options>\n<value>0</value>\n</options>\n\
             <cut>{cut}</cut>\n<playercount>{count}</playercount>\n<paired3rd4th>{third}</paired3rd4th>\n\
             </categorycut>\n</finalsoptions>\n</tournament>\n",
            name = escaped(&details.name),
            stage = u8::from(self.has_cut()),
            cut = top_cut(&self.rounds).unwrap_or(0),
            count = self.ids.len(),
        )
    }

    fn has_cut(&self) -> bool {
        self.rounds.iter().any(|round| round.kind == "playoff")
    }

    fn moment(&self) -> impl std::fmt::Display {
        self.began.format("%m/%d/%Y %H:%M:%S")
    }

    fn player(&self, player: usize) -> String {
        let name = &self.field.names[player];
        let (first, family) = name.rsplit_once(' ').unwrap_or((name.as_str(), ""));
        let (id, moment) = (&self.ids[player], self.moment());
        format!(
            "<player userid=\"{id}\">\n<firstname>{}</firstname>\n<lastname>{}</lastname>\n\
             <birthdate>{BIRTH_DATE}</birthdate>\n<starter>true</starter>\n{}<creationdate>{moment}</creationdate>\n\
             <lastmodifieddate>{moment}</lastmodifieddate>\n</player>\n",
            escaped(first),
            escaped(family),
            self.drop_of(player).unwrap_or_default(),
        )
    }

    /// Returns when a player dropped or was disqualified.
    fn drop_of(&self, player: usize) -> Option<String> {
        let entry = self.field.players[player];
        let status = match self.tournament.registration(entry)?.status {
            RegistrationStatus::Dropped => 1,
            RegistrationStatus::Disqualified => 2,
            _ => return None,
        };
        let is_in = |round: &Played| round.matches.iter().any(|table| table.pairing.players.contains(&entry));
        let last = tables::played(self.tournament).filter(|(_, round)| is_in(round)).last();
        let (round, moment) = (last.map_or(0, |(_, round)| round.number), self.moment());
        Some(format!(
            "<dropped>\n<status>{status}</status>\n<round>{round}</round>\n\
             <timestamp>{moment}</timestamp>\n</dropped>\n"
        ))
    }

    fn round(&self, round: &Round, kind: u8) -> String {
        let is_playoff = round.kind == "playoff";
        let last = self.rounds.iter().rfind(|other| other.kind == round.kind);
        let is_last = last.is_some_and(|last| last.number == round.number);
        let (kind, stage, moment) = (if is_playoff { 1 } else { kind }, if is_last { 8 } else { 6 }, self.moment());
        let mut xml = format!(
            "<round number=\"{}\" type=\"{kind}\" stage=\"{stage}\">\n<timeleft>0</timeleft>\n\
             <pairtime>{moment}</pairtime>\n<starttime>{moment}</starttime>\n<matches>\n",
            round.number
        );
        for (table, number) in round.matches.iter().zip(1..) {
            let number = if table.p2.is_some() { number } else { 0 };
            let _ = write!(
                xml,
                "<match outcome=\"{}\">\n{}<timestamp>{moment}</timestamp>\n\
                 <tablenumber>{number}</tablenumber>\n</match>\n",
                outcome(table),
                self.seats(table),
            );
        }
        xml + "</matches>\n</round>\n"
    }

    fn seats(&self, table: &Table) -> String {
        let seat = |name: &str, player: usize| format!("<{name} userid=\"{}\"/>\n", self.ids[player]);
        match table.p2 {
            Some(second) => seat("player1", table.p1) + &seat("player2", second),
            None => seat("player", table.p1),
        }
    }
}

fn outcome(table: &Table) -> u8 {
    match (table.bye, table.loss, table.winner) {
        (true, ..) => 5,
        (_, true, _) => 8,
        (_, _, winner @ (1 | 2)) => winner,
        (_, _, 3) => 10,
        _ => 3,
    }
}

fn escaped(text: &str) -> String {
    let pairs = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;")];
    pairs.iter().fold(text.to_owned(), |text, (letter, entity)| text.replace(*letter, entity))
}

#[cfg(test)]
mod tests {
    use super::player_ids;

    #[test]
    fn a_line_of_player_ids_is_refused_with_its_number() {
        for (text, expected) in [
            ("Ana,1\n\nBo,x", "line 3 must be a name, a comma and a number"),
            ("Ana,1\nBo,01", "line 2: an earlier line has the id 1"),
            ("Ana,1\n\"Ana\",2", "line 2: an earlier line has Ana"),
            ("Ana,9000001", "line 1: the id must be below 9000001"),
        ] {
            let told = player_ids(text).unwrap_err().to_string();
            assert!(told.starts_with(expected), "{told}");
        }
    }
}
