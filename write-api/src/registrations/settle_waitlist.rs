//! Settles the waitlist: ends offers that were not answered in time, and offers free places in the order of the line. The
//! service does it by itself, as a [task](crate::schedule::Task).
//!
//! Players of one group, and the members of a team, get their offers together.

use chrono::TimeDelta;

use crate::in_play::status;
use crate::prelude::*;

/// Whether there is something to settle.
pub fn is_due(tournament: &Tournament, now: DateTime<Utc>) -> bool {
    !settle(tournament, now).is_empty()
}

/// Decides what is settled at this time. There is nothing to do if the event does not take place, or is over.
pub(crate) fn settle(tournament: &Tournament, now: DateTime<Utc>) -> Vec<TournamentEvent> {
    if tournament.details.is_canceled || tournament.lifecycle.is_finished() || tournament.is_deleted {
        return Vec::new();
    }
    let waiting = tournament.waitlist();
    let has_expired = |entry: &&&Registration| entry.offer.is_some_and(|offer| tournament.offer_end(offer) <= now);
    let expired: Vec<_> = waiting.iter().copied().filter(|entry| has_expired(&entry)).collect();
    let makes_offers = tournament.makes_offers(now);
    let mut events: Vec<_> = expired.iter().flat_map(|entry| ended(entry, makes_offers)).collect();
    if makes_offers {
        let unoffered = waiting.into_iter().filter(|entry| entry.offer.is_none());
        // Who missed an offer is now at the end of the line.
        let line: Vec<_> = unoffered.chain(expired.iter().copied().filter(|entry| !is_last(entry))).collect();
        let is_kept = |entry: &Registration| entry.offer.is_some_and(|offer| now < tournament.offer_end(offer));
        let offered = tournament.next_in_line(&line, |entry| entry.has_a_place() || is_kept(entry)).into_iter();
        let until = until(tournament, now);
        events.extend(offered.map(|registration_id| TournamentEvent::PlaceOffered { registration_id, until }));
    }
    events
}

/// Ends the offer of a registration. The second one that a player does not answer cancels the registration, so that players who
/// have lost interest do not hold up the line, as long as places are offered.
fn ended(entry: &Registration, makes_offers: bool) -> Vec<TournamentEvent> {
    let left = (makes_offers && is_last(entry)).then(|| status(entry.id, RegistrationStatus::Canceled));
    std::iter::once(TournamentEvent::OfferExpired { registration_id: entry.id }).chain(left).collect()
}

/// Whether the offer of a registration is the last one that it gets.
fn is_last(entry: &Registration) -> bool {
    entry.offers_expired > 0
}

/// Returns until when a place is offered that is offered now.
fn until(tournament: &Tournament, now: DateTime<Utc>) -> DateTime<Utc> {
    let until = now + TimeDelta::minutes(tournament.organizing.offer_minutes.unwrap_or_default().into());
    tournament.offers_end().map_or(until, |end| until.min(end))
}

#[cfg(test)]
mod tests;
