//! Tables: the records as CSV. A table has the fields of its documents, without arrays: the players of a match have columns of
//! their own, and members of a team are separated by blanks.

use std::sync::Arc;

use proto_events::tournament::PODS_SEATS_MAX;
use serde_json::{Map, Value};
use service_kit::problem::Problem;
use storage::RecordPart::{self, Cards, Decklists, Matches, Rounds, Standings};
use storage::StoreError;

use crate::listing::Framing;

/// A table: a part of the records, or their heads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Table(pub(super) Option<RecordPart>);

/// The form of the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cells {
    /// For spreadsheets, which would run a text such as `=HYPERLINK(…)` as a formula.
    Neutralized,
    /// For programs: the exact text.
    Raw,
}

impl Cells {
    /// Returns the cell of a value: nothing for null, and the values of an array separated by blanks. A spreadsheet shows
    /// a text with an apostrophe before it as it is.
    fn cell(self, value: Option<&Value>, place: Option<usize>) -> String {
        match (value, place) {
            (Some(Value::Array(values)), Some(place)) => self.cell(values.get(place), None),
            (Some(Value::Array(values)), None) => {
                values.iter().map(|value| self.cell(Some(value), None)).collect::<Vec<_>>().join(" ")
            }
            (Some(Value::String(text)), _) => {
                let is_neutralized = self == Self::Neutralized && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
                if is_neutralized { format!("'{text}") } else { text.clone() }
            }
            (None | Some(Value::Null), _) => String::new(),
            (Some(other), _) => other.to_string(),
        }
    }
}

impl Table {
    /// Every table.
    pub(super) const ALL: [Self; 6] = [
        Self(None),
        Self(Some(Standings)),
        Self(Some(Matches)),
        Self(Some(Decklists)),
        Self(Some(Cards)),
        Self(Some(Rounds)),
    ];

