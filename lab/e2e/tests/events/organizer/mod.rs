//! A tournament of 64 run only over HTTP, from its announcement to its lists in the export, as a store would run it. Only
//! people's tokens are created in another way. `simulate.rs` compares standings with a second calculation.

mod end;
mod entry;
mod hall;
mod play;

use std::collections::{BTreeMap, BTreeSet};

use e2e::TestApp;
use e2e::generate::Dice;

use self::entry::Player;
use self::hall::{Hall, Round};

struct Open<'a> {
    hall: Hall<'a>,
    /// All registered players, in the order of registration.
    players: Vec<Player>,
    /// Registrations of players who are no longer active.
    gone: BTreeSet<i64>,
    disqualified: i64,
    dice: Dice,
    rounds: Vec<Round>,
    /// The round of the playoff in which each of its players lost; for the champion, the one after the last.
    lost: BTreeMap<i64, i64>,
}

impl Open<'_> {
    /// Registrations of active players, in order of ids.
    fn playing(&self) -> Vec<i64> {
        let mut entries: Vec<i64> = self.players.iter().map(|player| player.entry).collect();
        entries.retain(|entry| !self.gone.contains(entry));
        entries.sort_unstable();
        entries
    }

    fn player(&self, entry: i64) -> &Player {
        self.players.iter().find(|player| player.entry == entry).unwrap()
    }
}

#[tokio::test]
async fn an_event_of_64_is_run_from_its_announcement_to_its_lists_in_the_export() {
    let app = TestApp::start().await;
    let mut open = entry::announced(&app).await;
    open.people_sign_up().await;
    open.lists_are_handed_in_until_the_deadline().await;
    open.everybody_sits_down_by_name().await;
    for number in 1..=6 {
        open.a_round_is_played(number).await;
        open.between_rounds(number).await;
    }
    let seeds = open.the_best_eight_are_cut_to().await;
    open.the_playoff_is_played(&seeds).await;
    open.the_event_is_over().await;
    open.lists_are_published().await;
    app.rebuild().await;
    app.stop().await;
}
