//! What the pages of the desk show of penalties and of extra time, and what the page of a match shows to judges.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::tournament::deck_checks::extension_minutes;
use domain::tournament::{JudgeCall, Match, Moment, PlayerPenalty, Registration};
use proto_events::ids::MatchId;
use proto_events::tournament::NewCall;
use proto_events::vocabulary::Penalty;
use service_kit::problem::Problem;
use write_api::matches::contested::NOTE;

use crate::desk::event::Desk;
use crate::desk::lists::Deck;
use crate::desk::penalties::{Elsewhere, earlier_today, elsewhere, infraction_choices, penalty_choices};
use crate::parts::control::Choice;
use crate::serving::failures::failed;
use crate::texts::Texts;

pub(crate) struct PenaltyForm {
    pub(crate) players: Vec<String>,
    /// Infractions to choose from, with what is suggested.
    pub(crate) infractions: Vec<Choice>,
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

impl PenaltyForm {
    /// Returns the form, with what was typed. Earlier penalties of the player count for what is suggested.
    pub(crate) fn new(desk: &Desk<'_>, earlier: &[&PlayerPenalty]) -> Self {
        let (texts, form) = (desk.texts, &desk.form);
        let mut players: Vec<_> = desk.state().registrations.iter().map(|entry| desk.name_of(entry.user_id)).collect();
        players.sort_by_cached_key(|name| name.to_lowercase());
        players.dedup();
        let last = desk.working_round().map(|round| round.id);
        let none = Choice::new("", texts.say("desk-penalty-no-round"), last.is_none());
        Self {
            players,
            infractions: infraction_choices(desk, earlier),
            penalties: penalty_choices(desk),
            rounds: desk.round_choices(last).into_iter().rev().chain([none]).collect(),
            player: form.id("registration").map_or_else(|| form.text("player").to_owned(), |id| desk.player(id)),
            infraction: infraction_of(desk).to_owned(),
            note: if form.is_checked("infraction") { form.text("note").to_owned() } else { String::new() },
        }
    }
}

pub(crate) fn infraction_of<'a>(desk: &'a Desk<'_>) -> &'a str {
    let other = desk.form.text("other_infraction");
    if other.is_empty() { desk.form.text("infraction") } else { other }
}

/// Says which step a penalty that was issued just now calls for.
pub(crate) fn said_of(desk: &Desk<'_>, penalty: &PlayerPenalty) -> String {
    let (texts, issued) = (desk.texts, &penalty.issued);
    let key = match issued.penalty {
        Penalty::Caution | Penalty::Warning => "desk-issued-recorded",
        Penalty::GameLoss | Penalty::MatchLoss => "desk-issued-loss",
        Penalty::Disqualification => "desk-issued-disqualification",
    };
    let name = desk.player(issued.registration_id);
    texts.with_all(key, [("penalty", texts.term(issued.penalty).into()), ("player", name.into())])
}

/// Returns the match where a game that is lost by a penalty is entered.
pub(crate) fn lost_match(penalty: &PlayerPenalty) -> Option<MatchId> {
    let is_loss = matches!(penalty.issued.penalty, Penalty::GameLoss | Penalty::MatchLoss);
    penalty.issued.match_id.filter(|_| is_loss)
}

pub(crate) fn extension(table: &Match) -> f64 {
    f64::from(table.time_extension_seconds) / 60.0
}

/// Returns the person who took a step, or that a program did.
pub(crate) fn by(event: &Desk<'_>, step: &Moment) -> String {
    step.by.person().map_or_else(|| event.texts.say("desk-a-program"), |person| event.name_of(person))
}

/// Returns the note of a call; that of a contested result in the language of the page.
pub(crate) fn note(texts: &Texts, call: &NewCall) -> String {
    if call.note == NOTE { texts.say("desk-call-contested") } else { call.note.clone() }
}

/// Returns a player's penalties in this event and in the organization's other events.
pub(crate) async fn of_player<'a>(desk: &'a Desk<'_>, entry: &Registration) -> Result<PlayerPenalties<'a>, Problem> {
    let penalties = desk.state().penalties.iter().rev();
    let own = penalties.filter(|penalty| penalty.issued.registration_id == entry.id);
    let form = PenaltyForm::new(desk, &earlier_today(desk, entry));
    Ok(PlayerPenalties { here: own.collect(), elsewhere: elsewhere(desk, entry).await?, form })
}

/// What the page of a match shows to judges. `judges.rs` carries out its forms.
pub(crate) struct MatchJudging<'a> {
    /// The open calls to the match.
    pub(crate) calls: Vec<&'a JudgeCall>,
    pub(crate) players: Vec<JudgedPlayer<'a>>,
    /// When the deck check that runs started, the time now, and the minutes between.
    pub(crate) check: Option<(String, String, i64)>,
    /// The minutes that a finished deck check took, and those of extra time for it.
    pub(crate) proposed: Option<(i64, i64)>,
}

pub(crate) struct JudgedPlayer<'a> {
    pub(crate) entry: &'a Registration,
    pub(crate) deck: Option<Deck>,
    pub(crate) earlier: Vec<&'a PlayerPenalty>,
}

/// Reads what judges see of a match.
pub(crate) async fn of_match<'a>(desk: &'a Desk<'_>, table: &Match) -> Result<MatchJudging<'a>, Problem> {
    let (state, now) = (desk.state(), desk.shared.clock.now());
    let ids: Vec<_> = table.seated().map(|(_, id)| id).collect();
    let mut lists = desk.shared.commands.lists_of(state, &ids).await.map_err(failed)?;
    let player = |entry: &'a Registration| JudgedPlayer {
        entry,
        deck: lists.remove(&entry.id).as_ref().map(Deck::of),
        earlier: earlier_today(desk, entry),
    };
    let is_here = |call: &&JudgeCall| call.closed.is_none() && call.call.match_id == Some(table.id());
    let exact = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
    Ok(MatchJudging {
        calls: state.calls.iter().filter(is_here).collect(),
        players: ids.iter().filter_map(|id| state.registration(*id)).map(player).collect(),
        check: table.deck_check_since.map(|since| (exact(since), exact(now), (now - since).num_minutes().max(0))),
        proposed: table.deck_check_took.map(|took| (took.num_minutes(), extension_minutes(took))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn the_call_for_a_contested_result_is_in_the_language_of_the_page() {
        let call =
            |note: &str| NewCall { registration_id: None, match_id: None, table_number: Some(1), note: note.into() };
        let said = |written: &str| note(Texts::of(Language::German), &call(written));
        assert_eq!([said(NOTE), said("Slow play")], ["Das gemeldete Ergebnis ist angefochten.", "Slow play"]);
    }
}
