//! `/desk/events/{id}/lists/`: who handed in a decklist, how many cards each has, and locking the lists; and one player's
//! list, `/desk/events/{id}/lists/{registration_id}/`.

use askama::Template;
use domain::deck_text::{Board, DeckText, Section};
use domain::decklist::Decklist;
use domain::permissions::Operation;
use domain::tournament::Registration;
use domain::tournament::to_pair::plays;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::LifecycleStatus;
use write_api::event_lists::lock_decklists::LockDecklists;
use write_api::event_lists::unlock_decklists::UnlockDecklists;

use crate::desk::event::{Desk, EventFrame};
use crate::parts::format::Moment;
use crate::serving::failures::{PageResult, failed};
use crate::serving::interface::Refused;
use crate::serving::session::UserRequest;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/lists.html")]
struct ListsPage<'a> {
    frame: EventFrame,
    /// How many lists are handed in, in words.
    count: String,
    deadline: Option<Moment>,
    /// Whether play has started.
    has_started: bool,
    /// Who sees the lists, in words.
    seen_by: String,
    /// Players with their names and lists; without one if there is none, or if it cannot be read.
    /// Last the lock; `None` if the deadline decides.
    rows: Vec<(String, &'a Registration, Option<Deck>, Option<bool>)>,
    may_lock: bool,
}

/// Shows the lists of the players in the event; players without a list come first.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (texts, state) = (desk.texts, desk.state());
    let entries: Vec<_> = desk.entries().filter(|(_, entry)| plays(entry) || entry.decklist_id.is_some()).collect();
    let ids: Vec<_> = entries.iter().map(|(_, entry)| entry.id).collect();
    let lists = request.shared.commands.lists_of(state, &ids).await.map_err(failed)?;
    let lock = |entry: &Registration| entry.list_locked.or(state.lists_locked);
    let entries = entries.into_iter();
    let mut rows: Vec<_> =
        entries.map(|(name, entry)| (name, entry, lists.get(&entry.id).map(Deck::of), lock(entry))).collect();
    let has_list = |entry: &Registration| entry.decklist_id.is_some() || entry.using_paper_decklist;
    rows.sort_by_cached_key(|(name, entry, ..)| (has_list(entry), name.to_lowercase()));
    let handed_in = rows.iter().filter(|(_, entry, ..)| has_list(entry)).count();
    request.page(&ListsPage {
        frame: desk.frame("lists"),
        count: texts.with_all("desk-lists-count", [("handed", handed_in.into()), ("all", rows.len().into())]),
        deadline: state.organizing.decklist_deadline.map(|deadline| desk.moment(deadline)),
        has_started: state.lifecycle >= LifecycleStatus::EventInProgress,
        seen_by: texts.say(seen_by(state.lifecycle)),
        rows,
        may_lock: request.may(Operation::ManageRegistrations),
    })
}

/// Locks or unlocks all lists.
pub(crate) async fn lock(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    change_lock(&desk, None).await?;
    request.redirect(&desk.page("lists"))
}

/// Returns the key of the text that says who sees the lists.
fn seen_by(lifecycle: LifecycleStatus) -> &'static str {
    match lifecycle {
        LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished => "desk-lists-public",
        LifecycleStatus::RegistrationOpen
        | LifecycleStatus::WaitlistOnly
        | LifecycleStatus::RegistrationClosed
        | LifecycleStatus::EventInProgress
        | LifecycleStatus::EventFinished => "desk-lists-staff",
    }
}

#[derive(Template)]
#[template(path = "desk/list.html")]
struct ListPage {
    frame: EventFrame,
    id: RegistrationId,
    name: String,
    /// The list; none if it is missing or on paper.
    deck: Option<Deck>,
    /// When this revision was made.
    made: Option<Moment>,
    /// Whether this revision counts whatever is changed later.
    is_fixed: bool,
    on_paper: bool,
    /// `None` if the deadline decides.
    locked: Option<bool>,
    may_lock: bool,
}

/// Shows one player's decklist as it counts for the event, and its lock.
pub(crate) async fn show_one(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let entry = desk.entry()?;
    let mut lists = request.shared.commands.lists_of(desk.state(), &[entry.id]).await.map_err(failed)?;
    let list = lists.remove(&entry.id);
    request.page(&ListPage {
        frame: desk.frame("lists"),
        id: entry.id,
        name: desk.name_of(entry.user_id),
        deck: list.as_ref().map(Deck::of),
        made: list.as_ref().map(|list| desk.moment(list.updated_at)),
        is_fixed: entry.list().is_some_and(|(_, fixed)| fixed.is_some()),
        on_paper: entry.using_paper_decklist,
        locked: entry.list_locked.or(desk.state().lists_locked),
        may_lock: request.may(Operation::ManageRegistrations),
    })
}

pub(crate) async fn lock_one(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let entry = desk.entry()?;
    change_lock(&desk, Some(entry.id)).await?;
    request.redirect(&desk.page(&format!("lists/{}", entry.id)))
}

/// Locks or unlocks one list, or all.
async fn change_lock(desk: &Desk<'_>, only: Option<RegistrationId>) -> Result<(), Refused> {
    let terms = desk.request.terms();
    match desk.request.form.exact("change") {
        "unlock" => desk.run(terms, UnlockDecklists { only }).await?,
        _ => desk.run(terms, LockDecklists { only }).await?,
    };
    Ok(())
}

/// A decklist as it was read.
struct Deck {
    /// Its name, and its archetype if that is another word.
    name: String,
    read: DeckText,
    /// The address where it can be read, if it has no text.
    link: Option<String>,
    /// Its text as it was handed in.
    text: String,
}

impl Deck {
    fn of(list: &Decklist) -> Self {
        let text = list.plaintext();
        let is_address = ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme));
        let link = (is_address && text.lines().count() == 1).then(|| text.trim().to_owned());
        let read = if link.is_some() { DeckText::default() } else { DeckText::parse(&text) };
        let archetype = Some(list.body.archetype.trim()).filter(|it| !it.is_empty() && *it != list.body.name.trim());
        Self {
            name: [Some(list.body.name.trim()), archetype].into_iter().flatten().collect::<Vec<_>>().join(" · "),
            read,
            link,
            text: text.into_owned(),
        }
    }

    /// Returns the numbers of cards in words: `Main deck 60, Sideboard 15`.
    fn counts(&self, texts: &Texts) -> String {
        let count = |section: &Section| {
            let board = texts.say(board_name(section.board));
            texts.with_all("desk-deck-count", [("board", board.into()), ("count", section.count().into())])
        };
        self.read.sections.iter().map(count).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the key of a board's name.
fn board_name(board: Board) -> &'static str {
    match board {
        Board::Commander => "desk-board-commander",
        Board::Companion => "desk-board-companion",
        Board::Main => "desk-board-main",
        Board::Sideboard => "desk-board-sideboard",
        Board::Maybeboard => "desk-board-maybeboard",
    }
}
