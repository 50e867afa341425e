//! Pairs rounds: Swiss rounds, cuts, draft pods, player meetings. All functions are pure. Random choices follow from a
//! seed, and the order in which entrants are given does not matter.
//!
//! # Rules of a Swiss round, the most important first
//!
//! 1. Each entrant has one match or bye. Entrants with an awarded bye for the round have that bye.
//! 2. If the number of the others is odd, one of them gets a bye: one of the lowest score group among those with the
//!    fewest byes; by [`Options::lowest_gets_bye`] the lowest of them in the standings. So a second bye is possible only
//!    after all have had one.
//! 3. As few rematches as possible: none if a pairing without rematches exists. If several players may get the bye, it
//!    goes to one with whom that works. If rematches cannot be avoided, those who have met least often meet again.
//! 4. The least total difference of match points.
//! 5. Small steps: two players paired down by one score group each are better than one paired down by two, that is, the
//!    least sum of squares of differences. With [`Options::squares_first`] this comes before rule 4.
//! 6. All else is random. In a round by standing, the standings replace rule 5 and the random choice: the best entrant
//!    gets the best opponent that rules 1 to 4 allow, then the best of the others does, and so on.
//!
//! Sources: the Magic Tournament Rules, and the pairings of 1,762 real events (see `docs/benchmarks.md`).
//!
//! `field` defines the costs, `engine` finds the pairs (its documentation explains how), `standing` improves them for a
//! round by standing, `tables` assigns tables, and `sides` the seats at them, if an event asks for it. `tables_of_many`
//! pairs rounds at tables of three to five, and `pools` round robins, with rules of their own.

pub mod bracket;
pub mod cut;
pub mod edit;
mod engine;
mod entrant;
mod field;
mod matching;
pub mod meeting;
mod options;
pub mod pods;
pub mod pools;
pub(crate) mod random;
pub mod sides;
mod standing;
mod tables;
pub mod tables_of_many;

use self::engine::{Aim, least_cost_pairs};
use self::field::Field;
use self::random::SeededRandom;

pub use self::entrant::{Entrant, EntrantId};
pub use self::options::{Options, Way};
pub use self::random::round_seed;
pub use self::tables::Seats;

/// The value of `pairingengine_url` for this engine: a unique name in the form of an address, without a page behind it.
/// The number grows whenever the same input and seed begin to produce other pairings.
pub const ENGINE: &str = "https://crosstable.invalid/pairing/1";

/// Pairs a round: matches by table number, the entrant with more points first, then the byes, awarded ones first. Dropped
/// entrants are left out; of two with the same id, only one plays.
pub fn pair(entrants: &[Entrant], options: impl Into<Options>, seed: u64) -> Vec<Seats> {
    let options = options.into();
    let way = options.way;
    let (awarded, players): (Vec<&Entrant>, Vec<&Entrant>) =
        playing(entrants).into_iter().partition(|entrant| entrant.has_awarded_bye);
    let field = Field::new(&players, options);
    let mut random = SeededRandom::new(seed);
    let all: Vec<usize> = (0..field.len()).collect();
    let mut pairs = match way {
        Way::Random | Way::Swiss => least_cost_pairs(&field, &all, Aim::SmallSteps, &mut random),
        Way::ByStanding => standing::pairs(&field, &players, &mut random),
    };
    let bye = take_bye(&field, &mut pairs).map(|place| players[place].id);
    let byes = awarded.iter().map(|entrant| entrant.id).chain(bye).map(|entrant| vec![entrant]);
    let pairs = tables::by_points(&players, &pairs, way, &mut random).into_iter();
    let tables = pairs.map(|pair| pair.map(|entrant| entrant.id).to_vec()).chain(byes);
    tables::numbered(tables.map(|entrants| Seats::of(0, entrants)).collect(), &players)
}

/// Returns the active entrants, by id.
fn playing(entrants: &[Entrant]) -> Vec<&Entrant> {
    let mut playing: Vec<&Entrant> = entrants.iter().filter(|entrant| !entrant.is_dropped).collect();
    playing.sort_by_key(|entrant| entrant.id);
    playing.dedup_by_key(|entrant| entrant.id);
    playing
}

/// Removes the bye from the pairs. Returns the place of the player who has it.
fn take_bye(field: &Field, pairs: &mut Vec<(usize, usize)>) -> Option<usize> {
    let at = pairs.iter().position(|(first, second)| field.is_bye(*first) || field.is_bye(*second))?;
    let (first, second) = pairs.swap_remove(at);
    Some(if field.is_bye(first) { second } else { first })
}
