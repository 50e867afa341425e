//! Says in words what happened at an event: "Lee Adler reported 2–1 at table 4 of round 2". Every kind of change has its
//! text; a new kind does not compile without one.

use std::collections::{BTreeSet, HashMap};

use domain::tournament::Tournament;
use fluent_bundle::FluentValue;
use proto_events::ids::{ApiKeyId, CallId, MatchId, PenaltyId, RegistrationId, RoundId, TeamId, TeamMatchId, UserId};
use proto_events::tournament::MatchResult;
use proto_events::vocabulary::QueueCheckInStatus;
use proto_events::{Actor, DomainEvent, Envelope, TournamentEvent, Version};
use service_kit::problem::Problem;

use crate::desk::event::Desk;
use crate::desk::setting_words;
use crate::desk::words::score;
use crate::serving::failures::failed;
use crate::texts::Texts;

/// What the words need to know.
pub(crate) struct Words<'a> {
    pub(crate) texts: &'static Texts,
    pub(crate) event: &'a Tournament,
    /// Names of players, and of everyone else who is named.
    pub(crate) people: HashMap<UserId, String>,
    /// Names of the organization's keys.
    pub(crate) keys: HashMap<ApiKeyId, String>,
    /// The settings that changed, for the versions that changed settings.
    pub(crate) settings: HashMap<Version, Vec<String>>,
}

type Args<'a> = Vec<(&'static str, FluentValue<'a>)>;

impl<'a> Words<'a> {
    /// Reads the names that the words for these changes need.
    pub(crate) async fn load(desk: &'a Desk<'_>, changes: &[Envelope]) -> Result<Self, Problem> {
        let (state, commands) = (desk.state(), &desk.request.shared.commands);
        let mut named: BTreeSet<UserId> = changes.iter().flat_map(people_in).collect();
        named.extend(state.registrations.iter().map(|entry| entry.user_id));
        let people = commands.names_of(&named.into_iter().collect::<Vec<_>>()).await.map_err(failed)?;
        let organization = commands.organization(desk.request.session.organization_id()?).await.map_err(failed)?;
        let keys = organization.map(|it| it.state.keys.iter().map(|key| (key.id, key.name.clone())).collect());
        let about_settings = changes.iter().rfind(|change| setting_words::is_about_settings(change));
        let settings = match about_settings {
            Some(last) => {
                let history = commands.history_between(state.id, 0, last.version).await.map_err(failed)?;
                setting_words::changed(desk.texts, &history)
            }
            None => HashMap::new(),
        };
        Ok(Self { texts: desk.texts, event: state, people, keys: keys.unwrap_or_default(), settings })
    }

    /// Says who made a change.
    pub(crate) fn by(&self, actor: &Actor) -> String {
        match actor {
            Actor::System => self.texts.say("desk-by-service"),
            Actor::CommandLine => self.texts.say("desk-by-operator"),
            Actor::User(person) => self.person(*person),
            Actor::PrivateLink(player) => self.texts.with("desk-by-private-link", "player", self.person(*player)),
            Actor::ApiKey(key) => {
                let name = self.keys.get(key).cloned().unwrap_or_else(|| key.to_string());
                self.texts.with("desk-by-key", "key", name)
            }
        }
    }

    /// Says what a change was, in one sentence.
    pub(crate) fn say(&self, change: &Envelope) -> String {
        match &change.event {
            DomainEvent::Tournament(event) => self.say_event(&change.actor, event, change.version),
            DomainEvent::Organization(_)
            | DomainEvent::User(_)
            | DomainEvent::Convention(_)
            | DomainEvent::Decklist(_) => String::new(),
        }
    }

