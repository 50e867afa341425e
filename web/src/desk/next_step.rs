//! The next step of an event: one sentence, and the buttons that do it. Before the day of the event, that is its page, not
//! the first round. And other ways to go on: a player meeting, draft
//! pods, a Swiss round, the end of the event. Where two steps usually follow each other, one button takes both.

use chrono::{DateTime, Utc};
use domain::pairing::pools::{pool_count, rounds_of};
use domain::permissions::Operation;
use domain::time_zone::Zone;
use domain::tournament::phases::{drafted, last_number, planned_phases, pools_go_on, was_cut};
use domain::tournament::playoff::Playoff;
use domain::tournament::pools::pools_are_done;
use domain::tournament::to_pair::{draft_phase, has_checked_in, plays, plays_on};
use domain::tournament::{Match, Phase, Round, Tournament};
use proto_events::TournamentEvent;
use proto_events::vocabulary::{EventFormat, GenerationStatus, LifecycleStatus, PhaseType, ProgressStatus, RoundType};

use crate::desk::words::open_matches;
use crate::parts::format::round_name;
use crate::texts::Texts;

pub(crate) struct Step {
    pub(crate) text: String,
    /// `None` if nothing is left to do, if it is done elsewhere, or if the role does not allow it.
    pub(crate) button: Option<Button>,
    /// A button that takes a shorter or a longer step.
    pub(crate) other: Option<Button>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Button {
    /// The page that carries it out: `round`, `status`.
    pub(crate) page: &'static str,
    /// The step: `pair`, `complete`. Empty if the button only leads to the page.
    pub(crate) step: &'static str,
    pub(crate) label: String,
}

/// Returns the next step. `may` tells what the role of the signed-in person allows.
pub(crate) fn of(event: &Tournament, texts: &Texts, now: DateTime<Utc>, may: impl Fn(Operation) -> bool) -> Step {
    let Step { text, button, other } = next(event, texts, now);
    let mut allowed = button.into_iter().chain(other).filter(|button| may(needed(button.page)));
    Step { text, button: allowed.next(), other: allowed.next() }
}

/// Returns the round that the desk works on: the first that is not complete, or else the last one. Rounds may be planned
/// before the one in progress is over.
pub(crate) fn working_round(event: &Tournament) -> Option<(&Phase, &Round)> {
    let open = event.rounds().find(|(_, round)| round.status != ProgressStatus::Complete);
    open.or_else(|| event.rounds().next_back())
}

/// Returns the other ways, without the next step itself and without those that the role does not allow.
pub(crate) fn other_ways(
    event: &Tournament,
    texts: &Texts,
    next: &Step,
    may: impl Fn(Operation) -> bool,
) -> Vec<Button> {
    let is_next = |way: &Button| next.button.as_ref().is_some_and(|next| next.step == way.step);
    ways(event, texts).into_iter().filter(|way| !is_next(way) && may(needed(way.page))).collect()
}

fn needed(page: &str) -> Operation {
    match page {
        "status" | "settings" => Operation::ManageEvents,
        "teams" | "players" => Operation::ManageRegistrations,
        _ => Operation::RunRounds,
    }
}

fn next(event: &Tournament, texts: &Texts, now: DateTime<Utc>) -> Step {
    if event.details.is_canceled {
        return told(texts.say("desk-next-canceled"));
    }
    match event.lifecycle {
        LifecycleStatus::EventFinished if !event.wants_lists() => told(texts.say("desk-next-over")),
        LifecycleStatus::EventFinished | LifecycleStatus::DecklistsPublishing => {
            step(texts.say("desk-next-publish-lists"), "status", "publish", texts.say("desk-do-publish-lists"))
        }
        LifecycleStatus::DecklistsPublished => told(texts.say("desk-next-nothing")),
        LifecycleStatus::RegistrationOpen
        | LifecycleStatus::WaitlistOnly
        | LifecycleStatus::RegistrationClosed
        | LifecycleStatus::EventInProgress => match working_round(event) {
            None => {
                days_before(event, texts, now).unwrap_or_else(|| with_check_in(event, texts, before_play(event, texts)))
            }
            Some((phase, round)) => in_play(event, phase, round, texts),
        },
    }
}

/// Returns the step of an event that begins on a later day.
fn days_before(event: &Tournament, texts: &Texts, now: DateTime<Utc>) -> Option<Step> {
    let zone = Zone::of(event.details.time_zone.as_deref());
    let day = zone.local(event.details.start_datetime?).date();
    let values = [("day", texts.long_day(day).into()), ("players", checked_in(event).1.into())];
    let step = || link(texts.with_all("desk-next-later", values), "settings", texts.say("desk-do-describe"));
    (day > zone.local(now).date()).then(step)
}

fn before_play(event: &Tournament, texts: &Texts) -> Step {
    let competitors = competitors(event);
    if competitors < 2 && event.is_team_event() {
        return link(texts.say("desk-next-teams"), "teams", texts.say("desk-do-to-teams"));
    }
    if competitors < 2 {
        return told(texts.say("desk-next-players"));
    }
    if event.organizing.check_in_required && checked_in(event).0 < 2 {
        return told(texts.say("desk-next-check-in"));
    }
    let key = if event.is_team_event() { "desk-next-first-round-teams" } else { "desk-next-first-round" };
    let said = [Some(texts.with(key, "players", competitors)), in_pools(event, texts), Some(alone(event, texts))];
    let text = said.into_iter().flatten().collect::<Vec<_>>().join(" ").trim_end().to_owned();
    let (page, first) = if event.takes_registrations() { ("status", "first-round") } else { ("round", "pair") };
    if is_draft(event) {
        return step(text, page, "draft", texts.say("desk-do-pods"));
    }
    step(text, page, first, texts.with("desk-do-pair", "number", 1))
}

/// Says how many pools the players make, and their rounds, if the event plays in pools.
fn in_pools(event: &Tournament, texts: &Texts) -> Option<String> {
    let is_by_check_in = event.organizing.check_in_required && !event.is_team_event();
    let players = if is_by_check_in { checked_in(event).0 } else { competitors(event) };
    let pools = pool_count(players, usize::try_from(event.details.pool_size).ok().filter(|size| *size > 0)?);
    let largest = players.div_ceil(pools.max(1));
    let values = [("pools", pools.into()), ("size", largest.into()), ("rounds", rounds_of(largest).into())];
    Some(texts.with_all("desk-next-pools", values))
}

/// Says which teams and players will not play, since they lack others.
fn alone(event: &Tournament, texts: &Texts) -> String {
    let (teams, players) = (event.incomplete_teams().count(), event.free_agents().count());
    let teams = (teams > 0).then(|| texts.with("desk-next-incomplete", "teams", teams));
    let players = (players > 0).then(|| texts.with("desk-next-agents", "players", players));
    teams.into_iter().chain(players).collect::<Vec<_>>().join(" ")
}

/// Returns the number of players that are active, or of teams.
fn competitors(event: &Tournament) -> usize {
    event.field().filter(|id| plays_on(event, *id)).count()
}

/// Returns how many active players have checked in, and how many there are.
fn checked_in(event: &Tournament) -> (usize, usize) {
    let active = event.registrations.iter().filter(|entry| plays(entry));
    (active.clone().filter(|entry| has_checked_in(event, entry)).count(), active.count())
}

/// Adds to a step that pairs a round how many players have checked in, if the event requires it, and how many wait for
/// approval, who are not paired.
fn with_check_in(event: &Tournament, texts: &Texts, mut step: Step) -> Step {
    let waiting = event.waiting_for_approval().count();
    if waiting > 0 {
        step.text = format!("{} {}", texts.with("desk-next-waiting", "players", waiting), step.text);
        step.other = step.other.or(link(String::new(), "players", texts.say("desk-do-to-waiting")).button);
    }
    if event.organizing.check_in_required {
        let (here, players) = checked_in(event);
        let told = texts.with_all("desk-next-checked-in", [("here", here.into()), ("players", players.into())]);
        step.text = format!("{told} {}", step.text);
    }
    step
}

fn in_play(event: &Tournament, phase: &Phase, round: &Round, texts: &Texts) -> Step {
    let name = round_name(texts, event, phase, round);
    let say = |key: &'static str| texts.with(key, "round", &name);
    // The match for third place may stay without a result.
    let is_optional = |table: &Match| phase.round_type.is_playoff() && table.pairing.is_consolation;
    match round.status {
        ProgressStatus::Upcoming if round.pairings_status != GenerationStatus::Generated => {
            let label =
                if round.number > 0 { texts.with("desk-do-pair", "number", round.number) } else { say("desk-do-seat") };
            step(say("desk-next-planned"), "round", "again", label)
        }
        ProgressStatus::Upcoming => {
            let page = if event.lifecycle == LifecycleStatus::EventInProgress { "round" } else { "status" };
            if round.is_published {
                return step(say("desk-next-start"), page, "start", say("desk-do-start"));
            }
            // A round that starts is published with it. If a clock starts too, players need time to find their tables.
            let publish = Button { page: "round", step: "publish", label: texts.say("desk-do-publish") };
            let both = Button { page, step: "start", label: say("desk-do-publish-start") };
            let has_clock = event.organizing.round_minutes.is_some() && round.round_type == RoundType::PlayVsOpponent;
            let (button, other) = if has_clock { (publish, both) } else { (both, publish) };
            Step { text: say("desk-next-publish"), button: Some(button), other: Some(other) }
        }
        ProgressStatus::InProgress if !open_matches(round).all(is_optional) => {
            let open = open_matches(round).count();
            link(texts.with("desk-next-results", "open", open), "round", texts.say("desk-do-results"))
        }
        ProgressStatus::InProgress => {
            let text = say(match round.round_type {
                RoundType::PlayVsOpponent if open_matches(round).next().is_some() => "desk-next-third",
                RoundType::PlayVsOpponent => "desk-next-complete",
                _ => "desk-next-meeting",
            });
            let complete = Button { page: "round", step: "complete", label: say("desk-do-complete") };
            let label = || say("desk-do-complete-pair");
            let both = and_next(event, round, texts).map(|step| Button { page: "round", step, label: label() });
            let other = both.is_some().then(|| complete.clone());
            Step { text, button: both.or(Some(complete)), other }
        }
        ProgressStatus::Complete => between_rounds(event, texts),
    }
}

/// Returns the step that completes a round and pairs the one after it, if a round follows without another decision.
fn and_next(event: &Tournament, round: &Round, texts: &Texts) -> Option<&'static str> {
    let after = event.foreseen(&[TournamentEvent::RoundCompleted { round_id: round.id }]).ok()?;
    working_round(&after).filter(|(_, last)| last.status == ProgressStatus::Complete)?;
    match between_rounds(&after, texts).button?.step {
        "pair" => Some("complete-pair"),
        "playoff" => Some("complete-playoff"),
        "draft" if drafted(&after).is_some() => Some("complete-draft"),
        _ => None,
    }
}

