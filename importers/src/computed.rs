//! Computes the standings of an archive whose file has none, or has only ranks.

use domain::tournament::standings::Standing;

use super::archive::{Archive, Row};
use super::check;
use super::checked::CheckedArchive;
use super::contradictions::recomputed;
use super::problems::ProblemSink;

/// Returns the archive with the standings after its last Swiss round, computed from its rounds by its rule. Rows that it
/// has are replaced. An archive with problems is returned without rows; [`super::read`] reports the problems.
pub(crate) fn with_computed_standings(mut archive: Archive) -> Archive {
    archive.standings.clear();
    let problems = ProblemSink::default();
    check::check(&archive, &problems);
    if problems.check().is_err() {
        return archive;
    }
    let mut checked = CheckedArchive { archive, sha256: String::new(), file_name: String::new() };
    if let Some((tournament, standings)) = recomputed(&checked) {
        let player = |line: &Standing| tournament.registration_position(line.competitor.player()?);
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
        points: line.match_points,
        record: [line.wins, line.losses, line.draws],
        omw: Some(line.opponent_match_win.as_f64()),
        gw: Some(line.game_win.as_f64()),
        ogw: Some(line.opponent_game_win.as_f64()),
        as_of_round,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::small_file;

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
        assert_eq!(file.contradictions(), []);
    }

    #[test]
    fn an_impossible_archive_gets_no_rows() {
        let mut archive = small_file().archive;
        archive.rounds[1].number = 1;
        assert_eq!(with_computed_standings(archive).standings, []);
    }
}
