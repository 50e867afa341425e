//! The facts about each kind of event of a tournament: what it is about, which documents it can change, which messages
//! webhooks get, and which values audits show. This is the only table of them: a new kind of event is decided here.
//! `proto-events/src/lib.rs` says how to add an event.

use std::collections::HashSet;

use proto_events::TournamentEvent;
use proto_events::ids::{CallId, MatchId, PenaltyId, PhaseId, RegistrationId, RoundId, TeamId, TeamMatchId, UserId};
use proto_events::tournament::{FixedRevision, MessageTo, Pairing, PairingKind, TeamPairing};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus, WebhookEventType};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Match, Registration, Round, Tournament};

use Impact::{Everything, List, Listing, Nothing, Play, Status, TeamMatches};
use {TournamentEvent as E, WebhookEventType as T};

/// The most parts that an audit lists one by one. For more it gives only their number, which limits its size.
const LISTED_ONE_BY_ONE: usize = 100;

/// The facts about an event.
pub struct Facts<'e> {
    /// The object that it is about.
    pub subject: Subject,
    /// The documents that it can change at once.
    pub impact: Impact,
    /// The types of the messages about it, in the order in which they are sent.
    pub messages: Messages,
    values: ValuesOf<'e>,
}

/// Returns the values that an event can change, from the state before or after it.
type ValuesOf<'e> = Box<dyn Fn(&Tournament) -> Option<Value> + 'e>;

/// Types of messages of webhooks.
pub type Messages = &'static [WebhookEventType];

/// The object that an event is about, by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants are named as the objects")]
pub enum Subject {
    Tournament,
    Registration(RegistrationId),
    Team(TeamId),
    Round(RoundId),
    Match(MatchId),
    TeamMatch(TeamMatchId),
    Penalty(PenaltyId),
    Call(CallId),
}

/// The documents that an event can change at once, apart from those of the whole event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Impact {
    /// None.
    Nothing,
    /// All.
    Everything,
    /// The round of the subject.
    Round,
    /// That round, and all standings from it on.
    Play,
    /// The rounds in which the player was paired, and the standings of rounds that are not complete.
    Listing,
    /// The same, and the lists that count, if the player has handed in a list.
    Status,
    /// The rounds in which the player was paired, and the lists that count.
    List,
    /// The rounds in which the player's team was paired.
    TeamMatches,
}

