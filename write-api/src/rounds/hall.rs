//! The tables that events of a convention share. The event that is paired takes those that it needs, and keeps them until it
//! is over. Two events have the same ones only if staff lets one of them share: an event whose tables staff has not set begins at
//! the first ones that are free.
//!
//! The taken tables are written to the convention with the pairings, in one append, so a process that was first makes all others
//! decide again. An event that lost its tables because it is over is checked in the same append: it cannot come back meanwhile.

use domain::hall::{free_tables, overlap, tables_for};
use domain::tournament::table_range::TableRange;
use proto_events::tournament::{Organizing, Pairing, PairingKind};
use storage::StreamWrite;
use tokio::sync::OwnedSemaphorePermit;

use crate::prelude::*;

/// A first and a last table.
pub(crate) type Range = (i32, i32);

/// Events that a convention names; `None` for one that was deleted.
pub(crate) type Others = BTreeMap<TournamentId, Option<Arc<Folded<Tournament>>>>;

/// The convention of an event, and the other events that took tables there.
pub(crate) struct Hall {
    pub(crate) convention: Arc<Folded<Convention>>,
    pub(crate) others: Others,
}

impl WriteApi {
    /// Runs a command that may pair a round, or bring an event with a round into a convention or back, as
    /// [`WriteApi::change_with`] does, and takes the round's tables. `to` is the convention that the command names.
    pub(crate) async fn change_pairings<I: Send + Sync, L: Future<Output = Result<I, CommandError>> + Send>(
        &self,
        context: &Context,
        (stream, to): (StreamId, Option<ConventionId>),
        load: impl Fn(Arc<Folded<Tournament>>) -> L + Send + Sync,
        decide: impl Fn(&Tournament, &I, &mut Ids) -> Result<Vec<TournamentEvent>, Refusal> + Send + Sync,
    ) -> Result<Written<Tournament>, CommandError> {
        let _turn = self.convention_turn(stream, to).await?;
        let load = |known: Arc<Folded<Tournament>>| {
            let loaded = load(Arc::clone(&known));
            async move { Ok((Hall::load(self, &known.state, to).await?, loaded.await?)) }
        };
        let decide = |tournament: &Tournament, (hall, loaded): &(Option<Hall>, I), ids: &mut Ids| {
            let events = decide(tournament, loaded, ids)?;
            let Some(hall) = hall else { return Ok(Decision::from(events)) };
            let taken = hall.writes(self, tournament, &events);
            let moved = if taken.is_err() { hall.moved(tournament, &events) } else { None };
            let Some((moved, after)) = moved else { return Ok(Decision { writes: taken?, ..Decision::from(events) }) };
            let events = [vec![moved], decide(&after, loaded, ids)?].concat();
            Ok(Decision { writes: hall.writes(self, &after, &events)?, ..Decision::from(events) })
        };
        self.change_with(context, stream, load, decide).await
    }

    /// Waits for the turn at the convention of an event, or at the one that it comes to, so that many commands that change it
    /// at once do not run out of attempts. This turn always comes before that at an event: no two commands wait for each
    /// other.
    pub(crate) async fn convention_turn(
        &self,
        event: StreamId,
        to: Option<ConventionId>,
    ) -> Result<Option<OwnedSemaphorePermit>, Failure> {
        let known = self.tournament(event.id.into()).await?;
        let Some(id) = to.or(known.and_then(|known| known.state.details.convention_id)) else { return Ok(None) };
        Ok(self.memories.turns.acquire(StreamId::convention(id)).await)
    }

    /// Reads events that a convention names: those that took its tables, or hold its players.
    pub(crate) async fn each_event(&self, ids: BTreeSet<TournamentId>) -> Result<Others, Failure> {
        let mut others = Others::new();
        for id in ids {
            others.insert(id, self.tournament(id).await?);
        }
        Ok(others)
    }
}

