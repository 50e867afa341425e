//! What the pages of the desk show of penalties and of extra time.

use api_kit::store_failed;
use chrono::{DateTime, Utc};
use domain::tournament::{Match, Moment, PlayerPenalty, Registration};
use proto_events::vocabulary::Penalty;
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::desk::event::Desk;
use crate::parts::control::Choice;

pub(crate) struct PenaltyForm {
    pub(crate) players: Vec<String>,
    /// Infractions to choose from.
    pub(crate) infractions: Vec<String>,
    pub(crate) penalties: Vec<Choice>,
    pub(crate) rounds: Vec<Choice>,
    /// The typed values, if they were refused.
    pub(crate) player: String,
    pub(crate) infraction: String,
    pub(crate) note: String,
}

/// A player's penalties, and the form of another one.
pub(crate) struct PlayerPenalties<'a> {
    pub(crate) here: Vec<&'a PlayerPenalty>,
    pub(crate) elsewhere: Vec<Elsewhere>,
    pub(crate) form: PenaltyForm,
}

/// A penalty of the player in another event of the organization, from the views of penalties.
#[derive(Deserialize)]
pub(crate) struct Elsewhere {
    pub(crate) event_id: i64,
    pub(crate) event_name: String,
    pub(crate) penalty: Penalty,
    pub(crate) infraction: String,
    pub(crate) note: String,
    pub(crate) issued_at: DateTime<Utc>,
    pub(crate) withdrawn_at: Option<DateTime<Utc>>,
}

impl PenaltyForm {
    /// Returns the form, with what was typed.
    pub(crate) fn new(desk: &Desk<'_>) -> Self {
        let (texts, form) = (desk.texts, &desk.form);
        let mut players: Vec<_> = desk.state().registrations.iter().map(|entry| desk.name_of(entry.user_id)).collect();
        players.sort_by_cached_key(|name| name.to_lowercase());
        players.dedup();
        let chosen = if form.is_checked("penalty") { form.exact("penalty") } else { Penalty::Warning.wire_name() };
        let penalty =
            |penalty: &Penalty| Choice::new(penalty.wire_name(), texts.term(*penalty), penalty.wire_name() == chosen);
        let last = desk.working_round().map(|round| round.id);
        let none = Choice::new("", texts.say("desk-penalty-no-round"), last.is_none());
        Self {
            players,
            infractions: texts.say("desk-infractions").lines().map(str::to_owned).collect(),
            penalties: Penalty::ALL.iter().map(penalty).collect(),
            rounds: desk.round_choices(last).into_iter().rev().chain([none]).collect(),
            player: form.text("player").to_owned(),
            infraction: form.text("infraction").to_owned(),
            note: if form.is_checked("infraction") { form.text("note").to_owned() } else { String::new() },
        }
    }
}

/// Returns the round and the table of a penalty.
pub(crate) fn place_of(desk: &Desk<'_>, penalty: &PlayerPenalty) -> String {
    let (texts, state, issued) = (desk.texts, desk.state(), &penalty.issued);
    let round = issued.round_id.and_then(|round| state.round(round)).map(|(_, round)| desk.round_name(round));
    let placed = issued.match_id.and_then(|id| state.placed(id));
    let table = placed.map(|placed| texts.with("desk-table-number", "table", placed.table.pairing.table_number));
    round.into_iter().chain(table).collect::<Vec<_>>().join(", ")
}

/// Returns the minutes of extra time of a match.
pub(crate) fn extension(table: &Match) -> f64 {
    f64::from(table.time_extension_seconds) / 60.0
}

/// Returns the person who took a step, or that a program did.
pub(crate) fn by(event: &Desk<'_>, step: &Moment) -> String {
    step.by.person().map_or_else(|| event.texts.say("desk-a-program"), |person| event.name_of(person))
}

/// Returns a player's penalties in this event and in the organization's other events.
pub(crate) async fn of_player<'a>(desk: &'a Desk<'_>, entry: &Registration) -> Result<PlayerPenalties<'a>, Problem> {
    let penalties = desk.state().penalties.iter().rev();
    let own = penalties.filter(|penalty| penalty.issued.registration_id == entry.id);
    Ok(PlayerPenalties { here: own.collect(), elsewhere: elsewhere(desk, entry).await?, form: PenaltyForm::new(desk) })
}

/// Returns a player's penalties in other events of the organization, newest first.
async fn elsewhere(desk: &Desk<'_>, entry: &Registration) -> Result<Vec<Elsewhere>, Problem> {
    let organization_id = desk.session.organization_id()?;
    let theirs = format!("{}/", entry.user_id);
    let events = desk.shared.views.documents_under(organization_id, ViewKind::PlayerPenalties, &theirs).await;
    let mut found = Vec::new();
    for event in events.map_err(store_failed)? {
        let known: Vec<Elsewhere> = serde_json::from_slice(&event.body.for_everyone()).map_err(Problem::internal)?;
        found.extend(known.into_iter().filter(|known| known.event_id != desk.state().id.0));
    }
    found.sort_by_key(|known| std::cmp::Reverse(known.issued_at));
    Ok(found)
}