    /// Says what a change of the event was. Those of registrations and of play are said elsewhere.
    fn say_event(&self, by: &Actor, event: &TournamentEvent, version: Version) -> String {
        use TournamentEvent as E;
        match event {
            E::Created { .. } => self.plain(by, "desk-audit-created", []),
            E::Imported { source } => self.plain(by, "desk-audit-imported", [("platform", text(&source.platform))]),
            E::Deleted {} => self.plain(by, "desk-audit-deleted", []),
            E::DetailsChanged { .. } | E::OrganizingChanged { .. } => self.settings(by, version),
            E::LifecycleChanged { status } => {
                self.plain(by, "desk-audit-lifecycle", [("status", self.texts.term(*status).into())])
            }
            E::ListsLocked {} => self.plain(by, "desk-audit-lists-locked", []),
            E::ListsUnlocked {} => self.plain(by, "desk-audit-lists-unlocked", []),
            E::ListRevisionsFixed { revisions } => {
                self.plain(by, "desk-audit-fixed", [("count", revisions.len().into())])
            }
            E::TeamFormed { team_name, .. } => self.plain(by, "desk-audit-team", [("team", text(team_name))]),
            E::TeamDropped { team_id } => {
                self.plain(by, "desk-audit-team-dropped", [("team", text(&self.team(*team_id)))])
            }
            E::PlayerRegistered { registration_id: id, .. }
            | E::RegistrationStatusChanged { registration_id: id, .. }
            | E::PlayerDropped { registration_id: id }
            | E::PlayerDisqualified { registration_id: id }
            | E::PaymentChanged { registration_id: id, .. }
            | E::CheckInChanged { registration_id: id, .. }
            | E::QueueGroupChanged { registration_id: id, .. }
            | E::TagsChanged { registration_id: id, .. }
            | E::NotesChanged { registration_id: id, .. }
            | E::SeatFixed { registration_id: id, .. }
            | E::ByesAwarded { registration_id: id, .. }
            | E::PaperDecklistMarked { registration_id: id, .. }
            | E::DecklistAttached { registration_id: id, .. }
            | E::ListLocked { registration_id: id }
            | E::ListUnlocked { registration_id: id }
            | E::PrivateLinkMade { registration_id: id, .. }
            | E::PrivateLinkRevoked { registration_id: id } => self.say_entry(by, *id, event),
            E::PhaseAdded { .. }
            | E::RoundAdded { .. }
            | E::MatchesPaired { .. }
            | E::TeamsPaired { .. }
            | E::PairingsCompleted { .. }
            | E::PairingsHidden { .. }
            | E::PairingsPublished { .. }
            | E::PairingsDiscarded { .. }
            | E::RoundRemoved { .. }
            | E::RoundStarted { .. }
            | E::RoundCompleted { .. }
            | E::ClockChanged { .. }
            | E::CutMade { .. }
            | E::TiesDrawn { .. }
            | E::GameWinsStated { .. } => self.say_round(by, event),
            E::ResultReported { .. }
            | E::ResultCorrected { .. }
            | E::ResultConfirmed { .. }
            | E::ResultContested { .. }
            | E::TeamResultReported { .. }
            | E::MatchFeatured { .. }
            | E::JudgeAssigned { .. }
            | E::TimeExtended { .. }
            | E::DeckCheckMarked { .. } => self.say_match(by, event),
            E::PenaltyIssued { penalty_id: id, .. } => self.penalty(by, "desk-audit-penalty", *id),
            E::PenaltyWithdrawn { penalty_id: id } => self.penalty(by, "desk-audit-penalty-withdrawn", *id),
            E::PenaltyRestored { penalty_id: id } => self.penalty(by, "desk-audit-penalty-restored", *id),
            E::JudgeCalled { call_id: id, .. } => self.call(by, "desk-audit-call", *id),
            E::CallAnswered { call_id: id } => self.call(by, "desk-audit-call-answered", *id),
            E::CallClosed { call_id: id } => self.call(by, "desk-audit-call-closed", *id),
        }
    }

    /// Says what a change of a registration was; nothing for other changes.
    fn say_entry(&self, by: &Actor, id: RegistrationId, event: &TournamentEvent) -> String {
        use TournamentEvent as E;
        let say = |key: &str| self.entry(by, key, id, []);
        match event {
            E::PlayerRegistered { .. } => say("desk-audit-registered"),
            E::RegistrationStatusChanged { status, .. } => {
                self.entry(by, "desk-audit-status", id, [("status", self.texts.term(*status).into())])
            }
            E::PlayerDropped { .. } => say("desk-audit-dropped"),
            E::PlayerDisqualified { .. } => say("desk-audit-disqualified"),
            E::PaymentChanged { .. } => say("desk-audit-payment"),
            E::CheckInChanged { status, .. } => {
                self.entry(by, "desk-audit-check-in", id, [("status", check_in(*status))])
            }
            E::QueueGroupChanged { role, .. } => {
                self.entry(by, "desk-audit-group", id, [("joined", yes(role.is_some()))])
            }
            E::TagsChanged { tags, .. } => {
                let args = [("tags", text(&tags.join(", "))), ("count", tags.len().into())];
                self.entry(by, "desk-audit-tags", id, args)
            }
            E::NotesChanged { .. } => say("desk-audit-notes"),
            E::SeatFixed { fixed_seat: table, .. } => {
                self.entry(by, "desk-audit-seat", id, [("table", table.unwrap_or_default().into())])
            }
            E::ByesAwarded { round_numbers: rounds, .. } => {
                let args = [("rounds", text(&listed(rounds))), ("count", rounds.len().into())];
                self.entry(by, "desk-audit-byes", id, args)
            }
            E::PaperDecklistMarked { using_paper_decklist: paper, .. } => {
                self.entry(by, "desk-audit-paper", id, [("paper", yes(*paper))])
            }
            E::DecklistAttached { decklist_id, .. } => {
                self.entry(by, "desk-audit-list", id, [("attached", yes(decklist_id.is_some()))])
            }
            E::ListLocked { .. } => say("desk-audit-list-locked"),
            E::ListUnlocked { .. } => say("desk-audit-list-unlocked"),
            E::PrivateLinkMade { .. } => say("desk-audit-link-made"),
            E::PrivateLinkRevoked { .. } => say("desk-audit-link-revoked"),
            _ => String::new(),
        }
    }

