//! The penalties of a file: `<warnings>` has a `<warning>` for each, with the number of the infraction (`code`) and that
//! of the penalty.

use proto_events::vocabulary::Penalty;

use super::markup::Element;
use super::people::People;
use crate::archive::{ArchivePenalty, ArchiveRound, ROUNDS};
use crate::problems::ProblemSink;

/// The penalties by their number, which begins at 1. A disqualification is 5 or 6, without or with prizes.
const PENALTIES: [Penalty; 6] = [
    Penalty::Caution,
    Penalty::Warning,
    Penalty::GameLoss,
    Penalty::MatchLoss,
    Penalty::Disqualification,
    Penalty::Disqualification,
];

/// Reads the penalties, and says which of them are left out.
pub(super) fn read(
    event: Element<'_>,
    people: &People<'_>,
    rounds: &[ArchiveRound],
    problems: &ProblemSink,
) -> (Vec<ArchivePenalty>, Option<String>) {
    let (mut read, mut unread) = (Vec::new(), 0);
    for warning in event.all_in("warnings", "warning") {
        match penalty(warning, people, rounds, problems) {
            Some(penalty) => read.push(penalty),
            None => unread += 1,
        }
    }
    let why = "of persons who do not play, or with a number that stands for no penalty";
    (read, (unread > 0).then(|| format!("{unread} of the penalties, {why}")))
}

fn penalty(
    warning: Element<'_>,
    people: &People<'_>,
    rounds: &[ArchiveRound],
    problems: &ProblemSink,
) -> Option<ArchivePenalty> {
    let number = warning.attribute("penalty")?;
    let penalty = *PENALTIES.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
    let player = people.playing(warning, "person")?;
    let code = warning.attribute("code").unwrap_or("unknown");
    let infraction = format!("Infraction {code}, penalty {number} (Wizards Event Reporter)");
    warning.check_length("code", &infraction, problems);
    let note = warning.attribute("notes").unwrap_or_default().to_owned();
    let round = warning.integer("round", (0, ROUNDS), problems);
    let round = round.filter(|number| rounds.iter().any(|round| round.number == *number));
    Some(ArchivePenalty { player, round, infraction, penalty, note })
}
