//! Folds events into state. One arm per event; no decisions are made here.

mod judging;

use std::collections::HashSet;
use std::sync::Arc;

use proto_events::ids::{
    DecklistId, MatchId, OrganizationId, PhaseId, RegistrationId, RoundId, TeamId, TeamMatchId, TournamentId,
};
use proto_events::tournament::{
    FixedRevision, MatchResult, MessageTo, Pairing, StatedGameWin, TeamPairing, TournamentDetails,
};
use proto_events::vocabulary::{GenerationStatus, LifecycleStatus, PhaseType, ProgressStatus, RegistrationStatus};
use proto_events::{Actor, Envelope, TournamentEvent};

use super::messages::{KEPT, StaffMessage};
use super::{Cut, Match, MatchPlace, Moment, Phase, Registration, RemovedRound, Round, TeamMatch, Tournament};
use crate::FoldError;

use {RegistrationStatus as S, TournamentEvent as E};

aggregate!(Tournament);

impl Tournament {
    fn create(event: &TournamentEvent, first: &Envelope) -> Option<Self> {
        let TournamentEvent::Created { details, seed } = event else { return None };
        Some(Self::new(TournamentId(first.stream.id), first.organization_id, details.clone(), *seed))
    }

    fn note_message(&mut self, to: &MessageTo, text: &str, envelope: &Envelope) {
        if self.messages.len() == KEPT {
            self.messages.remove(0);
        }
        let (to, text) = (to.clone(), text.to_owned());
        self.messages.push(StaffMessage { position: envelope.position, sent: Moment::of(envelope), to, text });
    }

    /// Creates a tournament without players and rounds.
    pub(super) fn new(
        id: TournamentId,
        organization_id: OrganizationId,
        details: TournamentDetails,
        seed: i64,
    ) -> Self {
        Self { id, organization_id, details, seed, ..Self::default() }
    }

