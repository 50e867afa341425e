//! `/desk/events/{id}/lists/`: who handed in a decklist, how many cards each has, and locking the lists; and one player's
//! list, `/desk/events/{id}/lists/{registration_id}/`.

use askama::Template;
use domain::deck_text::DeckText;
use domain::decklist::Decklist;
use domain::permissions::Operation;
use domain::tournament::Registration;
use domain::tournament::to_pair::plays;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::LifecycleStatus;
use write_api::event_lists::lock_decklists::LockDecklists;
use write_api::event_lists::unlock_decklists::UnlockDecklists;

use crate::desk::done;
use crate::desk::event::{Desk, EventFrame};
use crate::desk::paging::Paged;
use crate::parts::format::{Moment, board_name, card_counts};
use crate::serving::failures::{PageResult, failed};
use crate::serving::interface::Refused;

#[derive(Template)]
#[template(path = "desk/lists.html")]
struct ListsPage<'a> {
    frame: EventFrame<'a>,
    /// How many lists are handed in, in words.
    count: String,
    /// Players with their names and lists; without one if there is none, or if it cannot be read.
    page: Paged<(String, &'a Registration, Option<Deck>)>,
}

/// Shows the lists of the players in the event; players without a list come first.
pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let mut rows: Vec<_> = desk.entries().filter(|(_, entry)| plays(entry) || entry.decklist_id.is_some()).collect();
    rows.sort_by_cached_key(|(name, entry)| (has_list(entry), name.to_lowercase()));
    let handed_in = rows.iter().filter(|(_, entry)| has_list(entry)).count();
    let count = desk.texts.with_all("desk-lists-count", [("handed", handed_in.into()), ("all", rows.len().into())]);
    let page = desk.paged("lists", rows, |(name, _)| name.clone());
    let ids: Vec<_> = page.rows.iter().map(|(_, entry)| entry.id).collect();
    let lists = desk.shared.commands.lists_of(desk.state(), &ids).await.map_err(failed)?;
    let decks = page.rows.iter().map(|(name, entry)| (name.clone(), *entry, lists.get(&entry.id).map(Deck::of)));
    let rows = decks.collect();
    let page = page.with(rows);
    desk.page(&ListsPage { frame: desk.frame("lists").after(done::said(desk).await?), count, page })
}

impl ListsPage<'_> {
    fn deadline(&self) -> Option<Moment> {
        self.frame.desk.state().organizing.decklist_deadline.map(|deadline| self.frame.desk.moment(deadline))
    }
}

pub(super) fn has_list(entry: &Registration) -> bool {
    entry.decklist_id.is_some() || entry.using_paper_decklist
}

/// Whether the list counts as it is, whatever is changed later.
fn is_fixed(entry: &Registration) -> bool {
    entry.list().is_some_and(|(_, fixed)| fixed.is_some())
}

/// Returns the lock of a player's list; `None` if the deadline decides.
fn lock_of(desk: &Desk<'_>, entry: &Registration) -> Option<bool> {
    entry.list_locked.or(desk.state().lists_locked)
}

pub(crate) async fn lock(desk: &Desk<'_>) -> PageResult {
    change_lock(desk, None).await?;
    desk.done_at("lists").await
}

/// Whether publishing has begun, which fixes all lists.
fn are_published(desk: &Desk<'_>) -> bool {
    desk.state().lifecycle >= LifecycleStatus::DecklistsPublishing
}

#[derive(Template)]
#[template(path = "desk/list.html")]
struct ListPage<'a> {
    frame: EventFrame<'a>,
    entry: &'a Registration,
    /// The list; none if it is missing or on paper.
    deck: Option<Deck>,
    made: Option<Moment>,
}

pub(crate) async fn show_one(desk: &Desk<'_>) -> PageResult {
    let entry = desk.entry()?;
    let mut lists = desk.shared.commands.lists_of(desk.state(), &[entry.id]).await.map_err(failed)?;
    let list = lists.remove(&entry.id);
    desk.page(&ListPage {
        frame: desk.frame("lists"),
        entry,
        deck: list.as_ref().map(Deck::of),
        made: list.as_ref().map(|list| desk.moment(list.updated_at)),
    })
}

pub(crate) async fn lock_one(desk: &Desk<'_>) -> PageResult {
    let entry = desk.entry()?;
    change_lock(desk, Some(entry.id)).await?;
    desk.goes_to(&format!("lists/{}", entry.id))
}

async fn change_lock(desk: &Desk<'_>, only: Option<RegistrationId>) -> Result<(), Refused> {
    let terms = desk.terms();
    match desk.form.exact("change") {
        "unlock" => desk.run(terms, UnlockDecklists { registration_id: only }).await?,
        _ => desk.run(terms, LockDecklists { registration_id: only }).await?,
    };
    Ok(())
}

pub(crate) struct Deck {
    /// Its name, and its archetype if that is another word.
    pub(crate) name: String,
    pub(crate) read: DeckText,
    /// The address where it can be read, if it has no text.
    pub(crate) link: Option<String>,
    text: String,
}

impl Deck {
    pub(crate) fn of(list: &Decklist) -> Self {
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
}