    /// Says what a change of a round or between rounds was; nothing for other changes.
    fn say_round(&self, by: &Actor, event: &TournamentEvent) -> String {
        use TournamentEvent as E;
        let say = |key: &str, round: RoundId| self.round(by, key, round, []);
        match event {
            E::PhaseAdded { round_type, .. } => {
                self.plain(by, "desk-audit-phase", [("kind", self.texts.term(*round_type).into())])
            }
            E::RoundAdded { round_number, .. } => {
                self.plain(by, "desk-audit-round-added", [("round", text(&self.round_number(*round_number)))])
            }
            E::MatchesPaired { round_id, pairings } => {
                self.round(by, "desk-audit-paired", *round_id, [("count", pairings.len().into())])
            }
            E::TeamsPaired { round_id, pairings } => {
                self.round(by, "desk-audit-teams-paired", *round_id, [("count", pairings.len().into())])
            }
            E::PairingsCompleted { round_id } => say("desk-audit-pairings-completed", *round_id),
            E::PairingsHidden { round_id } => say("desk-audit-pairings-hidden", *round_id),
            E::PairingsPublished { round_id } => say("desk-audit-pairings-published", *round_id),
            E::PairingsDiscarded { round_id } => say("desk-audit-pairings-discarded", *round_id),
            E::RoundRemoved { round_id } => say("desk-audit-round-removed", *round_id),
            E::RoundStarted { round_id } => say("desk-audit-round-started", *round_id),
            E::RoundCompleted { round_id } => say("desk-audit-round-completed", *round_id),
            E::ClockChanged { round_id, clock } => {
                let args = [("runs", yes(clock.running_since.is_some())), ("minutes", minutes(clock.length_seconds))];
                self.round(by, "desk-audit-clock", *round_id, args)
            }
            E::CutMade { advancing, .. } => self.plain(by, "desk-audit-cut", [("count", advancing.len().into())]),
            E::TiesDrawn { .. } => self.plain(by, "desk-audit-ties", []),
            E::GameWinsStated { .. } => self.plain(by, "desk-audit-game-wins", []),
            _ => String::new(),
        }
    }

    /// Says what a change of a match was; nothing for other changes.
    fn say_match(&self, by: &Actor, event: &TournamentEvent) -> String {
        use TournamentEvent as E;
        match event {
            E::ResultReported { match_id: id, result } => self.result(by, "desk-audit-reported", *id, result),
            E::ResultCorrected { match_id: id, result } => self.result(by, "desk-audit-corrected", *id, result),
            E::ResultConfirmed { match_id: id } => self.table(by, "desk-audit-confirmed", *id, []),
            E::ResultContested { match_id: id } => self.table(by, "desk-audit-contested", *id, []),
            E::TeamResultReported { team_match_id: id, result } => self.team_result(by, *id, result),
            E::MatchFeatured { match_id: id, is_feature_match: is } => {
                self.table(by, "desk-audit-featured", *id, [("featured", yes(*is))])
            }
            E::JudgeAssigned { match_id: id, judge_user_id: judge } => {
                let judge = judge.map_or_else(String::new, |judge| self.person(judge));
                self.table(by, "desk-audit-judge", *id, [("assigned", yes(!judge.is_empty())), ("judge", text(&judge))])
            }
            E::TimeExtended { match_id: id, time_extension_seconds: seconds } => {
                self.table(by, "desk-audit-time", *id, [("minutes", minutes(*seconds))])
            }
            E::DeckCheckMarked { match_id: id, started, completed } => {
                self.table(by, "desk-audit-deck-check", *id, [("state", deck_check(*started, *completed))])
            }
            _ => String::new(),
        }
    }

