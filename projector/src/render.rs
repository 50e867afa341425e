//! Renders one stream's documents: loads the state they use and calls the views.

use std::collections::{BTreeSet, HashMap};

use bytes::Bytes;
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::{ConventionId, OrganizationId, UserId};
use proto_events::{Position, StreamId, StreamKind};
use storage::{DocumentKey, Removal, ViewKind};
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::commit::Writer;
use crate::dirty::Change;
use crate::engine::{Engine, Mode};
use crate::error::ProjectorError;
use crate::folds::Fold;
use crate::joined::{sources_of_organization, sources_of_tournament};
use crate::poison::{ATTEMPTS, guard};
use crate::views::{self, Output, Scope, TOURNAMENT_VIEWS, TournamentContext};

/// The number of registrations plus paired seats of all rounds up to which all documents of an event are rendered at
/// once.
const SMALL_EVENT: usize = 512;

/// Number of small streams rendered before yielding to other tasks.
const SMALL_IN_A_ROW: u32 = 16;

/// The documents of a stream to render.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Every document.
    Everything,
    /// Prompt documents in this scope; the heavy ones are rendered later.
    Prompt {
        /// The documents rendered at once.
        scope: Scope,
        /// Whether prompt documents outside the scope may have changed as well and are rendered later.
        leaves_some: bool,
    },
}

impl Plan {
    /// Returns the scope for prompt views.
    fn scope(&self) -> &Scope {
        match self {
            Self::Everything => &Scope::Everything,
            Self::Prompt { scope, .. } => scope,
        }
    }
}

/// The rendered documents of a stream.
pub(crate) struct Drawn {
    pub(crate) output: Output,
    /// The streams that the documents use, if they are stored.
    pub(crate) sources: Option<Vec<StreamId>>,
    /// The convention that shows the stream's card.
    convention: Option<ConventionId>,
}

/// The state loaded for streams other than tournaments.
#[derive(Default)]
struct Gathered {
    people: HashMap<UserId, User>,
    cards: Vec<Bytes>,
}

impl Engine {
    /// Returns which documents of a tournament are rendered at once.
    pub(crate) async fn plan(
        &mut self,
        stream: StreamId,
        change: Option<&Change>,
        mode: Mode,
    ) -> Result<Plan, ProjectorError> {
        let is_new = change.is_some_and(|change| change.is_new);
        if mode == Mode::Backlog || is_new || self.parking.parked_at(stream).is_some() {
            return Ok(Plan::Everything);
        }
        self.ensure::<Tournament>(&[stream.id], self.read_to).await?;
        match self.folds.state::<Tournament>(stream.id) {
            Some(tournament) if is_large(tournament) => Ok(prompt_plan(tournament, change)),
            _ => Ok(Plan::Everything),
        }
    }

    /// Renders a stream into the batch, and parks it if that fails. If its card changed, adds the convention that shows
    /// the card.
    pub(crate) async fn render_into(
        &mut self,
        writer: &mut Writer,
        stream: StreamId,
        plan: &Plan,
        failed_at: Position,
        conventions: &mut BTreeSet<ConventionId>,
    ) -> Result<(), ProjectorError> {
        if self.parking.is_closed(stream) {
            return Ok(());
        }
        let Some(mut drawn) = self.draw(stream, plan, failed_at).await? else { return Ok(()) };
        match stream.kind {
            StreamKind::Convention => self.remove_what_is_gone(&mut drawn.output).await?,
            StreamKind::Tournament if plan.scope().has_lists() => {
                self.settle_lists(writer, &mut drawn.output).await?;
            }
            _ => {}
        }
        let convention = drawn.convention;
        if self.put(writer, drawn) {
            conventions.extend(convention);
        }
        self.spill(writer).await?;
        self.drawn = self.drawn.wrapping_add(1);
        if !is_drawn_in_no_time(stream) || self.drawn.is_multiple_of(SMALL_IN_A_ROW) {
            tokio::task::yield_now().await;
        }
        Ok(())
    }

    /// Renders a stream. After a failure, tries again with state loaded from the log.
    async fn draw(
        &mut self,
        stream: StreamId,
        plan: &Plan,
        failed_at: Position,
    ) -> Result<Option<Drawn>, ProjectorError> {
        let mut failure = String::new();
        for _ in 0..ATTEMPTS {
            let gathered = self.gather(stream).await?;
            let draw = || self.draw_once(stream, plan, &gathered);
            let drawn = if is_drawn_in_no_time(stream) { draw() } else { off_the_loop(draw) };
            match drawn {
                Ok(drawn) => return Ok(drawn),
                Err(error) => failure = error,
            }
            self.forget(stream);
        }
        self.parking.park(stream, failed_at, failure);
        Ok(None)
    }

