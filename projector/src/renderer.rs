//! The renderer: calls the views of a stream. It is pure: the same state gives the same documents.

use bytes::Bytes;
use domain::documents::AuditEntry;
use domain::organization::Organization;
use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use proto_events::{StreamId, StreamKind};
use storage::{ExportRecord, ViewKind};
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::folder::{Aggregate, Folder, Joined, OfKind, guard, sources};
use crate::planner::is_large;
use crate::settings::ViewSettings;
use crate::views::{OrganizationContext, Output, Part, Render, Scope, Shared, TournamentContext, VIEWS};

/// Renders the documents of a stream that are in the scope. The state that they use must be in memory; `joined` are the
/// users and lists that they show, and `cards` those of a convention's events. Returns `None` for a stream without
/// events, and the message of a view that failed as an error.
pub(crate) fn render(
    settings: &ViewSettings,
    folder: &Folder,
    joined: &Joined,
    stream: StreamId,
    scope: &Scope,
    cards: &[Bytes],
) -> Result<Option<Output>, String> {
    let Some(aggregate) = folder.aggregate(stream) else { return Ok(None) };
    let mut output = Output::new(stream, aggregate.organization_id(), folder.read_to);
    if aggregate.is_deleted() {
        return Ok(Some(of_deleted(output)));
    }
    let tournament = Tournament::of(aggregate);
    let context = tournament.map(|tournament| context_of(settings, folder, joined, tournament)).transpose()?;
    let mut call = |render: Render| {
        match (render, aggregate) {
            (Render::User(render), Aggregate::User(user)) => render(user, &mut output),
            (Render::Organization(render), Aggregate::Organization(organization)) => {
                render(&OrganizationContext { organization, people: &joined.people }, &mut output);
            }
            (Render::Convention(render), Aggregate::Convention(convention)) => render(convention, cards, &mut output),
            (Render::Decklist(render), Aggregate::Decklist(list)) => render(list, settings, &mut output),
            (Render::Tournament(render), _) => context.iter().for_each(|context| render(context, scope, &mut output)),
            // Entries of the audit are rendered by `render_audit`.
            _ => {}
        }
        Ok::<_, String>(())
    };
    let mut render = || {
        for view in VIEWS.iter().filter(|view| *scope == Scope::Everything || !view.may_lag) {
            guard(|| call(view.render)).map_err(|error| format!("{}: {error}", view.name))?;
        }
        Ok::<_, String>(())
    };
    if tournament.is_some_and(is_large) {
        off_the_loop(render)?;
    } else {
        render()?;
    }
    output.sources = sources(aggregate);
    output.convention = tournament.and_then(|tournament| tournament.details.convention_id);
    Ok(Some(output))
}

fn context_of<'a>(
    settings: &'a ViewSettings,
    folder: &'a Folder,
    joined: &'a Joined,
    tournament: &'a Tournament,
) -> Result<TournamentContext<'a>, String> {
    let organization = folder.state::<Organization>(tournament.organization_id.0);
    Ok(TournamentContext {
        tournament,
        organization: organization
            .ok_or_else(|| format!("its organization {} is not known", tournament.organization_id))?,
        convention: folder.convention_of(tournament),
        people: &joined.people,
        decklists: &joined.decklists,
        revisions: &joined.revisions,
        settings,
        shared: Shared::default(),
    })
}

/// Returns what a deleted stream renders: nothing, and it uses no other streams.
fn of_deleted(mut output: Output) -> Output {
    let stream = output.source;
    output.replaces_all = true;
    if stream.kind == StreamKind::Tournament {
        output.remove(output.organization_id, ViewKind::Export, stream.id);
        let id = TournamentId(stream.id);
        output.records.push(ExportRecord::deleted(output.organization_id, id, output.position));
        output.sources = Some(Vec::new());
    }
    output
}

/// Adds new entries to the last part of a tournament's audit.
pub(crate) fn render_audit(last: Part, entries: Vec<AuditEntry>, output: &mut Output) {
    let render = VIEWS.iter().find_map(|view| match view.render {
        Render::Audit(render) => Some(render),
        _ => None,
    });
    if let Some(render) = render {
        render(last, entries, output);
    }
}

/// Runs long rendering so that other tasks of this thread continue elsewhere.
fn off_the_loop<T>(work: impl FnOnce() -> T) -> T {
    let is_multi_threaded = |handle: Handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread;
    if Handle::try_current().is_ok_and(is_multi_threaded) { tokio::task::block_in_place(work) } else { work() }
}