    fn apply_event(&mut self, event: &TournamentEvent, envelope: &Envelope) -> Result<(), FoldError> {
        match event {
            E::Created { .. } => return Err(FoldError::Duplicate { what: "tournament", id: self.id.0 }),
            E::Imported { source } => self.import = Some(source.clone()),
            E::Deleted {} => self.delete(),
            E::DetailsChanged { details } => self.details = details.clone(),
            E::OrganizingChanged { organizing } => self.organizing = organizing.clone(),
            E::PictureSet { picture } => self.picture.clone_from(picture),
            E::StaffAssigned { user_id, role } => self.assign_staff(*user_id, *role),
            E::LifecycleChanged { status } => self.set_lifecycle(*status, envelope),
            E::PlayerRegistered { .. } => self.register(event, envelope)?,
            E::RegistrationStatusChanged { registration_id: id, status } => self.set_status(*id, *status, envelope)?,
            E::PlayerDropped { registration_id: id } => self.stop(*id, S::Dropped, envelope)?,
            E::PlayerDisqualified { registration_id: id } => self.stop(*id, S::Disqualified, envelope)?,
            E::PlaceOffered { registration_id: id, until } => self.entry(*id)?.offer = Some(*until),
            E::PlaceDeclined { registration_id: id } => self.set_status(*id, S::Canceled, envelope)?,
            E::OfferExpired { registration_id: id } => self.entry(*id)?.let_offer_expire(envelope.position),
            E::PaymentChanged { registration_id: id, payment } => self.entry(*id)?.payment = payment.clone(),
            E::CheckInChanged { registration_id: id, status } => self.check_in(*id, *status, envelope)?,
            E::QueueGroupChanged { registration_id: id, role } => self.entry(*id)?.queue_group = role.clone(),
            E::TagsChanged { registration_id: id, tags } => self.entry(*id)?.tags.clone_from(tags),
            E::NotesChanged { registration_id: id, internal_notes: to } => self.entry(*id)?.internal_notes = to.clone(),
            E::SeatFixed { registration_id: id, fixed_seat } => self.entry(*id)?.fixed_seat = *fixed_seat,
            E::ByesAwarded { registration_id: id, round_numbers: byes } => self.entry(*id)?.bye_rounds.clone_from(byes),
            E::PaperDecklistMarked { registration_id: id, using_paper_decklist: is } => self.entry(*id)?.use_paper(*is),
            E::DecklistAttached { registration_id: id, decklist_id } => self.attach(*id, *decklist_id, envelope)?,
            E::PrivateLinkMade { registration_id: id, number, sha256 } => self.entry(*id)?.link(*number, sha256),
            E::PrivateLinkRevoked { registration_id: id } => self.entry(*id)?.private_link = None,
            E::JoinCodeMade { number } => self.join_codes_made = *number,
            E::ListsLocked {} | E::ListsUnlocked {} => self.lists_locked = Some(*event == E::ListsLocked {}),
            E::ListLocked { registration_id: id } => self.entry(*id)?.list_locked = Some(true),
            E::ListUnlocked { registration_id: id } => self.entry(*id)?.list_locked = Some(false),
            E::ListRevisionsFixed { revisions } => self.fix_revisions(revisions)?,
            E::TeamFormed { .. } | E::TeamChanged { .. } => self.set_team(event)?,
            E::TeamDropped { team_id } => self.drop_team(*team_id)?,
            E::PhaseAdded { phase_id: id, order_in_phases: at, round_type } => self.add_phase(*id, *at, *round_type)?,
            E::RoundAdded { .. } => self.add_round(event)?,
            E::MatchesPaired { round_id, pairings } => self.pair(*round_id, pairings)?,
            E::TeamsPaired { round_id, pairings } => self.pair_teams(*round_id, pairings)?,
            E::PairingsCompleted { round_id: id } => self.round_mut(*id)?.pairings_status = GenerationStatus::Generated,
            E::PairingsHidden { round_id: id } => self.round_mut(*id)?.is_published = false,
            E::PairingsPublished { round_id: id } => self.round_mut(*id)?.is_published = true,
            E::PairingsDiscarded { round_id } => self.discard_pairings(*round_id)?,
            E::RoundRemoved { round_id } => self.remove_round(*round_id)?,
            E::RoundStarted { round_id } => self.round_mut(*round_id)?.start(),
            E::RoundCompleted { round_id } => self.complete_round(*round_id)?,
            E::ClockChanged { round_id: id, clock } => self.round_mut(*id)?.clock = Some(*clock),
            E::ResultReported { match_id: id, result } => self.report(*id, *result, envelope)?,
            E::ResultCorrected { match_id: id, result } => self.correct(*id, *result, envelope)?,
            E::TeamResultReported { team_match_id: id, result } => self.team_match_mut(*id)?.reported = Some(*result),
            E::ResultConfirmed { match_id: id } => self.match_mut(*id)?.confirm(),
            E::ResultContested { match_id: id } => self.match_mut(*id)?.contested = true,
            E::MatchFeatured { match_id: id, is_feature_match: is } => self.match_mut(*id)?.is_feature_match = *is,
            E::JudgeAssigned { match_id: id, judge_user_id: judge } => self.match_mut(*id)?.judge_user_id = *judge,
            E::TimeExtended { match_id: id, time_extension_seconds: to } => self.match_mut(*id)?.extend_time(*to),
            E::DeckCheckMarked { .. } => self.mark_deck_check(event, envelope)?,
            E::PenaltyIssued { .. } => self.judge(event, envelope)?,
            E::PenaltyWithdrawn { .. } | E::PenaltyRestored { .. } => self.judge(event, envelope)?,
            E::JudgeCalled { .. } | E::CallAnswered { .. } | E::CallClosed { .. } => self.judge(event, envelope)?,
            E::StaffMessageSent { to, text } => self.note_message(to, text, envelope),
            E::CutMade { after_round_number, advancing } => self.cut(*after_round_number, advancing)?,
            E::TiesDrawn { order } => self.tie_order = Arc::new(order.iter().copied().zip(0..).collect()),
            E::GameWinsStated { after_round_number: round, game_wins } => self.state_game_wins(*round, game_wins),
            E::PlacesStated { order } => self.state_places(order),
        }
        Ok(())
    }

