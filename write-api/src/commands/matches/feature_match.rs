//! Makes a match a feature match, or a regular one again.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::MatchId;

use super::table::{UnknownMatch, placed};
use crate::decision::Decision;

/// Makes a match a feature match, or a regular one again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeatureMatch {
    /// The match.
    pub match_id: MatchId,
    /// Whether it is a feature match.
    pub is_feature_match: bool,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such match.
    #[error(transparent)]
    UnknownMatch(#[from] UnknownMatch),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The change was made.
    Changed,
    /// Nothing had to change.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there is no such match.
pub fn decide(tournament: &Tournament, command: &FeatureMatch) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let FeatureMatch { match_id, is_feature_match } = *command;
    if placed(tournament, match_id)?.table.is_feature_match == is_feature_match {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    Ok(Decision::happens(vec![TournamentEvent::MatchFeatured { match_id, is_feature_match }], Outcome::Changed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::matches::table::tests::{MATCH, playing};

    #[test]
    fn a_match_is_featured_once() {
        let command = FeatureMatch { match_id: MATCH, is_feature_match: true };
        let featured = TournamentEvent::MatchFeatured { match_id: MATCH, is_feature_match: true };
        let decision = decide(&playing(&[]), &command).unwrap();
        assert_eq!(decision, Decision::happens(vec![featured.clone()], Outcome::Changed));
        assert_eq!(decide(&playing(&[featured]), &command).unwrap(), Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn what_is_not_there_is_not_featured() {
        let unknown = FeatureMatch { match_id: MatchId(99), is_feature_match: true };
        assert_eq!(decide(&playing(&[]), &unknown), Err(UnknownMatch(MatchId(99)).into()));
    }
}
