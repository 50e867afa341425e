//! Turns an archive into events: users, decklists and the tournament, for one append. Pure; ids and known users come
//! from the context.

pub(crate) mod course;
pub(crate) mod people;

use chrono::{DateTime, Duration, Utc};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{
    DecklistId, MatchId, OrganizationId, PenaltyId, PhaseId, RegistrationId, RoundId, Sequence, TournamentId, UserId,
};
use proto_events::tournament::{
    ImportSource, IssuedPenalty, PAIRINGS_PER_EVENT, Pairing, PairingKind, StatedGameWin, TournamentDetails,
};
use proto_events::user::Profile;
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PhaseType, RegistrationStatus, RoundType};
use proto_events::{DecklistEvent, DomainEvent, StreamId, TournamentEvent, UserEvent};
use storage::{Claim, NewEvent, Overdrawn, ReservedIds, StreamWrite};

use self::course::{Course, CourseRound, course, published_order};
use super::archive::{Archive, ArchiveMatch, RoundKind, Row};
use super::check::CheckedArchive;

/// Length of a round: archives have no times of rounds.
const ROUND_MINUTES: i64 = 50;
/// Percentages in one event, which keeps it far below 512 KiB.
const GAME_WINS_PER_EVENT: usize = 5_000;

/// What an imported event has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportCounts {
    /// Registrations.
    pub players: usize,
    /// Rounds, each number once.
    pub rounds: usize,
    /// Matches of all rounds, byes included.
    pub matches: usize,
    /// Lists attached.
    pub decklists: usize,
    /// Events written.
    pub events: usize,
}

#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) organization_id: OrganizationId,
    /// The user of each player, where known.
    pub(crate) known: Vec<Option<UserId>>,
    /// Number of imports of the same tournament that were undone.
    pub(crate) undone: usize,
    pub(crate) now: DateTime<Utc>,
    /// Enough ids: see [`id_counts`].
    pub(crate) ids: ReservedIds,
}

/// The writes and claims of an import, and what it has.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) tournament_id: TournamentId,
    pub(crate) writes: Vec<StreamWrite>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) counts: ImportCounts,
}

/// Returns scope and name under which the file's tournament is claimed. A claim is never released, so after each import
/// that was undone the name is claimed in another scope.
pub(crate) fn tournament_claim(organization_id: OrganizationId, archive: &Archive, undone: usize) -> (String, String) {
    let scope = match undone {
        0 => format!("import/{organization_id}"),
        undone => format!("import/{organization_id}/{undone}"),
    };
    (scope, format!("{}:{}", archive.platform, archive.source_id))
}

/// Returns the scope in which the players of the file's platform are claimed.
pub(crate) fn player_scope(organization_id: OrganizationId, archive: &Archive) -> String {
    format!("player/{organization_id}/{}", archive.platform)
}

/// Returns how many ids of each sequence a plan takes at most.
pub(crate) fn id_counts(archive: &Archive, unknown_players: usize) -> [(Sequence, usize); 8] {
    let matches = archive.rounds.iter().map(|round| round.matches.len()).sum();
    [
        (Sequence::Tournament, 1),
        (Sequence::User, unknown_players),
        (Sequence::Registration, archive.players.len()),
        (Sequence::Decklist, archive.players.len()),
        (Sequence::Phase, archive.rounds.len()),
        (Sequence::Round, archive.rounds.len()),
        (Sequence::Match, matches),
        (Sequence::Penalty, archive.penalties.len()),
    ]
}

/// Returns the plan of an import.
pub(crate) fn plan(checked: &CheckedArchive, names: &[String], mut context: Context) -> Result<Plan, Overdrawn> {
    let archive = &checked.archive;
    let (course, organization_id) = (course(archive), context.organization_id);
    let mut script = Script {
        archive,
        course: &course,
        organization_id,
        ids: &mut context.ids,
        // When it was played, or now, as registrations over HTTP would.
        now: if archive.before_play.is_some() { context.now } else { archive.date },
        entries: Vec::with_capacity(archive.players.len()),
        events: Vec::new(),
        writes: Vec::new(),
        claims: Vec::new(),
    };
    let users = script.users(names, &context.known);
    let decklists = script.decklists(&users);
    let tournament_id = TournamentId(script.ids.next(Sequence::Tournament));
    script.tell(&checked.sha256, &users, &decklists);
    let Script { events, mut writes, mut claims, .. } = script;
    context.ids.check()?;
    let stream = StreamId::tournament(tournament_id);
    writes.push(begun(stream, organization_id, events));
    let (scope, name) = tournament_claim(organization_id, archive, context.undone);
    claims.push(Claim { scope, name, holder: stream });
    let counts = ImportCounts {
        players: archive.players.len(),
        rounds: course.rounds.len(),
        matches: course.rounds.iter().map(|round| round.matches.len()).sum(),
        decklists: decklists.iter().flatten().count(),
        events: writes.iter().map(|write| write.events.len()).sum(),
    };
    Ok(Plan { tournament_id, writes, claims, counts })
}

