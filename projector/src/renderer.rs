//! The renderer: calls the views of a stream. It is pure: the same state gives the same documents.

use std::collections::HashMap;

use bytes::Bytes;
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::{ConventionId, OrganizationId, TournamentId, UserId};
use proto_events::{StreamId, StreamKind};
use storage::{ExportRecord, ViewKind};
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::folder::{State, guard, sources_of_organization, sources_of_tournament};
use crate::planner::{Plan, is_large};
use crate::settings::ViewSettings;
use crate::views::{Entry, OrganizationContext, Output, Part, Render, Shared, TournamentContext, VIEWS};

/// Renders the documents of streams.
pub(crate) struct Renderer {
    settings: ViewSettings,
}

/// What documents use in addition to the state in memory.
#[derive(Default)]
pub(crate) struct Gathered {
    /// The users in an organization's documents.
    pub(crate) people: HashMap<UserId, User>,
    /// The cards of a convention's events.
    pub(crate) cards: Vec<Bytes>,
}

/// The rendered documents of a stream.
pub(crate) struct Rendered {
    /// The documents.
    pub(crate) output: Output,
    /// The streams that they use, if these are stored.
    pub(crate) sources: Option<Vec<StreamId>>,
    /// The convention that shows the stream's card.
    pub(crate) convention: Option<ConventionId>,
    /// Whether the stream was deleted: all its documents have to be removed.
    pub(crate) is_deleted: bool,
}

/// The input of a stream's views.
enum Source<'a> {
    User(&'a User),
    Organization(OrganizationContext<'a>),
    Convention(&'a Convention, &'a [Bytes]),
    Decklist(&'a Decklist, &'a ViewSettings),
    Tournament(TournamentContext<'a>),
}

impl Renderer {
    /// Creates a renderer with these settings.
    pub(crate) fn new(settings: ViewSettings) -> Self {
        Self { settings }
    }

    /// Renders the planned documents of a stream. The state that they use must be in memory. Returns `None` for a stream
    /// without events, and the message of a view that failed as an error.
    pub(crate) fn render(
        &self,
        state: &State,
        stream: StreamId,
        plan: &Plan,
        gathered: &Gathered,
    ) -> Result<Option<Rendered>, String> {
        let render = || {
            let Some(source) = self.source(state, stream, gathered)? else { return Ok(None) };
            let mut output = Output::new(stream, source.organization(), state.read_to());
            if source.is_deleted() {
                return Ok(Some(Rendered::of_deleted(output)));
            }
            let views = VIEWS.iter().filter(|view| view.render.is_of(stream.kind));
            for view in views.filter(|view| plan.has(view)) {
                call(|| render_one(view.render, &source, plan, &mut output))
                    .map_err(|error| format!("{}: {error}", view.name))?;
            }
            let (sources, convention) = (source.sources(), source.convention());
            Ok(Some(Rendered { output, sources, convention, is_deleted: false }))
        };
        if is_short(stream) || is_small_event(state, stream) { render() } else { off_the_loop(render) }
    }

    /// Adds new entries to the last part of a tournament's audit. Returns the part that is the last one now.
    pub(crate) fn render_audit(&self, mut last: Part, mut entries: Vec<Entry>, output: &mut Output) -> Part {
        for view in VIEWS {
            if let Render::Audit(render) = view.render {
                last = render(last, std::mem::take(&mut entries), output);
            }
        }
        last
    }

    /// Returns the state of a stream with everything that its documents use.
    fn source<'a>(
        &'a self,
        state: &'a State,
        stream: StreamId,
        gathered: &'a Gathered,
    ) -> Result<Option<Source<'a>>, String> {
        let (settings, people) = (&self.settings, &gathered.people);
        Ok(match stream.kind {
            StreamKind::User => state.of(stream.id).map(Source::User),
            StreamKind::Organization => state
                .of(stream.id)
                .map(|organization| Source::Organization(OrganizationContext { organization, people })),
            StreamKind::Convention => state.of(stream.id).map(|it| Source::Convention(it, &gathered.cards)),
            StreamKind::Decklist => state.of(stream.id).map(|list| Source::Decklist(list, settings)),
            StreamKind::Tournament => {
                let Some(tournament) = state.of::<Tournament>(stream.id) else { return Ok(None) };
                let organization = state.of::<Organization>(tournament.organization_id.0);
                let joined = state.joined(stream.id).ok_or("its users and lists are not in memory")?;
                Some(Source::Tournament(TournamentContext {
                    tournament,
                    organization: organization
                        .ok_or_else(|| format!("its organization {} is not known", tournament.organization_id))?,
                    convention: state.convention_of(tournament),
                    people: &joined.people,
                    decklists: &joined.decklists,
                    revisions: &joined.revisions,
                    settings,
                    shared: Shared::default(),
                }))
            }
        })
    }
}