impl Hall {
    /// Reads the hall of an event, in the convention that it comes to if there is one; `None` if it is part of none.
    pub(crate) async fn load(
        api: &WriteApi,
        tournament: &Tournament,
        to: Option<ConventionId>,
    ) -> Result<Option<Self>, CommandError> {
        let Some(id) = to.or(tournament.details.convention_id) else { return Ok(None) };
        let Some(convention) = api.convention_with_id(id).await? else { return Ok(None) };
        let mut others = api.each_event(convention.state.tables.keys().copied().collect()).await?;
        others.remove(&tournament.id);
        Ok(Some(Self { convention, others }))
    }

    /// Returns the tables that other events have and do not share.
    pub(crate) fn taken(&self) -> Vec<Range> {
        taken(&self.convention.state, &self.others).map(|(_, range)| range).collect()
    }

    /// Returns what is written with these events of the convention. Events that lose tables, because they need them no longer,
    /// are noted, and checked: they must not come back meanwhile.
    pub(crate) fn written(&self, api: &WriteApi, mut events: Vec<ConventionEvent>) -> Vec<StreamWrite> {
        let takes = |event: &ConventionEvent| matches!(event, ConventionEvent::TablesTaken { .. });
        let lost = if events.iter().any(takes) { lost(&self.convention.state, &self.others) } else { Vec::new() };
        let checked = lost.iter().filter_map(|id| self.others.get(id)?.as_deref());
        let mut writes: Vec<_> = checked.map(|other| api.write_to(other, Vec::<TournamentEvent>::new())).collect();
        let none = |id: &TournamentId| ConventionEvent::TablesTaken { tournament_id: *id, first: 1, last: 0 };
        events.extend(lost.iter().map(none));
        if !events.is_empty() {
            writes.push(api.write_to(&self.convention, events));
        }
        writes
    }

    /// Returns the change of an event without a range that gives it the first tables that are free, enough for its capacity,
    /// and the event after it; `None` if the events pair no round, or staff has set a range.
    fn moved(&self, tournament: &Tournament, events: &[TournamentEvent]) -> Option<(TournamentEvent, Tournament)> {
        let (details, organizing) = (&tournament.details, &tournament.organizing);
        if organizing.first_table.is_some() || organizing.last_table.is_some() || !pairs(events) {
            return None;
        }
        let (first, last) = needed(&tournament.foreseen(events).ok()?, None)?;
        let players = i32::try_from(tournament.registrations.len()).unwrap_or(i32::MAX);
        let most = tables_for(details, organizing, details.capacity.unwrap_or_default().max(players));
        let count = last.saturating_sub(first).saturating_add(1).max(most);
        let first = free_tables(&self.taken(), (1, None), count)?;
        let organizing = Organizing { first_table: Some(first), ..organizing.clone() };
        let moved = TournamentEvent::OrganizingChanged { organizing };
        let after = tournament.foreseen(std::slice::from_ref(&moved)).ok()?;
        Some((moved, after))
    }

    /// Returns what is written with the events of a command.
    fn writes(
        &self,
        api: &WriteApi,
        tournament: &Tournament,
        events: &[TournamentEvent],
    ) -> Result<Vec<StreamWrite>, Refusal> {
        let taken = taking(tournament, &self.convention.state, &self.others, events)?;
        let taken =
            taken.map(|(first, last)| ConventionEvent::TablesTaken { tournament_id: tournament.id, first, last });
        Ok(self.written(api, taken.into_iter().collect()))
    }
}

/// Returns the tables that an event takes with these events; `None` if it takes no others than before. It is refused if
/// another event has some of them.
fn taking(
    tournament: &Tournament,
    convention: &Convention,
    others: &Others,
    events: &[TournamentEvent],
) -> Result<Option<Range>, Refusal> {
    let before = convention.tables.get(&tournament.id).copied();
    let after = takes_tables(tournament, convention.id, events);
    let Some((after, range)) = after.and_then(|after| needed(&after, before).map(|range| (after, range))) else {
        return Ok(None);
    };
    if !after.organizing.shares_tables
        && let Some((id, has)) = taken(convention, others).find(|(_, has)| overlap(*has, range))
    {
        let name = state(others, id).map_or_else(|| id.to_string(), |other| other.details.name.clone());
        return Err(tables_taken(id, &name, range, has));
    }
    // Without a round that holds them, it may have lost its tables to another event.
    let keeps = before == Some(range) && needs_tables(tournament, convention.id);
    Ok((!keeps).then_some(range))
}