/// Returns a write that begins a stream with these events.
fn begun(stream: StreamId, organization_id: OrganizationId, events: Vec<NewEvent>) -> StreamWrite {
    StreamWrite { stream, organization_id, expected_version: 0, events }
}

fn event_format(archive: &Archive) -> EventFormat {
    EventFormat::parse_loosely(&archive.format).unwrap_or(EventFormat::Other)
}

/// The events of an import until now.
struct Script<'a> {
    archive: &'a Archive,
    course: &'a Course,
    organization_id: OrganizationId,
    ids: &'a mut ReservedIds,
    now: DateTime<Utc>,
    /// The registrations, by player.
    entries: Vec<RegistrationId>,
    /// The tournament's own events.
    events: Vec<NewEvent>,
    writes: Vec<StreamWrite>,
    claims: Vec<Claim>,
}

impl Script<'_> {
    /// Begins another stream with an event that occurs now.
    fn begin(&mut self, stream: StreamId, organization_id: OrganizationId, event: impl Into<DomainEvent>) {
        let events = vec![NewEvent { occurred_at: self.now, event: event.into() }];
        self.writes.push(begun(stream, organization_id, events));
    }

    /// Records an event of the tournament that occurs now.
    fn record(&mut self, event: TournamentEvent) {
        self.events.push(NewEvent { occurred_at: self.now, event: event.into() });
    }

    fn lifecycle(&mut self, status: LifecycleStatus) {
        self.record(TournamentEvent::LifecycleChanged { status });
    }

    /// Returns the user of each player; unknown ones are registered and claimed.
    fn users(&mut self, names: &[String], known: &[Option<UserId>]) -> Vec<UserId> {
        let scope = player_scope(self.organization_id, self.archive);
        let mut users = Vec::with_capacity(known.len());
        for ((player, name), known) in self.archive.players.iter().zip(names).zip(known) {
            users.push(known.unwrap_or_else(|| {
                let user_id = UserId(self.ids.next(Sequence::User));
                let holder = StreamId::user(user_id);
                let profile =
                    Profile { username: player.clone(), best_identifier: player.clone(), ..Profile::default() };
                self.begin(holder, OrganizationId::SHARED, UserEvent::Registered { profile });
                self.claims.push(Claim { scope: scope.clone(), name: name.clone(), holder });
                user_id
            }));
        }
        users
    }

    /// Returns the list of each player. A deck page alone makes an empty list with that page, so that the page is not lost.
    fn decklists(&mut self, users: &[UserId]) -> Vec<Option<DecklistId>> {
        let archive = self.archive;
        // Without the player's name, which is stored only in the player's own stream.
        let name = match event_format(archive) {
            EventFormat::Other => format!("{}: deck", archive.name),
            format => format!("{}: {} deck", archive.name, format.display_name()),
        };
        let mut lists = Vec::with_capacity(users.len());
        for (player, &user_id) in users.iter().enumerate() {
            let (text, page) = (archive.decklists.get(&player), archive.deck_urls.get(&player));
            let id = text.or(page).map(|_| DecklistId(self.ids.next(Sequence::Decklist)));
            lists.push(id);
            let Some(id) = id else { continue };
            let plaintext_list = text.cloned().unwrap_or_default();
            let body = DecklistBody { name: name.clone(), plaintext_list, ..DecklistBody::default() };
            let deck_url = page.cloned().unwrap_or_default();
            let submitted = DecklistEvent::Submitted { owner_user_id: Some(user_id), body, deck_url };
            self.begin(StreamId::decklist(id), self.organization_id, submitted);
        }
        lists
    }

    /// Writes the tournament's own events.
    fn tell(&mut self, sha256: &str, users: &[UserId], decklists: &[Option<DecklistId>]) {
        let archive = self.archive;
        self.record(TournamentEvent::Created { details: details(archive), seed: seed(sha256) });
        let (platform, source_id) = (archive.platform.clone(), archive.source_id.clone());
        let source = ImportSource { platform, source_id, sha256: sha256.to_owned() };
        self.record(TournamentEvent::Imported { source });
        for (&user_id, &decklist_id) in users.iter().zip(decklists) {
            let registration_id = RegistrationId(self.ids.next(Sequence::Registration));
            let status = RegistrationStatus::Complete;
            self.record(TournamentEvent::PlayerRegistered { registration_id, user_id, status });
            if decklist_id.is_some() {
                self.record(TournamentEvent::DecklistAttached { registration_id, decklist_id });
            }
            self.entries.push(registration_id);
        }
        if let Some(dropped) = &archive.before_play {
            for &player in dropped {
                let (registration_id, status) = (self.entries[player], RegistrationStatus::Canceled);
                self.record(TournamentEvent::RegistrationStatusChanged { registration_id, status });
            }
        } else {
            self.tell_play();
            if decklists.iter().any(Option::is_some) {
                self.lifecycle(LifecycleStatus::DecklistsPublished);
            }
        }
    }

    /// Writes a finished tournament from its first round to its end.
    fn tell_play(&mut self) {
        self.lifecycle(LifecycleStatus::EventInProgress);
        // Known from the start, so that no round's standings change afterwards.
        self.record(TournamentEvent::TiesDrawn { order: published_order(self.archive, &self.entries) });
        self.state_game_wins();
        for &player in &self.course.absent {
            self.record(TournamentEvent::PlayerDropped { registration_id: self.entries[player] });
        }
        self.issue_penalties(None);
        self.tell_rounds();
        if !self.archive.final_places.is_empty() {
            let order = self.entries_of(&self.archive.final_places);
            self.record(TournamentEvent::PlacesStated { order });
        }
        self.lifecycle(LifecycleStatus::EventFinished);
    }

    fn entries_of(&self, players: &[usize]) -> Vec<RegistrationId> {
        players.iter().map(|&player| self.entries[player]).collect()
    }

    /// If games are unknown, states the published percentages after the last Swiss round instead.
    fn state_game_wins(&mut self) {
        let Self { archive, course, .. } = *self;
        let swiss = || course.rounds.iter().filter(|round| round.kind == RoundKind::Swiss);
        let met = swiss().flat_map(|round| &round.matches).filter(|(played, _)| played.kind == PairingKind::Versus);
        let nothing_known =
            met.clone().next().is_some() && met.clone().all(|(played, _)| played.result.games.is_none());
        let Some(last) = swiss().next_back() else { return };
        if archive.rule.games_unknown || nothing_known {
            let stated =
                |row: &Row| Some(StatedGameWin { registration_id: self.entries[row.player], game_win: row.gw? });
            let game_wins: Vec<StatedGameWin> = archive.standings.iter().filter_map(stated).collect();
            let after_round_number = archive.swiss_rounds.min(last.number);
            for game_wins in game_wins.chunks(GAME_WINS_PER_EVENT) {
                self.record(TournamentEvent::GameWinsStated { after_round_number, game_wins: game_wins.to_vec() });
            }
        }
    }

    fn tell_rounds(&mut self) {
        let Self { archive, course, .. } = *self;
        let mut phases = Vec::new();
        let mut disqualified: Vec<(i32, usize)> =
            archive.disqualified.iter().map(|(player, from)| (*from, *player)).collect();
        disqualified.sort_unstable();
        let mut disqualified = disqualified.into_iter().peekable();
        for (index, round) in course.rounds.iter().enumerate() {
            let phase_id = match phases.last() {
                Some(phase) if !round.opens_phase => *phase,
                _ => self.add_phase(phase_type(archive, round), &mut phases),
            };
            let round_id = RoundId(self.ids.next(Sequence::Round));
            self.record(TournamentEvent::RoundAdded {
                round_id,
                phase_id,
                round_number: round.number,
                round_type: RoundType::PlayVsOpponent,
                final_round_in_event: index + 1 == course.rounds.len(),
                use_old_pairings: false,
                pairingengine_url: String::new(),
            });
            self.play(round, round_id);
            self.issue_penalties(Some((round.number, round_id)));
            while let Some((_, player)) = disqualified.next_if(|(from, _)| *from <= round.number) {
                self.record(TournamentEvent::PlayerDisqualified { registration_id: self.entries[player] });
            }
            self.record(TournamentEvent::RoundCompleted { round_id });
            // Disqualified players have left already; a drop would list them again.
            for &player in round.drops.iter().filter(|player| !archive.disqualified.contains_key(*player)) {
                self.record(TournamentEvent::PlayerDropped { registration_id: self.entries[player] });
            }
            if let Some(advancing) = &round.cut {
                let advancing = self.entries_of(advancing);
                self.record(TournamentEvent::CutMade { after_round_number: round.number, advancing });
            }
        }
        for (_, player) in disqualified {
            self.record(TournamentEvent::PlayerDisqualified { registration_id: self.entries[player] });
        }
    }

    /// Writes the penalties of a round, or those outside of rounds.
    fn issue_penalties(&mut self, round: Option<(i32, RoundId)>) {
        let number = round.map(|(number, _)| number);
        for issued in self.archive.penalties.iter().filter(|issued| issued.round == number) {
            let penalty_id = PenaltyId(self.ids.next(Sequence::Penalty));
            let issued = IssuedPenalty {
                registration_id: self.entries[issued.player],
                round_id: round.map(|(_, round_id)| round_id),
                match_id: None,
                infraction: issued.infraction.clone(),
                penalty: issued.penalty,
                note: issued.note.clone(),
            };
            self.record(TournamentEvent::PenaltyIssued { penalty_id, issued });
        }
    }

    /// Adds a phase after the others.
    fn add_phase(&mut self, round_type: PhaseType, phases: &mut Vec<PhaseId>) -> PhaseId {
        let phase_id = PhaseId(self.ids.next(Sequence::Phase));
        phases.push(phase_id);
        let order_in_phases = i32::try_from(phases.len()).unwrap_or(i32::MAX);
        self.record(TournamentEvent::PhaseAdded { phase_id, order_in_phases, round_type });
        phase_id
    }

    /// Pairs a round, starts it and reports its results. Tables are in file order, byes and losses last.
    fn play(&mut self, round: &CourseRound, round_id: RoundId) {
        let is_played = |(it, _): &&(ArchiveMatch, bool)| it.kind == PairingKind::Versus;
        let (played, alone): (Vec<_>, Vec<_>) = round.matches.iter().partition(is_played);
        let pairing = |((it, is_consolation), table_number): (&(ArchiveMatch, bool), i32)| Pairing {
            match_id: MatchId(self.ids.next(Sequence::Match)),
            kind: it.kind,
            table_number,
            pod_number: it.pool,
            players: it.players().map(|player| self.entries[player]).collect(),
            is_ghost: false,
            is_consolation: *is_consolation,
        };
        let pairings: Vec<Pairing> = played.iter().copied().chain(alone).zip(1..).map(pairing).collect();
        for pairings in pairings.chunks(PAIRINGS_PER_EVENT) {
            self.record(TournamentEvent::MatchesPaired { round_id, pairings: pairings.to_vec() });
        }
        self.record(TournamentEvent::PairingsCompleted { round_id });
        self.record(TournamentEvent::RoundStarted { round_id });
        self.now += Duration::minutes(ROUND_MINUTES);
        for (pairing, (it, _)) in pairings.iter().zip(played) {
            self.record(TournamentEvent::ResultReported { match_id: pairing.match_id, result: it.result });
        }
    }
}