fn between_rounds(event: &Tournament, texts: &Texts) -> Step {
    let played = last_number(event);
    let next_kind = planned_phases(event).first().map(|phase| phase.round_type);
    let has_cut = event.cuts.iter().any(|cut| cut.after_round_number >= played);
    let in_playoff = is_in_playoff(event);
    let goes_on = || Playoff::before(event, i32::MAX).is_some_and(|playoff| !playoff.is_over());
    if (in_playoff || has_cut) && goes_on() {
        return step(texts.say("desk-next-playoff"), "round", "playoff", texts.say("desk-do-playoff"));
    }
    let is_last = event.rounds().any(|(_, round)| round.final_round_in_event);
    let goes_on = match event.details.pool_size > 0 {
        true => pools_go_on(event),
        false => event.details.swiss_rounds.is_none_or(|planned| played < planned),
    };
    if !is_last && !in_playoff && goes_on {
        return with_check_in(event, texts, next_round(event, played + 1, texts));
    }
    if next_kind.is_some_and(PhaseType::is_playoff) && !in_playoff {
        let size = event.details.top_cut;
        let key = if event.details.pool_size > 0 { "desk-next-cut-pools" } else { "desk-next-cut" };
        return link(texts.with(key, "size", size), "playoff", texts.say("desk-do-to-cut"));
    }
    step(texts.say("desk-next-finish"), "status", "finish", texts.say("desk-do-finish"))
}

