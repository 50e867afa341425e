//! The player's page of an event, drawn from its newest state.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use api_kit::{Caller, JoinCode, JoinCodes, Party};
use askama::Template;
use domain::deck_text::DeckText;
use domain::decklist::Decklist;
use domain::machines::{CHECK_IN, REGISTRATION};
use domain::organization::Organization;
use domain::pairing::EntrantId;
use domain::pairing::bracket::Part;
use domain::permissions::Operation;
use domain::tournament::phases::was_cut;
use domain::tournament::playoff::{Playoff, Side};
use domain::tournament::pools::{done_before, pools};
use domain::tournament::{GroupId, Registration, Round, Tournament};
use proto_events::ids::{RegistrationId, UserId};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus, QueueCheckInStatus, RegistrationStatus};
use service_kit::problem::Problem;
use write_api::{Command, EventCommand, Folded, OnEvent, Terms, Written};

use crate::parts::format::{Moment, ShownClock, card_counts, record, round_name};
use crate::parts::frame::Frame;
use crate::parts::qr::QrCode;
use crate::player::own_guests::LinkClaim;
use crate::player::own_match::{OwnMatch, matches_of, name, stage};
use crate::player::queue::QueuePart;
use crate::public::colors;
use crate::public::head::spread;
use crate::serving::failures::{failed, not_found};
use crate::serving::interface::{self, Refused};
use crate::serving::passwords::may_ring;
use crate::serving::request::PageRequest;
use crate::serving::sheets::Sheet;
use crate::texts::Texts;

/// A player of an event, who asks for the page.
pub(crate) struct Player<'a> {
    pub(crate) request: &'a PageRequest,
    pub(crate) event: Arc<Folded<Tournament>>,
    pub(crate) entry: RegistrationId,
    /// The address of the page, without the base path.
    pub(crate) address: String,
    pub(crate) by: PlayerBy,
}

pub(crate) enum PlayerBy {
    Person(Caller),
    /// The holder of the private link of this player.
    Link(UserId),
}

#[derive(Template)]
#[template(path = "player/page.html")]
pub(crate) struct PlayerPage<'a> {
    frame: Frame,
    player: &'a Player<'a>,
    state: &'a Tournament,
    store: Arc<Folded<Organization>>,
    entry: &'a Registration,
    sheet: Arc<Sheet>,
    names: HashMap<UserId, String>,
    /// Whether it is the answer to a form, whose text must not be lost.
    is_answer: bool,
    is_public: bool,
    /// The step that the page asks about: `drop`, `decline`, or none.
    asks: Option<String>,
    /// The match of the current round.
    now: Option<OwnMatch<'a>>,
    clock: Option<ShownClock>,
    earlier: Vec<OwnMatch<'a>>,
    list: Option<ListPart>,
    /// What a guest needs to find the page again, and the path of the form for another person, if the guest comes from
    /// the page of a join code.
    kept: Option<(QrCode, Option<String>)>,
    /// Whether phones can ring: browsers allow it only over HTTPS.
    rings: bool,
    /// Until when a place is offered to the player.
    offer: Option<Moment>,
    /// The line, if the event is an on-demand queue.
    queue: Option<QueuePart>,
    /// What it says about taking the results into an account.
    claim: Option<LinkClaim>,
}

impl PlayerPage<'_> {
    /// Returns the text about the player's team or group of friends, which has a page of its own; `None` if the event has
    /// neither teams nor a waitlist to come together on.
    fn company(&self) -> Option<String> {
        let (state, texts) = (self.state, self.frame.texts);
        let is_over = state.lifecycle.is_finished() || !self.entry.is_expected();
        match state.group_of(self.entry) {
            _ if is_over || (!state.is_team_event() && !state.groups_wait()) => None,
            Some(GroupId::Team(id)) => state.team(id).map(|team| {
                format!("{}. {}", texts.with("player-team-of", "team", team.name.as_str()), stage(texts, state, team))
            }),
            Some(GroupId::Queue(_)) => Some(texts.say("player-group-members")),
            None if state.is_team_event() => Some(texts.say("player-team-none")),
            None => Some(texts.say(group_why(state))),
        }
    }

    /// Returns the address of the newest public pairings, below that of the event.
    fn pairings(&self) -> Option<String> {
        let has_pairings = |round: &Round| !(round.matches.is_empty() && round.team_matches.is_empty());
        let mut rounds = self.state.rounds().rev().map(|(_, round)| round);
        let round = rounds.find(|round| round.is_published && has_pairings(round))?;
        Some(format!("rounds/{}/", round.number))
    }
}

impl Deref for Player<'_> {
    type Target = PageRequest;

    fn deref(&self) -> &PageRequest {
        self.request
    }
}

