//! Standings that follow from the rounds of a file. The published ones are compared with them, and they stand in for missing
//! ones.
//!
//! Points are compared, and what the archive's rule says can be recomputed. A contradiction is a warning: the tournament is
//! imported as its rounds tell it.

use domain::tournament::Tournament;
use domain::tournament::standings::{Standing, standings_after};
use proto_events::Envelope;
use proto_events::ids::OrganizationId;
use storage::{NewEvent, ReservedIds, StreamWrite};

use super::archive::{Archive, Row};
use super::check::{self, CheckedArchive};
use super::plan::{Context, id_counts, people, plan};
use super::problems::ProblemSink;
use super::rule::Published;

impl CheckedArchive {
    /// Returns the rows of the published standings that the rounds contradict, in the order of the file, with what
    /// differs: `standings[3] (Ana): points: 99, but the rounds give 12`. They do not prevent an import: the standings
    /// follow from the rounds.
    pub fn contradictions(&self) -> Vec<String> {
        let archive = &self.archive;
        let Some((tournament, standings)) = recomputed(self) else { return Vec::new() };
        let line_of = |player: usize| {
            let entry = tournament.registrations.get(player)?;
            standings.iter().find(|line| tournament.player_of(line.competitor) == Some(entry.id))
        };
        let compared = archive.standings.iter().enumerate().filter_map(|(row, published)| {
            let differences = differences(&archive.rule.published, published, line_of(published.player)?);
            let player = &archive.players[published.player];
            (!differences.is_empty()).then(|| format!("standings[{row}] ({player}): {}", differences.join("; ")))
        });
        compared.collect()
    }
}

/// Returns the tournament as it would be imported, and its standings after the last Swiss round.
pub(crate) fn recomputed(checked: &CheckedArchive) -> Option<(Tournament, Vec<Standing>)> {
    let archive = &checked.archive;
    let names = people::claimed_names(&archive.players);
    let known = vec![None; names.len()];
    let ids = ReservedIds::imagined(&id_counts(archive, names.len()));
    let plan =
        plan(checked, &names, Context { organization_id: OrganizationId(1), known, undone: 0, now: archive.date, ids })
            .ok()?;
    let tournament = fold(plan.writes.last()?)?;
    let last = archive.last_swiss_round();
    let round = tournament.rounds().find(|(_, round)| round.number == last)?.1.id;
    let standings = standings_after(&tournament, round)?;
    Some((tournament, standings))
}

/// Folds the events of a new tournament.
pub(crate) fn fold(write: &StreamWrite) -> Option<Tournament> {
    let StreamWrite { stream, organization_id, .. } = *write;
    let envelope = |(new, version): (&NewEvent, _)| {
        Envelope::imagined(stream, version, organization_id, new.occurred_at, new.event.clone())
    };
    let envelopes: Vec<Envelope> = write.events.iter().zip(1..).map(envelope).collect();
    Tournament::from_events(&envelopes).ok()
}

fn differences(published: &Published, row: &Row, line: &Standing) -> Vec<String> {
    let mut found = Vec::new();
    if published.points && row.points != line.score.points {
        found.push(format!("points: {}, but the rounds give {}", row.points, line.score.points));
    }
    let record = [line.score.wins, line.score.losses, line.score.draws];
    if published.record && row.record != record {
        let [told, computed] = [row.record, record].map(|[won, lost, drawn]| format!("{won}-{lost}-{drawn}"));
        found.push(format!("record: {told}, but the rounds give {computed}"));
    }
    let percentages = [
        ("omw", published.omw, row.omw, line.opponent_match_win),
        ("gw", published.gw, row.gw, line.game_win),
        ("ogw", published.ogw, row.ogw, line.opponent_game_win),
    ];
    for (name, is_compared, stated, computed) in percentages {
        let computed = computed.as_f64();
        let Some(stated) = stated.filter(|_| is_compared) else { continue };
        if (stated - computed).abs() > published.tolerance {
            found.push(format!("{name}: {stated}, but the rounds give {computed}"));
        }
    }
    found
}