/// Returns the facts about an event.
pub fn facts(event: &TournamentEvent) -> Facts<'_> {
    match event {
        E::Created { .. } => whole(|it| Some(json!(it.details))).sends(&[T::TournamentCreated]),
        E::Deleted {} => whole(|_| None).sends(&[T::TournamentChanged]),
        E::DetailsChanged { .. } => whole(|it| Some(json!(it.details))).sends(&[T::TournamentChanged]),
        E::OrganizingChanged { .. } => whole(ORGANIZING).touches(Nothing).sends(&[T::TournamentChanged]),
        E::PictureSet { .. } => whole(|it| Some(json!({"picture": it.picture}))).sends(&[T::TournamentChanged]),
        E::StaffAssigned { user_id, .. } => whole(staff(user_id)).touches(Nothing),
        E::LifecycleChanged { status } => whole(LIFECYCLE).sends(of_lifecycle(*status)),
        E::Imported { .. } => whole(|it| Some(json!(it.import.as_ref()?))),
        E::ListsLocked {} | E::ListsUnlocked {} => whole(LOCKED).touches(Nothing),
        E::JoinCodeMade { .. } => whole(|it| Some(json!({"join_codes_made": it.join_codes_made}))).touches(Nothing),
        E::ListRevisionsFixed { revisions } => whole(|it| Some(fixed(it, revisions))),
        E::PhaseAdded { phase_id: id, .. } => whole(|it| phase(it, *id)),
        E::CutMade { after_round_number: round, .. } => whole(|it| cut(it, *round)),
        E::TiesDrawn { .. } => whole(|it| Some(json!({"entries": it.tie_order.len()}))),
        E::GameWinsStated { .. } => whole(game_wins),
        E::PlacesStated { .. } => whole(|it| Some(json!({"entries": it.stated_places.as_ref()?.1.len()}))),

        E::PlayerRegistered { registration_id: id, .. } => entry(*id, STATUS).touches(Listing).sends(ADDED),
        E::RegistrationStatusChanged { registration_id: id, status } => changed(*id, *status),
        E::PlayerDropped { registration_id: id } => entry(*id, STATUS).touches(Listing).sends(DROPPED),
        E::PlayerDisqualified { registration_id: id } => entry(*id, STATUS).touches(Listing).sends(DROPPED),
        E::PlaceDeclined { registration_id: id } => entry(*id, STATUS).touches(Status).sends(DROPPED),
        E::PlaceOffered { registration_id: id, .. } | E::OfferExpired { registration_id: id } => entry(*id, OFFER),
        E::PaymentChanged { registration_id: id, .. } => entry(*id, |it| json!(it.payment)).touches(TeamMatches),
        E::PaperDecklistMarked { registration_id: id, .. } => entry(*id, ON_PAPER).touches(TeamMatches),
        E::DecklistAttached { registration_id: id, .. } => entry(*id, DECKLIST).touches(List),
        E::CheckInChanged { registration_id: id, .. } => entry(*id, |it| json!({"queue_check_in_status": it.check_in})),
        E::QueueGroupChanged { registration_id: id, .. } => entry(*id, QUEUE_GROUP),
        E::TagsChanged { registration_id: id, .. } => entry(*id, |it| json!({"tags": it.tags})),
        E::NotesChanged { registration_id: id, .. } => entry(*id, |it| json!({"internal_notes": it.internal_notes})),
        E::SeatFixed { registration_id: id, .. } => entry(*id, |it| json!({"fixed_seat": it.fixed_seat})),
        E::ByesAwarded { registration_id: id, .. } => entry(*id, BYES),
        E::ListLocked { registration_id: id } | E::ListUnlocked { registration_id: id } => entry(*id, LIST_LOCKED),
        E::PrivateLinkMade { registration_id: id, .. } => entry(*id, LINK),
        E::PrivateLinkRevoked { registration_id: id } => entry(*id, LINK),
        E::TeamFormed { team_id: id, .. } | E::TeamChanged { team_id: id, .. } => team(*id),
        E::TeamDropped { team_id: id } => team(*id).sends(DROPPED),

        E::RoundAdded { round_id: id, .. } => round(*id, settings).touches(Play),
        E::RoundRemoved { round_id: id } => round(*id, settings).touches(Everything),
        E::MatchesPaired { round_id: id, pairings } => round(*id, |it| tables(it, pairings.iter())).touches(Play),
        E::TeamsPaired { round_id: id, pairings } => round(*id, |it| tables(it, seats(pairings))).touches(Play),
        E::PairingsCompleted { round_id: id } => round(*id, PAIRED).touches(Play),
        E::PairingsDiscarded { round_id: id } => round(*id, pairings).touches(Play),
        E::RoundStarted { round_id: id } => round(*id, PROGRESS).touches(Play).sends(&[T::RoundPublished]),
        E::RoundCompleted { round_id: id } => round(*id, PROGRESS).touches(Play).sends(&[T::RoundCompleted]),
        E::PairingsHidden { round_id: id } => round(*id, PUBLISHED),
        E::PairingsPublished { round_id: id } => round(*id, PUBLISHED).sends(&[T::RoundPublished]),
        E::ClockChanged { round_id: id, .. } => round(*id, |it| json!(it.clock)),

        E::ResultReported { match_id: id, .. } => table(*id, RESULT).touches(Play),
        E::ResultCorrected { match_id: id, .. } => table(*id, RESULT).touches(Play).sends(&[T::ResultCorrected]),
        E::ResultConfirmed { match_id: id } => table(*id, |it| json!({"confirmed": it.confirmed})).touches(Play),
        E::ResultContested { match_id: id } => table(*id, |it| json!({"contested": it.contested})).touches(Nothing),
        E::TeamResultReported { team_match_id: id, .. } => team_match(*id),
        E::MatchFeatured { match_id: id, .. } => table(*id, |it| json!({"is_feature_match": it.is_feature_match})),
        E::JudgeAssigned { match_id: id, .. } => table(*id, |it| json!({"assigned_judge": it.judge_user_id})),
        E::TimeExtended { match_id: id, .. } => table(*id, EXTENSION),
        E::DeckCheckMarked { match_id: id, .. } => table(*id, DECK_CHECK),
        E::PenaltyIssued { penalty_id: id, .. } => penalty(*id),
        E::PenaltyWithdrawn { penalty_id: id } | E::PenaltyRestored { penalty_id: id } => penalty(*id),
        E::JudgeCalled { call_id, .. } | E::CallAnswered { call_id } | E::CallClosed { call_id } => call(*call_id),
        E::StaffMessageSent { to, text } => message(to, text),
    }
}