/// Returns the tables that other events have and do not share.
fn taken(convention: &Convention, others: &Others) -> impl Iterator<Item = (TournamentId, Range)> {
    let holds = move |other: &Tournament| needs_tables(other, convention.id) && !other.organizing.shares_tables;
    let all = convention.tables.iter().map(|(id, range)| (*id, *range));
    all.filter(move |(id, _)| state(others, *id).is_some_and(holds))
}

/// Returns the other events that took tables and need them no longer.
fn lost(convention: &Convention, others: &Others) -> Vec<TournamentId> {
    let holds = |id| state(others, id).is_some_and(|other| needs_tables(other, convention.id));
    others.keys().copied().filter(|id| !holds(*id)).collect()
}

fn state(others: &Others, id: TournamentId) -> Option<&Tournament> {
    others.get(&id)?.as_deref().map(|other| &other.state)
}

/// Returns an event as it is after these events, if they pair a round, or bring the event back to the convention while it has a
/// round: it was canceled, or elsewhere.
fn takes_tables(tournament: &Tournament, convention: ConventionId, events: &[TournamentEvent]) -> Option<Tournament> {
    if !pairs(events) && needs_tables(tournament, convention) {
        return None;
    }
    tournament.foreseen(events).ok().filter(|after| needs_tables(after, convention))
}

/// Returns whether an event needs the tables that it took in this convention.
fn needs_tables(other: &Tournament, convention: ConventionId) -> bool {
    let is_here = other.details.convention_id == Some(convention) && other.rounds().next().is_some();
    is_here && !other.details.is_canceled && !other.lifecycle.is_finished()
}

/// Returns the tables that an event needs for its last round: its range, or the tables from its first one to the last one that
/// the round uses; in both cases with those that staff named outside of it. Without a last table, it keeps those that it has.
fn needed(tournament: &Tournament, before: Option<Range>) -> Option<Range> {
    let (tables, used) = (TableRange::of(tournament), of_last_round(tournament));
    let first = used.iter().min().map_or(tables.first, |lowest| tables.first.min(*lowest));
    let kept = before.filter(|(from, _)| *from == first).map(|(_, last)| last);
    let last = tables.last.or(kept).into_iter().chain(used.iter().copied()).max()?;
    Some((first, last))
}

/// Whether these events pair a round.
fn pairs(events: &[TournamentEvent]) -> bool {
    events.iter().any(|event| matches!(event, TournamentEvent::PairingsCompleted { .. }))
}

/// Returns the tables of the last round. Draft pods have numbers of their own, and a bye has no table.
fn of_last_round(tournament: &Tournament) -> Vec<i32> {
    let last = tournament.rounds().next_back().map(|(_, round)| round.number);
    let is_last = |round: &&Round| Some(round.number) == last && round.round_type != RoundType::DraftPod;
    let tables = tournament.rounds().map(|(_, round)| round).filter(is_last).flat_map(Round::all_matches);
    let has_table = |it: &&Pairing| it.kind == PairingKind::Seating || it.players.len() > 1;
    tables.map(|table| &table.pairing).filter(has_table).map(|it| it.table_number).collect()
}

/// Another event has some of the tables.
fn tables_taken(id: TournamentId, event: &str, (first, last): Range, (from, to): Range) -> Refusal {
    let said = message!(
        "pairing-tables-taken",
        "This event needs tables {first} to {last}, and {event} has tables {from} to {to}. Set other tables in the settings \
         of one of the two, or let one of them share its tables.",
        first,
        last,
        event,
        from,
        to
    );
    Refusal::conflict(said).with("magic_event", id.0)
}

#[cfg(test)]
mod tests;
