//! Infractions with their usual penalties, and penalties for repeated ones. Judges decide: this is only suggested.
//!
//! Source: Magic Infraction Procedure Guide, effective October 4, 2019. Usual penalties are those of appendix A. Upgrades
//! are those of section 2 (the third penalty of a category on a day, except for Failure to Maintain Game State) and of section
//! 3 (a Warning after a Warning of the same category on a day). Upgrades that depend on more than the number of penalties on a
//! day are left to the judge: Tardiness after ten minutes, a Missed Trigger, of which most have no penalty, and a later
//! Unsporting Conduct – Minor, for which the guide names no day.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use proto_events::vocabulary::{Penalty, RulesLevel};

use crate::time_zone::Zone;

/// The hour at which a day of an event ends. An event of an evening often ends after midnight.
const DAY_ENDS: TimeDelta = TimeDelta::hours(4);

/// An infraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Infraction {
    /// Its short name.
    pub name: &'static str,
    /// The usual penalty; `None` if there usually is none.
    pub usual: Option<Penalty>,
    /// The number, on a day, from which a penalty is upgraded, and the penalty then.
    pub upgrade: Option<(usize, Penalty)>,
}

/// The upgrade of Game Play Errors.
const GAME_PLAY: Option<(usize, Penalty)> = Some((3, Penalty::GameLoss));
/// The upgrade of other Warnings.
const SECOND: Option<(usize, Penalty)> = Some((2, Penalty::GameLoss));

/// All infractions, in the order of the texts for readers.
pub const INFRACTIONS: &[Infraction] = &[
    Infraction::new("Tardiness", Some(Penalty::GameLoss), None),
    Infraction::new("Slow Play", Some(Penalty::Warning), SECOND),
    Infraction::new("Looking at Extra Cards", Some(Penalty::Warning), GAME_PLAY),
    Infraction::new("Game Rule Violation", Some(Penalty::Warning), GAME_PLAY),
    Infraction::new("Missed Trigger", None, None),
    Infraction::new("Hidden Card Error", Some(Penalty::Warning), GAME_PLAY),
    Infraction::new("Mulligan Procedure Error", Some(Penalty::Warning), GAME_PLAY),
    Infraction::new("Failure to Maintain Game State", Some(Penalty::Warning), None),
    Infraction::new("Decklist Problem", Some(Penalty::GameLoss), None),
    Infraction::new("Deck Problem", Some(Penalty::Warning), SECOND),
    Infraction::new("Limited Procedure Violation", Some(Penalty::Warning), SECOND),
    Infraction::new("Communication Policy Violation", Some(Penalty::Warning), SECOND),
    Infraction::new("Marked Cards", Some(Penalty::Warning), SECOND),
    Infraction::new("Insufficient Shuffling", Some(Penalty::Warning), SECOND),
    Infraction::new("Outside Assistance", Some(Penalty::MatchLoss), None),
    Infraction::new("Unsporting Conduct – Minor", Some(Penalty::Warning), None),
    Infraction::new("Unsporting Conduct – Major", Some(Penalty::MatchLoss), None),
    Infraction::new("Improperly Determining a Winner", Some(Penalty::MatchLoss), None),
    Infraction::new("Bribery and Wagering", Some(Penalty::MatchLoss), None),
    Infraction::new("Aggressive Behavior", Some(Penalty::Disqualification), None),
    Infraction::new("Theft of Tournament Material", Some(Penalty::Disqualification), None),
    Infraction::new("Stalling", Some(Penalty::Disqualification), None),
    Infraction::new("Cheating", Some(Penalty::Disqualification), None),
];

impl Infraction {
    const fn new(name: &'static str, usual: Option<Penalty>, upgrade: Option<(usize, Penalty)>) -> Self {
        Self { name, usual, upgrade }
    }

    /// Returns the penalty for a player with so many penalties for it earlier on the day.
    pub fn suggested(&self, earlier: usize) -> Option<Penalty> {
        let upgraded = self.upgrade.filter(|(from, _)| earlier + 1 >= *from);
        upgraded.map(|(_, penalty)| penalty).or(self.usual)
    }

    /// Returns the upgrade that is still to come after so many penalties: its number on the day, and the penalty.
    pub fn next_upgrade(&self, earlier: usize) -> Option<(usize, Penalty)> {
        self.upgrade.filter(|(from, _)| earlier + 1 < *from)
    }
}

/// Returns whether a penalty counts for upgrades: a caution of an event with casual rules does not.
pub fn counts(penalty: Penalty) -> bool {
    penalty != Penalty::Caution
}

/// Returns whether the guide applies to events of this level. An event that names no level may be competitive.
pub fn applies_at(level: Option<RulesLevel>) -> bool {
    !matches!(level, Some(RulesLevel::Casual | RulesLevel::Regular))
}

/// Returns the day to which a moment belongs. Penalties of other days do not count.
pub fn day_of(zone: Zone, at: DateTime<Utc>) -> NaiveDate {
    (zone.local(at) - DAY_ENDS).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn infraction(name: &str) -> &'static Infraction {
        INFRACTIONS.iter().find(|infraction| infraction.name == name).unwrap()
    }

    #[test]
    fn third_game_play_error_of_a_day_is_a_game_loss() {
        let rule = infraction("Game Rule Violation");
        let suggested = [0, 1, 2, 5].map(|earlier| rule.suggested(earlier).unwrap());
        assert_eq!(suggested, [Penalty::Warning, Penalty::Warning, Penalty::GameLoss, Penalty::GameLoss]);
        assert_eq!([0, 1, 2].map(|earlier| rule.next_upgrade(earlier).map(|(at, _)| at)), [Some(3), Some(3), None]);
        let trigger = infraction("Missed Trigger");
        assert_eq!([0, 2].map(|earlier| trigger.suggested(earlier)), [None, None], "most have no penalty");
        let state = infraction("Failure to Maintain Game State");
        assert_eq!(state.suggested(9), Some(Penalty::Warning), "it is never upgraded");
    }

    #[test]
    fn second_warning_for_a_tournament_error_is_a_game_loss() {
        for name in ["Slow Play", "Deck Problem", "Marked Cards"] {
            let suggested = [0, 1].map(|earlier| infraction(name).suggested(earlier).unwrap());
            assert_eq!(suggested, [Penalty::Warning, Penalty::GameLoss], "{name}");
        }
        assert_eq!(infraction("Tardiness").suggested(1), Some(Penalty::GameLoss));
        assert_eq!(infraction("Unsporting Conduct – Minor").suggested(1), Some(Penalty::Warning), "judges decide");
        assert_eq!(infraction("Cheating").suggested(0), Some(Penalty::Disqualification));
    }

    #[test]
    fn penalty_after_midnight_belongs_to_the_evening() {
        let zone = Zone::named("Europe/Berlin").unwrap();
        let day = |at: &str| day_of(zone, at.parse().unwrap()).to_string();
        assert_eq!(day("2026-10-24T20:30:00Z"), "2026-10-24");
        assert_eq!(day("2026-10-24T23:30:00Z"), "2026-10-24", "01:30 there");
        assert_eq!(day("2026-10-25T07:00:00Z"), "2026-10-25");
    }

    #[test]
    fn cautions_and_regular_events_have_no_upgrades() {
        assert!(!counts(Penalty::Caution) && counts(Penalty::Warning));
        let levels = [None, Some(RulesLevel::Competitive), Some(RulesLevel::Regular), Some(RulesLevel::Casual)];
        assert_eq!(levels.map(applies_at), [true, true, false, false]);
    }
}
