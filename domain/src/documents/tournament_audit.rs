//! The changes that an event made, for audits: the values of the affected part of the tournament, before and after.
//!
//! `facet` reads that part from the tournament's state. Callers call it before and after they apply an event; `changes`
//! removes the values that are the same.

use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, PhaseId, RegistrationId, RoundId, TeamMatchId};
use proto_events::tournament::{FixedRevision, Pairing, PairingKind};
use serde::Serialize;
use serde_json::{Value, json};

use super::About;
use crate::tournament::facts::{Subject, facts};
use crate::tournament::{JudgeCall, Match, PlayerPenalty, Registration, Round, Team, Tournament};

/// The most parts that an audit lists one by one. For more it gives only their number, which limits its size.
const LISTED_ONE_BY_ONE: usize = 100;

/// Returns the ids of the objects that an event is about. `tournament` is the state after the event.
pub fn about(tournament: &Tournament, event: &TournamentEvent) -> About {
    let subject = facts(event).subject;
    let mut about = About { round_id: tournament.round_of(subject), ..About::default() };
    match subject {
        Subject::Tournament | Subject::Round(_) => {}
        Subject::Registration(id) => about.registration_id = Some(id),
        Subject::Team(id) => about.team_id = Some(id),
        Subject::Match(id) => about.match_id = Some(id),
        Subject::TeamMatch(id) => about.team_match_id = Some(id),
        Subject::Penalty(id) => {
            let issued = tournament.penalty(id).map(|penalty| &penalty.issued);
            about.registration_id = issued.map(|issued| issued.registration_id);
            about.match_id = issued.and_then(|issued| issued.match_id);
        }
        Subject::Call(id) => {
            let call = tournament.call(id).map(|call| &call.call);
            about.registration_id = call.and_then(|call| call.registration_id);
            about.match_id = call.and_then(|call| call.match_id);
        }
    }
    let player = about.registration_id.and_then(|id| tournament.registration(id));
    About { user_id: player.map(|entry| entry.user_id), ..about }
}