    fn plain<const N: usize>(&self, by: &Actor, key: &str, args: [(&'static str, FluentValue<'_>); N]) -> String {
        let mut all: Args<'_> = vec![("by", self.by(by).into())];
        all.extend(args);
        self.texts.with_all(key, all)
    }

    /// Says something about a registration. `own` says whether the player did it.
    fn entry<const N: usize>(
        &self,
        by: &Actor,
        key: &str,
        id: RegistrationId,
        args: [(&'static str, FluentValue<'_>); N],
    ) -> String {
        let player = self.event.registration(id).map(|entry| entry.user_id);
        let is_own = player.is_some_and(|player| by.person() == Some(player));
        let name = player.map_or_else(String::new, |player| self.person(player));
        let mut all: Args<'_> = vec![("by", self.by(by).into()), ("own", yes(is_own)), ("player", name.into())];
        all.extend(args);
        self.texts.with_all(key, all)
    }

    fn round<const N: usize>(
        &self,
        by: &Actor,
        key: &str,
        id: RoundId,
        args: [(&'static str, FluentValue<'_>); N],
    ) -> String {
        let mut all: Args<'_> = vec![("by", self.by(by).into()), ("round", self.round_name(id).into())];
        all.extend(args);
        self.texts.with_all(key, all)
    }

    fn table<const N: usize>(
        &self,
        by: &Actor,
        key: &str,
        id: MatchId,
        args: [(&'static str, FluentValue<'_>); N],
    ) -> String {
        let placed = self.event.placed(id);
        let table = placed.map_or(0, |placed| placed.table.pairing.table_number);
        let round = self.event.round_of_match(id).map_or_else(String::new, |round| self.round_name(round));
        let mut all: Args<'_> = vec![("by", self.by(by).into()), ("table", table.into()), ("round", round.into())];
        all.extend(args);
        self.texts.with_all(key, all)
    }

    fn result(&self, by: &Actor, key: &str, id: MatchId, result: &MatchResult) -> String {
        let players = self.event.placed(id).map(|placed| &placed.table.pairing.players);
        let name = |entry: &RegistrationId| self.event.registration(*entry).map(|entry| self.person(entry.user_id));
        let players: Vec<_> = players.into_iter().flatten().filter_map(name).collect();
        let players = players.join(&format!(" {} ", self.texts.say("desk-against")));
        self.table(by, key, id, [("result", score(result).into()), ("players", players.into())])
    }

    fn team_result(&self, by: &Actor, id: TeamMatchId, result: &MatchResult) -> String {
        let round = self.event.round_of_team_match(id);
        let teams =
            round.and_then(|round| self.event.round(round)).into_iter().flat_map(|(_, round)| &round.team_matches);
        let played = teams.into_iter().find(|played| played.id == id);
        let teams: Vec<_> = played.into_iter().flat_map(|played| &played.teams).map(|team| self.team(*team)).collect();
        let teams = teams.join(&format!(" {} ", self.texts.say("desk-against")));
        let round = round.map_or_else(String::new, |round| self.round_name(round));
        let args = [("result", score(result).into()), ("teams", teams.into()), ("round", round.into())];
        self.plain(by, "desk-audit-team-result", args)
    }

    fn penalty(&self, by: &Actor, key: &str, id: PenaltyId) -> String {
        let issued = self.event.penalty(id).map(|penalty| &penalty.issued);
        let name = issued.map_or_else(String::new, |issued| self.texts.term(issued.penalty));
        let infraction = issued.map_or("", |issued| issued.infraction.as_str());
        let entry = issued.map_or(RegistrationId(0), |issued| issued.registration_id);
        self.entry(by, key, entry, [("penalty", name.into()), ("infraction", text(infraction))])
    }

    fn call(&self, by: &Actor, key: &str, id: CallId) -> String {
        let table = self.event.call(id).and_then(|call| call.call.table_number).unwrap_or_default();
        self.plain(by, key, [("table", table.into())])
    }

