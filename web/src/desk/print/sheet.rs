//! A sheet: its head, its paper, and the people and tables of the round that it is about.

use std::collections::HashMap;
use std::ops::Deref;

use domain::tournament::records::{Record, records_before};
use domain::tournament::standings::last_played;
use domain::tournament::to_pair::entries_of;
use domain::tournament::{Match, Round, Tournament};
use proto_events::ids::{RegistrationId, RoundId, TeamId};
use service_kit::problem::Problem;

use crate::desk::event::Desk;
use crate::desk::tables::{Seat, TableRow, points_in, table_row};
use crate::desk::words::has_table;
use crate::parts::frame::Frame;
use crate::serving::failures::not_found;
use crate::serving::request::UserRequest;

/// The event, the round and the paper that a request is about.
pub(crate) struct Asked<'a> {
    desk: Desk<'a>,
    round: Option<RoundId>,
    /// The match points that players, or teams in a team event, have before the round.
    records: HashMap<RegistrationId, Record>,
    pub(crate) is_letter: bool,
}

impl<'a> Deref for Asked<'a> {
    type Target = Desk<'a>;

    fn deref(&self) -> &Desk<'a> {
        &self.desk
    }
}

/// The head of a sheet, and its frame.
pub(crate) struct Sheet<'a> {
    pub(crate) frame: Frame,
    pub(crate) asked: &'a Asked<'a>,
    pub(crate) title: String,
    /// The round that it is about; may be empty.
    pub(crate) round: String,
    /// Whether players do not see the pairings yet.
    pub(crate) is_unpublished: bool,
    pub(crate) is_empty: bool,
}

impl Sheet<'_> {
    /// Returns the sheet of a list with these rows.
    pub(crate) fn of<T>(self, rows: &[T]) -> Self {
        Self { is_empty: rows.is_empty(), ..self }
    }

    pub(crate) fn event(&self) -> &str {
        &self.asked.state().details.name
    }

    /// Returns the organization and the day of the event, as far as they are known: `Moxhall · 15 Mar 2026`.
    pub(crate) fn occasion(&self) -> String {
        let store = self.frame.who.as_ref().and_then(|who| who.organization.clone());
        let day = self.asked.state().details.start_datetime.map(|starts| self.asked.moment(starts).day);
        store.into_iter().chain(day).collect::<Vec<_>>().join(" · ")
    }
}

impl<'a> Asked<'a> {
    /// Reads the event in the path, and the round and the paper in the query; the last round if it names none.
    pub(crate) async fn load(request: &'a UserRequest<'a>) -> Result<Self, Problem> {
        let desk = Desk::load(request).await?;
        let round = match request.query("round").filter(|round| !round.is_empty()) {
            Some(_) => {
                let id = request.query_id("round").ok_or_else(not_found)?;
                Some(desk.state().round(id).ok_or_else(not_found)?.1.id)
            }
            None => desk.working_round().map(|round| round.id),
        };
        let state = desk.state();
        let number = round.and_then(|id| state.round(id)).map_or(0, |(_, round)| match round.number {
            number if number > 0 => number,
            _ => last_played(state, round.id).unwrap_or_default().saturating_add(1),
        });
        let (records, is_letter) = (records_before(state, number), request.query("paper").as_deref() == Some("letter"));
        Ok(Self { desk, round, records, is_letter })
    }

    pub(crate) fn round(&self) -> Option<&Round> {
        self.round.and_then(|id| self.state().round(id)).map(|(_, round)| round)
    }

    pub(crate) fn choices(&self) -> String {
        let round = self.round.map_or_else(String::new, |round| format!("round={round}&"));
        format!("?{round}paper={}", if self.is_letter { "letter" } else { "a4" })
    }

    pub(crate) fn sheet_of_pairings(&self, title: &str) -> Sheet<'_> {
        let is_unpublished = self.round().is_some_and(|round| !round.is_published);
        Sheet { is_unpublished, ..self.sheet_of_round(title) }
    }

    pub(crate) fn sheet_of_round(&self, title: &str) -> Sheet<'_> {
        let round = self.round().map_or_else(String::new, |round| self.desk.round_name(round));
        Sheet { round, ..self.sheet(title) }
    }

    pub(crate) fn sheet(&self, title: &str) -> Sheet<'_> {
        let (frame, title) = (self.request.frame(), self.texts.say(title));
        Sheet { frame, asked: self, title, round: String::new(), is_unpublished: false, is_empty: false }
    }

    pub(crate) fn tables(&self) -> HashMap<RegistrationId, i32> {
        let matches =
            self.round().into_iter().flat_map(Round::all_matches).filter(|table| has_table(table.pairing.kind));
        matches.flat_map(|table| table.seated().map(|(_, player)| (player, table.pairing.table_number))).collect()
    }

    pub(crate) fn rows<'b>(&self, matches: impl IntoIterator<Item = &'b Match>) -> Vec<TableRow> {
        let Some(round) = self.round() else { return Vec::new() };
        let points = points_in(&self.records);
        matches.into_iter().map(|table| table_row(self, round, table, &points)).collect()
    }

    /// Returns a team with its points, which are those of each of its members.
    pub(crate) fn team_seat(&self, team: TeamId) -> Seat {
        let captain = self.members(team).first().copied();
        Seat { name: self.team(team), points: captain.map_or(0, points_in(&self.records)) }
    }

    pub(crate) fn members(&self, team: TeamId) -> Vec<RegistrationId> {
        entries_of(self.state(), team.into())
    }
}

/// Returns the class of the type size of a name where the room is fixed: the longer, the smaller.
pub(crate) fn size_of(name: &str) -> &'static str {
    match name.chars().count() {
        0..=26 => "",
        27..=60 => "long",
        _ => "longest",
    }
}

/// Returns whether the event has a page that a code can lead to.
pub(crate) fn has_public_page(event: &Tournament) -> bool {
    !event.details.is_test && !event.details.is_unlisted
}

/// Returns the class of the type size of so many names in two columns: large for a few, small so that 512 names with
/// their opponents fit on five pages.
pub(crate) fn size_of_names(count: usize) -> &'static str {
    match count {
        0..=40 => "roomy",
        41..=200 => "",
        _ => "dense",
    }
}

/// Deals items to pages with `positions` each, so that cutting the stack of pages leaves them in order: position `k` of
/// page `p` of `n` pages has item `k × n + p`. The pile of the first position goes on top of the pile of the second, and
/// so on. `None` is an empty position.
pub(crate) fn stacked<T>(items: Vec<T>, positions: usize) -> Vec<Vec<Option<T>>> {
    let count = items.len().div_ceil(positions.max(1));
    let mut pages: Vec<Vec<Option<T>>> = (0..count).map(|_| Vec::with_capacity(positions)).collect();
    let mut items = items.into_iter();
    for _ in 0..positions {
        for page in &mut pages {
            page.push(items.next());
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_stack_is_in_order_for_every_number_of_items() {
        for positions in 1..=12 {
            for count in 0..=200 {
                let pages = stacked((0..count).collect::<Vec<usize>>(), positions);
                assert_eq!(pages.len(), count.div_ceil(positions));
                assert!(pages.iter().all(|page| page.len() == positions));
                let piles = (0..positions).flat_map(|position| pages.iter().filter_map(move |page| page[position]));
                assert_eq!(piles.collect::<Vec<_>>(), (0..count).collect::<Vec<_>>(), "{count} on {positions}");
            }
        }
    }
}