impl Player<'_> {
    pub(crate) fn caller(&self, operation: Operation) -> Result<Caller, Problem> {
        match &self.by {
            PlayerBy::Person(caller) => Ok(caller.clone()),
            PlayerBy::Link(player) => self.shared.gate.admit_holder(*player, operation),
        }
    }

    pub(crate) async fn run<C: Command>(&self, command: &C) -> Result<C::Done, Refused> {
        let operation = C::ROUTE.operation().ok_or_else(not_found);
        let refused = |problem| Refused::by(problem, self.texts);
        let caller = operation.and_then(|operation| self.caller(operation)).map_err(refused)?;
        let entered = self.is_by_link().then(|| self.shared.gate.callers().enter(Party::of(&caller), true));
        let _present = entered.transpose().map_err(refused)?;
        interface::run(self, Terms::of(caller), command).await
    }

    pub(crate) async fn run_on_event<C: EventCommand>(&self, command: C) -> Result<Written<Tournament>, Refused> {
        self.run(&OnEvent(self.event.state.id, command)).await
    }

    /// Whether the player has opened a private link, rather than signed in.
    pub(crate) fn is_by_link(&self) -> bool {
        matches!(self.by, PlayerBy::Link(_))
    }

    /// Returns the address of the person's events, without the base path.
    fn events(&self) -> String {
        if self.is_by_link() { format!("{}events/", self.address) } else { "/me/".into() }
    }

    fn code(&self) -> &str {
        self.address.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
    }

    /// Returns the address of the person's notifications, without the base path.
    fn notifications(&self) -> String {
        if self.is_by_link() { format!("{}notifications/", self.address) } else { "/me/notifications/".into() }
    }

    pub(crate) async fn page(&self) -> Result<PlayerPage<'_>, Problem> {
        let request = self.request;
        let (texts, state, frame) = (request.texts, &self.event.state, request.frame());
        let entry = state.registration(self.entry).ok_or_else(not_found)?;
        let sheet = request.shared.sheets.of(&self.event);
        let own = matches_of(state, self.entry, sheet.matches(self.entry));
        let players = own.iter().flat_map(|it| it.placed.table.seated());
        let mut people: Vec<UserId> =
            players.filter_map(|(_, id)| state.registration(id)).map(|entry| entry.user_id).collect();
        people.push(entry.user_id);
        let names = request.shared.commands.names_of(&people).await.map_err(failed)?;
        let claim = match self.is_by_link() {
            true => LinkClaim::of(request, entry.user_id, state.lifecycle.is_finished()).await?,
            false => None,
        };
        let store = request.shared.commands.organization(state.organization_id).await.map_err(failed)?;
        let step = request.form.exact("step");
        let draft = ["list", "check-list"].contains(&step).then(|| Draft::sent(request));
        let now = own.first().copied().filter(OwnMatch::may_call);
        let earlier = own
            .into_iter()
            .skip(usize::from(now.is_some()))
            .filter(|it| it.placed.table.pairing.kind != PairingKind::Seating)
            .collect();
        Ok(PlayerPage {
            is_answer: draft.is_some() || !frame.faults.lines.is_empty(),
            frame,
            player: self,
            state,
            store: store.ok_or_else(not_found)?,
            entry,
            sheet,
            names,
            is_public: request.has_public_pages(state).await?,
            asks: request.query("ask").filter(|_| step.is_empty()),
            clock: now.and_then(|own| own.clock(texts, request.shared.clock.now())),
            now,
            earlier,
            list: self.list(entry, draft.as_ref()).await?,
            kept: self.kept()?,
            rings: may_ring(request),
            offer: state
                .open_offer(entry, request.shared.clock.now())
                .map(|until| Moment::of_event(texts, state, until)),
            queue: QueuePart::of(request, state, entry, self.is_by_link()).await?,
            claim,
        })
    }

    /// Returns what the page says to the holder of a private link until the event is over.
    fn kept(&self) -> Result<Option<(QrCode, Option<String>)>, Problem> {
        if !self.is_by_link() || self.event.state.lifecycle.is_finished() {
            return Ok(None);
        }
        let from = self.query("join");
        let another = from.as_deref().and_then(JoinCodes::event_of).map(|(event, code)| {
            let join = code.map_or_else(|| format!("/join/{event}/"), JoinCode::path);
            format!("{join}?another=yes")
        });
        let code = QrCode::draw(format!("{}{}", self.shared.public_url, self.address)).map_err(Problem::internal)?;
        Ok(Some((code, another)))
    }

    /// Returns the part of the page about the list; `None` if the event asks for none, or takes none and none was handed in.
    async fn list(&self, entry: &Registration, draft: Option<&Draft>) -> Result<Option<ListPart>, Problem> {
        let (texts, state, now) = (self.texts, &self.event.state, self.shared.clock.now());
        let mut lists = self.shared.commands.lists_of(state, &[entry.id]).await.map_err(failed)?;
        let list = lists.remove(&entry.id);
        let is_asked = state.wants_lists() && !state.lifecycle.is_finished() && !has_left(entry);
        let is_open = is_asked && state.takes_lists_of(entry, now);
        if !is_open && list.is_none() && !entry.using_paper_decklist {
            return Ok(None);
        }
        let draft_of_list = list.as_ref().map(Draft::of);
        let deadline =
            state.organizing.decklist_deadline.filter(|_| state.lifecycle < LifecycleStatus::DecklistsPublishing);
        let receipt = list.map(|list| Receipt {
            picture: (!self.is_by_link()).then(|| format!("/decklists/{}/image.svg", list.id)),
            at: Moment::of_event(texts, state, list.updated_at),
            read: DeckText::parse(&list.plaintext()),
            list,
        });
        Ok(Some(ListPart {
            receipt,
            is_open,
            deadline: deadline.map(|at| Moment::of_event(texts, state, at)),
            check: draft.map(|draft| DeckText::parse(&draft.text)),
            draft: draft.cloned().or(draft_of_list).unwrap_or_default(),
        }))
    }
}