    /// Loads the state that the stream's documents use.
    async fn gather(&mut self, stream: StreamId) -> Result<Gathered, ProjectorError> {
        let (id, up_to) = (stream.id, self.read_to);
        let mut gathered = Gathered::default();
        match stream.kind {
            StreamKind::Organization => {
                self.ensure::<Organization>(&[id], up_to).await?;
                gathered.people = self.members(id, up_to).await?;
            }
            StreamKind::Convention => {
                self.ensure::<Convention>(&[id], up_to).await?;
                gathered.cards = self.cards_of(id).await?;
            }
            StreamKind::Decklist => self.ensure::<Decklist>(&[id], up_to).await?,
            StreamKind::Tournament => {
                self.ensure::<Tournament>(&[id], up_to).await?;
                if let Some(tournament) = self.folds.state::<Tournament>(id) {
                    let (organization, convention) = (tournament.organization_id, tournament.details.convention_id);
                    self.ensure::<Organization>(&[organization.0], up_to).await?;
                    self.ensure::<Convention>(convention.map(|id| id.0).as_slice(), up_to).await?;
                    self.join(id, up_to).await?;
                }
            }
            StreamKind::User => self.ensure::<User>(&[id], up_to).await?,
        }
        Ok(gathered)
    }

    fn draw_once(&self, stream: StreamId, plan: &Plan, gathered: &Gathered) -> Result<Option<Drawn>, String> {
        match stream.kind {
            StreamKind::Tournament => self.draw_tournament(stream, plan),
            StreamKind::Organization => {
                let Some(organization) = self.folds.state::<Organization>(stream.id) else { return Ok(None) };
                let mut output = Output::new(stream, organization.id, self.read_to);
                call(|| views::organization::render(organization, &gathered.people, &mut output))?;
                call(|| views::memberships::render(organization, &mut output))?;
                call(|| views::members::render(organization, &gathered.people, &mut output))?;
                let (people, settings) = (&gathered.people, &self.settings);
                call(|| views::invitations::render(organization, people, settings, &mut output))?;
                Ok(Some(Drawn { output, sources: Some(sources_of_organization(organization)), convention: None }))
            }
            StreamKind::Convention => {
                let Some(convention) = self.folds.state::<Convention>(stream.id) else { return Ok(None) };
                let mut output = Output::new(stream, convention.organization_id, self.read_to);
                call(|| views::convention::render(convention, &gathered.cards, &mut output))?;
                Ok(Some(Drawn { output, sources: None, convention: None }))
            }
            StreamKind::Decklist => {
                let Some(list) = self.folds.state::<Decklist>(stream.id) else { return Ok(None) };
                let mut output = Output::new(stream, list.organization_id, self.read_to);
                call(|| views::decklist::render(list, &self.settings, &mut output))?;
                call(|| views::decklist_revisions::render(list, &mut output))?;
                call(|| views::own_decklist::render(list, &mut output))?;
                Ok(Some(Drawn { output, sources: None, convention: None }))
            }
            StreamKind::User => {
                let Some(user) = self.folds.state::<User>(stream.id) else { return Ok(None) };
                let mut output = Output::new(stream, OrganizationId::SHARED, self.read_to);
                call(|| views::account::render(user, &mut output))?;
                call(|| views::user::render(user, &mut output))?;
                call(|| views::user_tokens::render(user, &mut output))?;
                Ok(Some(Drawn { output, sources: None, convention: None }))
            }
        }
    }

    fn draw_tournament(&self, stream: StreamId, plan: &Plan) -> Result<Option<Drawn>, String> {
        let Some(tournament) = self.folds.state::<Tournament>(stream.id) else { return Ok(None) };
        let organization = self.folds.state::<Organization>(tournament.organization_id.0);
        let joined = self.joined.peek(&stream.id).ok_or("its users and lists are not in memory")?;
        let convention = tournament.details.convention_id.and_then(|id| self.folds.state::<Convention>(id.0));
        let context = TournamentContext {
            tournament,
            organization: organization
                .ok_or_else(|| format!("its organization {} is not known", tournament.organization_id))?,
            convention: convention.filter(|it| it.organization_id == tournament.organization_id),
            people: &joined.people,
            decklists: &joined.decklists,
            revisions: &joined.revisions,
            settings: &self.settings,
        };
        let mut output = Output::new(stream, tournament.organization_id, self.read_to);
        for view in TOURNAMENT_VIEWS {
            if !view.prompt && *plan != Plan::Everything {
                continue;
            }
            call(|| (view.render)(&context, plan.scope(), &mut output))
                .map_err(|error| format!("{}: {error}", view.name))?;
        }
        let sources = Some(sources_of_tournament(tournament));
        Ok(Some(Drawn { output, sources, convention: tournament.details.convention_id }))
    }

