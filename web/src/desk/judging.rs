//! What the pages of the desk show of penalties and of a match's deck check.

use api_kit::store_failed;
use chrono::{DateTime, Utc};
use domain::tournament::{Match, Moment, PlayerPenalty, Registration};
use proto_events::ids::TournamentId;
use proto_events::vocabulary::{Penalty, ProgressStatus};
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::desk::event::{Desk, Event};
use crate::desk::words::round_name;
use crate::serving::session::UserRequest;
use crate::texts::Texts;

/// The form of a penalty.
pub(crate) struct PenaltyForm {
    /// The names of the players.
    pub(crate) players: Vec<String>,
    /// Infractions to choose from.
    pub(crate) infractions: Vec<String>,
    pub(crate) penalties: Vec<JudgingChoice>,
    pub(crate) rounds: Vec<JudgingChoice>,
    /// The typed values, if they were refused.
    pub(crate) player: String,
    pub(crate) infraction: String,
    pub(crate) note: String,
}

/// An option of a list.
pub(crate) struct JudgingChoice {
    pub(crate) value: String,
    pub(crate) label: String,
    pub(crate) chosen: bool,
}

/// A penalty in a list.
pub(crate) struct PenaltyRow {
    pub(crate) id: i64,
    pub(crate) registration: i64,
    pub(crate) player: String,
    pub(crate) penalty: String,
    pub(crate) infraction: String,
    pub(crate) note: String,
    /// The round and the table.
    pub(crate) place: String,
    pub(crate) by: String,
    pub(crate) is_withdrawn: bool,
}

/// A player's penalties, and the form of another one.
pub(crate) struct PlayerPenalties {
    pub(crate) here: Vec<PenaltyRow>,
    pub(crate) elsewhere: Vec<Elsewhere>,
    pub(crate) form: PenaltyForm,
}

/// A penalty of the player in another event of the organization.
pub(crate) struct Elsewhere {
    pub(crate) event_id: i64,
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) penalty: String,
    pub(crate) infraction: String,
    pub(crate) note: String,
    pub(crate) is_withdrawn: bool,
}

/// The part of a match that judges change.
pub(crate) struct MatchJudging {
    pub(crate) is_feature_match: bool,
    pub(crate) is_checked: bool,
    pub(crate) is_check_done: bool,
    /// Minutes of the extension, if there is one.
    pub(crate) extension: String,
    /// Whether the round is not complete, so that times and deck checks can change.
    pub(crate) is_open: bool,
}

impl PenaltyForm {
    /// Returns the form, with what was typed.
    pub(crate) fn new(desk: &Desk<'_>) -> Self {
        let (texts, form) = (desk.texts, &desk.request.form);
        let mut players: Vec<_> = desk.state().registrations.iter().map(|entry| desk.name_of(entry.user_id)).collect();
        players.sort_by_cached_key(|name| name.to_lowercase());
        players.dedup();
        let chosen = if form.is_checked("penalty") { form.exact("penalty") } else { Penalty::Warning.wire_name() };
        let penalty = |penalty: &Penalty| JudgingChoice {
            value: penalty.wire_name().to_owned(),
            label: texts.term(*penalty),
            chosen: penalty.wire_name() == chosen,
        };
        let last = desk.last_round().map(|round| round.id);
        let mut rounds: Vec<_> = desk.state().rounds().map(|(_, round)| round).collect();
        rounds.reverse();
        let round = |round: &domain::tournament::Round| JudgingChoice {
            value: round.id.to_string(),
            label: round_name(texts, round),
            chosen: Some(round.id) == last,
        };
        let none =
            JudgingChoice { value: String::new(), label: texts.say("desk-penalty-no-round"), chosen: last.is_none() };
        Self {
            players,
            infractions: texts.say("desk-infractions").lines().map(str::to_owned).collect(),
            penalties: Penalty::ALL.iter().map(penalty).collect(),
            rounds: rounds.into_iter().map(round).chain([none]).collect(),
            player: form.text("player").to_owned(),
            infraction: form.text("infraction").to_owned(),
            note: if form.is_checked("infraction") { form.text("note").to_owned() } else { String::new() },
        }
    }
}

