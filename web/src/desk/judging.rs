//! What the pages of the desk show of penalties and of extra time.

use domain::tournament::{Match, Moment, PlayerPenalty, Registration};
use proto_events::ids::MatchId;
use proto_events::vocabulary::Penalty;
use service_kit::problem::Problem;

use crate::desk::event::Desk;
use crate::desk::penalties::{
    Earlier, Elsewhere, earlier_today, elsewhere, infraction_choices, penalty_choices, shown,
};
use crate::parts::control::Choice;

pub(crate) struct PenaltyForm {
    pub(crate) players: Vec<String>,
    /// Infractions to choose from, with what is suggested.
    pub(crate) infractions: Vec<Choice>,
    pub(crate) penalties: Vec<Choice>,
    /// The suggested penalties, as the form sends them; empty if the player is not known yet.
    pub(crate) suggested: String,
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
    /// Returns the form, with what was typed. Earlier penalties of the player count for what is suggested; without a player,
    /// nothing is.
    pub(crate) fn new(desk: &Desk<'_>, earlier: Option<&[Earlier]>) -> Self {
        let (texts, form) = (desk.texts, &desk.form);
        let mut players: Vec<_> = desk.state().registrations.iter().map(|entry| desk.name_of(entry.user_id)).collect();
        players.sort_by_cached_key(|name| name.to_lowercase());
        players.dedup();
        let last = desk.working_round().map(|round| round.id);
        let none = Choice::new("", texts.say("desk-penalty-no-round"), last.is_none());
        let suggested = earlier.map_or_else(String::new, |earlier| shown(desk, earlier));
        Self {
            players,
            infractions: infraction_choices(desk, earlier.unwrap_or_default()),
            penalties: penalty_choices(desk, !suggested.is_empty()),
            suggested,
            rounds: desk.round_choices(last).into_iter().rev().chain([none]).collect(),
            player: form.id("registration").map_or_else(|| form.text("player").to_owned(), |id| desk.player(id)),
            infraction: infraction_of(desk).to_owned(),
            note: if form.is_checked("infraction") { form.text("note").to_owned() } else { String::new() },
        }
    }
}

/// Returns the infraction that a form names, chosen or typed.
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
    let form = PenaltyForm::new(desk, Some(&earlier_today(desk, entry).await?));
    Ok(PlayerPenalties { here: own.collect(), elsewhere: elsewhere(desk, entry).await?, form })
}