const ADDED: Messages = &[WebhookEventType::RegistrationAdded];
const DROPPED: Messages = &[WebhookEventType::RegistrationDropped];

// Values that several events change, or whose reading fills a line.
const ORGANIZING: fn(&Tournament) -> Option<Value> = |it| Some(json!(it.organizing));
const LIFECYCLE: fn(&Tournament) -> Option<Value> = |it| Some(json!({"status": it.lifecycle}));
const LOCKED: fn(&Tournament) -> Option<Value> = |it| Some(json!({"lists_locked": it.lists_locked}));
const STATUS: fn(&Registration) -> Value = |it| json!({"registration_status": it.status});
const OFFER: fn(&Registration) -> Value = |it| json!({"offer_until": it.offer});
const ON_PAPER: fn(&Registration) -> Value = |it| json!({"using_paper_decklist": it.using_paper_decklist});
const DECKLIST: fn(&Registration) -> Value = |it| json!({"decklist": it.decklist_id});
const BYES: fn(&Registration) -> Value = |it| json!({"has_byes_for_round_numbers": it.bye_rounds});
const LIST_LOCKED: fn(&Registration) -> Value = |it| json!({"list_locked": it.list_locked});
const QUEUE_GROUP: fn(&Registration) -> Value = |it| json!({"queue_group_role": it.queue_group});
const LINK: fn(&Registration) -> Value = |it| json!({"has_private_link": it.private_link.is_some()});
const PAIRED: fn(&Round) -> Value = |it| json!({"pairings_status": it.pairings_status});
const PROGRESS: fn(&Round) -> Value = |it| json!({"status": it.status});
const PUBLISHED: fn(&Round) -> Value = |it| json!({"pairings_published": it.is_published});
const RESULT: fn(&Match) -> Value = |it| json!({"result": it.result});
const EXTENSION: fn(&Match) -> Value = |it| json!({"time_extension_seconds": it.time_extension_seconds});
const DECK_CHECK: fn(&Match) -> Value =
    |it| json!({"deck_check_started": it.deck_check_started, "deck_check_completed": it.deck_check_completed});

impl<'e> Facts<'e> {
    /// Returns the present values of the part of the tournament that the event is about, as audits show them; `None` if
    /// the part does not exist. Callers call it before and after they apply the event.
    pub fn values(&self, tournament: &Tournament) -> Option<Value> {
        (self.values)(tournament)
    }

    fn of(subject: Subject, impact: Impact, values: impl Fn(&Tournament) -> Option<Value> + 'e) -> Self {
        Self { subject, impact, messages: &[], values: Box::new(values) }
    }

    fn touches(self, impact: Impact) -> Self {
        Self { impact, ..self }
    }

    fn sends(self, messages: Messages) -> Self {
        Self { messages, ..self }
    }
}

fn whole<'e>(values: impl Fn(&Tournament) -> Option<Value> + 'e) -> Facts<'e> {
    Facts::of(Subject::Tournament, Impact::Everything, values)
}

fn staff(id: &UserId) -> impl Fn(&Tournament) -> Option<Value> + '_ {
    move |it| Some(json!({"user_id": id, "role": it.staff.get(id)}))
}

fn fixed(tournament: &Tournament, revisions: &[FixedRevision]) -> Value {
    let entries = revisions.iter().filter_map(|fixed| tournament.registration(fixed.registration_id));
    json!({"revisions": listed(entries.filter_map(fixed_revision))})
}

fn fixed_revision(entry: &Registration) -> Option<Value> {
    let (decklist, revision) = entry.list()?;
    let revision = revision?;
    Some(json!({"registration_id": entry.id, "decklist": decklist, "revision": revision}))
}