    fn mark_deck_check(&mut self, event: &TournamentEvent, envelope: &Envelope) -> Result<(), FoldError> {
        if let TournamentEvent::DeckCheckMarked { match_id, started, completed } = *event {
            self.match_mut(match_id)?.check(started, completed, envelope);
        }
        Ok(())
    }

    fn report(&mut self, id: MatchId, result: MatchResult, envelope: &Envelope) -> Result<(), FoldError> {
        let by_player = self.is_player_of(id, &envelope.actor);
        self.match_mut(id)?.report(result, envelope, by_player);
        Ok(())
    }

    /// A corrected match of the playoff decides the places again.
    fn correct(&mut self, id: MatchId, result: MatchResult, envelope: &Envelope) -> Result<(), FoldError> {
        self.match_mut(id)?.correct(result, envelope);
        if self.placed(id).is_some_and(|placed| placed.phase.round_type.is_playoff()) {
            self.stated_places = None;
        }
        Ok(())
    }

    fn set_lifecycle(&mut self, status: LifecycleStatus, envelope: &Envelope) {
        let end = self.finished_at.unwrap_or(envelope.occurred_at);
        (self.lifecycle, self.finished_at) = (status, status.is_finished().then_some(end));
        self.status_since = Some(envelope.occurred_at);
    }

    fn register(&mut self, event: &TournamentEvent, envelope: &Envelope) -> Result<(), FoldError> {
        let TournamentEvent::PlayerRegistered { registration_id: id, user_id, status } = *event else { return Ok(()) };
        if self.registration_index.contains_key(&id) {
            return Err(FoldError::Duplicate { what: "registration", id: id.0 });
        }
        Arc::make_mut(&mut self.registration_index).insert(id, self.registrations.len());
        Arc::make_mut(&mut self.registrations).push(Registration::new(id, user_id, status));
        self.set_status(id, status, envelope)
    }

    fn set_status(
        &mut self,
        id: RegistrationId,
        status: RegistrationStatus,
        envelope: &Envelope,
    ) -> Result<(), FoldError> {
        let is_before_play = self.begun_round().is_none();
        let entry = self.entry(id)?;
        // Players change a registration's status only by signing up and by leaving.
        if matches!(status, S::Canceled | S::MovedToChildEvent)
            || is_before_play && matches!(status, S::Dropped | S::Disqualified)
        {
            entry.leave(envelope.position);
        } else if envelope.actor == Actor::User(entry.user_id) {
            // Staff can make private links, and may not read a person's e-mail address by using one.
            entry.sign_up(envelope.position);
        }
        let by_staff = envelope.actor.person() != Some(entry.user_id);
        entry.canceled_by_staff = status == S::Canceled && by_staff;
        entry.is_approved = (entry.status, status) == (S::InWaitingRoom, S::Complete);
        let keeps_waiting = matches!(status, S::OnWaitlist | S::Canceled) && entry.awaits_approval;
        entry.awaits_approval = status == S::InWaitingRoom || keeps_waiting;
        (entry.status, entry.offer) = (status, None);
        if status == S::Canceled {
            // A player who comes back joins the group again, if it still has room.
            entry.queue_group = None;
        } else if status == S::Complete {
            entry.completed_at.get_or_insert(envelope.occurred_at);
        } else if status == S::OnWaitlist {
            entry.wait(envelope, !by_staff);
        }
        self.note_member_left(id);
        self.enter_queue(id, status, envelope)
    }

