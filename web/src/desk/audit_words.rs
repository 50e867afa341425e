//! Says in words what happened at an event: "Lee Adler reported 2–1 at table 4 of round 2".
//!
//! The words are the text `desk-audit-…` with the name of the event. It can use the event's fields by name, and what
//! [`Words::about`] knows of the event's subject. Most kinds of changes need no code here; `proto-events/src/lib.rs`
//! ("How to add an event") says which ones do.

use std::collections::{BTreeSet, HashMap};

use domain::tournament::RoundName;
use domain::tournament::Tournament;
use domain::tournament::facts::{Subject, facts};
use domain::tournament::phases::bracket_matches;
use fluent_bundle::FluentValue;
use proto_events::ids::{ApiKeyId, RegistrationId, RoundId, TeamId, UserId};
use proto_events::tournament::{MessageTo, Organizing, TeamMember};
use proto_events::{Actor, DomainEvent, Envelope, TournamentEvent, Version};
use serde::Serialize;
use serde_json::Value;
use service_kit::problem::Problem;

use crate::desk::event::Desk;
use crate::desk::words::score;
use crate::parts::format::{round_name, time_left, together};
use crate::serving::failures::failed;
use crate::texts::events::{Arg, say_event, yes};
use crate::texts::{Texts, key};

/// What the words need to know.
pub(crate) struct Words<'a> {
    pub(crate) texts: &'static Texts,
    pub(crate) event: &'a Tournament,
    /// Names of players, and of everyone else who is named.
    pub(crate) people: HashMap<UserId, String>,
    pub(crate) keys: HashMap<ApiKeyId, String>,
    /// The settings that changed, for the versions that changed settings.
    pub(crate) settings: HashMap<Version, Vec<String>>,
}

impl<'a> Words<'a> {
    pub(crate) async fn load(desk: &'a Desk<'_>, changes: &[Envelope]) -> Result<Self, Problem> {
        let (state, commands) = (desk.state(), &desk.shared.commands);
        let mut named: BTreeSet<UserId> = changes.iter().flat_map(people_in).collect();
        named.extend(state.registrations.iter().map(|entry| entry.user_id));
        let people = commands.names_of(&named.into_iter().collect::<Vec<_>>()).await.map_err(failed)?;
        let organization = commands.organization(desk.session.organization_id()?).await.map_err(failed)?;
        let keys = organization.map(|it| it.state.keys.iter().map(|key| (key.id, key.name.clone())).collect());
        let about_settings = changes.iter().rfind(|change| is_about_settings(change));
        let settings = match about_settings {
            Some(last) => {
                let history = commands.history_between(state.id, 0, last.version).await.map_err(failed)?;
                changed(desk.texts, &history)
            }
            None => HashMap::new(),
        };
        Ok(Self { texts: desk.texts, event: state, people, keys: keys.unwrap_or_default(), settings })
    }

    pub(crate) fn by(&self, actor: &Actor) -> String {
        by(self.texts, actor, |id| self.person(id), |key| self.keys.get(&key).cloned())
    }

    pub(crate) fn say(&self, change: &Envelope) -> String {
        self.say_as("desk-audit-{name}", change).unwrap_or_default()
    }

    /// Says it with the text of another pattern, if the catalogue has one for this kind of change.
    pub(crate) fn say_as(&self, pattern: &str, change: &Envelope) -> Option<String> {
        let DomainEvent::Tournament(event) = &change.event else { return None };
        let by = ("by", self.by(&change.actor).into());
        let about = self.about(&change.actor, facts(event).subject);
        let further = self.further(event, change.version);
        say_event(self.texts, pattern, event, std::iter::once(by).chain(about).chain(further))
    }

    /// Returns what is said of the object that a change is about, by the name in the catalogue.
    fn about(&self, by: &Actor, subject: Subject) -> Vec<Arg> {
        let round = || self.event.round_of(subject).map_or_else(String::new, |round| self.round_name(round)).into();
        match subject {
            Subject::Tournament => Vec::new(),
            Subject::Registration(id) => self.player(by, id),
            Subject::Team(id) => vec![("team", self.team(id).into())],
            Subject::Round(id) => {
                let title = self.event.round(id).map(|(phase, round)| round_name(self.texts, self.event, phase, round));
                vec![("round", round()), ("title", title.unwrap_or_else(|| self.round_name(id)).into())]
            }
            Subject::Match(id) => {
                let played = self.event.placed(id).map(|placed| placed.table);
                let table = played.map_or(0, |played| played.pairing.table_number);
                let named = |entry| Some(self.person(self.event.registration(entry)?.user_id));
                let sides = played.into_iter().flat_map(|played| {
                    (0..played.pairing.players.len()).map(|side| together(played.on_side(side).filter_map(named)))
                });
                let players = self.against(sides);
                vec![("table", table.into()), ("round", round()), ("players", players)]
            }
            Subject::TeamMatch(id) => {
                let playing = self.event.round_of(subject).and_then(|round| self.event.round(round));
                let matches = playing.into_iter().flat_map(|(_, round)| &round.team_matches);
                let teams = matches.filter(|it| it.id == id).flat_map(|it| &it.teams);
                vec![("round", round()), ("teams", self.against(teams.map(|team| self.team(*team))))]
            }
            Subject::Penalty(id) => {
                let issued = self.event.penalty(id).map(|penalty| &penalty.issued);
                let penalty = issued.map_or_else(String::new, |issued| self.texts.term(issued.penalty));
                let infraction = issued.map_or_else(String::new, |issued| issued.infraction.clone());
                let mut about = self.player(by, issued.map_or(RegistrationId(0), |issued| issued.registration_id));
                about.extend([("penalty", penalty.into()), ("infraction", infraction.into())]);
                about
            }
            Subject::Call(id) => {
                let table = self.event.call(id).and_then(|call| call.call.table_number);
                vec![("table", table.unwrap_or_default().into())]
            }
        }
    }