/// Returns the step to the next round before the playoff: in pods if the last phase is a draft.
fn next_round(event: &Tournament, number: i32, texts: &Texts) -> Step {
    let text = texts.with("desk-next-pair", "number", number);
    let label = texts.with("desk-do-pair", "number", number);
    match (draft_phase(event), drafted(event).is_some()) {
        (Some(_), true) => step(text, "round", "draft", label),
        (Some(_), false) => {
            step(texts.with("desk-next-pods", "number", number), "round", "draft", texts.say("desk-do-pods"))
        }
        (None, _) if number == 1 && is_draft(event) => step(text, "round", "draft", texts.say("desk-do-pods")),
        (None, _) => step(text, "round", "pair", label),
    }
}

fn is_draft(event: &Tournament) -> bool {
    event.details.event_format == EventFormat::BoosterDraft && !event.is_team_event() && event.details.pool_size == 0
}

pub(crate) fn is_in_playoff(event: &Tournament) -> bool {
    event.phases.last().is_some_and(|phase| phase.round_type.is_playoff())
}

/// Returns all ways to go on while no round is open.
fn ways(event: &Tournament, texts: &Texts) -> Vec<Button> {
    let is_open = working_round(event).is_some_and(|(_, round)| round.status != ProgressStatus::Complete);
    if event.lifecycle.is_finished() || is_open || competitors(event) < 2 {
        return Vec::new();
    }
    let played = last_number(event);
    let way = |page, step, label| Button { page, step, label };
    let finish = (played > 0).then(|| way("status", "finish", texts.say("desk-do-finish")));
    if is_in_playoff(event) {
        return finish.into_iter().collect();
    }
    let (page, pair) = if event.takes_registrations() { ("status", "first-round") } else { ("round", "pair") };
    let number = played + 1;
    let has_pods = is_draft(event) || draft_phase(event).is_some();
    let label = if has_pods { "desk-do-pair-swiss" } else { "desk-do-pair" };
    let is_done = |phase: &Phase| pools_are_done(event, phase) && !was_cut(event, phase);
    let may_pair = event.details.pool_size == 0 || !event.phases.last().is_some_and(is_done);
    let mut ways = Vec::new();
    ways.extend(may_pair.then(|| way(page, pair, texts.with(label, "number", number))));
    if !event.is_team_event() && drafted(event).is_some() {
        ways.push(way(page, "draft", texts.with("desk-do-pair-in-pods", "number", number)));
        ways.push(way(page, "new-pods", texts.say("desk-do-pods")));
    } else if !event.is_team_event() {
        ways.push(way(page, "draft", texts.say("desk-do-pods")));
    }
    if played == 0 {
        ways.push(way(page, "meeting", texts.say("desk-do-meeting")));
        ways.push(way(page, "random-meeting", texts.say("desk-do-random-meeting")));
    }
    ways.extend(finish);
    ways
}