fn phase(tournament: &Tournament, id: PhaseId) -> Option<Value> {
    let phase = tournament.phases.iter().find(|phase| phase.id == id)?;
    Some(json!({"phase_id": phase.id, "order_in_phases": phase.order_in_phases, "round_type": phase.round_type}))
}

fn cut(tournament: &Tournament, after_round_number: i32) -> Option<Value> {
    let cut = tournament.cuts.iter().find(|cut| cut.after_round_number == after_round_number)?;
    Some(json!({"after_round_number": after_round_number, "advancing": listed(cut.advancing.iter())}))
}

fn game_wins(tournament: &Tournament) -> Option<Value> {
    let (round, stated) = tournament.stated_game_wins.as_ref()?;
    Some(json!({"after_round_number": round, "entries": stated.len()}))
}

fn entry(id: RegistrationId, values: fn(&Registration) -> Value) -> Facts<'static> {
    Facts::of(Subject::Registration(id), Impact::Nothing, move |it| it.registration(id).map(values))
}

fn changed(id: RegistrationId, status: RegistrationStatus) -> Facts<'static> {
    entry(id, STATUS).touches(Status).sends(of_registration(status))
}

fn team(id: TeamId) -> Facts<'static> {
    Facts::of(Subject::Team(id), Impact::Everything, move |it| {
        let team = it.team(id)?;
        let members: Vec<RegistrationId> = team.members.iter().map(|member| member.registration_id).collect();
        let mut values = json!({"team_name": team.name, "registration_ids": members, "is_dropped": team.is_dropped});
        if team.is_founded {
            (values["captain"], values["invited"]) = (json!(team.captain()), json!(team.invited));
            values["invites_made"] = json!(team.invites_made);
        }
        Some(values)
    })
}

fn round<'e>(id: RoundId, values: impl Fn(&Round) -> Value + 'e) -> Facts<'e> {
    Facts::of(Subject::Round(id), Impact::Round, move |it| it.round(id).map(|(_, round)| values(round)))
}

fn settings(round: &Round) -> Value {
    json!({
        "round_number": round.number,
        "round_type": round.round_type,
        "final_round_in_event": round.final_round_in_event,
        "pairingengine_url": round.pairingengine_url,
    })
}

fn pairings(round: &Round) -> Value {
    let all = listed(round.all_matches().map(pairing));
    json!({"pairings_status": round.pairings_status, "tables": all})
}

/// Returns the matches of a round that an event pairs. They are new, so there are none before it.
fn tables<'p>(round: &Round, paired: impl Iterator<Item = &'p Pairing>) -> Value {
    let named: HashSet<MatchId> = paired.map(|pairing| pairing.match_id).collect();
    let found = round.all_matches().filter(|table| named.contains(&table.id()));
    if named.len() > LISTED_ONE_BY_ONE && round.all_matches().next().is_some() {
        return json!({"tables": found.count()});
    }
    json!({"tables": listed(found.map(pairing))})
}

fn seats(pairings: &[TeamPairing]) -> impl Iterator<Item = &Pairing> {
    pairings.iter().flat_map(|pairing| &pairing.seats)
}

/// Returns a match in an audit. Its kind is stated if it is not a match of two players.
fn pairing(table: &Match) -> Value {
    let Pairing { match_id, table_number, kind, players, .. } = &table.pairing;
    let mut values = json!({"match_id": match_id, "table_number": table_number, "registration_ids": players});
    if *kind != PairingKind::Versus {
        values["kind"] = json!(kind);
    }
    values
}

fn table(id: MatchId, values: fn(&Match) -> Value) -> Facts<'static> {
    Facts::of(Subject::Match(id), Impact::Round, move |it| it.placed(id).map(|placed| values(placed.table)))
}

fn team_match(id: TeamMatchId) -> Facts<'static> {
    Facts::of(Subject::TeamMatch(id), Impact::Play, move |it| {
        let (_, team_match) = it.team_match(id)?;
        Some(json!({"result": team_match.reported}))
    })
}

fn penalty(id: PenaltyId) -> Facts<'static> {
    Facts::of(Subject::Penalty(id), Impact::Nothing, move |it| {
        let penalty = it.penalty(id)?;
        Some(json!({
            "penalty_id": id,
            "infraction": penalty.issued.infraction,
            "penalty": penalty.issued.penalty,
            "note": penalty.issued.note,
            "is_withdrawn": penalty.withdrawn.is_some(),
        }))
    })
}