impl Rendered {
    /// Returns what a deleted stream renders: nothing, and it uses no other streams.
    fn of_deleted(mut output: Output) -> Self {
        let stream = output.source;
        let is_tournament = stream.kind == StreamKind::Tournament;
        if is_tournament {
            output.remove(output.organization_id, ViewKind::Export, stream.id);
            output.records.push(ExportRecord::deleted(
                output.organization_id,
                TournamentId(stream.id),
                output.position,
            ));
        }
        Self { output, sources: is_tournament.then(Vec::new), convention: None, is_deleted: true }
    }
}

impl Source<'_> {
    /// Returns whether the stream was deleted, or the person erased.
    fn is_deleted(&self) -> bool {
        match self {
            Self::Tournament(context) => context.tournament.is_deleted,
            Self::Decklist(list, _) => list.is_deleted,
            Self::User(user) => user.is_erased,
            Self::Organization(_) | Self::Convention(..) => false,
        }
    }

    /// Returns the organization that the documents belong to.
    fn organization(&self) -> OrganizationId {
        match self {
            Self::User(_) => OrganizationId::SHARED,
            Self::Organization(context) => context.organization.id,
            Self::Convention(convention, _) => convention.organization_id,
            Self::Decklist(list, _) => list.organization_id,
            Self::Tournament(context) => context.tournament.organization_id,
        }
    }

    /// Returns the streams that the documents use, if these are stored.
    fn sources(&self) -> Option<Vec<StreamId>> {
        match self {
            Self::Organization(context) => Some(sources_of_organization(context.organization)),
            Self::Tournament(context) => Some(sources_of_tournament(context.tournament)),
            Self::User(_) | Self::Convention(..) | Self::Decklist(..) => None,
        }
    }

    /// Returns the convention that shows a card of the stream.
    fn convention(&self) -> Option<ConventionId> {
        match self {
            Self::Tournament(context) => context.tournament.details.convention_id,
            Self::User(_) | Self::Organization(_) | Self::Convention(..) | Self::Decklist(..) => None,
        }
    }
}

/// Calls a render function if it is one of this source.
fn render_one(render: Render, source: &Source<'_>, plan: &Plan, out: &mut Output) {
    match (source, render) {
        (Source::User(user), Render::User(render)) => render(user, out),
        (Source::Organization(context), Render::Organization(render)) => render(context, out),
        (Source::Convention(convention, cards), Render::Convention(render)) => render(convention, cards, out),
        (Source::Decklist(list, settings), Render::Decklist(render)) => render(list, settings, out),
        (Source::Tournament(context), Render::Tournament(render)) => render(context, plan.scope(), out),
        // Entries of the audit are rendered by `render_audit`; the others are of other sources.
        (
            _,
            Render::User(_)
            | Render::Organization(_)
            | Render::Convention(_)
            | Render::Decklist(_)
            | Render::Tournament(_)
            | Render::Audit(_),
        ) => {}
    }
}

/// Returns whether rendering is too short for another thread: users and lists are many and small.
pub(crate) fn is_short(stream: StreamId) -> bool {
    matches!(stream.kind, StreamKind::User | StreamKind::Decklist)
}

/// Returns whether a stream is an event whose rendering other tasks of the thread can wait for.
fn is_small_event(state: &State, stream: StreamId) -> bool {
    let tournament = state.of::<Tournament>(stream.id).filter(|_| stream.kind == StreamKind::Tournament);
    tournament.is_some_and(|tournament| !is_large(tournament))
}

fn call(render: impl FnOnce()) -> Result<(), String> {
    guard(|| {
        render();
        Ok::<_, String>(())
    })
}

/// Runs long rendering so that other tasks of this thread continue elsewhere.
pub(crate) fn off_the_loop<T>(work: impl FnOnce() -> T) -> T {
    let is_multi_threaded = |handle: Handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread;
    if Handle::try_current().is_ok_and(is_multi_threaded) { tokio::task::block_in_place(work) } else { work() }
}
