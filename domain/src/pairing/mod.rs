//! Who plays whom: Swiss rounds, cuts, draft pods, player meetings. Pure functions of plain figures; what is random follows
//! from a seed, and nothing depends on the order in which entrants are given.
//!
//! # Rules of a Swiss round, the most important first
//!
//! 1. Nobody plays twice. Who was awarded a bye for the round has it.
//! 2. If the number of the others is odd, one of them gets a bye: one of the lowest score group among those who had the
//!    fewest. So a second one comes only when all have had one.
//! 3. As few rematches as possible: none while there is a pairing without one. Of several players who may get the bye, one
//!    is chosen with whom that works. Where rematches cannot be helped, those who have met least often meet again.
//! 4. The least total difference of match points.
//! 5. Small steps: two players down by one score group each before one who is down by two.
//! 6. Of what is left, the lot decides. In a round by standing not 5 and the lot, but the standing: the best entrant gets
//!    the best opponent that 1 to 4 leave to him, then the best of the others does, and so on.
//!
//! Sources: the Magic Tournament Rules, and what 1,762 real events did (see `docs/benchmarks.md`).
//!
//! `field` holds what counts, `engine` finds the pairs (its head says how), `standing` improves them for a round by
//! standing, `tables` seats them.

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

/// Which engine computed pairings, for `pairingengine_url`: an address that names and leads nowhere. The number grows
/// whenever the same input and seed begin to give other pairings.
pub const ENGINE: &str = "https://crosstable.invalid/pairing/1";

/// Whoever is paired: a player's entry, or a team.
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

/// What pairing a round has to know of an entrant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// Who it is.
    pub id: EntrantId,
    /// Match points so far.
    pub match_points: i32,
    /// Opponents so far, one for each match. They may have left the event.
    pub opponents: Vec<EntrantId>,
    /// Byes had so far, awarded ones included.
    pub byes: u32,
    /// Whether a bye was awarded for the round to be paired.
    pub has_awarded_bye: bool,
    /// The table that it keeps.
    pub fixed_seat: Option<i32>,
    /// Rank in the standings, 1 for the best. Counts in rounds by standing, and there among equal match points.
    pub rank: i32,
    /// Whether it stopped playing: it is not paired.
    pub is_dropped: bool,
}

impl Entrant {
    /// Somebody of whom nothing is known: a newcomer without points.
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
    /// At random, whatever the points: the first round.
    Random,
    /// By score groups, at random within them.
    Swiss,
    /// By score groups, within them first against second and so on: the last round before a cut.
    ByStanding,
}

/// A paired round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedRound {
    /// Matches by table number.
    pub tables: Vec<Table>,
    /// Byes, awarded ones first, by id.
    pub byes: Vec<Bye>,
    /// Pairs that have met before.
    pub rematches: usize,
    /// Sum of the differences of match points.
    pub point_difference: i64,
}

/// A match at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// Its number, from 1.
    pub number: i32,
    /// Who plays, the one with more points first.
    pub players: [EntrantId; 2],
}

/// A bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bye {
    /// Who has it.
    pub entrant: EntrantId,
    /// Whether it was awarded, or came because the number of players is odd.
    pub is_awarded: bool,
}

/// Why a round cannot be paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// The same id stands for two entrants.
    #[error("entrant {} is given twice", .0.0)]
    GivenTwice(EntrantId),
}

/// Pairs a round. Whoever dropped is left out.
///
/// # Errors
///
/// If an id is given twice.
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

/// Who is to be paired, by id.
fn playing(entrants: &[Entrant]) -> Result<Vec<&Entrant>, PairingError> {
    let mut seen = HashSet::with_capacity(entrants.len());
    if let Some(twice) = entrants.iter().find(|entrant| !seen.insert(entrant.id)) {
        return Err(PairingError::GivenTwice(twice.id));
    }
    let mut playing: Vec<&Entrant> = entrants.iter().filter(|entrant| !entrant.is_dropped).collect();
    playing.sort_unstable_by_key(|entrant| entrant.id);
    Ok(playing)
}

/// Takes the bye out of the pairs: the place of who has it.
fn take_bye(field: &Field, pairs: &mut Vec<(usize, usize)>) -> Option<usize> {
    let at = pairs.iter().position(|(first, second)| field.is_bye(*first) || field.is_bye(*second))?;
    let (first, second) = pairs.swap_remove(at);
    Some(if field.is_bye(first) { second } else { first })
}
