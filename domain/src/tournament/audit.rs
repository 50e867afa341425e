//! What an event changed, as an audit tells it: the part of the tournament that it is about, before and after.
//!
//! `facet` reads that part from the tournament as it stands. Whoever applies an event asks before and after; `changes`
//! leaves out what stayed the same.

use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, RegistrationId, RoundId, TeamMatchId};
use proto_events::tournament::{Pairing, PairingKind};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Match, Registration, Round, Tournament};
use crate::documents::About;

/// Parts that are told one by one; of more their number alone, so that no audit weighs more than what it tells of.
const TOLD_ONE_BY_ONE: usize = 100;

/// What an event is about, in the tournament after it was applied.
pub fn about(tournament: &Tournament, event: &TournamentEvent) -> About {
    use TournamentEvent as E;
    if let Some(id) = event.registration_id() {
        let user_id = tournament.registration(id).map(|entry| entry.user_id);
        return About { registration_id: Some(id), user_id, ..About::default() };
    }
    match event {
        E::TeamFormed { team_id, .. } | E::TeamDropped { team_id } => {
            About { team_id: Some(*team_id), ..About::default() }
        }
        E::RoundAdded { round_id, .. }
        | E::MatchesPaired { round_id, .. }
        | E::TeamsPaired { round_id, .. }
        | E::PairingsCompleted { round_id }
        | E::PairingsDiscarded { round_id }
        | E::RoundRemoved { round_id }
        | E::RoundStarted { round_id }
        | E::RoundCompleted { round_id } => About { round_id: Some(*round_id), ..About::default() },
        E::ResultReported { match_id, .. }
        | E::ResultCorrected { match_id, .. }
        | E::ResultConfirmed { match_id }
        | E::MatchFeatured { match_id, .. }
        | E::JudgeAssigned { match_id, .. }
        | E::TimeExtended { match_id, .. }
        | E::DeckCheckMarked { match_id, .. } => {
            let round_id = tournament.round_of_match(*match_id);
            About { match_id: Some(*match_id), round_id, ..About::default() }
        }
        E::TeamResultReported { team_match_id, .. } => {
            let round_id = tournament.round_of_team_match(*team_match_id);
            About { team_match_id: Some(*team_match_id), round_id, ..About::default() }
        }
        _ => About::default(),
    }
}

/// The part of the tournament that an event is about, as it stands. Nothing before there is such a part.
pub fn facet(tournament: &Tournament, event: &TournamentEvent) -> Option<Value> {
    use TournamentEvent as E;
    if let Some(id) = event.registration_id() {
        return entry_facet(tournament.registration(id)?, event);
    }
    match event {
        E::Created { .. } | E::DetailsChanged { .. } => serde_json::to_value(&tournament.details).ok(),
        E::OrganizingChanged { .. } => serde_json::to_value(&tournament.organizing).ok(),
        E::Imported { .. } => tournament.import.as_ref().and_then(|source| serde_json::to_value(source).ok()),
        E::LifecycleChanged { .. } => Some(json!({"status": tournament.lifecycle})),
        E::ListsLocked {} | E::ListsUnlocked {} => Some(json!({"lists_locked": tournament.lists_locked})),
        E::ListRevisionsFixed { revisions } => {
            let entries = revisions.iter().filter_map(|fixed| tournament.registration(fixed.registration_id));
            Some(json!({"revisions": told(entries.filter_map(fixed_revision))}))
        }
        E::TeamFormed { team_id, .. } | E::TeamDropped { team_id } => tournament.team(*team_id).map(|team| {
            let members: Vec<RegistrationId> = team.members.iter().map(|member| member.registration_id).collect();
            json!({"team_name": team.name, "registration_ids": members, "is_dropped": team.is_dropped})
        }),
        E::PhaseAdded { phase_id, .. } => {
            let phase = tournament.phases.iter().find(|phase| phase.id == *phase_id)?;
            Some(
                json!({"phase_id": phase.id, "order_in_phases": phase.order_in_phases, "round_type": phase.round_type}),
            )
        }
        E::CutMade { after_round_number, .. } => {
            let cut = tournament.cuts.iter().find(|cut| cut.after_round_number == *after_round_number)?;
            Some(json!({"after_round_number": after_round_number, "advancing": told(cut.advancing.iter())}))
        }
        E::TiesDrawn { .. } => Some(json!({"entries": tournament.tie_order.len()})),
        E::GameWinsStated { .. } => {
            let (round, stated) = tournament.stated_game_wins.as_ref()?;
            Some(json!({"after_round_number": round, "entries": stated.len()}))
        }
        _ => round_facet(tournament, event).or_else(|| match_facet(tournament, event)),
    }
}

/// What of two facets differs. Of an object those members that do.
pub fn changes(before: Option<Value>, after: Option<Value>) -> (Option<Value>, Option<Value>) {
    match (before, after) {
        (Some(Value::Object(mut before)), Some(Value::Object(mut after))) => {
            let same: Vec<String> = before
                .iter()
                .filter(|(name, value)| after.get(*name) == Some(value))
                .map(|(name, _)| name.clone())
                .collect();
            for name in same {
                before.remove(&name);
                after.remove(&name);
            }
            (Some(before.into()), Some(after.into()))
        }
        other => other,
    }
}

