//! Pairs rounds: Swiss rounds, cuts, draft pods, player meetings. All functions are pure. Random choices follow from a
//! seed, and the order in which entrants are given does not matter.
//!
//! # Rules of a Swiss round, the most important first
//!
//! 1. Each entrant has one match or bye. Entrants with an awarded bye for the round have that bye.
//! 2. If the number of the others is odd, one of them gets a bye: one of the lowest score group among those with the
//!    fewest byes. So a second bye is possible only after all have had one.
//! 3. As few rematches as possible: none if a pairing without rematches exists. If several players may get the bye, it
//!    goes to one with whom that works. If rematches cannot be avoided, those who have met least often meet again.
//! 4. The least total difference of match points.
//! 5. Small steps: two players paired down by one score group each are better than one paired down by two.
//! 6. All else is random. In a round by standing, the standings replace rule 5 and the random choice: the best entrant
//!    gets the best opponent that rules 1 to 4 allow, then the best of the others does, and so on.
//!
//! Sources: the Magic Tournament Rules, and the pairings of 1,762 real events (see `docs/benchmarks.md`).
//!
//! `field` defines the costs, `engine` finds the pairs (its documentation explains how), `standing` improves them for a
//! round by standing, and `tables` assigns tables.

pub mod cut;
pub mod edit;
mod engine;
mod field;
mod lots;
mod matching;
pub mod meeting;
pub mod pods;
mod standing;
mod tables;

use std::collections::HashSet;

use proto_events::ids::{RegistrationId, TeamId};

use self::engine::{Aim, least_cost_pairs};
use self::field::Field;
use self::lots::Lots;

pub use self::lots::round_seed;

/// The value of `pairingengine_url` for this engine: a unique name in the form of an address, without a page behind it.
/// The number grows whenever the same input and seed begin to produce other pairings.
pub const ENGINE: &str = "https://crosstable.invalid/pairing/1";

/// Id of an entrant: a player's registration, or a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId(pub i64);

impl From<RegistrationId> for EntrantId {
    fn from(id: RegistrationId) -> Self {
        Self(id.0)
    }
}

impl From<TeamId> for EntrantId {
    fn from(id: TeamId) -> Self {
        Self(id.0)
    }
}

/// A player or team to be paired, with the data that pairing needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// Its id.
    pub id: EntrantId,
    /// Match points so far.
    pub match_points: i32,
    /// Opponents so far, one for each match. They may have left the event.
    pub opponents: Vec<EntrantId>,
    /// Byes had so far, awarded ones included.
    pub byes: u32,
    /// Whether a bye was awarded for the round to be paired.
    pub has_awarded_bye: bool,
    /// Its fixed table, if any.
    pub fixed_seat: Option<i32>,
    /// Rank in the standings, 1 for the best. In rounds by standing it orders entrants with equal match points.
    pub rank: i32,
    /// Whether it dropped. It is not paired then.
    pub is_dropped: bool,
}

impl Entrant {
    /// Creates an entrant without points, opponents or byes.
    pub fn new(id: EntrantId) -> Self {
        Self {
            id,
            match_points: 0,
            opponents: Vec::new(),
            byes: 0,
            has_awarded_bye: false,
            fixed_seat: None,
            rank: i32::MAX,
            is_dropped: false,
        }
    }
}

/// How a round is paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// At random, regardless of points: the first round.
    Random,
    /// By score groups, and at random within them.
    Swiss,
    /// By score groups, and by standing within them: the last round before a cut.
    ByStanding,
}

/// A paired round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedRound {
    /// Matches by table number.
    pub tables: Vec<Table>,
    /// Byes, awarded ones first, by id.
    pub byes: Vec<Bye>,
    /// Number of rematches.
    pub rematches: usize,
    /// Sum of the differences of match points.
    pub point_difference: i64,
}

/// A match at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// Its number, from 1.
    pub number: i32,
    /// The opponents, the one with more points first.
    pub players: [EntrantId; 2],
}

/// A bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bye {
    /// The entrant who has it.
    pub entrant: EntrantId,
    /// Whether it was awarded; otherwise the number of players is odd.
    pub is_awarded: bool,
}

/// Why a round cannot be paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// Two entrants have the same id.
    #[error("entrant {} is given twice", .0.0)]
    GivenTwice(EntrantId),
}

/// Pairs a round. Dropped entrants are left out.
///
/// # Errors
///
/// If two entrants have the same id.
pub fn pair(entrants: &[Entrant], way: Way, seed: u64) -> Result<PairedRound, PairingError> {
    let playing = playing(entrants)?;
    let (awarded, players): (Vec<&Entrant>, Vec<&Entrant>) =
        playing.into_iter().partition(|entrant| entrant.has_awarded_bye);
    let field = Field::new(&players, way != Way::Random);
    let mut lots = Lots::new(seed);
    let all: Vec<usize> = (0..field.len()).collect();
    let mut pairs = match way {
        Way::Random | Way::Swiss => least_cost_pairs(&field, &all, Aim::SmallSteps, &mut lots),
        Way::ByStanding => standing::pairs(&field, &players, &mut lots),
    };
    let bye = take_bye(&field, &mut pairs).map(|place| players[place].id);
    let mut byes: Vec<Bye> = awarded.iter().map(|entrant| Bye { entrant: entrant.id, is_awarded: true }).collect();
    byes.extend(bye.map(|entrant| Bye { entrant, is_awarded: false }));
    let pairs = tables::by_points(&players, &pairs, way, &mut lots);
    Ok(tables::paired_round(&pairs, byes))
}

/// Returns the active entrants, by id.
fn playing(entrants: &[Entrant]) -> Result<Vec<&Entrant>, PairingError> {
    let mut seen = HashSet::with_capacity(entrants.len());
    if let Some(twice) = entrants.iter().find(|entrant| !seen.insert(entrant.id)) {
        return Err(PairingError::GivenTwice(twice.id));
    }
    let mut playing: Vec<&Entrant> = entrants.iter().filter(|entrant| !entrant.is_dropped).collect();
    playing.sort_unstable_by_key(|entrant| entrant.id);
    Ok(playing)
}

/// Removes the bye from the pairs. Returns the place of the player who has it.
fn take_bye(field: &Field, pairs: &mut Vec<(usize, usize)>) -> Option<usize> {
    let at = pairs.iter().position(|(first, second)| field.is_bye(*first) || field.is_bye(*second))?;
    let (first, second) = pairs.swap_remove(at);
    Some(if field.is_bye(first) { second } else { first })
}