    /// Returns the player of a registration, and whether the player made the change.
    fn player(&self, by: &Actor, id: RegistrationId) -> Vec<Arg> {
        let player = self.event.registration(id).map(|entry| entry.user_id);
        let is_own = player.is_some_and(|player| by.person() == Some(player));
        vec![("own", yes(is_own)), ("player", player.map_or_else(String::new, |player| self.person(player)).into())]
    }

    /// Returns what the fields of an event do not say in the words of its reader.
    fn further(&self, event: &TournamentEvent, version: Version) -> Vec<Arg> {
        use TournamentEvent as E;
        match event {
            E::DetailsChanged { .. } | E::OrganizingChanged { .. } => {
                let fields = self.settings.get(&version).map_or_else(String::new, |fields| fields.join(", "));
                vec![("known", yes(!fields.is_empty())), ("fields", fields.into())]
            }
            E::LifecycleChanged { status } => vec![("status", self.texts.term(*status).into())],
            E::PlayerRegistered { status, .. } | E::RegistrationStatusChanged { status, .. } => {
                vec![("status", self.texts.term(*status).into())]
            }
            E::PhaseAdded { round_type, .. } => vec![("round_type", self.texts.term(*round_type).into())],
            E::ClockChanged { clock, .. } => {
                let left = time_left(clock.length_seconds.saturating_sub(clock.elapsed_seconds).into());
                let runs = yes(clock.running_since.is_some());
                vec![("runs", runs), ("minutes", minutes(clock.length_seconds)), ("left", left.into())]
            }
            E::CutMade { advancing, .. } if self.event.is_team_event() => {
                let is_of_team = |member: &TeamMember| advancing.contains(&member.registration_id);
                let teams = self.event.teams.iter().filter(|team| team.members.iter().any(is_of_team));
                vec![("count", teams.count().into())]
            }
            E::TimeExtended { time_extension_seconds, .. } => vec![("minutes", minutes(*time_extension_seconds))],
            E::ResultReported { result, .. }
            | E::ResultCorrected { result, .. }
            | E::TeamResultReported { result, .. } => vec![("result", score(self.texts, result).into())],
            E::StaffMessageSent { to: MessageTo::All, .. } => vec![("to", "all".into())],
            E::StaffMessageSent { to: MessageTo::Tag(_), .. } => vec![("to", "tag".into())],
            E::StaffMessageSent { to: MessageTo::Registrations(_), .. } => vec![("to", "convention".into())],
            E::JudgeAssigned { judge_user_id: Some(judge), .. } => vec![("judge", self.person(*judge).into())],
            E::StaffAssigned { user_id, role } => {
                let named = role.map(|role| ("role_name", self.texts.term(role).into()));
                named.into_iter().chain([("person", self.person(*user_id).into())]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the names of opponents; those of a pod with commas.
    fn against(&self, names: impl Iterator<Item = String>) -> FluentValue<'static> {
        let names: Vec<_> = names.collect();
        let between = if names.len() > 2 { ", ".to_owned() } else { format!(" {} ", self.texts.say("desk-against")) };
        names.join(&between).into()
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
        let placed = self.event.round(id);
        if let Some(matches) = placed.and_then(|(phase, round)| bracket_matches(self.event, phase, round)) {
            return self.texts.round(RoundName::Bracket(matches));
        }
        match placed.map(|(_, round)| round.number).or_else(removed) {
            None => String::new(),
            Some(number) if number > 0 => self.texts.with("desk-audit-round", "number", number),
            Some(_) => self.texts.say("desk-audit-meeting"),
        }
    }
}

/// Says who made a change. `person` and `key` return names.
pub(crate) fn by(
    texts: &Texts,
    actor: &Actor,
    person: impl Fn(UserId) -> String,
    key: impl Fn(ApiKeyId) -> Option<String>,
) -> String {
    match actor {
        Actor::System => texts.say("desk-by-service"),
        Actor::CommandLine => texts.say("desk-by-operator"),
        Actor::User(id) => person(*id),
        Actor::PrivateLink(player) => texts.with("desk-by-private-link", "player", person(*player)),
        Actor::ApiKey(id) => texts.with("desk-by-key", "key", key(*id).unwrap_or_else(|| id.to_string())),
    }
}

/// Returns the people who are named in the words for a change, apart from players.
fn people_in(change: &Envelope) -> Vec<UserId> {
    let actor = change.actor.person();
    let named = match &change.event {
        DomainEvent::Tournament(TournamentEvent::JudgeAssigned { judge_user_id, .. }) => *judge_user_id,
        DomainEvent::Tournament(TournamentEvent::StaffAssigned { user_id, .. }) => Some(*user_id),
        _ => None,
    };
    actor.into_iter().chain(named).collect()
}

fn minutes(seconds: i32) -> FluentValue<'static> {
    FluentValue::from((f64::from(seconds) / 60.0).round())
}

fn is_about_settings(change: &Envelope) -> bool {
    matches!(
        change.event,
        DomainEvent::Tournament(TournamentEvent::DetailsChanged { .. } | TournamentEvent::OrganizingChanged { .. })
    )
}

/// Returns the names of the settings that each change of a whole log changed, by version.
fn changed(texts: &Texts, history: &[Envelope]) -> HashMap<Version, Vec<String>> {
    let (mut details, mut organizing) = (Value::Null, json(&Organizing::default()));
    let mut changed = HashMap::new();
    for change in history {
        let DomainEvent::Tournament(event) = &change.event else { continue };
        let (known, after) = match event {
            TournamentEvent::Created { details: after, .. } => {
                details = json(after);
                continue;
            }
            TournamentEvent::DetailsChanged { details: after } => (&mut details, json(after)),
            TournamentEvent::OrganizingChanged { organizing: after } => (&mut organizing, json(after)),
            _ => continue,
        };
        let words: BTreeSet<_> =
            differing(known, &after).into_iter().map(|name| texts.say(&setting_key(&name))).collect();
        changed.insert(change.version, words.into_iter().collect());
        *known = after;
    }
    changed
}

fn json(settings: &impl Serialize) -> Value {
    serde_json::to_value(settings).unwrap_or_default()
}

fn differing(before: &Value, after: &Value) -> BTreeSet<String> {
    let names = [before, after].into_iter().filter_map(Value::as_object).flat_map(|fields| fields.keys());
    names.filter(|name| before.get(name) != after.get(name)).cloned().collect()
}

/// Returns the key of the text for a setting: `desk-setting-top-cut` for `top_cut`. Rules have one text.
pub(crate) fn setting_key(name: &str) -> String {
    key("desk-setting-{name}", name.split('.').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use proto_events::ids::TeamPlayerId;
    use proto_events::testing::samples;
    use proto_events::tournament::{RoundClock, TournamentDetails};
    use proto_events::vocabulary::EventFormat;

    use super::*;
    use crate::desk::testing::{change, registered, tournament, tournament_with};
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
    fn players_of_a_pod_are_named_with_commas() {
        let event = tournament(&[]);
        let said = |names: &[&str]| words(&event).against(names.iter().map(|name| (*name).to_owned()));
        assert_eq!(said(&["Ann", "Bo"]), FluentValue::from("Ann vs Bo"));
        assert_eq!(said(&["Ann", "Bo", "Cy"]), FluentValue::from("Ann, Bo, Cy"));
    }

    #[test]
    fn every_kind_of_change_has_its_words() {
        let event = tournament(&[]);
        let words = words(&event);
        for sample in samples() {
            let DomainEvent::Tournament(sample) = sample else { continue };
            let said = words.say(&change(9, Actor::ApiKey(ApiKeyId(5)), sample.clone()));
            let is_whole = !said.contains(['{', '}']) && !said.starts_with("desk") && said.ends_with('.');
            assert!(is_whole, "the text in web/texts/en/audit.ftl lacks a value of {sample:?}: {said}");
        }
    }

    #[test]
    fn a_cut_counts_those_who_compete_and_a_paused_clock_says_what_is_left() {
        let advancing: Vec<_> = (1..=2).map(RegistrationId).collect();
        let cut = change(9, Actor::CommandLine, TournamentEvent::CutMade { after_round_number: 1, advancing });
        assert!(words(&tournament(&[])).say(&cut).ends_with(": 2 advanced."));
        let details = TournamentDetails { team_size: 2, ..TournamentDetails::new("Cup", EventFormat::Modern) };
        let member = |seat: i32| TeamMember {
            team_player_id: TeamPlayerId(seat.into()),
            registration_id: RegistrationId(seat.into()),
            seat,
            captain: seat == 1,
        };
        let formed = TournamentEvent::TeamFormed {
            team_id: TeamId(5),
            team_name: "Foxes".into(),
            invite_hash: String::new(),
            members: vec![member(1), member(2)],
        };
        let event = tournament_with(details, &[registered(2), formed]);
        assert!(words(&event).say(&cut).ends_with(": 1 advanced."));
        let clock = RoundClock { length_seconds: 3_000, elapsed_seconds: 68, running_since: None };
        let paused = change(9, Actor::CommandLine, TournamentEvent::ClockChanged { round_id: RoundId(1), clock });
        assert!(words(&event).say(&paused).ends_with("it is paused, with 48:52 left."));
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