fn entry_facet(entry: &Registration, event: &TournamentEvent) -> Option<Value> {
    use TournamentEvent as E;
    Some(match event {
        E::PaymentChanged { .. } => serde_json::to_value(&entry.payment).ok()?,
        E::CheckInChanged { .. } => json!({"queue_check_in_status": entry.check_in}),
        E::QueueGroupChanged { .. } => json!({"queue_group_role": entry.queue_group}),
        E::TagsChanged { .. } => json!({"tags": entry.tags}),
        E::NotesChanged { .. } => json!({"internal_notes": entry.internal_notes}),
        E::SeatFixed { .. } => json!({"fixed_seat": entry.fixed_seat}),
        E::ByesAwarded { .. } => json!({"has_byes_for_round_numbers": entry.bye_rounds}),
        E::PaperDecklistMarked { .. } => json!({"using_paper_decklist": entry.using_paper_decklist}),
        E::DecklistAttached { .. } => json!({"decklist": entry.decklist_id}),
        E::ListLocked { .. } | E::ListUnlocked { .. } => json!({"list_locked": entry.list_locked}),
        _ => json!({"registration_status": entry.status}),
    })
}

fn fixed_revision(entry: &Registration) -> Option<Value> {
    let (decklist, revision) = entry.list()?;
    let revision = revision?;
    Some(json!({"registration_id": entry.id, "decklist": decklist, "revision": revision}))
}

fn round_facet(tournament: &Tournament, event: &TournamentEvent) -> Option<Value> {
    use TournamentEvent as E;
    let round = |id: &RoundId| tournament.round(*id).map(|(_, round)| round);
    match event {
        E::RoundAdded { round_id, .. } | E::RoundRemoved { round_id } => round(round_id).map(|round| {
            json!({
                "round_number": round.number,
                "round_type": round.round_type,
                "final_round_in_event": round.final_round_in_event,
                "pairingengine_url": round.pairingengine_url,
            })
        }),
        E::MatchesPaired { round_id, pairings } => {
            let named = pairings.iter().map(|pairing| pairing.match_id);
            Some(tables(round(round_id)?, &named.collect::<Vec<_>>()))
        }
        E::TeamsPaired { round_id, pairings } => {
            let named = pairings.iter().flat_map(|pairing| &pairing.seats).map(|seat| seat.match_id);
            Some(tables(round(round_id)?, &named.collect::<Vec<_>>()))
        }
        E::PairingsCompleted { round_id } => {
            round(round_id).map(|round| json!({"pairings_status": round.pairings_status}))
        }
        E::PairingsDiscarded { round_id } => round(round_id).map(|round| {
            let all = told(round.all_matches().map(|table| Table::of(&table.pairing)));
            json!({"pairings_status": round.pairings_status, "tables": all})
        }),
        E::RoundStarted { round_id } | E::RoundCompleted { round_id } => {
            round(round_id).map(|round| json!({"status": round.status}))
        }
        _ => None,
    }
}

/// The tables of a round that are named. An event names new ones alone, so there are none before it.
fn tables(round: &Round, named: &[MatchId]) -> Value {
    let (first, last) = (named.iter().min(), named.iter().max());
    let is_named =
        |table: &&Match| Some(&table.id()) >= first && Some(&table.id()) <= last && named.contains(&table.id());
    if round.all_matches().next().is_none() {
        return json!({"tables": []});
    }
    if named.len() > TOLD_ONE_BY_ONE {
        let there = round.all_matches().any(|table| Some(&table.id()) == first);
        return json!({"tables": if there { named.len() } else { 0 }});
    }
    json!({"tables": told(round.all_matches().filter(is_named).map(|table| Table::of(&table.pairing)))})
}

fn match_facet(tournament: &Tournament, event: &TournamentEvent) -> Option<Value> {
    use TournamentEvent as E;
    let table = |id: &MatchId| tournament.placed(*id).map(|placed| placed.table);
    Some(match event {
        E::ResultReported { match_id, .. } | E::ResultCorrected { match_id, .. } => {
            json!({"result": table(match_id)?.result})
        }
        E::ResultConfirmed { match_id } => json!({"confirmed": table(match_id)?.confirmed}),
        E::MatchFeatured { match_id, .. } => json!({"is_feature_match": table(match_id)?.is_feature_match}),
        E::JudgeAssigned { match_id, .. } => json!({"assigned_judge": table(match_id)?.judge_user_id}),
        E::TimeExtended { match_id, .. } => json!({"time_extension_seconds": table(match_id)?.time_extension_seconds}),
        E::DeckCheckMarked { match_id, .. } => {
            let table = table(match_id)?;
            json!({
                "deck_check_started": table.deck_check_started,
                "deck_check_completed": table.deck_check_completed,
            })
        }
        E::TeamResultReported { team_match_id, .. } => json!({"result": team_result(tournament, *team_match_id)?}),
        _ => return None,
    })
}

fn team_result(tournament: &Tournament, id: TeamMatchId) -> Option<Value> {
    let (_, round) = tournament.round(tournament.round_of_team_match(id)?)?;
    let team_match = round.team_matches.iter().find(|team_match| team_match.id == id)?;
    serde_json::to_value(team_match.reported).ok()
}

/// A table in an audit.
#[derive(Serialize)]
struct Table<'a> {
    match_id: MatchId,
    table_number: i32,
    #[serde(skip_serializing_if = "is_versus")]
    kind: PairingKind,
    registration_ids: &'a [RegistrationId],
}

impl<'a> Table<'a> {
    fn of(pairing: &'a Pairing) -> Self {
        let Pairing { match_id, table_number, kind, players, .. } = pairing;
        Self { match_id: *match_id, table_number: *table_number, kind: *kind, registration_ids: players }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_versus(kind: &PairingKind) -> bool {
    *kind == PairingKind::Versus
}

/// Parts one by one, or their number if they are many.
fn told(parts: impl Iterator<Item = impl Serialize>) -> Value {
    let parts: Vec<_> = parts.collect();
    if parts.len() > TOLD_ONE_BY_ONE {
        return json!(parts.len());
    }
    serde_json::to_value(&parts).unwrap_or_default()
}