    fn stop(&mut self, id: RegistrationId, status: RegistrationStatus, envelope: &Envelope) -> Result<(), FoldError> {
        let is_before_play = self.begun_round().is_none();
        let entry = self.entry(id)?;
        if is_before_play {
            entry.leave(envelope.position);
        }
        (entry.status, entry.offer) = (status, None);
        self.note_member_left(id);
        self.enter_queue(id, status, envelope)
    }

    fn attach(&mut self, id: RegistrationId, list: Option<DecklistId>, envelope: &Envelope) -> Result<(), FoldError> {
        let entry = self.entry(id)?;
        let by_player = envelope.actor.person() == Some(entry.user_id);
        entry.attach(list, by_player, envelope.position);
        Ok(())
    }

    fn fix_revisions(&mut self, revisions: &[FixedRevision]) -> Result<(), FoldError> {
        for fixed in revisions {
            let place = self.registration_place(fixed.registration_id)?;
            Arc::make_mut(&mut self.registrations)[place].fixed_revisions.insert(fixed.decklist_id, fixed.version);
        }
        Ok(())
    }

    /// Marks registrations that do not advance as eliminated; those that already left keep their status. A second cut
    /// after the same round replaces the first.
    fn cut(&mut self, after_round_number: i32, advancing: &[RegistrationId]) -> Result<(), FoldError> {
        for id in advancing {
            self.registration_place(*id)?;
        }
        let goes_on: HashSet<RegistrationId> = advancing.iter().copied().collect();
        for registration in Arc::make_mut(&mut self.registrations) {
            if registration.status == RegistrationStatus::Complete && !goes_on.contains(&registration.id) {
                registration.status = RegistrationStatus::Eliminated;
            }
        }
        self.cuts.retain(|cut| cut.after_round_number != after_round_number);
        self.cuts.push(Cut { after_round_number, advancing: advancing.to_vec() });
        Ok(())
    }

    /// Large tournaments state game wins in several events.
    fn state_game_wins(&mut self, after_round_number: i32, game_wins: &[StatedGameWin]) {
        let stated = game_wins.iter().map(|stated| (stated.registration_id, stated.game_win));
        match &mut self.stated_game_wins {
            Some((round, known)) if *round == after_round_number => known.extend(stated),
            other => *other = Some((after_round_number, stated.collect())),
        }
    }

    fn state_places(&mut self, order: &[RegistrationId]) {
        let last = self.rounds().map(|(_, round)| round.number).max();
        self.stated_places = last.map(|number| (number, order.to_vec()));
    }

    fn add_phase(&mut self, id: PhaseId, order_in_phases: i32, round_type: PhaseType) -> Result<(), FoldError> {
        if self.phases.iter().any(|phase| phase.id == id) {
            return Err(FoldError::Duplicate { what: "phase", id: id.0 });
        }
        self.phases.push(Phase { id, order_in_phases, round_type, rounds: Vec::new() });
        Ok(())
    }

    fn complete_round(&mut self, id: RoundId) -> Result<(), FoldError> {
        let listed = self.registrations.iter().filter(|registration| registration.is_listed());
        let entrants = listed.map(|registration| registration.id).collect();
        let round = self.round_mut(id)?;
        (round.status, round.entrants) = (ProgressStatus::Complete, Some(entrants));
        Ok(())
    }

    fn add_round(&mut self, event: &TournamentEvent) -> Result<(), FoldError> {
        let TournamentEvent::RoundAdded {
            round_id: id,
            phase_id,
            round_number,
            round_type,
            final_round_in_event,
            use_old_pairings,
            pairingengine_url,
        } = event
        else {
            return Ok(());
        };
        if self.round(*id).is_some() {
            return Err(FoldError::Duplicate { what: "round", id: id.0 });
        }
        let phase = self.phases.iter_mut().find(|phase| phase.id == *phase_id);
        let phase = phase.ok_or(FoldError::Unknown { what: "phase", id: phase_id.0 })?;
        phase.rounds.push(Arc::new(Round {
            final_round_in_event: *final_round_in_event,
            use_old_pairings: *use_old_pairings,
            pairingengine_url: pairingengine_url.clone(),
            ..Round::new(*id, *round_number, *round_type)
        }));
        Ok(())
    }