fn link(text: String, page: &'static str, label: String) -> Step {
    step(text, page, "", label)
}

fn told(text: String) -> Step {
    Step { text, button: None, other: None }
}

fn step(text: String, page: &'static str, step: &'static str, label: String) -> Step {
    Step { text, button: Some(Button { page, step, label }), other: None }
}

#[cfg(test)]
mod tests {
    use proto_events::TournamentEvent as E;
    use proto_events::ids::{MatchId, PhaseId, RegistrationId, RoundId};
    use proto_events::tournament::{MatchResult, Organizing, Pairing, Winner};

    use super::*;
    use crate::desk::testing::{registered, round_added, tournament};
    use crate::texts::Language;

    fn round(number: i64, phase: i64) -> [E; 4] {
        let round_id = RoundId(number);
        let players = vec![RegistrationId(1), RegistrationId(2)];
        let pairing = Pairing { match_id: MatchId(number), table_number: 1, players, ..Pairing::default() };
        let added = round_added(round_id, PhaseId(phase), i32::try_from(number).unwrap());
        let paired = E::MatchesPaired { round_id, pairings: vec![pairing] };
        [added, E::PairingsHidden { round_id }, paired, E::PairingsCompleted { round_id }]
    }

    /// An event of two players in play, after these events.
    fn event(further: Vec<Vec<E>>) -> Tournament {
        let begun = vec![
            registered(2),
            E::LifecycleChanged { status: LifecycleStatus::EventInProgress },
            E::PhaseAdded { phase_id: PhaseId(1), order_in_phases: 1, round_type: PhaseType::Swiss },
        ];
        tournament(&[vec![begun], further].concat().concat())
    }