    pub(super) fn name(self) -> &'static str {
        self.0.map_or("tournaments", RecordPart::name)
    }

    /// Returns its columns after `tournament_id` and `deleted`: name, field, and the place in the field's array.
    fn columns(self) -> Vec<(String, &'static str, Option<usize>)> {
        let fields = match self.0 {
            None => {
                "organization_id organization_name name event_format start status is_test is_unlisted \
                 is_canceled is_team_event url player_count swiss_rounds top_cut"
            }
            Some(Standings) => {
                "place player_id team_id members name match_points wins losses draws playoff_wins playoff_losses \
                 match_win_percentage opponent_match_win_percentage game_win_percentage \
                 opponent_game_win_percentage opponent_average_match_points archetype decklist_id \
                 decklist_sha256 decklist_url"
            }
            Some(Matches) => {
                "id round_id round_number phase table players games_won games_drawn winner is_draw is_bye \
                 is_assigned_loss is_practice team_match_id status more_players places"
            }
            Some(Decklists) => "id player_id name archetype sha256 text",
            Some(Cards) => "decklist_id section name count",
            Some(Rounds) => "id number phase type kind status",
        };
        let by_seat = |name: &str, field, seats: std::ops::Range<usize>| {
            seats.map(|seat| (format!("{name}_{}", seat + 1), field, Some(seat))).collect()
        };
        let columns = fields.split(' ').flat_map(|field| match field {
            "players" => by_seat("player", field, 0..2),
            "games_won" => by_seat("games_won", field, 0..2),
            // Those of pods stand behind the columns that were there before pods.
            "more_players" => by_seat("player", "players", 2..PODS_SEATS_MAX),
            "places" => by_seat("place", field, 0..PODS_SEATS_MAX),
            field => vec![(field.to_owned(), field, None)],
        });
        columns.collect()
    }

    /// Returns the framing of an answer. `is_update` says that it answers `since`: an event without rows has a line too, so
    /// that the client deletes the rows that it had.
    pub(super) fn framing(self, cells: Cells, is_update: bool) -> Result<Framing, Problem> {
        let columns = self.columns();
        let names = ["tournament_id", "deleted"].into_iter().chain(columns.iter().map(|(name, ..)| name.as_str()));
        let mut first_line = Vec::new();
        write_line(names, &mut first_line).map_err(Problem::internal)?;
        let convert = move |record: &[u8], chunk: &mut Vec<u8>| self.write(record, &columns, (cells, is_update), chunk);
        Ok(Framing::table(first_line, Arc::new(convert)))
    }

    fn write(
        self,
        record: &[u8],
        columns: &[(String, &'static str, Option<usize>)],
        (form, is_update): (Cells, bool),
        chunk: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        let damaged = |why: &dyn std::fmt::Display| StoreError::Damaged(format!("a record cannot be read: {why}"));
        let mut record: Map<String, Value> = serde_json::from_slice(record).map_err(|error| damaged(&error))?;
        let id = form.cell(record.get("id"), None);
        let is_deleted = record.contains_key("deleted");
        let rows: Vec<Map<String, Value>> = match self.0 {
            _ if is_deleted => vec![Map::new()],
            None => vec![record],
            Some(part) => {
                let rows = record.remove(part.name()).unwrap_or_default();
                let rows: Vec<_> = serde_json::from_value(rows).map_err(|error| damaged(&error))?;
                if rows.is_empty() && is_update { vec![Map::new()] } else { rows }
            }
        };
        for row in rows {
            let cells = columns.iter().map(|(_, field, place)| form.cell(row.get(*field), *place));
            let start = [id.clone(), is_deleted.to_string()];
            write_line(start.into_iter().chain(cells), chunk).map_err(|error| damaged(&error))?;
        }
        Ok(())
    }
}

fn write_line<T: AsRef<[u8]>>(cells: impl Iterator<Item = T>, chunk: &mut Vec<u8>) -> Result<(), csv::Error> {
    let mut writer = csv::WriterBuilder::new().from_writer(chunk);
    writer.write_record(cells)?;
    Ok(writer.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(table: Table, is_update: bool, record: &str) -> String {
        let mut chunk = Vec::new();
        let form = (Cells::Neutralized, is_update);
        table.write(record.as_bytes(), &table.columns(), form, &mut chunk).unwrap();
        String::from_utf8(chunk).unwrap()
    }

    #[test]
    fn a_match_has_a_line_with_numbers_and_ids_in_columns() {
        let record = r#"{"id":7,"matches":[{"id":1,"round_id":2,"round_number":3,"phase":1,"table":4,"players":[11,12],
            "games_won":[2,0],"games_drawn":0,"winner":11,"is_draw":false,"is_bye":false,"is_assigned_loss":false,
            "is_practice":false,"team_match_id":null,"status":"COMPLETE"},{"id":2,"players":[13],"games_won":[2]},
            {"id":3,"players":[11,12,13,14],"places":[2,1,2,4],"winner":12}]}"#;
        let expected = "7,false,1,2,3,1,4,11,12,2,0,0,11,false,false,false,false,,COMPLETE,,,,,,,,\n\
                        7,false,2,,,,,13,,2,,,,,,,,,,,,,,,,,\n\
                        7,false,3,,,,,11,12,,,,12,,,,,,,13,14,,2,1,2,4,\n";
        assert_eq!(written(Table(Some(Matches)), false, record), expected);
    }

    #[test]
    fn texts_are_quoted_and_tombstones_are_lines() {
        let record = r#"{"id":7,"decklists":[{"id":1,"name":"Say \"hi\", Bo","text":"4 Bolt\n20 Mountain"}]}"#;
        let expected = "7,false,1,,\"Say \"\"hi\"\", Bo\",,,\"4 Bolt\n20 Mountain\"\n";
        assert_eq!(written(Table(Some(Decklists)), false, record), expected);
        assert_eq!(written(Table(Some(Cards)), true, r#"{"id":7,"deleted":true}"#), "7,true,,,,\n");
    }

    #[test]
    fn a_text_that_a_spreadsheet_would_run_has_an_apostrophe_and_numbers_have_none() {
        let cell = |form: Cells, value: Value| form.cell(Some(&value), None);
        for text in ["=1+1", "+x", "-5", "@SUM(A1)", "\t=1", "\r=1", "="] {
            assert_eq!(cell(Cells::Neutralized, text.into()), format!("'{text}"));
            assert_eq!(cell(Cells::Raw, text.into()), text);
        }
        for (value, expected) in [("Ann", "Ann"), ("'=1", "'=1"), ("4 -x", "4 -x"), ("", "")] {
            assert_eq!(cell(Cells::Neutralized, value.into()), expected);
        }
        assert_eq!(cell(Cells::Neutralized, Value::from(-5)), "-5");
        assert_eq!(cell(Cells::Neutralized, Value::from(vec![-5, 6])), "-5 6");
    }

    #[test]
    fn an_event_without_rows_has_a_line_in_an_update_alone() {
        let record = r#"{"id":7,"rounds":[]}"#;
        assert_eq!(written(Table(Some(Rounds)), true, record), "7,false,,,,,,\n");
        assert_eq!(written(Table(Some(Rounds)), false, record), "");
    }
}
