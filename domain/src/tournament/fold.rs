//! Event → state. One arm per event; nothing is decided here.

use std::collections::{HashMap, HashSet};

use proto_events::ids::{MatchId, RegistrationId, RoundId, TournamentId};
use proto_events::tournament::{FixedRevision, Organizing, Pairing, TeamPairing};
use proto_events::vocabulary::{GenerationStatus, LifecycleStatus, ProgressStatus, RegistrationStatus};
use proto_events::{Actor, DomainEvent, Envelope, TournamentEvent};

use super::{Cut, Match, MatchPlace, Phase, Registration, Round, RoundPlace, Team, TeamMatch, Tournament};
use crate::FoldError;

impl Tournament {
    /// Folds a whole stream.
    ///
    /// # Errors
    /// When the stream does not begin with `Created`, or an event does not fit what came before.
    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Envelope>) -> Result<Self, FoldError> {
        let mut events = events.into_iter();
        let first = events.next().ok_or(FoldError::NotCreated)?;
        let mut tournament = Self::created(first)?;
        events.try_for_each(|event| tournament.apply(event))?;
        Ok(tournament)
    }

    /// A tournament from the first event of its stream.
    ///
    /// # Errors
    /// When that event is not `Created`.
    pub fn created(first: &Envelope) -> Result<Self, FoldError> {
        let DomainEvent::Tournament(TournamentEvent::Created { details, seed }) = &first.event else {
            return Err(FoldError::NotCreated);
        };
        Ok(Self {
            id: TournamentId(first.stream.id),
            organization_id: first.organization_id,
            details: details.clone(),
            seed: *seed,
            organizing: Organizing::default(),
            lists_locked: None,
            lifecycle: LifecycleStatus::RegistrationOpen,
            import: None,
            registrations: Vec::new(),
            teams: Vec::new(),
            phases: Vec::new(),
            removed_rounds: Vec::new(),
            cuts: Vec::new(),
            stated_game_wins: None,
            tie_order: HashMap::new(),
            registration_index: HashMap::new(),
            team_index: HashMap::new(),
            round_index: HashMap::new(),
            match_index: HashMap::new(),
            team_match_index: HashMap::new(),
        })
    }

    /// Applies one further event.
    ///
    /// # Errors
    /// When the event does not fit what came before; the state is then as it was.
    pub fn apply(&mut self, envelope: &Envelope) -> Result<(), FoldError> {
        let DomainEvent::Tournament(event) = &envelope.event else {
            return Err(FoldError::WrongKind { expected: "tournament", found: envelope.event.stream_kind().name() });
        };
        if let Some(id) = event.registration_id() {
            return self.apply_to_registration(id, event, envelope);
        }
        match event {
            TournamentEvent::Created { .. } => {
                return Err(FoldError::Duplicate { what: "tournament", id: self.id.0 });
            }
            TournamentEvent::Imported { source } => self.import = Some(source.clone()),
            TournamentEvent::DetailsChanged { details } => self.details = details.clone(),
            TournamentEvent::OrganizingChanged { organizing } => self.organizing = organizing.clone(),
            TournamentEvent::LifecycleChanged { status } => self.lifecycle = *status,
            TournamentEvent::ListsLocked {} => self.lists_locked = Some(true),
            TournamentEvent::ListsUnlocked {} => self.lists_locked = Some(false),
            TournamentEvent::ListRevisionsFixed { revisions } => self.fix_revisions(revisions)?,
            TournamentEvent::TeamFormed { .. } | TournamentEvent::TeamDropped { .. } => {
                return self.apply_to_team(event);
            }
            TournamentEvent::CutMade { after_round_number, advancing } => self.cut(*after_round_number, advancing)?,
            TournamentEvent::TiesDrawn { order } => {
                self.tie_order = order.iter().enumerate().map(|(place, id)| (*id, place)).collect();
            }
            TournamentEvent::GameWinsStated { after_round_number, game_wins } => {
                let stated = game_wins.iter().map(|stated| (stated.registration_id, stated.game_win));
                match &mut self.stated_game_wins {
                    // A large event tells them in several events.
                    Some((round, known)) if round == after_round_number => known.extend(stated),
                    other => *other = Some((*after_round_number, stated.collect())),
                }
            }
            TournamentEvent::PhaseAdded { .. }
            | TournamentEvent::RoundAdded { .. }
            | TournamentEvent::MatchesPaired { .. }
            | TournamentEvent::TeamsPaired { .. }
            | TournamentEvent::PairingsCompleted { .. }
            | TournamentEvent::PairingsDiscarded { .. }
            | TournamentEvent::RoundRemoved { .. }
            | TournamentEvent::RoundStarted { .. }
            | TournamentEvent::RoundCompleted { .. } => return self.apply_to_round(event),
            _ => return self.apply_to_match(event, &envelope.actor),
        }
        Ok(())
    }

    fn apply_to_registration(
        &mut self,
        id: RegistrationId,
        event: &TournamentEvent,
        envelope: &Envelope,
    ) -> Result<(), FoldError> {
        if let TournamentEvent::PlayerRegistered { user_id, status, .. } = event {
            if self.registration_index.contains_key(&id) {
                return Err(FoldError::Duplicate { what: "registration", id: id.0 });
            }
            self.registration_index.insert(id, self.registrations.len());
            self.registrations.push(Registration::new(id, *user_id, *status));
        }
        let left_at = self.current_round().is_none().then_some(envelope.position);
        let index = self.registration_index.get(&id).copied();
        let registration = index
            .and_then(|index| self.registrations.get_mut(index))
            .ok_or(FoldError::Unknown { what: "registration", id: id.0 })?;
        let by_player = envelope.actor == Actor::User(registration.user_id);
        match event {
            TournamentEvent::PlayerRegistered { status, .. }
            | TournamentEvent::RegistrationStatusChanged { status, .. } => {
                // Players change the status of an entry only by signing up and by leaving.
                match status {
                    RegistrationStatus::Canceled | RegistrationStatus::MovedToChildEvent => {
                        registration.leave(envelope.position);
                    }
                    RegistrationStatus::Dropped | RegistrationStatus::Disqualified if left_at.is_some() => {
                        registration.leave(envelope.position);
                    }
                    _ if by_player => registration.sign_up(envelope.position),
                    _ => {}
                }
                registration.status = *status;
                let stamp = match status {
                    RegistrationStatus::Complete => &mut registration.completed_at,
                    RegistrationStatus::OnWaitlist => &mut registration.waitlisted_at,
                    _ => return Ok(()),
                };
                stamp.get_or_insert(envelope.occurred_at);
            }
            TournamentEvent::PlayerDropped { .. } => registration.stop(RegistrationStatus::Dropped, left_at),
            TournamentEvent::PlayerDisqualified { .. } => registration.stop(RegistrationStatus::Disqualified, left_at),
            TournamentEvent::PaymentChanged { payment, .. } => registration.payment = payment.clone(),
            TournamentEvent::CheckInChanged { status, .. } => registration.check_in = *status,
            TournamentEvent::QueueGroupChanged { role, .. } => registration.queue_group = role.clone(),
            TournamentEvent::TagsChanged { tags, .. } => registration.tags.clone_from(tags),
            TournamentEvent::NotesChanged { internal_notes, .. } => {
                registration.internal_notes.clone_from(internal_notes);
            }
            TournamentEvent::SeatFixed { fixed_seat, .. } => registration.fixed_seat = *fixed_seat,
            TournamentEvent::ByesAwarded { round_numbers, .. } => registration.bye_rounds.clone_from(round_numbers),
            TournamentEvent::PaperDecklistMarked { using_paper_decklist, .. } => {
                registration.using_paper_decklist = *using_paper_decklist;
            }
            TournamentEvent::DecklistAttached { decklist_id, .. } => {
                registration.attach(*decklist_id, by_player, envelope.position);
            }
            TournamentEvent::ListLocked { .. } => registration.list_locked = Some(true),
            TournamentEvent::ListUnlocked { .. } => registration.list_locked = Some(false),
            _ => {}
        }
        Ok(())
    }

    fn fix_revisions(&mut self, revisions: &[FixedRevision]) -> Result<(), FoldError> {
        for fixed in revisions {
            let place = self.registration_place(fixed.registration_id)?;
            self.registrations[place].fix(fixed.decklist_id, fixed.version);
        }
        Ok(())
    }

    fn apply_to_team(&mut self, event: &TournamentEvent) -> Result<(), FoldError> {
        match event {
            TournamentEvent::TeamFormed { team_id, team_name, invite_hash, members } => {
                if self.team_index.contains_key(team_id) {
                    return Err(FoldError::Duplicate { what: "team", id: team_id.0 });
                }
                let places = members
                    .iter()
                    .map(|member| self.registration_place(member.registration_id))
                    .collect::<Result<Vec<_>, _>>()?;
                for place in places {
                    self.registrations[place].team_id = Some(*team_id);
                }
                self.team_index.insert(*team_id, self.teams.len());
                self.teams.push(Team {
                    id: *team_id,
                    name: team_name.clone(),
                    invite_hash: invite_hash.clone(),
                    members: members.clone(),
                    is_dropped: false,
                });
            }
            TournamentEvent::TeamDropped { team_id } => {
                let index = self.team_index.get(team_id).copied();
                let index = index.ok_or(FoldError::Unknown { what: "team", id: team_id.0 })?;
                self.teams[index].is_dropped = true;
                for member in &self.teams[index].members {
                    // Who was disqualified before stays so.
                    let place = self.registration_index.get(&member.registration_id);
                    if let Some(registration) = place.map(|&place| &mut self.registrations[place])
                        && registration.status == RegistrationStatus::Complete
                    {
                        registration.status = RegistrationStatus::Dropped;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Entries that do not advance are out; those that already left keep their own reason. A cut that is made again after the
    /// same round takes the place of the first.
    fn cut(&mut self, after_round_number: i32, advancing: &[RegistrationId]) -> Result<(), FoldError> {
        for id in advancing {
            self.registration_place(*id)?;
        }
        let goes_on: HashSet<RegistrationId> = advancing.iter().copied().collect();
        for registration in &mut self.registrations {
            if registration.status == RegistrationStatus::Complete && !goes_on.contains(&registration.id) {
                registration.status = RegistrationStatus::Eliminated;
            }
        }
        self.cuts.retain(|cut| cut.after_round_number != after_round_number);
        self.cuts.push(Cut { after_round_number, advancing: advancing.to_vec() });
        Ok(())
    }

    fn apply_to_round(&mut self, event: &TournamentEvent) -> Result<(), FoldError> {
        match event {
            TournamentEvent::PhaseAdded { phase_id, order_in_phases, round_type } => {
                if self.phases.iter().any(|phase| phase.id == *phase_id) {
                    return Err(FoldError::Duplicate { what: "phase", id: phase_id.0 });
                }
                self.phases.push(Phase {
                    id: *phase_id,
                    order_in_phases: *order_in_phases,
                    round_type: *round_type,
                    rounds: Vec::new(),
                });
            }
            TournamentEvent::RoundAdded { .. } => self.add_round(event)?,
            TournamentEvent::MatchesPaired { round_id, pairings } => self.pair(*round_id, pairings)?,
            TournamentEvent::TeamsPaired { round_id, pairings } => self.pair_teams(*round_id, pairings)?,
            TournamentEvent::PairingsCompleted { round_id } => {
                self.round_mut(*round_id)?.pairings_status = GenerationStatus::Generated;
            }
            TournamentEvent::PairingsDiscarded { round_id } => self.discard_pairings(*round_id)?,
            TournamentEvent::RoundRemoved { round_id } => self.remove_round(*round_id)?,
            TournamentEvent::RoundStarted { round_id } => {
                let round = self.round_mut(*round_id)?;
                round.status = ProgressStatus::InProgress;
                round.entrants = None;
            }
            TournamentEvent::RoundCompleted { round_id } => {
                let listed = self.registrations.iter().filter(|registration| registration.is_listed());
                let entrants = listed.map(|registration| registration.id).collect();
                let round = self.round_mut(*round_id)?;
                round.status = ProgressStatus::Complete;
                round.entrants = Some(entrants);
            }
            _ => {}
        }
        Ok(())
    }

    fn add_round(&mut self, event: &TournamentEvent) -> Result<(), FoldError> {
        let TournamentEvent::RoundAdded {
            round_id,
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
        if self.round_index.contains_key(round_id) {
            return Err(FoldError::Duplicate { what: "round", id: round_id.0 });
        }
        let phase = self.phases.iter().position(|phase| phase.id == *phase_id);
        let phase = phase.ok_or(FoldError::Unknown { what: "phase", id: phase_id.0 })?;
        let rounds = &mut self.phases[phase].rounds;
        self.round_index.insert(*round_id, RoundPlace { phase, round: rounds.len() });
        rounds.push(Round {
            id: *round_id,
            number: *round_number,
            round_type: *round_type,
            status: ProgressStatus::Upcoming,
            pairings_status: GenerationStatus::NotGenerated,
            final_round_in_event: *final_round_in_event,
            use_old_pairings: *use_old_pairings,
            pairingengine_url: pairingengine_url.clone(),
            matches: Vec::new(),
            team_matches: Vec::new(),
            entrants: None,
            times_discarded: 0,
        });
        Ok(())
    }

    fn pair(&mut self, round_id: RoundId, pairings: &[Pairing]) -> Result<(), FoldError> {
        let place = self.round_place(round_id)?;
        self.check_pairings(pairings)?;
        let tables: Vec<Match> = pairings.iter().map(|pairing| self.table(pairing)).collect();
        let round = &mut self.phases[place.phase].rounds[place.round];
        round.pairings_status = GenerationStatus::Generating;
        for (index, table) in (round.matches.len()..).zip(&tables) {
            self.match_index.insert(table.id(), MatchPlace { round: place, team_match: None, index });
        }
        round.matches.extend(tables);
        Ok(())
    }

    fn pair_teams(&mut self, round_id: RoundId, pairings: &[TeamPairing]) -> Result<(), FoldError> {
        let place = self.round_place(round_id)?;
        self.check_team_pairings(pairings)?;
        let matches: Vec<TeamMatch> = pairings.iter().map(|pairing| self.team_table(pairing)).collect();
        let round = &mut self.phases[place.phase].rounds[place.round];
        round.pairings_status = GenerationStatus::Generating;
        for (at, team_match) in (round.team_matches.len()..).zip(&matches) {
            self.team_match_index.insert(team_match.id, (place, at));
            for (index, seat) in team_match.seats.iter().enumerate() {
                self.match_index.insert(seat.id(), MatchPlace { round: place, team_match: Some(at), index });
            }
        }
        round.team_matches.extend(matches);
        Ok(())
    }

    fn table(&self, pairing: &Pairing) -> Match {
        let mut places = pairing.players.iter().map(|player| self.registration_position(*player));
        let places = std::array::from_fn(|_| places.next().flatten());
        Match { places, ..Match::new(pairing.clone()) }
    }

    fn team_table(&self, pairing: &TeamPairing) -> TeamMatch {
        let mut places = pairing.teams.iter().map(|team| self.team_position(*team));
        TeamMatch {
            id: pairing.team_match_id,
            teams: pairing.teams.clone(),
            places: std::array::from_fn(|_| places.next().flatten()),
            first_table_number: pairing.first_table_number,
            is_bye: pairing.is_bye,
            seats: pairing.seats.iter().map(|seat| self.table(seat)).collect(),
            reported: None,
        }
    }

    fn check_team_pairings(&self, pairings: &[TeamPairing]) -> Result<(), FoldError> {
        let mut named = HashSet::new();
        for TeamPairing { team_match_id, teams, .. } in pairings {
            if self.team_match_index.contains_key(team_match_id) || !named.insert(team_match_id) {
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

    fn discard_pairings(&mut self, round_id: RoundId) -> Result<(), FoldError> {
        let place = self.round_place(round_id)?;
        let round = &mut self.phases[place.phase].rounds[place.round];
        round.pairings_status = GenerationStatus::NotGenerated;
        round.times_discarded = round.times_discarded.saturating_add(1);
        round.matches.clear();
        round.team_matches.clear();
        self.match_index.retain(|_, at| at.round != place);
        self.team_match_index.retain(|_, (at, _)| *at != place);
        Ok(())
    }

    fn apply_to_match(&mut self, event: &TournamentEvent, actor: &Actor) -> Result<(), FoldError> {
        match event {
            TournamentEvent::ResultReported { match_id, result }
            | TournamentEvent::ResultCorrected { match_id, result } => {
                let table = self.match_mut(*match_id)?;
                table.result = Some(*result);
                table.reported_by = Some(actor.clone());
                table.confirmed = matches!(event, TournamentEvent::ResultCorrected { .. });
            }
            TournamentEvent::ResultConfirmed { match_id } => self.match_mut(*match_id)?.confirmed = true,
            TournamentEvent::TeamResultReported { team_match_id, result } => {
                let place = self.team_match_index.get(team_match_id).copied();
                let (place, index) = place.ok_or(FoldError::Unknown { what: "team match", id: team_match_id.0 })?;
                self.phases[place.phase].rounds[place.round].team_matches[index].reported = Some(*result);
            }
            TournamentEvent::MatchFeatured { match_id, is_feature_match } => {
                self.match_mut(*match_id)?.is_feature_match = *is_feature_match;
            }
            TournamentEvent::JudgeAssigned { match_id, judge_user_id } => {
                self.match_mut(*match_id)?.judge_user_id = *judge_user_id;
            }
            TournamentEvent::TimeExtended { match_id, time_extension_seconds } => {
                self.match_mut(*match_id)?.time_extension_seconds = *time_extension_seconds;
            }
            TournamentEvent::DeckCheckMarked { match_id, started, completed } => {
                let checked = self.match_mut(*match_id)?;
                checked.deck_check_started = *started;
                checked.deck_check_completed = *completed;
            }
            _ => {}
        }
        Ok(())
    }

    fn registration_place(&self, id: RegistrationId) -> Result<usize, FoldError> {
        self.registration_index.get(&id).copied().ok_or(FoldError::Unknown { what: "registration", id: id.0 })
    }

    pub(super) fn round_place(&self, id: RoundId) -> Result<RoundPlace, FoldError> {
        self.round_index.get(&id).copied().ok_or(FoldError::Unknown { what: "round", id: id.0 })
    }

    fn round_mut(&mut self, id: RoundId) -> Result<&mut Round, FoldError> {
        let place = self.round_place(id)?;
        Ok(&mut self.phases[place.phase].rounds[place.round])
    }

    fn match_mut(&mut self, id: MatchId) -> Result<&mut Match, FoldError> {
        let at = self.match_index.get(&id).ok_or(FoldError::Unknown { what: "match", id: id.0 })?;
        let round = &mut self.phases[at.round.phase].rounds[at.round.round];
        Ok(match at.team_match {
            Some(team_match) => &mut round.team_matches[team_match].seats[at.index],
            None => &mut round.matches[at.index],
        })
    }
}
