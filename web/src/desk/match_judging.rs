//! What the page of a match shows to judges: open calls, the lists and penalties of the players, and the deck check.
//! `judges.rs` carries out its forms.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::tournament::deck_checks::extension_minutes;
use domain::tournament::{JudgeCall, Match};
use proto_events::ids::RegistrationId;
use service_kit::problem::Problem;

use crate::desk::event::Desk;
use crate::desk::lists::Deck;
use crate::desk::penalties::{Earlier, earlier_today, infraction_choices, penalty_choices, shown};
use crate::parts::control::Choice;
use crate::serving::failures::failed;

pub(crate) struct MatchJudging<'a> {
    /// The open calls to the match.
    pub(crate) calls: Vec<&'a JudgeCall>,
    pub(crate) players: Vec<JudgedPlayer>,
    /// When the deck check that runs started, the time now, and the minutes between.
    pub(crate) check: Option<(String, String, i64)>,
    /// The minutes that a finished deck check took, and those of extra time for it.
    pub(crate) proposed: Option<(i64, i64)>,
}

/// A player of the match.
pub(crate) struct JudgedPlayer {
    pub(crate) id: RegistrationId,
    pub(crate) name: String,
    pub(crate) deck: Option<Deck>,
    pub(crate) is_on_paper: bool,
    /// Penalties of the same day.
    pub(crate) earlier: Vec<Earlier>,
    /// Infractions to choose from, with what is suggested.
    pub(crate) infractions: Vec<Choice>,
    /// The suggested penalties, as the form sends them.
    pub(crate) suggested: String,
    pub(crate) penalties: Vec<Choice>,
}

/// Reads what judges see of a match.
pub(crate) async fn of_match<'a>(desk: &'a Desk<'_>, table: &Match) -> Result<MatchJudging<'a>, Problem> {
    let (state, now) = (desk.state(), desk.shared.clock.now());
    let ids: Vec<_> = table.seated().map(|(_, id)| id).collect();
    let mut lists = desk.shared.commands.lists_of(state, &ids).await.map_err(failed)?;
    let mut players = Vec::new();
    for entry in ids.iter().filter_map(|id| state.registration(*id)) {
        let earlier = earlier_today(desk, entry).await?;
        let suggested = shown(desk, &earlier);
        players.push(JudgedPlayer {
            id: entry.id,
            name: desk.name_of(entry.user_id),
            deck: lists.remove(&entry.id).as_ref().map(Deck::of),
            is_on_paper: entry.using_paper_decklist,
            infractions: infraction_choices(desk, &earlier),
            penalties: penalty_choices(desk, !suggested.is_empty()),
            suggested,
            earlier,
        });
    }
    let is_here = |call: &&JudgeCall| call.closed.is_none() && call.call.match_id == Some(table.id());
    let exact = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
    Ok(MatchJudging {
        calls: state.calls.iter().filter(is_here).collect(),
        players,
        check: table.deck_check_since.map(|since| (exact(since), exact(now), (now - since).num_minutes().max(0))),
        proposed: table.deck_check_took.map(|took| (took.num_minutes(), extension_minutes(took))),
    })
}