    fn started(number: i64) -> Vec<E> {
        vec![E::RoundStarted { round_id: RoundId(number) }]
    }

    fn completed(number: i64) -> Vec<E> {
        vec![E::RoundCompleted { round_id: RoundId(number) }]
    }

    /// Returns the text of the next step, and its buttons as `page step`.
    fn next_of(event: &Tournament, may: impl Fn(Operation) -> bool) -> (String, Vec<String>) {
        let step = of(event, Texts::of(Language::English), DateTime::UNIX_EPOCH, may);
        let buttons = step.button.into_iter().chain(step.other);
        (step.text, buttons.map(|button| format!("{} {}", button.page, button.step)).collect())
    }

    #[test]
    fn the_desk_works_on_the_running_round_although_the_next_one_is_planned() {
        let planned = round(2, 1)[0].clone();
        let running = [round(1, 1).to_vec(), started(1), vec![planned]];
        let working = |event: &Tournament| working_round(event).map(|(_, round)| round.number);
        let event_now = event(running.to_vec());
        assert_eq!(working(&event_now), Some(1));
        assert_eq!(next_of(&event_now, |_| true), ("1 table has not reported.".into(), vec!["round ".to_owned()]));
        let over = event([running.to_vec(), vec![completed(1)]].concat());
        assert_eq!(working(&over), Some(2));
        let pair = ("Round 2 is planned and has no pairings yet.".into(), vec!["round again".to_owned()]);
        assert_eq!(next_of(&over, |_| true), pair);
    }

    #[test]
    fn two_clicks_lead_from_the_results_of_a_round_to_the_next_round() {
        let reported = E::ResultReported { match_id: MatchId(1), result: MatchResult::new(Winner::First, None) };
        let rounds = vec![round(1, 1).to_vec(), started(1), vec![reported]];
        let (text, buttons) = next_of(&event(rounds.clone()), |_| true);
        assert_eq!(text, "Round 1: all results are in.");
        assert_eq!(buttons, ["round complete-pair", "round complete"]);
        let paired = [rounds, vec![completed(1), round(2, 1).to_vec()]].concat();
        assert_eq!(next_of(&event(paired.clone()), |_| true).1, ["round start", "round publish"]);
        let organizing = Organizing { round_minutes: Some(50), ..Organizing::default() };
        let with_clock = [paired, vec![vec![E::OrganizingChanged { organizing }]]].concat();
        assert_eq!(next_of(&event(with_clock), |_| true).1, ["round publish", "round start"]);
    }

    #[test]
    fn the_page_of_an_event_comes_before_its_first_round() {
        let mut later = event(Vec::new());
        later.lifecycle = LifecycleStatus::RegistrationOpen;
        assert_eq!(next_of(&later, |_| true).1, ["status first-round"]);
        later.details.start_datetime = Some(DateTime::UNIX_EPOCH + chrono::TimeDelta::hours(20));
        assert_eq!(next_of(&later, |_| true).1, ["status first-round"], "today");
        later.details.time_zone = Some("Asia/Tokyo".into());
        let page = ("Starts on 2 January 1970. Registered so far: 2.".into(), vec!["settings ".to_owned()]);
        assert_eq!(next_of(&later, |_| true), page);
        assert!(next_of(&later, |operation| operation == Operation::RunRounds).1.is_empty());
        let pairs = |way: &Button| way.step == "first-round" && way.label == "Pair Round 1";
        assert!(ways(&later, Texts::of(Language::English)).iter().any(pairs));
    }