/// Returns a penalty for a list.
pub(crate) fn penalty_row(event: &Event, penalty: &PlayerPenalty) -> PenaltyRow {
    let (texts, state, issued) = (event.texts, event.state(), &penalty.issued);
    let round = issued.round_id.and_then(|round| state.round(round)).map(|(_, round)| round_name(texts, round));
    let placed = issued.match_id.and_then(|id| state.placed(id));
    let table = placed.map(|placed| texts.with("desk-table-number", "table", placed.table.pairing.table_number));
    PenaltyRow {
        id: penalty.id.0,
        registration: issued.registration_id.0,
        player: event.player(issued.registration_id),
        penalty: texts.term(issued.penalty),
        infraction: issued.infraction.clone(),
        note: issued.note.clone(),
        place: round.into_iter().chain(table).collect::<Vec<_>>().join(", "),
        by: by(event, &penalty.by),
        is_withdrawn: penalty.withdrawn.is_some(),
    }
}

/// Returns the person who took a step, or that a program did.
pub(crate) fn by(event: &Event, step: &Moment) -> String {
    step.by.person().map_or_else(|| event.texts.say("desk-a-program"), |person| event.name_of(person))
}

/// Returns a player's penalties in this event and in the organization's other events.
pub(crate) async fn of_player(desk: &Desk<'_>, entry: &Registration) -> Result<PlayerPenalties, Problem> {
    let penalties = desk.state().penalties.iter().rev();
    let own = penalties.filter(|penalty| penalty.issued.registration_id == entry.id);
    Ok(PlayerPenalties {
        here: own.map(|penalty| penalty_row(desk, penalty)).collect(),
        elsewhere: elsewhere(desk.request, desk.state().id, entry).await?,
        form: PenaltyForm::new(desk),
    })
}

/// A penalty in the views of penalties.
#[derive(Deserialize)]
struct Known {
    event_id: i64,
    event_name: String,
    penalty: Penalty,
    infraction: String,
    note: String,
    issued_at: DateTime<Utc>,
    withdrawn_at: Option<DateTime<Utc>>,
}

/// Returns a player's penalties in other events of the organization, newest first.
async fn elsewhere(request: &UserRequest, here: TournamentId, entry: &Registration) -> Result<Vec<Elsewhere>, Problem> {
    let organization_id = request.session.organization_id()?;
    let theirs = format!("{}/", entry.user_id);
    let events = request.shared.views.documents_under(organization_id, ViewKind::PlayerPenalties, &theirs).await;
    let mut found = Vec::new();
    for event in events.map_err(store_failed)? {
        let known: Vec<Known> = serde_json::from_slice(&event.body.for_everyone()).map_err(Problem::internal)?;
        found.extend(known.into_iter().filter(|known| known.event_id != here.0));
    }
    found.sort_by_key(|known| std::cmp::Reverse(known.issued_at));
    let shown = |known: Known| Elsewhere {
        event_id: known.event_id,
        event: known.event_name,
        date: request.texts.day(known.issued_at.date_naive()),
        penalty: request.texts.term(known.penalty),
        infraction: known.infraction,
        note: known.note,
        is_withdrawn: known.withdrawn_at.is_some(),
    };
    Ok(found.into_iter().map(shown).collect())
}

impl MatchJudging {
    /// Returns the part of a match in a round with this status.
    pub(crate) fn of(texts: &Texts, table: &Match, round: ProgressStatus) -> Self {
        let minutes = |seconds: i32| texts.with("desk-extension-now", "minutes", f64::from(seconds) / 60.0);
        let seconds = table.time_extension_seconds;
        Self {
            is_feature_match: table.is_feature_match,
            is_checked: domain::tournament::deck_checks::is_checked(table),
            is_check_done: table.deck_check_completed,
            extension: if seconds > 0 { minutes(seconds) } else { String::new() },
            is_open: round != ProgressStatus::Complete,
        }
    }
}