    fn settings(&self, by: &Actor, version: Version) -> String {
        let fields = self.settings.get(&version).map_or_else(String::new, |fields| fields.join(", "));
        self.plain(by, "desk-audit-settings", [("known", yes(!fields.is_empty())), ("fields", fields.into())])
    }

    fn person(&self, id: UserId) -> String {
        self.people.get(&id).cloned().unwrap_or_else(|| format!("#{id}"))
    }

    fn team(&self, id: TeamId) -> String {
        self.event.team(id).map_or_else(String::new, |team| team.name.clone())
    }

    fn round_name(&self, id: RoundId) -> String {
        let removed =
            || self.event.removed_rounds.iter().find(|removed| removed.id == id).map(|removed| removed.number);
        let number = self.event.round(id).map(|(_, round)| round.number).or_else(removed);
        number.map_or_else(String::new, |number| self.round_number(number))
    }

    fn round_number(&self, number: i32) -> String {
        match number {
            number if number > 0 => self.texts.with("desk-audit-round", "number", number),
            _ => self.texts.say("desk-audit-meeting"),
        }
    }
}

/// Returns the people who are named in the words for a change, apart from players.
fn people_in(change: &Envelope) -> Vec<UserId> {
    let actor = change.actor.person();
    let judge = match &change.event {
        DomainEvent::Tournament(TournamentEvent::JudgeAssigned { judge_user_id, .. }) => *judge_user_id,
        _ => None,
    };
    actor.into_iter().chain(judge).collect()
}

fn text(words: &str) -> FluentValue<'static> {
    FluentValue::from(words.to_owned())
}

fn yes(is: bool) -> FluentValue<'static> {
    FluentValue::from(if is { "yes" } else { "no" })
}

fn listed(numbers: &[i32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns a number of seconds in whole minutes.
fn minutes(seconds: i32) -> FluentValue<'static> {
    FluentValue::from((f64::from(seconds) / 60.0).round())
}

fn check_in(status: Option<QueueCheckInStatus>) -> FluentValue<'static> {
    FluentValue::from(match status {
        Some(QueueCheckInStatus::CheckedIn) => "in",
        Some(QueueCheckInStatus::Declined) => "declined",
        Some(QueueCheckInStatus::TimedOut) => "late",
        Some(QueueCheckInStatus::WaitingForPlayerResponse) => "called",
        Some(QueueCheckInStatus::WaitingForCheckInRequest | QueueCheckInStatus::Standby) => "waits",
        None => "none",
    })
}

fn deck_check(started: bool, completed: bool) -> FluentValue<'static> {
    FluentValue::from(match (started, completed) {
        (_, true) => "completed",
        (true, false) => "started",
        (false, false) => "none",
    })
}

#[cfg(test)]
mod tests {
    use proto_events::testing::samples;

    use super::*;
    use crate::desk::testing::{change, tournament};
    use crate::texts::Language;

    fn words(event: &Tournament) -> Words<'_> {
        let people = [(UserId(91), "Finn Park".to_owned()), (UserId(92), "Ada Ahorn".to_owned())];
        Words {
            texts: Texts::of(Language::English),
            event,
            people: people.into(),
            keys: [(ApiKeyId(5), "Stream overlay".to_owned())].into(),
            settings: HashMap::new(),
        }
    }

    #[test]
    fn every_kind_of_change_has_its_words() {
        let event = tournament(&[]);
        let words = words(&event);
        for sample in samples() {
            let DomainEvent::Tournament(sample) = sample else { continue };
            let said = words.say(&change(9, Actor::ApiKey(ApiKeyId(5)), sample.clone()));
            assert!(
                !said.contains(['{', '}']) && !said.starts_with("desk") && said.ends_with('.'),
                "{sample:?}: {said}"
            );
        }
    }

    #[test]
    fn a_change_names_who_made_it_and_about_whom() {
        let event = tournament(&[]);
        let dropped = TournamentEvent::PlayerDropped { registration_id: RegistrationId(1) };
        let say = |actor| words(&event).say(&change(9, actor, dropped.clone()));
        assert_eq!(say(Actor::User(UserId(92))), "Ada Ahorn dropped Finn Park.");
        assert_eq!(say(Actor::User(UserId(91))), "Finn Park dropped.");
        assert_eq!(say(Actor::ApiKey(ApiKeyId(5))), "The key “Stream overlay” dropped Finn Park.");
        assert_eq!(say(Actor::CommandLine), "The operator of the server dropped Finn Park.");
    }
}