    #[test]
    fn an_event_in_pools_says_how_many_they_are_and_goes_on_until_all_have_met() {
        let mut before = event(Vec::new());
        before.lifecycle = LifecycleStatus::RegistrationClosed;
        before.details.pool_size = 4;
        let (text, buttons) = next_of(&before, |_| true);
        assert!(text.contains("Pools: 1, of up to 2. Rounds: 1."), "{text}");
        assert_eq!(buttons, ["round pair"]);
        let phase = E::PhaseAdded { phase_id: PhaseId(2), order_in_phases: 2, round_type: PhaseType::RoundRobin };
        let mut rounds = [vec![phase], round(1, 2).to_vec(), started(1), completed(1)].concat();
        for event in &mut rounds {
            if let E::MatchesPaired { pairings, .. } = event {
                pairings[0].pod_number = 1;
            }
        }
        let mut over = event(vec![rounds]);
        (over.details.pool_size, over.details.top_cut) = (4, 2);
        assert_eq!(next_of(&over, |_| true).1, ["playoff "]);
        assert!(ways(&over, Texts::of(Language::English)).iter().all(|way| way.step != "pair"));
    }

    #[test]
    fn a_role_gets_the_step_that_it_may_take() {
        let mut before_play = event(vec![round(1, 1).to_vec()]);
        before_play.lifecycle = LifecycleStatus::RegistrationClosed;
        assert_eq!(next_of(&before_play, |_| true).1, ["status start", "round publish"]);
        let runs_rounds = |operation| operation == Operation::RunRounds;
        assert_eq!(next_of(&before_play, runs_rounds).1, ["round publish"]);
    }

    #[test]
    fn a_playoff_goes_on_while_it_has_matches() {
        let won =
            |number| E::ResultReported { match_id: MatchId(number), result: MatchResult::new(Winner::First, None) };
        let played = |number, phase| {
            [round(number, phase).to_vec(), started(number), vec![won(number)], completed(number)].concat()
        };
        let next = |further: &[Vec<E>]| next_of(&event(further.to_vec()), |_| true).1;
        let cut = E::CutMade { after_round_number: 1, advancing: vec![RegistrationId(1), RegistrationId(2)] };
        let double =
            E::PhaseAdded { phase_id: PhaseId(2), order_in_phases: 2, round_type: PhaseType::DoubleElimination };
        let rounds = [played(1, 1), vec![cut, double], played(2, 2), played(3, 2)];
        assert_eq!(next(&rounds[..3]), ["round playoff"], "the winner of the winners' bracket plays the final");
        assert_eq!(next(&rounds), ["status finish"]);
    }

    #[test]
    fn a_final_has_its_name_and_ends_without_the_match_for_third_place() {
        let playoff =
            E::PhaseAdded { phase_id: PhaseId(2), order_in_phases: 2, round_type: PhaseType::SingleElimination };
        let mut all = vec![round(1, 1).to_vec(), started(1), completed(1), vec![playoff], round(2, 2).to_vec()];
        let next = |all: &[Vec<E>]| next_of(&event(all.to_vec()), |_| true);
        assert_eq!(next(&all).0, "Final: the pairings are ready. Only staff can see them.");
        all.push(started(2));
        assert_eq!(next(&all).0, "1 table has not reported.");
        if let E::MatchesPaired { pairings, .. } = &mut all[4][2] {
            pairings[0].is_consolation = true;
        }
        let (text, buttons) = next(&all);
        assert!(text.contains("third place") && buttons[0] == "round complete", "{text} {buttons:?}");
    }
}