    /// Drops the state after a failure, so that it is loaded again.
    fn forget(&mut self, stream: StreamId) {
        match stream.kind {
            StreamKind::Organization => drop(Organization::cache_mut(&mut self.folds).remove(&stream.id)),
            StreamKind::Convention => drop(Convention::cache_mut(&mut self.folds).remove(&stream.id)),
            StreamKind::Decklist => drop(Decklist::cache_mut(&mut self.folds).remove(&stream.id)),
            StreamKind::Tournament => {
                Tournament::cache_mut(&mut self.folds).remove(&stream.id);
                self.joined.remove(&stream.id);
            }
            StreamKind::User => drop(User::cache_mut(&mut self.folds).remove(&stream.id)),
        }
    }

    /// Returns the bodies of the cards of a convention's tournaments: rendered in this batch, remembered, or stored.
    async fn cards_of(&mut self, id: i64) -> Result<Vec<Bytes>, ProjectorError> {
        let Some(convention) = self.folds.state::<Convention>(id) else { return Ok(Vec::new()) };
        let (id, organization) = (convention.id, convention.organization_id);
        let dependents = self.views.dependents(self.generation, &[StreamId::convention(id)]).await?;
        let tournaments = dependents.into_iter().filter(|stream| stream.kind == StreamKind::Tournament);
        let mut tournaments: BTreeSet<i64> = tournaments.map(|stream| stream.id).collect();
        for (tournament, membership) in &self.memberships {
            if *membership == Some(id) {
                tournaments.insert(*tournament);
            } else {
                tournaments.remove(tournament);
            }
        }
        let mut cards = Vec::with_capacity(tournaments.len());
        for tournament in tournaments {
            let key = (organization, tournament);
            let known = self.cards.get(&key).cloned().or_else(|| self.written.cards.get_mut(&key).cloned());
            let card = match known {
                Some(card) => card,
                None => {
                    let key = DocumentKey::new(organization, ViewKind::EventCard, tournament);
                    let stored = self.views.document_of(self.generation, &key).await?.map(|document| document.body);
                    self.written.cards.insert((organization, tournament), stored.clone(), 1);
                    stored
                }
            };
            cards.extend(card);
        }
        Ok(cards)
    }

    /// Removes documents that this stream no longer has: those of a convention under its old slug.
    async fn remove_what_is_gone(&self, output: &mut Output) -> Result<(), ProjectorError> {
        let version = Convention::cache(&self.folds).peek(&output.source.id).map_or(0, |folded| folded.version);
        if version <= 1 {
            return Ok(());
        }
        for key in self.views.documents_from(self.generation, output.source).await? {
            if output.documents.iter().all(|document| document.key != key) {
                output.removed.push(Removal { key, source: output.source });
            }
        }
        Ok(())
    }
}

/// Returns whether the event is so large that heavy documents may lag.
fn is_large(tournament: &Tournament) -> bool {
    let mut size = tournament.registrations.len();
    for (_, round) in tournament.rounds() {
        if size > SMALL_EVENT {
            return true;
        }
        size += round.all_matches().map(|table| table.pairing.players.len()).sum::<usize>();
    }
    size > SMALL_EVENT
}

/// Plans the rounds whose documents are rendered at once: the changed ones, and the current one if anything may have
/// changed.
fn prompt_plan(tournament: &Tournament, change: Option<&Change>) -> Plan {
    let touched = change.map(|change| change.touched.clone());
    let everything = touched.as_ref().is_none_or(|touched| touched.everything);
    let touched = touched.unwrap_or_default();
    let (mut rounds, mut standings, lists) = (touched.rounds, touched.standings, touched.lists || everything);
    if everything && let Some((_, round)) = tournament.current_round() {
        rounds.insert(round.id);
        standings.insert(round.id);
    }
    let leaves_some = everything && tournament.rounds().any(|(_, round)| !rounds.contains(&round.id));
    Plan::Prompt { scope: Scope::Rounds { rounds, standings, lists }, leaves_some }
}

/// Returns whether rendering is too short for another thread: users and lists are many and small.
fn is_drawn_in_no_time(stream: StreamId) -> bool {
    matches!(stream.kind, StreamKind::User | StreamKind::Decklist)
}

fn call(render: impl FnOnce()) -> Result<(), String> {
    guard(|| {
        render();
        Ok::<_, String>(())
    })
}

/// Runs long rendering so that other tasks of this thread continue elsewhere.
fn off_the_loop<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}