/// Returns the part of the tournament that an event is about. `None` if the part does not exist.
pub fn facet(tournament: &Tournament, event: &TournamentEvent) -> Option<Value> {
    use TournamentEvent as E;
    let entry = |id: &RegistrationId| tournament.registration(*id);
    let round = |id: &RoundId| tournament.round(*id).map(|(_, round)| round);
    let table = |id: &MatchId| tournament.placed(*id).map(|placed| placed.table);
    Some(match event {
        E::Created { .. } | E::DetailsChanged { .. } => serde_json::to_value(&tournament.details).ok()?,
        E::OrganizingChanged { .. } => serde_json::to_value(&tournament.organizing).ok()?,
        E::Imported { .. } => serde_json::to_value(tournament.import.as_ref()?).ok()?,
        E::Deleted {} => return None,
        E::LifecycleChanged { .. } => json!({"status": tournament.lifecycle}),
        E::PlayerRegistered { registration_id: id, .. }
        | E::RegistrationStatusChanged { registration_id: id, .. }
        | E::PlayerDropped { registration_id: id }
        | E::PlayerDisqualified { registration_id: id } => json!({"registration_status": entry(id)?.status}),
        E::PaymentChanged { registration_id: id, .. } => serde_json::to_value(&entry(id)?.payment).ok()?,
        E::CheckInChanged { registration_id: id, .. } => json!({"queue_check_in_status": entry(id)?.check_in}),
        E::QueueGroupChanged { registration_id: id, .. } => json!({"queue_group_role": entry(id)?.queue_group}),
        E::TagsChanged { registration_id: id, .. } => json!({"tags": entry(id)?.tags}),
        E::NotesChanged { registration_id: id, .. } => json!({"internal_notes": entry(id)?.internal_notes}),
        E::SeatFixed { registration_id: id, .. } => json!({"fixed_seat": entry(id)?.fixed_seat}),
        E::ByesAwarded { registration_id: id, .. } => json!({"has_byes_for_round_numbers": entry(id)?.bye_rounds}),
        E::PaperDecklistMarked { registration_id: id, .. } => paper_facet(entry(id)?),
        E::DecklistAttached { registration_id: id, .. } => json!({"decklist": entry(id)?.decklist_id}),
        E::ListLocked { registration_id: id } | E::ListUnlocked { registration_id: id } => {
            json!({"list_locked": entry(id)?.list_locked})
        }
        E::PrivateLinkMade { registration_id: id, .. } | E::PrivateLinkRevoked { registration_id: id } => {
            json!({"has_private_link": entry(id)?.private_link.is_some()})
        }
        E::ListsLocked {} | E::ListsUnlocked {} => json!({"lists_locked": tournament.lists_locked}),
        E::ListRevisionsFixed { revisions } => fixed_facet(tournament, revisions),
        E::TeamFormed { team_id, .. } | E::TeamDropped { team_id } => team_facet(tournament.team(*team_id)?),
        E::PhaseAdded { phase_id, .. } => phase_facet(tournament, *phase_id)?,
        E::RoundAdded { round_id, .. } | E::RoundRemoved { round_id } => round_facet(round(round_id)?),
        E::MatchesPaired { round_id, pairings } => {
            let named = pairings.iter().map(|pairing| pairing.match_id);
            tables(round(round_id)?, &named.collect::<Vec<_>>())
        }
        E::TeamsPaired { round_id, pairings } => {
            let named = pairings.iter().flat_map(|pairing| &pairing.seats).map(|seat| seat.match_id);
            tables(round(round_id)?, &named.collect::<Vec<_>>())
        }
        E::PairingsCompleted { round_id } => json!({"pairings_status": round(round_id)?.pairings_status}),
        E::PairingsHidden { round_id } | E::PairingsPublished { round_id } => {
            json!({"pairings_published": round(round_id)?.is_published})
        }
        E::PairingsDiscarded { round_id } => pairings_facet(round(round_id)?),
        E::RoundStarted { round_id } | E::RoundCompleted { round_id } => json!({"status": round(round_id)?.status}),
        E::ClockChanged { round_id, .. } => serde_json::to_value(round(round_id)?.clock).ok()?,
        E::ResultReported { match_id: id, .. } | E::ResultCorrected { match_id: id, .. } => {
            json!({"result": table(id)?.result})
        }
        E::ResultConfirmed { match_id } => json!({"confirmed": table(match_id)?.confirmed}),
        E::ResultContested { match_id } => json!({"contested": table(match_id)?.contested}),
        E::TeamResultReported { team_match_id, .. } => json!({"result": team_result(tournament, *team_match_id)?}),
        E::MatchFeatured { match_id, .. } => json!({"is_feature_match": table(match_id)?.is_feature_match}),
        E::JudgeAssigned { match_id, .. } => json!({"assigned_judge": table(match_id)?.judge_user_id}),
        E::TimeExtended { match_id, .. } => json!({"time_extension_seconds": table(match_id)?.time_extension_seconds}),
        E::DeckCheckMarked { match_id, .. } => deck_check_facet(table(match_id)?),
        E::PenaltyIssued { penalty_id: id, .. }
        | E::PenaltyWithdrawn { penalty_id: id }
        | E::PenaltyRestored { penalty_id: id } => penalty_facet(tournament.penalty(*id)?),
        E::JudgeCalled { call_id: id, .. } | E::CallAnswered { call_id: id } | E::CallClosed { call_id: id } => {
            call_facet(tournament.call(*id)?)
        }
        E::CutMade { after_round_number, .. } => cut_facet(tournament, *after_round_number)?,
        E::TiesDrawn { .. } => json!({"entries": tournament.tie_order.len()}),
        E::GameWinsStated { .. } => game_wins_facet(tournament)?,
    })
}

fn paper_facet(entry: &Registration) -> Value {
    json!({"using_paper_decklist": entry.using_paper_decklist})
}

fn fixed_facet(tournament: &Tournament, revisions: &[FixedRevision]) -> Value {
    let entries = revisions.iter().filter_map(|fixed| tournament.registration(fixed.registration_id));
    json!({"revisions": listed(entries.filter_map(fixed_revision))})
}