fn call(id: CallId) -> Facts<'static> {
    Facts::of(Subject::Call(id), Impact::Nothing, move |it| {
        let call = it.call(id)?;
        let (table_number, note) = (call.call.table_number, &call.call.note);
        Some(json!({"call_id": id, "table_number": table_number, "note": note, "status": call.status()}))
    })
}

fn message<'e>(to: &'e MessageTo, text: &'e str) -> Facts<'e> {
    let subject = match to {
        MessageTo::Registration(id) => Subject::Registration(*id),
        MessageTo::All | MessageTo::Tag(_) | MessageTo::Registrations(_) => Subject::Tournament,
    };
    Facts::of(subject, Impact::Nothing, move |it| {
        let sent = it.messages.last().filter(|sent| sent.to == *to && sent.text == text)?;
        Some(json!({"to": sent.to, "text": sent.text}))
    })
}

/// Returns the parts one by one, or their number if there are many.
fn listed(parts: impl Iterator<Item = impl Serialize>) -> Value {
    let parts: Vec<_> = parts.collect();
    if parts.len() > LISTED_ONE_BY_ONE {
        return json!(parts.len());
    }
    serde_json::to_value(&parts).unwrap_or_default()
}

fn of_lifecycle(status: LifecycleStatus) -> Messages {
    match status {
        LifecycleStatus::EventFinished => &[T::TournamentChanged, T::StandingsFinal],
        LifecycleStatus::DecklistsPublished => &[T::TournamentChanged, T::ListsPublished],
        LifecycleStatus::RegistrationOpen
        | LifecycleStatus::WaitlistOnly
        | LifecycleStatus::RegistrationClosed
        | LifecycleStatus::EventInProgress
        | LifecycleStatus::DecklistsPublishing => &[T::TournamentChanged],
    }
}

fn of_registration(status: RegistrationStatus) -> Messages {
    match status {
        RegistrationStatus::Complete => &[WebhookEventType::RegistrationAdded],
        RegistrationStatus::Canceled
        | RegistrationStatus::Dropped
        | RegistrationStatus::Disqualified
        | RegistrationStatus::MovedToChildEvent => &[WebhookEventType::RegistrationDropped],
        RegistrationStatus::InProgress
        | RegistrationStatus::InWaitingRoom
        | RegistrationStatus::OnWaitlist
        | RegistrationStatus::Eliminated => &[],
    }
}

impl Tournament {
    /// Returns the round that the subject of an event is, or belongs to.
    pub fn round_of(&self, subject: Subject) -> Option<RoundId> {
        match subject {
            Subject::Tournament | Subject::Registration(_) | Subject::Team(_) => None,
            Subject::Round(id) => Some(id),
            Subject::Match(id) => self.round_of_match(id),
            Subject::TeamMatch(id) => self.team_match(id).map(|(round, _)| round.id),
            Subject::Penalty(id) => self.penalty(id)?.issued.round_id,
            Subject::Call(id) => self.round_of_match(self.call(id)?.call.match_id?),
        }
    }
}

#[cfg(test)]
mod tests {
    use proto_events::DomainEvent;
    use proto_events::testing::samples;

    use super::*;

    #[test]
    fn every_type_is_sent_about_some_event() {
        let mut events: Vec<_> = samples()
            .into_iter()
            .filter_map(|event| if let DomainEvent::Tournament(event) = event { Some(event) } else { None })
            .collect();
        for status in [LifecycleStatus::EventFinished, LifecycleStatus::DecklistsPublished] {
            events.push(TournamentEvent::LifecycleChanged { status });
        }
        for event_type in WebhookEventType::ALL {
            assert!(events.iter().any(|event| facts(event).messages.contains(event_type)), "{event_type}");
        }
    }

    #[test]
    fn a_message_names_what_it_is_about() {
        let published = facts(&TournamentEvent::PairingsPublished { round_id: RoundId(7) });
        assert_eq!(published.subject, Subject::Round(RoundId(7)));
        assert_eq!(published.messages, [WebhookEventType::RoundPublished]);
    }
}