/// Returns the key of the text that says what a group of friends is for.
pub(super) fn group_why(event: &Tournament) -> &'static str {
    if event.is_queue() { "player-queue-group" } else { "player-group-why" }
}

fn has_left(entry: &Registration) -> bool {
    entry.has_left() || matches!(entry.status, RegistrationStatus::Dropped | RegistrationStatus::Disqualified)
}

/// Says why a player has no match at the moment.
fn waits(texts: &Texts, event: &Tournament, entry: &Registration) -> String {
    texts.say(match (entry.status, event.lifecycle) {
        _ if event.details.is_canceled => "player-event-canceled",
        (RegistrationStatus::Canceled, _) if entry.canceled_by_staff => {
            let had_place = entry.completed_at.or(entry.waitlisted_at).is_some();
            if had_place { "player-canceled" } else { "player-declined" }
        }
        (RegistrationStatus::Dropped | RegistrationStatus::Canceled, _) => "player-has-left",
        (RegistrationStatus::OnWaitlist, _) => {
            let position = event.position_in_line(entry.id).unwrap_or_default();
            return texts.with("player-on-waitlist", "position", position);
        }
        (RegistrationStatus::InWaitingRoom, _) if !event.lifecycle.is_finished() => "player-in-waiting-room",
        (RegistrationStatus::Eliminated, _) if was_in_playoff(event, entry) => "player-out",
        (RegistrationStatus::Eliminated, _) => "player-eliminated",
        _ if event.lifecycle.is_finished() => "player-over",
        (_, LifecycleStatus::EventInProgress) if is_in_losers_bracket(event, entry) => "player-lost-once",
        (_, LifecycleStatus::EventInProgress) => in_pools(event, entry).unwrap_or("player-next-round"),
        _ => "player-not-begun",
    })
}

/// Whether the player, or the team, made the last cut. Another one may have made an earlier one alone.
fn was_in_playoff(event: &Tournament, entry: &Registration) -> bool {
    let cut = event.cuts.iter().max_by_key(|cut| cut.after_round_number);
    cut.is_some_and(|cut| cut.advancing.contains(&entry.id))
}

/// Returns the text for a player who has no further match in the pools that are played.
fn in_pools(event: &Tournament, entry: &Registration) -> Option<&'static str> {
    let own = entry.team_id.map_or_else(|| entry.id.into(), EntrantId::from);
    let phase = event.phases.last().filter(|phase| !was_cut(event, phase))?;
    let pools = pools(phase);
    match pools.iter().any(|pool| pool.seats.contains(&own)) {
        true => done_before(phase, i32::MAX).contains(&own).then_some("player-pool-done"),
        false => (!pools.is_empty()).then_some("player-no-pool"),
    }
}

/// Whether the player waits for a match of the losers' bracket. A round that is hidden counts as one that is not paired.
fn is_in_losers_bracket(event: &Tournament, entry: &Registration) -> bool {
    let own = entry.team_id.map_or_else(|| entry.id.into(), EntrantId::from);
    let nodes = Playoff::before(event, i32::MAX).map(|playoff| playoff.nodes).unwrap_or_default();
    nodes.iter().any(|node| !node.is_over && node.part == Part::Losers && node.sides.contains(&Side::Entrant(own)))
}

fn may_check_in(event: &Tournament, entry: &Registration) -> bool {
    let before_play = event.rounds().all(|(_, round): (_, &Round)| round.status == ProgressStatus::Upcoming);
    let asks = !event.is_queue() && (event.organizing.check_in_required || entry.check_in.is_some());
    let is_next = match entry.check_in {
        None => true,
        Some(status) => CHECK_IN.after(status).contains(&QueueCheckInStatus::CheckedIn),
    };
    asks && before_play && is_next && !event.lifecycle.is_finished() && entry.status == RegistrationStatus::Complete
}