    fn pair(&mut self, round_id: RoundId, pairings: &[Pairing]) -> Result<(), FoldError> {
        self.check_pairings(pairings)?;
        let tables: Vec<Match> = pairings.iter().map(|pairing| self.table(pairing)).collect();
        let round = self.round_mut(round_id)?;
        round.pairings_status = GenerationStatus::Generating;
        let first = round.matches.len();
        round.matches.extend(tables);
        let places = Arc::make_mut(&mut self.match_index);
        for (index, pairing) in (first..).zip(pairings) {
            places.insert(pairing.match_id, MatchPlace { round: round_id, team_match: None, index });
        }
        Ok(())
    }

    fn pair_teams(&mut self, round_id: RoundId, pairings: &[TeamPairing]) -> Result<(), FoldError> {
        self.check_team_pairings(pairings)?;
        let matches: Vec<TeamMatch> = pairings.iter().map(|pairing| self.team_table(pairing)).collect();
        let round = self.round_mut(round_id)?;
        round.pairings_status = GenerationStatus::Generating;
        let first = round.team_matches.len();
        round.team_matches.extend(matches);
        let places = Arc::make_mut(&mut self.match_index);
        for (at, pairing) in (first..).zip(pairings) {
            for (index, seat) in pairing.seats.iter().enumerate() {
                places.insert(seat.match_id, MatchPlace { round: round_id, team_match: Some(at), index });
            }
        }
        Ok(())
    }

    fn table(&self, pairing: &Pairing) -> Match {
        let mut places = pairing.players.iter().map(|player| self.registration_position(*player));
        let places = std::array::from_fn(|_| places.next().flatten());
        Match { places, ..Match::new(pairing.clone()) }
    }

    fn team_table(&self, pairing: &TeamPairing) -> TeamMatch {
        let mut places = pairing.teams.iter().map(|team| self.team_position(*team));
        let mut seats: Vec<Match> = pairing.seats.iter().map(|seat| self.table(seat)).collect();
        if let [together] = &mut seats[..] {
            together.partners = self.partners(&pairing.teams, &together.pairing.players).unwrap_or_default();
        }
        TeamMatch {
            id: pairing.team_match_id,
            teams: pairing.teams.clone(),
            places: std::array::from_fn(|_| places.next().flatten()),
            first_table_number: pairing.first_table_number,
            pod_number: pairing.pod_number,
            is_bye: pairing.is_bye,
            seats,
            reported: None,
        }
    }

    /// Returns the member of each team who is not among these players; `None` if a team has no other one.
    fn partners(&self, teams: &[TeamId], players: &[RegistrationId]) -> Option<Vec<RegistrationId>> {
        let partner = |team: &TeamId| {
            let mut members = self.team(*team)?.members.iter().map(|member| member.registration_id);
            members.find(|member| !players.contains(member))
        };
        teams.iter().map(partner).collect()
    }

    fn check_team_pairings(&self, pairings: &[TeamPairing]) -> Result<(), FoldError> {
        let known = self.rounds().flat_map(|(_, round)| &round.team_matches);
        let mut named: HashSet<TeamMatchId> = known.map(|team_match| team_match.id).collect();
        for TeamPairing { team_match_id, teams, .. } in pairings {
            if !named.insert(*team_match_id) {
                return Err(FoldError::Duplicate { what: "team match", id: team_match_id.0 });
            }
            if let Some(team) = teams.iter().find(|team| !self.team_index.contains_key(team)) {
                return Err(FoldError::Unknown { what: "team", id: team.0 });
            }
        }
        self.check_pairings(pairings.iter().flat_map(|pairing| &pairing.seats))
    }