/// Returns the archive with the standings after its last Swiss round, computed from its rounds by its rule. Rows that it
/// has are replaced. An archive with problems is returned without rows; [`super::read`] reports the problems.
pub(crate) fn with_computed_standings(mut archive: Archive) -> Archive {
    archive.standings.clear();
    let problems = ProblemSink::default();
    check::check(&archive, &problems);
    if !problems.is_empty() {
        return archive;
    }
    let mut checked = CheckedArchive { archive, sha256: String::new(), file_name: String::new() };
    if let Some((tournament, standings)) = recomputed(&checked) {
        let player = |line: &Standing| tournament.registration_position(tournament.player_of(line.competitor)?);
        let as_of_round = checked.archive.last_swiss_round();
        let rows = standings.iter().filter_map(|line| Some(row(line, player(line)?, as_of_round)));
        checked.archive.standings = rows.collect();
    }
    checked.archive
}

fn row(line: &Standing, player: usize, as_of_round: i32) -> Row {
    Row {
        rank: line.rank,
        player,
        points: line.score.points,
        record: [line.score.wins, line.score.losses, line.score.draws],
        omw: Some(line.opponent_match_win.as_f64()),
        gw: Some(line.game_win.as_f64()),
        ogw: Some(line.opponent_game_win.as_f64()),
        as_of_round,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tests::{read_value, small, small_file};

    #[test]
    fn rows_with_other_points_are_named() {
        let mut file = small();
        file["standings"][1]["points"] = json!(99);
        file["standings"][4]["points"] = json!(0);
        let found = read_value(&file).unwrap().contradictions();
        assert_eq!(
            found,
            [
                "standings[1] (Ana): points: 99, but the rounds give 7",
                "standings[4] (Di): points: 0, but the rounds give 1",
            ]
        );
    }

    #[test]
    fn records_are_compared_unless_they_include_the_playoff() {
        let mut file = small();
        file["rule"]["fields"] = json!(["points", "w", "l", "d"]);
        let found = read_value(&file).unwrap().contradictions();
        assert_eq!(found[0], "standings[0] (Cy): record: 3-0-2, but the rounds give 1-0-2");
        file["rule"]["wld_includes_playoffs"] = json!(true);
        assert_eq!(read_value(&file).unwrap().contradictions(), [""; 0]);
    }

    #[test]
    fn percentages_are_compared_if_the_rule_says_that_they_can_be_recomputed() {
        let mut file = small();
        file["rule"]["fields"] = json!(["points", "omw"]);
        let found = read_value(&file).unwrap().contradictions();
        assert!(found[0].starts_with("standings[0] (Cy): omw: 0.5, but the rounds give 0."), "{found:?}");
    }

    #[test]
    fn rows_follow_from_the_rounds_and_contradict_nothing() {
        let mut file = small_file();
        file.archive.standings.clear();
        file.archive = with_computed_standings(file.archive);
        let shown = |row: &Row| (row.rank, file.archive.players[row.player].as_str(), row.points, row.record);
        let rows: Vec<_> = file.archive.standings.iter().map(shown).collect();
        let expected = [
            (1, "Ana", 7, [2, 0, 1]),
            (2, "Ed", 6, [2, 1, 0]),
            (3, "Cy", 5, [1, 0, 2]),
            (4, "Di", 1, [0, 1, 1]),
            (5, "Bo", 0, [0, 3, 0]),
        ];
        assert_eq!(rows, expected);
        file.archive.rule.published.record = true;
        (file.archive.rule.published.omw, file.archive.rule.published.gw) = (true, true);
        file.archive.rule.published.ogw = true;
        assert_eq!(file.contradictions(), [""; 0]);
    }

    #[test]
    fn an_impossible_archive_gets_no_rows() {
        let mut archive = small_file().archive;
        archive.rounds[1].number = 1;
        assert_eq!(with_computed_standings(archive).standings, []);
    }
}
