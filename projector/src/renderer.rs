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

/// A stream with everything that its documents use.
struct Source<'a> {
    input: Input<'a>,
    /// The organization that the documents belong to.
    organization_id: OrganizationId,
    /// Whether the stream was deleted, or the person erased.
    is_deleted: bool,
}

/// The input of a stream's views.
enum Input<'a> {
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
            let mut output = Output::new(stream, source.organization_id, state.read_to());
            if source.is_deleted {
                return Ok(Some(Rendered::of_deleted(output)));
            }
            for view in VIEWS.iter().filter(|view| plan.has(view)) {
                call(|| render_one(view.render, &source.input, plan, &mut output))
                    .map_err(|error| format!("{}: {error}", view.name))?;
            }
            let (sources, convention) = match &source.input {
                Input::Organization(context) => (Some(sources_of_organization(context.organization)), None),
                Input::Tournament(TournamentContext { tournament, .. }) => {
                    (Some(sources_of_tournament(tournament)), tournament.details.convention_id)
                }
                Input::User(_) | Input::Convention(..) | Input::Decklist(..) => (None, None),
            };
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
        let source = |input, organization_id, is_deleted| Source { input, organization_id, is_deleted };
        Ok(match stream.kind {
            StreamKind::User => {
                state.of::<User>(stream.id).map(|it| source(Input::User(it), OrganizationId::SHARED, it.is_erased))
            }
            StreamKind::Organization => state.of::<Organization>(stream.id).map(|organization| {
                source(Input::Organization(OrganizationContext { organization, people }), organization.id, false)
            }),
            StreamKind::Convention => state
                .of::<Convention>(stream.id)
                .map(|it| source(Input::Convention(it, &gathered.cards), it.organization_id, false)),
            StreamKind::Decklist => state
                .of::<Decklist>(stream.id)
                .map(|it| source(Input::Decklist(it, settings), it.organization_id, it.is_deleted)),
            StreamKind::Tournament => {
                let Some(tournament) = state.of::<Tournament>(stream.id) else { return Ok(None) };
                let organization = state.of::<Organization>(tournament.organization_id.0);
                let joined = state.joined(stream.id).ok_or("its users and lists are not in memory")?;
                let context = TournamentContext {
                    tournament,
                    organization: organization
                        .ok_or_else(|| format!("its organization {} is not known", tournament.organization_id))?,
                    convention: state.convention_of(tournament),
                    people: &joined.people,
                    decklists: &joined.decklists,
                    revisions: &joined.revisions,
                    settings,
                    shared: Shared::default(),
                };
                Some(source(Input::Tournament(context), tournament.organization_id, tournament.is_deleted))
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

/// Calls a render function if it is one of this source.
fn render_one(render: Render, input: &Input<'_>, plan: &Plan, out: &mut Output) {
    match (input, render) {
        (Input::User(user), Render::User(render)) => render(user, out),
        (Input::Organization(context), Render::Organization(render)) => render(context, out),
        (Input::Convention(convention, cards), Render::Convention(render)) => render(convention, cards, out),
        (Input::Decklist(list, settings), Render::Decklist(render)) => render(list, settings, out),
        (Input::Tournament(context), Render::Tournament(render)) => render(context, &plan.scope, out),
        // Entries of the audit are rendered by `render_audit`; the other views are of other sources.
        _ => {}
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