fn details(archive: &Archive) -> TournamentDetails {
    TournamentDetails {
        start_datetime: Some(archive.date),
        // Staff plan the rounds of an event that has not begun.
        swiss_rounds: archive.before_play.is_none().then_some(archive.swiss_rounds),
        top_cut: archive.top_cut,
        pod_size: archive.pod_size(),
        pool_size: archive.pool_size,
        playoff: archive.playoff,
        rules: archive.rule.standings.clone(),
        ..TournamentDetails::new(&archive.name, event_format(archive))
    }
}

/// Returns a seed that is the same for the same file.
fn seed(sha256: &str) -> i64 {
    sha256.get(..15).and_then(|digits| i64::from_str_radix(digits, 16).ok()).unwrap_or_default()
}

fn phase_type(archive: &Archive, round: &CourseRound) -> PhaseType {
    match round.kind {
        RoundKind::Swiss if round.matches.iter().any(|(it, _)| it.pool > 0) => PhaseType::RoundRobin,
        RoundKind::Swiss => PhaseType::Swiss,
        RoundKind::Playoff if archive.pod_size() > 2 => PhaseType::RankedSingleElimination,
        RoundKind::Playoff if archive.is_double_elimination() => PhaseType::DoubleElimination,
        RoundKind::Playoff => PhaseType::SingleElimination,
    }
}

#[cfg(test)]
mod tests;