    fn check_pairings<'a>(&self, pairings: impl IntoIterator<Item = &'a Pairing>) -> Result<(), FoldError> {
        let mut named = HashSet::new();
        for Pairing { match_id, players, .. } in pairings {
            if self.match_index.contains_key(match_id) || !named.insert(match_id) {
                return Err(FoldError::Duplicate { what: "match", id: match_id.0 });
            }
            players.iter().try_for_each(|player| self.registration_place(*player).map(|_| ()))?;
        }
        Ok(())
    }

    fn discard_pairings(&mut self, id: RoundId) -> Result<(), FoldError> {
        self.round_mut(id)?.discard_pairings();
        self.forget_matches_of(id);
        Ok(())
    }

    /// Removes a round, and its phase if it was the only round of it.
    fn remove_round(&mut self, id: RoundId) -> Result<(), FoldError> {
        let (_, round) = self.round(id).ok_or(FoldError::Unknown { what: "round", id: id.0 })?;
        self.removed_rounds.push(RemovedRound { id, number: round.number });
        self.phases.retain_mut(|phase| {
            let before = phase.rounds.len();
            phase.rounds.retain(|round| round.id != id);
            phase.rounds.len() == before || !phase.rounds.is_empty()
        });
        self.forget_matches_of(id);
        Ok(())
    }

    fn forget_matches_of(&mut self, id: RoundId) {
        Arc::make_mut(&mut self.match_index).retain(|_, place| place.round != id);
    }

    /// Deletes the tournament. What others share with it no longer belongs to it: convention, people, lists.
    fn delete(&mut self) {
        let details = TournamentDetails { convention_id: None, ..self.details.clone() };
        *self = Self {
            organizing: self.organizing.clone(),
            lists_locked: self.lists_locked,
            lifecycle: self.lifecycle,
            finished_at: self.finished_at,
            import: self.import.take(),
            is_deleted: true,
            ..Self::new(self.id, self.organization_id, details, self.seed)
        };
    }

    pub(super) fn entry(&mut self, id: RegistrationId) -> Result<&mut Registration, FoldError> {
        let place = self.registration_place(id)?;
        Ok(&mut Arc::make_mut(&mut self.registrations)[place])
    }

    pub(super) fn registration_place(&self, id: RegistrationId) -> Result<usize, FoldError> {
        self.registration_index.get(&id).copied().ok_or(FoldError::Unknown { what: "registration", id: id.0 })
    }

    fn round_mut(&mut self, id: RoundId) -> Result<&mut Round, FoldError> {
        let round = self.phases.iter_mut().flat_map(|phase| &mut phase.rounds).find(|round| round.id == id);
        round.map(Arc::make_mut).ok_or(FoldError::Unknown { what: "round", id: id.0 })
    }

    /// Returns whether an actor plays in a match.
    fn is_player_of(&self, id: MatchId, actor: &Actor) -> bool {
        let side = |person| self.placed(id).and_then(|placed| self.side_of(&placed, person));
        actor.person().and_then(side).is_some()
    }

    fn match_mut(&mut self, id: MatchId) -> Result<&mut Match, FoldError> {
        let place = self.match_index.get(&id).copied().ok_or(FoldError::Unknown { what: "match", id: id.0 })?;
        let round = self.round_mut(place.round)?;
        Ok(match place.team_match {
            Some(team_match) => &mut round.team_matches[team_match].seats[place.index],
            None => &mut round.matches[place.index],
        })
    }

    fn team_match_mut(&mut self, id: TeamMatchId) -> Result<&mut TeamMatch, FoldError> {
        let unknown = FoldError::Unknown { what: "team match", id: id.0 };
        let Some(round) = self.team_match(id).map(|(round, _)| round.id) else { return Err(unknown) };
        self.round_mut(round)?.team_matches.iter_mut().find(|team_match| team_match.id == id).ok_or(unknown)
    }
}