fn team_facet(team: &Team) -> Value {
    let members: Vec<RegistrationId> = team.members.iter().map(|member| member.registration_id).collect();
    json!({"team_name": team.name, "registration_ids": members, "is_dropped": team.is_dropped})
}

fn phase_facet(tournament: &Tournament, id: PhaseId) -> Option<Value> {
    let phase = tournament.phases.iter().find(|phase| phase.id == id)?;
    Some(json!({"phase_id": phase.id, "order_in_phases": phase.order_in_phases, "round_type": phase.round_type}))
}

fn cut_facet(tournament: &Tournament, after_round_number: i32) -> Option<Value> {
    let cut = tournament.cuts.iter().find(|cut| cut.after_round_number == after_round_number)?;
    Some(json!({"after_round_number": after_round_number, "advancing": listed(cut.advancing.iter())}))
}

fn round_facet(round: &Round) -> Value {
    json!({
        "round_number": round.number,
        "round_type": round.round_type,
        "final_round_in_event": round.final_round_in_event,
        "pairingengine_url": round.pairingengine_url,
    })
}

fn pairings_facet(round: &Round) -> Value {
    let all = listed(round.all_matches().map(|table| Table::of(&table.pairing)));
    json!({"pairings_status": round.pairings_status, "tables": all})
}

fn deck_check_facet(table: &Match) -> Value {
    json!({"deck_check_started": table.deck_check_started, "deck_check_completed": table.deck_check_completed})
}

fn game_wins_facet(tournament: &Tournament) -> Option<Value> {
    let (round, stated) = tournament.stated_game_wins.as_ref()?;
    Some(json!({"after_round_number": round, "entries": stated.len()}))
}

fn penalty_facet(penalty: &PlayerPenalty) -> Value {
    let PlayerPenalty { id, issued, withdrawn, .. } = penalty;
    json!({
        "penalty_id": id,
        "infraction": issued.infraction,
        "penalty": issued.penalty,
        "note": issued.note,
        "is_withdrawn": withdrawn.is_some(),
    })
}

fn call_facet(call: &JudgeCall) -> Value {
    let JudgeCall { id, call: new, .. } = call;
    json!({"call_id": id, "table_number": new.table_number, "note": new.note, "status": call.status()})
}

/// Removes equal members from two objects. Other values are returned unchanged.
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

fn fixed_revision(entry: &Registration) -> Option<Value> {
    let (decklist, revision) = entry.list()?;
    let revision = revision?;
    Some(json!({"registration_id": entry.id, "decklist": decklist, "revision": revision}))
}

/// Returns the named matches of a round. An event names only new matches, so there are none before it.
fn tables(round: &Round, named: &[MatchId]) -> Value {
    let (first, last) = (named.iter().min(), named.iter().max());
    let is_named =
        |table: &&Match| Some(&table.id()) >= first && Some(&table.id()) <= last && named.contains(&table.id());
    if round.all_matches().next().is_none() {
        return json!({"tables": []});
    }
    if named.len() > LISTED_ONE_BY_ONE {
        let there = round.all_matches().any(|table| Some(&table.id()) == first);
        return json!({"tables": if there { named.len() } else { 0 }});
    }
    json!({"tables": listed(round.all_matches().filter(is_named).map(|table| Table::of(&table.pairing)))})
}

fn team_result(tournament: &Tournament, id: TeamMatchId) -> Option<Value> {
    let (_, round) = tournament.round(tournament.round_of_team_match(id)?)?;
    let team_match = round.team_matches.iter().find(|team_match| team_match.id == id)?;
    serde_json::to_value(team_match.reported).ok()
}

/// A match in an audit.
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

/// Returns the parts one by one, or their number if there are many.
fn listed(parts: impl Iterator<Item = impl Serialize>) -> Value {
    let parts: Vec<_> = parts.collect();
    if parts.len() > LISTED_ONE_BY_ONE {
        return json!(parts.len());
    }
    serde_json::to_value(&parts).unwrap_or_default()
}