fn may_drop(event: &Tournament, entry: &Registration) -> bool {
    let after = REGISTRATION.after(entry.status);
    let leaves = after.contains(&RegistrationStatus::Dropped) || after.contains(&RegistrationStatus::Canceled);
    leaves && !has_left(entry) && !event.lifecycle.is_finished() && !event.details.is_canceled
}

/// A list as it is typed into the form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Draft {
    pub(crate) name: String,
    pub(crate) text: String,
}

pub(crate) struct ListPart {
    pub(crate) receipt: Option<Receipt>,
    /// Whether the event takes a list of this player now.
    pub(crate) is_open: bool,
    /// Until when lists are taken; `None` if they are published.
    pub(crate) deadline: Option<Moment>,
    pub(crate) draft: Draft,
    /// The cards in the form, if the player asked to check it.
    pub(crate) check: Option<DeckText>,
}

/// The list that the service has received.
pub(crate) struct Receipt {
    list: Decklist,
    picture: Option<String>,
    at: Moment,
    read: DeckText,
}

impl Draft {
    pub(crate) fn sent(request: &PageRequest) -> Self {
        let form = &request.form;
        Self { name: form.text("name").to_owned(), text: form.exact("text").to_owned() }
    }

    /// Returns a list that was handed in, to be changed.
    pub(crate) fn of(list: &Decklist) -> Self {
        Self { name: list.body.name.clone(), text: list.plaintext().into_owned() }
    }

    pub(crate) fn name(&self) -> &str {
        if self.name.is_empty() { "Decklist" } else { &self.name }
    }
}

/// Returns the numbers of cards that were read in a text, in words.
fn counts(texts: &Texts, read: &DeckText) -> String {
    if read.sections.is_empty() { texts.say("player-list-no-cards") } else { card_counts(texts, read) }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::{MatchId, PhaseId, RoundId};
    use proto_events::tournament::Pairing;
    use proto_events::vocabulary::PhaseType;

    use super::*;
    use crate::desk::testing::{registered, round_added, tournament};
    use crate::texts::Language;

    #[test]
    fn a_text_is_counted_and_its_unknown_lines_are_named() {
        let texts = Texts::of(Language::English);
        let read = DeckText::parse("4 Delver of Secrets\n56 Island\nnot a card at all, sadly\n\nSideboard\n15 Swamp");
        assert_eq!(counts(texts, &read), "Main deck 60, Sideboard 15");
        assert_eq!(read.not_understood.len(), 1);
        assert_eq!(counts(texts, &DeckText::parse("")), "No cards were found.");
    }

    #[test]
    fn who_missed_the_last_cut_was_not_in_the_playoff() {
        use proto_events::TournamentEvent::{CutMade, RegistrationStatusChanged};
        let cut = |after_round_number, advancing| CutMade { after_round_number, advancing };
        let (registration_id, status) = (RegistrationId(1), RegistrationStatus::Eliminated);
        let text = |last: Vec<RegistrationId>| {
            let out = RegistrationStatusChanged { registration_id, status };
            let event = tournament(&[cut(1, vec![registration_id]), cut(2, last), out]);
            waits(Texts::of(Language::English), &event, &event.registrations[0])
        };
        assert_eq!(text(Vec::new()), "You did not advance to the playoff.");
        assert_eq!(text(vec![registration_id]), "You are out of the playoff.");
    }

    #[test]
    fn who_has_no_further_match_in_the_pools_reads_why() {
        use proto_events::TournamentEvent as E;
        let text = |pods: [i32; 2]| {
            let (phase_id, round_id) = (PhaseId(1), RoundId(1));
            let bye = |(player, pod_number): (i64, i32)| Pairing {
                match_id: MatchId(player),
                kind: PairingKind::Bye,
                table_number: 1,
                pod_number,
                players: vec![RegistrationId(player)],
                ..Pairing::default()
            };
            let event = tournament(&[
                registered(2),
                E::LifecycleChanged { status: LifecycleStatus::EventInProgress },
                E::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::RoundRobin },
                round_added(round_id, phase_id, 1),
                E::MatchesPaired { round_id, pairings: (1..).zip(pods).map(bye).collect() },
            ]);
            waits(Texts::of(Language::English), &event, &event.registrations[0])
        };
        assert_eq!(text([1, 1]), "Your pool has played all of its rounds.");
        assert_eq!(text([0, 1]), "You are in no pool and have no match in these rounds. Ask the staff.");
        assert!(text([0, 0]).starts_with("The next round is not published yet."), "not paired yet");
    }
}
